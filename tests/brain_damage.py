"""Two hundred ways to damage a brain.db, each from a number: for tests and tools/soak.py."""

import random
import sqlite3
from contextlib import closing

PAGE = 4096
SECTOR = 512
KINDS = ("bit", "page", "cut", "garbage", "torn", "row", "text", "stranger", "newer")
# (statement, or a table whose random row and column is given a value of its own kind)
TABLES = ("packet", "text", "brain_row", "claim", "citation", "source", "fact", "fact_key")
TABLES += ("revision", "settlement", "settled_value", "link", "policy")
STRANGERS = (
    "CREATE TRIGGER spy AFTER INSERT ON packet BEGIN DELETE FROM fact; END",
    "CREATE TABLE spy (a)",
    "CREATE VIEW spy AS SELECT body FROM text",
    "CREATE INDEX spy ON text (salt)",
)


def damage(path, number):
    """Damage the file in the way that `number` stands for; returns what was done, in words."""
    dice = random.Random(number)
    kind = KINDS[number % len(KINDS)]
    if kind in ("row", "text", "stranger", "newer"):
        return _through_sqlite(path, kind, dice)
    raw = bytearray(path.read_bytes())
    at = dice.randrange(len(raw))
    if kind == "bit":
        raw[at] ^= 1 << dice.randrange(8)
    elif kind == "page":
        raw[at // PAGE * PAGE : at // PAGE * PAGE + PAGE] = bytes(PAGE)
    elif kind == "cut":
        del raw[at:]
    elif kind == "garbage":
        start = at // SECTOR * SECTOR
        raw[start : start + SECTOR] = dice.randbytes(SECTOR)
    else:
        # Half of a page as another page has it: a write that a power cut tore.
        other = dice.randrange(len(raw) // PAGE) * PAGE
        start = at // PAGE * PAGE
        raw[start : start + PAGE // 2] = raw[other : other + PAGE // 2]
    path.write_bytes(raw)
    return f"{kind} at {at}"


def _through_sqlite(path, kind, dice):
    with closing(sqlite3.connect(path)) as db:
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        if kind == "row":
            done = _edit_row(db, dice)
        elif kind == "text":
            n = dice.choice(db.execute("SELECT n FROM text").fetchall())[0]
            db.execute("DELETE FROM text WHERE n = ?", (n,))
            done = f"text {n} deleted"
        elif kind == "stranger":
            done = dice.choice(STRANGERS)
            db.execute(done)
        else:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            done = f"PRAGMA user_version={version + 1}"
            db.execute(done)
        for _, sql in triggers:
            db.execute(sql)
        db.commit()
    return done


def _edit_row(db, dice):
    table = dice.choice(TABLES)
    columns = [(row[1], row[2]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
    column, kind = dice.choice(columns)
    first = columns[0][0]
    keys = db.execute(f"SELECT {first} FROM {table}").fetchall()  # noqa: S608 - names from above
    if not keys:
        return "nothing"
    new = {
        "TEXT": dice.choice(["x", "live", "wrong", "principal", "{}"]),
        "INTEGER": dice.randrange(60),
        "BLOB": dice.randbytes(16),
    }[kind]
    (key,) = dice.choice(keys)
    try:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {first} = ?", (new, key))  # noqa: S608
    except sqlite3.IntegrityError:
        return "nothing"
    return f"{table}.{column} = {new!r} where {first} = {key!r}"
