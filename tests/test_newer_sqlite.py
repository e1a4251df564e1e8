"""Forgetting on the newest SQLite at hand too: FTS5 deletes in another way from 3.42 on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PROOFS = (
    "test_forgotten.py",
    "sessions/test_forget_index.py",
    "recall/test_forget.py",
    "commands/test_forget.py",
)


def test_forgetting_is_proved_on_a_newer_sqlite():
    """A8: no byte left, on 3.40 and on the newest."""
    pytest.importorskip(
        "pysqlite3",
        reason="pysqlite3 is not installed here (pip install pysqlite3-binary brings a new SQLite)",
    )
    line = ("-m", "pytest", "-q", "-x", "-p", "newer_sqlite", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [sys.executable, *line, *(str(TESTS / name) for name in PROOFS)],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
