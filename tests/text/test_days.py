"""A day as people write it: read in one way, or refused with words that say how to write it."""

from datetime import date

import pytest
from agent_si.vendor.text.days import period

TODAY = date(2026, 11, 30)  # a Monday


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("2026-11-03", date(2026, 11, 3), date(2026, 11, 4)),
        ("2026-11", date(2026, 11, 1), date(2026, 12, 1)),
        ("2026", date(2026, 1, 1), date(2027, 1, 1)),
        ("3 Nov 2026", date(2026, 11, 3), date(2026, 11, 4)),
        ("November 3rd, 2026", date(2026, 11, 3), date(2026, 11, 4)),
        ("3. März 2026", date(2026, 3, 3), date(2026, 3, 4)),
        ("december", date(2025, 12, 1), date(2026, 1, 1)),
        ("3 december", date(2025, 12, 3), date(2025, 12, 4)),
        ("29 Feb", date(2024, 2, 29), date(2024, 3, 1)),
        ("Today", date(2026, 11, 30), date(2026, 12, 1)),
        ("yesterday", date(2026, 11, 29), date(2026, 11, 30)),
        ("last  week", date(2026, 11, 23), date(2026, 11, 30)),
        ("this week", date(2026, 11, 30), date(2026, 12, 7)),
        ("last month", date(2026, 10, 1), date(2026, 11, 1)),
        ("last year", date(2025, 1, 1), date(2026, 1, 1)),
        ("monday", date(2026, 11, 23), date(2026, 11, 24)),
        ("last friday", date(2026, 11, 27), date(2026, 11, 28)),
        ("90 days", date(2026, 9, 1), date(2026, 9, 2)),
        ("past 2 weeks", date(2026, 11, 16), date(2026, 11, 17)),
        ("a year ago", date(2025, 11, 30), date(2025, 12, 1)),
        ("9 months", date(2026, 2, 28), date(2026, 3, 1)),
    ],
)
def test_what_is_usually_written_means_these_days(text, first, end):
    assert period(text, TODAY) == (first, end)


@pytest.mark.parametrize(
    "text",
    [
        "03/11/2026",
        "3.11.2026",
        "2026-02-30",
        "31 Nov",
        "soon",
        "",
        "99999 years",
        "6m",
        "0000",
        "x" * 999,
    ],
)
def test_what_is_no_day_or_two_days_is_refused_and_says_how_to_write_it(text):
    with pytest.raises(ValueError, match="2026-11-03"):
        period(text, TODAY)
