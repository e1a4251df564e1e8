"""Disputes settled as people speak: the two values shown, the person's answer, what becomes of it.

Each answer goes the whole way: kept twice, shown in a tool result, answered, `kind="settle"`.
"""

import pytest
from world import World

OLD, NEW = "14 March 2027", "21 March 2027"
CHANGED, WRONG, KEEPS = (NEW, "changed"), (NEW, "wrong"), (OLD, "wrong")
ASKS = None  # refused, with every value spelled out

ANSWERS = [
    ("en", "it changed, the 21st is right", CHANGED),
    ("en", "no, 14 was wrong", WRONG),
    ("en", "yes, the 21st", ASKS),
    ("en", "the second one", ASKS),
    ("en", "yes", ASKS),
    ("en", "it changed", ASKS),
    ("en", "It got moved, so the 21st.", CHANGED),
    ("en", "the landlord pushed it to the 21st", CHANGED),
    ("en", "it used to be the 14th, it's the 21st now", CHANGED),
    ("en", "my mistake, the 14th was wrong", WRONG),
    ("en", "keep the 14th, the other one is a typo", KEEPS),
    ("en", "the newer one is right, it changed in August", CHANGED),
    ("en", "the first one, the other one was wrong", WRONG),
    ("en", "I hope it changed to the 21st", ASKS),
    ("en", "2027-03-21 is right, the other date changed", CHANGED),
    ("zh", "改了，二十一号是对的", CHANGED),
    ("zh", "14号是错的", WRONG),
    ("zh", "以前是14号，现在是21号", CHANGED),
    ("zh", "没变，还是14号，21号搞错了", KEEPS),
    ("zh", "十四号不对，二十一号才是对的，我之前说错了", WRONG),
    ("zh", "是的", ASKS),
    ("zh", "改了", ASKS),
    ("de", "Hat sich geändert, der 21. stimmt", CHANGED),
    ("de", "nein, der 14. war ein Tippfehler, es ist der 21.", WRONG),
    ("de", "wurde auf den 21. verschoben", CHANGED),
    ("de", "ja", ASKS),
    ("es", "cambió, el 21 es correcto", CHANGED),
    ("es", "no, el 14 estaba mal", WRONG),
    ("es", "sí, el 21", ASKS),
    ("fr", "ça a changé, c'est le 21", CHANGED),
    ("fr", "le 14 était une erreur de ma part", WRONG),
    ("fr", "oui", ASKS),
    ("ja", "変わりました、21日が正しいです", CHANGED),
    ("ja", "14日は間違いでした", WRONG),
    ("ja", "はい", ASKS),
    ("pt", "mudou, agora é dia 21", CHANGED),
    ("it", "no, il 14 era sbagliato", WRONG),
    ("nl", "het is veranderd, de 21e klopt", CHANGED),
    ("ru", "раньше было 14-е, теперь 21-е", CHANGED),
    ("ko", "바뀌었어요, 21일이 맞아요", CHANGED),
    ("sv", "den 14:e var fel", WRONG),
    ("pl", "14 to był błąd", WRONG),
]
FRAMES = [
    "translate to German: it changed, the 21st is right",
    "it changed, the 21st is right, or so I was told",
    "the party is on the 21st now",
    "Dana says it changed, the 21st is right",
    "if it changed, the 21st is right",
    "did it change to the 21st?",
    'print("it changed, the 21st is right")',
    "pretend you are the landlord: it changed, the 21st is right",
    "the Perth office moves on the 21st now, it changed",
    "翻译成英文：改了，二十一号是对的",
    "听说改了，二十一号是对的",
    "聚会现在改到二十一号了",
    "Übersetze ins Englische: es hat sich geändert, der 21. stimmt",
    "Dana dice que cambió, el 21 es correcto",
]


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return World(tmp_path_factory.mktemp("spoken"), principal="Alex", index_sessions=False)


@pytest.fixture
def key(here):
    """A key of its own for each answer, disputed; `here.asked` is where both were just shown."""
    key = f"office.brisbane.lease_move_date_{here.talks}"
    here.asked = dispute(here, key, (OLD, NEW))
    return key


def dispute(here, key, values):
    """Each value said and kept in a conversation of its own; the last one shows them."""
    for value in values:
        said = f"the Brisbane office lease moves on {value}"
        talk = here.talk(f"{said} says the landlord")
        kept = here.remember(talk, said, key=key, value=value, fact=f"The lease moves on {value}.")
        here.clock.now = here.clock.now.replace(microsecond=0)
    assert kept["disputed"] is True
    return talk


def answered(here, talk, key, words):
    here.says(talk, words)
    return here.call(talk, "brain_remember", kind="settle", key=key, quote=words)


def test_the_table_is_as_long_as_promised_and_reaches_both_ends_in_english_and_chinese():
    assert len(ANSWERS) >= 40
    assert len({lang for lang, _, _ in ANSWERS}) >= 3
    for lang in ("en", "zh"):
        told = {expected for each, _, expected in ANSWERS if each == lang}
        assert told >= {CHANGED, WRONG, KEEPS, ASKS}


@pytest.mark.parametrize(("lang", "words", "expected"), ANSWERS)
def test_an_answer_settles_as_it_is_meant_or_both_options_are_spelled_out(
    here, key, lang, words, expected
):
    """R46, R48, R49: the person decides, in the words they have; nothing is picked for them."""
    got = answered(here, here.asked, key, words)

    fact = here.call(here.talk(), "brain_get", id=key)
    assert {claim["value"] for claim in fact["claims"]} == {OLD, NEW}
    if expected is ASKS:
        assert got["refused"] == "unclear_answer"
        assert OLD in got["message"]
        assert NEW in got["message"]
        assert "Ask a person" in got["message"]
        assert fact["disputed"] is True
        return
    value, was = expected
    assert (got.get("value"), got.get("others")) == (
        value, [{"value": NEW if value == OLD else OLD, "was": was}],
    ), got  # fmt: skip
    assert got["quote"] == words
    assert fact["value"] == value


@pytest.mark.parametrize("words", FRAMES)
def test_words_in_a_frame_settle_nothing(here, key, words):
    got = answered(here, here.asked, key, words)

    assert got["refused"] == "unclear_answer", got
    assert OLD in got["message"]
    assert here.call(here.talk(), "brain_get", id=key)["disputed"] is True


def test_the_same_sentence_without_a_dispute_shown_before_settles_nothing(here, key):
    talk = here.talk("good morning, how are you today?")
    got = answered(here, talk, key, "it changed, the 21st is right")

    assert got["refused"] == "not_shown"
    assert here.call(here.talk(), "brain_get", id=key)["disputed"] is True


def test_an_answer_may_be_followed_by_a_question_of_its_own(here, key):
    got = answered(here, here.asked, key, "it changed, the 21st is right. What is the weather?")

    assert got.get("value") == NEW, got


def test_it_changed_is_enough_where_the_person_has_just_stated_the_new_value_themselves(here):
    """Story 10: the words before say which, the answer says how."""
    key = "team.headcount_spoken"
    for words, value in (
        ("we are twelve people this year", "twelve people"),
        ("no, we are nine people since August", "nine people"),
    ):
        talk = here.talk(words)
        kept = here.remember(talk, words, key=key, value=value, fact=f"The team has {value}.")
    assert kept["disputed"] is True
    got = answered(here, talk, key, "yes")
    assert got["refused"] == "unclear_answer"
    got = answered(here, talk, key, "it changed")
    assert got["refused"] in ("unclear_answer", "not_shown"), "it is no longer just before"

    other = here.talk(words)
    here.remember(other, words, key=key, value=value, fact=f"The team has {value}.")
    got = answered(here, other, key, "it changed")
    assert (got.get("value"), got.get("others")) == (
        "nine people", [{"value": "twelve people", "was": "changed"}],
    ), got  # fmt: skip


def test_one_of_three_values_is_told_apart_and_the_others_are_filed(here):
    key = "office.brisbane.three_values"
    values = (OLD, NEW, "28 March 2027")
    talk = dispute(here, key, values)
    here.call(talk, "brain_get", id=key)

    refused = answered(here, talk, key, "not the 14th")
    assert all(value in refused["message"] for value in values)
    here.call(talk, "brain_get", id=key)
    got = answered(here, talk, key, "it changed, the 28th is right")

    assert got["value"] == "28 March 2027"
    assert {each["value"]: each["was"] for each in got["others"]} == {
        OLD: "changed", NEW: "changed",
    }  # fmt: skip


def test_undoing_a_settlement_opens_the_dispute_again(here, key):
    got = answered(here, here.asked, key, "it changed, the 21st is right")
    assert got["settled"] is True
    with here.memory.brain(readonly=False) as brain:
        settled = brain.fact(key).settled
        brain.submit(person({"op": "undo", "packet": settled.packet}))

    fact = here.call(here.talk(), "brain_get", id=key)
    assert fact["disputed"] is True
    assert "Ask a person" in str(fact)


def person(op):
    from agent_si.vendor.brain.packet import Packet

    return Packet("person", (op,), via="tty")
