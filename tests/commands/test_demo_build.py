"""The demo: Example Co is complete, honest about its sources, and the same each time."""

import json
import shutil
import sqlite3
import stat
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.commands import demo_build, demo_transcripts, example_co, example_facts
from agent_si.vendor.commands.example_code import CLAUDE
from agent_si.vendor.commands.example_papers import PAPERS
from agent_si.vendor.commands.example_talk import HERMES, turns
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.text import quote, words

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DISPUTED = {"office.brisbane.lease_end", "audit.iso.start_date"}


def clock():
    return NOW


def build(folder, principal="Alex Moreau", clock=clock):
    demo_build.build(folder, principal=principal, clock=clock)
    return folder


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    return build(tmp_path_factory.mktemp("home") / "agent-si" / "demo")


@pytest.fixture(scope="module")
def nameless(tmp_path_factory):
    """Built without a name, on a machine whose clock is behind the dates of the demo."""
    folder = tmp_path_factory.mktemp("nameless") / "demo"
    return build(folder, principal="  ", clock=lambda: NOW - timedelta(days=600))


@pytest.fixture
def brain(demo):
    with Brain.open(demo / "brain", clock=clock, readonly=True) as brain:
        yield brain


@pytest.fixture
def index(demo):
    index = SessionIndex.open(demo / "sessions.db", readonly=True)
    yield index
    index.close()


def rows(folder):
    with Brain.open(folder / "brain", clock=clock, readonly=True) as brain:
        claims = {claim.id for fact in brain.facts() for claim in fact.claims}
        return claims | {record.id for record in brain.records()}


def said(index, text):
    return index.search(words.query(text), limit=20)


def everything(folder):
    """Every word of a demo that a person could be shown, from its database files."""
    found = []
    for file in sorted(folder.rglob("*.db")):
        db = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        found += db.iterdump() if file.name == "state.db" else []
        db.close()
    with Brain.open(folder / "brain", clock=clock, readonly=True) as brain:
        found += [f"{row.title} {row.body}" for row in brain.records()]
        found += [
            f"{claim.value} {claim.statement} {claim.quote} {claim.source.text}"
            for fact in brain.facts()
            for claim in fact.claims
        ]
    found += [file.read_text(encoding="utf-8") for file in folder.rglob("*.jsonl")]
    return "\n".join(found)


def test_it_holds_at_least_forty_rows_of_every_kind_and_each_cites_a_source(demo, brain):
    """R15, R84."""
    assert len(rows(demo)) >= 40
    kinds = {record.kind for record in brain.records()}
    assert kinds == {"note", "decision", "preference", "procedure", "person", "project", "work"}
    assert len(brain.records("person")) >= 12
    assert {record.state for record in brain.records("work")} == {"open", "done"}
    assert all(record.citations for record in brain.records())
    assert all(claim.source.locator for fact in brain.facts() for claim in fact.claims)


def test_exactly_two_facts_are_disputed_and_one_is_settled(brain):
    """R45, R46, R86."""
    assert {fact.key for fact in brain.disputes()} == DISPUTED
    settled = [fact for fact in brain.facts() if fact.settled]
    assert [(fact.key, fact.value) for fact in settled] == [("team.headcount", "fourteen people")]


def test_agreed_facts_rest_on_two_sources(brain):
    """R45."""
    for key in ("office.brisbane.lease_move_date", "office.brisbane.lease_signatory"):
        fact = brain.fact(key)
        assert not fact.disputed
        assert len({claim.source.locator for claim in fact.claims}) == 2
    assert brain.fact("office.brisbane.lease_move_date").value == "14 March 2027"


def test_the_integrity_check_finds_nothing(brain, index):
    """R64, R85."""
    assert list(brain.check()) == []
    assert list(index.check()) == []


def test_the_rows_are_the_same_after_a_rebuild_of_the_tables(demo, tmp_path):
    """R83."""
    folder = shutil.copytree(demo, tmp_path / "demo")
    before = rows(folder)
    with Brain.open(folder / "brain", clock=clock) as brain:
        brain.rebuild()
    assert rows(folder) == before


def test_rows_are_dated_before_the_demo_was_written(brain):
    """R20."""
    days = {record.at[:10] for record in brain.records()}
    assert min(days) < "2025-07-01" < "2026-10-01" < max(days) < "2026-11-30"
    assert all(record.at[:4] in ("2025", "2026") for record in brain.records())


def test_rows_lead_to_people_projects_and_work(brain):
    """R37."""
    dana = next(row for row in brain.records("person") if row.title == "Dana Whitlock")
    titles = {title for _, _, title in brain.related(dana.id)}
    assert "Dana: cut-over of the api to managed Postgres 17" in titles
    assert "Move to managed Postgres 17" in titles
    assert brain.related("office.brisbane.lease_move_date")


def test_both_agents_have_their_sessions_in_the_index(index):
    """R1, R29, R87."""
    agents = {hit.agent for hit in (*said(index, "Postgres 17"), *said(index, "pool_size"))}
    assert agents == {"hermes", "claude"}
    counted = {stats.agent: stats.sessions for stats in index.stats()}
    assert counted == {"hermes": len(HERMES), "claude": len(CLAUDE)}


@pytest.mark.parametrize(
    "noise",
    ["QueuePool", "marlin", "cormorant", "pelagic", "gannet", "kittiwake", "nvme1n1", "kubectl"],
)
def test_tool_output_and_what_no_person_drove_are_not_found(demo, index, noise):
    """R87: the words are in the transcripts, the search does not know them."""
    assert noise in everything(demo)
    assert not [hit for hit in said(index, noise) if noise.lower() in hit.text.lower()]


def test_a_message_that_was_taken_back_is_not_found(index):
    """R87."""
    assert not [hit for hit in said(index, "rent goes up to 9,400") if "9,400" in hit.text]


def test_every_quoted_message_stands_in_the_demos_own_transcripts(brain, index):
    """R40, R85."""
    sources = [claim.source for fact in brain.facts() for claim in fact.claims]
    messages = {source.locator for source in sources if source.locator.startswith("hermes:")}
    assert len(messages) >= 10
    for locator in messages:
        assert index.by_locator(locator) is not None


def test_every_quote_has_five_words_and_is_found_again_by_the_gate():
    """R41, R92: what the demo quotes is what the gate would have kept."""
    texts = {paper.name: paper.text for paper in PAPERS}
    texts |= {turn.name: turn.text for talk in HERMES for turn in turns(talk.script) if turn.name}
    cites = [cite for row in example_co.RECORDS for cite in (*row.cites, row.done) if cite]
    cites += [fact.cite for fact in example_facts.FACTS]
    for cite in cites:
        text = texts[cite.source]
        message = quote.Typed("x:1", text)
        assert quote.resolve(cite.quote, [message]).text == cite.quote


def test_decisions_and_preferences_rest_on_words_that_can_carry_them():
    """R53: no question, condition or hearsay stands behind them."""
    texts = {turn.name: turn.text for talk in HERMES for turn in turns(talk.script) if turn.name}
    carried = [row for row in example_co.RECORDS if row.kind in ("decision", "preference")]
    for row in carried:
        text, said = texts[row.cites[0].source], row.cites[0].quote
        start = text.index(said)
        assert quote.flags_of(text, start, start + len(said)) == ()


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("When does the Brisbane lease move?", "office.brisbane.lease_move_date"),
        ("who signs the lease?", "office.brisbane.lease_signatory"),
        ("When does the old Brisbane lease end?", "office.brisbane.lease_end"),
        ("how many people are we?", "team.headcount"),
    ],
)
def test_facts_answer_the_questions_that_one_tries_first(brain, question, key):
    """R15, R32."""
    assert key in [hit.id for hit in brain.search(words.query(question), limit=3)]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("what is Dana working on?", "Dana: cut-over of the api to managed Postgres 17"),
        ("what did we decide about the database?", "Database: stay on Postgres"),
        ("how do I reach Fjordhavn?", "How to reach Fjordhavn"),
        ("how do we restore the database?", "Restore the database"),
    ],
)
def test_records_answer_the_questions_that_one_tries_first(brain, question, title):
    """R15, R32."""
    assert title in [hit.title for hit in brain.search(words.query(question), limit=5)]


def test_the_pool_setting_is_known_to_a_coding_session_alone(brain, index):
    """R2, R18."""
    asked = "which pool setting caused the 500s in api?"
    best = said(index, asked)[0]
    assert best.agent == "claude"
    assert "pool_size=5" in best.text
    assert not [hit for hit in brain.search(words.query(asked), limit=20) if "pool" in hit.text]


def test_building_again_leaves_a_finished_demo_as_it_is(demo, tmp_path):
    """R15."""
    folder = shutil.copytree(demo, tmp_path / "demo")
    before = {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in folder.rglob("*")}
    build(folder, principal="Somebody Else")
    after = {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in folder.rglob("*")}
    assert after == before


@pytest.mark.parametrize("lost", ["finished", "sessions.db", "brain/brain.db"])
def test_a_half_made_demo_is_built_again_with_the_same_ids(demo, tmp_path, lost):
    """R15: also in another folder."""
    folder = shutil.copytree(demo, tmp_path / "demo")
    (folder / lost).unlink()
    shutil.rmtree(folder / "transcripts" / "claude")
    build(folder)
    assert rows(folder) == rows(demo)
    with SessionIndex.open(folder / "sessions.db", readonly=True) as index:
        assert said(index, "pool_size")


def test_a_clock_that_is_behind_the_demo_does_not_stop_it(demo, nameless):
    """R15: a machine with a wrong date can try it too."""
    assert rows(nameless) == rows(demo)


def test_a_symlink_in_its_place_is_refused(tmp_path):
    """R72."""
    (tmp_path / "real").mkdir()
    (tmp_path / "demo").symlink_to(tmp_path / "real")
    with pytest.raises(NotADirectoryError):
        build(tmp_path / "demo")
    assert list((tmp_path / "real").iterdir()) == []


def test_only_the_owner_can_read_it(demo):
    for path in (demo, *demo.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.parametrize("principal", ["Will May", "李明", 'Ann "Nan" O\'Lee\\'])
def test_the_brain_belongs_to_whoever_tries_it(tmp_path, principal):
    """R60: any name will do, and none is put in its owner's mouth."""
    folder = build(tmp_path / "demo", principal=principal)
    with Brain.open(folder / "brain", clock=clock, readonly=True) as brain:
        assert brain.policy().principal == principal
        assert {fact.key for fact in brain.disputes()} == DISPUTED
    assert principal not in everything(folder)


def test_without_a_name_an_invented_person_owns_it(nameless):
    """R60."""
    with Brain.open(nameless / "brain", clock=clock, readonly=True) as brain:
        assert brain.policy().principal == demo_build.INVENTED


def test_an_invented_person_with_the_same_name_is_recast(tmp_path):
    """R53: what Dana does must not be taken for the words of another Dana."""
    folder = build(tmp_path / "demo", principal="Dana Nair")
    text = everything(folder)
    assert "Dana" not in text
    assert "Nair" not in text
    with Brain.open(folder / "brain", clock=clock, readonly=True) as brain:
        assert list(brain.check()) == []
        assert brain.fact("office.brisbane.lease_signatory").value.startswith("Priya ")


def test_transcripts_are_the_same_each_time(tmp_path):
    """R15: ids of messages and sessions do not depend on the moment of building."""
    for name in ("one", "two"):
        demo_transcripts.write_claude(tmp_path / name, str)
    files = {
        name: {
            str(file.relative_to(tmp_path / name)): file.read_bytes()
            for file in (tmp_path / name).rglob("*.jsonl")
        }
        for name in ("one", "two")
    }
    assert files["one"] == files["two"]
    for line in b"".join(files["one"].values()).splitlines():
        json.loads(line)
