"""What the parts of bench/index.py share: a row, a clock, the engine's readers and its index."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from stores import engine

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, and what it is held against."""

    what: str
    value: float
    unit: str
    beside: str = ""

    def line(self) -> str:
        """A row of the table."""
        shown = f"{self.value:.0f}" if abs(self.value) >= 100 else f"{self.value:.3g}"
        return f"| {self.what} | {shown} {self.unit} | {self.beside} |"


def cpu(do: Callable[[], object]) -> float:
    """Seconds of processor time."""
    began = time.process_time()
    do()
    return time.process_time() - began


def at(values: list[float], part: float) -> float:
    """The value below which that part of them lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def adapter(agent: str, root: Path) -> Any:
    """The reader of an agent's history below `root`."""
    return engine("sessions.adapters").ADAPTERS[agent](root)


def opened(path: Path) -> Any:
    """The index at `path`."""
    return engine("sessions.index").SessionIndex.open(path)


def tell(line: str) -> None:
    """Progress, on stderr."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)
