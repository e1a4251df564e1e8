"""A real Hermes and throw-away homes to run it in.

    home = Home(Host(Path("hosts/19")), model, tmp_path)
    home.add(plugin_folder)                          # or add(repo, how="git")
    first = home.chat("hello")                       # hermes chat -q; .out .code .session
    home.chat("again", resume=first.session)
    home.converse(["one", {"compress": True}, "two"])  # one process, the host's own loop
    with home.terminal("chat", "--cli") as screen:   # the terminal UI on a pty (terminal.py)
        screen.enter("hello")
    home.hermes("agent-si", "status")                # any command line

A home is a folder with `hermes/` (HERMES_HOME), `user/` (HOME), `work/` (the working
directory) and `tmp/`. Nothing of the caller's environment reaches the host but PATH and the
time zone, and no address but the scripted model's on loopback can be reached.
"""

import atexit
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from scripted_model import ScriptedModel
from terminal import Terminal, plain

HERE = Path(__file__).resolve().parent
# Refuses at once, so that a host's look at the outside (updates, model lists) never leaves.
NOWHERE = "http://127.0.0.1:9"
LITTER = shutil.ignore_patterns(
    ".git", "__pycache__", "*.pyc", ".*_cache", ".hypothesis", "tests", "bench"
)
SESSION = re.compile(r"session_id:\s*(\S+)|--resume\s+(\S+)")
Settings = dict[str, Any]


class Host:
    """One Hermes installation: a virtual environment with the `hermes` command."""

    def __init__(self, venv: Path) -> None:
        self.venv = venv.resolve()
        self.python = self.venv / "bin" / "python"
        self.site = next(self.venv.glob("lib/python3*/site-packages"))
        dist = next(self.site.glob("hermes_agent*.dist-info")).name
        self.package, self.version = dist.removesuffix(".dist-info").split("-", 1)

    @property
    def name(self) -> str:
        """The minor version: "19" or "22"."""
        return self.version.split(".")[1]

    @property
    def modern(self) -> bool:
        """Whether this is the line after 0.19 (indicator, scanner, cron with memory)."""
        return int(self.name) > 19

    def __repr__(self) -> str:
        return f"Host({self.package} {self.version})"


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished command: exit code, what it printed, how long it took in seconds."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def text(self) -> str:
        """Everything printed, on both streams, without terminal codes."""
        return plain(self.out + "\n" + self.err)

    @property
    def session(self) -> str:
        """The session id the host printed; "" when it printed none."""
        found = SESSION.search(self.text)
        return (found.group(1) or found.group(2)) if found else ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What became of `converse`: one entry of `turns` a step that did something."""

    ran: Ran
    turns: list[dict[str, Any]]
    status: list[Any] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    messages: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def session(self) -> str:
        """The session id of the agent that was opened first."""
        return next(iter(self.sessions.values()), "")

    @property
    def finals(self) -> list[str]:
        """The final answers, in order."""
        return [turn["final"] for turn in self.turns if "final" in turn]


class DriverError(RuntimeError):
    """The host did not do what was asked of it; the message holds what it printed."""


def plugin_name(plugin: Path) -> str:
    """The `name:` of a plugin folder's manifest."""
    manifest = (plugin / "plugin.yaml").read_text(encoding="utf-8")
    found = re.search(r"^name:\s*[\"']?([\w.-]+)", manifest, re.M)
    if not found:
        raise DriverError(f"{plugin}/plugin.yaml names no plugin")
    return found.group(1)


@lru_cache(maxsize=8)
def compiled(plugin: Path, python: Path) -> Path:
    """A copy of a plugin folder with its modules compiled, as a first run leaves it; made once.

    Each throw-away home would compile them anew. The folder is removed when this process ends.
    """
    folder = Path(tempfile.mkdtemp(prefix="agent-si-plugin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = folder / plugin_name(plugin)
    shutil.copytree(plugin, made, ignore=LITTER)
    quiet = [str(python), "-m", "compileall", "-q", str(made)]
    subprocess.run(quiet, check=False, capture_output=True, timeout=300)
    return made


def settings(model: ScriptedModel) -> Settings:
    """A config.yaml without questions, reviews or telemetry, on the scripted model."""
    return {
        "model": {
            "default": model.name,
            "provider": "custom",
            "base_url": model.base_url,
            "api_key": "scripted",
            "context_length": model.context,
        },
        "memory": {"memory_enabled": True, "user_profile_enabled": True, "nudge_interval": 0},
        "display": {"streaming": True, "interface": "cli"},
        # The probe runs six processes before each first answer, to tell of this machine's Python.
        "agent": {"max_turns": 12, "environment_probe": False},
        "compression": {"enabled": True},
        "approvals": {"mode": "off", "destructive_slash_confirm": False},
        "security": {"allow_lazy_installs": False, "tirith_enabled": False},
        "skills": {"creation_nudge_interval": 0},
        "updates": {"check": False},
        "telemetry": {"shared_metrics": {"enabled": False, "send": False, "offer_version": 2}},
    }


def merged(base: Settings, more: Settings) -> Settings:
    """`more` laid over `base`, section by section."""
    out = dict(base)
    for key, value in more.items():
        old = out.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        out[key] = merged(old, value) if both else value
    return out


def yaml(values: Settings, indent: str = "") -> str:
    """Settings as YAML in block form; scalars and lists as JSON, which YAML includes."""
    lines = []
    for key, value in values.items():
        if isinstance(value, dict) and value:
            lines.append(f"{indent}{key}:\n{yaml(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{key}: {json.dumps(value)}\n")
    return "".join(lines)


class Home:
    """A throw-away HERMES_HOME bound to a scripted model."""

    def __init__(
        self,
        host: Host,
        model: ScriptedModel,
        root: Path,
        *,
        config: Settings | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.host, self.model, self.root = host, model, root.resolve()
        self.path, self.user = self.root / "hermes", self.root / "user"
        self.cwd, self.tmp = self.root / "work", self.root / "tmp"
        for folder in (self.path, self.user, self.cwd, self.tmp):
            folder.mkdir(parents=True, exist_ok=True)
        # A checkout owned by somebody else may still be cloned into this home.
        (self.user / ".gitconfig").write_text("[safe]\n\tdirectory = *\n", encoding="utf-8")
        self.env, self.settings = dict(env or {}), settings(model)
        self.configure(config or {})

    # -- setting up -----------------------------------------------------------------------

    def configure(self, more: Settings) -> None:
        """Write config.yaml: the quiet defaults, what was configured so far, and `more`."""
        self.settings = merged(self.settings, more)
        (self.path / "config.yaml").write_text(yaml(self.settings), encoding="utf-8")

    def add(self, plugin: Path, *, how: str = "copy", select: bool = True) -> Ran | None:
        """Install a plugin by `copy`, or by the host's own installer from a `git` checkout.

        The installer clones, so it takes committed files only. Raises DriverError.
        """
        name = plugin_name(plugin)
        if how == "git":
            ran = self._install(plugin, name)
            if select:
                self.select(name)
            return ran
        made = compiled(plugin.resolve(), self.host.python)
        shutil.copytree(made, self.path / "plugins" / name, dirs_exist_ok=True)
        if select:
            self.configure({"memory": {"provider": name}})
        return None

    def _install(self, plugin: Path, name: str) -> Ran:
        url = plugin.resolve().as_uri()
        ran = self.hermes("plugins", "install", url, "--no-enable")
        if ran.code or not (self.path / "plugins" / name).is_dir():
            raise DriverError(f"`hermes plugins install {url}` failed:\n{ran.text}")
        return ran

    def select(self, name: str) -> None:
        """Make `name` the memory provider ("" for none), by the host's own command."""
        command = ("config", "set", "memory.provider", name) if name else ("memory", "off")
        ran = self.hermes(*command)
        if ran.code:
            raise DriverError(f"could not select {name!r}:\n{ran.text}")

    def environment(self) -> dict[str, str]:
        """The environment of every process of this home."""
        kept = {key: os.environ[key] for key in ("PATH", "TZ") if key in os.environ}
        ours = {
            "HOME": str(self.user),
            "HERMES_HOME": str(self.path),
            "TMPDIR": str(self.tmp),
            "TERM": "dumb",
            "NO_COLOR": "1",
            "COLUMNS": "160",
            "LINES": "50",
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "OPENAI_API_KEY": "scripted",
            "HTTP_PROXY": NOWHERE,
            "HTTPS_PROXY": NOWHERE,
            "NO_PROXY": "127.0.0.1,localhost",
        }
        return kept | ours | self.env

    # -- running --------------------------------------------------------------------------

    def command(self, *args: object) -> list[str]:
        """The argv of `hermes ARGS` in this home's host."""
        return [str(self.host.python), str(HERE / "offline.py"), *map(str, args)]

    def run(
        self,
        argv: list[str],
        *,
        stdin: str = "",
        timeout: float = 180,
        env: dict[str, str] | None = None,
    ) -> Ran:
        """Run a command in this home; after `timeout` seconds it is ended with exit code 124."""
        started = time.monotonic()
        process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=self.environment() | (env or {}),
            cwd=self.cwd,
            start_new_session=True,
        )
        late = False
        try:
            out, err = process.communicate(stdin, timeout=timeout)
        except subprocess.TimeoutExpired:
            late = True
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
        code = 124 if late else process.returncode
        return Ran(code, out, err, time.monotonic() - started)

    def hermes(self, *args: object, **how: Any) -> Ran:
        """Any `hermes` command line; `how` as for `run`."""
        return self.run(self.command(*args), **how)

    def chat(self, words: str, *args: object, resume: str = "", **how: Any) -> Ran:
        """One turn of `hermes chat -q WORDS -Q`, in a process of its own."""
        again = ("--resume", resume) if resume else ()
        return self.hermes("chat", "-q", words, "-Q", *again, *args, **how)

    def recorded(self, *args: object, watch: tuple[Path, ...] = ()) -> tuple[Ran, list[Any]]:
        """Any command line under the recorder: what it did, and the events (recorder.py)."""
        out = self.tmp / f"events-{time.time_ns()}.json"
        folders = os.pathsep.join(map(str, (self.path / "plugins", *watch)))
        env = {"AGENT_SI_EVENTS": str(out), "AGENT_SI_EVENTS_WATCH": folders}
        ran = self.hermes(*args, env=env)
        return ran, json.loads(out.read_text(encoding="utf-8")) if out.exists() else []

    def converse(
        self,
        steps: list[Any],
        *,
        agent: Settings | None = None,
        audit: bool = False,
        watch: tuple[Path, ...] = (),
        timeout: float = 240,
        env: dict[str, str] | None = None,
    ) -> Conversation:
        """Several steps in one process through the host's own loop (in_host.py lists them).

        With `audit`, `events` holds what the process opened, started and connected to; reads
        only where they touch the plugins folder or a folder in `watch`. Raises DriverError.
        """
        out = self.tmp / f"conversation-{time.time_ns()}.json"
        watched = [str(folder) for folder in (self.path / "plugins", *watch)] if audit else None
        spec = {
            "steps": steps,
            "agent": agent or {},
            "base_url": self.model.base_url,
            "model": self.model.name,
            "home": str(self.path),
            "out": str(out),
            "watch": watched,
        }
        argv = [str(self.host.python), str(HERE / "in_host.py")]
        ran = self.run(argv, stdin=json.dumps(spec), timeout=timeout, env=env)
        if ran.code or not out.exists():
            raise DriverError(f"the conversation ended with exit code {ran.code}:\n{ran.text}")
        return Conversation(ran, **json.loads(out.read_text(encoding="utf-8")))

    def terminal(self, *args: object, env: dict[str, str] | None = None) -> Terminal:
        """A `hermes` command on a pty; close it, or use it as a context manager."""
        extra = {"TERM": "xterm-256color", "AGENT_SI_TTY": "1"} | (env or {})
        environment = self.environment() | extra
        return Terminal(self.command(*args), environment, self.cwd, busy=lambda: self.model.count)

    def typed(self, *lines: str, args: tuple[object, ...] = ("chat", "--cli")) -> str:
        """Type lines into the terminal UI one by one, leave with /quit; what was printed."""
        with self.terminal(*args) as screen:
            screen.ready()
            for line in lines:
                screen.enter(line)
            screen.leave()
            return screen.text

    def cron(self, prompt: str, name: str = "job") -> Ran:
        """Create a scheduled job and run it now through the host's own scheduler."""
        made = self.hermes("cron", "create", "every 1h", prompt, "--name", name)
        job = re.search(r"Created job:\s*(\S+)", made.text)
        if not job:
            raise DriverError(f"`hermes cron create` failed:\n{made.text}")
        ran = self.hermes("cron", "run", job.group(1))
        tick = self.hermes("cron", "tick")
        return Ran(ran.code or tick.code, ran.out + tick.out, ran.err + tick.err, tick.seconds)

    # -- looking --------------------------------------------------------------------------

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the host's state.db."""
        uri = (self.path / "state.db").as_uri() + "?mode=ro"
        db = sqlite3.connect(uri, uri=True)
        try:
            return db.execute(sql, values).fetchall()
        finally:
            db.close()

    def config(self) -> Settings:
        """config.yaml as the host itself reads it."""
        code = "import json; from hermes_cli.config import load_config as c; print(json.dumps(c()))"
        ran = self.run([str(self.host.python), "-c", code])
        return dict(json.loads(ran.out.splitlines()[-1]))

    def tree(self) -> dict[str, tuple[int, int]]:
        """Every file of this home's root: path to (size, mtime in ns), for a diff."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        stats = ((str(path.relative_to(self.root)), path.stat()) for path in files)
        return {path: (stat.st_size, stat.st_mtime_ns) for path, stat in stats}
