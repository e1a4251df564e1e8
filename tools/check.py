"""Every check of this repository, in one command.

    python3 tools/check.py          all: format, lint, types, docs, manifest, tests, both real hosts
    python3 tools/check.py fast     what takes seconds: format, lint, types, and the tests in FAST
    python3 tools/check.py long     all, and the long lives on both hosts instead of one each

It makes what it needs once (devenv.py the tools, hosts.py the two Hermes), prints each command
before it runs, and ends in `all good` or the list of what failed, then one line that adds up every
test run. Exit 0 only when all is good. Where there are two cores the hosts are made beside the
other checks and tested after them, both at a time, so that no test measures a crowded machine.
"""

import io
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

import devenv

ROOT = Path(__file__).resolve().parent.parent
HOSTS = ("19", "22")
SUPPRESSIONS = {"noqa": "# noqa", "type: ignore": "# type: ignore", "no cover": "pragma: no cover"}
TIMED_OUT = 124
NOT_RUN = 125
NO_TEST_PASSED = 126


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the check's own Python. `limit` is in seconds; `host` is 19, 22 or none."""

    name: str
    words: tuple[str, ...]
    limit: int = 300
    host: str = ""

    @property
    def is_tests(self) -> bool:
        """Does it run pytest, so that its counts belong into the closing line?"""
        return "pytest" in self.words

    @property
    def shown(self) -> str:
        """The command as a person would type it."""
        which = f"AGENT_SI_ONLY_HOST={self.host} " if self.host else ""
        return f"{which}python {shlex.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step ended: its exit code, and its tests (passed, failed, skipped) if it ran any."""

    step: Step
    code: int
    tests: Counter[str] = field(default_factory=Counter)


def steps(*, fast: bool) -> list[Step]:
    """The checks that run one after the other, quickest first."""
    chosen = ("-m", "not slow", *FAST) if fast else ("-m", "not host", "--ignore=tests/host")
    return [
        Step("format", ("-m", "ruff", "format", "--check", ".")),
        Step("lint", ("-m", "ruff", "check", ".")),
        *docs_step(),
        Step("manifest", ("tools/vendor.py", "--check")),
        Step("tests", ("-P", "-m", "pytest", "-q", "-n", "auto", *chosen), limit=900),
    ]


def docs_step(root: Path = ROOT) -> list[Step]:
    """The check of the pages that hold generated parts; no step where there is none."""
    pages = sorted([*root.glob("*.md"), *root.glob("docs/*.md")])
    made = [page for page in pages if "[[[cog" in page.read_text(encoding="utf-8")]
    names = tuple(page.relative_to(root).as_posix() for page in made)
    words = ("-m", "cogapp", "--check", "--diff", "--verbosity=1", "-I", "tools", *names)
    return [Step("generated docs", words)] if names else []


# The main job from question to answer, and the layers: seconds, not minutes.
FAST = ("tests/recall", "tests/test_layers.py")
TYPES = Step("types", ("-m", "mypy"))
PROMISES = Step("promises", ("tools/requirements.py",))
MAKE_HOSTS = Step("make hosts", ("tools/hosts.py",), limit=600)


def host_tests() -> list[Step]:
    """The stories in each host."""
    words = ("-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/host")
    limit = 3600 if os.environ.get("AGENT_SI_LONG") else 1300
    return [Step(f"host {host}", words, limit=limit, host=host) for host in HOSTS]


class Runner:
    """Runs steps, each in a process group of its own; may be used from several threads."""

    def __init__(self, python: Path, scratch: Path) -> None:
        self._python, self._scratch = python, scratch
        self._printing = threading.Lock()
        self._live: set[int] = set()
        self._stopped = threading.Event()

    def run(self, step: Step) -> Outcome:
        """Print the command, run it, and print what it said when it has ended."""
        if self._stopped.is_set():
            return Outcome(step, NOT_RUN)
        self._say(f"$ {step.shown}")
        stem = step.name.replace(" ", "-")
        log, report = self._scratch / f"{stem}.log", self._scratch / f"{stem}.xml"
        words = [str(self._python), *step.words]
        if step.is_tests:
            words.append(f"--junitxml={report}")
        started = time.monotonic()
        code = self._wait(words, log, step)
        took = time.monotonic() - started
        said = log.read_text(encoding="utf-8", errors="replace").rstrip()
        tests = counts(report, code) if step.is_tests else Counter()
        if step.is_tests and not code and not tests["passed"]:
            code = NO_TEST_PASSED
        self._say(f"{said}\n-- {step.name}: {_verdict(code, step)}, {took:.1f} s".lstrip("\n"))
        return Outcome(step, code, tests)

    def run_all(self, several: Iterable[Step]) -> list[Outcome]:
        """One step after the other; a failure does not stop the next."""
        return [self.run(step) for step in several]

    def stop(self) -> None:
        """End every process group that still runs, and let no other step begin."""
        self._stopped.set()
        for group in list(self._live):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)

    def _wait(self, words: list[str], log: Path, step: Step) -> int:
        with log.open("wb") as out:
            process = subprocess.Popen(
                words,
                cwd=ROOT,
                env=_environment(step),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._live.add(process.pid)
            try:
                return process.wait(step.limit)
            except subprocess.TimeoutExpired:
                return TIMED_OUT
            finally:
                # What a step leaves running ends with it, whichever way it ended.
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                self._live.discard(process.pid)

    def _say(self, text: str) -> None:
        with self._printing:
            print(text, flush=True)


def _environment(step: Step) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return env | ({"AGENT_SI_ONLY_HOST": step.host} if step.host else {})


def _verdict(code: int, step: Step) -> str:
    known = {
        0: "ok",
        TIMED_OUT: f"FAILED (ended after its limit of {step.limit} s)",
        NO_TEST_PASSED: "FAILED (no test ran, all were skipped)",
    }
    return known.get(code, f"FAILED (exit {code})")


def counts(report: Path, code: int) -> Counter[str]:
    """Passed, failed and skipped tests of one pytest run. A run that failed without a failing
    test (a crash, a collection that broke, a limit) counts as one failure.
    """
    found: Counter[str] = Counter()
    with suppress(OSError, ElementTree.ParseError):
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            number = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors")}
            skipped = int(suite.get("skipped", 0))
            failed = number["failures"] + number["errors"]
            found.update(
                passed=max(0, number["tests"] - failed - skipped), failed=failed, skipped=skipped
            )
    if code and not found["failed"]:
        found["failed"] = 1
    return found


def run_hosts(runner: Runner, after: threading.Event) -> list[Outcome]:
    """Make both hosts, then test them at the same time; nothing is tested on hosts not made."""
    made = runner.run(MAKE_HOSTS)
    if made.code:
        return [made, *(Outcome(step, NOT_RUN, Counter(failed=1)) for step in host_tests())]
    if (os.cpu_count() or 1) <= len(HOSTS):
        after.wait()
    with ThreadPoolExecutor(len(HOSTS)) as pool:
        return [made, *pool.map(runner.run, host_tests())]


def run_everything(runner: Runner, *, fast: bool) -> list[Outcome]:
    """All outcomes: the quick checks in order, types and hosts beside them, the promises last."""
    done = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        try:
            types = pool.submit(runner.run, TYPES)
            hosts = None if fast else pool.submit(run_hosts, runner, done)
            outcomes = runner.run_all(steps(fast=fast))
            outcomes.append(types.result())
            done.set()
            outcomes += hosts.result() if hosts else []
        except BaseException:
            runner.stop()
            raise
        finally:
            done.set()
    return outcomes if fast else [*outcomes, runner.run(PROMISES)]


def suppressions(root: Path = ROOT) -> Counter[str]:
    """How often each kind of suppression stands in a comment of our Python files."""
    found = Counter(dict.fromkeys(SUPPRESSIONS, 0))
    for comment in _comments(root):
        found.update(name for name, words in SUPPRESSIONS.items() if words in comment)
    return found


def _comments(root: Path) -> Iterator[str]:
    for path in root.rglob("*.py"):
        if not any(part.startswith(".") for part in path.relative_to(root).parts):
            source = io.StringIO(path.read_text(encoding="utf-8"))
            with suppress(tokenize.TokenError, SyntaxError):
                for token in tokenize.generate_tokens(source.readline):
                    if token.type == tokenize.COMMENT:
                        yield token.string


def closing(outcomes: list[Outcome], suppressed: Counter[str]) -> tuple[list[str], int]:
    """The last lines, and the exit code."""
    failed = [outcome.step.name for outcome in outcomes if outcome.code]
    tests: Counter[str] = sum((outcome.tests for outcome in outcomes), Counter())
    lines = [
        "suppressions: " + ", ".join(f"{name} {n}" for name, n in suppressed.items()),
        "failed: " + ", ".join(failed) if failed else "all good",
        f"{tests['passed']} passed, {tests['failed']} failed, {tests['skipped']} skipped",
    ]
    return lines, 1 if failed else 0


@contextmanager
def _stopping_when_told() -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def main(argv: list[str]) -> int:
    """0 all good, 1 something failed, 2 a bad call, 130 interrupted."""
    if argv not in ([], ["fast"], ["long"]):
        print(__doc__, file=sys.stderr)
        return 2
    started = time.monotonic()
    try:
        with (
            _stopping_when_told(),
            tempfile.TemporaryDirectory(prefix="agent-si-check-") as scratch,
        ):
            python = devenv.python()
            print(f"python is {python}")
            if argv == ["long"]:
                os.environ["AGENT_SI_LONG"] = "1"
            outcomes = run_everything(Runner(python, Path(scratch)), fast=argv == ["fast"])
    except devenv.DevenvError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    print(f"took {time.monotonic() - started:.0f} s")
    lines, code = closing(outcomes, suppressions())
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
