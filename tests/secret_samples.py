"""Texts with and without credentials, drawn from templates when asked for.

No whole credential stands in the repository: tests/data/secrets/ names an alphabet and a length
for each value (`{A36}` is 36 letters and digits), and the values are drawn here from a seed.
"""

import random
import re
import string
from base64 import b64encode
from pathlib import Path

DATA = Path(__file__).parent / "data" / "secrets"
ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "H": "0123456789abcdef",
    "U": string.ascii_uppercase + string.digits,
    "L": string.ascii_lowercase + string.digits,
    "W": string.ascii_letters + string.digits + "_-",
    "B": string.ascii_letters + string.digits + "+/",
    "D": string.digits,
    "K": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "T": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "x": "x",
    "X": "X",
    "s": "*",
}
WORDS = (
    *("amber", "bridge", "cactus", "dolphin", "ember", "falcon", "ginger", "hammer", "island"),
    *("jacket", "kettle", "lantern", "mango", "nectar", "oyster", "panther", "quartz", "raven"),
    *("saddle", "timber", "umbrella", "velvet", "walnut", "yellow", "zebra", "anchor", "blanket"),
    *("copper", "desert", "engine", "fabric", "glacier", "helmet", "insect", "jungle", "kernel"),
)
HOLE = re.compile(r"\{(\+|[AHULWBDKTxXs]\d+|PW|PQ|wd|uuid|card|b64pw)\}")
CARRIERS = (
    "set it to {} and restart",
    "I pasted {} into the form and got a 403",
    "is `{}` still valid?",
    "{}\nthat one, please keep it out of the repo",
    "use {} until Friday",
    "my old one was {} (revoked?)",
)


def fill(template: str, draw: random.Random) -> str:
    """The template with each hole filled by a fresh draw."""
    return HOLE.sub(lambda hole: _value(hole[1], draw), template)


def bare(seed: int) -> list[tuple[str, str]]:
    """(kind, text) of tokens that a sentence carries without saying what they are."""
    draw = random.Random(seed)
    return [
        (kind, draw.choice(CARRIERS).replace("{}", fill(text, draw)))
        for kind, text in _templates("bare")
    ]


def beside(seed: int) -> list[tuple[str, str]]:
    """(kind, text) of credentials that words or a structure give away."""
    return _filled("beside", seed)


def clean(seed: int) -> list[tuple[str, str]]:
    """(kind, text) of texts that look the part and hold none."""
    return _filled("clean", seed)


def more_with(seed: int) -> list[tuple[str, str]]:
    """(kind, text) of credentials of kinds that the first sets have not."""
    return _filled("more_with", seed)


def more_clean(seed: int) -> list[tuple[str, str]]:
    """(kind, text) without one, of kinds that the first sets have not."""
    return _filled("more_clean", seed)


def _filled(name: str, seed: int) -> list[tuple[str, str]]:
    draw = random.Random(seed)
    return [(kind, fill(text, draw)) for kind, text in _templates(name)]


def _templates(name: str) -> list[tuple[str, str]]:
    lines = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t", 1) for line in lines if not line.startswith("#"))
    return [(kind, _unescaped(text)) for kind, text in rows]


def _unescaped(text: str) -> str:
    escapes = {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}
    return re.sub(r"\\[nt\\]", lambda escape: escapes[escape[0]], text)


def _value(hole: str, draw: random.Random) -> str:
    if hole in _SPECIAL:
        return _SPECIAL[hole](draw)
    letters, length = ALPHABETS[hole[0]], int(hole[1:])
    while True:
        value = "".join(draw.choices(letters, k=length))
        # A long draw without a digit would not look like what it stands for.
        if length < 16 or len(letters) < 16 or re.search(r"\d.*\d", value):
            return value


def _password(draw: random.Random, signs: str) -> str:
    letters = draw.choices(string.ascii_letters, k=7)
    mixed = [*letters, draw.choice(string.digits), draw.choice(string.ascii_uppercase), *signs]
    draw.shuffle(mixed)
    return "".join(mixed)


def _uuid(draw: random.Random) -> str:
    h = "".join(draw.choices("0123456789abcdef", k=32))
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"


def _card(draw: random.Random) -> str:
    digits = [4, *(draw.randrange(10) for _ in range(14))]
    total = sum(d if place % 2 else sum(divmod(2 * d, 10)) for place, d in enumerate(digits))
    number = "".join(map(str, [*digits, -total % 10]))
    return " ".join(number[place : place + 4] for place in range(0, 16, 4))


_SPECIAL = {
    "+": lambda draw: "",
    "PW": lambda draw: _password(draw, draw.choice(["!#", "%^", "@$", "*?", "&!"])),
    "PQ": lambda draw: _password(draw, "7"),
    "wd": lambda draw: draw.choice(WORDS),
    "uuid": _uuid,
    "card": _card,
    "b64pw": lambda draw: b64encode(f"admin:{_password(draw, '!')}".encode()).decode(),
}
