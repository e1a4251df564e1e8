"""Patterns that are compiled when they are first used.

Hundreds of them are loaded with the plugin and a turn uses a part: compiling is what a start would
pay most for. `lazy.regex` takes the place of `re.compile` everywhere in vendor/, so that there is
one way to write a pattern; tests/text/test_lazy.py compiles every one.
"""

import re
from typing import AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")
_FACTS = ("flags", "groups", "groupindex")


def regex(source: AnyStr, flags: int = 0) -> "re.Pattern[AnyStr]":
    """What `re.compile` gives, compiled at its first use; `pattern` can be read before.

    Raises:
        re.error: at the first use, where the source is no pattern.
    """
    return cast("re.Pattern[AnyStr]", _Waiting(source, flags))


class _Compiled:
    """A pattern in use: its methods are the compiled one's own."""

    pattern: str | bytes


class _Waiting(_Compiled):
    def __init__(self, source: str | bytes, flags: int) -> None:
        self.pattern = source
        self._asked = flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._asked)
        self.__dict__.update({each: getattr(compiled, each) for each in (*_METHODS, *_FACTS)})
        # A class without __getattr__ is the faster one to ask.
        self.__class__ = _Compiled  # type: ignore[assignment]
        return getattr(compiled, name)
