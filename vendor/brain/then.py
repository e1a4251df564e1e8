"""A brain as it was: the tables folded anew from what the log held at a moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime

from . import redact, schema
from .fold import follow
from .log import in_order
from .times import instant, micros

PACKETS = "SELECT seq, id, at, first_text, body, hash FROM packet WHERE at <= :at"
PUT_PACKET = """
INSERT INTO packet (seq, id, at, first_text, body, hash)
VALUES (:seq, :id, :at, :first_text, :body, :hash)
"""
TEXTS = "SELECT n, id, salt, body FROM text"
PUT_TEXT = "INSERT INTO text (n, id, salt, body) VALUES (:n, :id, :salt, :body)"


@contextmanager
def held(db: sqlite3.Connection, moment: datetime) -> Iterator[sqlite3.Connection]:
    """The tables as they were at a moment, in memory; what was forgotten since stays forgotten."""
    gone = redact.forgotten(db)
    with closing(schema.scratch()) as past:
        past.execute("BEGIN")
        values = {"at": micros(instant(moment))}
        for sql, put in ((PACKETS, PUT_PACKET), (TEXTS, PUT_TEXT)):
            cursor = db.execute(sql, values if sql is PACKETS else {})
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            past.executemany(put, (dict(zip(names, row, strict=True)) for row in rows))
        follow(past, in_order(past), gone=gone)
        yield past
