"""Search over what is held: every kind in one ranking, one hit a fact, disputes carried."""

import brain_packets as made
import pytest
from agent_si.vendor.brain import find
from agent_si.vendor.brain.errors import OutOfTime
from agent_si.vendor.brain.grammar import RECORD_KINDS
from agent_si.vendor.text import words


def search(brain, text, **how):
    return brain.search(words.query(text), **how)


def keep(brain, text, **how):
    return brain.submit(*made.said(text, **how))[1].rows[0]


@pytest.fixture
def office(brain):
    keep(
        brain,
        "The Brisbane office lease moves on 14 March 2027",
        key=made.LEASE,
        value="14 March 2027",
    )
    keep(brain, "The spare keys are in the blue box", title="Spare keys")
    keep(brain, "Dana Okafor runs the workshop on Tuesdays", kind="person", title="Dana Okafor")
    keep(brain, "Nightjar is what we call the new till", kind="project", title="Nightjar")
    keep(brain, "We still have to call the landlord back", kind="work", title="Call the landlord")
    return brain


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When does the Brisbane lease move?", "fact"),
        ("where are the spare keys", "note"),
        ("who runs the workshop", "person"),
        ("what is Nightjar", "project"),
        ("do we have to call somebody", "work"),
    ],
)
def test_every_kind_of_row_is_found_in_one_ranking(office, question, kind):
    """R32: records, facts, people, projects, open work."""
    assert search(office, question)[0].kind == kind


def test_a_hit_says_what_it_is_and_which_words_it_holds(office):
    """R35: keywords, and no more than that."""
    hit = search(office, "When does the Brisbane lease move?")[0]
    assert hit.id == made.LEASE
    assert hit.quote == "The Brisbane office lease moves on 14 March 2027"
    assert hit.at == "2026-05-01T08:00:00.000000Z"
    assert hit.terms_hit == {"brisbane", "lease", "move"}
    assert hit.audience == ("mine",)
    assert search(office, "relocation of premises in Queensland") == []


@pytest.mark.parametrize("kind", RECORD_KINDS)
def test_a_record_is_found_by_title_body_quote_and_tag(brain, kind):
    ident = keep(
        brain, "walrus words stand in it", kind=kind, title="pelican", body="ibis", tags=["heron"],
    )  # fmt: skip
    for word in ("walrus", "pelican", "ibis", "heron"):
        assert [hit.id for hit in search(brain, word)] == [ident]


@pytest.mark.parametrize(
    "question", ["office.brisbane.lease_move_date", "lease_move_date", "14 March 2027", "brisbane"]
)
def test_a_fact_is_found_by_key_and_value(office, question):
    assert search(office, question)[0].id == made.LEASE


@pytest.mark.parametrize("name", ["MEM-4711", "llm.max_tokens", "C++", "v6.2", "src/app/main.py"])
def test_identifiers_are_found_whole(brain, name):
    ident = keep(brain, f"It is about {name} and nothing else here", title="Right")
    keep(brain, "It is about MEM and 4711, llm, max, tokens, C, v6, src", title="Wrong")
    assert search(brain, name)[0].id == ident


@pytest.mark.parametrize("name", ["Jean-Luc", "jean-luc", "Moreau"])
def test_a_name_with_a_hyphen_is_found_whole_and_by_its_parts(brain, name):
    ident = keep(brain, "Jean-Luc Moreau repairs the lift on Mondays", title="Lift repairs")
    keep(brain, "Jean sings on Mondays, and Luc plays the organ", title="Choir")
    assert search(brain, name)[0].id == ident
    assert len(search(brain, "Jean Luc")) == 2


@pytest.mark.parametrize(
    "question",
    ["office.brisbane.lease_move_date", "lease_move_date", "office brisbane", "lease move date"],
)
def test_a_key_is_found_whole_and_by_its_parts(office, question):
    keep(office, "The date of the move to the other office is open", title="Other office")
    assert search(office, question)[0].id == made.LEASE


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("新办公室在静安区南京西路一千二百号", "静安的办公室"),
        ("会議は東京の事務所で行います、担当は佐藤さんです", "東京"),
        ("새 사무실은 강남역 근처에 있고 월요일에 엽니다", "강남역은 어디"),
        ("我们用 Postgres 作为新项目的数据库系统", "Postgres 数据库"),
    ],
)
def test_words_of_scripts_without_spaces_are_found_also_among_latin_ones(brain, text, question):
    ident = keep(brain, text, title="One")
    keep(brain, "The spare keys are in the blue box", title="Two")
    assert [hit.id for hit in search(brain, question)] == [ident]


def test_a_fact_is_one_hit_however_many_claims_it_has(brain):
    for number in range(30):
        keep(
            brain,
            f"Note {number}: the lift is serviced on Mondays",
            key="lift.service_day",
            value="Monday",
        )
    keep(brain, "The lift is painted green all over", title="Lift colour")
    hits = search(brain, "lift", limit=5)
    assert [hit.kind for hit in hits].count("fact") == 1
    assert len(hits) == 2


def test_more_rows_are_looked_at_where_one_fact_fills_the_first(brain, monkeypatch):
    monkeypatch.setattr(find, "POOL", 1)
    for number in range(30):
        keep(
            brain,
            f"Note {number}: the lift is serviced on Mondays",
            key="lift.service_day",
            value="Monday",
        )
    keep(brain, "There is one lift, and it is old and green and slow and loud", title="Colour")
    assert len(search(brain, "lift", limit=2)) == 2


def test_a_disputed_fact_is_found_and_marked(office):
    """R47, R86: the mark is on every hit."""
    keep(office, "No, the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    for question in ("Brisbane lease", "21 March", "14 March"):
        assert search(office, question)[0].disputed


def test_a_value_that_was_settled_away_is_not_shown_as_the_answer(office):
    text = "No, the lease moves on 21 March 2027"
    keep(office, text, key=made.LEASE, value="21 March 2027", occurred_at="2026-05-02T08:00:00Z")
    office.submit(
        *made.settled(
            "it changed", key=made.LEASE, value="21 March 2027", others={"14 March 2027": "changed"}
        )
    )
    hit = search(office, "is it 14 March?")[0]
    assert (hit.id, hit.quote, hit.disputed) == (made.LEASE, text, False)


def test_a_value_that_was_withdrawn_leads_nowhere_and_the_others_stay(office):
    keep(office, "No, the lease moves on 21 March 2027", key=made.LEASE, value="21 March 2027")
    first = office.fact(made.LEASE).claims[0]
    office.submit(made.person({"op": "withdraw", "target": first.id}))
    hit = search(office, "21 March")[0]
    assert (hit.id, hit.disputed) == (made.LEASE, False)
    assert all("14" not in each.quote for each in search(office, "lease 14"))


def test_a_fact_under_two_keys_is_found_by_either(office):
    """Also by the one under which nobody has claimed anything."""
    office.submit(made.packet({"op": "describe_key", "key": "site.relocation", "description": "x"}))
    assert search(office, "site.relocation") == []
    alias = made.person({"op": "alias_key", "key": made.LEASE, "to": "site.relocation"})
    office.submit(alias)
    for question in ("site.relocation", "relocation", made.LEASE, "lease_move_date"):
        assert search(office, question)[0].id == "site.relocation"
    office.submit(made.person({"op": "undo", "packet": alias.id}))
    assert search(office, "site.relocation") == []
    assert search(office, made.LEASE)[0].id == made.LEASE


def test_rows_that_may_not_be_seen_take_no_place_in_the_answer(brain):
    for number in range(30):
        keep(
            brain, f"Pump number {number} is painted green all over", title="Pump",
            audience="telegram:direct:9",
        )  # fmt: skip
    ident = keep(brain, "There is some pump in the cellar of the other house", title="Cellar")
    assert [hit.id for hit in search(brain, "pump", limit=1, audiences=["mine"])] == [ident]
    assert search(brain, "pump", audiences=[]) == []


def test_a_name_weighs_more_than_a_mention(brain):
    keep(brain, "The kettle stands next to the blue box", title="Kettle", body="The box is blue.")
    ident = keep(brain, "It is where we put all of it", title="Blue box")
    assert search(brain, "blue box")[0].id == ident


def test_a_long_text_does_not_win_by_its_length(brain):
    long = " ".join(f"word{number} keys and spare parts" for number in range(300))
    keep(brain, "Here is the whole inventory of the house", title="Inventory", body=long)
    ident = keep(brain, "The spare keys are in the blue box", title="Keys")
    assert search(brain, "where are the spare keys")[0].id == ident


def test_what_was_withdrawn_or_revised_away_is_not_found(office):
    note = office.records("note")[0]
    citation = made.cite(note.citations[0].source.id, "The spare keys are in the blue box")
    op = {"op": "revise_record", "record": note.id, "title": "Second set", "body": "In the hall."}
    office.submit(made.packet(op | {"citations": [citation]}))
    assert search(office, "hall")[0].id == note.id
    claim = office.fact(made.LEASE).claims[0]
    office.submit(
        made.person({"op": "withdraw", "target": note.id}, {"op": "withdraw", "target": claim.id})
    )
    assert search(office, "spare keys hall second") == []
    assert search(office, "Brisbane lease") == []


def test_equal_rows_come_newest_first_and_then_by_id(brain):
    older, *same = (
        keep(brain, "The lift is painted green all over", title="Lift", occurred_at=day)
        for day in ("2026-04-30T08:00:00Z", "2026-05-01T08:00:00Z", "2026-05-01T08:00:00Z")
    )
    assert [hit.id for hit in search(brain, "green lift")] == [*sorted(same), older]


@pytest.mark.parametrize(
    "question", ["", "the and of", '"', "*", "a OR NOT NEAR(", "\x00", "\ud800", "😀"]
)
def test_any_question_is_answered_with_a_list(office, question):
    assert isinstance(search(office, question), list)


def test_a_limit_is_kept_and_nothing_is_asked_below_one(office):
    assert len(search(office, "the lease, the keys, the workshop, the till", limit=2)) == 2
    assert search(office, "lease", limit=0) == []


def test_the_commoner_words_of_a_question_only_weigh_what_the_rarer_ones_bring(brain, monkeypatch):
    for number in range(20):
        keep(brain, f"The pump number {number} is tested in the hall", title=f"Pump {number}")
    keep(brain, "Something in the attic is a Nightjar too", title="Other")
    ident = keep(brain, "The pump in the attic is a Nightjar pump", title="Attic")
    monkeypatch.setattr(find, "AFFORDABLE", 5)
    hits = search(brain, "nightjar pump tested")
    assert [hit.title for hit in hits] == ["Attic", "Other"]
    assert hits[0].id == ident
    assert len(search(brain, "pump", limit=50)) == 21, "one word is always asked"
    assert len(search(brain, "pump hall", limit=50)) == 20


def test_of_a_word_that_is_everywhere_the_newest_rows_are_read(brain, monkeypatch):
    monkeypatch.setattr(find, "LONGEST", 4)
    for number in range(10):
        day = f"2026-05-{number + 1:02}T08:00:00Z"
        keep(brain, f"The pump is tested for time {number}", title="Log", occurred_at=day)
    hits = search(brain, "pump")
    assert [hit.quote[-1] for hit in hits] == ["9", "8", "7", "6"]
    assert all(hit.terms_hit == {"pump"} for hit in hits)


def test_a_search_ends_in_time(office):
    with pytest.raises(OutOfTime), office.within(0):
        [search(office, "lease keys workshop") for _ in range(1000)]
    assert search(office, "lease")


def test_a_long_question_reads_less_of_each_common_word_and_still_finds_its_fact(
    brain, monkeypatch
):
    for number in range(20):
        keep(brain, f"The pump in hall {number} is tested in spring", title=f"Hall {number}")
    ident = keep(brain, "The Nightjar pump is tested in spring in the attic", title="Attic")
    monkeypatch.setattr(find, "READ", 40)
    hits = search(brain, "was the nightjar pump tested in the attic hall that spring")
    assert hits[0].id == ident
    assert hits[0].terms_hit == {"nightjar", "pump", "tested", "attic", "spring"}


@pytest.mark.parametrize("longest", [10_000, 1])
@pytest.mark.parametrize(
    "question",
    ["Brisbane lease move", "14 March", "blue box keys Dana", "Nightjar till, C++ landlord"],
)
def test_the_terms_of_a_hit_are_those_that_stand_in_it(office, question, longest, monkeypatch):
    monkeypatch.setattr(find, "LONGEST", longest)
    query = words.query(question)
    hits = office.search(query)
    assert hits
    for hit in hits:
        fact = office.fact(hit.id) if hit.kind == "fact" else None
        more = f"{fact.key} {fact.value}" if fact else ""
        text = f"{hit.title}\n{hit.text}\n{hit.quote}\n{more}"
        assert hit.terms_hit == words.hits(query, text)
