"""The host's messaging gateway with its HTTP API, as a process of its own.

    with Gateway(home, extra) as gateway:
        gateway.say("hello", session="mine")             # the answer's text
        gateway.post("/v1/chat/completions", body)       # any request: (status, parsed body)

The API needs aiohttp, which no host brings: `extra` is a folder that holds it.
"""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from host import DriverError, Home

KEY = "scripted" * 5
PATIENCE = 90
STARTING = 30  # seconds


class Gateway:
    """A running `hermes gateway run` of one home; end it, or use it as a context manager."""

    def __init__(self, home: Home, extra: Path) -> None:
        self.home, self.port = home, _free_port()
        environment = home.environment() | {
            "API_SERVER_ENABLED": "true",
            "API_SERVER_HOST": "127.0.0.1",
            "API_SERVER_PORT": str(self.port),
            "API_SERVER_KEY": KEY,
            "GATEWAY_ALLOW_ALL_USERS": "true",
            "PYTHONPATH": str(extra),
        }
        self.log = home.root / "gateway.log"
        with self.log.open("w", encoding="utf-8") as out:
            self.process = subprocess.Popen(
                home.command("gateway", "run"),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=home.cwd,
                start_new_session=True,
            )

    def __enter__(self) -> "Gateway":
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.close()
                tail = self.log.read_text(encoding="utf-8", errors="replace")[-2000:]
                raise DriverError(f"the gateway did not start:\n{tail}")
            time.sleep(0.2)
        return self

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """One request: its status and the parsed answer, or its text where it is no JSON."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
            | (headers or {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, _parsed(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, _parsed(error.read())

    def say(
        self, words: str, *, session: str, history: list[Any] | None = None, **more: Any
    ) -> str:
        """One turn of a session; what came back. Raises DriverError."""
        messages = [*(history or ()), {"role": "user", "content": words}]
        headers = {"X-Hermes-Session-Id": session} if session else {}
        body = {"model": self.home.model.name, "messages": messages} | more
        end = time.monotonic() + STARTING
        while True:
            status, answer = self.post("/v1/chat/completions", body, headers)
            # 0.22 answers before it has imported what it answers with.
            if status != 500 or "cannot import" not in str(answer) or time.monotonic() > end:
                break
            time.sleep(0.5)
        if status != 200:
            raise DriverError(f"the API answered {status}: {answer}")
        return str(answer["choices"][0]["message"]["content"])

    def close(self, how: int = signal.SIGTERM) -> int:
        """End the gateway and wait for it; its exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()

    def __exit__(self, *error: object) -> None:
        self.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw or b"null")
    except ValueError:
        return raw.decode("utf-8", "replace")
