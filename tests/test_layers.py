"""Is the architecture still true? Reads the imports and calls of every file, by syntax tree.

vendor/__init__.py draws the layers. Here they are a table: what each part may import, beside the
standard library and itself.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "vendor"

ENGINES = {"text", "dbfile", "dbpages", "hurry", "wholefile"}
# The brain does not ask what was forgotten: its log says so itself.
JOINED = ENGINES | {"brain", "sessions", "forgotten"}
MAY_IMPORT = {
    "text": set(),
    "dbfile": {"hurry", "wholefile"},
    "wholefile": set(),
    "hurry": set(),
    "dbpages": set(),
    "forgotten": ENGINES,
    "brain": ENGINES,
    "sessions": ENGINES | {"forgotten"},
    "recall": JOINED,
    "commands": JOINED | {"recall"},
    "mcp_stdio": JOINED | {"recall"},
    "": set(),
}
# The outside hands these down: paths, clock, environment (DESIGN §1).
OUTSIDE = ("commands", "mcp_stdio")
HOST = {"agent", "hermes_constants", "hermes_cli"}

FORBIDDEN_MODULES = {
    "asyncio", "cffi", "ctypes", "ftplib", "http", "imaplib", "multiprocessing", "nntplib",
    "poplib", "pty", "requests", "smtplib", "socket", "socketserver", "ssl", "subprocess",
    "telnetlib", "urllib", "webbrowser", "xmlrpc", "importlib", "runpy", "pickle", "marshal",
}  # fmt: skip
NEWER = {"compression"}  # of the standard library since 3.14; without it less is read
# A file that needs one of them is named here with its reason.
ALLOWED_MODULES: dict[str, set[str]] = {}
STARTS_A_PROCESS = ("os.system", "os.popen", "os.exec", "os.spawn", "os.posix_spawn", "os.fork")
ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.putenv", "os.unsetenv"}
WALL_CLOCK = {
    "datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time",
    "time.time_ns", "time.localtime", "time.gmtime", "datetime.datetime.now",
    "datetime.datetime.utcnow", "datetime.date.today",
}  # fmt: skip
HOME = {"Path.home", "os.path.expanduser", "pathlib.Path.home"}
LOADS_CODE = {"__import__", "eval", "exec", "compile", "breakpoint"}
TERMINAL = {"input", "print", "sys.argv", "sys.stdin", "sys.stdout"}


@dataclass(frozen=True)
class Import:
    """One import: the part of vendor/ or the foreign module it reaches, and how it is written."""

    file: str
    line: int
    target: str
    is_relative: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.target}"


def engine_files() -> list[Path]:
    return sorted(VENDOR.rglob("*.py"))


def root_files() -> list[Path]:
    return sorted(ROOT.glob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def part_of(path: Path) -> str:
    """The layer a file of vendor/ belongs to: its folder, or its own name at the top."""
    inside = path.relative_to(VENDOR).with_suffix("")
    return "" if inside.parts == ("__init__",) else inside.parts[0]


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 11))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(syntax(path)))


@cache
def imports(path: Path) -> tuple[Import, ...]:
    return tuple(read_imports(path))


def read_imports(path: Path) -> Iterator[Import]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(shown(path), node.lineno, name.name, is_relative=False)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield Import(shown(path), node.lineno, node.module or "", is_relative=False)
        elif isinstance(node, ast.ImportFrom):
            for target in relative_targets(path, node):
                yield Import(shown(path), node.lineno, target, is_relative=True)


def relative_targets(path: Path, node: ast.ImportFrom) -> Iterator[str]:
    """What a relative import reaches, from the repository root: 'vendor.text.quote'."""
    package = path.relative_to(ROOT).parts[:-1]
    base = package[: len(package) - (node.level - 1)]
    for name in node.names:
        whole = [*base, *((node.module or "").split(".") if node.module else []), name.name]
        yield ".".join(whole)


def dotted(node: ast.expr) -> str:
    """`os.path.join` of an attribute chain; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        left = dotted(node.value)
        return f"{left}.{node.attr}" if left else ""
    return ""


@cache
def names(path: Path) -> tuple[tuple[int, str], ...]:
    """(line, dotted name) of all that a file names, `from os import environ` as `os.environ`."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Attribute | ast.Name):
            found.append((node.lineno, dotted(node)))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found += [(node.lineno, f"{node.module}.{name.name}") for name in node.names]
    return tuple(found)


def mentions(path: Path, wanted: set[str] | tuple[str, ...]) -> list[str]:
    """Places that name one of `wanted`; a tuple holds beginnings, a set whole names."""

    def hits(name: str) -> bool:
        return name.startswith(wanted) if isinstance(wanted, tuple) else name in wanted

    return [f"{shown(path)}:{line} {name}" for line, name in names(path) if hits(name)]


def test_arrows_between_the_layers_point_down_only():
    wrong = []
    for path in engine_files():
        part = part_of(path)
        assert part in MAY_IMPORT, f"{shown(path)} belongs to no layer: add it to MAY_IMPORT"
        for found in imports(path):
            if found.is_relative and (target := _part(found.target)) not in {part, ""}:
                wrong += [str(found)] if target not in MAY_IMPORT[part] else []
    assert not wrong, "\n".join(wrong)


def _part(target: str) -> str:
    return [*target.split("."), "", ""][1]


def test_a_layer_is_never_reached_through_the_top_of_the_engine():
    named = set(MAY_IMPORT) - {""}
    found = [f for path in engine_files() for f in imports(path) if f.is_relative]
    wrong = [
        str(f) for f in found if f.target.startswith("vendor") and _part(f.target) not in named
    ]
    assert not wrong, "\n".join(wrong)


def test_the_brain_and_the_sessions_never_import_each_other():
    pairs = {("brain", "sessions"), ("sessions", "brain")}
    found = [(part_of(path), f) for path in engine_files() for f in imports(path) if f.is_relative]
    assert not [str(f) for part, f in found if (part, _part(f.target)) in pairs]


def test_imports_inside_the_engine_are_relative_and_stay_inside_it():
    """R94: no module of ours is reached by a top-level name."""
    wrong = []
    for path in engine_files():
        for found in imports(path):
            if found.is_relative and not found.target.startswith("vendor."):
                wrong.append(f"{found}, outside vendor/")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", [*engine_files(), *root_files()], ids=shown)
def test_nothing_but_the_standard_library_is_imported(path):
    """R6: no third-party package; R81: no model, not even an optional one. The files at the root
    may also ask for the host, in a place where its absence is met.
    """
    is_root = path.parent == ROOT
    guarded = set(_guarded_imports(path)) if is_root else set()
    wrong = []
    for found in imports(path):
        top = found.target.split(".")[0]
        if found.is_relative or top in sys.stdlib_module_names | NEWER:
            continue
        if not (is_root and top in HOST and found.line in guarded):
            wrong.append(str(found))
    assert not wrong, "\n".join(wrong)


def _guarded_imports(path: Path) -> Iterator[int]:
    """Lines of imports that stand in a function or in a `try` that catches ImportError."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (inner.lineno for inner in ast.walk(node) if isinstance(inner, ast.stmt))
        if isinstance(node, ast.Try) and any(_catches_import_error(h) for h in node.handlers):
            yield from (
                inner.lineno
                for stmt in node.body
                for inner in ast.walk(stmt)
                if isinstance(inner, ast.stmt)
            )


def _catches_import_error(handler: ast.ExceptHandler) -> bool:
    named = {dotted(node) for node in ast.walk(handler.type)} if handler.type else {"Exception"}
    return bool(named & {"ImportError", "ModuleNotFoundError", "Exception"})


@pytest.mark.parametrize("path", [*engine_files(), *root_files()], ids=shown)
def test_no_file_opens_a_socket_starts_a_process_or_loads_code(path):
    """R5, R74: no network and no shell, by what is imported and by what is called."""
    tops = {(f.target.split(".")[0], f.line) for f in imports(path) if not f.is_relative}
    allowed = ALLOWED_MODULES.get(shown(path), set())
    wrong = [f"line {line}: {top}" for top, line in tops if top in FORBIDDEN_MODULES - allowed]
    wrong += mentions(path, STARTS_A_PROCESS) + mentions(path, LOADS_CODE)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "path", [p for p in engine_files() if part_of(p) not in OUTSIDE], ids=shown
)
def test_environment_home_and_clock_are_passed_in_below_the_commands(path):
    """R91: what a Hermes home is, is told from outside; nothing below looks it up."""
    wrong = mentions(path, ENVIRONMENT | HOME | WALL_CLOCK | TERMINAL)
    assert not wrong, "\n".join(wrong)


def test_no_file_changes_where_modules_are_looked_up():
    """R94: sys.path and sys.modules are not touched."""
    doors = {"sys.path", "sys.modules", "sys.meta_path", "sys.path_hooks"}
    wrong = [hit for path in [*engine_files(), *root_files()] for hit in mentions(path, doors)]
    assert not wrong, "\n".join(wrong)


def test_the_engine_has_no_package_of_the_hosts_in_it():
    """R14, R97: the engine runs without Hermes and without the files at the root."""
    tops = {f.target.split(".")[0] for path in engine_files() for f in imports(path)}
    assert not tops & (HOST | {"provider", "cli", "config_schema", "plugins", "tools"})


def test_each_layer_that_the_picture_names_is_there():
    assert {"text", "brain", "sessions", "recall", "commands"} <= {
        path.parent.name for path in VENDOR.glob("*/__init__.py")
    }
