"""A memory that several people talk to: who they are, where, and what only they may see.

Alex owns it and is telegram:1. Dana is telegram:777. `ops` is a group that Alex is in, `club` one
that Alex is not in. Each place has words of its own, by which a leak is known.
"""

import json
from dataclasses import replace

from agent_si.vendor.brain.packet import Packet
from agent_si.vendor.brain.policy import with_account
from agent_si.vendor.recall.conversation import Conversation, Speaker
from agent_si.vendor.text import clean

ALEX, DANA, EVE = "1", "777", "888"
PLACES = {
    "alex": "mine",
    "alex on telegram": "mine",
    "dana": f"direct:telegram:{DANA}",
    "eve": f"direct:telegram:{EVE}",
    "ops": "group:telegram:-100",
    "club": "group:telegram:-200",
}
SEES = {
    "alex": {"alex", "alex on telegram", "ops"},
    "alex on telegram": {"alex", "alex on telegram", "ops"},
    "dana": {"dana"},
    "eve": {"eve"},
    "ops": {"ops"},
    "club": {"club"},
}
_WHERE = {
    "alex": {"source": "cli"},
    "alex on telegram": {"source": "telegram", "user_id": ALEX, "chat_id": "1", "chat_type": "dm"},
    "dana": {"source": "telegram", "user_id": DANA, "chat_id": "777", "chat_type": "dm"},
    "eve": {"source": "telegram", "user_id": EVE, "chat_id": "888", "chat_type": "dm"},
    "ops": {"source": "telegram", "user_id": ALEX, "chat_id": "-100", "chat_type": "group"},
    "club": {"source": "telegram", "user_id": DANA, "chat_id": "-200", "chat_type": "supergroup"},
}
_SPEAKS = {"ops": DANA, "club": DANA}


def claim_account(here, account=f"telegram:{ALEX}"):
    """A person puts an account of theirs into force."""
    with here.memory.brain(readonly=False) as brain:
        toml = with_account(brain.policy_text(), account)
        brain.submit(Packet("person", ({"op": "apply_config", "toml": toml},), via="tty"))


def share_with(here, place):
    """A person lets somebody see all that is theirs."""
    with here.memory.brain(readonly=False) as brain:
        toml = brain.policy_text().replace(
            "[brain]", f"[brain]\nshared_with = [{json.dumps(place)}]"
        )
        brain.submit(Packet("person", ({"op": "apply_config", "toml": toml},), via="tty"))


def talk(here, place, *typed, speaker=None):
    """A conversation in a place in which this was typed, heard live from whoever speaks there."""
    where = dict(_WHERE[place])
    shown = [f"[Somebody] {text}" if PLACES[place].startswith("group:") else text for text in typed]
    made = here.talk(*shown, **where)
    user, chat, kind = (where.get(name, "") for name in ("user_id", "chat_id", "chat_type"))
    told = replace(made, user_id=user, chat_id=chat, chat_type=kind)
    who = speaker or _SPEAKS.get(place)
    if not who:
        return told
    heard = tuple(Speaker(who, "Dana", clean.typed(t, "hermes", shared=True)) for t in shown)
    return replace(told, speaker=Speaker(who, "Dana", ""), heard=heard)


def asks(here, place):
    """Somebody there asks something: an empty conversation in that place."""
    return talk(here, place, "hello there, I have a question for you")


def in_place(conversation: Conversation, speaker: str) -> Conversation:
    """The same group while somebody else speaks."""
    return replace(conversation, speaker=Speaker(speaker))
