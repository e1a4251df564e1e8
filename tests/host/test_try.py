"""Does the first command of the README show on a fresh home what it promises?"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_demonstration_shows_what_it_promises_and_keeps_its_home(host, tmp_path):
    """R9 R14: every promise is seen on what the model received, in plain text off a terminal."""
    kept = tmp_path / "kept"
    words = [sys.executable, "tools/try.py", "--host", host.name, "--keep", str(kept)]
    env = os.environ | {"AGENT_SI_HOSTS": str(host.venv.parent)}

    ran = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, encoding="utf-8")

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "NOT SHOWN" not in ran.stdout
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""
    # The name that the demonstration calls the reader by is the one in the refusal.
    assert ran.stdout.count("Robin Hale") >= 2
    assert (kept / "hermes" / "agent-si" / "demo").is_dir()
