"""Load what a turn works with before there is one, and use it once: patterns wait for a first use.

The background thread of a home does this before it reads, so that the first message of a session
finds everything ready. No file is opened.
"""

from datetime import UTC, date, datetime

from ..text import clean, render, shelf, when, words
from . import block, toolset

__all__ = ["block", "load", "toolset"]

SAYING = "what did we decide on 3 May 2027 about `deploy.py` of the gateway (MEM-4711)?"
LASTING = "the office is closed until Friday. This week we use the small server"


def load() -> None:
    """Compile what a question and a line of an answer need."""
    query = words.query(SAYING)
    words.match(query)
    shelf.review_date(LASTING, date(2027, 5, 4))
    when.spans(query.text, datetime(2027, 5, 4, tzinfo=UTC))
    render.one_line(clean.typed(SAYING, "hermes"), 80)
