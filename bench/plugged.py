"""A ranking of somebody else, for a bench: the function `rank` of a Python file (`--plug FILE`)."""

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

Ranking = Callable[[str, Sequence[Any]], Iterable[str]]


def load(path: Path) -> Ranking:
    """The function `rank` of a Python file, which is run.

    Raises:
        ValueError: the file has no such function.
    """
    spec = importlib.util.spec_from_file_location("agent_si_added_ranking", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, "rank", None)
    if not callable(found):
        raise ValueError(f"{path} has no function rank(question, candidates)")
    return found  # type: ignore[no-any-return]
