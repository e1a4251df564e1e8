"""How a language is written down for the attribution rule.

One row a kind of word, `name: words …`; a row goes on until the next name. Words are compared
folded (tokens.fold: lower case, no accents). A word is the beginning of words unless a full stop
follows it: `entsch` is entschied and Entscheidung, `will.` is only will. `_` stands for a space.
The tables are in tongues_west.py, tongues_latin.py, tongues_north.py, tongues_east.py and
tongues_south.py; tongues.py reads them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from . import lazy
from .sentences import Token
from .tokens import fold

_ROW = lazy.regex(r"\s*([a-z]+):(.*)")


@dataclass(frozen=True, slots=True)
class Stems:
    """Whole words, beginnings of words, and phrases of two or three words."""

    whole: frozenset[str]
    begin: tuple[str, ...]
    phrases: tuple[str, ...]
    heads: frozenset[str]  # the first words of the phrases

    def at(self, words: Sequence[Token], place: int) -> bool:
        """Does one of them stand at this place of a sentence?"""
        word = words[place].low
        if "." in word[1:-1] or "/" in word:
            return False  # a name of a file: decision.txt
        if word in self.whole or word.startswith(self.begin):
            return True
        if word not in self.heads:
            return False
        ahead = " ".join(other.low for other in words[place : place + 3])
        return any(ahead == phrase or ahead.startswith(phrase + " ") for phrase in self.phrases)


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language, by the kinds of words that matter here."""

    glue: frozenset[str]  # common words by which the language is known
    he: frozenset[str]  # he, she, they as subject
    i: frozenset[str]  # I, we as subject
    own: frozenset[str]  # my, our, his, her
    role: Stems  # user, owner
    mind: Stems  # verbs of deciding, wanting, believing, saying
    fact: Stems  # verbs of plain facts
    thought: Stems  # decision, wish, opinion
    mute: frozenset[str]  # verbs of mind that need no subject
    label: frozenset[str]  # Decision:, Preference:
    says: frozenset[str]  # according to, before a name
    after: frozenset[str]  # according to, after a name
    by: frozenset[str]  # before the doer of a passive
    of: frozenset[str]  # between a thought and its owner
    prep: frozenset[str]  # before one who is not the subject
    lead: frozenset[str]  # may stand before the subject
    cases: bool  # names take endings
    ends: bool  # the verb stands last
    nobody: re.Pattern[str]  # it was decided; up to four words may stand between its words


def tongue(table: str) -> Tongue:
    """Read a table; a row that is left out is empty."""
    rows: dict[str, list[str]] = {}
    row: list[str] = []
    for line in table.splitlines():
        found = _ROW.fullmatch(line)
        if found:
            row = rows.setdefault(found[1], [])
        row.extend(
            re.sub(" +", " ", fold(word).replace("_", " ")).strip()
            for word in (found[2] if found else line).split()
        )

    def words(name: str) -> frozenset[str]:
        return frozenset(rows.get(name, ()))

    def stems(name: str) -> Stems:
        return _stems(rows.get(name, []))

    return Tongue(
        glue=words("glue"),
        he=words("he"),
        i=words("i"),
        own=words("own"),
        role=stems("role"),
        mind=stems("mind"),
        fact=stems("fact"),
        thought=stems("thought"),
        mute=words("mute"),
        label=words("label"),
        says=words("says"),
        after=words("after"),
        by=words("by"),
        of=words("of"),
        prep=words("prep"),
        lead=words("lead"),
        cases="cases" in rows,
        ends="ends" in rows,
        nobody=_phrases(rows.get("nobody", [])),
    )


def _stems(words: list[str]) -> Stems:
    return Stems(
        whole=frozenset(word[:-1] for word in words if word.endswith(".") and " " not in word),
        begin=tuple(word for word in words if not word.endswith(".") and " " not in word),
        phrases=tuple(word.rstrip(".") for word in words if " " in word),
        heads=frozenset(word.split()[0] for word in words if " " in word),
    )


def _phrases(phrases: list[str]) -> re.Pattern[str]:
    gaps = (r" (?:[^ ]+ ){0,4}?".join(map(re.escape, phrase.split())) for phrase in phrases)
    return lazy.regex("|".join(f"(?:{phrase}(?= |$))" for phrase in gaps) or "(?!)")
