"""How common the words of a question are, as a search found on its way."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Spread:
    """How many of `rows` messages hold each term; an estimate where very many do."""

    rows: int = 0
    holding: dict[str, float] = field(default_factory=dict)
