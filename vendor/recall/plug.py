"""One more ranking, of somebody's own: an embedding model, say. Off unless somebody calls `use`.

    def near(question, candidates):
        '''The ids of the candidates, best first; those it leaves out earn nothing.'''
        asked = model.encode(question)
        return sorted(ids, key=lambda ident: -similarity(asked, ident))

    plug.use(near)

It is one ranking more in the reciprocal rank fusion and ranks what the search has found: at most 60
messages and rows that may be shown where the question was asked. It adds none, so that it can show
nothing that may not be shown, and it takes no part in what is worth saying unasked. It is called in
the turn, by any thread, and the turn waits for it. When it fails it counts as not there, and the
answer says so.

A plugin of Hermes reaches this module through `sys.modules`, once agent-si is loaded: the name ends
in `.vendor.recall.plug` (docs/architecture.md has the lines). bench/silence.py and bench/quality.py
show what one changes: `--plug FILE`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

NAME = "added"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What was found. `text` is a message, or a row's title and words; `date` a day or ""."""

    id: str
    side: str
    text: str
    date: str


Ranking = Callable[[str, Sequence[Candidate]], Iterable[str]]


class _Plug:
    ranking: Ranking | None = None


def use(ranking: Ranking | None) -> None:
    """Have every search of this process rank with it, too; None for none."""
    _Plug.ranking = ranking


def ranked(question: str, candidates: Iterable[Candidate]) -> tuple[list[str], str]:
    """The candidates' ids as the added ranking has them, and why there are none, or "".

    Without an added ranking, and where it fails, there are none.
    """
    ranking = _Plug.ranking
    if ranking is None:
        return [], ""  # and nothing is made of the candidates
    candidates = tuple(candidates)
    if not candidates:
        return [], ""
    known = {candidate.id for candidate in candidates}
    try:
        named = list(dict.fromkeys(map(str, ranking(question, candidates))))
    except Exception as error:  # noqa: BLE001 - somebody else's code; the turn goes on
        return [], f"the added ranking failed ({type(error).__name__}) and was left out"
    return [ident for ident in named if ident in known], ""
