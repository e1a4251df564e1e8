"""`brain apply-config`: what an edited brain.toml changes, who puts it into force, whose name."""

import json

import brain_packets as made
import pytest
from agent_si.vendor.brain import policy
from agent_si.vendor.brain.brain import Brain
from agent_si.vendor.commands.policy_changes import changes
from agent_si.vendor.recall import owner, settings
from at_terminal import Person, run
from world import KEY, World

PERSON_ONLY = '[agents.person]\nkind = "person"\noperations = "*"\nmanual_sources = true\n'
CODEX = '[agents.codex]\nkind = "agent"\noperations = ["claim"]\n'
QUOTE = "the Brisbane office lease moves on 14 March 2027"


@pytest.fixture
def here(tmp_path):
    return World(tmp_path, principal="Alex", index_sessions=False)


def edit(world, change):
    path = world.memory.settings.brain / "brain.toml"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def in_force(world):
    with world.memory.brain() as brain:
        return brain.policy()


def apply(world, *argv, **how):
    return run(world, "brain", "apply-config", *argv, **how)


# --- what it says ---

BASE = policy.default_toml("Alex", ("Lex",)) + CODEX


def edited(before, after):
    assert before in BASE
    return BASE.replace(before, after)


DIFFERENCES = [
    (edited('principal = "Alex"', 'principal = "Priya"'),
     "the principal, whose words are protected, is «Priya», before «Alex»", True),
    (edited('principal = "Alex"', 'principal = ""'), "nobody's words are protected", True),
    (edited('["Lex"]', '["Lex", "Al"]'), "«Al» counts as a name of the principal", False),
    (edited('["Lex"]', "[]"), "«Lex» counts as a name of the principal no more", True),
    (edited("aliases =", 'principal_ids = ["telegram:1"]\naliases ='),
     "«telegram:1» counts as the principal on a messaging platform", True),
    (edited("aliases =", 'shared_with = ["group:x"]\naliases ='), "«group:x» is shown", True),
    (edited('["claim"]', '["claim", "add_record"]'), "agent «codex» may add_record", True),
    (edited('["claim"]', '"*"'), "agent «codex» may everything", True),
    (edited('["claim"]', "[]"), "agent «codex» may no more claim", False),
    (BASE.replace(CODEX, ""), "agent «codex» may write nothing any more", False),
    (BASE + '[agents.grok]\nkind = "agent"\noperations = ["claim"]\n',
     "agent «grok» of kind agent is new", True),
    (edited('[agents.codex]\nkind = "agent"', '[agents.codex]\nkind = "person"'),
     "agent «codex» is of kind person, before agent", True),
    (edited('approval = "none"', 'approval = "person"'),
     "packets of «hermes» wait for a person's approval", False),
    (BASE + "author_principal = true\n", "«codex» may add words as the principal's own", True),
    (edited("author_principal = true", "author_principal = false"),
     "«hermesuser» may no more add words as the principal's own", False),
    (BASE + "manual_sources = true\n", "«codex» may add sources by hand", True),
    (BASE + 'approvers = ["person"]\n', "packets of «codex» are decided by «person»", True),
    (BASE + '[keys."team.*"]\nchanges = "expected"\n', "keys «team.*»: the", False),
    (edited('name = "brain"', 'name = "home"'), "the brain is called «home»", False),
]  # fmt: skip


@pytest.mark.parametrize(("toml", "words", "widens"), DIFFERENCES)
def test_each_difference_is_said_in_words_and_what_widens_is_marked(toml, words, widens):
    found = list(changes(policy.parse(BASE), policy.parse(toml)))
    told = [each for each in found if words in each.words]
    assert len(told) == 1, found
    assert told[0].widens is widens


def test_no_difference_of_two_policies_goes_unsaid():
    """Every field of the policy and of the agents table is one that the words cover."""
    told = "\n".join(words for _, words, _ in DIFFERENCES)
    assert told
    for toml, _, _ in DIFFERENCES:
        assert list(changes(policy.parse(BASE), policy.parse(toml)))
        assert list(changes(policy.parse(toml), policy.parse(BASE)))
    assert list(changes(policy.parse(BASE), policy.parse(BASE))) == []


def test_from_slow_to_unattended_is_a_widening():
    slow = BASE.replace('approval = "none"', 'approval = "person"')
    (change,) = changes(policy.parse(slow), policy.parse(BASE))
    assert change.widens
    assert "without approval" in change.words


# --- what it does ---


def test_an_edit_is_shown_asked_about_and_recorded(here):
    """R69."""
    edit(here, lambda toml: toml + CODEX)
    assert "codex" not in in_force(here).agents
    code, out = run(here, "check")
    assert (code, "is not what is in force" in out) == (0, True)
    assert "edited and is not in force" in run(here, "status")[1]

    code, out = apply(here, "--reason", "codex joins", person=Person())

    assert code == 0, out
    assert "! agent «codex» of kind agent is new" in out
    assert "look twice" in out
    assert "codex" in in_force(here).agents
    assert "not in force" not in run(here, "status")[1]
    with here.memory.brain() as brain:
        act = brain.acts()[-1]
        assert (act.via, act.what) == ("tty", ("apply_config",))
        assert brain.check() == []
    assert apply(here, person=Person()) == (0, "brain.toml is in force as it stands\n")


def test_a_file_that_is_gone_is_written_again_as_it_is_in_force(here):
    path = here.memory.settings.brain / "brain.toml"
    before = path.read_text("utf-8")
    path.unlink()
    assert "written again" in apply(here)[1]
    assert path.read_text("utf-8") == before


def test_nothing_is_put_into_force_without_the_person(here):
    """R69: DESIGN, Authority."""
    edit(here, lambda toml: toml + CODEX)
    before = in_force(here)
    assert apply(here)[0] == 2
    assert apply(here, person=Person(), environ={"HERMES_SESSION_ID": "x"})[0] == 2
    assert apply(here, person=Person(agrees=False))[0] == 1
    told = json.loads(apply(here, "--json")[1])
    assert told["applied"] is False
    assert any(row["widens"] for row in told["changes"])
    assert in_force(here) == before


def test_what_is_put_into_force_is_what_was_shown(here):
    """The file may change between the question and the answer."""
    edit(here, lambda toml: toml + CODEX)
    path = here.memory.settings.brain / "brain.toml"

    class Slow(Person):
        def readline(self):
            path.write_text(path.read_text("utf-8").replace('["claim"]', '"*"'), "utf-8")
            return super().readline()

    code, out = apply(here, person=Slow())

    assert code == 0, out
    assert in_force(here).agents["codex"].operations == {"claim"}
    assert "is not what is in force" in run(here, "check")[1]


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("[brain\n", "brain.toml: "),
        (b'[brain]\nname = "caf\xe9"\n', "not UTF-8"),
        ('[brain]\nprincipel = "x"\n', "line 2: [brain] unknown key 'principel'; did you mean"),
        (CODEX, "nobody could change it again"),
    ],
)
def test_a_file_that_is_no_policy_is_told_and_the_old_one_governs(here, toml, says):
    path = here.memory.settings.brain / "brain.toml"
    path.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
    before = in_force(here)
    code, out = apply(here, person=Person())
    assert code == 1
    assert says in out
    assert in_force(here) == before


def test_a_brain_begins_with_a_policy_that_somebody_wrote(here, tmp_path):
    """Without Hermes: a folder, a brain.toml, one command."""
    folder = tmp_path / "own"
    folder.mkdir()
    code, out = apply(here, brain=folder)
    assert code == 1
    assert "write a brain.toml there" in out
    (folder / "brain.toml").write_text(PERSON_ONLY, encoding="utf-8")
    assert apply(here, brain=folder)[0] == 2
    assert not (folder / "brain.db").exists()

    code, out = apply(here, "--principal", "Sam", brain=folder, person=Person())

    assert code == 0, out
    with Brain.open(folder, clock=here.clock) as brain:
        assert brain.policy().principal == "Sam"
        assert brain.check() == []
    assert "OK" in run(here, "status", brain=folder)[1].splitlines()[0]


# --- whose name ---


def keeps(world, talk=None):
    talk = talk or world.talk(f"{QUOTE} says the landlord")
    return world.remember(talk, QUOTE, key=KEY, value="14 March 2027")


def test_a_name_in_config_that_differs_stops_writing_and_one_command_mends_it(here):
    """R60: reads go on."""
    assert keeps(here)["kept"]
    settings.save(here.home, {"principal": "Mallory Quick"})
    mend = f"{owner.MEND} 'Mallory Quick'"

    refused = here.remember(here.talk(f"{QUOTE} instead"), QUOTE, key=KEY, value="21 March 2027")

    assert refused["refused"] == "principal"
    assert mend in refused["message"]
    assert here.recall("Brisbane lease")[0].id == KEY
    code, out = run(here, "status")
    assert code == 1
    assert mend in out
    assert "writes: no" in out
    with here.memory.brain() as brain:
        assert brain.policy().principal == "Alex"

    code, out = apply(here, "--principal", "Mallory Quick", person=Person())

    assert code == 0, out
    assert "is «Mallory Quick», before «Alex»" in out
    assert in_force(here).principal == "Mallory Quick"
    assert keeps(here)["kept"]
    assert run(here, "status")[0] == 0


def test_settling_stops_too(here):
    """R60: the principal's answer settles nothing while it is unknown who that is."""
    here.keep_date("14 March 2027", 0)
    talk, _ = here.keep_date("21 March 2027", 3)
    here.call(talk, "brain_search", query="Brisbane lease")
    settings.save(here.home, {"principal": "Mallory"})
    answer = "it changed, the 21st is right"
    here.says(talk, answer)
    answered = here.call(talk, "brain_remember", kind="settle", key=KEY, quote=answer)
    assert answered["refused"] == "principal"
    with here.memory.brain() as brain:
        assert brain.fact(KEY).disputed


def test_the_name_of_the_log_mends_it_in_config(here):
    """The other way: the name in config.json was the mistake."""
    settings.save(here.home, {"principal": "Mallory"})
    assert apply(here, "--principal", "Alex")[0] == 2
    assert settings.load(here.home).principal == "Mallory"
    code, out = apply(here, "--principal", "Alex", person=Person())
    assert code == 0, out
    assert settings.load(here.home).principal == "Alex"
    assert in_force(here).principal == "Alex"
    assert keeps(here)["kept"]


def test_no_name_in_config_leaves_the_log_s_in_force_and_spelling_is_no_difference(here):
    for name in ("", "alex", " ALEX "):
        settings.save(here.home, {"principal": name})
        assert run(here, "status")[0] == 0, name
    assert in_force(here).principal == "Alex"
    assert keeps(here)["kept"]


def test_other_names_in_config_are_told_as_not_in_force_and_the_same_command_applies_them(here):
    settings.save(here.home, {"principal_aliases": ["Lex", "Al"]})
    code, out = run(here, "status")
    assert code == 0
    assert "other names" in out
    assert f"{owner.MEND} Alex" in out
    assert apply(here, "--principal", "Alex", person=Person())[0] == 0
    assert in_force(here).aliases == ("Lex", "Al")
    assert "other names" not in run(here, "status")[1]


def test_naming_the_principal_leaves_every_other_line_as_it_was(here):
    edit(here, lambda toml: "# mine\n" + toml + CODEX)
    code, out = apply(here, "--principal", "Sam", person=Person())
    assert code == 0, out
    text = (here.memory.settings.brain / "brain.toml").read_text("utf-8")
    assert text.startswith("# mine\n")
    assert in_force(here).agents["codex"].operations == {"claim"}
    with here.memory.brain() as brain:
        assert brain.policy_text() == text


# --- any brain ---


@pytest.fixture
def foreign(tmp_path):
    """A brain of somebody's with facts in it and neither agent of a conversation."""
    folder = tmp_path / "foreign"
    brain = made.new_brain(folder, principal="", toml=PERSON_ONLY)
    said = made.source("The kiln needs new bricks", kind="document", author="unknown")
    first = made.person(said)
    brain.submit(first)
    brain.submit(
        made.person(
            made.claim("kiln.state", "needs bricks", made.cite(first.row(0), "kiln needs new"))
        )
    )
    brain.close()
    return folder


def test_any_brain_is_read_as_it_is_and_written_after_the_lines_are_added(tmp_path, foreign):
    """R61 R65 R66 R69: end to end, on a brain that was made elsewhere."""
    here = World(tmp_path, brain_dir=str(foreign), index_sessions=False)
    before = (foreign / "brain.db").read_bytes()
    assert here.recall("kiln bricks")[0].id == "kiln.state"
    talk = here.talk(f"{QUOTE} says the landlord")
    assert here.call(talk, "brain_get", id="kiln.state")["value"] == "needs bricks"

    refused = keeps(here, talk)

    assert refused["refused"] == "agent"
    toml = foreign / "brain.toml"
    assert str(toml) in refused["message"]
    assert policy.APPLY in refused["message"]
    assert (foreign / "brain.db").read_bytes() == before
    for _ in ("hermesuser", "hermes"):
        # As a person would: copy the lines out of the message, run the command it names.
        message = keeps(here, talk)["message"]
        lines = message[message.index("[agents.") : message.index("and run:")]
        toml.write_text(toml.read_text("utf-8") + lines, encoding="utf-8")
        assert keeps(here, talk)["refused"] == "agent"
        assert apply(here, person=Person())[0] == 0
    assert keeps(here, talk)["kept"]
    assert run(here, "check")[0] == 0


def test_a_name_in_config_for_a_brain_that_protects_nobody_must_be_applied(tmp_path, foreign):
    """Otherwise its owner would think that their words are protected."""
    here = World(tmp_path, brain_dir=str(foreign), principal="Alex", index_sessions=False)
    toml = foreign / "brain.toml"
    more = "".join(map(policy.agent_lines, ("hermes", "hermesuser")))
    toml.write_text(toml.read_text("utf-8") + more, encoding="utf-8")
    assert keeps(here)["refused"] == "agent"
    apply(here, person=Person())
    refused = keeps(here)
    assert refused["refused"] == "principal"
    assert "protects nobody's" in refused["message"]
    assert apply(here, "--principal", "Alex", person=Person())[0] == 0
    assert keeps(here)["kept"]
