"""docs/pains.md: each row names tests that are there and cite it, or says what we do not do."""

import importlib
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[1] / "tools"


@pytest.fixture
def pains(monkeypatch):
    """tools/pains.py, beside its neighbours as when it is run."""
    monkeypatch.syspath_prepend(str(TOOLS))
    yield importlib.import_module("pains")
    for name in ("pains", "requirements"):
        sys.modules.pop(name, None)


def table(pains, tmp_path, answer):
    (tmp_path / "docs").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs" / "pains.md").write_text(f"| 7 | It hurts | {answer} |\n", "utf-8")
    test = 'def test_it():\n    """R1 PEERS 6, 7."""\n\ndef test_other():\n    """PEERS 8."""\n'
    (tmp_path / "tests" / "test_x.py").write_text(test, "utf-8")
    return pains.wrong(tmp_path)


def test_every_row_of_the_table_holds(pains):
    assert pains.wrong() == []
    wanted = {11, 12, 13, 16, 17, 20, 23, *range(25, 31), *range(36, 47), *range(52, 59), 65}
    assert {row.number for row in pains.pains()} >= wanted | {*range(68, 76)}


def test_a_row_that_does_not_hold_is_named(pains, tmp_path):
    assert table(pains, tmp_path / "a", "`tests/test_x.py::test_it`") == []
    assert table(pains, tmp_path / "b", "No: we do not.") == []
    assert "does not name" in table(pains, tmp_path / "c", "`tests/test_x.py::test_other`")[0]
    assert "there is no" in table(pains, tmp_path / "d", "`tests/test_x.py::test_gone`")[0]
    assert "neither" in table(pains, tmp_path / "e", "surely")[0]
