"""Lines of a file that grows, is rewritten, is broken: nothing good is lost, nothing raises."""

import json
import os
import tracemalloc

import pytest
from agent_si.vendor.sessions.adapters import jsonl

KEYS = frozenset({"type", "uuid"})


def read(path, mark=None):
    """(lines, mark, restarted) of one reading."""
    with jsonl.Tail(path, mark or jsonl.Mark(), lambda: None) as tail:
        lines = [line for _, line in tail]
        return lines, tail.mark(), tail.restarted


def record(ident, **more):
    return json.dumps({"type": "user", "uuid": ident, **more}).encode()


def test_only_what_was_appended_is_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n" + b"x" * 50_000 + b"\n")
    lines, mark, _ = read(path)
    assert len(lines) == 3
    with path.open("ab") as file:
        file.write(b"four\nfi")

    with jsonl.Tail(path, mark, lambda: None) as tail:
        assert list(tail) == [(4, b"four")]
        assert tail.rest == (5, b"fi")
        assert not tail.restarted
        assert tail.bytes_read < 3 * jsonl.BLOCK


def test_how_a_written_mark_begins_tells_whether_its_file_changed(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n")
    written = json.dumps(read(path)[1].fields())
    assert written.startswith(jsonl.begins(path.stat()))
    assert read(path)[1].unchanged(path.stat())
    for change in (b"three\n", b""):
        path.write_bytes(path.read_bytes() + change)
        os.utime(path, ns=(1, path.stat().st_mtime_ns + 5))
        assert not written.startswith(jsonl.begins(path.stat()))


def test_a_partial_line_waits_for_its_end(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\nhal")
    lines, mark, _ = read(path)
    assert lines == [b"one"]
    with path.open("ab") as file:
        file.write(b"f\n")
    assert read(path, mark)[0] == [b"half"]


@pytest.mark.parametrize("how", ["truncated", "replaced", "rewritten", "shorter then longer"])
def test_a_file_that_is_not_the_one_that_was_read_is_read_from_its_start(tmp_path, how):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")
    _, mark, _ = read(path)
    if how == "truncated":
        os.truncate(path, 4)
    elif how == "replaced":
        (tmp_path / "b").write_bytes(b"one\ntwo\nthree\nfour\n")
        (tmp_path / "b").replace(path)
    elif how == "rewritten":
        path.write_bytes(b"one\nTWO\nthree\n")
        os.utime(path, ns=(mark.mtime + 1, mark.mtime + 1))
    else:
        path.write_bytes(b"other\nlines\nand more of them\n")
    lines, _, restarted = read(path, mark)
    assert restarted
    assert lines[0] == path.read_bytes().splitlines()[0]


def test_two_objects_on_one_line_are_two_records():
    found, whole = jsonl.objects(record("a") + record("b"), KEYS)
    assert [obj["uuid"] for obj in found] == ["a", "b"]
    assert not whole


def test_a_torn_record_costs_only_itself():
    torn = record("a", message={"role": "user", "content": "half of it"})[:-20]
    found, whole = jsonl.objects(torn + record("b"), KEYS)
    assert [obj["uuid"] for obj in found] == ["b"]
    assert not whole


def test_a_run_of_zero_bytes_costs_nothing():
    found, _ = jsonl.objects(b"\0" * 512 + record("a"), KEYS)
    assert [obj["uuid"] for obj in found] == ["a"]


def test_an_inner_object_of_a_torn_record_is_no_record():
    inner = json.dumps({"role": "user", "content": "words of a request"}).encode()
    assert jsonl.objects(b'{"type":"api-request","body":' + inner, KEYS) == ([], False)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        bytes([255, 254, 0]),
        b"[1, 2, 3]",
        b'"text"',
        b"NaN",
        b'{"a": NaN}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"' * 100_000,
        b"{" * 300_000,
        b'{"a":"' + b"x" * 300_000,
    ],
    ids=lambda line: line[:12].decode("latin-1"),
)
def test_any_bytes_are_survived(line):
    found, _ = jsonl.objects(line, KEYS)
    assert all(isinstance(obj, dict) for obj in found)


def test_invalid_utf8_and_lone_surrogates_are_read(tmp_path):
    found, whole = jsonl.objects(b'{"type":"user","uuid":"a","text":"caf\xe9 \\ud83d"}', KEYS)
    assert whole
    assert found[0]["text"].startswith("caf�")


def test_a_line_of_a_hundred_megabytes_leaves_memory_flat(tmp_path):
    """The image in it is cut out while it is read, and the words beside it are kept."""
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(b'{"type":"user","uuid":"a","data":"')
        for _ in range(100):
            file.write(b"QUJD" * 262_144)
        file.write(b'","text":"typed beside it"}\n')
        file.write(record("b") + b"\n")
    tracemalloc.start()
    found = []
    with jsonl.Tail(path, jsonl.Mark(), lambda: None) as tail:
        for _, line in tail:
            found += jsonl.objects(line, KEYS)[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [obj["uuid"] for obj in found] == ["a", "b"]
    assert found[0]["text"] == "typed beside it"
    assert peak < 32 * 1024 * 1024


def test_a_line_that_stays_too_long_is_skipped_and_counted(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text":"' + b"many words " * 1_000_000 + b'"}\n' + record("b") + b"\n")
    with jsonl.Tail(path, jsonl.Mark(), lambda: None) as tail:
        assert len(list(tail)) == 1
        assert tail.skipped == 1


@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "missing"])
def test_what_is_no_plain_file_is_refused_at_once(tmp_path, kind):
    path = tmp_path / "a.jsonl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    with pytest.raises(OSError, match=r".+"):
        jsonl.Tail(path, jsonl.Mark(), lambda: None)
