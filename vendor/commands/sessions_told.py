"""What `status` says of past sessions: one line an agent, and with --all why each number is so."""

from typing import Any

from ..recall import hits
from ..recall.filters import with_memories
from ..sessions.rows import AgentStats
from .costs import size, span
from .surroundings import counted

WIDTH = 80  # columns of a line of an agent


def lines(sessions: dict[str, Any], *, everything: bool = False) -> list[str]:
    """The part about sessions; `sessions` as `status.gather` makes it."""
    if not sessions["reads"]:
        return ["sessions: not read (index_sessions is off)", *_held(sessions)]
    since = f", since {sessions['since']}" if sessions["since"] else ""
    out = [f"sessions: {sessions['path']} ({size(sessions.get('bytes', 0))}{since})"]
    if "note" in sessions:
        out.append(f"  {sessions['note']}")
    out += _reading(sessions.get("left") or {})
    for agent in with_memories(sessions["reads"]):
        row = sessions["agents"].get(agent)
        if row is not None:
            out += _agent(row, everything=everything)
            if everything:
                out += [f"    {line}" for line in _why(row)]
    return out + _held(sessions)


def _held(sessions: dict[str, Any]) -> list[str]:
    """What is still held of agents that are switched off, and how it goes."""
    reads = with_memories(sessions["reads"])
    off = [r for r in sessions["agents"].values() if r.agent not in reads and r.messages]
    if not off:
        return []
    names = ", ".join(hits.agent_name(row.agent) for row in off)
    count = counted(sum(row.sessions for row in off), "session")
    return [f"  off, not recalled, still held: {names}, {count}; to delete: index --drop"]


def _reading(left: dict[str, Any]) -> list[str]:
    """How far the reading is, while there is something left to read."""
    if not left.get("sessions"):
        return []
    done = left["of"] - left["sessions"]
    return [
        f"  reading: {done} of {counted(left['of'], 'session')}, {span(left['seconds'])} left; "
        "at once: hermes agent-si index"
    ]


def _agent(row: AgentStats, *, everything: bool) -> list[str]:
    """Sessions, messages and the newest day of one agent; what is unusual on a line of its own
    where there is no room for it.
    """
    newest = f", newest {row.newest[:10]}" if row.newest else ""
    sessions, messages = counted(row.sessions, "session"), counted(row.messages, "message")
    line = f"  {hits.agent_name(row.agent)}: {sessions}, {messages}{newest}"
    unusual = "; ".join(_unusual(row))
    if not unusual:
        return [line]
    if everything or len(line) + len(unusual) + 2 <= WIDTH:
        return [f"{line}; {unusual}"]
    return [line, _cut(f"    {unusual}")]


def _unusual(row: AgentStats) -> list[str]:
    kept_out = sum(row.kept_out.values())
    return [
        *([f"{row.unreached} not reachable, kept"] if row.unreached else []),
        *([f"{row.lost} lost with a damaged index"] if row.lost else []),
        *([f"kept out: {kept_out}"] if kept_out else []),
        *([f"{row.only_here} exist only here"] if row.only_here else []),
        *([row.trouble] if row.trouble else []),
    ]


def _cut(line: str) -> str:
    if len(line) <= WIDTH:
        return line
    more = "… (status --all)"
    return line[: WIDTH - len(more)].rstrip(" ,;") + more


def _why(row: AgentStats) -> list[str]:
    """Each reason with its number, most first."""
    out = []
    for name, counts in (("skipped", row.skipped), ("kept out", row.kept_out)):
        if counts:
            ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            out.append(f"{name}: " + ", ".join(f"{count} {reason}" for reason, count in ranked))
    if row.read_at:
        out.append(f"last looked at: {row.read_at[:16].replace('T', ' ')} UTC")
    return out
