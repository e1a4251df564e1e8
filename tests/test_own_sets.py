"""What recall finds of our own sets, and where it keeps silent: the half that is published."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = {"zh", "ja", "ko", "de", "fr", "es", "pt", "ru", "en"}


@pytest.fixture(scope="module")
def measured():
    """(store, what) -> how many of how many."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "silence.py"), "--json"],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return {tuple(name.split(": ")): tuple(c) for name, c in json.loads(run.stdout).items()}


def share(measured, what, store=None):
    found = [
        count
        for (name, key), count in measured.items()
        if key.startswith(what) and store in (None, name)
    ]
    total = sum(n for _, n in found)
    assert total >= 40
    return sum(n for n, _ in found) / total


def test_the_sets_are_as_large_as_they_are_said_to_be():
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import sets
    finally:
        sys.path.remove(str(ROOT / "bench"))
    _, code = sets.read("code.txt", "code")
    _, talk = sets.read("languages.txt", "")
    assert len(code) >= 150
    assert {q.kind for q in talk} == LANGUAGES
    for language in LANGUAGES:
        assert sum(q.kind == language for q in talk) >= 20
    for questions in (code, talk):
        assert len({(q.session, q.text) for q in questions}) == len(questions)


def test_names_code_and_traces_bring_the_session_they_stand_in(measured):
    """R90: identifiers are found whole."""
    assert share(measured, "any@5 code") >= 0.97


def test_every_language_is_found(measured):
    """PEERS 59: Chinese, Japanese, Korean and the rest alike."""
    for language in LANGUAGES:
        found, total = measured["talk", f"any@5 {language}"]
        assert found >= total - 1, language


def test_recall_speaks_where_it_knows_and_only_there(measured):
    """R22 and the floor: small talk and questions that have no answer here get nothing."""
    assert share(measured, "kept ") >= 0.97
    assert share(measured, "speaks small") <= 0.02
    assert share(measured, "speaks unrelated") <= 0.05
    assert share(measured, "speaks others") <= 0.05
