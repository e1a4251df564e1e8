"""The quote gate: which words count as the person's own, and how they are refused.

The cases in tests/data/gate_quotes.jsonl have the shape of ../shared/cases/gate: a conversation,
a quote, and what becomes of it. `conversation` picks the rows that count, as sessions/running.py
does; everything else is the rule under test.
"""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from agent_si.vendor.text import blocks, clean, cues, formatting, quote, stance, units, wrappers
from agent_si.vendor.text.fold import fold
from agent_si.vendor.text.quote import QuoteRefused, resolve, stands, typed_message, whole
from hypothesis import assume, given, settings
from hypothesis import strategies as st

DATA = Path(__file__).resolve().parent.parent / "data"
OWN = [json.loads(line) for line in (DATA / "gate_quotes.jsonl").read_text("utf-8").splitlines()]
SAID = "We should open the second bakery in Ghent before the end of August, rents are low there."


def conversation(case):
    """What the person typed here, and what the assistant said."""
    messages, foreign = [], []
    for place, row in enumerate(case["messages"]):
        if row["role"] == "assistant":
            foreign.append(row["text"])
        counts = (
            row["role"] == "user"
            and row["author"] == "owner"
            and row["state"] in ("active", "compacted")
            and row["addressed"]
            and "session" not in row
        )
        if text := clean.typed(row["text"], names={"owner"}) if counts else "":
            messages.append(typed_message(f"hermes:now:{place}", text, heard=len(foreign)))
    return messages, foreign


def outcome(case):
    messages, foreign = conversation(case)
    try:
        span = resolve(case["quote"], messages, foreign=foreign)
    except QuoteRefused as refused:
        return "reject", [], refused.code
    return "accept", list(span.flags), None


def name(case):
    return f"{case['id']}-{case['case']}"


@pytest.mark.parametrize("case", OWN, ids=name)
def test_the_gate_answers_each_of_our_cases(case):
    """R41, R52, R92: the person's own words in this conversation, copied exactly, or a refusal."""
    assert outcome(case) == (case["expect"], case["flags"], case.get("code")), case["why"]


def test_the_gate_answers_the_shared_cases(shared):
    """R41, R52, R92: the same over the labelled samples."""
    path = shared / "cases" / "gate" / "quote_dev.jsonl"
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    wrong = [
        (case["id"], case["why"])
        for case in cases
        if outcome(case)[:2]
        != (case["expect"], [flag for flag in case["flags"] if flag != "store_original"])
    ]
    assert wrong == []


def test_our_cases_cover_every_kind_and_every_refusal():
    kinds = {case["case"] for case in OWN}
    codes = {case.get("code") for case in OWN if case["expect"] == "reject"}

    assert len(OWN) >= 90
    assert len(kinds) >= 60
    assert codes == set(quote._REFUSALS)


def say(*texts):
    return [typed_message(f"m{place}", text) for place, text in enumerate(texts)]


def refused(*texts, quoted):
    with pytest.raises(QuoteRefused) as caught:
        resolve(quoted, say(*texts))
    return caught.value


def test_the_messages_own_span_is_kept_letter_for_letter():
    """R41: the stored quote is the message's own span, not the model's spelling."""
    message = "The **Polish** team ships  in “May”, OK?? Or was it June. I forgot."
    span = resolve('the polish team ships in "may", ok', say(message))

    assert span.text == "The **Polish** team ships  in “May”, OK?"
    assert message[span.start : span.end] == span.text
    assert span.flags == ("question",)
    assert (span.locator, span.also) == ("m0", ())


def test_words_said_twice_cite_the_first_message_and_name_the_others():
    span = resolve("rent the old mill in May", say(
        "we rent the old mill in May", "good morning", "yes: rent the old mill in May!"
    ))  # fmt: skip

    assert (span.locator, span.also) == ("m0", ("m2",))


def test_a_plain_statement_is_cited_before_a_flagged_one_wherever_it_stands():
    span = resolve("rent the old mill in May", say(
        "> rent the old mill in May", "if Mia agrees, rent the old mill in May",
        "we rent the old mill in May. If Mia agrees, rent the old mill in May",
    ))  # fmt: skip

    assert (span.locator, span.flags, span.also) == ("m2", (), ("m0", "m1"))
    assert span.start == 3


def test_a_message_of_the_floor_passes_and_one_letter_less_does_not():
    """STORY 8: eight Chinese letters are five words; two words and four letters are not."""
    message = "新办公室在静安区，Wi-Fi 的名字是 Nightjar-5G，下周三 demo 给 investors 看。"

    assert resolve("新办公室在静安区", say(message)).text == "新办公室在静安区"
    passed = resolve("静安区，Wi-Fi 的名字是 Nightjar-5G", say(message))
    assert passed.text == "静安区，Wi-Fi 的名字是 Nightjar-5G"
    short = refused(message, quoted="Wi-Fi 的名字是 Nightjar-5G")
    assert short.code == "quote_too_short"
    assert "4.5 of the five words" in short.message


MEASURED = {
    "": 0,
    "one two three": 3,
    "a state-of-the-art end-to-end test": 4,
    ". , -- ** !": 0,
    "12 13": 2,
    "新办公室在静安区": 5,
    "新办公室在静安": 4.375,
    "東京のオフィス": 4.375,
    "Wi-Fi 的名字是 Nightjar-5G": 4.5,
    "用Postgres吧": 2.25,
    "달에 서버를 새 장비로": 6,
    "서버를새장비로": 4.375,
    "Wi-Fi를 새로": 3.125 - 0.25,
    "ร้านใหม่ของเรา": 3.5,
    "我 们 用": 1.875,
}


@pytest.mark.parametrize(("text", "words"), MEASURED.items())
def test_five_words_are_about_as_much_to_say_in_every_script(text, words):
    assert quote.measure(text) == words


@pytest.mark.parametrize("code", sorted(quote._REFUSALS))
def test_a_refusal_says_what_is_missing_and_offers_no_words(code):
    """R54: the sentence goes to the model as it is; words to copy would come back as a quote."""
    case = next(case for case in OWN if case.get("code") == code)
    messages, foreign = conversation(case)
    with pytest.raises(QuoteRefused) as caught:
        resolve(case["quote"], messages, foreign=foreign)

    sentence = caught.value.message
    assert str(caught.value) == sentence
    assert not re.search('["“”«»:]', sentence)
    assert sentence.count(".") <= 1
    words = case["quote"].lower().split()
    assert not words or " ".join(words[:4]) not in sentence


def test_a_whole_message_settles_without_a_floor():
    """DESIGN, settling: the quote is the whole message, however short."""
    message = typed_message("m7", "it changed, the 21st is right")
    span = whole(message)
    assert (span.locator, span.text, span.start, span.end) == ("m7", message.text, 0, 29)
    assert span.flags == ()

    assert whole(typed_message("m8", "改了，二十一号是对的")).flags == ()
    assert whole(typed_message("m9", "is the 21st right?")).flags == ("question",)
    assert whole(typed_message("m10", "> the 14th\n\nno, the 21st is right")).flags == ()


def test_what_the_assistant_said_first_is_an_echo_and_what_it_repeated_is_not():
    messages = [typed_message("m0", "rent the old mill in May", heard=0)]
    foreign = ["Good: *Rent the old mill* in May."]

    assert resolve("rent the old mill in May", messages, foreign=foreign).flags == ()
    heard = [typed_message("m0", "rent the old mill in May", heard=1)]
    assert resolve("rent the old mill in May", heard, foreign=foreign).flags == ("echo",)
    unknown = [typed_message("m0", "rent the old mill in May")]
    assert resolve("rent the old mill in May", unknown, foreign=foreign).flags == ("echo",)


STANDS = [
    ("open the second bakery in Ghent", SAID, True),
    ("Open the second bakery in Ghent", SAID, False),
    ("pen the second bakery in Ghent", SAID, False),
    ("open the second bak", SAID, False),
    ("rents are low there", SAID, True),
    ("rents are low there.", SAID, True),
    ("", SAID, False),
    ("C", "we write C++ and C", True),
    ("write C", "we write C++ and C", False),
    ("静安区", "新办公室在静安区，对", True),
    ("ィス", "東京のオフィス", False),
    ("never use", "we **must** _never use_ it", True),
    ("12", "12,000", False),
    ("e", "e" + chr(0x301), False),
]


@pytest.mark.parametrize(("words", "text", "answer"), STANDS)
def test_the_engine_takes_a_quote_letter_for_letter_at_word_edges(words, text, answer):
    """R85: every quote in a row must appear in its source."""
    assert stands(words, text) is answer


@pytest.mark.parametrize("case", [c for c in OWN if c["expect"] == "accept"], ids=name)
def test_whatever_passes_stands_in_its_message_with_the_flags_it_was_given(case):
    """R41, R85: the engine, which knows nothing of formatting, finds every resolved span."""
    messages, foreign = conversation(case)
    span = resolve(case["quote"], messages, foreign=foreign)
    text = next(m.text for m in messages if m.locator == span.locator)

    assert text[span.start : span.end] == span.text
    assert stands(span.text, text)
    flags = set(quote.flags_of(text, span.start, span.end)) | {"echo"} & set(span.flags)
    assert span.flags == tuple(sorted(flags))


WORDS = st.text(alphabet=st.sampled_from("abcdeé静安のオ한서กาüABC12"), min_size=1, max_size=8)
GAPS = st.sampled_from([" ", "  ", "\n", ", ", " — ", " **", "** ", " “", "” ", "… ", "'", "-"])


@given(st.lists(st.tuples(WORDS, GAPS), min_size=6, max_size=30), st.data())
@settings(max_examples=400, deadline=None)
def test_what_is_copied_out_of_any_message_is_found_there_or_refused_with_a_reason(parts, data):
    """R41, R55: odd but honest text neither breaks the gate nor changes under it."""
    text = clean.typed("".join(word + gap for word, gap in parts))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    try:
        span = resolve(text[start:end], say(text))
    except QuoteRefused:
        return

    assert text[span.start : span.end] == span.text
    assert stands(span.text, text)
    assert fold(span.text).strip("*'\"-., ?")


@given(st.text(max_size=200), st.text(max_size=300))
@settings(max_examples=400, deadline=None)
def test_nothing_that_can_be_typed_breaks_the_gate(quoted, text):
    with suppress(QuoteRefused):
        resolve(quoted, say(clean.typed(text)))


@given(st.text(min_size=1, max_size=300))
@settings(max_examples=400, deadline=None)
def test_every_visible_letter_of_a_passage_knows_its_place(text):
    for block in blocks.blocks(text):
        assert len(block.text) == len(block.at) == len(block.code)
        assert block.at == sorted(set(block.at))
        assert all(
            char in (text[place], " ") for char, place in zip(block.text, block.at, strict=True)
        )


@given(st.lists(WORDS, min_size=6, max_size=12).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_a_quote_of_whole_words_survives_changes_of_formatting(text):
    text = clean.typed(text)
    assume(units.is_informative(text) and quote.measure(fold(text)) >= quote.FLOOR)
    found = resolve(text, say(text))

    assert resolve(f"“**{text.replace(' ', chr(0xA0)).upper()}**”…", say(text)) == found


NEVER = re.compile(r"(?!)")

# One rule turned off, and a kind of our cases that must notice.
OFF = [
    ("floor", quote, "FLOOR", 0.0, "too short"),
    ("longest", quote, "LONGEST", 10**9, "too long"),
    ("information", quote, "is_informative", lambda text: True, "repeated"),
    ("distinct words", units, "DISTINCT", 1, "cjk"),
    ("south asian letters", units, "_PART", {**units._PART, "south": 1.0}, "thai"),
    ("east asian letters", units, "_PART", {**units._PART, "east": 1.0}, "cjk mixed"),
    ("hangul letters", units, "_PART", {**units._PART, "hangul": 1.0}, "korean"),
    ("word edges", quote, "edge", lambda text, place: True, "partial word"),
    ("signs of a word", units, "_AFTER", frozenset(), "partial word"),
    ("signs before a number", units, "_SIGNS", frozenset(), "partial word"),
    ("joined words", units, "_JOINERS", frozenset(), "partial word"),
    ("katakana words", units, "_KATAKANA", NEVER, "partial word"),
    ("stacked letters", units, "_STACKERS", frozenset(), "khmer"),
    ("negations before", cues, "NEGATORS", frozenset(), "negation crop"),
    ("negations of the next word", cues, "TURNS_NEXT", NEVER, "negation crop"),
    ("that is false", cues, "TURNS_WHAT_FOLLOWS", NEVER, "negation crop"),
    ("chinese negations", cues, "HAN_NEGATION", NEVER, "negation crop"),
    ("thai negations", cues, "SOUTH_NEGATION", NEVER, "thai"),
    ("negations behind", cues, "NEGATES_BEFORE", NEVER, "negation crop"),
    ("denied behind", cues, "DENIED_AFTER", NEVER, "negation crop"),
    ("the next word", cues, "NEXT_WORD", frozenset(), "negation crop"),
    ("clauses", cues, "CLAUSE", NEVER, "negation elsewhere"),
    ("idioms", cues, "IDIOMS", NEVER, "negation elsewhere"),
    ("words of two languages", cues, "UNLESS_WITH", {}, "negation elsewhere"),
    ("lists behind a negation", stance, "_goes_on_listing", lambda onward: False, "negation crop"),
    ("parentheses", stance, "_hangs", lambda clauses: False, "negation crop"),
    ("lines above", stance.Reading, "lead", "", "negation crop"),
    ("question marks", stance, "_ASKING", "", "question crop"),
    ("questions without a mark", cues, "ASKS", NEVER, "question crop"),
    ("particles that ask", cues, "ENDS_ASKING", NEVER, "question crop"),
    ("cut out of a question", stance, "_cut_from_question", lambda *_: False, "question crop"),
    ("sentences", stance, "_STOP", NEVER, "question elsewhere"),
    ("conditions", cues, "CONDITIONS", NEVER, "conditional crop"),
    ("inverted conditions", cues, "INVERTED_CONDITION", NEVER, "conditional crop"),
    ("no conditions", cues, "NO_CONDITIONS", NEVER, "conditional elsewhere"),
    ("indirect questions", cues, "INDIRECT", NEVER, "conditional elsewhere"),
    ("reports", cues, "REPORTED", NEVER, "reported"),
    ("reports behind", cues, "REPORTED_AFTER", NEVER, "reported"),
    ("hearsay", cues, "HEARSAY", NEVER, "reported"),
    ("hypotheses", cues, "HYPOTHETICAL", NEVER, "hypothetical"),
    ("own voice", cues, "OWN_VOICE", NEVER, "own voice"),
    ("contrast", cues, "CONTRAST", NEVER, "own voice"),
    ("material", cues, "MATERIAL", NEVER, "material"),
    ("quotation marks", stance, "_quotations", lambda text: [], "quoted"),
    ("forwarded mail", blocks, "_OPENERS", blocks._OPENERS[2:], "quoted"),
    ("lines of a chat", blocks, "_OPENERS", blocks._OPENERS[:2] + blocks._OPENERS[3:], "quoted"),
    ("quotations", blocks, "_QUOTE", NEVER, "blockquote"),
    ("code blocks", blocks, "_FENCE", NEVER, "code"),
    ("code ticks", formatting, "_TICKS", NEVER, "code"),
    ("list items", blocks, "_OPENERS", blocks._OPENERS[:3], "list"),
    ("headings", blocks, "_OPENERS", blocks._OPENERS[1:], "heading"),
    ("cells", blocks, "_CELLS", NEVER, "table"),
    ("emphasis", formatting, "_MARKS", NEVER, "emphasis"),
    ("flanks of emphasis", formatting, "_may_flank", lambda *_: True, "emphasis"),
    ("links, tags, escapes", formatting, "_INLINE", NEVER, "link"),
    ("struck tags", formatting, "_STRUCK_TAGS", frozenset(), "strike"),
    ("struck words", formatting, "_merged", lambda ranges: [], "strike"),
    ("gaps", blocks.Block, "crosses_gap", lambda *_: False, "strike"),
    ("long pastes", quote, "PASTE_WORDS", 10**9, "long paste"),
    ("ends of long pastes", quote, "_TYPED_ENDS", 0, "long paste"),
    ("plain before flagged", quote, "_best", lambda spans: next(spans, None), "duplicate"),
    ("recalled blocks", clean, "_without_spans", lambda text: text, "memory block"),
    ("recall to the last end", wrappers, "RECALL", "", "memory block"),
    ("attached files", wrappers, "ATTACHED", NEVER, "attachment"),
    ("wrappers", clean, "_CUTS", (), "gateway wrapper"),
    ("skills", clean, "_CUTS", clean._CUTS[2:], "skill scaffold"),
    ("feet of skills", wrappers, "SKILL_FOOT", (), "skill scaffold"),
    ("pictures that close early", wrappers, "LOOK", NEVER, "image caption"),
    ("speakers", clean, "_own_lines", lambda text, names: text, "group prefix"),
    ("lines before", clean, "_after_history", lambda text: text, "group prefix"),
    ("names", clean, "_is_name", lambda mark: False, "group prefix"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "owner", "attribute", "off", "kind"), OFF, ids=[o[0] for o in OFF]
)
def test_without_any_one_rule_a_case_goes_wrong(monkeypatch, rule, owner, attribute, off, kind):
    """RELIABILITY E: the cases notice each rule that is missing, so none of them is idle."""
    cases = [case for case in OWN if case["case"] == kind]
    monkeypatch.setattr(owner, attribute, off)

    def answered(case):
        return outcome(case) == (case["expect"], case["flags"], case.get("code"))

    assert cases
    assert not all(map(answered, cases)), f"no case of the kind {kind!r} needs {rule}"
