"""brain.toml: who may write what, in force only as the log has it."""

import itertools
import json

import brain_packets as made
import pytest
from agent_si.vendor.brain import policy
from agent_si.vendor.brain.errors import PacketRefused

TEXT = "The spare keys are in the blue box"
PLAIN = '[agents.person]\nkind = "person"\noperations = "*"\nmanual_sources = true\n'


def refused(brain, *packets):
    with pytest.raises(PacketRefused) as refusal:
        brain.submit(*packets)
    return refusal.value


def apply(toml, **how):
    return made.Packet(agent="person", ops=({"op": "apply_config", "toml": toml},), **how)


def test_the_first_policy_is_the_default_and_stands_beside_the_brain(brain):
    """R12, R68."""
    in_force = brain.policy()
    assert brain.policy_path.read_text(encoding="utf-8") == brain.policy_text()
    hermes, collector, person = (in_force.agents[n] for n in ("hermes", "hermesuser", "person"))
    assert hermes.operations == {
        "add_record", "revise_record", "claim", "describe_key", "link", "unlink", "settle",
    }  # fmt: skip
    assert (hermes.kind, hermes.approval, hermes.author_principal) == ("agent", "none", False)
    assert (collector.kind, collector.author_principal) == ("collector", True)
    assert collector.operations == {"add_source"}
    assert (person.kind, person.manual_sources) == ("person", True)
    assert person.may("redact")


def test_a_second_first_policy_changes_nothing(brain):
    """R12: a later run leaves the brain as it is."""
    brain.policy_path.unlink()
    assert brain.first_policy(policy.default_toml("Somebody")) is None
    assert brain.policy_path.read_text(encoding="utf-8") == brain.policy_text()
    assert brain.policy().principal == "Alex"


def test_editing_the_file_has_no_effect_until_it_is_applied(brain):
    """R69: and a packet records it."""
    toml = policy.with_principal(brain.policy_text(), "Priya", ("Pri",))
    brain.policy_path.write_text(toml, encoding="utf-8")
    assert brain.policy().principal == "Alex"
    assert [problem.where for problem in brain.check()] == ["brain.toml"]
    assert brain.check()[0].warning
    before = brain.stats()["packets"]
    receipt = brain.apply_config(reason="new owner")
    assert brain.stats()["packets"] == before + 1
    assert receipt.is_new
    assert (brain.policy().principal, brain.policy().aliases) == ("Priya", ("Pri",))
    assert brain.check() == []


def test_a_brain_without_the_agents_can_be_read_and_says_what_writing_needs(brains):
    """R61, R65, R66: the missing agent, the lines to add, the command to run."""
    brain = brains(toml=PLAIN)
    refusal = refused(brain, *made.said(TEXT))
    assert refusal.code == "agent"
    for part in (
        "hermesuser",
        "[agents.hermesuser]",
        "author_principal = true",
        str(brain.policy_path),
    ):
        assert part in refusal.message
    assert "apply-config" in refusal.message
    assert brain.cannot_write("person", "hermes").count("[agents.hermes]") == 1
    assert brain.cannot_write("person") == ""
    assert brain.facts() == []
    added = PLAIN + "".join(map(policy.agent_lines, ("hermes", "hermesuser")))
    brain.policy_path.write_text(added, encoding="utf-8")
    assert refused(brain, *made.said(TEXT)).code == "agent"
    brain.apply_config()
    brain.submit(*made.said(TEXT))


def test_a_brain_without_any_policy_takes_only_its_setup(tmp_path, clock):
    with made.Brain.open(tmp_path / "bare", clock=clock, create=True) as brain:
        assert refused(brain, *made.said(TEXT)).code == "agent"
        toml = policy.default_toml("Alex")
        assert refused(brain, apply(toml, via="tty")).code == "agent"
        brain.policy_path.write_text(toml, encoding="utf-8")
        brain.apply_config()
        assert brain.policy().principal == "Alex"
        assert brain.check() == []


OPERATIONS = {
    "add_source": made.source(TEXT, author="unknown"),
    "add_record": made.record("Keys", made.cite("@0", TEXT)),
    "claim": made.claim("keys.place", "blue box", made.cite("@0", TEXT)),
    "describe_key": {"op": "describe_key", "key": "keys.place", "description": "where they are"},
}


@pytest.mark.parametrize("allowed", OPERATIONS)
@pytest.mark.parametrize("tried", OPERATIONS)
def test_an_agent_may_do_what_its_operations_list_and_nothing_else(brains, allowed, tried):
    """R67: the permission matrix."""
    toml = (
        PLAIN
        + f'[agents.codex]\nkind = "agent"\noperations = ["{allowed}"]\nmanual_sources = true\n'
    )
    brain = brains(toml=toml)
    source = made.person(OPERATIONS["add_source"])
    brain.submit(source)
    op = OPERATIONS[tried]
    if "citations" in op:
        op = op | {"citations": [made.cite(source.row(0), TEXT)]}
    packet = made.packet(op, agent="codex")
    if allowed == tried:
        assert brain.submit(packet)[0].is_new
    else:
        refusal = refused(brain, packet)
        assert refusal.code == "operation"
        assert f'"{tried}"' in refusal.message


def test_only_an_agent_that_may_speak_for_the_principal_does(brain):
    """R68: author_principal."""
    refusal = refused(brain, made.person(made.source(TEXT)))
    assert refusal.code == "author"
    assert "author_principal = true" in refusal.message


def test_sources_by_hand_need_manual_sources(brains):
    """R67."""
    brain = brains(toml=PLAIN + '[agents.codex]\nkind = "agent"\noperations = ["add_source"]\n')
    refusal = refused(brain, made.packet(OPERATIONS["add_source"], agent="codex"))
    assert refusal.code == "author"
    assert "manual_sources = true" in refusal.message


POWERS = {
    "source of the principal": ("add_source", made.source(TEXT)),
    "source of nobody known": ("add_source", made.source(TEXT, author="unknown")),
    "record": ("add_record", made.record("Keys", made.cite("@0", TEXT))),
    "pin": ("link", {"op": "link", "relation": "pinned", "from": "@0", "to": "keys.place"}),
    "redact": ("redact", {"op": "redact", "targets": ["@0"]}),
}
LISTS = ('"*"', '["add_source", "add_record"]', "[]")


def outcome(agent, name, op):
    """What DESIGN says of an agent that tries something: a refusal's code, waits, or applied."""
    person = agent["kind"] == "person"
    listed = agent["operations"]
    if listed != '"*"' and f'"{op}"' not in listed:
        return "operation"
    if name in ("pin", "redact") and not person:
        return "operation"
    if name == "source of the principal" and agent["author_principal"] == "false":
        return "author"
    if op == "add_source" and agent["kind"] != "collector" and agent["manual_sources"] == "false":
        return "author"
    waits = agent["approval"] == '"person"'
    if name == "redact" and waits:
        return "approval"
    return "waits" if waits else "applied"


def tried(brain, agent, op):
    """The same, from the brain."""
    road = "tty" if agent["kind"] == "person" else "tool"
    # A source of its own each time: the same words at the same place are not added twice.
    first = made.person(made.source(TEXT, author="unknown"))
    brain.submit(first)
    text = json.dumps(op).replace("@0", first.row(0))
    packet = made.packet(json.loads(text) | fresh(op), agent="x", via=road)
    try:
        return "waits" if brain.submit(packet)[0].pending else "applied"
    except PacketRefused as refusal:
        return refusal.code


def fresh(op):
    return {"locator": made.locator()} if "locator" in op else {}


@pytest.mark.parametrize("kind", ["agent", "collector", "person"])
@pytest.mark.parametrize("listed", LISTS)
def test_every_field_of_the_agents_table_decides_what_it_says(brain, kind, listed):
    """R67 R68: kind, operations, approval, author_principal, manual_sources, all together."""
    brain.submit(made.person({"op": "describe_key", "key": "keys.place", "description": "where"}))
    base = brain.policy_text()
    flags = itertools.product(('"none"', '"person"'), ("true", "false"), ("true", "false"))
    for approval, author_principal, manual_sources in flags:
        agent = {"kind": kind, "operations": listed, "approval": approval}
        agent |= {"author_principal": author_principal, "manual_sources": manual_sources}
        lines = "".join(
            f"{name} = {value}\n" for name, value in (agent | {"kind": f'"{kind}"'}).items()
        )
        brain.submit(apply(f"{base}[agents.x]\n{lines}", via="tty"))
        for name, (op, given) in POWERS.items():
            assert tried(brain, agent, given) == outcome(agent, name, op), (agent, name)


@pytest.mark.parametrize(
    ("approvers", "may"),
    [("", {"person", "priya"}), ('approvers = ["priya"]\n', {"priya"}),
     ('approvers = ["priya", "person"]\n', {"person", "priya"})],
)  # fmt: skip
def test_approvers_are_who_decides(brains, approvers, may):
    """R67: approvers; where none is named, any person; never an agent."""
    slow = '[agents.x]\nkind = "agent"\noperations = ["add_record"]\napproval = "person"\n'
    others = '[agents.priya]\nkind = "person"\noperations = "*"\n'
    others += '[agents.y]\nkind = "agent"\noperations = "*"\n'
    brain = brains(toml=PLAIN + others + slow + approvers)
    source = made.person(made.source(TEXT, author="unknown"))
    brain.submit(source)
    for name in ("person", "priya", "y"):
        row = made.record(f"Keys, {name}", made.cite(source.row(0), TEXT))
        assert brain.submit(made.packet(row, agent="x"))[0].pending
        op = {"op": "approve", "packet": brain.pending()[-1].hash}
        packet = made.packet(op, agent=name, via="tty" if name != "y" else "tool")
        if name in may:
            brain.submit(packet)
        else:
            assert refused(brain, packet).code == ("operation" if name == "y" else "approval")


def test_the_panel_may_name_the_first_principal_and_nothing_else(brains):
    brain = brains(principal="")
    named = policy.with_principal(brain.policy_text(), "Alex")
    more = named + '[agents.codex]\nkind = "agent"\noperations = "*"\n'
    assert refused(brain, apply(more, via="panel")).code == "operation"
    brain.submit(apply(named, via="panel"))
    assert brain.policy().principal == "Alex"
    other = policy.with_principal(named, "Priya")
    assert refused(brain, apply(other, via="panel")).code == "operation"
    brain.submit(apply(other, via="tty"))


def test_naming_the_principal_keeps_every_other_line(brain):
    before = brain.policy_text()
    brain.name_principal("Priya Nair", ("Pri",), via="tty")
    after = brain.policy_text()
    assert brain.policy().principal == "Priya Nair"
    assert brain.policy_path.read_text(encoding="utf-8") == after
    changed = [
        pair
        for pair in zip(before.splitlines(), after.splitlines(), strict=True)
        if pair[0] != pair[1]
    ]
    assert len(changed) == 2
    assert brain.name_principal("Priya Nair", ("Pri",), via="tty") is None


def test_naming_the_principal_leaves_edits_that_are_not_in_force_alone(brain):
    edited = brain.policy_text() + '[agents.codex]\nkind = "agent"\noperations = ["claim"]\n'
    brain.policy_path.write_text(edited, encoding="utf-8")
    brain.name_principal("Priya", via="tty")
    assert "codex" not in brain.policy().agents
    assert "codex" in brain.policy_path.read_text(encoding="utf-8")
    brain.apply_config()
    assert (brain.policy().principal, "codex" in brain.policy().agents) == ("Priya", True)


def test_no_tool_acts_as_a_person(brain):
    """A person's authority has two roads, a terminal and a typed line."""
    op = {"op": "describe_key", "key": "keys.place", "description": "where they are"}
    assert refused(brain, made.packet(op, agent="person")).code == "operation"
    assert brain.submit(made.packet(op, agent="person", via="tty"))[0].is_new


def test_a_typed_line_keeps_undoes_and_forgets_and_nothing_else(brain):
    """DESIGN, Authority: approve, settle, apply-config and the rest need a terminal."""
    source = made.source("office.wifi.name = Harbour", kind="reason", author="principal")
    words = made.packet(source, agent="hermesuser", via="typed")
    quote = made.cite(words.row(0), "office.wifi.name = Harbour")
    row = made.claim("office.wifi.name", "Harbour", quote)
    brain.submit(words)
    assert brain.submit(made.packet(row, agent="person", via="typed"))[0].is_new

    for op in (
        {"op": "describe_key", "key": "office.wifi.name", "description": "of the office"},
        {"op": "apply_config", "toml": brain.policy_text()},
        {"op": "alias_key", "key": "office.wifi.name", "to": "office.wlan.name"},
        {"op": "share_key", "key": "office.wifi.name", "audience": "group:telegram:1"},
        {"op": "reject", "packet": "0" * 64},
    ):
        refusal = refused(brain, made.packet(op, agent="person", via="typed"))
        assert refusal.code == "operation", (op, refusal.message)
        assert "needs a terminal" in refusal.message


@pytest.mark.parametrize("agent", ["hermes", "hermesuser"])
def test_no_agent_writes_by_a_typed_line(agent, brain):
    """The collector alone may, and only what the person said."""
    op = {"op": "describe_key", "key": "keys.place", "description": "where they are"}
    assert refused(brain, made.packet(op, agent=agent, via="typed")).code == "operation"


def test_a_policy_that_would_lock_everyone_out_is_refused(brain):
    refusal = refused(brain, apply(policy.agent_lines("hermes"), via="tty"))
    assert refusal.code == "policy"
    assert "[agents.person]" in refusal.message


AGENT = '[agents.x]\nkind = "agent"\n'


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('[brain]\nprincpal = ""\n', "line 2: [brain] unknown key 'princpal'; did you mean prin"),
        ('[brain]\n\n[agent.x]\nkind = "a"\n', "line 3: unknown key 'agent'; did you mean agents?"),
        ('[agents.x]\nkind = "robot"\n', "line 2: [agents.x] kind is one of"),
        ('[agents.x]\noperations = "*"\n', "line 1: [agents.x] needs kind"),
        (AGENT + 'operations = ["clame"]\n', "line 3: [agents.x] unknown key 'clame'; did you mea"),
        (AGENT + 'author_principal = "yes"\n', "line 3: [agents.x] author_principal has the wrong"),
        (AGENT + 'approvers = ["y"]\n', "line 3: approvers of x"),
        ('[agents]\nx = "agent"\n', "line 2: [agents.x] is a table"),
        ('[keys."team.*"]\nchange = "expected"\n', 'line 2: [keys."team.*"] unknown key'),
        ('[keys]\n"team.*" = 4\n', 'line 2: [keys."team.*"] is a table'),
        ("[brain]\naliases = [4]\n", "line 2: aliases is a list of names"),
        ("[brain\n", "brain.toml: "),
        # the same key in an earlier table is not the one that is wrong
        (AGENT + '[agents.y]\nkind = "robot"\n', "line 4: [agents.y] kind is one of"),
        (AGENT + 'operations = "*"\n[agents.y]\nkind = "agent"\noperations = ["sing"]\n',
         "line 6: [agents.y] unknown key 'sing'"),
        ('[brain]\nname = "x"\n[agents."y"]\nkind = "agent"\nname = "y"\n',
         "line 5: [agents.y] unknown key 'name'"),
        # wrong nesting
        ('[brain.agents.x]\nkind = "agent"\n', "[brain] unknown key 'agents'"),
        ('[agents]\nkind = "agent"\n', "line 2: [agents.kind] is a table"),
        ('[[agents]]\nkind = "agent"\n', "line 1: agents has the wrong kind of value"),
        ('[keys.team.headcount]\nchanges = "expected"\n', "unknown key 'headcount'"),
        ('brain = "x"\n', "line 1: brain has the wrong kind of value"),
        ('principal = "Alex"\n', "line 1: unknown key 'principal'"),
        # twice
        ('[brain]\nname = "a"\nname = "b"\n', "at line 3"),
        ("[brain]\n[brain]\n", "at line 2"),
        (AGENT + AGENT, "at line 3"),
        # wrong types
        ('[brain]\nprincipal = ["Alex"]\n', "line 2: [brain] principal has the wrong kind"),
        ('[brain]\naliases = "Lex"\n', "line 2: [brain] aliases has the wrong kind"),
        ('[brain]\nshared_with = [""]\n', "line 2: shared_with is a list of names"),
        (AGENT + "operations = true\n", "line 3: [agents.x] operations has the wrong kind"),
        (AGENT + "operations = [1]\n", "line 3: [agents.x] unknown key '1'"),
        (AGENT + "manual_sources = 1\n", "line 3: [agents.x] manual_sources has the wrong kind"),
        (AGENT + 'approvers = "person"\n', "line 3: [agents.x] approvers has the wrong kind"),
        ("[agents.x]\nkind = 4\n", "line 2: [agents.x] kind has the wrong kind of value"),
        # misspelt
        ('[agents.x]\nkind = "Agent"\n', 'kind is one of "agent" or "collector" or "person"'),
        (AGENT + 'approval = "persons"\n', 'line 3: [agents.x] approval is one of "none"'),
        (AGENT + 'operation = "*"\n', "line 3: [agents.x] unknown key 'operation'; did you"),
        (AGENT + 'operations = ["claims", "claim"]\n', "did you mean claim?"),
        (AGENT + 'aproval = "none"\n', "did you mean approval?"),
        ('[keys."a.b"]\nchanges = "sometimes"\n', 'line 2: [keys."a.b"] changes is one of'),
    ],
)  # fmt: skip
def test_a_mistake_in_brain_toml_is_told_with_its_line_and_a_suggestion(toml, says):
    with pytest.raises(policy.PolicyError) as error:
        policy.parse(toml)
    assert says in str(error.value)


def test_a_policy_that_cannot_be_read_is_refused_whole(brain):
    before = brain.policy_text()
    assert refused(brain, apply("[agents.x]\nkind = 4\n", via="tty")).code == "policy"
    assert brain.policy_text() == before


def test_a_policy_names_everything_it_can(brain):
    toml = (
        '[brain]\nname = "home"\nprincipal = "Alex"\naliases = ["Lex"]\n'
        'principal_ids = ["telegram:12345"]\nshared_with = ["group:example"]\n'
        + PLAIN
        + '[keys."team.*"]\nchanges = "expected"\n'
    )
    read = policy.parse(toml)
    assert (read.name, read.principal_ids, read.shared_with) == (
        "home",
        ("telegram:12345",),
        ("group:example",),
    )
    assert read.changes("team.headcount")
    assert not read.changes("teams.headcount")


@pytest.mark.parametrize("name", ['Alex "Lex" O\'Hara', "李明", "a\\b", "Zoë = x", "[brain]", "#1"])
def test_any_name_can_be_the_principals(name):
    """R56: whatever a person types at setup."""
    toml = policy.default_toml(name, (name,), name)
    assert policy.parse(toml).principal == name
    assert policy.parse(policy.with_principal(policy.default_toml("x"), name, (name,))).aliases == (
        name,
    )


@pytest.mark.parametrize(
    "toml", ["", PLAIN, '[brain]\nname = "x"\n\n' + PLAIN, "[brain]\n" + PLAIN]
)
def test_a_principal_is_put_into_any_policy(toml):
    changed = policy.with_principal(toml, "Alex", ("Lex",))
    assert policy.parse(changed).principal == "Alex"
    assert policy.parse(changed).agents == policy.parse(toml).agents


def test_a_policy_that_cannot_be_edited_by_line_is_left_alone():
    with pytest.raises(policy.PolicyError, match="by hand"):
        policy.with_principal('brain = {principal = "x"}\n', "Alex")
