"""check finds whatever is not as the log has it, names it, and says what to do."""

import sqlite3

import brain_packets as made
import pytest
from agent_si.vendor.brain import schema
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.brain.errors import LogDamaged, NotOurFile

pytestmark = pytest.mark.usefixtures("damage_expected")


@pytest.fixture
def full(brain):
    """A brain with something in every table."""
    for day, value in ((1, "14 March 2027"), (2, "21 March 2027")):
        at = f"2026-05-0{day}T08:00:00Z"
        brain.submit(
            *made.said(f"The lease moves on {value}", key=made.LEASE, value=value, occurred_at=at)
        )
    brain.submit(
        *made.settled(
            "21st", key=made.LEASE, value="21 March 2027", others={"14 March 2027": "wrong"}
        )
    )
    brain.submit(
        *made.said("The spare keys are in the blue box", title="Keys", tags=["home"], audience="g")
    )
    brain.submit(
        *made.said("The other name of it is lease.move", key="lease.move", value="21 March 2027")
    )
    note = brain.records()[0].id
    brain.submit(
        made.packet({"op": "link", "relation": "about", "from": note, "to": made.LEASE}),
        made.person({"op": "alias_key", "key": "lease.move", "to": made.LEASE}),
    )
    return brain


def tamper(brain, *statements):
    """Change the file behind the brain's back, as a stranger with sqlite3 would."""
    brain.close()
    db = sqlite3.connect(brain.path)
    for name in ("packet_stays", "packet_holds", "text_stays", "text_holds"):
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    for line in schema.RECORD.split("CREATE TRIGGER")[1:]:
        db.execute("CREATE TRIGGER" + line.rsplit(";", 1)[0])
    db.commit()
    db.close()


def problems(brain):
    found = brain.check()
    assert all("\n" not in str(problem) for problem in found), "one line each"
    return found


def test_a_whole_brain_has_no_problem(full):
    """R64: the other tests rest on this."""
    assert problems(full) == []


# (statement, where it is told, what is told)
TAMPERED = [
    ("UPDATE packet SET body = replace(body, 'hermes', 'x') WHERE seq = 3", "entry 3", "changed"),
    ("UPDATE packet SET at = at + 1 WHERE seq = 3", "entry 3", "id or time"),
    ("UPDATE packet SET id = randomblob(16) WHERE seq = 3", "entry 3", "id or time"),
    ("UPDATE packet SET hash = randomblob(32) WHERE seq = 3", "entry 4", "was changed"),
    ("DELETE FROM packet WHERE seq = 3", "entry 4", "missing before it"),
    ("UPDATE text SET body = '15 March' WHERE body = '14 March 2027'", "entry 3", "not the one"),
    ("UPDATE text SET salt = randomblob(16) WHERE n = 5", "entry ", "not the one"),
    ("UPDATE text SET id = zeroblob(32), salt = NULL, body = NULL WHERE n = 5", "entry", "removed"),
    ("DELETE FROM text WHERE n = 5", "entry ", "is missing"),
    ("INSERT INTO text (salt, body) VALUES (x'00', 'a stray')", "text ", "no packet names it"),
    ("UPDATE claim SET state = 'live' WHERE state = 'wrong'", "claim ", "not what the log"),
    ("UPDATE fact SET disputed = 1", "fact ", "not what the log"),
    ("DELETE FROM citation WHERE row = (SELECT min(n) FROM claim)", "b", "cites no source"),
    ("UPDATE citation SET start = 2 WHERE row = (SELECT min(n) FROM claim)", "b", "does not stand"),
    ("UPDATE source SET author = 'person'", "source ", "not what the log"),
    ("DELETE FROM settled_value", "settled_value ", "is missing"),
    ("DELETE FROM link", "link ", "is missing"),
    ("DELETE FROM tag", "tag ", "is missing"),
    ("DELETE FROM alias", "alias ", "is missing"),
    ("UPDATE audience SET name = 0", "audience ", "not what the log"),
    ("UPDATE fact_key SET root = k", "fact_key ", "not what the log"),
    ("UPDATE brain_row SET withdrawn = 1 WHERE kind = 'note'", "brain_row ", "not what the log"),
    ("DELETE FROM policy", "policy ", "is missing"),
    ("INSERT INTO row_fts (row_fts) VALUES ('delete-all')", "brain_row ", "found by its own name"),
    ("INSERT INTO row_fts (rowid, words) VALUES (9, 'ghost')", "row_fts", "the search"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "where", "says"), TAMPERED)
def test_every_change_behind_the_brains_back_is_found_and_named(full, statement, where, says):
    """R64, R83, R85: and says what to do."""
    tamper(full, statement)
    found = problems(full)
    told = [p for p in found if p.where.startswith(where) and says in p.message]
    assert told, "\n".join(map(str, found))
    assert all("restore" in p.message or "rebuild" in p.message or p.warning for p in found)


def test_a_changed_quote_is_never_taken_for_the_persons_words(full):
    """R85: a quote that was edited together with its source does not pass either."""
    tamper(
        full,
        "UPDATE text SET body = replace(body, '14 March', '15 March') WHERE body LIKE '%14 March%'",
    )
    assert any("not the one that was written" in p.message for p in problems(full))


@pytest.mark.parametrize("statement", [each[0] for each in TAMPERED if "log" in each[2]])
def test_a_rebuild_mends_what_is_only_folded(full, statement, answers):
    before = answers(full)
    tamper(full, statement)
    full.rebuild()
    assert answers(full) == before
    assert problems(full) == []


def test_what_the_policy_of_the_time_did_not_allow_is_found(full):
    """R83: a packet that came in by another door."""
    from agent_si.vendor.brain import fold, log

    smuggled = made.packet(
        made.source("written by nobody at all"),
        agent="person",
        via="tty",
        at="2026-06-01T00:00:00Z",
    )
    db = sqlite3.connect(full.path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    fold.fold(db, log.append(db, smuggled, salt=lambda n: b"x" * n))
    db.execute("COMMIT")
    db.close()
    assert ["policy then in force did not allow" in p.message for p in problems(full)] == [True]


def test_a_later_policy_does_not_judge_earlier_packets(full):
    """R69: each packet is judged by the policy of its time."""
    full.policy_path.write_text(
        made.default_toml("").replace("author_principal = true\n", ""), "utf-8"
    )
    full.apply_config()
    assert problems(full) == []


@pytest.mark.parametrize("change", ["edited", "gone"])
def test_a_brain_toml_that_is_not_in_force_is_a_warning(full, change):
    """R69."""
    if change == "gone":
        full.policy_path.unlink()
    else:
        full.policy_path.write_text(full.policy_text() + "# a note\n", encoding="utf-8")
    found = problems(full)
    assert [(problem.where, problem.warning) for problem in found] == [("brain.toml", True)]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE stranger (a)",
        "CREATE VIEW stranger AS SELECT 1",
        "CREATE TRIGGER stranger AFTER INSERT ON packet BEGIN SELECT 1; END",
        "CREATE INDEX stranger ON packet (body)",
        "DROP INDEX packet_at",
    ],
)
def test_a_file_with_a_stranger_in_it_is_refused_before_anything_in_it_runs(full, clock, statement):
    full.close()
    db = sqlite3.connect(full.path)
    db.execute(statement)
    db.close()
    with pytest.raises(NotOurFile, match=r"stranger is not ours|packet_at is missing"):
        Brain.open(full.directory, clock=clock)


def test_a_broken_end_of_the_log_opens_for_reading_only(full, clock):
    tamper(
        full, "UPDATE packet SET hash = randomblob(32) WHERE seq = (SELECT max(seq) FROM packet)"
    )
    with Brain.open(full.directory, clock=clock) as brain:
        assert brain.readonly
        assert "restore" in brain.trouble
        assert brain.fact(made.LEASE).value == "21 March 2027"
        with pytest.raises(LogDamaged, match="reading only"):
            brain.submit(*made.said("The kettle stands by the window"))
        assert any("was changed" in p.message for p in problems(brain))
        assert brain.cannot_write("hermes") == brain.trouble


def opened(directory, clock):
    """The brain, or None where it says that it cannot be read and that nothing was changed."""
    try:
        return Brain.open(directory, clock=clock)
    except (NotOurFile, LogDamaged) as refusal:
        return None if "Nothing was changed" in str(refusal) else refusal


@pytest.mark.parametrize("seed", range(60))
def test_random_damage_is_reported_or_changes_nothing(full, clock, seed, answers):
    """No flipped byte silently changes a claim or a quote."""
    import random

    before = answers(full)
    full.close()
    dice = random.Random(seed)
    raw = bytearray(full.path.read_bytes())
    at = dice.randrange(len(raw))
    if seed % 3 == 0:
        raw[at] ^= 1 << dice.randrange(8)
    elif seed % 3 == 1:
        page = at // 4096 * 4096
        raw[page : page + 4096] = bytes(4096)
    else:
        del raw[at:]
    full.path.write_bytes(raw)
    damaged = bytes(raw)
    if (brain := opened(full.directory, clock)) is not None:
        if not problems(brain) and not brain.trouble:
            assert answers(brain) == before
        brain.close()
    assert full.path.read_bytes() == damaged, "a damaged file is never overwritten"


def test_tables_of_an_older_release_are_made_again_at_the_next_opening(
    full, clock, monkeypatch, answers
):
    """R12: a later run leaves what the brain holds as it is."""
    from agent_si.vendor.brain import fold

    before = answers(full)
    full.close()
    monkeypatch.setattr(schema, "RULES", schema.RULES + 1)
    monkeypatch.setattr(fold, "RULES", schema.RULES)
    with Brain.open(full.directory, clock=clock, readonly=True) as reader:
        assert [problem.warning for problem in problems(reader)] == [True]
    tamper(full, "UPDATE fact SET disputed = 1")
    with Brain.open(full.directory, clock=clock) as newer:
        assert answers(newer) == before
        assert problems(newer) == []


@pytest.mark.parametrize("value", [99, 0, "x"])
def test_tables_of_a_newer_release_are_left_alone(full, clock, value):
    full.close()
    db = sqlite3.connect(full.path)
    db.execute("UPDATE meta SET value = ? WHERE name = 'rules'", (value,))
    db.commit()
    db.close()
    with Brain.open(full.directory, clock=clock) as brain:
        assert brain.readonly
        assert "newer release" in brain.trouble
