"""How far a reading is: one line that is drawn over on a terminal, plain lines elsewhere."""

import time
from collections.abc import Sequence

from ..recall import hits
from ..sessions.estimate import Cost
from ..sessions.report import Step
from .surroundings import Surroundings

WIDTH = 79  # columns
CELLS = 20  # of the bar
DRAWN_EVERY = 0.2  # seconds, on a terminal
TOLD_EVERY = 10.0  # seconds, elsewhere


class Line:
    """One line of how far it is: drawn over on a terminal, told now and then elsewhere."""

    def __init__(self, here: Surroundings, *, quiet: bool) -> None:
        self._here, self._quiet = here, quiet
        self._told = time.monotonic()
        self._drawn = 0  # columns of the line that stands there

    def tell(self, line: str) -> None:
        """Show `line`, unless the last one was shown a moment ago."""
        now, is_terminal = time.monotonic(), self._here.stdout.isatty()
        if self._quiet or now - self._told < (DRAWN_EVERY if is_terminal else TOLD_EVERY):
            return
        self._told = now
        if is_terminal:
            self.wipe()
            self._here.stdout.write(line)
            self._here.stdout.flush()
            self._drawn = len(line)
        else:
            self._here.say(line)

    def wipe(self) -> None:
        """Take the drawn line away."""
        if self._drawn:
            self._here.stdout.write(f"\r{' ' * self._drawn}\r")
            self._drawn = 0


class Bar:
    """The progress of one reading over several agents, by bytes."""

    def __init__(self, here: Surroundings, costs: Sequence[Cost], *, quiet: bool = False) -> None:
        """`costs` say what is left to read of each agent before it tells so itself."""
        self._here = here
        self._quiet = quiet
        self._is_terminal = here.stdout.isatty()
        self._steps = {
            cost.agent: Step(cost.agent, 0, cost.left, 0, cost.bytes_left) for cost in costs
        }
        self._begun = self._shown = time.monotonic()
        self._is_drawn = False

    def step(self, step: Step) -> None:
        """One agent is so far."""
        self._steps[step.agent] = step
        now = time.monotonic()
        every = DRAWN_EVERY if self._is_terminal else TOLD_EVERY
        if self._quiet or (now - self._shown < every and self._is_drawn == self._is_terminal):
            return
        self._shown = now
        if self._is_terminal:
            self._is_drawn = True
            self._here.stdout.write(f"\r{self.line(step.agent):{WIDTH}.{WIDTH}}")
            self._here.stdout.flush()
        else:
            self._here.say(self.line(step.agent))

    def line(self, agent: str) -> str:
        """Bar, units, rate and what is left of the time."""
        steps = self._steps.values()
        done, total = sum(s.bytes_done for s in steps), sum(s.bytes_total for s in steps)
        units = f"{sum(s.done for s in steps)} of {sum(s.total for s in steps)}"
        part = min(1.0, done / total) if total else 1.0
        drawn = "#" * int(part * CELLS)
        seconds = max(0.001, time.monotonic() - self._begun)
        line = f"[{drawn:.<{CELLS}}] {units}, {hits.agent_name(agent)}"
        if done and seconds > 1:
            rate = done / seconds
            line += f", {rate / 1e6:.0f} MB/s, {_left((total - done) / rate)} left"
        return line

    def close(self) -> None:
        """Leave the line."""
        if self._is_drawn:
            self._here.stdout.write(f"\r{'':{WIDTH}}\r")
            self._here.stdout.flush()


def _left(seconds: float) -> str:
    seconds = max(0, round(seconds))
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
