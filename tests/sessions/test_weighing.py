"""What weighs in the ranking of messages, each by a small story, and that age does not."""

import itertools
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.forgotten import Forgotten
from agent_si.vendor.sessions import ingest
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.record import Message, Reading, Session
from agent_si.vendor.text import when, words

BENCH = Path(__file__).resolve().parent.parent.parent / "bench"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FILLER = "The weather stayed dull and the kettle needed an hour before it sang at last."


def kept(path, talks, ages):
    """An index of talks, lists of (role, text); `ages` are in days, one for each."""
    index = SessionIndex.open(path)
    with Forgotten.open(path.with_name("forgotten.db")) as forgotten, dbfile.transaction(index._db):
        for number, (talk, age) in enumerate(zip(talks, ages, strict=False)):
            begun = NOW - timedelta(days=age)
            said = tuple(
                Message(f"{place}", place, role, _ms(begun + timedelta(minutes=place)), text)
                for place, (role, text) in enumerate(talk)
            )
            reading = Reading("read", Session(f"t{number}", started=_ms(begun)), said)
            ingest.keep(index._db, "hermes", f"t{number}", reading, forgotten)
    return index


def _ms(at):
    return int(at.timestamp() * 1000)


def ask(index, text, limit=20):
    """Names of messages, best first: talk:place."""
    hits = index.search(words.query(text), limit=limit, times=when.spans(text, NOW))
    return [hit.locator.split(":", 1)[1] for hit in hits]


@pytest.fixture
def told(tmp_path):
    """The best hit for a question, where these talks were had among forty others."""

    def best(question, *talks, ages=()):
        others = [[("user", f"{FILLER} Number {n}."), ("assistant", FILLER)] for n in range(40)]
        every = [*talks, *others]
        index = kept(tmp_path / "sessions.db", every, itertools.chain(ages, itertools.repeat(30)))
        try:
            return ask(index, question)[0]
        finally:
            index.close()

    return best


def test_what_a_person_said_comes_before_what_the_assistant_said(told):
    line = "The quince tree goes behind the shed."
    talk = [("assistant", line), ("user", f"{line} Yes.")]
    assert told("where does the quince tree go", talk) == "t0:1"


def test_a_session_about_the_question_comes_before_a_message_beside_the_matter(told):
    """R78: a session is found as a whole."""
    stray = [("user", "A quince and a lantern."), ("user", FILLER)]
    whole = [
        ("user", "Let us speak of the lantern. It hangs by the quince."),
        ("user", "The quince is old."),
        ("user", "The lantern is new, the quince will need it."),
    ]
    assert told("quince lantern", stray, whole).startswith("t1")


def test_a_short_message_comes_before_a_long_one_with_the_same_words(told):
    talk = [
        ("user", "The quince is ripe."),
        ("user", f"{FILLER * 20} The quince is ripe. {FILLER * 20}"),
    ]
    assert told("quince ripe", talk) == "t0:0"


def test_a_long_session_does_not_win_by_its_length(told):
    long = [("user", f"Quince, and then: {FILLER} {n}.") for n in range(2)]
    long += [("user", f"{FILLER} Again {n}.") for n in range(120)]
    short = [("user", f"Quince, and then: {FILLER} A."), ("user", f"Quince, and then: {FILLER} B.")]
    assert told("quince", long, short, ages=[1, 30]).startswith("t1")


def test_two_words_of_a_question_beat_one_word_many_times(told):
    many = [("user", "quince " * 30)]
    both = [("user", f"The quince by the lantern. {FILLER}")]
    assert told("quince lantern", many, both, ages=[1, 30]) == "t1:0"


def test_the_words_of_the_one_who_is_asked_about_come_first(told):
    talk = [
        ("user", "Mara: Iven, was the quince sour?"),
        ("user", "Iven: The quince was sour, and I told Mara."),
    ]
    assert told("Iven quince sour", talk) == "t0:1"


def test_what_was_said_at_the_time_that_is_named_comes_first(told):
    early, late = ([("user", f"The quince was sour, {word}.")] for word in ("really", "again"))
    assert told("what about the quince in September", early, late, ages=[70, 1]) == "t0:0"


def test_a_word_of_asking_weighs_less_than_what_is_asked_about(told):
    asking = [("user", "A summary, please, of the shed.")]
    about = [("user", "The quince was planted by the shed."), ("user", "More quince is to come.")]
    others = [[("user", f"Some quince {n}, they say, in a basket.")] for n in range(6)]
    assert told("a summary of the quince", asking, about, *others) != "t0:0"


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("where did we go", "We went to the shed."),
        ("who bought the lantern", "I will buy one with a handle."),
        ("any photography", "Here is a photo of it."),
        ("what did the child say", "My children sang."),
    ],
)
def test_other_forms_of_a_word_are_found(told, question, line):
    assert told(question, [("user", line)]) == "t0:0"


def test_the_form_that_was_asked_for_comes_first(told):
    other, typed = [("user", "Then we went by the shed.")], [("user", "Then we go by the shed.")]
    more = [("user", "We go.")]
    assert told("go shed", other, [*typed, *more], ages=[1, 30]).startswith("t1")


@pytest.fixture(scope="module")
def own_sets():
    """Talks and questions of bench/data: the talks by name, and (text, name) of each question."""
    sys.path.insert(0, str(BENCH))
    try:
        import sets
    finally:
        sys.path.remove(str(BENCH))
    sessions, questions = sets.chatter(150), []
    for name in ("code.txt", "languages.txt"):
        more, asked = sets.read(name, "code")
        sessions, questions = sessions + more, questions + asked
    talks = {
        each["id"]: [(turn["role"], turn["text"]) for turn in each["turns"]] for each in sessions
    }
    return talks, [(each.text, each.session) for each in questions]


def right(path, own_sets, ages, first):
    """Which questions bring their session among the `first` of the messages' sessions."""
    talks, questions = own_sets
    names = list(talks)
    found = []
    index = kept(path, talks.values(), ages)
    try:
        for text, session in questions:
            hits = [names[int(hit.split(":")[0][1:])] for hit in ask(index, text)]
            found.append(session in list(dict.fromkeys(hits))[:first])
    finally:
        index.close()
    return found


def test_most_questions_of_our_own_sets_bring_their_session_first(tmp_path, own_sets):
    """A guard against a slip in what weighs; bench/RESULTS.md has what was measured."""
    found = right(tmp_path / "sessions.db", own_sets, itertools.repeat(30), first=1)
    assert sum(found) >= 0.95 * len(found)


def test_nothing_fades(tmp_path, own_sets):
    """R78: the same sessions are found where the oldest are the newest, years apart."""
    count = len(own_sets[0])
    ages = [1 + 3 * n for n in range(count)]
    once = right(tmp_path / "once.db", own_sets, ages, first=5)
    again = right(tmp_path / "again.db", own_sets, ages[::-1], first=5)
    assert once == again
