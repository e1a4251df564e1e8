"""Files of every shipped version: brought to the present one, or left exactly as they were."""

import hashlib
import os
import signal
import sqlite3
import stat
from contextlib import closing

import brain_packets as made
import pytest
from agent_si.vendor import dbfile, wholefile
from agent_si.vendor.brain import evidence, migrate, schema
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, NotOurFile, NotWritten
from agent_si.vendor.text import fold, words
from brain_versions import DUMPS, HELD, held, load, version_of

OLDER = sorted(migrate.SHIPPED.keys() - {schema.VERSION})


def test_every_version_that_was_shipped_has_a_dump():
    for version in migrate.SHIPPED:
        assert (DUMPS / f"brain_v{version}.sql").is_file(), "write it with tools/brain_dump.py"
    assert list(range(1, schema.VERSION)) == OLDER


@pytest.mark.parametrize("version", migrate.SHIPPED)
def test_a_dump_is_of_the_version_that_it_says(tmp_path, version):
    """The digests in migrate.py are those of the file that the release made."""
    with closing(sqlite3.connect(load(tmp_path / "brain", version))) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == version
        assert migrate.fingerprint(db).keys() == migrate.SHIPPED[version]


def test_the_present_version_has_its_dump_ready_for_the_next_one(tmp_path, clock):
    """Before a release: the schema that ships is the one of its dump."""
    path = load(tmp_path / "brain", schema.VERSION)
    again = "delete the dump and write it again with tools/brain_dump.py, or count VERSION up"
    with closing(sqlite3.connect(path)) as db:
        assert schema.strangers(db) == [], f"the schema has changed: {again}"
    with Brain.open(path.parent, clock=clock) as brain:
        assert held(brain) == HELD
        assert [problem for problem in brain.check() if not problem.warning] == [], again
        assert len(brain.pending()) == 1
        assert len(brain.pending(decided=True)) == 3
        assert brain.trouble == ""


@pytest.mark.parametrize("version", OLDER)
def test_an_older_file_becomes_the_present_version_and_answers_the_same(tmp_path, clock, version):
    """PEERS 71."""
    path = load(tmp_path / "brain", version)
    with Brain.open(path.parent, clock=clock) as brain:
        assert (brain.trouble, brain.readonly) == ("", False)
        assert held(brain) == HELD
        assert [problem for problem in brain.check() if not problem.warning] == []
        brain.submit(*made.said("The lamp in the hall is fixed now", title="Lamp"))
    assert version_of(path) == schema.VERSION


@pytest.mark.parametrize("version", OLDER)
def test_the_old_file_is_kept_beside_private_and_whole(tmp_path, clock, version):
    path = load(tmp_path / "brain", version)
    Brain.open(path.parent, clock=clock).close()
    kept = path.with_name(f"brain.db.v{version}-20260501")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert version_of(kept) == version
    assert sorted(each.name for each in path.parent.iterdir()) == ["brain.db", kept.name]
    with closing(sqlite3.connect(kept)) as db:
        assert migrate.strangers(db) == []
    Brain.open(path.parent, clock=clock).close()
    assert len(list(path.parent.iterdir())) == 2, "it is done once"


@pytest.mark.parametrize("version", OLDER)
def test_an_older_file_that_is_only_read_is_not_changed(tmp_path, clock, version):
    path = load(tmp_path / "brain", version)
    before = path.read_bytes()
    with Brain.open(path.parent, clock=clock, readonly=True) as brain:
        assert held(brain) == HELD
        with pytest.raises(NotWritten):
            brain.submit(*made.said("The lamp in the hall is fixed now"))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["brain.db"]


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER spy AFTER INSERT ON packet BEGIN SELECT 1; END",
        "CREATE VIEW spy AS SELECT body FROM text",
        "CREATE TABLE spy (a)",
        "DROP TRIGGER text_holds",
        "DROP INDEX claim_k",
    ],
)
def test_a_stranger_in_an_older_file_is_refused_before_anything_is_touched(
    tmp_path, clock, version, statement
):
    """R82: against the schema of the file's own version."""
    path = load(tmp_path / "brain", version)
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
    before = path.read_bytes()
    for readonly in (False, True):
        with pytest.raises(NotOurFile, match=r"spy is not ours|are missing"):
            Brain.open(path.parent, clock=clock, readonly=readonly)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["brain.db"]


def trouble_of(directory, clock):
    """What the brain says is wrong with its file, whether it can be read or not."""
    try:
        with Brain.open(directory, clock=clock) as brain:
            return brain.trouble
    except LogDamaged as error:
        return str(error)


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize("where", ["body FROM packet", "body FROM text"])
def test_an_older_file_whose_record_is_damaged_is_not_migrated(tmp_path, clock, version, where):
    path = load(tmp_path / "brain", version)
    with closing(sqlite3.connect(path)) as db:
        (body,) = db.execute(f"SELECT {where} ORDER BY length(body) DESC LIMIT 1").fetchone()
    begins = body[:40].encode()
    # Wherever it stands: a page that is no longer used may hold it too.
    damaged = path.read_bytes().replace(begins, b"}" + begins[1:])
    path.write_bytes(damaged)
    assert "is damaged" in trouble_of(path.parent, clock)
    assert path.read_bytes() == damaged
    assert [each.name for each in path.parent.iterdir()] == ["brain.db"]


# Every call that a migration makes to SQLite or the file system, in the order in which it is made.
STEPS = ["copied", "publish", "make_anew", "rebuild", "statements", "strangers"]


def owner(step):
    return {"copied": dbfile, "publish": wholefile, "strangers": schema}.get(step, migrate)


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("error", [sqlite3.OperationalError("disk I/O error"), OSError("full")])
def test_an_error_in_any_step_leaves_the_old_file_and_it_answers_as_before(
    tmp_path, clock, monkeypatch, version, step, error
):
    path = load(tmp_path / "brain", version)
    before = path.read_bytes()
    real = getattr(owner(step), step)
    calls = []

    def failing(*args, **kwargs):
        calls.append(step)
        if len(calls) == 1:
            raise error
        return real(*args, **kwargs)

    monkeypatch.setattr(owner(step), step, failing)
    with Brain.open(path.parent, clock=clock) as brain:
        assert "older release" in brain.trouble
        assert held(brain) == HELD
    assert calls
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["brain.db"]
    monkeypatch.undo()
    with Brain.open(path.parent, clock=clock) as brain:
        assert held(brain) == HELD
        assert not brain.readonly


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_in_any_step_leaves_a_file_that_answers(
    tmp_path, clock, monkeypatch, version, step, when
):
    path = load(tmp_path / "brain", version)
    pid = os.fork()
    if pid == 0:
        real = getattr(owner(step), step)

        def killed(*args, **kwargs):
            if when == "after":
                real(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(owner(step), step, killed)
        try:
            Brain.open(path.parent, clock=clock)
        finally:
            os._exit(9)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL
    with Brain.open(path.parent, clock=clock, readonly=True) as brain:
        assert held(brain) == HELD
    with Brain.open(path.parent, clock=clock) as brain:
        assert held(brain) == HELD
        assert not brain.readonly
    assert version_of(path) == schema.VERSION


@pytest.mark.parametrize("version", OLDER)
def test_several_processes_migrate_once(tmp_path, clock, version):
    path = load(tmp_path / "brain", version)
    children = []
    for _ in range(4):
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                with Brain.open(path.parent, clock=clock) as brain:
                    code = 0 if held(brain) == HELD and not brain.readonly else 2
            finally:
                os._exit(code)
        children.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children] == [0] * 4
    kept = [each.name for each in path.parent.glob("brain.db.v*")]
    assert len(kept) == 1
    assert version_of(path.parent / kept[0]) == version


# --- the rules on strings ---

SAMPLES = (
    "14 March 2027",
    "  the 14th of MARCH, 2027. ",
    "3,5 kg",
    "3.5 KG",
    "not today",
    "Zürich",
    "Zu\u0308rich",
    "\u6771\u4eac\u90fd\u5e81\u3067\u4f1a\u3046",
    "C++ and llm.max_tokens in ~/notes/MEM-4711.txt",
    "\ufb01nal \uff21\uff22\uff23 \u2018quoted\u2019 \u2014 dash",
    "$1,200.00 (net)",
    "https://example.org/a?b=1",
    "o\u2019clock; o'clock",
    "e-mail, e mail, email",
    "",
)
# Of what the rules below give for the samples: RULES -> digest.
GIVEN = {
    1: "f2bfa8d011e66116",
}


def rules_digest():
    rows = []
    for text in SAMPLES:
        rows += [fold.normal_value(text), words.indexed(text), sorted(words.stems(text))]
        rows += [words.match(words.query(text))]
        rows += [evidence.place(text[at : at + 5], text, at) for at in range(len(text))]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def test_a_changed_rule_on_strings_counts_rules_up():
    """Tables made by the old rules are made again only when RULES says so."""
    assert GIVEN.get(schema.RULES) == rules_digest(), (
        "count RULES up in schema.py and add its digest here: normal forms, word edges or the "
        "words of the search have changed"
    )
    assert len(set(GIVEN.values())) == len(GIVEN)
