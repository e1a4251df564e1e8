"""The search over sessions.db against a plain loop over every stored row."""

import itertools
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from agent_si.vendor import dbfile
from agent_si.vendor.forgotten import Forgotten
from agent_si.vendor.sessions import find, fts, ingest, record
from agent_si.vendor.sessions.index import SessionIndex
from agent_si.vendor.sessions.record import Message, Reading, Session
from agent_si.vendor.text import words
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from index_versions import to_version_1

START = datetime(2026, 5, 1, tzinfo=UTC)
COMMON = ["roof", "garden", "terrace", "walnut"]
FEW = ["lease", "quince", "MEM-4711", "llm.max_tokens", "test_upload", "C++", "v6.2", "naïve"]
OTHER = ["/etc/hosts", "Straße", "東京都", "静安的办公室", "회사는", "ผู้ใช้", "9f3a2c1d4e", "#42"]
ALIKE = ["moved", "moving", "relational", "1,000"]
WORD = st.sampled_from(COMMON) | st.sampled_from(COMMON) | st.sampled_from(FEW + OTHER + ALIKE)
OPTIONS = ("agents", "audiences", "project", "role", "since", "until")
AGENTS = ("hermes", "claude", "codex")
PROJECTS = ("", "/", "/home/mara", "/home/mara/garden", "/home/maras")
AUDIENCES = ("mine", "group:discord:c1", "direct:telegram:u7")


@dataclass(frozen=True)
class Said:
    """One message, and the session it stands in."""

    talk: int
    role: str
    minute: int | None
    text: str


@dataclass(frozen=True)
class Talk:
    """One session."""

    agent: str
    project: str
    audience: str


SAID = st.builds(
    Said,
    talk=st.integers(0, 3),
    role=st.sampled_from((record.USER, record.ASSISTANT)),
    minute=st.none() | st.integers(0, 20),
    text=st.lists(WORD, min_size=1, max_size=6).map(" ".join),
)
TALK = st.builds(
    Talk,
    agent=st.sampled_from(AGENTS),
    project=st.sampled_from(PROJECTS),
    audience=st.sampled_from(AUDIENCES),
)
WORLD = st.tuples(st.lists(TALK, min_size=4, max_size=4), st.lists(SAID, max_size=40))
SOME = st.none() | st.sets(st.integers(0, 2), max_size=3)


@st.composite
def filters(draw):
    """Options of a search."""
    minute = st.none() | st.integers(0, 20).map(lambda m: START + timedelta(minutes=m))
    agents, audiences = draw(SOME), draw(SOME)
    return {
        "agents": None if agents is None else [AGENTS[n] for n in agents],
        "audiences": None if audiences is None else [AUDIENCES[n] for n in audiences],
        "project": draw(st.none() | st.sampled_from(PROJECTS[1:])),
        "role": draw(st.none() | st.sampled_from((record.USER, record.ASSISTANT))),
        "since": draw(minute),
        "until": draw(minute),
    }


def passes(said, talk, *, agents, audiences, project, role, since, until):
    """What `SessionIndex.search` says of its filters."""
    at = None if said.minute is None else START + timedelta(minutes=said.minute)
    below = (project or "").rstrip("/") + "/"
    return all(
        (
            agents is None or talk.agent in agents,
            audiences is None or talk.audience in audiences,
            project is None or talk.project == project or talk.project.startswith(below),
            role is None or said.role == role,
            since is None or (at is not None and at >= since),
            until is None or (at is not None and at < until),
        )
    )


def locator(talks, said, number):
    return record.locator(talks[said.talk].agent, f"t{said.talk}", f"u{number}")


def reading(talks, every, talk):
    messages = tuple(
        Message(
            tail=f"u{number}",
            seq=number + 1,
            role=said.role,
            at=None
            if said.minute is None
            else record.millis((START + timedelta(minutes=said.minute)).isoformat()),
            text=said.text,
        )
        for number, said in sorted(every.items())
        if said.talk == talk
    )
    of = talks[talk]
    session = Session(key=f"t{talk}", project=of.project, audience=of.audience, started=talk)
    return Reading(mark="x", session=session, messages=messages, touched=1)


@contextmanager
def stored(folder, talks, every):
    """An index that holds all that was said."""
    path = folder / f"{next(COUNT)}.db"
    with SessionIndex.open(path) as index, Forgotten.open(folder / "forgotten.db") as forgotten:
        keep(index, forgotten, talks, every)
        yield index
    for name in folder.glob(f"{path.name}*"):
        name.unlink()


COUNT = itertools.count()


def keep(index, forgotten, talks, every):
    db = index._db
    with dbfile.transaction(db):
        for n, talk in enumerate(talks):
            ingest.keep(db, talk.agent, f"f{n}", reading(talks, every, n), forgotten)


def expected(talks, every, query, options):
    """By a loop: each message that passes, with the terms that stand in it."""
    found = {
        locator(talks, said, n): words.hits(query, said.text)
        for n, said in every.items()
        if passes(said, talks[said.talk], **options)
    }
    return {where: hit for where, hit in found.items() if hit}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stores")


# Without the shrinking, which takes minutes with stores that are files.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
ANY = settings(
    deadline=None, phases=PHASES, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ASKED = st.lists(WORD, min_size=1, max_size=5).map(" ".join)


@settings(ANY, max_examples=60)
@given(world=WORLD, asked=ASKED, options=filters(), limit=st.sampled_from((1, 3, 50)))
def test_what_is_found_is_what_a_loop_finds(folder, world, asked, options, limit):
    """R35, R90: nothing that passes is lost within the limit, and nothing else is shown."""
    talks, every = world[0], dict(enumerate(world[1]))
    query = words.query(asked)
    wanted = expected(talks, every, query, options)
    with stored(folder, talks, every) as index:
        hits = index.search(query, limit=limit, **options)
        assert {hit.locator: hit.terms_hit for hit in hits}.items() <= wanted.items()
        assert len(hits) == len({hit.locator for hit in hits}) == min(limit, len(wanted))
        assert index.search(query, limit=limit, **options) == hits
        left_out = [hit.locator for hit in hits][:2]
        rest = index.search(query, limit=50, without=left_out, **options)
        assert {hit.locator for hit in rest} == wanted.keys() - set(left_out)


SMALL = {"READ": 12, "LONGEST": 4, "AFFORDABLE": 3, "POOL": 2, "EACH": 1, "WIDE": 1, "PIECE": 2}


@settings(ANY, max_examples=60)
@given(world=WORLD, asked=ASKED, options=filters(), limit=st.sampled_from((1, 2, 5)))
def test_a_filter_loses_nothing_where_the_lists_are_long(
    folder, monkeypatch, world, asked, options, limit
):
    """R35: the same as if only what passes were stored, in an index too large to read whole."""
    talks, every = world[0], dict(enumerate(world[1]))
    query = words.query(asked)
    wanted = expected(talks, every, query, options)
    for name, value in SMALL.items():
        monkeypatch.setattr(find, name, value)
    with stored(folder, talks, every) as index:
        hits = index.search(query, limit=limit, **options)
        assert {hit.locator: hit.terms_hit for hit in hits}.items() <= wanted.items()
        assert bool(hits) == bool(wanted)
        assert index.search(query, limit=limit, **options) == hits
    passing = {n: s for n, s in every.items() if passes(s, talks[s.talk], **options)}
    with stored(folder, talks, passing) as index:
        alone = index.search(query, limit=limit)
        assert len(hits) >= min(limit, len(alone))


EDIT = st.tuples(st.sampled_from(("reword", "drop", "add", "step")), st.integers(0, 50), SAID)


@settings(ANY, max_examples=80)
@given(
    world=WORLD,
    edits=st.lists(EDIT, max_size=12),
    asked=ASKED,
    old=st.sampled_from((0, 1, 2)),
    step=st.integers(1, 8),
)
def test_a_search_that_is_being_built_anew_loses_nothing(
    folder, monkeypatch, world, edits, asked, old, step
):
    """Sequences of what is said, edited and deleted while another form is built, a step at once.

    `old`: the version of the form that answers; 0 for a building that was begun twice.
    """
    talks, said = world
    every = dict(enumerate(said))
    monkeypatch.setattr(fts, "STEP", step)
    query = words.query(asked)

    with stored(folder, talks, every) as index:
        db = index._db
        if old == 1:
            to_version_1(db)
            db.execute(fts.TERMS)
        for _ in range(2 if old == 0 else 1):
            with dbfile.transaction(db):
                fts.begin(db)
            one_step(db)
        for number, (edit, place, new) in enumerate(edits, len(said)):
            one_step(db) if edit == "step" else edited(every, edit, place, number, new)
            with Forgotten.open(folder / "forgotten.db") as forgotten:
                keep(index, forgotten, talks, every)
            found_as_by_a_loop(index, talks, every, query)
        fts.build(db, lambda: None)
        found_as_by_a_loop(index, talks, every, query)
        assert index.check() == []


def one_step(db):
    with dbfile.transaction(db):
        fts.build_step(db)


def edited(every, edit, place, number, new):
    """Say `new` as the message `number`, or change one that there is."""
    keys = sorted(every)
    if edit == "add" or not keys:
        every[number] = new
        return
    key = keys[place % len(keys)]
    if edit == "drop":
        del every[key]
    else:
        every[key] = replace(every[key], text=new.text)


def found_as_by_a_loop(index, talks, every, query):
    for options in ({}, {"role": record.USER}):
        wanted = expected(talks, every, query, dict.fromkeys(OPTIONS) | options)
        hits = index.search(query, limit=100, **options)
        assert {hit.locator: hit.terms_hit for hit in hits} == wanted
        assert len(hits) == len(wanted)
