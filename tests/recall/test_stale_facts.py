"""Facts that were corrected, or said long before they were kept."""

from datetime import timedelta

import pytest
from at_terminal import Person, run
from world import KEY, World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=["hermes"])


def test_an_old_value_is_never_shown_alone(here):
    """PEERS 12: both values with their dates, and that they disagree, however it is asked."""
    here.keep_date("14 March 2027", 0)
    here.clock.now += timedelta(days=3)
    here.keep_date("21 March 2027", 0)
    here.refresh()
    for ask in (
        "when does the Brisbane office lease move",
        "14 March 2027 lease",
        "21 March lease",
    ):
        lines = [hit.line for hit in here.recall(ask)]
        assert "14 March 2027 (you, 2026-11-30)" in lines[0], ask
        assert "21 March 2027 (you, 2026-12-0" in lines[0], ask
        assert "disputed" in lines[0]
        assert not [line for line in lines[1:] if "14 March" in line or "21 March" in line]


def test_what_corrects_stands_where_what_it_corrects_stood(here):
    """PEERS 13: a correction does not compete with what it corrects: they are one row."""
    names = ["lease", "rent", "permit", "contract", "licence", "deposit", "meter", "garage"]
    for name in names:
        for value in ("4 May 2027", "9 May 2027"):
            quote = f"the {name} of the Cairns store ends on {value}"
            said = here.talk(f"{quote} I read")
            here.remember(said, quote, key=f"store.cairns.{name}_end", value=value)
            here.clock.now += timedelta(minutes=1)
        key = f"store.cairns.{name}_end"
        newest = Person("1", "w", "")
        assert run(here, "settle", key, person=newest)[0] == 0
    for name in names:
        first = here.recall(f"when does the {name} of the Cairns store end")[0]
        assert first.id == f"store.cairns.{name}_end"
        assert first.values[0] == "9 May 2027"
        assert "4 May" not in first.line


def test_every_line_has_the_day_it_was_said_not_the_day_it_was_kept(here):
    """PEERS 16, 20: what was said on Monday and kept on Thursday is of Monday."""
    quote = "the Brisbane office lease moves on 14 March 2027"
    talk = here.talk(quote)
    here.clock.now += timedelta(days=3)
    here.remember(talk, quote, key=KEY, value="14 March 2027")
    here.refresh()
    hits = here.recall("Brisbane office lease moves")
    assert [hit.date for hit in hits] == ["2026-11-30"] * len(hits)
    assert all(" 2026-11-30 " in hit.line for hit in hits)
