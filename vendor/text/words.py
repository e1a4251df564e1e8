"""From a question to what FTS5 is asked, and which of its words stand in a text.

A question is reduced to *terms* (informative words, two-character words of scripts without
spaces) and *identifiers* (`MEM-4711`, `llm.max_tokens`, `C++`, paths, hashes), see terms.py; at
most `TERMS` together. `match` writes the FTS5 expression and `hits` answers the same question
about one text in Python, on the same tokens (tokens.py): tests/property/test_match.py holds the
two together. `snippet` shows where they stand.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from . import forms, lazy
from .porter import stem
from .stop_words import ANY_GLUE, ASKING, SMALL_TALK, SMALL_TALK_RUNS, WEAK
from .terms import identifiers, rarest, terms
from .tokens import RUN, TOKENIZE, TOKENS, fold, indexed, plain_pieces, spans, stems

__all__ = [
    "TERMS",
    "TOKENIZE",
    "TOKENS",
    "Query",
    "asking",
    "counted",
    "found",
    "hits",
    "indexed",
    "informative",
    "is_plain",
    "match",
    "matches",
    "needles",
    "other_forms",
    "query",
    "snippet",
    "stem",
    "stems",
    "trivial",
]

# A pasted log is a normal question: it is asked by its rarest-looking words.
TERMS = 40
IDENTIFIERS = 24
HEAD, TAIL = 12_000, 4_000

_CONTROL = lazy.regex(f"[{spans('0-8 e-1f 7f d800-dfff')}]")
_COMMAND = lazy.regex(r"/[a-z][a-z0-9_-]*+(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Query:
    """What a question asks for.

    `terms` are folded, in the order of the text, no two of one stem; `identifiers` stand as
    they were typed. Both empty: there is nothing to ask.
    """

    text: str
    terms: tuple[str, ...]
    identifiers: tuple[str, ...]


def query(text: str) -> Query:
    """Read a question, a prompt or a pasted log; any string, of any length.

    Of more than 16,000 characters the first 12,000 and the last 4,000 are read.
    """
    cut = text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} {text[-TAIL:]}"
    plain = _CONTROL.sub(" ", cut)
    names, rest = identifiers(plain)
    kept = rarest(names, IDENTIFIERS)
    return Query(plain, tuple(rarest(terms(rest), TERMS - len(kept))), tuple(kept))


def match(query: Query) -> str:
    """The FTS5 expression that finds a text with any term or identifier; "" for none."""
    return " OR ".join(matches(query).values())


def matches(query: Query) -> dict[str, str]:
    """For each term and identifier the FTS5 expression that finds the texts in which it stands."""
    found = {}
    for label, words in _asked(query).items():
        quoted = [f'"{word[:-1]}"*' if word[-1] == "*" else f'"{word}"' for word in words]
        found[label] = quoted[0] if len(quoted) == 1 else f"({' AND '.join(quoted)})"
    return found


def other_forms(query: Query) -> dict[str, str]:
    """For each term that has such the FTS5 expression of its forms with other stems (forms.py).

    Those that the question has itself are left out.
    """
    asked = {stem(term) for term in query.terms}
    found = {}
    for term in query.terms:
        if is_plain(term):
            others = [f'"{form}"' for form in forms.others(term) if stem(form) not in asked]
            if others:
                found[term] = f"({' OR '.join(others)})"
    return found


def asking(query: Query) -> frozenset[str]:
    """The terms that name the answer wanted ("list", "summary") and not what it is about.

    None where there are no others.
    """
    found = ASKING.intersection(query.terms)
    rest = len(query.terms) + len(query.identifiers) - len(found)
    return found if rest else frozenset()


def needles(query: Query) -> dict[str, tuple[str, ...]]:
    """For each term and identifier the stems that must all stand in a text.

    These are words of FTS5's vocabulary; one that ends in `*` is a prefix.
    """
    return {
        label: tuple(word if word[-1] == "*" else stem(word) for word in words)
        for label, words in _asked(query).items()
    }


def hits(query: Query, text: str) -> frozenset[str]:
    """The terms and identifiers of `query` that stand in `text`, as FTS5 would find them."""
    return found(needles(query), text)


def counted(text: str, begins: tuple[str, ...] = ("",)) -> Mapping[str, int]:
    """How often each stem of a plain word stands in `text`; only of words that begin like this.

    Plain are the words between signs and spaces; those that `indexed` adds, of identifiers and of
    scripts without spaces, are not counted. A stem keeps the first letter of its word.
    """
    return Counter(stem(word) for word in plain_pieces(text) if word.startswith(begins))


def found(wanted: Mapping[str, tuple[str, ...]], text: str) -> frozenset[str]:
    """Which labels of `needles` have all their stems among those of `text`."""
    asked = [word for words in wanted.values() for word in words]
    if all(map(is_plain, asked)):
        # A stem keeps the first letter of its word: only such words need be stemmed.
        begins = tuple({word[0] for word in asked})
        present = frozenset(stem(word) for word in plain_pieces(text) if word.startswith(begins))
    else:
        present = frozenset(stems(text))
    return frozenset(
        label for label, words in wanted.items() if all(_stands(word, present) for word in words)
    )


def is_plain(word: str) -> bool:
    """Whether a word of `needles` is one that `counted` counts."""
    return word.isascii() and word.isalpha()


def informative(text: str) -> frozenset[str]:
    """Stems of the words that tell this text from another.

    No stop words and none as common as "decided" or "wants"; the pieces of identifiers count, and
    two-character words of scripts without spaces.
    """
    every = terms(_CONTROL.sub(" ", text))
    return frozenset(stem(word) for word in every if word not in WEAK)


def snippet(text: str, query: Query, width: int = 160) -> str:
    """One line of at most `width` characters around the words that match best.

    Whole words, `…` where something was left out; the beginning when nothing matches.
    """
    line = " ".join(_CONTROL.sub(" ", text).split())
    if len(line) <= width:
        return line
    room = width - 2
    begin, end = _best_window(_marks(line, query), room)
    spare = max(0, room - (end - begin))
    first = 0 if begin <= spare else begin - spare // 3
    last = min(len(line), max(end, first + room))
    if last == len(line):
        first = min(begin, max(first, last - room))
    first, last = (
        _edge(line, first, begin, step=1),
        _edge(line, min(last, first + room), end, step=-1),
    )
    cut = line[first:last].strip()
    return f"{'…' if first else ''}{cut}{'…' if last < len(line) else ''}"


def trivial(text: str) -> bool:
    """Nothing in it can be searched for: "ok", "yes please", "/new", emoji, "好的" (R22)."""
    plain = text.strip()
    if not plain or _COMMAND.match(plain):
        return True
    if len(plain) > 200 or identifiers(plain)[0]:
        return False
    rest = RUN.sub(lambda run: "" if run.group() in SMALL_TALK_RUNS else run.group(), fold(plain))
    return all(word in SMALL_TALK or word in ANY_GLUE or len(word) < 2 for word in terms(rest))


def _marks(line: str, query: Query) -> list[tuple[int, int, str, int]]:
    """Where words of the query stand: begin, end, the word, its weight; in order."""
    marks: list[tuple[int, int, str, int]] = []
    wanted: dict[str, int] = {}
    lower = line.lower() if len(line.lower()) == len(line) else line
    for label, words in needles(query).items():
        if RUN.search(label):
            marks.extend((at, at + len(label), label, 1) for at in _places(lower, label))
        else:
            wanted.update((word, 2 if label in query.identifiers else 1) for word in words)
    known: dict[str, list[str]] = {}
    apart = RUN.sub(lambda run: " " * len(run.group()), line)
    for match in re.finditer(r"\S+", apart) if wanted else ():
        chunk = match.group()
        if chunk not in known:
            known[chunk] = [word for word in set(stems(chunk)) if word in wanted]
        for word in known[chunk]:
            marks.append((match.start(), match.end(), word, wanted[word]))
    return sorted(marks)


def _places(line: str, word: str, most: int = 500) -> Iterator[int]:
    at = line.find(word)
    while at >= 0 and most:
        yield at
        at, most = line.find(word, at + 1), most - 1


def _best_window(marks: list[tuple[int, int, str, int]], room: int) -> tuple[int, int]:
    """The first stretch within `room` that holds the most different words, then the most words."""
    best, window = (0, 0), (0, 0)
    held: dict[str, int] = {}
    left = weight = 0
    for right, (_, end, word, value) in enumerate(marks):
        weight += value if not held.get(word) else 0
        held[word] = held.get(word, 0) + 1
        while left < right and end - marks[left][0] > room:
            gone = marks[left]
            held[gone[2]] -= 1
            weight -= gone[3] if not held[gone[2]] else 0
            left += 1
        if (weight, right - left) > best:
            best, window = (weight, right - left), (marks[left][0], min(end, marks[left][0] + room))
    return window


def _edge(line: str, at: int, limit: int, *, step: int) -> int:
    """The nearest place from `at` towards `limit` where no word is cut; `at` when there is none."""
    if at in (0, len(line)):
        return at
    for place in range(at, limit + step, step):
        around = line[place - 1 : place + 1]
        if not (around.isalnum() or "_" in around) or RUN.search(around):
            return place
    return at


def _asked(query: Query) -> dict[str, tuple[str, ...]]:
    names, _ = identifiers(" ".join(query.identifiers))
    asked = {name: names[name] for name in query.identifiers if name in names}
    for term in query.terms:
        asked[term] = (term + "*",) if len(term) == 1 and RUN.match(term) else (term,)
    return asked


def _stands(word: str, present: frozenset[str]) -> bool:
    if word[-1] != "*":
        return word in present
    return any(other.startswith(word[:-1]) for other in present)
