"""What an index holds, as plain values: for comparing two of them, and for looking at bytes."""

from agent_si.vendor.sessions import record, schema
from agent_si.vendor.sessions.stored import fetch

MESSAGES = """
SELECT s.agent, s.key, m.tail, m.role, m.at, m.text, m.n FROM message AS m
JOIN session AS s ON s.n = m.session ORDER BY s.agent, s.key, m.seq
"""
COPIES = """
SELECT s.agent, s.key, a.tail FROM alias AS a JOIN session AS s ON s.n = a.session
WHERE a.message = ? AND a.old = 0
"""
SESSIONS = """
SELECT s.agent, s.key, s.title, s.project, s.audience, s.started, s.archived FROM session AS s
WHERE EXISTS (SELECT 1 FROM message WHERE session = s.n)
   OR EXISTS (SELECT 1 FROM alias WHERE session = s.n)
ORDER BY s.agent, s.key
"""
KEPT_OUT = """
SELECT s.agent, s.key, k.seq, k.reason FROM kept_out AS k JOIN session AS s ON s.n = k.session
ORDER BY 1, 2, 3
"""


def everything(index):
    """All that two readings of one history must have in common."""
    db = index._db
    messages = [
        (
            record.locator(agent, key, schema.unpack(tail)),
            sorted(record.locator(a, k, schema.unpack(t)) for a, k, t in fetch(db, COPIES, (n,))),
            role,
            at,
            text,
        )
        for agent, key, tail, role, at, text, n in fetch(db, MESSAGES)
    ]
    return messages, fetch(db, SESSIONS), fetch(db, KEPT_OUT)


def reads_alone(index, refresh, *adapters):
    """Whether the index stays as it is when every unit is read anew."""
    grown = everything(index)
    index._db.execute("UPDATE unit SET mark = ''").close()
    refresh(*adapters, full=True)
    return everything(index) == grown


def skipped(index):
    """What was left out of the one agent that was read, and why."""
    return index.stats()[0].skipped


def texts(index):
    """Every stored text, in the order of its sessions."""
    return [row[5] for row in fetch(index._db, MESSAGES)]


def on_disk(path):
    """All bytes of the index, its log included. Only for a file that nobody has open here."""
    names = (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")))
    return b"".join(name.read_bytes() for name in names if name.exists())


def tree(folder):
    """Every file of a folder with its size, time and content: what a reader must not change."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_ino,
            path.lstat().st_size,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }
