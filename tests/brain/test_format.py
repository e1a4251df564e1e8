"""docs/format.md suffices: this reads a brain with sqlite3, hashlib and the rules of that page.

Nothing of the engine is used to read, only to write the brain that is read and to compare.
"""

import base64
import hashlib
import hmac
import json
import re
import sqlite3
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import brain_packets as made
import pytest
from agent_si.vendor.brain import grammar

PAGE = Path(__file__).resolve().parents[2] / "docs" / "format.md"
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@pytest.fixture
def told(brain):
    """A brain with a dispute, a settlement, support, a note, a withdrawal and an alias."""
    for day, value, key in (
        (1, "14 March 2027", made.LEASE),
        (2, "21 March 2027", made.LEASE),
        (3, "2027-03-21", "lease.move"),
        (1, "14 March 2027", "lease.other"),
    ):
        text = f"I was told that it is {value} for the {key}"
        at = f"2026-05-{day:02}T08:00:00Z"
        brain.submit(*made.said(text, key=key, value=value, occurred_at=at))
    others = {"14 March 2027": "wrong"}
    brain.submit(*made.settled("the 21st", key=made.LEASE, value="21 March 2027", others=others))
    brain.submit(
        *made.said("Zoë keeps the spare keys in the 静安 box", title="Keys", tags=["home"])
    )
    brain.submit(made.person({"op": "alias_key", "key": "lease.move", "to": made.LEASE}))
    brain.submit(
        made.person(
            {"op": "withdraw", "target": brain.fact("lease.other").claims[0].id}, reason="no"
        )
    )
    return brain


@pytest.fixture
def db(told):
    db = sqlite3.connect(told.path)
    yield db
    db.close()


# --- the record, by the page ---


def text_ids(value):
    if isinstance(value, str):
        yield from [value] if value.startswith("#") else []
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from text_ids(member)


def text_id(salt, body):
    digest = hashlib.sha256(salt + body.encode()).digest()
    return "#" + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def entries(db):
    """Every packet in plain words, in the order of folding."""
    for first, raw in db.execute("SELECT first_text, body FROM packet ORDER BY at, id").fetchall():
        body = json.loads(raw)
        count = len(set(text_ids(body)))
        texts = {}
        for n in range(first, first + count):
            salt, words = db.execute("SELECT salt, body FROM text WHERE n = ?", (n,)).fetchone()
            texts[text_id(salt, words)] = words
        yield plain(body, texts)


def plain(value, texts):
    if isinstance(value, str):
        return texts[value] if value.startswith("#") else value
    if isinstance(value, list):
        return [plain(member, texts) for member in value]
    if isinstance(value, dict):
        return {name: plain(member, texts) for name, member in value.items()}
    return value


def row_id(letter, *parts):
    digest = hashlib.sha256()
    for part in ("agent-si id 1", letter, *parts):
        digest.update(len(part.encode()).to_bytes(8, "big") + part.encode())
    bits = int.from_bytes(digest.digest(), "big") >> 156
    return letter + "".join(ALPHABET[bits >> shift & 31] for shift in range(95, -1, -5))


def test_the_file_says_what_it_is(db):
    """R82."""
    assert db.execute("PRAGMA application_id").fetchone() == (1632856369,)
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_the_chain_can_be_recomputed(db):
    """R83."""
    previous = bytes(32)
    rows = db.execute("SELECT seq, id, at, body, hash FROM packet ORDER BY seq").fetchall()
    for place, (seq, ident, at, body, digest) in enumerate(rows, 1):
        assert seq == place
        assert hashlib.sha256(previous + body.encode()).digest() == digest
        said = json.loads(body)
        assert uuid.UUID(said["id"]).bytes == ident
        moment = datetime.strptime(said["at"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
        assert (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) == at
        previous = digest


def test_a_body_is_canonical_and_holds_no_private_word(db):
    for (body,) in db.execute("SELECT body FROM packet").fetchall():
        assert json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")) == body
        for word in ("lease", "March", "Keys", "Alex", "hermes:"):
            assert word not in body


def test_every_text_is_named_once_and_none_is_left_over(db):
    named = set()
    for first, body in db.execute("SELECT first_text, body FROM packet").fetchall():
        wanted = set(text_ids(json.loads(body)))
        rows = db.execute(
            "SELECT n, id, salt, body FROM text WHERE n >= ? AND n < ?",
            (first, first + len(wanted)),
        ).fetchall()
        assert {text_id(salt, words) for _, _, salt, words in rows} == wanted
        assert all(kept is None and len(salt) == 16 for _, kept, salt, _ in rows)
        named |= {n for n, *_ in rows}
    assert {n for (n,) in db.execute("SELECT n FROM text").fetchall()} == named


def printed(digest):
    return "#" + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def test_what_was_forgotten_is_what_the_log_lists_and_the_chain_holds(told):
    """R83: by the page alone, after a redaction."""
    note = told.records()[0]
    told.forget(told.forgetting(note.id), via="tty")
    told.close()
    db = sqlite3.connect(told.path)
    test_the_chain_can_be_recomputed(db)
    listed, named, gone = set(), set(), set()
    for (raw,) in db.execute("SELECT body FROM packet").fetchall():
        body = json.loads(raw)
        named |= set(text_ids(body))
        listed |= {printed(bytes.fromhex(digest)) for digest in body.get("emptied", ())}
        for op in body["ops"]:
            gone |= set(op["targets"]) if op["op"] == "redact" else set()
    empty = db.execute("SELECT id, salt FROM text WHERE body IS NULL").fetchall()
    assert {printed(kept) for kept, _ in empty} == listed
    assert listed
    assert listed <= named
    assert all(salt is None for _, salt in empty)
    assert note.id in gone
    rows = dict(db.execute("SELECT id, kind FROM brain_row").fetchall())
    assert {rows[ident] for ident in gone if ident in rows} == {"source"}
    assert db.execute("SELECT count(*) FROM row_fts WHERE row_fts MATCH 'spare'").fetchone() == (0,)
    db.close()


def test_ids_can_be_recomputed(db):
    bodies = dict(db.execute("SELECT seq, body FROM packet").fetchall())
    rows = db.execute("SELECT id, packet, op FROM brain_row").fetchall()
    assert rows
    for ident, seq, op in rows:
        assert ident == row_id("b", json.loads(bodies[seq])["id"], str(op))


def test_a_packet_without_an_id_is_named_as_the_page_says(told):
    ops = ({"op": "describe_key", "key": "lease.move", "description": "when it moves"},)
    receipt = told.submit(made.Packet(agent="hermes", ops=ops, id=""))[0]
    db = sqlite3.connect(told.path)
    key = db.execute("SELECT value FROM meta WHERE name = 'key'").fetchone()[0]
    db.close()
    content = {"agent": "hermes", "ops": list(ops), "reason": "", "via": "tool"}
    words = json.dumps(content, sort_keys=True, separators=(",", ":"))
    name = bytearray(hmac.digest(key, words.encode(), "sha256")[:16])
    name[6] = name[6] & 0x0F | 0x80
    name[8] = name[8] & 0x3F | 0x80
    assert receipt.packet_id == str(uuid.UUID(bytes=bytes(name)))


# --- one fold, by the page ---

MONTHS = "january february march april may june july august september october november december"


def normal(value):
    """Enough of the normal form for the values of this brain."""
    value = " ".join(value.lower().split())
    found = re.fullmatch(r"(\d+) (\w+) (\d{4})", value)
    if not found:
        return value
    day, month, year = found.groups()
    return f"{year}-{MONTHS.split().index(month) + 1:02}-{int(day):02}"


def facts(db):
    """Of each root: (disputed, value that stands, [(value, state) in order])."""
    claims, settlements, roots, sources, said = [], [], {}, {}, {}
    withdrawn = set()
    for packet in entries(db):
        for number, op in enumerate(packet["ops"]):
            ident = row_id("b", packet["id"], str(number))
            if op["op"] == "add_source":
                sources[ident] = op.get("occurred_at", packet["at"])
            elif op["op"] == "claim":
                roots.setdefault(op["key"], op["key"])
                said[ident] = sources[op["citations"][0]["source"]]
                claims.append((ident, op["key"], op["value"], len(claims) + len(settlements)))
            elif op["op"] == "settle":
                at = sources[op["citations"][0]["source"]]
                settlements.append((op, at, len(claims) + len(settlements)))
            elif op["op"] == "alias_key":
                roots[op["key"]] = op["to"]
            elif op["op"] == "withdraw":
                withdrawn.add(op["target"])
    return {
        root: follow(root, roots, claims, settlements, said, withdrawn)
        for root in dict.fromkeys(roots.values())
    }


def follow(root, roots, claims, settlements, said, withdrawn):
    states, settled = {}, None
    events = [(n, "claim", (ident, value)) for ident, key, value, n in claims if roots[key] == root]
    events += [(n, "settle", (op, at)) for op, at, n in settlements if roots[op["key"]] == root]
    for _, kind, event in sorted(events, key=lambda each: each[0]):
        if kind == "claim":
            ident, value = event
            states[ident] = (value, "live")
            if ident in withdrawn:
                states[ident] = (value, "withdrawn")
            elif settled and normal(value) in settled[0] and said[ident] < settled[1]:
                states[ident] = (value, settled[0][normal(value)])
        else:
            op, at = event
            settled = ({normal(other["value"]): other["was"] for other in op["others"]}, at)
            for ident, (value, state) in states.items():
                if state == "live" and normal(value) in settled[0]:
                    states[ident] = (value, settled[0][normal(value)])
    live = [value for value, state in states.values() if state == "live"]
    disputed = len(set(map(normal, live))) > 1
    return disputed, None if disputed or not live else live[0], list(states.values())


def test_what_facts_come_to_can_be_worked_out_from_the_log_alone(told, db):
    """R45, R49, R86."""
    by_page = facts(db)
    assert by_page[made.LEASE] == (
        False,
        "21 March 2027",
        [("14 March 2027", "wrong"), ("21 March 2027", "live"), ("2027-03-21", "live")],
    )
    by_engine = {
        fact.key: (fact.disputed, fact.value, [(c.value, c.state) for c in fact.claims])
        for fact in told.facts()
    }
    assert by_page == by_engine


def test_every_quote_stands_in_its_source(db):
    """R84, R85: read from the tables with nothing but SQL."""
    rows = db.execute(
        "SELECT q.body, c.start, t.body, l.body FROM citation AS c"
        " JOIN source AS s ON s.n = c.source JOIN text AS q ON q.n = c.quote"
        " JOIN text AS t ON t.n = s.body JOIN text AS l ON l.n = s.locator"
    ).fetchall()
    assert len(rows) >= 6
    for quote, start, text, locator in rows:
        assert text[start : start + len(quote)] == quote
        assert locator.startswith("hermes:")


# --- the page itself ---


def operations_table():
    """The table of operations as the page has it, from the grammar."""
    lines = ["| operation | fields |", "|---|---|"]
    for name, fields in grammar.FIELDS.items():
        shown = (
            f"`{field}`{'' if form.required else '?'} {_form(form)}"
            for field, form in fields.items()
        )
        lines.append(f"| `{name}` | {'; '.join(shown)} |")
    return "\n".join(lines)


def _form(form):
    if form.form == "enum":
        return ", ".join(form.choices)
    limit = f" ≤ {form.limit}" if form.limit else ""
    return {"texts": "list of text", "refs": "list of ref"}.get(form.form, form.form) + limit


def test_the_page_has_the_operations_of_the_grammar():
    between = PAGE.read_text(encoding="utf-8").split("<!-- operations -->\n")[1]
    assert between.split("\n<!-- end of operations -->")[0] == operations_table()


def test_the_page_names_every_table_and_column_of_the_record(db):
    page = PAGE.read_text(encoding="utf-8")
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in tables:
        if not name.startswith(("row_fts_", "row_terms", "sqlite_")):
            assert f"`{name}`" in page or f"### {name}" in page, name
