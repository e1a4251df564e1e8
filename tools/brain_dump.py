"""A small brain with every kind of operation, as SQL that needs nothing but SQLite to load.

    python3 tools/brain_dump.py tests/data/brain_v2.sql

Run once for each version of the format, by the release that ships it: test_migrations.py brings
every dump up to the present version. Everybody in it is invented.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

from brain import NAME, load

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
LEASE = "office.brisbane.lease_move_date"
TWIN = "office.lease_move"
SHADOWS = ("row_fts_data", "row_fts_idx", "row_fts_config")
CAREFUL = """
[agents.visitor]
kind = "agent"
operations = ["add_source", "claim", "describe_key"]
approval = "person"
"""


class Maker:
    """Submits one thing after the other to a new brain, a minute apart."""

    def __init__(self, folder: Path):
        load()
        self._packet = import_module(f"{NAME}.brain.packet")
        self.grammar = import_module(f"{NAME}.brain.grammar")
        self._policy = import_module(f"{NAME}.brain.policy")
        self._minutes = 0
        door = import_module(f"{NAME}.brain.brain").Brain
        self.brain = door.open(folder, clock=self._now, create=True)

    def _now(self) -> datetime:
        self._minutes += 1
        return START + timedelta(minutes=self._minutes)

    def policy(self, more: str = "") -> str:
        """The first policy, and more of it."""
        return self._policy.default_toml("Alex", ("Al",)) + more

    def submit(self, *ops, agent: str = "person", **fields):
        """One packet; returns it and its receipt."""
        packet = self._packet.Packet(
            agent, ops, via="tty" if agent == "person" else "tool", **fields
        )
        return packet, self.brain.submit(packet)[0]

    def says(self, text: str, **fields) -> dict:
        """A citation of a message of the principal."""
        number = fields.pop("number", self._minutes)
        source = {
            "op": "add_source",
            "kind": "message",
            "author": "principal",
            "occurred_at": fields.pop("occurred_at", self._now()),
            "locator": f"hermes:20260501_0900_sample:{number}",
            "text": text,
            "start": 0,
            "cleaner": 1,
        } | fields
        packet, _ = self.submit(source, agent="hermesuser")
        return {"source": packet.row(0), "quote": text, "start": 0}


def fill(make: Maker) -> None:
    """Every kind of operation that this version of the engine takes."""
    make.brain.first_policy(make.policy())
    first = make.says("The lease moves on 14 March 2027")
    claim(make, LEASE, "14 March 2027", first, as_of="2026-05-01")
    claim(make, LEASE, "21 March 2027", make.says("No, the lease moves on 21 March 2027"))
    claim(make, TWIN, "21 March 2027", make.says("lease_move is the other name, 21 March 2027"))
    make.submit(
        {"op": "describe_key", "key": LEASE, "type": "date", "description": "when the lease moves"},
        agent="hermes",
    )
    aliased, _ = make.submit({"op": "alias_key", "key": TWIN, "to": LEASE}, reason="two names")
    settle = {
        "op": "settle",
        "key": LEASE,
        "value": "21 March 2027",
        "others": [{"value": "14 March 2027", "was": "wrong"}],
        "citations": [make.says("the 21st is right")],
    }
    make.submit(settle, agent="hermes")
    note = record(make, "Keys", make.says("The spare keys are in the blue box"), tags=["home"])
    shed = make.says("The spare keys are in the shed now", author="person", author_name="Dana")
    revised = {"op": "revise_record", "record": note, "body": "In the shed.", "citations": [shed]}
    make.submit(revised, agent="hermes")
    group = make.says("Our group meets on the first Monday", audience="group:sailing")
    work = record(make, "Book a room", group, kind="work", body="For the first Monday.")
    for relation, start, end in (("about", note, LEASE), ("blocks", work, note)):
        make.submit({"op": "link", "relation": relation, "from": start, "to": end}, agent="hermes")
    make.submit({"op": "unlink", "relation": "blocks", "from": work, "to": note}, agent="hermes")
    open_twice(make)
    gone = record(make, "Rain", make.says("It will rain all day on Sunday"))
    back, _ = make.submit({"op": "withdraw", "target": gone})
    make.submit({"op": "undo", "packet": back.id})
    make.submit({"op": "withdraw", "target": gone}, reason="it did not")
    make.submit({"op": "undo", "packet": aliased.id})
    (make.brain.directory / "brain.toml").write_text(
        make.policy(CAREFUL + '\n[keys."user.*"]\nchanges = "expected"\n'), encoding="utf-8"
    )
    make.brain.apply_config()
    since_version_2(make)


def claim(make: Maker, key: str, value: str, citation: dict, **fields):
    """A claim by the agent."""
    statement = f"{key.rsplit('.', 1)[1].replace('_', ' ')}: {value}"
    op = {"op": "claim", "key": key, "value": value, "statement": statement}
    return make.submit(op | {"citations": [citation]} | fields, agent="hermes")


def record(make: Maker, title: str, citation: dict, kind: str = "note", **fields) -> str:
    """A record by the agent; returns its id."""
    op = {"op": "add_record", "kind": kind, "title": title, "citations": [citation]}
    return make.submit(op | fields, agent="hermes")[0].row(0)


def open_twice(make: Maker) -> None:
    """A dispute that stays open, and the same thing said twice in one message."""
    ferry = make.says("The ferry leaves at eight every morning")
    claim(make, "ferry.leaves_at", "8:00", ferry)
    claim(make, "ferry.leaves_at", "8:00", ferry)
    late = make.says("The timetable says that the ferry leaves at nine", author="unknown")
    claim(make, "ferry.leaves_at", "9:00", late, as_read=True)


def since_version_2(make: Maker) -> None:
    """What came with version 2: forgetting, and packets that wait for a person."""
    if "redact" in getattr(make.grammar, "NOT_AVAILABLE", ()):
        return
    secret = make.says("My sister is moving to Hobart in June", number="forgotten")
    moving = record(make, "Hobart", secret)
    make.brain.forget(make.brain.forgetting(moving), via="tty")
    waiting = [
        {"op": "describe_key", "key": "ferry.leaves_at", "description": text}
        for text in ("when the ferry leaves", "when it arrives", "when it sails")
    ]
    for op in waiting:
        make.submit(op, agent="visitor")
    first, second, _ = make.brain.pending()
    make.submit({"op": "approve", "packet": first.hash})
    make.submit({"op": "reject", "packet": second.hash})


def dump(db: sqlite3.Connection) -> Iterator[str]:
    """The statements that make the same file again."""
    for name in ("application_id", "user_version"):
        yield f"PRAGMA {name}={db.execute(f'PRAGMA {name}').fetchone()[0]}"
    yield "BEGIN"
    things = db.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    ).fetchall()
    tables = [each for each in things if each[0] == "table" and each[1] not in SHADOWS]
    for _, name, sql in tables:
        yield sql
        if name == "row_fts":
            for shadow in SHADOWS:
                yield f"DELETE FROM {shadow}"  # noqa: S608 - constants
                yield from rows(db, shadow)
        elif "VIRTUAL" not in sql:
            yield from rows(db, name)
    yield from (sql for kind, _, sql in things if kind != "table")
    yield "COMMIT"


def rows(db: sqlite3.Connection, table: str) -> Iterator[str]:
    """One INSERT for each row."""
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
    values = " || ', ' || ".join(f'quote("{name}")' for name in names)
    sql = f"SELECT {values} FROM {table}"  # noqa: S608 - names of the schema itself
    for (row,) in db.execute(sql).fetchall():
        yield f"INSERT INTO {table} VALUES ({row})"  # noqa: S608 - quoted by SQLite


def main(argv: list[str]) -> int:
    """Make the brain, check it, write its dump."""
    target = Path(argv[0])
    if target.exists():
        print(f"{target} is there: the dump of a version that was shipped is never made again")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        make = Maker(Path(folder))
        fill(make)
        problems = [str(each) for each in make.brain.check() if not each.warning]
        make.brain.close()
        with closing(sqlite3.connect(Path(folder) / "brain.db")) as db:
            text = "".join(f"{line};\n" for line in dump(db))
    if problems:
        print("\n".join(problems))
        return 1
    target.write_text(text, encoding="utf-8")
    print(f"{target}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
