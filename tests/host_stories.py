"""What the story tests share: the plugin in a home, the person's name, and the calls of a model."""

import json
import subprocess
import sys
from pathlib import Path

from scripted_model import Reply, say, tool
from session_fixtures import ClaudeFile

ROOT = Path(__file__).resolve().parents[1]
KEY = "office.brisbane.lease_move_date"
LEASE = (
    "For the record, the Brisbane office lease moves on 14 March 2027 and Priya Nair signs for it."
)
CORRECTION = (
    "Correction from the landlord: the Brisbane office lease moves on 21 March 2027 instead."
)
ANSWER = "it changed, the 21st is right"
QUESTION = "When does the Brisbane lease move?"


def remember(quote: str, **rest: str) -> Reply:
    """A model that keeps something; `fact` has a neutral default."""
    return tool("brain_remember", quote=quote, **({"fact": "The lease move date."} | rest))


def keep_lease(value: str, quote: str) -> Reply:
    """A model that keeps the lease date under its key."""
    return remember(
        quote, fact=f"The Brisbane office lease moves on {value}.", key=KEY, value=value
    )


def config(home, **values) -> None:
    """Write the plugin's settings as a person would find them after setup."""
    folder = home.path / "agent-si"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")


def turn(home, model, words: str, *script: Reply, resume: str = ""):
    """One turn in a process of its own; what the model was asked in it, request by request."""
    before = len(model.asked)
    model.then(*script, say("Done."))
    ran = home.chat(words, resume=resume)
    assert ran.code == 0, (ran.code, ran.text)
    return ran, model.asked[before:]


def keep_first(home, model):
    """A conversation in which the lease date is said and kept."""
    return turn(home, model, LEASE, keep_lease("14 March 2027", "the Brisbane office lease moves"))


def keep_second(home, model):
    """Another one, with another date."""
    quote = "the Brisbane office lease moves on 21 March 2027"
    return turn(home, model, CORRECTION, keep_lease("21 March 2027", quote))


def shown(home, key: str = KEY):
    """What `show KEY --json` says, without the host."""
    return json.loads(ours(home, "show", key, "--json").stdout)


def claude_session(home, *said: str, noise: str = "XYZZY"):
    """An invented Claude Code session of `said` (person, assistant, person, …); its file.

    Around it stand a tool's output and a side agent's task, both with the word `noise`.
    """
    transcript = ClaudeFile(home.user / ".claude", project="-home-alex-api")
    for number, text in enumerate(said):
        if number % 2:
            transcript.answer(text)
        else:
            transcript.prompt(text)
            transcript.tool("make logs", f"TOOL-{noise} pool exhausted")
    transcript.prompt(f"SIDE-{noise} look through the logs", isSidechain=True)
    return transcript.path


def ours(home, *args: str):
    """A command of ours without Hermes: `python3 tools/brain.py --home HOME …`."""
    script = home.path / "plugins" / "agent-si" / "tools" / "brain.py"
    return subprocess.run(
        [sys.executable, str(script), "--home", str(home.path), *args],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=home.environment(),
    )
