"""Load the whole plugin in a process where other people's modules bear the names of our parts.

Run by tests/test_collisions.py: `python -I -S -B meet_namesakes.py ROOT FOREIGN FIRST`, where
FOREIGN is a folder of modules that each set MARK = "theirs", and FIRST says who is imported first,
`theirs` or `ours`. Prints one JSON object about what every name then means.
"""

import importlib
import importlib.util
import json
import sys
import types
from pathlib import Path

ROOT, FOREIGN, FIRST = sys.argv[1:]
PACKAGE = "_hermes_user_memory.agent-si"


def load_ours() -> None:
    """Everything: the package by path, as a host does, and every module below it."""
    sys.modules[PACKAGE.split(".")[0]] = types.ModuleType("an empty shell, as in the host")
    spec = importlib.util.spec_from_file_location(
        PACKAGE, f"{ROOT}/__init__.py", submodule_search_locations=[ROOT]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)
    files = [*Path(ROOT).glob("*.py"), *Path(ROOT, "vendor").rglob("*.py")]
    for path in sorted(files):
        parts = path.relative_to(ROOT).with_suffix("").parts
        inside = parts[:-1] if parts[-1] == "__init__" else parts
        importlib.import_module(".".join([PACKAGE, *inside]))


def load_theirs() -> dict[str, str]:
    """Name -> MARK of each module of the foreign folder, imported as anyone would."""
    names = sorted(path.stem for path in Path(FOREIGN).glob("*.py"))
    return {name: getattr(importlib.import_module(name), "MARK", "ours") for name in names}


def is_ours(module: object) -> bool:
    """Whether a loaded module comes from a file of the plugin."""
    path = getattr(module, "__file__", None) or ""
    return path.startswith(f"{ROOT}/") and getattr(module, "__name__", "") != "__main__"


sys.path.insert(0, FOREIGN)
path_before = list(sys.path)
if FIRST == "ours":
    load_ours()
marks = load_theirs()
if FIRST == "theirs":
    load_ours()
ours = [name for name, module in list(sys.modules.items()) if is_ours(module)]
print(
    json.dumps(
        {
            "marks": marks,
            "marks_again": load_theirs(),
            "path_is_the_same": sys.path == path_before,
            "ours_elsewhere": [n for n in ours if n != PACKAGE and not n.startswith(f"{PACKAGE}.")],
            "ours": len(ours),
        }
    )
)
