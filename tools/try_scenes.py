"""What is said in tools/try.py, what the scripted model answers, and what must be seen.

The person's words stand here, and so does every reply of the model: it is a script, there is no
model and no key. What the memory injects, keeps, refuses and answers is not scripted; each scene
ends with sentences that are tested on what really reached the model.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scripted_model import Asked, Entry, Reply, say, tool, tools

LEASE = "office.brisbane.lease_move_date"
CARDS = "office.leeds.key_card_date"
DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b")
CODE = re.compile(r"\[(m[0-9a-z]{4,})\][^\n]*claude code[^\n]*pool_size=5")
ASK = "ask a person"
Test = Callable[[list[Asked]], bool]


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn: what is typed, in a new conversation or the last one, and what must be seen."""

    title: str
    look: str
    words: str
    replies: tuple[Entry, ...]
    shows: tuple[tuple[str, Test], ...]
    fresh: bool = False


def result(asked: list[Asked]) -> dict[str, Any]:
    """The newest tool result of a turn; {} when there is none."""
    newest = asked[-1].result if asked else None
    return newest if isinstance(newest, dict) else {}


def injected(asked: list[Asked]) -> str:
    """The memory block of the turn's first request."""
    return asked[0].injected if asked else ""


def line_of(block: str, word: str) -> str:
    """The line of a block that holds `word`; "" when none does."""
    return next((line for line in block.splitlines() if word in line), "")


def kept(asked: Asked) -> Reply:
    """Tell the person under which code something was kept, or that it was not."""
    answer = asked.result if isinstance(asked.result, dict) else {}
    if not answer.get("kept"):
        return say("That could not be kept.")
    if answer.get("disputed"):
        return say(
            "I now have two dates: 14 March 2027, and 21 March 2027 from today. Has it changed "
            "since, or was one of them wrong?"
        )
    return say(f"Kept as {answer.get('id')}: 7 April 2027, in your words.")


def refused(asked: Asked) -> Reply:
    """Own up to the refusals."""
    sentences = [text for text in asked.results if '"kept": false' in text]
    return say(f"I tried to keep two things you did not say; {len(sentences)} were refused.")


def open_session(asked: Asked) -> Reply:
    """Open the Claude Code message that was recalled, by its code."""
    found = CODE.search(asked.injected)
    return tool("brain_get", id=found.group(1)) if found else say("Nothing was recalled.")


def two_refused(asked: list[Asked]) -> list[dict[str, Any]]:
    """The results of the turn's two calls; {} for one that is not there."""
    calls = asked[0].reply.calls if asked and asked[0].reply else ()
    answers = (asked[-1].answer_to(call) for call in calls)
    return [answer if isinstance(answer, dict) else {} for answer in answers]


SCENES = (
    Scene(
        "A question in a new conversation",
        "Nobody calls a tool. Hermes hands the message to the memory before the model sees it, "
        "and what is known comes with its code, its date, who said it and where.",
        "When does the Brisbane lease move?",
        (say(f"On 14 March 2027 [{LEASE}]."),),
        (
            (
                "the fact reached the model with its code and a date",
                lambda asked: bool(
                    DAY.search(line_of(injected(asked), f"[{LEASE}]"))
                    and "14 March 2027" in line_of(injected(asked), f"[{LEASE}]")
                ),
            ),
            (
                "the rules for using the memory are in the system prompt",
                lambda asked: "agent-si" in asked[0].system,
            ),
        ),
        fresh=True,
    ),
    Scene(
        "Something worth keeping",
        "The model quotes you in lower case. What is kept is your message's own span, letter for "
        "letter, next to the model's sentence.",
        "For the record, the Leeds office gets new key cards on 7 April 2027 and Owen Pritchard "
        "hands them out.",
        (
            tool(
                "brain_remember",
                fact="The Leeds office gets new key cards on 7 April 2027.",
                quote="the leeds office gets new key cards on 7 april 2027",
                key=CARDS,
                value="7 April 2027",
            ),
            kept,
        ),
        (
            (
                "the fact was kept and has a code",
                lambda asked: result(asked).get("kept") is True and bool(result(asked).get("id")),
            ),
            (
                "its quote is the span of the message, as it was typed",
                lambda asked: (
                    result(asked).get("quote")
                    == "the Leeds office gets new key cards on 7 April 2027"
                ),
            ),
        ),
    ),
    Scene(
        "Two things you did not say",
        "First the model quotes words that nobody typed. Then it hangs a decision on a true quote "
        "about lunch. Each is refused with a sentence that says what would pass.",
        "Lunch with Owen Pritchard ran late today because the cafe was full.",
        (
            tools(
                (
                    "brain_remember",
                    {
                        "fact": "The Leeds office is being closed.",
                        "quote": "we are going to close the Leeds office",
                    },
                ),
                (
                    "brain_remember",
                    {
                        "fact": "The user decided to move the team to Perth.",
                        "quote": "Lunch with Owen Pritchard ran late today",
                    },
                ),
            ),
            refused,
        ),
        (
            (
                "words that nobody typed were refused",
                lambda asked: [r.get("kept") for r in two_refused(asked)][:1] == [False],
            ),
            (
                "a decision on a quote about lunch was refused",
                lambda asked: [r.get("kept") for r in two_refused(asked)][1:] == [False],
            ),
            (
                "both refusals say why",
                lambda asked: all(r.get("message") for r in two_refused(asked)),
            ),
        ),
    ),
    Scene(
        "Another conversation, another value",
        "A second source, a second date. Nothing is overwritten and nothing is picked: the fact "
        "is disputed, both claims stand, and the model is told to ask.",
        "Correction from the landlord: the Brisbane office lease moves on 21 March 2027 instead.",
        (
            tool(
                "brain_remember",
                fact="The Brisbane office lease moves on 21 March 2027.",
                quote="the Brisbane office lease moves on 21 March 2027 instead",
                key=LEASE,
                value="21 March 2027",
            ),
            kept,
        ),
        (
            ("the fact is now disputed", lambda asked: result(asked).get("disputed") is True),
            (
                "both dates stand and a person is to be asked",
                lambda asked: all(
                    words in str(result(asked)).lower()
                    for words in ("14 march 2027", "21 march 2027", ASK)
                ),
            ),
        ),
        fresh=True,
    ),
    Scene(
        "You settle it, in your own words",
        "Both values had been put to you; your whole answer is the evidence. It says which stands "
        "and that it changed, so the older one stays, as what was true before.",
        "It changed, the 21st is right.",
        (
            tool(
                "brain_remember",
                kind="settle",
                key=LEASE,
                value="21 March 2027",
                quote="It changed, the 21st is right.",
            ),
            say("Settled: 21 March 2027, before that 14 March 2027."),
        ),
        (
            (
                "the dispute is settled on that message",
                lambda asked: (
                    result(asked).get("settled") is True
                    and "It changed, the 21st is right." in str(result(asked))
                ),
            ),
            (
                "the older date is kept as changed, not as wrong",
                lambda asked: "changed" in str(result(asked).get("others")),
            ),
        ),
    ),
    Scene(
        "The same question again, in a new conversation",
        "One line, the date that stands, and what it was before.",
        "When does the Brisbane lease move?",
        (say(f"On 21 March 2027; it was 14 March before [{LEASE}]."),),
        (
            (
                "the new date was recalled and nothing is disputed",
                lambda asked: (
                    "21 March 2027" in line_of(injected(asked), f"[{LEASE}]")
                    and "disputed" not in line_of(injected(asked), f"[{LEASE}]").lower()
                ),
            ),
        ),
        fresh=True,
    ),
    Scene(
        "Something you once told Claude Code",
        "No fact of the brain answers this. A message of a coding session last August does: it "
        "comes with agent, date and code, and brain_get opens the session at that place.",
        "Which pool setting caused the 500s in api?",
        (open_session, say("pool_size=5 with max_overflow=0, found with Claude Code in August.")),
        (
            (
                "the old message was recalled with agent, date and code",
                lambda asked: bool(CODE.search(injected(asked))),
            ),
            (
                "the code opened the message and its session",
                lambda asked: "pool_size=5" in str(result(asked)),
            ),
        ),
        fresh=True,
    ),
)
