"""How the writer stands to words of theirs: said, asked, supposed, reported, quoted, denied.

Words that stand in a message letter for letter can still say the opposite of it: cut out behind a
negation, or out of a question. `refusal` finds these two. Words that are the writer's but no
statement of theirs get a flag, and a flagged quote carries no decision: `flags` finds those. Both
look at the sentence around the words, and at the line that introduces it, never further.

The word lists are in cues.py. In doubt a quote is refused or flagged: then the person is asked to
say it in one sentence, which costs less than an opinion that nobody has.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from . import cues, lazy
from .blocks import Block
from .fold import fold
from .frames import is_made_up
from .speakers import is_other_speaker

NEGATED, ASKED = "quote_negated", "quote_from_question"

_WINDOW = 600  # characters of context before words; half of it behind them
_SIGHT = 2_000  # characters within which a sentence ends
_REACH = 14  # words over which a negation reaches
_WORD = lazy.regex(r"[^\W_]+(?:'[^\W_]+)*")
_KANA = lazy.regex("[ぁ-ゖァ-ヺ]")
_CLOSING = "\"'”’»」』）)\\]"
_STOP = lazy.regex(
    rf"(?P<weak>\.{{2,}}|…+|[.!?]+)[{_CLOSING}]*(?=\s|$|[^\x00-\x7f])|[。！？｡؟।។᠃]+[{_CLOSING}]*"
    rf"|(?<=[\u0370-\u03ff]);(?=\s|$)|\n+"
)
_ASKING = "?？؟⸮\N{GREEK QUESTION MARK};"
_PAIRS = {"“": "”", "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", "‘": "’", "‚": "‘’"}


class Reading:
    """One passage, with the places of its quotation marks and what introduces it."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.text = block.text

    @cached_property
    def quotations(self) -> list[tuple[int, int]]:
        """What stands between quotation marks."""
        return list(_quotations(self.text))

    @cached_property
    def lead(self) -> str:
        """The last sentence of the passage that introduces this one, folded."""
        lead = self.block.lead[-_WINDOW:].rstrip()
        stops = [stop.end() for stop in _STOP.finditer(lead) if stop.end() < len(lead)]
        return fold(lead[stops[-1] if stops else 0 :]).strip() + " " if lead else ""

    def touched(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The sentences that share a letter with `text[start:end]`, as (start, end)."""
        first, limit = max(0, start - _SIGHT), min(len(self.text), end + _SIGHT)
        stops = (s.end() for s in _STOP.finditer(self.text, first, limit) if _ends(self.text, s))
        for stop in chain(stops, (limit,)):
            if any(map(str.isalnum, self.text[max(first, start) : min(stop, end)])):
                yield first, stop
            if stop >= end:
                return
            first = stop


def refusal(reading: Reading, start: int, end: int) -> str | None:
    """Why `text[start:end]` may not stand alone: NEGATED, ASKED, or None."""
    if 0 not in reading.block.code:
        return None
    sentences = list(reading.touched(start, end))
    if any(_cut_from_question(reading, sentence, start, end) for sentence in sentences):
        return ASKED
    if not sentences:
        return None
    left = reading.text[max(sentences[0][0], start - _WINDOW) : start]
    right = reading.text[end : min(sentences[-1][1], end + _WINDOW // 2)]
    lead = "" if sentences[0][0] else reading.lead
    is_negated = _negated_before(
        lead + fold(left), fold(reading.text[start:end][:_WINDOW] + right), reading.text
    ) or _negated_after(fold(right))
    return NEGATED if is_negated else None


def flags(reading: Reading, start: int, end: int) -> set[str]:
    """What keeps `text[start:end]` from being a plain statement of its writer."""
    found: set[str] = set()
    is_code = 0 not in reading.block.code[start:end]
    for first, last in () if 0 not in reading.block.code else reading.touched(start, end):
        begin, stop = max(first, start - _WINDOW), min(last, end + _WINDOW // 2)
        left = reading.lead + fold(reading.text[begin : max(begin, start)])
        inside = fold(reading.text[max(begin, start) : min(stop, end)][: 4 * _WINDOW])
        right = fold(reading.text[min(stop, end) : stop])
        checks = {
            "question": _asks(reading, (first, last)),
            "conditional": _is_conditional(left + cues.INDIRECT.sub(" ", inside + right)),
            "reported": _is_reported(left + inside, right)
            or is_other_speaker(reading.text, max(first, start))
            or is_made_up(
                _told_before(reading, first), left + inside + right, _next(reading, last)
            ),
            "quoted": cues.MATERIAL.search(left) is not None,
        }
        found.update(flag for flag, holds in checks.items() if holds)
    # in code the marks of quotation are its own
    marked = not is_code and any(a <= start and end <= b for a, b in reading.quotations)
    if reading.block.is_quoted or marked:
        found.add("quoted")
    if is_code:
        found.add("code")
    return found


def _told_before(reading: Reading, first: int) -> str:
    return reading.lead + fold(reading.text[max(0, first - 2 * _WINDOW) : first])


def _next(reading: Reading, last: int) -> str:
    return fold(reading.text[last : last + 80])


def _ends(text: str, stop: re.Match[str]) -> bool:
    """Whether a sentence ends at what may be its end."""
    after = text[stop.end() : stop.end() + 60].lstrip(" \t")
    goes_on = after[:1].islower()
    mark = stop["weak"]
    if stop[0][0] == "\n":
        before = text[max(0, stop.start() - 1) : stop.start()]
        return not goes_on or before in ".!?:;…" or bool(cues.ASKS.match(after.lower()))
    if mark == ".":
        known = cues.ABBREVIATIONS if goes_on or after[:1].isdigit() else cues.TITLES
        return not _is_short(text, stop.start(), known)
    if not mark or not goes_on:
        return True
    return mark[0] in "!?" and stop[0][-1] not in ")]）"


def _is_short(text: str, place: int, known: frozenset[str]) -> bool:
    word = text[max(0, place - 12) : place].rpartition(" ")[2].lower().lstrip("(\"'“„«")
    return word in known or (len(word) == 1 and word.isalpha() and word != "i")


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Between marks that open and close; a straight mark opens before a word and closes after."""
    waiting: dict[str, int] = {}
    for place, char in enumerate(text):
        if char in _PAIRS or char in "\"'”’»」』“‘":
            for opener, start in waiting.items():
                if _closes(text, place, opener):
                    yield start + 1, place
                    del waiting[opener]
                    break
            else:
                if _opens(text, place):
                    waiting[char] = place


def _opens(text: str, place: int) -> bool:
    char, after = text[place], text[place + 1 : place + 2]
    before = text[place - 1 : place] if place else " "
    if not after or after.isspace():
        return False
    is_opener = char in _PAIRS and char not in "‘‚»"
    return is_opener or before.isspace() or before in "([{:-—"


def _closes(text: str, place: int, opener: str) -> bool:
    char, after = text[place], text[place + 1 : place + 2]
    if char not in _PAIRS.get(opener, opener):
        return False
    return char not in "\"'’" or not after.isalnum()


def _asks(reading: Reading, sentence: tuple[int, int]) -> bool:
    start, end = _core(reading.text, *sentence)
    text = reading.text
    if any(mark in text[end : sentence[1]] for mark in _ASKING):
        return True
    head = fold(text[start : start + 160])
    if cues.INVERTED_CONDITION.match(head):
        return False
    opens = "¿" in text[sentence[0] : end] or _opens_asking(head)
    return opens or bool(cues.ENDS_ASKING.search(fold(text[max(start, end - 60) : sentence[1]])))


def _opens_asking(head: str) -> bool:
    if cues.ASKS.match(head):
        return True
    address, comma, _ = head[:40].partition(", ")
    return bool(comma and len(address.split()) <= 4 and cues.ASKS.match(head[len(address) + 2 :]))


def _core(text: str, start: int, end: int) -> tuple[int, int]:
    """`text[start:end]` without what is no letter or digit at its ends."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return start, end


def _cut_from_question(reading: Reading, sentence: tuple[int, int], start: int, end: int) -> bool:
    first, last = _core(reading.text, *sentence)
    is_whole = start <= first and end >= last
    if is_whole or not _asks(reading, sentence):
        return False
    if end < last:
        return True
    left_out = fold(reading.text[first:start]).rstrip()
    still_asks = cues.ASKS.match(fold(reading.text[start : start + 160]))
    return not (still_asks and left_out[-1:] in ",:;-" and len(left_out.split()) <= 4)


def _is_conditional(sentence: str) -> bool:
    plain = cues.NO_CONDITIONS.sub(" ", sentence)
    if cues.CONDITIONS.search(plain) or cues.INVERTED_CONDITION.match(plain.lstrip()):
        return True
    first = cues.CONDITIONS_FIRST.search(plain.lstrip())
    return bool(first and (first[1] != "se" or cues.ONLY_WITH["se"].search(plain)))


def _is_reported(words: str, right: str) -> bool:
    if cues.REPORTED_AFTER.match(right):
        return True
    turns = [turn.end() for turn in cues.CONTRAST.finditer(words)]
    words = words[turns[-1] :] if turns else words
    if cues.HEARSAY.search(words):
        return True
    frames = [*cues.REPORTED.finditer(words), *cues.HYPOTHETICAL.finditer(words)]
    # At its end a sentence may name who said a thing; then it says something else.
    frames = [frame for frame in frames if _WORD.search(words, frame.end())]
    return any(not cues.OWN_VOICE.search(words[: frame.start()][-60:]) for frame in frames)


def _negated_before(left: str, onward: str, message: str) -> bool:
    """Whether a negation in `left` reaches the words with which `onward` begins."""
    left = cues.IDIOMS.sub(" ", left)
    if cues.TURNS_NEXT.search(left[-80:]):
        return True
    # Whether `and` begins a clause shows at the word behind it, which may be the first of ours.
    marks = [m for m in cues.CLAUSE.finditer(left + onward[:20]) if m.end() <= len(left)]
    if (opens := cues.CLAUSE.match(onward)) and not opens["comma"]:
        return False
    starts = [0, *(mark.end() for mark in marks)]
    clauses = [left[a:b] for a, b in zip(starts, [*(m.start() for m in marks), None], strict=True)]
    if _negates(clauses[-1], message) or cues.TURNS_WHAT_FOLLOWS.search(clauses[-1]):
        return True
    earlier = []
    for clause, mark in zip(reversed(clauses[:-1]), reversed(marks), strict=True):
        if not mark["comma"]:
            break
        earlier.append(clause)
    return _hangs(earlier) or (
        _goes_on_listing(clauses[-1] + onward)
        and any(_negates(clause, message) for clause in earlier)
    )


def _hangs(clauses: list[str]) -> bool:
    """Whether one of them breaks off at its negation: `I do not, as you know, want …`."""
    words = [_WORD.findall(clause) for clause in clauses]
    return any(len(w) > 1 and (w[-1] in cues.NEXT_WORD or w[-1].endswith("n't")) for w in words)


def _goes_on_listing(onward: str) -> bool:
    """Whether words behind a comma go on with a list: `no tea, |coffee or milk|`."""
    first = _WORD.search(onward)
    is_clause = first is None or first[0] in cues.SUBJECTS
    return not is_clause and cues.LISTED.match(onward) is not None


def _negates(clause: str, message: str) -> bool:
    words = _WORD.findall(clause)[-_REACH:]
    if any(_is_negator(word, message) for word in words):
        return True
    if cues.HAN_NEGATION.search(clause) and not _KANA.search(message):
        return True
    return cues.SOUTH_NEGATION.search(clause) is not None


def _is_negator(word: str, message: str) -> bool:
    if word in cues.UNLESS_WITH:
        return not cues.UNLESS_WITH[word].search(message.lower())
    if word in cues.ONLY_WITH:
        return word != "se" and cues.ONLY_WITH[word].search(message.lower()) is not None
    return word in cues.NEGATORS or word.endswith("n't") or word.startswith("n'")


def _negated_after(right: str) -> bool:
    if cues.DENIED_AFTER.match(right):
        return True
    right = cues.IDIOMS.sub(" ", right)
    word = _WORD.match(right.lstrip()) if right[:1].isspace() else None
    if word and word[0] in cues.NEXT_WORD:
        return True
    end = cues.CLAUSE_RIGHT.search(right)
    clause = cues.NEGATES_NOTHING.sub("", right[: end.start() if end else None])
    return cues.NEGATES_BEFORE.search(clause.rstrip(" 。.!…")) is not None
