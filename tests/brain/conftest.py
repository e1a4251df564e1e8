"""Brains in throw-away folders. After every test check is clean and a rebuild answers the same."""

import brain_packets as made
import pytest


def answers(brain):
    """Everything a brain answers, for comparing."""
    facts = brain.facts()
    return {
        "facts": facts,
        "disputes": brain.disputes(),
        "records": brain.records(),
        "keys": brain.keys(),
        "stats": brain.stats(),
        "policy": brain.policy(),
        "codes": [brain.code(claim.id) for fact in facts for claim in fact.claims],
        "related": [brain.related(fact.key) for fact in facts],
    }


@pytest.fixture
def clock():
    return made.Clock()


@pytest.fixture
def damage_expected():
    """Asked for by tests that break the file they were given."""


@pytest.fixture
def brains(tmp_path, clock, request):
    """Makes brains: `brains("name", principal=…)`; each is looked after when the test is over."""
    opened = {}

    def make(name="brain", **how):
        brain = made.new_brain(tmp_path / name, clock=how.pop("clock", clock), **how)
        opened[name] = brain
        return brain

    yield make
    for brain in opened.values():
        if "damage_expected" not in request.fixturenames:
            is_healthy(brain)
        brain.close()


def is_healthy(brain):
    problems = [problem for problem in brain.check() if not problem.warning]
    assert problems == []
    before = answers(brain)
    brain.rebuild()
    assert answers(brain) == before


@pytest.fixture
def brain(brains):
    """A brain of Alex's."""
    return brains()


@pytest.fixture(name="answers")
def answers_of():
    return answers
