"""`pytest -p newer_sqlite …`: the same tests on the SQLite that pysqlite3 brings.

pysqlite3-binary (pip) is the standard library's module built with a current SQLite. It lacks
`setlimit`, which then does nothing; all else is what the engine uses. `tests/test_newer_sqlite.py`
runs the proofs of forgetting so where it is installed.
"""

import sqlite3 as standard
import sys

import pysqlite3

_connect = pysqlite3.connect


class Connection(pysqlite3.Connection):
    """A connection that has the method that pysqlite3 leaves out."""

    def setlimit(self, category, limit):
        return limit


def connect(*args, factory=Connection, **how):
    return _connect(*args, factory=factory, **how)


for name in dir(standard):
    if name.startswith("SQLITE_") and not hasattr(pysqlite3, name):
        setattr(pysqlite3, name, getattr(standard, name))
pysqlite3.Connection = Connection
pysqlite3.connect = connect
sys.modules["sqlite3"] = pysqlite3


def pytest_report_header(config):
    return f"SQLite {pysqlite3.sqlite_version} by pysqlite3"
