"""Who types into a real Hermes beside its owner: other people on a platform, and its own model."""

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime

from agent_si.vendor.sessions.adapters.hermes import Hermes
from agent_si.vendor.sessions.index import SessionIndex
from index_views import texts

DANA = {"id": "777", "name": "Dana", "is_bot": False}


def agent(user, name, chat, kind):
    """How the gateway opens an agent for a chat."""
    return {
        "platform": "telegram",
        "user_id": user,
        "user_name": name,
        "chat_id": chat,
        "chat_type": kind,
    }


def chat(home, name, user, called, ident, kind):
    """The step that opens an agent for a chat, whose session the gateway has written down."""
    session = f"20261201_090000_{name}"
    with closing(sqlite3.connect(home.path / "state.db")) as db, db:
        db.execute(
            "INSERT INTO sessions (id, source, user_id, chat_id, chat_type, started_at) "
            "VALUES (?, 'telegram', ?, ?, ?, ?)",
            (session, user, ident, kind, time.time()),
        )
    return {"open": name, "resume": session, "agent": agent(user, called, ident, kind)}


def said(host, words):
    """A turn of Dana's, with the author where the host knows of authors."""
    return {"say": words} | ({"with": {"turn_author": DANA}} if host.modern else {})


def command(home):
    """A `hermes` that the host's own terminal tool can run."""
    path = home.root / "bin" / "hermes"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec {" ".join(home.command())} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def indexed(home):
    """What an index of this home holds."""
    with SessionIndex.open(home.root / "looked.db") as index:
        index.refresh([Hermes(home.path)], now=datetime.now(UTC))
        return texts(index)
