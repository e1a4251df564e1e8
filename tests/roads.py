"""Roads into a conversation: what a model tries to keep there, and what became of each try.

model.then(tried("the heron barge leaves at seven", "a line of a file"), say("Done."))
verdicts(model)     # {"the heron barge …": ["kept"], "a line of …": ["quote_not_found"]}
"""

import json
import sqlite3
import time
from collections import Counter

from scripted_model import Call, Reply, tools

NOTE = "A line about the harbour."
BARGE = "the heron barge leaves the quay at seven"
# An image of one dot.
DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
    "WjR9awAAAABJRU5ErkJggg=="
)
WHEN = "when does the heron barge leave the quay"


def tried(*quotes: str) -> Reply:
    """A model that tries to keep each quote, all in one answer."""
    return tools(*(("brain_remember", {"quote": quote, "fact": NOTE}) for quote in quotes))


def results(model, since: int = 0) -> list[tuple[str, dict]]:
    """(quote, result) of every try from the request number `since` on, in order."""
    asked = model.asked[since:]
    calls = [call for one in asked if one.reply for call in one.reply.calls]
    tries = [call for call in calls if call.name == "brain_remember"]
    return [(json.loads(call.arguments)["quote"], _result(asked, call)) for call in tries]


def _result(asked, call: Call) -> dict:
    found = (one.answer_to(call) for one in asked)
    return next((answer for answer in found if isinstance(answer, dict)), {})


def verdict(result: dict) -> str:
    """One word for a result: `kept`, the refusal's code, or the error."""
    return "kept" if result.get("kept") else result.get("refused") or str(result)


def verdicts(model, since: int = 0) -> dict[str, list[str]]:
    """What became of every quote, in the order of the tries."""
    found: dict[str, list[str]] = {}
    for quote, result in results(model, since):
        found.setdefault(quote, []).append(verdict(result))
    return found


def session_of(result: dict) -> str:
    """The session in which the source of a kept row stands."""
    return result["source"]["locator"].split(":")[1]


def indexed(home) -> Counter:
    """How often each text stands in the home's index, read as any program could."""
    path = home.path / "agent-si" / "sessions.db"
    db = sqlite3.connect(path.as_uri() + "?mode=ro", uri=True)
    try:
        return Counter(text for (text,) in db.execute("SELECT text FROM message"))
    finally:
        db.close()


def indexed_when(home, *texts: str, seconds: float = 20) -> Counter:
    """As `indexed`, once all of `texts` are in, or after `seconds`: the refresher works behind."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = indexed(home)
        except sqlite3.Error:
            found = Counter()
        if all(found[text] for text in texts) or time.monotonic() > end:
            return found
        time.sleep(0.2)


def typed(screen, model, line: str, *script: Reply) -> None:
    """Type a line into the terminal UI and wait until the model has used up `script`."""
    model.then(*script)
    screen.type(line)
    screen.press("enter")
    screen.until(lambda: not model.script)
    screen.quiet(0.8)
