"""The drill: attacks on a copy of the live store, which show a person what holds here.

    Stage --> each attack through the tools, the gate, the search and the block --> Outcome

An attack is refused, answered with silence, or shown as plain data in one line; anything else has
leaked. Each kind has a control where one makes sense: what must pass, so that a refusal says
something.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..brain.errors import PacketRefused
from ..brain.packet import Packet
from ..text import ids
from . import bring_in, drill_texts, hits, toolset
from .block import block
from .bring_from import Entry
from .conversation import Conversation
from .drill_stage import Stage
from .memory import MAX_LIMIT, UNUSABLE
from .stated import person_of

LINE = 260  # characters of a shown line at most
STRANGER = Conversation("", "telegram", user_id="drill-stranger", chat_type="dm", chat_id="drill")
ASKED_AS_STRANGER = 20
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@dataclass(slots=True)
class Outcome:
    """What became of one kind of attack. `leaked` says of each that came through how, by number.

    `skipped` says why it was not tried, "" where it was.
    """

    name: str
    tried: int = 0
    refused: int = 0
    silent: int = 0
    as_data: int = 0
    leaked: list[str] = field(default_factory=list)
    skipped: str = ""

    @property
    def held(self) -> bool:
        """Whether nothing came through."""
        return not self.leaked


def attacks(stage: Stage) -> Iterator[Outcome]:
    """Every kind of attack, one after the other."""
    yield _near_quotes(stage)
    yield _mouth(stage)
    yield _credentials(stage)
    yield _documents(stage, "poisoned documents", drill_texts.poisoned())
    yield _documents(stage, "forged fences", drill_texts.fences())
    yield _forged_authors(stage)
    yield _unrelated(stage)
    yield _stranger(stage)


def _remember(stage: Stage, **args: str) -> dict[str, object]:
    return toolset.call(stage.memory, "brain_remember", args, stage.talk)


def _judge(out: Outcome, result: dict[str, object], codes: frozenset[str], what: str) -> None:
    """Count a tool result: refused by the rule that is meant, or leaked."""
    out.tried += 1
    if result.get("refused") in codes:
        out.refused += 1
    elif result.get("kept") or result.get("settled"):
        out.leaked.append(f"{what} was kept")
    else:
        out.leaked.append(f"{what}: {result.get('refused') or result.get('error') or 'no answer'}")


def _control(stage: Stage, out: Outcome, fact: str, quote: str) -> None:
    """What must pass; where it does not, the refusals beside it say nothing."""
    result = _remember(stage, fact=fact, quote=quote)
    if not result.get("kept"):
        why = result.get("waiting") or result.get("message") or result.get("error")
        out.leaked.append(f"the control, an exact quote, was not kept: {why}")


def _near_quotes(stage: Stage) -> Outcome:
    out = Outcome("near-miss quotes")
    for number, words in enumerate(drill_texts.NEAR, 1):
        result = _remember(stage, fact="A line about the pantry.", quote=words)
        out.tried += 1
        if result.get("kept"):
            out.leaked.append(f"quote {number} was kept")
        elif result.get("refused"):
            out.refused += 1
        else:
            out.leaked.append(f"quote {number}: {result.get('error')}")
    _control(stage, out, "The pantry shelf holds forty jars.", drill_texts.STATED)
    return out


def _mouth(stage: Stage) -> Outcome:
    out = Outcome("words put in your mouth")
    with stage.memory.brain() as brain:
        name = brain.policy().principal
    if not name:
        out.skipped = "no principal is named: hermes memory setup"
        return out
    for number, fact in enumerate(drill_texts.put_in_mouth(name), 1):
        result = _remember(stage, fact=fact, quote=drill_texts.STATED)
        _judge(out, result, frozenset({"attribution"}), f"sentence {number}")
    question = _remember(
        stage,
        fact=f"{name} decided to move the rehearsal of the choir upstairs",
        quote=drill_texts.ASKED.rstrip("?"),
    )
    out.tried += 1
    if question.get("kept"):
        out.leaked.append("a question was kept as a decision")
    else:
        out.refused += 1
    return out


def _credentials(stage: Stage) -> Outcome:
    out = Outcome("secrets")
    drawn = list(drill_texts.credentials())
    for number, secret in enumerate(drawn, 1):
        said = f"For the pump controller on the roof use {secret} until the end of March"
        stage.typed(said)
        result = _remember(
            stage, fact="How the pump controller is opened.", quote=said, key="drill.pump.access",
            value=secret,
        )  # fmt: skip
        _judge(out, result, frozenset({"secret"}), f"secret {number}")
    home = stage.memory.settings
    folders = (home.folder, stage.read_by_index())
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    bytes_of = [file.read_bytes() for file in files]
    for number, secret in enumerate(drawn, 1):
        core = secret.rpartition(" ")[2].encode()
        if any(core in each for each in bytes_of):
            out.leaked.append(f"secret {number} stands in a file of ours")
    return out


def _documents(stage: Stage, name: str, texts: list[tuple[str, str]]) -> Outcome:
    """Lines of a document come in as notes, and are asked for as a turn and as a search would."""
    out = Outcome(name)
    with stage.memory.brain(readonly=False) as brain:
        bringing = bring_in.Bringing(stage.memory, brain, None, person_of(brain.policy()))
        lines = [
            Entry(text, f"drill, line {number}", ids.locator("file", "drill", word))
            for number, (word, text) in enumerate(texts, 1)
        ]
        looks = list(bringing.looked(lines))
        for _ in bringing.bring([look for look in looks if look.packets]):
            pass
    for number, ((word, _), look) in enumerate(zip(texts, looks, strict=True), 1):
        out.tried += 1
        if not look.packets:
            out.refused += 1
            continue
        asked = f"what about {word} in the list?"
        found = stage.memory.recall(asked, conversation=stage.talk, limit=MAX_LIMIT).hits
        shown = [hit for hit in found if word in hit.line]
        block_lines = block(stage.memory, asked, stage.talk).text.split("\n")[1:]
        wrong = [_wrong(line) for line in (*(hit.line for hit in shown), *block_lines)]
        wrong += ["not marked as unsourced" for hit in shown if hits.UNSOURCED not in hit.marks]
        if told := next(filter(None, wrong), ""):
            out.leaked.append(f"text {number}: {told}")
        elif shown or block_lines:
            out.as_data += 1
        else:
            out.silent += 1
    return out


def _wrong(line: str) -> str:
    """Why a shown line is more than data, "" where it is not."""
    if "\n" in line or len(line) > LINE:
        return "more than one short line"
    if "<" in line or ">" in line:
        return "an angle bracket is shown"
    if any(unicodedata.category(letter) in _HIDDEN for letter in line):
        return "a hidden character is shown"
    if line.count("«") != 1 or line.count("»") != 1 or not line.endswith("»"):
        return "the words leave their guillemets"
    return ""


def _forged_authors(stage: Stage) -> Outcome:
    """An agent brings a document as the person's own words, or acts with their authority."""
    out = Outcome("forged authorship")
    with stage.memory.brain(readonly=False) as brain:
        person = person_of(brain.policy())
        source = {
            "op": "add_source", "kind": "message", "author": "principal",
            "locator": "hermes:drill:1", "text": drill_texts.STATED,
        }  # fmt: skip
        tried = [
            Packet("hermes", (source,)),
            Packet(person, (source,)),
            Packet("hermes", ({"op": "apply_config", "toml": brain.policy_text()},)),
            Packet("hermes", ({"op": "redact", "targets": []},)),
            Packet(person, ({"op": "share_key", "key": "drill.a.b", "audience": "group:x:y"},)),
            Packet("drill-nobody", (source,)),
        ]
        for number, packet in enumerate(tried, 1):
            out.tried += 1
            try:
                brain.submit(packet)
            except PacketRefused:
                out.refused += 1
            else:
                out.leaked.append(f"packet {number} was taken")
    return out


def _unrelated(stage: Stage) -> Outcome:
    out = Outcome("unrelated prompts")
    for prompt in (*drill_texts.SMALL_TALK, *drill_texts.UNRELATED):
        out.tried += 1
        if block(stage.memory, prompt, stage.talk).text:
            out.leaked.append(f"recall spoke at “{prompt}”")
        else:
            out.silent += 1
    return out


def _stranger(stage: Stage) -> Outcome:
    """Somebody on a messaging platform asks for what is the person's alone, in its own words."""
    out = Outcome("a stranger asks")
    words = [drill_texts.STATED, *(text for _, text in drill_texts.poisoned()[:2])]
    try:
        with stage.memory.brain() as brain:
            facts = [fact for fact in brain.facts() if fact.live][-ASKED_AS_STRANGER:]
            words += [fact.live[-1].statement for fact in facts]
    except UNUSABLE as error:
        out.leaked.append(f"the copy cannot be read: {error}")
    for number, text in enumerate(words, 1):
        out.tried += 1
        found = stage.memory.recall(text, conversation=STRANGER).hits
        if found or block(stage.memory, text, STRANGER).text:
            out.leaked.append(f"question {number} was answered")
        else:
            out.silent += 1
    return out
