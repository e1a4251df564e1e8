"""Patterns wait until they are used, and every one of them is a pattern."""

import gc
import re
from importlib import import_module
from pathlib import Path

import pytest
from agent_si.vendor.text import lazy

ROOT = Path(__file__).resolve().parents[2]


def test_every_pattern_of_the_engine_compiles():
    for path in sorted((ROOT / "vendor").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        import_module(f"agent_si.{module.removesuffix('.__init__')}")
    patterns = [each for each in gc.get_objects() if isinstance(each, lazy._Compiled)]
    assert len(patterns) > 300
    for each in patterns:
        assert each.flags >= 0


def test_the_engine_has_one_way_to_write_a_pattern():
    here = {ROOT / "vendor" / "text" / "lazy.py"}
    wrong = [
        path.relative_to(ROOT).as_posix()
        for path in sorted({*(ROOT / "vendor").rglob("*.py")} - here)
        if "re.compile(" in path.read_text(encoding="utf-8")
    ]
    assert not wrong, "write lazy.regex(...), which compiles at the first use"


def test_a_waiting_pattern_answers_as_a_compiled_one():
    waiting, compiled = lazy.regex(r"(?P<word>\w+)!", re.I), re.compile(r"(?P<word>\w+)!", re.I)
    assert waiting.pattern == compiled.pattern
    for _ in range(2):  # before and after it is compiled
        assert waiting.sub("", "Ho! and hey!") == compiled.sub("", "Ho! and hey!")
        assert waiting.findall("Ho! and hey!") == ["Ho", "hey"]
        assert waiting.search("nothing") is None
        assert (waiting.flags, waiting.groups) == (compiled.flags, compiled.groups)
        assert waiting.groupindex == compiled.groupindex


def test_bytes_have_patterns_too():
    assert lazy.regex(rb"\d+").findall(b"1 and 22") == [b"1", b"22"]


def test_one_that_is_no_pattern_says_so_when_it_is_used():
    broken = lazy.regex("(")
    with pytest.raises(re.error):
        broken.search("x")
