"""Search over what was said: which messages hold words of a question, best first.

Lexical. FTS5 says which rows hold each word (fts.py); the rarest words bring rows in, commoner ones
only weigh among those. Of the best rows the texts are looked at, and weigh.py ranks these.

    query --_lists--> entries of each word --_earned--> rows with first scores
          --_pool--> texts of the best that the filters let through --weigh--> hits

Of a word that very many rows hold only some entries are read: its rarity is estimated from how far
these reach, and where no word is rarer its newest rows are looked at.
"""

import heapq
import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..text import words
from . import fts
from .spread import Spread
from .weigh import MEAN_SIZE, Entries, Row, Scored, Stretch, weigh, worth

# Entries that are read for a question, and for one word of it.
READ: Final = 120_000
LONGEST: Final = 30_000
# Entries that bring their rows in. Beyond it the commoner words of a question only weigh among the
# rows that are there.
AFFORDABLE: Final = 5_000
POOL: Final = 70  # texts that are looked at, at least
EACH: Final = 3  # and for each hit wanted
WIDE: Final = 3  # times as many rows, of which those are chosen by their length
LOOKED: Final = 3_000  # characters of each of them
PIECE: Final = 500  # rows that are asked for together where filters let few through


@dataclass(frozen=True, slots=True)
class Filter:
    """What a search is narrowed by: conditions on `m` and `s`, each with AND, and their values."""

    conditions: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def of(self, sql: str) -> str:
        """A statement that says WHERE 1, with the conditions."""
        return sql.replace("WHERE 1", f"WHERE 1{self.conditions}")

    def at(self, times: Collection[Stretch]) -> "Filter":
        """The same, and only what was said at one of these times."""
        values = {
            f"{name}{place}": at
            for place, stretch in enumerate(times)
            for name, at in zip(("begin", "end"), stretch, strict=True)
        }
        each = (f"m.at >= :begin{n} AND m.at < :end{n}" for n in range(len(times)))
        return Filter(f"{self.conditions} AND ({' OR '.join(each)})", {**self.values, **values})


def search(
    db: sqlite3.Connection,
    query: words.Query,
    *,
    limit: int,
    narrowed: Filter,
    without: Collection[int] = (),
    spread: Spread | None = None,
    times: Collection[Stretch] = (),
) -> list[Scored]:
    """Rows that answer the query, best first, `limit` at most.

    `times` are those that the question names: what was said then weighs more.
    """
    rows = max(1, db.execute(fts.LAST).fetchall()[0][0])
    matches = words.matches(query)
    lists = _lists(db, matches, words.asking(query), rows)
    forms = words.other_forms(query)
    lists = _with_forms(db, lists, forms, rows)
    matches |= {n: f"{matches[n]} OR {forms[n]}" for n, each in lists.items() if each.typed}
    if spread is not None:
        spread.rows, spread.holding = rows, {label: each.count for label, each in lists.items()}
    count = max(POOL, EACH * limit)
    earned = _earned(lists, rows)
    pool = _pool(db, earned, narrowed, without, count)
    if times:
        then = _pool(db, earned, narrowed.at(times), without, count // 2)
        pool += [row for row in then if row not in pool]
    is_narrow = bool(narrowed.conditions) or (bool(without) and not pool)
    if is_narrow and len(pool) < limit and _left_out(lists):
        lists = _narrowed(db, matches, lists, pool, narrowed, without)
        pool = _pool(db, _earned(lists, rows), narrowed, without, count)
    return weigh(db, pool, words.needles(query), lists, rows, times)[:limit]


LIST = f"""
SELECT count(*), group_concat(entry / 2) FILTER (WHERE entry % 2 = 0),
    group_concat(entry / 2) FILTER (WHERE entry % 2), coalesce(max(entry) - min(entry), 0) / 2
FROM ({fts.ENTRIES} LIMIT :most)
"""  # noqa: S608
NEWEST = LIST.replace("LIMIT", "ORDER BY entry DESC LIMIT")
NARROWED = f"""
SELECT group_concat(entry / 2) FILTER (WHERE entry % 2 = 0),
    group_concat(entry / 2) FILTER (WHERE entry % 2)
FROM (
    SELECT e.entry AS entry FROM ({fts.ENTRIES}) AS e
    CROSS JOIN message AS m ON m.n = e.entry / 2 CROSS JOIN session AS s ON s.n = m.session
    WHERE 1 AND m.n NOT IN (SELECT value FROM json_each(:without))
    ORDER BY e.entry DESC LIMIT :most
)
"""  # noqa: S608


def _lists(
    db: sqlite3.Connection, matches: Mapping[str, str], asking: Collection[str], rows: int
) -> dict[str, Entries]:
    """For each term the entries that hold it, rarest term first; of a common one none are kept.

    Where all are common the newest entries of each are. `asking`: terms that weigh less.
    """
    most = min(LONGEST, READ // max(1, len(matches)))
    entries, values = fts.entries(db)
    values["most"] = most
    sql, newest = (each.replace(fts.ENTRIES, entries) for each in (LIST, NEWEST))
    found = {
        label: _list(db, sql, {**values, "match": match}, rows) for label, match in matches.items()
    }
    rare = any(each.whole and each.count for each in found.values())
    for label in [label for label, each in found.items() if not each.whole]:
        if rare:
            found[label] = replace(found[label], persons=[], assistants=[])
        else:
            found[label] = _list(db, newest, {**values, "match": matches[label]}, rows)
    return _sorted({label: replace(each, asks=label in asking) for label, each in found.items()})


def _sorted(lists: Mapping[str, Entries]) -> dict[str, Entries]:
    """The rarest term first."""
    return dict(sorted(lists.items(), key=lambda item: (item[1].count, item[0])))


def _with_forms(
    db: sqlite3.Connection, lists: Mapping[str, Entries], forms: Mapping[str, str], rows: int
) -> dict[str, Entries]:
    """The lists with the rows that hold another form of a term, where all of both can be read."""
    most = min(LONGEST, READ // max(1, len(lists)))
    entries, values = fts.entries(db)
    sql = LIST.replace(fts.ENTRIES, entries)
    found = dict(lists)
    for label in [label for label in lists if label in forms and lists[label].whole]:
        each = lists[label]
        more = _list(db, sql, {**values, "most": most, "match": forms[label]}, rows)
        if more.whole and more.count:
            persons = list(dict.fromkeys(each.persons + more.persons))
            assistants = list(dict.fromkeys(each.assistants + more.assistants))
            found[label] = replace(
                each,
                persons=persons,
                assistants=assistants,
                count=len(persons) + len(assistants),
                typed=(each.persons, each.assistants),
            )
    return _sorted(found)


def _left_out(lists: Mapping[str, Entries]) -> bool:
    """Whether there may be rows that hold a term and earned nothing."""
    all_whole = all(each.whole for each in lists.values())
    return not all_whole or sum(map(_size, lists.values())) > AFFORDABLE


def _size(each: Entries) -> int:
    return len(each.persons) + len(each.assistants)


def _narrowed(
    db: sqlite3.Connection,
    matches: Mapping[str, str],
    lists: Mapping[str, Entries],
    pool: Iterable[Row],
    narrowed: Filter,
    without: Collection[int],
) -> dict[str, Entries]:
    """The lists with only the entries that may be shown, the newest of them.

    `pool` are all such rows among those that earned anything.
    """
    entries, given = fts.entries(db)
    sql = narrowed.of(NARROWED.replace(fts.ENTRIES, entries))
    hidden = json.dumps(sorted(without))
    values = {**given, **narrowed.values, "most": LONGEST, "without": hidden}
    shown = {str(row.n) for row in pool}
    found = {}
    spent = 0
    for label, each in lists.items():
        spent += _size(each)
        if each.whole and spent <= AFFORDABLE:
            persons = [n for n in each.persons if n in shown]
            assistants = [n for n in each.assistants if n in shown]
        else:
            rows = db.execute(sql, {**values, "match": matches[label]}).fetchall()
            persons, assistants = (_split(numbers) for numbers in rows[0])
        found[label] = replace(each, persons=persons, assistants=assistants)
    return found


def _list(db: sqlite3.Connection, sql: str, values: Mapping[str, Any], rows: int) -> Entries:
    count, persons, assistants, reach = db.execute(sql, values).fetchall()[0]
    whole = count < values["most"]
    if not whole:
        # As many to a row as in the part that was read.
        count = min(rows, count * rows / max(1, reach))
    return Entries(_split(persons), _split(assistants), count, whole)


def _split(numbers: str | None) -> list[str]:
    return numbers.split(",") if numbers else []


def _earned(lists: Mapping[str, Entries], rows: int) -> dict[str, float]:
    """What each row earns before its text is looked at."""
    earned: defaultdict[str, float] = defaultdict(float)
    spent = 0
    for each in lists.values():
        spent += _size(each)
        only = earned.keys() if earned and spent > AFFORDABLE else None
        rare = each.rarity(rows)
        for role, numbers in enumerate((each.persons, each.assistants)):
            earns = rare * worth(1, role, MEAN_SIZE)
            for n in numbers if only is None else only & numbers:
                earned[n] += earns
    return earned


POOLED = """
SELECT m.n, m.role, m.at, m.code, length(m.text), m.session, substr(m.text, 1, :looked)
FROM json_each(:rows) AS j
CROSS JOIN message AS m ON m.n = j.value CROSS JOIN session AS s ON s.n = m.session
WHERE 1
"""  # CROSS keeps SQLite from looking through all messages that pass, where it expects few of them


def _pool(
    db: sqlite3.Connection,
    earned: Mapping[str, float],
    narrowed: Filter,
    without: Collection[int],
    count: int,
) -> list[Row]:
    """The rows that earn most among those that may be shown, their length looked at."""
    sql = narrowed.of(POOLED)
    pool: list[Row] = []
    for some in _best(earned, WIDE * count):
        rows = f"[{','.join(n for n in some if int(n) not in without)}]"
        found = db.execute(sql, {**narrowed.values, "rows": rows, "looked": LOOKED}).fetchall()
        pool += [Row(*row) for row in found]
        if len(pool) >= count:
            break
    pool.sort(key=lambda row: -earned[str(row.n)] * _shorter(row))
    return pool[:count]


def _shorter(row: Row) -> float:
    """What a row's length makes of what it earned as one of usual length."""
    return worth(1, row.role, row.size) / worth(1, row.role, MEAN_SIZE)


def _best(earned: Mapping[str, float], count: int) -> Iterator[list[str]]:
    """Rows in pieces, the best first; of equal ones the newest."""
    least = 0.0
    if len(earned) > count:
        least = heapq.nlargest(count, earned.values())[-1]
    first = [n for n, score in earned.items() if score >= least]
    first.sort(key=lambda n: (-earned[n], -int(n)))
    yield first[:count]
    if len(earned) > count:
        ranked = sorted(earned, key=lambda n: (-earned[n], -int(n)))
        for start in range(count, len(ranked), PIECE):
            yield ranked[start : start + PIECE]
