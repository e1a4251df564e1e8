"""A brain as it was: the tables folded anew from what the log held at a moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime

from . import log, redact, schema
from .fold import follow
from .times import instant, micros


@contextmanager
def held(db: sqlite3.Connection, moment: datetime) -> Iterator[sqlite3.Connection]:
    """The tables as they were at a moment, in memory; what was forgotten since stays forgotten."""
    gone = redact.forgotten(db)
    with closing(schema.scratch()) as past:
        log.copy_record(db, past, until=micros(instant(moment)))
        follow(past, log.in_order(past), gone=gone)
        yield past
