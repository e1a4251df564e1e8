"""Which rows of a Hermes conversation are copies of which: each message counts once.

Compaction in place writes the kept tail of a session anew behind a summary. A session that
compression split, or that a person branched, begins with copies of its parent's rows. A copy
may carry the time and the unique id of its original or, in older releases, neither; it always
keeps the order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import hermes_rows, record

BEFORE = 4000  # lines in which originals are looked for
SHORT = 4000  # characters of a row that is likely to be read again in the next refresh

_words_again = lru_cache(maxsize=64)(hermes_rows.words_of)


@dataclass(slots=True)
class Line:
    """One spoken row. `same_as` is the locator of its original, "" when it is one itself.

    `summary` marks the place where earlier rows were summarised; it is not speech.
    """

    id: int
    role: str
    text: str
    at: float | None
    uid: str
    visible: bool
    same_as: str = ""
    summary: bool = False


def line_of(row: hermes_rows.Row, *, shared: bool) -> Line | None:
    """A user or assistant row as a line; None when it says nothing."""
    words_of = _words_again if len(row.text) <= SHORT else hermes_rows.words_of
    text, why = words_of(row, shared=shared)
    summary = why == "summary"
    if not text.strip() and not summary:
        return None
    return Line(row.id, row.role, text, row.at, row.uid, row.visible, summary=summary)


def locator(session: str, line: Line) -> str:
    """The address of a row."""
    return f"{_of_session(session)}{line.id}"


@lru_cache(maxsize=64)
def _of_session(session: str) -> str:
    return record.locator("hermes", session, "0")[:-1]


def same_session(session: str, lines: Sequence[Line]) -> None:
    """Name the copies within one session, and decide what is visible.

    The newest copy decides for the whole group: newer hosts mark a kept row as taken back once
    its copy stands, and what a person takes back is always the copy that is live.
    """
    _equal_rows(session, lines)
    for place, line in enumerate(lines):
        if line.summary:
            before = [x for x in lines[:place] if not x.summary and x.visible]
            _behind_summary(session, before, lines[place + 1 :])
    groups: dict[str, list[Line]] = {}
    if not any(line.same_as for line in lines):
        return
    for line in lines:
        if not line.summary:
            groups.setdefault(line.same_as or locator(session, line), []).append(line)
    for group in groups.values():
        for line in group:
            line.visible = group[-1].visible


def _equal_rows(session: str, lines: Sequence[Line]) -> None:
    """Name what has the unique id, or role, words and time, of a line before it."""
    by_uid: dict[str, Line] = {}
    by_time: dict[float, Line] = {}
    # Few lines share their time, so that most need no key of their own.
    by_words: dict[tuple[float, str, str], Line] = {}
    for line in lines:
        if line.summary:
            continue
        known = by_uid.get(line.uid) if line.uid else None
        if line.at is not None:
            first = by_time.setdefault(line.at, line)
            if first is not line:
                if (first.role, first.text) != (line.role, line.text):
                    first = by_words.setdefault((line.at, line.role, line.text), line)
                known = known or (first if first is not line else None)
        if line.uid:
            by_uid.setdefault(line.uid, line)
        if known is not None:
            line.same_as = known.same_as or locator(session, known)


def _behind_summary(session: str, before: Sequence[Line], after: Sequence[Line]) -> None:
    plain = [line for line in before if not line.same_as]
    for line in plain:
        line.same_as = locator(session, line)
    name_copies(before, list(_until_summary(after)))
    for line in plain:
        line.same_as = ""


def _until_summary(lines: Iterable[Line]) -> Iterable[Line]:
    for line in lines:
        if line.summary:
            return
        yield line


def name_copies(before: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Name the copies of `before` with which `lines` begin; whether they have ended.

    Every line of `before` has its name in `same_as`. Copies stand in order, so the next run of
    them is looked for behind the last one, and the longest wins. The first line that is in no
    run ends them; a line of the very same time is a copy wherever it stands.
    """
    before = before[-BEFORE:]
    spoken = [line for line in lines if not line.summary]
    exact: dict[object, str] = {
        (x.role, x.text, x.at): x.same_as for x in before if x.at is not None
    }
    for line in spoken:
        line.same_as = line.same_as or exact.get((line.role, line.text, line.at), "")
    place = start = 0
    while place < len(spoken):
        run, at = _longest(before, start, spoken, place)
        if not run:
            return True
        for line, original in zip(spoken[place : place + run], before[at:], strict=False):
            line.same_as = line.same_as or original.same_as
        place, start = place + run, at + run
    return False


def _longest(
    before: Sequence[Line], start: int, lines: Sequence[Line], place: int
) -> tuple[int, int]:
    """(length, place in `before`) of the longest run that `lines` has there too; later wins."""
    best = (0, 0)
    for at in range(start, len(before)):
        run = _run(before[at : at + len(lines) - place], lines[place:])
        if run and run >= best[0]:
            best = (run, at)
    return best


def _run(originals: Sequence[Line], lines: Sequence[Line]) -> int:
    pairs = enumerate(zip(originals, lines, strict=False))
    differs = (n for n, (a, b) in pairs if (a.role, a.text) != (b.role, b.text))
    return next(differs, min(len(originals), len(lines)))
