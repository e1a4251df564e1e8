"""`check --secrets`: where credentials stand in the agents' histories, for the person to rotate.

The places are shown on a person's own terminal and nowhere else: in a pipe, in JSON and in a
shell that an agent started there are only counts, for whoever reads those could look them up.
No value is ever printed.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from ..recall import hits, indexing
from ..sessions import credentials
from ..sessions.credentials import Place, Step
from ..text import render
from .interrupted import INTERRUPTED, ctrl_c
from .progress import Line
from .surroundings import Misused, Surroundings, counted

ROTATE = (
    "To rotate one: make a new one where it was issued, put that in place, and revoke the old one "
    "there; deleting the message does not take it back."
)


def run(here: Surroundings, *, as_json: bool) -> int:
    """Look through every history that the settings let be read; 1 when there is a credential."""
    memory = here.memory()
    if memory.settings.alone:
        raise Misused("check --secrets reads the agents' histories, and a brain alone has none")
    adapters = indexing.readers(memory.settings, user_home=_user_home(here), environ=here.environ)
    if not adapters:
        raise Misused("index_sessions is off: no history is read. Choose: hermes memory setup")
    listing = _Listing(here, shows=not as_json and here.is_persons, quiet=as_json)
    finished = True
    with ctrl_c() as stopped:
        try:
            for place in credentials.look(adapters, stop=stopped, progress=listing.step):
                listing.add(place)
        except credentials.Stopped:
            finished = False
    if as_json:
        here.say(json.dumps({"finished": finished, **listing.as_dict()}))
    else:
        listing.close(finished=finished)
    if not finished:
        return INTERRUPTED
    return 1 if listing.total else 0


def _user_home(here: Surroundings) -> Path:
    return Path(here.environ.get("HOME") or Path.home())


class _Listing:
    """The places as they are found, or their counts at the end."""

    def __init__(self, here: Surroundings, *, shows: bool, quiet: bool) -> None:
        self._here, self._shows = here, shows
        self._line = Line(here, quiet=quiet)
        self._kinds: dict[str, Counter[str]] = {}
        self._trouble: dict[str, str] = {}
        self.total = 0

    def step(self, step: Step) -> None:
        """One agent is so far."""
        self._kinds.setdefault(step.agent, Counter())
        if step.trouble:
            self._trouble[step.agent] = step.trouble
        name = hits.agent_name(step.agent)
        self._line.tell(f"{name}: {step.done} of {counted(step.total, 'session')}")

    def add(self, place: Place) -> None:
        """One more; shown where a person sits."""
        self.total += 1
        self._kinds.setdefault(place.agent, Counter())[place.kind] += 1
        if self._shows:
            self._line.wipe()
            name = hits.agent_name(place.agent)
            self._here.say(
                f"{name}: {place.path}, {place.row}: {place.kind}{_day(self._here, place)}"
            )

    def close(self, *, finished: bool) -> None:
        """The counts, what could not be read, and what to do."""
        self._line.wipe()
        for agent, kinds in self._kinds.items():
            self._here.say(f"{hits.agent_name(agent)}: {_summed(kinds)}")
        for agent, trouble in self._trouble.items():
            self._here.say(f"{hits.agent_name(agent)}: not everything could be read: {trouble}")
        if self.total and not self._shows:
            self._here.say("Where they stand is shown on a terminal of your own only.")
        if self.total:
            self._here.say(ROTATE)
        self._here.say("What tools printed was not looked through. The index holds none of these.")
        if not finished:
            self._here.say("Stopped; this is not all.")

    def as_dict(self) -> dict[str, object]:
        """Counts per agent and kind."""
        return {
            "credentials": self.total,
            "agents": {agent: dict(kinds) for agent, kinds in self._kinds.items()},
            "trouble": self._trouble,
        }


def _day(here: Surroundings, place: Place) -> str:
    if place.at is None:
        return ""
    at = datetime.fromtimestamp(place.at / 1000, UTC)
    return f", {render.day(at.isoformat(), here.zone)}"


def _summed(kinds: Counter[str]) -> str:
    if not kinds:
        return "no credentials"
    return ", ".join(_each(kind, count) for kind, count in sorted(kinds.items()))


def _each(kind: str, count: int) -> str:
    return f"{count} x {kind}"
