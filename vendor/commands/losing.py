"""Settings that would destroy what only the index still holds: told with counts, and asked.

Claude Code deletes its transcripts after 30 days. What was indexed before stays here, and a
setting that lets less be kept (`index_since`, `private_projects`, `keep_expired`) takes it away
for good with the next refresh.
"""

import sqlite3

from ..dbfile import Damaged, NotOurFile
from ..recall import indexing
from ..recall.settings import Settings
from ..sessions.index import SessionIndex
from ..sessions.only_here import Lost, lost
from .surroundings import Surroundings, counted


def of(here: Surroundings, after: Settings) -> Lost:
    """What would be lost for good under these settings; nothing where there is no index to ask."""
    limits = indexing.limits_of(after, here.clock(), here.zone)
    try:
        with SessionIndex.open(after.index, readonly=True) as index:
            held = index.only_here(limits.since)
    except (FileNotFoundError, sqlite3.Error, NotOurFile, Damaged):
        return Lost()
    return lost(held, private=limits.private, keep_expired=limits.keep_expired)


def ask(here: Surroundings, after: Settings) -> None:
    """Let a person say that the loss is meant; without a loss nobody is asked.

    Raises:
        NotAllowed, Stopped: it is not.
    """
    gone = of(here, after)
    if not gone.messages:
        return
    here.say(
        f"! {counted(gone.messages, 'message')} of {counted(gone.sessions, 'session')} exist only "
        "here: their agent has deleted them, and nothing can bring them back"
    )
    here.require_person("destroying what exists only here")
    here.confirm("let them be deleted")
