"""Which line comes first: sessions as wholes, times, repeats, and age that never counts."""

from datetime import UTC, datetime

import pytest
from agent_si.vendor.recall.memory import Memory
from world import World


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=True)


def session(number):
    return f"5f1c0f7e-2d57-4c39-9a11-6a1f0c5f{number:04d}"


def told(here, number, *lines, at="2026-11-0{day}T09:00:00.000Z", day=1):
    """A session of the person's lines, all said at one time; every second line is an answer."""
    file = here.claude(session=session(number))
    for place, line in enumerate(lines):
        stamp = at.format(day=day)
        file.answer(line, timestamp=stamp) if place % 2 else file.prompt(line, timestamp=stamp)
    return file


def first(here, query, **how):
    return [hit.snippet for hit in here.recall(query, limit=20, **how)]


FILLER = [f"Let us look at the timber list, page {n}." for n in range(40)]


def test_a_session_is_found_as_a_whole_and_its_best_message_stands_for_it(here):
    """What a question holds may stand in several messages of one talk."""
    told(here, 1, "We sail to Bergen with the cutter.", "Good.", "Ingrid brings the charts.", "Ok.")
    told(here, 2, "Ingrid wrote about the parcel.", "Fine.", "It came on Tuesday.", "Ok.")
    told(here, 3, "The charts of sales are late.", "Fine.", "I will wait.", "Ok.")
    here.refresh()

    assert set(first(here, "Ingrid's charts for sailing to Bergen")[:2]) == {
        "Ingrid brings the charts.",
        "We sail to Bergen with the cutter.",
    }


def test_at_most_two_messages_of_a_session_are_among_the_hits(here):
    told(here, 1, *[line for n in range(8) for line in (f"The cutter leaks at rib {n}.", "Noted.")])
    told(here, 2, "Is the cutter insured?", "Yes.")
    here.refresh()

    hits = here.recall("where does the cutter leak, which rib?", limit=5)

    assert sum("leaks at rib" in hit.snippet for hit in hits) == 2
    assert any("insured" in hit.snippet for hit in hits)


def test_a_long_session_does_not_win_by_its_length(here):
    long = [line for filler in FILLER for line in (filler, "The cutter, yes.")]
    told(here, 1, *long, "The cutter is being painted, I think.", "Ok.")
    told(here, 2, "The cutter is painted dark green.", "Ok.", day=2)
    here.refresh()

    assert first(here, "which green is the cutter painted?")[0] == (
        "The cutter is painted dark green."
    )


def test_a_session_of_five_minutes_does_not_lose_by_being_short(here):
    told(here, 1, "The mast step is rotten and needs oak.", "Ok.", day=3)
    told(here, 2, *[line for filler in FILLER for line in (filler, "Oak for the mast?")], day=1)
    here.refresh()

    assert first(here, "what does the mast step need?")[0].startswith("The mast step is rotten")


def test_what_is_said_again_and_again_is_one_hit_with_a_count(here):
    """R20: five lines are five things."""
    for number in range(6):
        sign = "!" if number % 2 else "."
        told(here, number, f"the bilge pump takes 40 litres a minute{sign}", "Ok.")
    told(here, 7, "The bilge pump takes 45 litres a minute.", "Ok.")
    here.refresh()

    hits = here.recall("how many litres does the bilge pump take?", limit=5)

    assert len(hits) == 2
    counted = {hit.snippet[21:30]: hit.marks for hit in hits}
    assert counted == {"40 litres": ("said 6 times",), "45 litres": ()}


MONTHS = ("2026-03-12", "2026-06-20", "2026-10-14", "2026-11-23", "2026-12-01")


@pytest.mark.parametrize(
    ("query", "day"),
    [
        ("what did I say in March about the harbour fees?", "2026-03-12"),
        ("what did I say on 20 June about the harbour fees?", "2026-06-20"),
        ("harbour fees, two months ago", "2026-10-14"),
        ("what did I say last week about the harbour fees?", "2026-11-23"),
        ("the harbour fees of yesterday evening", "2026-12-01"),
        ("the harbour fees of 2026-06-20", "2026-06-20"),
    ],
)
def test_a_time_in_the_question_brings_what_was_said_then(here, query, day):
    """Against the clock and the zone that are passed in: it is 2 December 2026, a Wednesday."""
    here.clock.now = datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
    for number, each in enumerate(MONTHS):
        told(here, number, f"Harbour fees, note {number}.", "Ok.", at=f"{each}T19:00:00.000Z")
    here.refresh()

    assert here.recall(query, limit=20)[0].date == day


def test_the_zone_of_the_person_decides_which_day_it_was(here):
    from zoneinfo import ZoneInfo

    from agent_si.vendor.recall import settings

    told(here, 1, "The harbour fees rise.", "Ok.", at="2026-11-28T20:00:00.000Z")
    told(here, 2, "The harbour fees fall.", "Ok.", at="2026-11-29T20:00:00.000Z")
    here.refresh()
    now = datetime(2026, 11, 30, 2, 0, tzinfo=UTC)

    def asked(zone):
        memory = Memory(settings.load(here.home), clock=lambda: now, zone=zone)
        return memory.recall("what of the harbour fees yesterday?").hits[0].snippet

    assert asked(ZoneInfo("UTC")) == "The harbour fees fall."
    assert asked(ZoneInfo("Pacific/Honolulu")) == "The harbour fees rise."


def test_age_breaks_ties_and_does_nothing_more(here):
    """Never faded: the older and better line is above any number of newer and worse ones."""
    told(here, 1, "The keel bolts are of bronze.", "Ok.", at="2019-02-03T09:00:00.000Z")
    for number in range(2, 6):
        told(here, number, f"The keel is {number} m long.", "Ok.", day=number)
    told(here, 7, "Sam said: anchor chain, please.", "Ok.", at="2019-02-03T09:00:00.000Z")
    told(here, 8, "Ann said: anchor chain, please.", "Ok.", at="2026-02-03T09:00:00.000Z")
    here.refresh()

    assert first(here, "what are the keel bolts made of?")[0] == "The keel bolts are of bronze."
    assert [hit.date for hit in here.recall("the anchor chain")] == ["2026-02-03", "2019-02-03"]


def test_the_order_is_the_same_whatever_the_clock_says(here):
    """Never faded, the guard row: with all defaults no age is looked at."""
    for number in range(9):
        told(here, number, f"The sail loft note {number} of the spinnaker.", "Ok.", day=number + 1)
    here.refresh()
    query = "the spinnaker at the sail loft, note 4"

    here.clock.now = datetime(2026, 11, 30, tzinfo=UTC)
    now = here.recall(query, limit=20)
    here.clock.now = datetime(2046, 11, 30, tzinfo=UTC)

    assert here.recall(query, limit=20) == now


def test_words_of_the_person_a_question_names_are_above_words_about_them(here):
    told(here, 1, "Mara: I like the red sail best.\nJon: hm", "Ok.")
    told(here, 2, "Jon: Mara told me of the sail she likes best, a sail from Nantes.", "Ok.")
    here.refresh()

    assert first(here, "which sail does Mara like?")[0].startswith("Mara: I like")


def test_the_same_question_of_the_same_store_has_the_same_bytes_and_the_block_is_a_part(here):
    for number in range(12):
        told(here, number, f"The winch {number} of the cutter wants grease.", "Ok.")
    here.refresh()
    query = "which winch of the cutter wants grease?"

    searched = [hit.line for hit in here.recall(query, limit=20)]
    injected = [hit.line for hit in here.block(query).hits]

    assert [hit.line for hit in here.recall(query, limit=20)] == searched
    assert injected
    assert [line for line in searched if line in injected] == injected
