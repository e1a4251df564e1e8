"""A scripted model on loopback that speaks the OpenAI chat API and keeps what it was asked.

    with ScriptedModel(tool("brain_search", query="lease"), say("On the 14th.")) as model:
        home.chat("When does the lease move?")
        assert "14 March" in model.asked[0].injected

Requests of the conversation take the script's entries in order; an entry may be a function
of the request, so that a test can look at what arrived, or change something on disk, in the
middle of a turn. The host's own side jobs (titles, summaries, captions) advertise no tools:
they are answered by `asides` and never take an entry. What an entry raises is raised again
when the model is closed.
"""

import json
import re
import sys
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MEMORY_BLOCK = re.compile(r"<memory-context>(.*?)(?:</memory-context>|\Z)", re.S)


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: a name and its arguments as JSON text (any text, to test bad JSON)."""

    name: str
    arguments: str
    id: str

    def wire(self) -> dict[str, Any]:
        """The call as the chat API writes it."""
        function = {"name": self.name, "arguments": self.arguments}
        return {"id": self.id, "type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answers: words, tool calls, or an HTTP error; after `delay` seconds."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    status: int = 200
    delay: float = 0.0


def say(text: str, *, delay: float = 0.0) -> Reply:
    """Answer with words, which ends the turn."""
    return Reply(text, delay=delay)


def tool(name: str, /, **arguments: Any) -> Reply:
    """Answer with one tool call."""
    return tools((name, arguments))


def tools(*calls: tuple[str, Any], text: str = "") -> Reply:
    """Answer with several tool calls in one message; string arguments are sent as they are."""
    return Reply(text, tuple(_call(name, arguments) for name, arguments in calls))


def fail(status: int, message: str = "scripted failure") -> Reply:
    """Answer with an HTTP error."""
    return Reply(message, status=status)


def _call(name: str, arguments: Any) -> Call:
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return Call(name, raw, "call_" + uuid.uuid4().hex[:16])


def flat(content: Any) -> str:
    """The text of a message's content: a string, or a list of typed parts."""
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(slots=True)
class Asked:
    """One chat completion the host asked for, and the reply it was given."""

    body: dict[str, Any]
    at: float
    reply: Reply | None = None
    aside: str = ""

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Every message of the request, as the host sent it."""
        return list(self.body.get("messages") or ())

    def texts(self, *roles: str) -> list[str]:
        """The flattened contents of all messages with one of these roles, in order."""
        return [flat(m.get("content")) for m in self.messages if m.get("role") in roles]

    @property
    def system(self) -> str:
        """The system prompt."""
        return "\n\n".join(self.texts("system", "developer"))

    @property
    def user(self) -> str:
        """The last user message, with whatever the host put into it."""
        return (self.texts("user") or [""])[-1]

    @property
    def injected(self) -> str:
        """The memory block inside the last user message; "" when there is none."""
        found = MEMORY_BLOCK.search(self.user)
        return found.group(1).strip() if found else ""

    @property
    def results(self) -> list[str]:
        """The tool results of the whole conversation, oldest first."""
        return self.texts("tool")

    @property
    def result(self) -> Any:
        """The newest tool result, parsed when it is JSON."""
        return _parsed((self.results or [""])[-1])

    def answer_to(self, call: Call) -> Any:
        """The result of one tool call, parsed when it is JSON; None when it is not there."""
        found = (m for m in self.messages if m.get("tool_call_id") == call.id)
        return next((_parsed(flat(m.get("content"))) for m in found), None)

    @property
    def tools(self) -> dict[str, dict[str, Any]]:
        """The advertised tools: name to schema."""
        offered = (entry.get("function") for entry in self.body.get("tools") or ())
        return {function["name"]: function for function in offered if function}


Entry = Reply | Callable[[Asked], Reply]


@dataclass(frozen=True, slots=True)
class Aside:
    """An answer for requests without tools that hold one of `words` (no words: all of them)."""

    name: str
    words: tuple[str, ...]
    reply: Entry

    def fits(self, asked: Asked) -> bool:
        """Whether this request is this side job."""
        text = (asked.system + "\n" + asked.user).lower()
        return not self.words or any(word in text for word in self.words)


ASIDES = (
    Aside("title", ("title",), say("A scripted title")),
    Aside(
        "summary",
        ("summar", "compaction", "handoff", "checkpoint"),
        say("SCRIPTED SUMMARY of the earlier turns."),
    ),
    Aside("other", (), say("SCRIPTED ASIDE")),
)


class ScriptedModel:
    """The server. `asked` holds the conversation's requests, `asides_asked` the side jobs."""

    def __init__(
        self,
        *script: Entry,
        rest: Entry = Reply("(the script has ended)"),
        asides: Iterable[Aside] = ASIDES,
        name: str = "scripted-model",
        context: int = 200_000,
    ) -> None:
        self.name, self.context, self.rest = name, context, rest
        self.script: deque[Entry] = deque(script)
        self.asides = tuple(asides)
        self.asked: list[Asked] = []
        self.asides_asked: list[Asked] = []
        self.trouble: list[BaseException] = []
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def base_url(self) -> str:
        """Where the host finds the API."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def count(self) -> int:
        """All requests so far, side jobs included."""
        return len(self.asked) + len(self.asides_asked)

    def then(self, *entries: Entry) -> "ScriptedModel":
        """Add entries to the end of the script."""
        with self._lock:
            self.script.extend(entries)
        return self

    def answer(self, asked: Asked) -> Reply:
        """Record one request and decide its reply."""
        with self._lock:
            entry = self._aside(asked) if not asked.body.get("tools") else None
            if entry is None:
                self.asked.append(asked)
                entry = self.script.popleft() if self.script else self.rest
        asked.reply = entry if isinstance(entry, Reply) else entry(asked)
        time.sleep(asked.reply.delay)
        return asked.reply

    def _aside(self, asked: Asked) -> Entry | None:
        chosen = next((aside for aside in self.asides if aside.fits(asked)), None)
        if chosen is None:
            return None
        asked.aside = chosen.name
        self.asides_asked.append(asked)
        return chosen.reply

    def give_up(self, error: BaseException) -> None:
        """Keep an entry's error and end the script, so that the host's retries finish soon."""
        with self._lock:
            self.trouble.append(error)
            self.script.clear()

    def __enter__(self) -> "ScriptedModel":
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        if self.trouble and error is None:
            raise self.trouble[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ScriptedModel) -> None:
        self.model = model
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep what a script entry raised; a host that hung up on us is no error."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.model.give_up(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent: the console belongs to the test."""

    def do_GET(self) -> None:
        """`/models`, which hosts ask for the context length."""
        model = self.server.model
        card = {"id": model.name, "object": "model", "context_length": model.context}
        if self.path.rstrip("/").endswith("/models"):
            self._json(200, {"object": "list", "data": [card]})
        else:
            self._json(404, {"error": {"message": "not here"}})

    def do_POST(self) -> None:
        """`/chat/completions`, streamed or whole."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if not self.path.rstrip("/").endswith("/chat/completions"):
            self._json(404, {"error": {"message": "not here"}})
            return
        reply = self.server.model.answer(Asked(body, time.time()))
        if reply.status != 200:
            self._json(reply.status, {"error": {"message": reply.text}})
        elif body.get("stream"):
            self._stream(body, reply)
        else:
            self._json(200, self._whole(body, reply))

    def _json(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _frame(self, kind: str) -> dict[str, Any]:
        return {
            "id": "chatcmpl-scripted",
            "object": kind,
            "created": int(time.time()),
            "model": self.server.model.name,
        }

    def _whole(self, body: dict[str, Any], reply: Reply) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
        if reply.calls:
            message["tool_calls"] = [call.wire() for call in reply.calls]
        choice = {"index": 0, "message": message, "finish_reason": _finish(reply)}
        return {**self._frame("chat.completion"), "choices": [choice], "usage": _usage(body, reply)}

    def _stream(self, body: dict[str, Any], reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        frame = self._frame("chat.completion.chunk")
        for delta in _deltas(reply):
            self._event({**frame, "choices": [{"index": 0, "delta": delta}]})
        last = {"index": 0, "delta": {}, "finish_reason": _finish(reply)}
        self._event({**frame, "choices": [last]})
        self._event({**frame, "choices": [], "usage": _usage(body, reply)})
        self.wfile.write(b"data: [DONE]\n\n")

    def _event(self, value: dict[str, Any]) -> None:
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
        self.wfile.flush()


def _finish(reply: Reply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _usage(body: dict[str, Any], reply: Reply) -> dict[str, int]:
    read, written = len(json.dumps(body)) // 4 + 1, len(reply.text) // 4 + 1
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _deltas(reply: Reply) -> Iterable[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    for start in range(0, len(reply.text), 48):
        yield {"content": reply.text[start : start + 48]}
    for index, call in enumerate(reply.calls):
        opening = {**call.wire(), "index": index, "function": {"name": call.name, "arguments": ""}}
        yield {"tool_calls": [opening]}
        for start in range(0, len(call.arguments), 64):
            piece = {"arguments": call.arguments[start : start + 64]}
            yield {"tool_calls": [{"index": index, "function": piece}]}
