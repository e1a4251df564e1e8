"""Which time a question means, on an invented Wednesday in a zone east of UTC."""

from datetime import datetime, timedelta, timezone

import pytest
from agent_si.vendor.text import when

ZONE = timezone(timedelta(hours=10))
NOW = datetime(2026, 11, 18, 9, 30, tzinfo=ZONE)  # a Wednesday


def read(text):
    return [
        (begin.strftime("%Y-%m-%d %H"), end.strftime("%Y-%m-%d %H"))
        for begin, end in when.spans(text, NOW)
    ]


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("what did we decide last week?", "2026-11-09 00", "2026-11-16 00"),
        ("what did I say about the lease in March", "2026-03-01 00", "2026-04-01 00"),
        ("the crane we ordered two months ago", "2026-09-01 00", "2026-10-01 00"),
        ("the crane we ordered 3 weeks ago", "2026-10-25 00", "2026-11-01 00"),
        ("what was it, a year ago?", "2025-01-01 00", "2026-01-01 00"),
        ("Which harbour did I name yesterday evening?", "2026-11-17 17", "2026-11-18 00"),
        ("and last night?", "2026-11-17 18", "2026-11-18 04"),
        ("what did I tell you this morning", "2026-11-18 05", "2026-11-18 12"),
        ("the call on Monday", "2026-11-16 00", "2026-11-17 00"),
        ("what happened on 3 Nov 2025?", "2025-11-03 00", "2025-11-04 00"),
        ("what happened on November 3rd, 2025?", "2025-11-03 00", "2025-11-04 00"),
        ("the fees of 2025-11-03", "2025-11-03 00", "2025-11-04 00"),
        ("what happened on 2025-11-03?", "2025-11-03 00", "2025-11-04 00"),
        ("what happened on 03.11.2025?", "2025-11-03 00", "2025-11-04 00"),
        ("what happened on 25/11/2025?", "2025-11-25 00", "2025-11-26 00"),
        ("the plan of December", "2025-12-01 00", "2026-01-01 00"),
        ("in the last week of October 2025", "2025-10-25 00", "2025-11-01 00"),
        ("at the beginning of June", "2026-06-01 00", "2026-06-11 00"),
        ("what did we order in May 2025?", "2025-05-01 00", "2025-06-01 00"),
        ("what I earned in 2024", "2024-01-01 00", "2025-01-01 00"),
        ("Was war am 3. März 2026?", "2026-03-03 00", "2026-03-04 00"),
    ],
)
def test_a_time_is_read_against_the_clock_and_in_the_zone_of_the_person(text, begin, end):
    """In the forms in which people name it."""
    assert read(text) == [(begin, end)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "may I see the march of the penguins",
        "what happened on 03/11/2025?",
        "version 1.2.2024-rc",
        "what happened on 31 February 2026?",
        "in 9999999 years",
        "the second of the two",
    ],
)
def test_what_is_no_time_or_two_times_is_not_guessed(text):
    assert read(text) == []


def test_of_many_times_the_first_few_are_read_and_a_log_costs_nothing():
    log = "2026-11-01 12:00:00 start\n" * 40_000
    assert read(log) == [("2026-11-01 00", "2026-11-02 00")]
    assert len(read(" ".join(f"2026-10-{day:02d}" for day in range(1, 20)))) == when.MOST
