"""who: people and places, what is held of each, and whether one is shown what is another's.

who                        a line a place, and live reads across them: tried 20, 0 answered
who --me telegram:12345    that account is the principal, by the person's own act
"""

import argparse
import json
from typing import Any

from .. import wholefile
from ..brain import policy as rules
from ..brain.packet import Packet
from ..recall import people, places
from ..recall.conversation import PRIVATE_PLATFORMS
from ..recall.memory import Memory
from ..recall.places import Place
from ..text import lazy, render
from . import policy
from .policy_changes import changes
from .record import acting
from .surroundings import Misused, Surroundings, counted

ACCOUNT = lazy.regex(r"([a-z0-9_.-]+):\S{1,150}")


def add(parser: argparse.ArgumentParser) -> None:
    """An account to claim."""
    parser.add_argument(
        "--me",
        default="",
        metavar="ACCOUNT",
        help="an account of yours on a messaging platform, such as telegram:12345",
    )


def run(here: Surroundings, args: argparse.Namespace) -> int:
    """Print the table and prove it; 1 when somebody was shown what is another's."""
    memory = here.memory()
    if args.me:
        return _claim(here, args.me, memory)
    found = places.places(memory)
    rows = [_row(memory, place, found) for place in found]
    if args.json:
        here.say(json.dumps({"places": rows}, ensure_ascii=False))
    else:
        _say(here, memory, rows)
    return 1 if any(row["answered"] for row in rows) else 0


def _row(memory: Memory, place: Place, found: list[Place]) -> dict[str, Any]:
    who = places.viewer(memory, place.audience)
    asked = places.crossed(memory, place.audience, found)
    return {
        "place": place.audience,
        "accounts": sorted(place.accounts),
        "sessions": place.sessions,
        "messages": place.messages,
        "sees": sorted(who.audiences),
        "tried": asked.tried,
        "answered": list(asked.answered),
    }


def _say(here: Surroundings, memory: Memory, rows: list[dict[str, Any]]) -> None:
    known = people.policy(memory)
    accounts = ", ".join(map(_shown, known.principal_ids)) or "none"
    here.say(f"you: {_shown(known.principal) or 'nobody yet'}; your accounts elsewhere: {accounts}")
    for row in rows:
        by = f" by {', '.join(map(_shown, row['accounts'][:5]))}" if row["accounts"] else ""
        size = f"{counted(row['sessions'], 'session')}, {counted(row['messages'], 'message')}"
        here.say(f"  {_shown(row['place'])}: {size}{by}")
        here.say(f"      is shown: {', '.join(map(_shown, row['sees'])) or 'nothing'}")
    tried = sum(row["tried"] for row in rows)
    answered = sum(len(row["answered"]) for row in rows)
    here.say(f"read across them, as each of them: tried {tried}, {answered} answered")
    for row in rows:
        for ident in row["answered"]:
            here.say(f"  ! {_shown(row['place'])} is shown {_shown(ident)}")
    if not known.principal_ids and len(rows) > 1:
        here.say("no account is known as yours, so nothing is recalled there. If one is:")
        here.say(f"  {people.CLAIM} PLATFORM:ACCOUNT")


def _claim(here: Surroundings, account: str, memory: Memory) -> int:
    """One more account is the principal: brain.toml is edited and put into force."""
    match = ACCOUNT.fullmatch(account)
    if match is None or match[1] in PRIVATE_PLATFORMS:
        raise Misused("an account is PLATFORM:ID on a messaging platform, such as telegram:12345")
    with memory.brain(readonly=False) as brain:
        before = brain.policy_text()
        path = brain.policy_path
        text = rules.with_account(rules.read(path) if path.exists() else before, account)
        if text == before:
            here.say(f"{_shown(account)} is known as yours already")
            return 0
        policy.ask(here, path, list(changes(rules.parse(before), rules.parse(text))))
        op = {"op": "apply_config", "toml": text}
        brain.submit(Packet(acting(rules.parse(before)), (op,), via="tty"))
        wholefile.write_private(path, text)
    here.say("in force from now on; to take it back: edit brain.toml, then brain apply-config")
    return 0


def _shown(words: str) -> str:
    return render.one_line(words, 80)
