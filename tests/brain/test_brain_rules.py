"""The gate and the other rules, in their order, each refusal with the words that mend the call."""

import brain_packets as made
import pytest
from agent_si.vendor.brain import validate
from agent_si.vendor.brain.errors import (
    AttributionRefused,
    PacketRefused,
    QuoteNotFound,
    SecretRefused,
)

LUNCH = "I had lunch with Priya at the corner place today"
PERTH = "Last night I decided to move to Perth after the summer"


def refused(brain, *packets, kind=PacketRefused):
    """The refusal; and nothing at all was written."""
    before = brain.stats()
    with pytest.raises(kind) as refusal:
        brain.submit(*packets)
    assert brain.stats() == before
    assert refusal.value.as_dict() == {"code": refusal.value.code, "message": refusal.value.message}
    return refusal.value


def keep(brain, text=LUNCH, **how):
    return brain.submit(*made.said(text, **how))


# --- citations ---


def test_every_row_needs_a_citation(brain):
    """R84: a source and a locator."""
    for op in (made.record("x"), made.claim("a.b", "x")):
        assert refused(brain, made.packet(op)).code == "citation"


def test_a_source_that_is_not_there_is_refused(brain):
    refusal = refused(brain, made.packet(made.record("x", made.cite("b" + "0" * 20, "y"))))
    assert refusal.code == "citation"
    assert "before the row" in refusal.message


def test_a_source_counts_from_its_own_operation_on(brain):
    ops = (
        made.record("x", made.cite("@1", LUNCH)),
        made.source(LUNCH, kind="document", author="unknown"),
    )
    assert refused(brain, made.person(*ops)).code == "citation"
    brain.submit(made.person(ops[1], made.record("x", made.cite("@0", LUNCH))))


def test_a_row_is_no_source(brain):
    note = keep(brain)[1].rows[0]
    assert refused(brain, made.packet(made.record("x", made.cite(note, LUNCH)))).code == "citation"


# --- quotes ---


@pytest.mark.parametrize(
    "quote",
    [
        "I had lunch with Priya at the corner shop",
        "i had lunch with priya at the corner place",
        "had lunch with Priya at the corner plac",
        "ad lunch with Priya at the corner place",
        "lunch Priya corner place today",
    ],
)
def test_a_quote_that_is_not_in_its_source_letter_for_letter_is_refused(brain, quote):
    """R41, R52, R85: contiguous, at word edges."""
    refusal = refused(brain, *made.said(LUNCH, quote=quote), kind=QuoteNotFound)
    assert refusal.code == "quote"
    assert "letter for letter" in refusal.message
    assert "Priya" not in refusal.message, "a refusal never suggests words to copy"


def test_five_words_are_the_floor(brain):
    """R41: four refused, five accepted."""
    refusal = refused(brain, *made.said(LUNCH, quote="I had lunch with"), kind=QuoteNotFound)
    assert "five" in refusal.message
    keep(brain, quote="I had lunch with Priya")


def test_the_floor_is_for_words_that_a_person_typed(brain):
    """Nothing stands between a document and its own three words."""
    op = made.source("Valid until 2031", kind="document", author="unknown")
    source = made.packet(op, agent="hermesuser")
    brain.submit(source, made.packet(made.record("x", made.cite(source.row(0), "until 2031"))))


def test_other_people_are_quoted_with_five_words_too(brain):
    how = {"author": "person", "author_name": "Priya Nair"}
    refused(brain, *made.said(LUNCH, quote="I had lunch", **how), kind=QuoteNotFound)
    keep(brain, title="Lunch", **how)


def test_a_message_is_never_cited_without_a_quote(brain):
    source, _ = made.said(LUNCH)
    note = made.packet(made.record("x", made.cite(source.row(0))))
    assert refused(brain, source, note, kind=QuoteNotFound).code == "quote"


def test_a_quote_from_two_sources_joined_is_in_neither(brain):
    """R41."""
    first, second = (made.packet(made.source(text), agent="hermesuser") for text in (LUNCH, PERTH))
    quote = "at the corner place today Last night I decided"
    for source in (first, second):
        note = made.packet(made.record("x", made.cite(source.row(0), quote)))
        refused(brain, first, second, note, kind=QuoteNotFound)


def test_a_place_that_is_given_is_where_the_quote_stands(brain):
    text = "the lift is old and slow, yes, the lift is old and slow"
    quote = "the lift is old and slow"
    source = made.packet(made.source(text), agent="hermesuser")
    brain.submit(
        source, made.packet(made.record("Lift", made.cite(source.row(0), quote, start=31)))
    )
    assert brain.records()[0].citations[0].start == 31
    wrong = made.packet(made.record("Lift 2", made.cite(source.row(0), quote, start=30)))
    assert "leave `start` out" in refused(brain, wrong, kind=QuoteNotFound).message


def test_the_place_of_a_quote_is_found_where_none_is_given(brain):
    keep(
        brain,
        "well, as I said: the lift is old and slow",
        quote="the lift is old and slow",
        title="x",
    )
    assert brain.records()[0].citations[0].start == 17


# --- attribution ---

DECIDED = {"key": "alex.home", "value": "Perth", "statement": "Alex decided to move to Perth."}


def test_a_decision_without_the_principals_words_about_it_is_refused(brain):
    """R7, R53: the quote is about lunch."""
    refusal = refused(brain, *made.said(LUNCH, **DECIDED), kind=AttributionRefused)
    assert refusal.code == "attribution"
    assert "Quote the sentence in which Alex says it" in refusal.message
    assert "neutrally" in refusal.message


def test_a_refusal_is_a_code_and_one_sentence_that_survives_every_road(brain):
    """R54: what the rules said is what is handed on, word for word."""
    import pickle

    refusal = refused(brain, *made.said(LUNCH, **DECIDED))
    again = pickle.loads(pickle.dumps(refusal))
    assert type(again) is type(refusal)
    assert again.as_dict() == {"code": "attribution", "message": str(refusal)}


def test_the_same_words_with_the_right_quote_pass(brain):
    """R53."""
    keep(brain, PERTH, **DECIDED)


def test_a_neutral_wording_passes_on_any_quote(brain):
    """R53: neutral rewording."""
    keep(brain, **(DECIDED | {"statement": "The move to Perth is planned."}))


@pytest.mark.parametrize("field", ["statement", "title", "value"])
def test_every_field_of_a_claim_is_looked_at(brain, field):
    claim = (
        DECIDED | {"statement": "The move is planned."} | {field: "Alex decided to move to Perth"}
    )
    refused(brain, *made.said(LUNCH, **claim), kind=AttributionRefused)


@pytest.mark.parametrize("field", ["title", "body"])
def test_every_field_of_a_note_is_looked_at(brain, field):
    note = {"title": "Moving"} | {field: "Alex decided to move to Perth"}
    refused(brain, *made.said(LUNCH, **note), kind=AttributionRefused)


def test_a_revision_is_looked_at_too(brain):
    keep(brain, title="Moving")
    record = brain.records()[0]
    citation = made.cite(record.citations[0].source.id, LUNCH)
    op = {"op": "revise_record", "record": record.id, "body": "Alex decided to move to Perth"}
    refused(brain, made.packet(op | {"citations": [citation]}), kind=AttributionRefused)


def test_another_persons_words_carry_no_decision_of_the_principal(brain):
    how = {"author": "person", "author_name": "Priya Nair"}
    refused(brain, *made.said(PERTH, **DECIDED, **how), kind=AttributionRefused)


def test_a_flagged_quote_carries_none(brain):
    """A question decides nothing."""
    text = "Should I say that Alex decided to move to Perth next year?"
    refusal = refused(brain, *made.said(text, **DECIDED), kind=AttributionRefused)
    assert "question" in refusal.message


def test_what_the_collector_saw_flags_a_quote_too(brain):
    source = made.packet(made.source(PERTH), agent="hermesuser")
    citation = made.cite(source.row(0), PERTH, flags=["echo"])
    claim = made.packet(made.claim("alex.home", "Perth", citation, statement=DECIDED["statement"]))
    assert "echo" in refused(brain, source, claim, kind=AttributionRefused).message


def test_a_name_alone_is_no_shared_word(brain):
    text = "Alex is what they call me at the office"
    refused(brain, *made.said(text, **DECIDED), kind=AttributionRefused)


def test_one_good_citation_among_several_is_enough(brain):
    lunch, perth = (made.packet(made.source(text), agent="hermesuser") for text in (LUNCH, PERTH))
    citations = [made.cite(lunch.row(0), LUNCH), made.cite(perth.row(0), PERTH)]
    claim = made.claim("alex.home", "Perth", *citations, statement=DECIDED["statement"])
    brain.submit(lunch, perth, made.packet(claim))


def test_without_a_principal_the_attribution_rule_is_off_and_the_quote_rule_is_not(brains):
    """R60."""
    brain = brains(principal="")
    keep(brain, **DECIDED)
    refused(
        brain, *made.said(LUNCH, quote="I had dinner with Priya at", title="x"), kind=QuoteNotFound
    )


def test_aliases_are_the_principal_too(brains):
    brain = brains(aliases=("Lex",))
    claim = DECIDED | {"statement": "Lex decided to move to Perth."}
    refused(brain, *made.said(LUNCH, **claim), kind=AttributionRefused)


# --- the rest ---


def test_a_credential_is_refused_as_such_and_not_by_the_gate(brain):
    """R30, R55: a refusal of its own kind."""
    key = "AKIA" + "QX7LM2ZP4RTB9WKD"
    refusal = refused(
        brain, *made.said(f"please deploy everything with {key} today"), kind=SecretRefused
    )
    assert refusal.code == "secret"
    assert key not in refusal.message


def test_the_rules_are_asked_in_their_order(brain):
    """Shape first, then who, then whose words, then evidence."""
    names = [rule.__name__.removeprefix("check_") for rule in validate.RULES]
    order = ["agent", "authorship", "citations", "quotes", "attribution", "links", "decisions"]
    assert [name for name in names if name in order] == order
    broken = made.record("Alex decided to move", made.cite("b" + "0" * 20, "x"))
    assert refused(brain, made.packet(broken | {"kind": "letter"}, agent="codex")).code == "shape"
    assert refused(brain, made.packet(broken, agent="codex")).code == "agent"
    assert refused(brain, made.packet(broken)).code == "citation"


@pytest.mark.parametrize("rule", range(len(validate.RULES)))
def test_every_rule_is_needed(brains, rule, monkeypatch, damage_expected):
    """Without the rule at least one of these packets would get in."""
    brain = brains()
    keep(brain)
    note = brain.records()[0]
    cited = made.cite(note.citations[0].source.id, LUNCH)
    lease = made.said("The lease moves on 14 March 2027", key=made.LEASE, value="14 March 2027")
    brain.submit(*lease)
    pairs = [{"op": "link", "relation": "blocks", "from": note.id, "to": note.id}]
    broken = {
        "check_agent": [made.packet(made.record("x", cited), agent="codex")],
        "check_shares": [
            made.person({"op": "share_key", "key": made.LEASE, "audience": "everybody"})
        ],
        "check_authorship": [made.person(made.source(LUNCH))],
        "check_secrets": made.said("deploy all of it with AKIA" + "QX7LM2ZP4RTB9WKD"),
        "check_policy": [made.person({"op": "apply_config", "toml": '[brain]\nnaem = "x"\n'})],
        "check_citations": [made.packet(made.record("x"))],
        "check_quotes": made.said(LUNCH, quote="I had dinner with Priya at"),
        "check_attribution": made.said(LUNCH, **DECIDED),
        "check_targets": [made.person({"op": "withdraw", "target": "b" + "0" * 20})],
        "check_settlements": made.settled(
            "so it is", key=made.LEASE, value="x", others={"y": "wrong"}
        ),
        "check_aliases": [made.person({"op": "alias_key", "key": "a.b", "to": "c.d"})],
        "check_undo": [made.person({"op": "undo", "packet": lease[1].id})],
        "check_links": [made.packet(*pairs)],
        "check_redactions": [made.person({"op": "redact", "targets": ["b" + "0" * 20]})],
        "check_decisions": [made.person({"op": "reject", "packet": "a" * 64})],
    }
    name = validate.RULES[rule].__name__
    refused(brain, *broken[name])
    kept = tuple(each for each in validate.RULES if each.__name__ != name)
    monkeypatch.setattr(validate, "RULES", kept)
    try:
        brain.submit(*broken[name])
    except PacketRefused as refusal:
        pytest.fail(f"another rule refused it: {refusal}")
    except (KeyError, AttributeError, ValueError):
        pass  # a later step stumbled over what the rule keeps out
