"""Credentials in a table: the head of a column says what stands in it.

| service | user | password |        name,login,password
"""

from collections.abc import Iterator

from .. import lazy
from .shape import random_like, strength

_ROWS = 20  # below a head
_CELLS = lazy.regex(r"\s*[|,;\t]\s*")
_RULE = lazy.regex(r"[\s|:+-]+")
_PASSWORD = lazy.regex(
    r"(?:\w{1,12}[ _-])?(?:passwor[dt]|passwd|pwd|pw|passphrase|mot de passe|contraseña|senha"
    r"|wachtwoord"
    r"|hasło|пароль|parola|密码|パスワード)"
)
_KEY = lazy.regex(
    r"(?:\w{1,12}[ _-])?(?:api[ _-]?key|secret|token|access[ _-]?key|secret[ _-]?key)"
)

# Each cell that the two match has one of these.
_PIECES = (
    "pass", "pwd", "pw", "secret", "token", "key", "senha", "contrase", "wachtw", "hasło",
    "парол", "parol", "密码", "パスワ",
)  # fmt: skip
_SAYS = lazy.regex("|".join(_PIECES))


def in_columns(text: str, lower: str, suspects: str) -> Iterator[tuple[str, str]]:
    """(kind, value) for each cell below a head that names a credential.

    `lower` is `text` in small letters, as long; `suspects` the words of it that may name one.
    """
    places = [lower.find(piece) for piece in _PIECES if piece in suspects]
    if not places:
        return
    column, kind, left = -1, "", 0
    first = lower.rfind("\n", 0, max(0, min(places))) + 1
    for line, small in zip(text[first:].split("\n"), lower[first:].split("\n"), strict=True):
        if left and not _RULE.fullmatch(line):
            cells = _cells(line)
            value = cells[column].strip("`*\"'") if column < len(cells) else ""
            if _is_value(kind, value):
                yield kind, value
            left = left - 1 if len(cells) > 1 else 0
        if not left:
            column, kind = _head(small)
            left = _ROWS if kind else 0


def _cells(line: str) -> list[str]:
    return _CELLS.split(line.strip().strip("|").strip())


def _head(line: str) -> tuple[int, str]:
    if not _SAYS.search(line):
        return -1, ""
    cells = [cell.strip("`*\"'") for cell in _cells(line[:400])]
    if len(cells) > 1 and all(len(cell) <= 30 for cell in cells):
        for place, cell in enumerate(cells):
            if _PASSWORD.fullmatch(cell):
                return place, "password"
            if _KEY.fullmatch(cell):
                return place, "token"
    return -1, ""


def _is_value(kind: str, value: str) -> bool:
    if kind == "token":
        return random_like(value)
    return " " not in value and len(value) >= 6 and strength(value) >= 2
