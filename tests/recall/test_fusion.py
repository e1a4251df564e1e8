"""Reciprocal rank fusion."""

import pytest
from agent_si.vendor.recall.fusion import fuse


def test_scores_are_the_sum_of_one_over_sixty_plus_rank():
    """R33 R88: computed by hand."""
    fused = fuse({"brain": ["a", "b"], "sessions": ["c", "a"]})

    assert [(f.id, f.sides) for f in fused] == [
        ("a", ("brain", "sessions")),
        ("c", ("sessions",)),
        ("b", ("brain",)),
    ]
    assert fused[0].score == pytest.approx(1 / 61 + 1 / 62)
    assert fused[1].score == pytest.approx(1 / 61)
    assert fused[2].score == pytest.approx(1 / 62)


def test_an_id_on_both_sides_outranks_ids_of_the_same_rank_on_one():
    """R89."""
    fused = fuse({"brain": ["x", "y", "both"], "sessions": ["u", "v", "both"]})

    assert fused[0].id == "both"


def test_equal_scores_keep_brain_first():
    """R88: ties go to the ranking given first."""
    assert [f.id for f in fuse({"brain": ["b"], "sessions": ["a"]})] == ["b", "a"]


def test_a_ranking_that_names_an_id_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        fuse({"brain": ["a", "a"]})
    with pytest.raises(ValueError, match="at least 1"):
        fuse({}, k=0)
