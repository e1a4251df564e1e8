"""One process of a host, for bench/host.py: do one thing, print one JSON line, or stay to be ended.

<host's python> bench/host_child.py WHAT HOME [COUNT]
"""

import contextlib
import importlib
import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

QUESTION = "what did we say about the deploy of the gateway and its rollback plan?"
LOADER = "plugins.memory"  # the host's own
STORES = ("state.db", "agent-si/brain/brain.db", "agent-si/sessions.db", "agent-si/forgotten.db")


def load() -> Any:
    """The provider, as the host loads it."""
    found = importlib.import_module(LOADER).load_memory_provider("agent-si")
    if found is None:
        raise SystemExit("the host does not find the plugin")
    return found


def opened(home: Path, session: str = "bench") -> Any:
    """A provider in a session."""
    one = load()
    one.initialize(session, hermes_home=str(home), platform="cli")
    return one


def timed(do: Callable[[], object]) -> float:
    """Milliseconds of wall time."""
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def imported(home: Path, count: int) -> dict[str, Any]:
    """The import, with the host's own base class and loader there already."""
    importlib.import_module("agent.memory_provider")
    importlib.import_module(LOADER)
    return {"ms": timed(load), "threads": threading.active_count()}


def initialized(home: Path, count: int) -> dict[str, Any]:
    """The first `initialize` of a process."""
    one = load()
    spent = timed(lambda: one.initialize("bench", hermes_home=str(home), platform="cli"))
    return {"ms": spent}


def started(home: Path, count: int) -> dict[str, Any]:
    """A start, and its first two messages, the first one `count` milliseconds after it."""
    import agent.memory_provider  # noqa: F401

    importlib.import_module(LOADER)

    found: dict[str, Any] = {}

    def spent(what: str, do: Callable[[], object]) -> None:
        used = time.process_time()
        found[what] = timed(do)
        found[f"{what}: processor"] = (time.process_time() - used) * 1000

    one = None

    def loads() -> None:
        nonlocal one
        one = load()

    def begins() -> None:
        one.initialize("bench", hermes_home=str(home), platform="cli")

    def asks() -> None:
        one.prefetch(QUESTION, session_id="bench")

    spent("import", loads)
    found["threads"] = threading.active_count()
    spent("initialize", begins)
    time.sleep(count / 1000)
    spent("first prefetch", asks)
    spent("second prefetch", asks)
    spent("initialize again", begins)
    found["all"] = time.process_time() * 1000
    one.shutdown()
    return found


def hooks(home: Path, count: int) -> dict[str, Any]:
    """Each hook that runs on the agent's thread, `count` times."""
    one = opened(home)
    calls: dict[str, Callable[[], object]] = {
        "on_turn_start": lambda: one.on_turn_start(1, "hello"),
        "sync_turn": lambda: one.sync_turn("hello", "hi", session_id="bench"),
        "queue_prefetch": lambda: one.queue_prefetch("hello", session_id="bench"),
        "on_session_switch": lambda: one.on_session_switch("bench", rewound=True),
        "on_session_end": lambda: one.on_session_end([]),
        "recall_status": one.recall_status,
        "system_prompt_block": one.system_prompt_block,
        "get_tool_schemas": one.get_tool_schemas,
    }
    found = {name: [timed(call) for _ in range(count)] for name, call in calls.items()}
    one.shutdown()
    return found


def prefetches(home: Path, count: int) -> dict[str, Any]:
    """A turn's recall, with nothing in its way and with each file locked by another program."""
    one = opened(home)
    one.shutdown()

    def ask() -> object:
        return one.prefetch(QUESTION, session_id="bench")

    ask()
    found = {"nothing in the way": [timed(ask) for _ in range(count)]}
    for store in STORES:
        with locked(home / store):
            found[f"{Path(store).name} locked"] = [timed(ask) for _ in range(max(5, count // 10))]
    with contextlib.ExitStack() as all_of_them:
        for store in STORES:
            all_of_them.enter_context(locked(home / store))
        found["all of them locked"] = [timed(ask) for _ in range(max(5, count // 10))]
    backlog(home, 20_000)
    found["20,000 lines in the conversation"] = [timed(ask) for _ in range(max(5, count // 10))]
    return found


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else reads the database, as a checkpoint or a vacuum has it."""
    if not path.exists():
        yield
        return
    with contextlib.closing(sqlite3.connect(path, 30, isolation_level=None)) as db:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        yield
        db.execute("ROLLBACK")


def backlog(home: Path, count: int) -> None:
    """Many lines in the running conversation."""
    with contextlib.closing(sqlite3.connect(home / "state.db", 30)) as db:
        db.execute(
            "INSERT OR IGNORE INTO sessions (id, source, started_at) VALUES ('bench','cli',1)"
        )
        db.executemany(
            "INSERT INTO messages (session_id, role, content, timestamp) "
            "VALUES ('bench', 'user', ?, 1)",
            ((f"line {n} about the gateway " * 20,) for n in range(count)),
        )
        db.commit()


def sessions(home: Path, count: int) -> dict[str, Any]:
    """Sessions that are never shut down, as 0.19's HTTP gateway leaves them."""
    # What the first ones take is what the process takes at all.
    marks = {count // 5: dict[str, int](), count: dict[str, int]()}
    for number in range(1, count + 1):
        one = opened(home, f"bench-{number}")
        one.on_turn_start(1, QUESTION)
        one.prefetch(QUESTION)
        one.handle_tool_call("brain_search", {"query": QUESTION})
        one.sync_turn(QUESTION, "yes")
        if number in marks:
            marks[number].update(held())
    first, last = marks.values()
    return {"first": first, "last": last}


def held() -> dict[str, int]:
    """Threads, descriptors and resident kilobytes of this process."""
    pages = int(Path(f"/proc/{os.getpid()}/statm").read_text(encoding="ascii").split()[1])
    return {
        "threads": threading.active_count(),
        "descriptors": len(os.listdir(f"/proc/{os.getpid()}/fd")),  # noqa: PTH208 - opens none of its own
        "kilobytes": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
    }


def stays(home: Path, count: int) -> None:
    """A session whose history is being read, and that recalls without end; until it is ended."""
    one = opened(home)
    print("ready", flush=True)
    while True:
        one.prefetch(QUESTION)


def leaves(home: Path, count: int) -> None:
    """A session that ends by itself while its history is being read; 0: without a shutdown."""
    one = opened(home)
    time.sleep(0.5)
    one.prefetch(QUESTION)
    print("ready", flush=True)
    if count:
        one.on_session_end([])
        one.shutdown()


DOES = {
    each.__name__: each
    for each in (imported, started, initialized, hooks, prefetches, sessions, stays, leaves)
}

if __name__ == "__main__":
    told = DOES[sys.argv[1]](Path(sys.argv[2]), int((sys.argv[3:] or ["0"])[0]))
    if told is not None:
        print(json.dumps(told))
