"""Does every SQL statement still fit the tables? Each module-level constant is put to EXPLAIN.

A statement of vendor/brain must compile against a new brain.db, one of vendor/sessions against a
new sessions.db or against the tables of Hermes that we read. Statements that make tables have run
when those files were made. Parameters are named and stay unbound.
"""

import importlib
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STATEMENT = re.compile(r"\s*(?:--[^\n]*\n\s*)*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|VALUES)\b")
# What Hermes 0.13 to 0.22 have in common, of the tables that we read.
HERMES = """
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, source, user_id, session_key, chat_id, chat_type, thread_id, display_name,
  model, parent_session_id, started_at, ended_at, end_reason, message_count, tool_call_count, cwd,
  git_branch, title, archived, rewind_count, profile_name, handoff_state, handoff_platform);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY, session_id, role, content, tool_call_id, tool_calls, tool_name,
  timestamp, token_count, finish_reason, reasoning, platform_message_id, observed, active,
  compacted, api_content, message_uid);
CREATE TABLE state_meta (key, value);
CREATE TABLE schema_version (version);
"""


class Unbound(dict):
    """Every named parameter is NULL."""

    def __missing__(self, name):
        return None


def modules(part):
    """Every module of a part of the engine."""
    for path in sorted((ROOT / "vendor" / part).rglob("*.py")):
        inside = path.relative_to(ROOT).with_suffix("").parts
        parts = inside[:-1] if inside[-1] == "__init__" else inside
        yield importlib.import_module(".".join(["agent_si", *parts]))


def constants(part):
    """(where, statement) of each constant that is a statement, in the order of the files."""
    for module in modules(part):
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, str) and STATEMENT.match(value):
                yield f"{module.__name__.removeprefix('agent_si.')}.{name}", value


def explain(db, sql):
    """The error that the statement meets on this file, or None."""
    unnamed = re.search(r"\?\d*(?=\s|,|\)|$)", re.sub(r"'[^']*'", "''", sql))
    if unnamed:
        return "a parameter without a name"
    try:
        db.execute(f"EXPLAIN {sql}", Unbound()).fetchall()
    except (sqlite3.Error, sqlite3.Warning) as error:
        return str(error)
    return None


@pytest.fixture
def brain_file(tmp_path):
    from agent_si.vendor.brain.brain import Brain

    clock = lambda: datetime(2026, 11, 30, tzinfo=UTC)  # noqa: E731
    with Brain.open(tmp_path / "brain", clock=clock, create=True):
        pass
    yield (db := sqlite3.connect(tmp_path / "brain" / "brain.db"))
    db.close()


@pytest.fixture
def session_files(tmp_path):
    from agent_si.vendor.sessions.index import SessionIndex

    SessionIndex.open(tmp_path / "sessions.db").close()
    ours = sqlite3.connect(tmp_path / "sessions.db")
    ours.execute(
        "CREATE VIRTUAL TABLE message_fts_old USING fts5(person, assistant, content='')"
    )  # as while a new form is built beside the one of version 1
    hermes = sqlite3.connect(":memory:")
    hermes.executescript(HERMES)
    yield ours, hermes
    ours.close()
    hermes.close()


def test_every_statement_of_the_brain_fits_its_tables(brain_file):
    wrong = [f"{w}: {e}" for w, sql in constants("brain") if (e := explain(brain_file, sql))]
    assert not wrong, "\n".join(wrong)


def test_every_statement_of_the_sessions_fits_our_tables_or_those_of_hermes(session_files):
    """R93 rests on reading these columns and no other."""
    wrong = []
    for where, sql in constants("sessions"):
        errors = [explain(db, sql) for db in session_files]
        wrong += [f"{where}: {errors[0]}; in Hermes: {errors[1]}"] if all(errors) else []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("part", ["brain", "sessions"])
def test_there_are_statements_to_look_at(part):
    assert len(list(constants(part))) >= 5


def test_a_statement_of_another_table_is_noticed(session_files):
    assert "no such table" in explain(session_files[0], "SELECT x FROM renamed")
    assert explain(session_files[1], "SELECT role FROM messages WHERE id = ?")
    assert explain(session_files[1], "SELECT role FROM messages WHERE id = :id") is None
