"""`report FILE.html`: one page, self-contained, script-free, on a phone and on a laptop."""

import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from agent_si.vendor.recall import settings
from at_terminal import run
from world import KEY, World

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
VOID = {"meta", "br", "rect"}


class Page(HTMLParser):
    """What a page holds: its tags with attributes, its words, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.words = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID - {"rect"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


@pytest.fixture
def here(tmp_path):
    world = World(tmp_path, principal="Alex", index_sessions=True)
    world.keep_date("14 March 2027", 0)
    world.keep_date("21 March 2027", 1)
    return world


def made(world, tmp_path):
    file = tmp_path / "memory.html"
    code, out = run(world, "report", file)
    assert code == 0, out
    return file


def test_both_sides_of_a_dispute_stand_on_the_page(here, tmp_path):
    """R47: it says to ask a person, and picks none."""
    file = made(here, tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    page = Page(file.read_text("utf-8"))
    assert page.open == []
    needs = page.text.partition("Sessions")[0]
    assert "1 fact, 1 disputed" in needs
    assert "disputed; Ask a person" in needs
    for value in ("14 March 2027", "21 March 2027"):
        assert f"the Brisbane office lease moves on {value}" in needs
    assert f"hermes agent-si settle {KEY}" in needs


def test_the_page_needs_nothing_and_runs_nothing(here, tmp_path):
    """No script, no address, and a policy that forbids both."""
    text = made(here, tmp_path).read_text("utf-8")
    page = Page(text)
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object", "a"}
    assert "http://" not in text
    assert "https://" not in text
    assert "url(" not in text
    policy = next(a["content"] for t, a in page.tags if a.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert any(a.get("name") == "viewport" for t, a in page.tags)
    assert "prefers-color-scheme: dark" in text


def test_words_of_others_are_words_on_the_page(here, tmp_path):
    """Nothing that was said becomes a tag or moves the text around it."""
    hostile = "</main><script>alert(1)</script> the plotter \u202e is <b>out</b> of ink today"
    talk = here.talk(hostile)
    kept = here.remember(talk, "is <b>out</b> of ink today", title="Plotter</title><script>")
    assert "error" not in kept, kept
    text = made(here, tmp_path).read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert "script" not in {tag for tag, _ in page.tags}
    assert "\u202e" not in text
    assert "of ink today" in page.text


def test_sessions_by_agent_and_month_as_a_picture_and_in_numbers(here, tmp_path):
    here.claude("the plotter wants cyan ink again", "Noted.")
    here.refresh()
    page = Page(made(here, tmp_path).read_text("utf-8"))
    bars = [attrs for tag, attrs in page.tags if tag == "rect"]
    assert {bar["class"] for bar in bars} == {"a", "b"}
    assert "claude code (1)" in page.text
    assert any(attrs.get("role") == "img" and attrs["aria-label"] for _, attrs in page.tags)


def test_a_private_project_and_a_group_are_not_counted(here, tmp_path):
    here.claude("the plotter wants cyan ink again", "Noted.")
    here.claude("the plotter wants cyan ink again", "Noted.")
    here.talk("hello to all of the group", source="telegram", chat_id="-5", chat_type="group")
    here.refresh()
    text = Page(made(here, tmp_path).read_text("utf-8")).text
    assert "hermes (2)" in text, "two of the person's own, and not the group's"
    assert "claude code (1)" in text
    settings.save(here.home, {"private_projects": ["/work/parser"]})
    (tmp_path / "memory.html").unlink()
    text = Page(made(here, tmp_path).read_text("utf-8")).text
    assert "claude code" not in text


def test_an_empty_brain_has_a_page_too(tmp_path):
    page = Page(made(World(tmp_path), tmp_path).read_text("utf-8"))
    assert "0 facts, 0 disputed" in page.text
    assert "None are indexed." in page.text


def test_it_overwrites_nothing_that_it_did_not_write(here, tmp_path):
    file = tmp_path / "mine.html"
    file.write_text("<title>Mine</title>", encoding="utf-8")
    assert run(here, "report", file)[0] == 2
    code, out = run(here, "report", file, "--replace")
    assert (code, "no page of ours" in out) == (2, True)
    assert file.read_text("utf-8") == "<title>Mine</title>"
    assert run(here, "report", made(here, tmp_path), "--replace")[0] == 0


@pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed: the page is not drawn")
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_draws_it_within_its_width(here, tmp_path, width):
    file = made(here, tmp_path)
    shot = tmp_path / "shot.png"
    args = ["--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900"]
    subprocess.run([BROWSER, *args, f"--screenshot={shot}", file.as_uri()], check=True, timeout=60)
    assert shot.stat().st_size > 5_000
