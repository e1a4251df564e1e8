"""The driver itself, proved with a toy provider on both hosts."""

import json
import subprocess

import pytest
import recorder
from host import Home
from scripted_model import ScriptedModel, say, tool

PROVIDER = """
import json
import os
import subprocess
import threading
from pathlib import Path

from agent.memory_provider import MemoryProvider


class Toy(MemoryProvider):
    name = "toy-notes"
    home = session = None

    def note(self, call, **facts):
        log = Path(self.home) / "toy-notes" / "calls.jsonl"
        log.parent.mkdir(exist_ok=True)
        with log.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"call": call, **facts}, default=repr) + "\\n")

    def is_available(self):
        return True

    def initialize(self, session_id, **kwargs):
        self.home, self.session = kwargs["hermes_home"], session_id
        self.note("initialize", session=session_id, context=kwargs.get("agent_context"))

    def system_prompt_block(self):
        return "TOY-RULES"

    def prefetch(self, query, *, session_id="", **kwargs):
        return f"TOY-RECALL for {query}"

    def recall_status(self):
        from agent.memory_provider import RecallStatus

        return RecallStatus(provider_label="Toy", count=2, glyph="T")

    def sync_turn(self, user_content, assistant_content, *, session_id="", **kwargs):
        self.note("sync_turn", user=user_content, assistant=assistant_content)

    def get_tool_schemas(self):
        shape = {"type": "object", "properties": {"word": {"type": "string"}}}
        return [{"name": "toy_look", "description": "Look a word up.", "parameters": shape}]

    def handle_tool_call(self, tool_name, args, **kwargs):
        if args["word"] == "misbehave":
            (Path(self.home) / "outside.txt").write_text("here")
            subprocess.run(["true"])
        return json.dumps({"found": args["word"].upper(), "home": str(self.home)})

    def on_session_switch(self, new_session_id, **kwargs):
        self.note("on_session_switch", session=new_session_id, **kwargs)

    def on_pre_compress(self, messages, **kwargs):
        self.note("on_pre_compress", messages=len(messages))
        return ""

    def on_session_end(self, messages, **kwargs):
        self.note("on_session_end")

    def shutdown(self):
        self.note("shutdown")

    def get_config_schema(self):
        return [{"key": "colour", "description": "Which colour", "default": "blue"}]

    def save_config(self, values, hermes_home):
        self.home = hermes_home
        self.note("save_config", values=values)
"""
REGISTER = """
def register(ctx):
    from .provider import Toy

    ctx.register_memory_provider(Toy())
"""
MANIFEST = "name: toy-notes\nversion: 1.0.0\ndescription: a toy\nkind: exclusive\n"
CLI = """
import sys


def register_cli(parser):
    parser.add_argument("word")
    parser.set_defaults(func=lambda args: sys.exit(3 if args.word == "three" else 0))
"""


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """A committed plugin of a few lines that writes down how it is called."""
    folder = tmp_path_factory.mktemp("toy") / "toy-notes"
    folder.mkdir()
    for name, text in {
        "plugin.yaml": MANIFEST,
        "__init__.py": REGISTER,
        "provider.py": PROVIDER,
        "cli.py": CLI,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    for command in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "toy")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


@pytest.fixture
def calls(home):
    """How the toy was called so far, by the name of the call."""

    def read(*names):
        log = home.path / "toy-notes" / "calls.jsonl"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        entries = [json.loads(line) for line in lines]
        return [entry for entry in entries if not names or entry["call"] in names]

    return read


def test_a_turn_reaches_the_model_with_rules_tools_and_the_injected_block(home, model, toy):
    home.add(toy)
    model.then(tool("toy_look", word="rex"), say("first answer"), say("second answer"))

    first = home.chat("what is my dog called")
    second = home.chat("and again please", resume=first.session)

    assert "first answer" in first.out
    assert "second answer" in second.out
    assert first.session
    assert first.session == second.session
    opening, after_tool, resumed = model.asked
    assert "TOY-RULES" in opening.system
    assert "toy_look" in opening.tools
    assert "TOY-RECALL for what is my dog called" in opening.injected
    assert after_tool.result["found"] == "REX"
    assert resumed.texts("assistant")[-1] == "first answer"


def test_the_hosts_own_installer_takes_the_committed_plugin_and_its_command_line(home, toy):
    home.add(toy, how="git")

    assert home.config()["memory"]["provider"] == "toy-notes"
    assert home.hermes("toy-notes", "three").code == 3
    assert "toy-notes" in home.hermes("memory", "status").text


def test_several_turns_run_in_one_process_with_undo_compression_and_an_end(
    home, model, toy, calls, host
):
    home.add(toy)
    model.then(*(say(f"answer {number}") for number in range(1, 7)))

    talk = home.converse(
        [
            "my dog is called Rex",
            "my cat is called Tom",
            {"undo": 1},
            "my bird is called Kim",
            "tell me a long story about them " + "again and " * 400,
            "and another " + "of that sort " * 400,
            {"compress": {"force": True} if host.name == "19" else True},
            {"end": True},
        ]
    )

    assert talk.finals == [f"answer {number}" for number in range(1, 6)]
    inactive = home.rows("select content from messages where active=0 and role='user'")
    assert ("my cat is called Tom",) in inactive
    assert "my cat is called Tom" not in "\n".join(model.asked[2].texts("user"))
    assert any(call.get("rewound") for call in calls("on_session_switch"))
    assert calls("on_pre_compress")
    assert calls("shutdown")
    assert any("Toy" in str(line) for line in talk.status) == host.modern


def test_two_homes_in_one_process_are_kept_apart(host, model, toy, tmp_path):
    home, other = (Home(host, model, tmp_path / name) for name in ("one", "two"))
    home.add(toy)
    other.add(toy)
    model.then(tool("toy_look", word="a"), say("in one"), tool("toy_look", word="b"), say("in two"))

    talk = home.converse(
        ["hello from one", {"open": "guest", "home": str(other.path)}, "hello from two"]
    )

    assert [asked.result["home"] for asked in model.asked[1::2]] == [
        str(home.path),
        str(other.path),
    ]
    for one, words in ((home, "hello from one"), (other, "hello from two")):
        assert one.rows("select content from messages where role='user'") == [(words,)]
    assert set(talk.sessions) == {"main", "guest"}


def test_lines_typed_at_the_terminal_are_turns_and_slash_commands_work(home, model, toy, calls):
    home.add(toy)
    model.then(say("ONE-ANSWER"), say("TWO-ANSWER"), say("THREE-ANSWER"))

    printed = home.typed(
        "my dog is called Rex", "/undo", "my dog is called Tom", "/new", "good day"
    )

    assert "THREE-ANSWER" in printed
    assert [asked.texts("user")[-1].split("\n")[0] for asked in model.asked] == [
        "my dog is called Rex",
        "my dog is called Tom",
        "good day",
    ]
    assert any(call.get("rewound") for call in calls("on_session_switch"))
    assert any(call.get("reset") for call in calls("on_session_switch"))
    assert calls("shutdown")


def test_ctrl_c_interrupts_a_turn_and_a_paste_is_a_paste(home, model, toy, calls):
    home.add(toy)
    model.then(say("too late", delay=60), say("a fine list"))

    with home.terminal("chat", "--cli") as screen:
        screen.ready()
        screen.type("a question that takes long")
        screen.press("enter")
        screen.until(lambda: bool(model.asked))
        screen.press("ctrl-c")
        screen.quiet()
        screen.paste("\n".join(f"line {number} of the paste" for number in range(9)))
        screen.press("enter")
        screen.expect("a fine list")
        screen.leave()

    assert len(list((home.path / "pastes").glob("*"))) == 1
    assert "line 8 of the paste" in model.asked[-1].user
    assert [call["assistant"] for call in calls("sync_turn")] == ["a fine list"]


def test_the_setup_wizard_is_walked_with_keys(home, toy, calls):
    home.add(toy, select=False)

    with home.terminal("memory", "setup") as screen:
        screen.expect("toy-notes")
        screen.choose("toy-notes")
        screen.answer("Which colour", "green")
        screen.wait()

    assert calls("save_config")[-1]["values"] == {"colour": "green"}
    assert home.config()["memory"]["provider"] == "toy-notes"


def test_a_scheduled_job_has_a_memory_on_022_only(home, model, toy, calls, host):
    home.add(toy)
    model.then(say("the day was fine"))

    home.cron("Summarise my day please")

    contexts = [call["context"] for call in calls("initialize")]
    assert contexts == (["cron"] if host.modern else [])
    assert "Summarise my day please" in model.asked[0].user


def test_what_a_plugin_opens_and_starts_is_recorded_with_its_stack(home, model, toy):
    home.add(toy)
    model.then(tool("toy_look", word="misbehave"), say("done"))

    talk = home.converse(["please look"], audit=True)

    plugin = home.path / "plugins" / "toy-notes"
    ours = [event for event in talk.events if recorder.by(event, plugin) and event["writes"]]
    assert any(
        event["args"][0].endswith("outside.txt") for event in ours if event["event"] == "open"
    )
    assert any(event["event"] == "subprocess.Popen" for event in ours)
    assert any(event["event"] == "socket.connect" for event in talk.events)
    assert not any(event["event"].startswith("socket") for event in ours)


def test_a_failing_script_entry_fails_the_test_that_wrote_it(host, toy, tmp_path):
    def wrong(asked):
        raise LookupError(f"not what was expected: {asked.user}")

    def run():
        with ScriptedModel(wrong) as model:
            home = Home(host, model, tmp_path / "home")
            home.add(toy)
            home.chat("hello there")

    with pytest.raises(LookupError, match="not what was expected"):
        run()
