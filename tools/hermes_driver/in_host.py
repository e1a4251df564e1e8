"""Runs inside the host's interpreter: steps of one or more agents in one process.

stdin is `{steps, agent, base_url, model, home, out, watch}`; the outcome is written to `out`.
With `watch` (a list of folders) the recorder is on before anything of the host is imported.

    "words" or [parts]                 one turn of the agent in use
    {"say": w, "shown": x, "with": {}} the model is sent x, w is what is kept as typed
    {"open": name, "home": path, "resume": session, "agent": {}}
                                       another agent, which is then in use; of another home
    {"use": name}                      go on with that agent
    {"undo": n}                        take back n turns, as /undo does
    {"compress": true or {}}           the host's own compression
    {"switch": {}}                     the host tells its memory that the session switched
    {"end": true}, {"close": true}     the session ends; the agent is given up
    {"flush": true}, {"wait": seconds} until memory work is done; for a while
    {"together": {name: words}}        a turn of several agents at the same time

The first agent is called "main" and is opened by the first step that needs it.
"""

import contextvars
import importlib
import json
import sys
import threading
import time
from pathlib import Path

HERE = sys.path.pop(0)  # this folder must not shadow a module of the host


def start_recorder(watched):
    """Begin recording and leave no trace in sys.modules."""
    sys.path.insert(0, HERE)
    import recorder

    del sys.path[0], sys.modules["recorder"]
    return recorder.start(watched)


def of_host(name):
    """A module of the host. Its loop is no public surface; only this driver goes behind it."""
    return importlib.import_module(name)


class Seat:
    """One agent with its history, in a context of its own (a home is a context variable)."""

    def __init__(self, spec, step):
        self.context = contextvars.copy_context()
        self.history, self.status = [], []
        self.agent = self.context.run(self._open, spec, step)

    def _open(self, spec, step):
        home = step.get("home", spec["home"])
        if home != spec["home"]:
            of_host("hermes_constants").set_hermes_home_override(home)
        self.db = of_host("hermes_state").SessionDB(Path(home) / "state.db")
        chosen = {
            "base_url": spec["base_url"],
            "api_key": "scripted",
            "model": spec["model"],
            "provider": "custom",
            "quiet_mode": True,
            "platform": "cli",
            "max_iterations": 12,
            "session_db": self.db,
            "status_callback": self.told,
        }
        if resumed := step.get("resume"):
            chosen["session_id"] = resumed
            self.history = self.db.get_messages_as_conversation(resumed)
        return of_host("run_agent").AIAgent(**(chosen | spec["agent"] | step.get("agent", {})))

    def told(self, *args, **named):
        """Keep a status line of the host (the recall indicator is one)."""
        self.status.append(args[-1] if args else named)

    @property
    def memory(self):
        """The host's memory manager, or None."""
        return self.agent._memory_manager

    def run(self, function, *args, **named):
        """Call into the host in this agent's context."""
        return self.context.run(function, *args, **named)

    def say(self, step):
        """One turn; its outcome."""
        extra = dict(step.get("with", {}))
        if "shown" in step:
            extra["persist_user_message"] = step["say"]
        answer = self.run(
            self.agent.run_conversation,
            step.get("shown", step["say"]),
            conversation_history=self.history,
            **extra,
        )
        self.history = answer.get("messages") or self.history
        roles = [message.get("role") for message in self.history]
        final, whole = answer.get("final_response"), answer.get("completed")
        return {
            "final": final,
            "completed": whole,
            "session": self.agent.session_id,
            "roles": roles,
        }

    def undo(self, turns):
        """Take back turns: rows become inactive, history is cut, memory is told."""
        session = self.agent.session_id
        recent = self.db.list_recent_user_messages(session, limit=max(turns, 10))
        target = recent[min(turns, len(recent)) - 1]["id"]
        undone = self.db.rewind_to_message(session, target)
        self.history = self.db.get_messages_as_conversation(session)
        self.agent._invalidate_system_prompt()
        self.agent._last_flushed_db_idx = len(self.history)
        if self.memory:
            self.run(
                self.memory.on_session_switch,
                session,
                parent_session_id="",
                reset=False,
                rewound=True,
            )
        return {"undone": undone["rewound_count"], "session": session}

    def compress(self, how):
        """The host's own compression of this history."""
        prompt = self.agent._cached_system_prompt or ""
        extra = how if isinstance(how, dict) else {}
        kept, _ = self.run(self.agent._compress_context, self.history, prompt, **extra)
        self.history = kept
        return {"compressed": len(kept), "session": self.agent.session_id}

    def switch(self, how):
        """Tell the memory that the session switched."""
        self.run(self.memory.on_session_switch, **how)

    def flush(self, _):
        """Wait until the memory's background work is done."""
        if self.memory:
            self.run(self.memory.flush_pending, timeout=20)

    def end(self, _):
        """The session ends, as at the exit of the command line."""
        self.run(self.agent.shutdown_memory_provider, self.history)

    def close(self, _=True):
        """Give the agent up."""
        self.run(self.agent.close)


class Table:
    """All agents of this process, and the one in use."""

    def __init__(self, spec):
        self.spec, self.seats, self.used, self.turns = spec, {}, "main", []

    @property
    def seat(self):
        """The agent in use, opened when there is none yet."""
        if self.used not in self.seats:
            self.open({"open": self.used})
        return self.seats[self.used]

    def open(self, step):
        """Open an agent under a name and use it."""
        self.used = step["open"]
        self.seats[self.used] = Seat(self.spec, step)

    def together(self, turns):
        """A turn of several agents, each on a thread of its own."""
        outcomes = {}

        def one(name, words):
            outcomes[name] = self.seats[name].say({"say": words})

        threads = [threading.Thread(target=one, args=pair) for pair in turns.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.turns.extend(outcomes[name] for name in turns)

    def take(self, step):
        """Do one step."""
        step = {"say": step} if isinstance(step, str | list) else step
        verb = next(iter(step))
        if verb == "open":
            self.open(step)
        elif verb == "use":
            self.used = step["use"]
        elif verb == "wait":
            time.sleep(step["wait"])
        elif verb == "together":
            self.together(step["together"])
        else:
            self.seat_does(verb, step)

    def seat_does(self, verb, step):
        """A step of the agent in use; what it returns is kept as a turn."""
        does = getattr(self.seat, verb)
        outcome = does(step if verb == "say" else step[verb])
        if outcome is not None:
            self.turns.append({"agent": self.used, **outcome})

    def leave(self):
        """Let background work finish and give every agent up."""
        for seat in self.seats.values():
            seat.flush(True)
            seat.close()

    def outcome(self):
        """What the caller is told."""
        seats = self.seats.items()
        return {
            "turns": self.turns,
            "status": [line for _, seat in seats for line in seat.status],
            "sessions": {name: seat.agent.session_id for name, seat in seats},
            "messages": {name: seat.history for name, seat in seats},
        }


def main():
    """Take every step, then write the outcome, also when a step failed."""
    spec = json.load(sys.stdin)
    events = start_recorder(spec["watch"]) if spec["watch"] is not None else []
    # As in offline.py: a telemetry library of 0.22 whose threads crash at exit.
    sys.modules["nemo_relay"] = None
    table = Table(spec)
    try:
        for step in spec["steps"]:
            table.take(step)
        table.leave()
    finally:
        outcome = {**table.outcome(), "events": list(events)}
        Path(spec["out"]).write_text(json.dumps(outcome, default=repr), encoding="utf-8")


if __name__ == "__main__":
    main()
