"""Import the files at the plugin's root as a host does, in every order, and report what happened.

Run by tests/test_root.py in a Python of its own: `python -I -S -B import_alone.py ROOT`. Prints one
JSON object: `modules` that were loaded from elsewhere than the standard library and ROOT, `events`
that a harmless import does not raise, and `changed`, what differs in the process afterwards.
"""

import importlib.util
import itertools
import json
import os
import signal
import sys
import threading
import types
from pathlib import Path

ROOT = sys.argv[1]
NAMES = ("__init__", "cli", "config_schema", "provider")
LOUD = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
    "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "os.utime", "os.putenv", "os.unsetenv", "shutil.", "tempfile.",
    "sqlite3.connect", "ctypes.dlopen", "urllib.",
)  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
events: list[str] = []
listening = False


def hear(event: str, args: tuple) -> None:
    """Keep the events that write, connect or start something."""
    if listening and (event.startswith(LOUD) or (event == "open" and is_write(args))):
        events.append(f"{event} {args!r}"[:200])


def is_write(args: tuple) -> bool:
    """Whether the arguments of an `open` event ask for more than reading."""
    _path, mode, flags = args
    return bool(set(mode or "") & set("wax+")) or bool((flags or 0) & WRITING)


def load(package: str, name: str) -> None:
    """One file of the root, in an invented package; `__init__` becomes that package."""
    is_package = name == "__init__"
    whole = package if is_package else f"{package}.{name}"
    spec = importlib.util.spec_from_file_location(
        whole, f"{ROOT}/{name}.py", submodule_search_locations=[ROOT] if is_package else None
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[whole] = module
    spec.loader.exec_module(module)


def shell(package: str) -> None:
    """A package that never ran its `__init__.py`: what cli.py is loaded into."""
    module = types.ModuleType(package)
    module.__path__ = [ROOT]
    sys.modules[package.split(".")[0]] = types.ModuleType("an empty shell, as in the host")
    sys.modules[package] = module


def world() -> dict:
    """What an import has no business to change."""
    return {
        "sys.path": list(sys.path),
        "meta_path": len(sys.meta_path),
        "environment": dict(os.environ),
        "folder": str(Path.cwd()),
        "threads": [thread.name for thread in threading.enumerate()],
        "signals": [str(signal.getsignal(n)) for n in (signal.SIGINT, signal.SIGTERM)],
        "hooks": [str(sys.excepthook), str(threading.excepthook)],
        "streams": [id(sys.stdout), id(sys.stderr)],
    }


def everything() -> None:
    """Every order, every file twice; then config_schema alone, outside any package."""
    for number, order in enumerate(itertools.permutations(NAMES)):
        package = f"_host_plugin_{number}.agent-si"
        shell(package)
        for name in (*order, *order):
            load(package, name)
    spec = importlib.util.spec_from_file_location("_schema.agent-si", f"{ROOT}/config_schema.py")
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def foreign() -> list[str]:
    """Loaded modules that are neither the standard library's nor ours."""
    standard = str(Path(os.__file__).parent)
    found = []
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        if path and not path.startswith((standard, ROOT)) and name != "__main__":
            found.append(f"{name} from {path}")
    return found


sys.addaudithook(hear)
before = world()
listening = True
everything()
listening = False
after = world()
print(
    json.dumps(
        {
            "modules": foreign(),
            "events": events,
            "changed": [key for key in before if before[key] != after[key]],
            "ours": sorted(n for n in sys.modules if n.startswith("_host_plugin_0.agent-si")),
        }
    )
)
