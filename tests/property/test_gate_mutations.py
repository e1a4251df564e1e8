"""Every rule of the gate is turned off in turn, and a labelled case sees it.

The rules are read out of the code: each function of the gate's modules that answers with a
reason, a yes or no, or flags. So a new rule without a case of its own in tests/data fails here.
Turned off, a rule answers what it answers where it does not hold: None, False, no flags.
"""

import importlib
import inspect
import json
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import evidence, validate
from agent_si.vendor.brain.errors import PacketRefused
from agent_si.vendor.text import attribution, clean, names, quote

DATA = Path(__file__).resolve().parent.parent / "data"
# Helpers that make the forms of a name or a verb, and no rules.
MAKES = {"_tunes", "_present"}
ATTRIBUTION = (
    "attribution",
    "attributed",
    "ellipsis",
    "english",
    "english_facts",
    "english_idioms",
    "predicate",
    "unowned",
    "names",
    "languages",
    "tongues",
    "runs",
)
QUOTE = ("quote", "stance", "speakers", "frames", "units", "wanted")
PACKAGE = attribution.__name__.rpartition(".")[0]
OFF = {"bool": False, "str | None": None, "set[str]": set()}
# What the engine asks of a stored quote.
STANDS = [
    ("rent the old mill", "we rent the old mill", True),
    ("ent the old mill", "we rent the old mill", False),
]
# They permit; turned off, they permit everything.
PERMIT = {"edge", "stands", "is_informative"}
MOST = 300  # cases of one rule that are asked again


def lines_of(name):
    text = (DATA / f"gate_{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def attributes(case):
    names = tuple(case["nicknames"])
    if "key" in case:
        return attribution.key_needs_own_words(case["key"], case["principal"], names) is not None
    return attribution.needs_own_words(case["claim"], case["principal"], names) is not None


def attribution_cases():
    return [
        (lambda case=case: attributes(case), case["needs_own_words"])
        for case in lines_of("attribution") + lines_of("keys")
    ]


def conversation(case):
    """What the person typed in a case, and what the assistant said."""
    messages, said = [], []
    for place, row in enumerate(case["messages"]):
        if row["role"] == "assistant":
            said.append(row["text"])
        counts = row["role"] == "user" and row["author"] == "owner" and "session" not in row
        if counts and row["state"] in ("active", "compacted") and row["addressed"]:
            text = clean.typed(row["text"], names={"owner"})
            messages.append(quote.typed_message(f"m{place}", text, heard=len(said)))
    return messages, said


def quote_cases():
    found = []
    for case in lines_of("quotes"):
        messages, said = conversation(case)
        wanted = (case["expect"], tuple(case["flags"]), case.get("code"))
        ask = partial(resolved, case["quote"], messages, said)
        found.append((ask, wanted))
    return found + [
        (lambda words=words, text=text: quote.stands(words, text), there)
        for words, text, there in STANDS
    ]


def resolved(words, messages, said):
    try:
        span = quote.resolve(words, messages, foreign=said)
    except quote.QuoteRefused as refused:
        return "reject", (), refused.code
    return "accept", span.flags, None


def rules_of(modules):
    """The functions of these modules that answer yes or no, with a reason, or with flags."""
    for name in modules:
        module = importlib.import_module(f"{PACKAGE}.{name}")
        for function in vars(module).values():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            own = own and function.__name__ not in MAKES
            if own and function.__annotations__.get("return") in map(_type, OFF):
                yield function


def _type(written):
    return {"bool": bool, "str | None": str | None, "set[str]": set[str]}[written]


def off_value(function):
    if function.__name__ in PERMIT:
        return True
    kind = function.__annotations__["return"]
    return next(value for written, value in OFF.items() if _type(written) == kind)


def replace(monkeypatch, function, other):
    """Put `other` in the place of a function wherever a module of the gate holds it."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(PACKAGE + "."):
            continue
        for attribute, value in list(vars(module).items()):
            if value is function:
                monkeypatch.setattr(module, attribute, other)
            elif isinstance(value, tuple) and any(each is function for each in value):
                changed = tuple(other if each is function else each for each in value)
                monkeypatch.setattr(module, attribute, changed)
    names.names_of.cache_clear()


class Suite:
    """Labelled cases, and for each rule those in which it holds."""

    def __init__(self, modules, cases):
        self.rules = list(rules_of(modules))
        self.cases = cases
        self.where = defaultdict(dict)
        with pytest.MonkeyPatch.context() as patch:
            for rule in self.rules:
                replace(patch, rule, self._watched(rule))
            for number, (ask, _) in enumerate(cases):
                self._now = number
                ask()
        names.names_of.cache_clear()

    def _watched(self, rule):
        seen, off = self.where[rule], off_value(rule)

        def watched(*args, **named):
            answer = rule(*args, **named)
            if bool(answer) is not bool(off):
                seen[self._now] = True
            return answer

        return watched

    def is_missed(self, rule, monkeypatch):
        off = off_value(rule)
        replace(monkeypatch, rule, lambda *args, **named: off)
        there = list(self.where[rule])
        step = max(1, len(there) // MOST)
        first = there[::step]
        asked = [*first, *(number for number in there if number not in set(first))]
        return any(self.cases[number][0]() != self.cases[number][1] for number in asked)


@pytest.fixture(autouse=True)
def fresh_names():
    """No name that was read under a rule turned off is remembered."""
    yield
    names.names_of.cache_clear()


SUITES = {}


def suite(kind):
    """Made once, when the first test asks."""
    if kind not in SUITES:
        modules, cases = {
            "attribution": (ATTRIBUTION, attribution_cases),
            "quote": (QUOTE, quote_cases),
        }[kind]
        SUITES[kind] = Suite(modules, cases())
    return SUITES[kind]


def named(rules):
    return [
        pytest.param(rule, id=f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}")
        for rule in rules
    ]


@pytest.mark.parametrize("kind", ["attribution", "quote"])
def test_every_case_is_right_with_every_rule_on(kind):
    """Otherwise a mistake would pass for a rule that is missed."""
    assert [number for number, (ask, label) in enumerate(suite(kind).cases) if ask() != label] == []


@pytest.mark.parametrize("rule", named(rules_of(ATTRIBUTION)))
def test_no_attribution_rule_is_idle(rule, monkeypatch):
    assert suite("attribution").is_missed(rule, monkeypatch)


@pytest.mark.parametrize("rule", named(rules_of(QUOTE)))
def test_no_quote_rule_is_idle(rule, monkeypatch):
    assert suite("quote").is_missed(rule, monkeypatch)


LUNCH = "I had lunch with Priya at the corner place today"
PERTH = "Last night I decided to move to Perth after the summer"
DECIDED = {"key": "alex.home", "value": "Perth", "statement": "Alex decided to move to Perth."}
IN_KEY = {"key": "alex.decided_to_move", "value": "Perth", "statement": "The move is planned."}
ASKED = "Should I say that Alex decided to move to Perth next year?"
PACKETS = {
    "no citation": (lambda: [made.packet(made.record("x"))], "citation"),
    "no such source": (
        lambda: [made.packet(made.record("x", made.cite("b" + "0" * 20, "y")))],
        "citation",
    ),
    "other words": (lambda: made.said(LUNCH, quote="I had dinner with Priya at"), "quote"),
    "inside a word": (lambda: made.said(LUNCH, quote="ad lunch with Priya at the"), "quote"),
    "four words": (lambda: made.said(LUNCH, quote="I had lunch with"), "quote"),
    "no quote": (lambda: bare(LUNCH), "quote"),
    "about lunch": (lambda: made.said(LUNCH, **DECIDED), "attribution"),
    "a question": (lambda: made.said(ASKED, **DECIDED), "attribution"),
    "only in the key": (lambda: made.said(LUNCH, **IN_KEY), "attribution"),
    "said in the key": (lambda: made.said(PERTH, **IN_KEY), None),
    "another person": (
        lambda: made.said(PERTH, author="person", author_name="Priya Nair", **DECIDED),
        "attribution",
    ),
    "own words": (lambda: made.said(PERTH, **DECIDED), None),
    "a fact": (lambda: made.said(LUNCH, title="Lunch"), None),
}


def bare(text):
    source, _ = made.said(text)
    return source, made.packet(made.record("x", made.cite(source.row(0))))


def answered(directory):
    """What becomes of each packet in a brain of its own: a code, or None for kept."""
    found = {}
    for number, (name, (packets, _)) in enumerate(PACKETS.items()):
        with made.new_brain(directory / str(number)) as brain:
            try:
                brain.submit(*packets())
                found[name] = None
            except PacketRefused as refusal:
                found[name] = refusal.code
            except (KeyError, AttributeError, ValueError, TypeError):
                found[name] = "a later step stumbled"
    return found


def evidence_rules():
    """Functions of evidence.py; one that only words a refusal answers with a text."""
    for function in vars(evidence).values():
        own = inspect.isfunction(function) and function.__module__ == evidence.__name__
        if own and function.__annotations__.get("return") is not str:
            yield function


def idle(function):
    """What a function of evidence.py answers when it is off."""
    returns = function.__annotations__.get("return")
    if returns is None:
        return lambda *args, **named: None
    if returns == int | None:
        return lambda *args, **named: 0
    return lambda *args, **named: ()


def test_each_packet_is_answered_as_it_is_labelled(tmp_path):
    assert answered(tmp_path) == {name: code for name, (_, code) in PACKETS.items()}


@pytest.mark.parametrize("rule", named(evidence_rules()))
def test_no_rule_of_the_engines_gate_is_idle(rule, monkeypatch, tmp_path):
    """The same for the part that reads packets; all of validate.RULES: test_brain_rules.py."""
    off = idle(rule)
    monkeypatch.setattr(evidence, rule.__name__, off)
    rules = tuple(off if each is rule else each for each in validate.RULES)
    monkeypatch.setattr(validate, "RULES", rules)
    assert answered(tmp_path) != {name: code for name, (_, code) in PACKETS.items()}


def test_every_rule_of_the_gate_stands_in_the_list_of_rules():
    """A check that nothing asks would be on in its file and off in the program."""
    checks = {rule.__name__ for rule in evidence_rules() if rule.__name__.startswith("check_")}
    assert checks <= {rule.__name__ for rule in validate.RULES}
