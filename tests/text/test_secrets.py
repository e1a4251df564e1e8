"""Credentials are recognised by form and by the words beside them; hashes, ids and talk are not."""

import re
import sys

import pytest
import secret_samples as samples
from agent_si.vendor.text import secrets
from agent_si.vendor.text.secrets import words

SEEDS = (1, 2, 3)
KINDS = {
    "api_key", "cloud_key", "cookie", "license_key", "one_time_code", "password", "password_hash",
    "password_url", "payment_card", "pin", "private_key", "recovery_codes", "seed_phrase",
    "signed_url", "token", "webhook",
}  # fmt: skip


def missed(rows):
    return [row for row in rows if secrets.find(row[1]) is None]


def taken(rows):
    return [(kind, text) for kind, text in rows if secrets.find(text) is not None]


def drawn(template, seed=5):
    return samples.fill(template, samples.random.Random(seed))


def test_there_are_enough_samples_of_both_sorts():
    """R30: the repository's own set, without the labelled cases."""
    assert len(samples.bare(1)) + len(samples.beside(1)) >= 120
    assert len(samples.clean(1)) >= 120


@pytest.mark.parametrize("seed", SEEDS)
def test_every_token_with_a_known_form_is_found_in_any_sentence(seed):
    """R30"""
    assert missed(samples.bare(seed)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_nearly_everything_that_words_or_structure_give_away_is_found(seed):
    """R30"""
    rows = samples.beside(seed)
    assert len(missed(rows)) <= 0.03 * len(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_hashes_ids_placeholders_code_and_talk_about_passwords_are_no_credentials(seed):
    rows = samples.clean(seed)
    assert len(taken(rows)) <= 0.01 * len(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_beyond_the_first_sets_are_told_apart(seed):
    """RELIABILITY C: rows of other kinds exist."""
    with_one, without = samples.more_with(seed), samples.more_clean(seed)
    assert len(with_one) >= 300 <= len(without)
    assert len(missed(with_one)) <= 0.02 * len(with_one)
    assert len(taken(without)) <= 0.01 * len(without)


def test_the_labelled_cases_are_told_apart(shared):
    """RELIABILITY C: recall .97, everything of a provider, false alarms .03."""
    sys.path.insert(0, str(shared / "cases" / "secrets"))
    try:
        from load import load
    finally:
        sys.path.pop(0)
    rows = list(load())
    with_one = [(row["kind"], row["text"]) for row in rows if row["label"]]
    without = [(row["kind"], row["text"]) for row in rows if not row["label"]]

    assert len(missed(with_one)) <= 0.03 * len(with_one)
    assert len(taken(without)) <= 0.03 * len(without)
    assert {kind for kind, _ in missed(with_one)} <= {"prose_password", "prose_nonenglish"}


def test_only_the_kind_is_told_and_every_kind_has_a_name_for_people():
    """R30: the value itself never leaves the test."""
    found = {secrets.find(text) for seed in SEEDS for _, text in samples.beside(seed)}
    found |= {secrets.find(text) for _, text in samples.bare(1)}
    assert found - {None} <= KINDS
    assert {secrets.shown(kind) for kind in KINDS} >= {"access token", "PIN", "password"}
    assert all(secrets.shown(kind) != "secret" for kind in KINDS)
    assert secrets.shown("something new") == "secret"


@pytest.mark.parametrize("kind", ["token", "password", "one_time_code", "private_key"])
def test_a_text_is_named_by_what_it_holds(kind):
    texts = {
        "token": "here you are: gh" + "p_{A36}",
        "password": "the wifi pass" + "word is {PQ}",
        "one_time_code": "your verification code is {D6}",
        "private_key": "-----BEGIN EC{+} PRIVATE KEY-----\n{B64}",
    }
    assert secrets.find(drawn(texts[kind])) == kind


def test_a_credential_is_found_wherever_it_stands_in_a_long_message():
    """Windows overlap, so none is cut in two unseen."""
    token = drawn("gh" + "p_{A36}")
    for start in (0, 15_850, 15_870, 15_880, 16_350, 16_380, 31_730, 31_750, 120_000):
        text = "word " * (start // 5) + token + " word" * 100
        assert secrets.find(text) == "token", start


def test_a_message_is_judged_up_to_the_cap():
    token = drawn("gh" + "p_{A36}")
    assert secrets.find("a " * (secrets.CAP // 2 - 50) + token) == "token"
    assert secrets.find("a " * (secrets.CAP // 2) + token) is None


def test_invisible_letters_and_wide_letters_hide_nothing():
    secret = drawn("gh" + "p_{A36}")
    assert secrets.find("\u200b".join(secret)) == "token"
    assert secrets.find(secret[:9] + "\u00ad" + secret[9:]) == "token"
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in drawn("pw: {PQ}"))
    assert secrets.find(wide) == "password"


def test_line_ends_written_in_json_and_broken_lines_hide_nothing():
    assert secrets.find(drawn(r'{"env":"A=1\nTOK' + r'EN={A40}\n"}')) is not None
    token = drawn("gh" + "p_{A36}")
    assert secrets.find(f"copied from the terminal:\n{token[:28]}\n{token[28:]}\n") == "token"


def test_the_value_may_stand_on_the_next_line():
    assert secrets.find(drawn("PASS" + "WORD\n{PQ}")) == "password"
    assert secrets.find(drawn("the new pass" + "word for the NAS:\n{PQ}")) == "password"


def test_a_word_beside_a_hash_does_not_make_it_a_credential():
    for text in (
        "the to" + "ken test failed in commit {H40}",
        "cache key {H64}",
        "public key {H64}",
        "sha256:{H64} is the digest of the se" + "crets image",
        "to" + "ken_id={uuid}",
    ):
        assert secrets.find(drawn(text)) is None, text


def test_a_message_that_repeats_a_credential_of_its_neighbour_is_named_too():
    value = drawn("{PQ}")
    talk = ["hello", "the pass" + f"word for the NAS is {value}", f"{value}? done, it mounts", "ok"]
    assert secrets.find(talk[2]) is None
    assert secrets.repeated(talk) == {1, 2}
    assert secrets.repeated(["hello", "ok"]) == frozenset()


def test_any_text_is_judged_without_an_error():
    for text in ("", "\x00", "\ud83d", "İ" * 40, "ß" * 9 + " pass" + "word", "\u0301" * 99, "密码"):
        secrets.find(text)


def test_looking_for_roots_first_finds_every_key_word():
    """The quick search must not lose a word that the patterns know."""
    rows = [*samples.beside(1), *samples.clean(1)]
    for _, text in rows:
        lower = text.lower()
        whole = [*words._ANYWHERE.finditer(lower), *words._APART.finditer(lower)]
        expected = {found.span() for found in whole if len(lower) == len(text)}
        quick = {found.span() for found in words.keywords(text, lower, lower)}
        assert expected <= quick, text


def test_the_version_of_the_rules_is_a_number():
    assert isinstance(secrets.RULES, int)
    assert re.fullmatch(r"[a-z_]+", secrets.find(drawn("pw: {PQ}")) or "")
