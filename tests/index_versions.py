"""sessions.db as earlier versions left it, made of the present one."""

from agent_si.vendor.text import words

# The search of version 1, as release 0.3.0 made it.
SEARCH_1 = f"""
CREATE VIRTUAL TABLE message_fts USING fts5(
    person, assistant, content='', tokenize='{words.TOKENIZE}'
);
INSERT INTO message_fts(message_fts, rank) VALUES ('automerge', 0);
INSERT INTO message_fts(message_fts, rank) VALUES ('crisismerge', 64);
"""  # noqa: S608


def to_version_1(db):
    """Give an index the search and the tables of version 1."""
    db.executescript(
        "DROP TABLE message_terms; DROP TABLE message_fts; DROP INDEX session_audience;" + SEARCH_1
    )
    for n, role, text in db.execute("SELECT n, role, text FROM message").fetchall():
        column = "assistant" if role else "person"
        db.execute(
            f"INSERT INTO message_fts (rowid, {column}) VALUES (?, ?)",  # noqa: S608
            (n, words.indexed(text)),
        )
    db.execute("PRAGMA user_version=1")
