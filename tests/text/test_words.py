"""What is asked of the index for a question, and what a text is indexed as."""

import sqlite3

import pytest
from agent_si.vendor.text import words


def finds(text, question):
    """Does a real FTS5 table that holds `text` answer `question`?"""
    db = sqlite3.connect(":memory:")
    db.execute(
        "CREATE VIRTUAL TABLE f "
        f"USING fts5(t, content='', detail=none, tokenize='{words.TOKENIZE}')"
    )
    db.execute("INSERT INTO f(rowid, t) VALUES (1, ?)", (words.indexed(text),))
    expression = words.match(words.query(question))
    rows = (
        db.execute("SELECT 1 FROM f WHERE f MATCH ?", (expression,)).fetchall()
        if expression
        else []
    )
    db.close()
    assert bool(rows) == bool(words.hits(words.query(question), text))
    return bool(rows)


def test_question_words_are_dropped_and_the_rest_keeps_its_order():
    """R90: the words used are what is searched."""
    query = words.query("When does the Brisbane lease move, and who signs the lease for it?")
    assert query.terms == ("brisbane", "lease", "move", "signs")
    assert query.identifiers == ()


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Wo war nochmal der Schlüssel für die Garage?", ("nochmal", "schlussel", "garage")),
        ("¿Cuándo termina el contrato de alquiler?", ("termina", "contrato", "alquiler")),
        ("Quand est-ce que le bail se termine ?", ("bail", "termine")),
        ("Когда заканчивается договор аренды?", ("заканчивается", "договор", "аренды")),
        ("静安的 office 在哪", ("静安", "安的", "office", "在哪")),
        ("회사는 어디에 있나요?", ("회사",)),
        ("How does Will want the mark in May?", ("will", "want", "mark", "may")),
        ("die war gift", ("die", "war", "gift")),
    ],
)
def test_glue_of_other_languages_is_dropped_when_the_language_shows(question, terms):
    found = words.query(question).terms
    assert found == terms or set(found) <= set(terms)
    assert found


@pytest.mark.parametrize(
    ("name", "stands_in"),
    [
        ("MEM-4711", "closed MEM-4711 yesterday"),
        ("mem-4711", "(MEM-4711)"),
        ("test_upload", "run pytest -k test_upload."),
        ("llm.max_tokens", "set config.llm.max_tokens=4096 there"),
        ("C++", "rewritten in C++, then C"),
        ("C#", "the C# client"),
        ("v6.2", "released v6.2 today"),
        ("6.2", "released v6.2 today"),
        ("/etc/hosts", "look into /etc/hosts first"),
        ("src/app.py", "File /home/sam/src/app.py line 12"),
        ("/home/sam/src/app.py:12", "the bug was in app.py after all"),
        ("kestrel/wire@v0.9.5", "we take v0.9.5 and leave the sum file"),
        ("9f3a2c1", "fixed by 9f3a2c1d0b77aa02e1c4d5f60718293a4b5c6d7e"),
        ("9f3a2c1d0b77aa02e1c4d5f60718293a4b5c6d7e", "see commit 9f3a2c1"),
        ("#42", "closes #42"),
        (".env", "it is in .env, not committed"),
        ("Nightjar-5G", "the wifi is Nightjar-5G"),
        ("agent-si", "hermes agent-si status"),
        ("1,000", "we ordered 1000 of them"),
        ("1000", "we ordered 1,000 of them"),
        ("静安", "新办公室在静安区"),
        ("Wi-Fi", "静安区，Wi-Fi 的名字是 Nightjar-5G"),
        ("猫", "我的猫是黑色的"),
        ("オフィス", "来週から東京のオフィスで働きます"),
        ("회사", "새 회사에서는 재택이 됩니다"),
        ("naive", "a naïve approach"),
        ("Đà Nẵng", "flight to Da Nang"),
        ("file", "the ﬁle is there"),
        ("decided", "de\u200bcided at last"),
        ("ＡＢＣ", "abc"),
        ("moving", "the lease moves"),
        ("ผู้ใช้", "มีผู้ใช้สามคน"),
        ("नमस्ते", "उसने नमस्ते कहा"),
    ],
)
def test_it_is_found_whole(name, stands_in):
    assert finds(stands_in, name)


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("MEM-4711", "mem 4711 and 4711 more mem"),
        ("test_upload", "upload the test"),
        ("llm.max_tokens", "max tokens of the llm"),
        ("C++", "plan c, grade C"),
        ("v6.2", "v6 has 2 bugs"),
        ("/etc/hosts", "hosts etc."),
        ("#42", "there are 42 of them"),
        (".env", "env variables"),
        ("数据", "数学证据"),
        ("16.2", "released v6.2 today"),
        ("lease", "release"),
    ],
)
def test_its_pieces_alone_do_not_find_it(name, pieces):
    assert not finds(pieces, name)


def test_an_identifier_keeps_its_spelling_and_is_not_asked_by_its_pieces():
    query = words.query("What broke MEM-4711 in llm.max_tokens?")
    assert query.identifiers == ("MEM-4711", "llm.max_tokens", "max_tokens")
    assert query.terms == ("broke",)


def test_a_hyphenated_word_is_asked_whole_and_in_its_words():
    query = words.query("the check-in desk")
    assert query.identifiers == ("check-in",)
    assert query.terms == ("check", "desk")


@pytest.mark.parametrize(
    "text",
    [
        "what's up",
        "C++",
        "foo-bar",
        '"',
        "*",
        "",
        "a OR b",
        "NEAR(",
        "x:y",
        "^a",
        "{}",
        "\0",
        "\ud800",
        "a" * 10_000,
    ],
)
def test_user_text_is_never_fts_syntax(text):
    """RELIABILITY A7."""
    finds("nothing in particular", text)


LOG = """Traceback (most recent call last):
  File "/srv/api/pool.py", line 88, in acquire
    conn = await self.queue.get()
asyncio.exceptions.TimeoutError: pool_size=5 exhausted after 30.0 s
"""


def test_a_pasted_log_is_asked_by_its_rarest_words():
    noise = "".join(
        f"2026-05-01T10:22:{at:02d} worker-{at} took {at} ms at 0x7f{at:04x}\n" for at in range(60)
    )
    query = words.query(noise + LOG)
    assert len(query.terms) + len(query.identifiers) <= words.TERMS
    assert {"/srv/api/pool.py", "pool.py", "pool_size=5"} <= set(query.identifiers)
    assert "traceback" in query.terms
    assert finds("it was the pool: pool_size=5 was too small, see pool.py", noise + LOG)


def test_the_same_text_is_indexed_the_same_way_every_time():
    text = "MEM-4711 静安 naïve 😀 C++ \u200b ﬁle 3月14日 ผู้ใช้"
    assert words.indexed(text) == words.indexed(text)
    assert words.indexed("plain words") == "plain words"


def test_hits_names_the_words_that_stand():
    query = words.query("Brisbane lease MEM-4711 elephants 静安")
    assert words.hits(query, "In Brisbane the leases (MEM-4711) moved; 静安区") == {
        "brisbane",
        "lease",
        "MEM-4711",
        "静安",
    }


def test_informative_words_leave_out_what_every_sentence_has():
    """DESIGN, attribution: the quote shares an informative word with the sentence."""
    assert words.informative("Alex decided to move to Perth") == {"alex", "move", "perth"}
    assert not words.informative("I said that I want it") & words.informative("Alex wants to sell")
    assert words.informative("李明决定卖车") & words.informative("我决定把车卖车行")
    assert not words.informative("我们决定中午吃饭") & words.informative("李明决定卖车")


@pytest.mark.parametrize(
    "text",
    [
        "ok",
        "OK!",
        "thanks",
        "Thanks a lot!",
        "yes please",
        "/new",
        "/compress now",
        "👍🎉",
        "",
        "  ",
        "go on",
        "sounds good",
        "好的",
        "好的，谢谢",
        "继续",
        "ありがとうございます",
        "네, 감사합니다",
        "danke dir",
        "merci",
        "да",
        "2",
        "why?",
        "do it",
        "...",
    ],
)
def test_there_is_nothing_to_search_for(text):
    """R22."""
    assert words.trivial(text)


@pytest.mark.parametrize(
    "text",
    [
        "the 21st",
        "/etc/hosts is broken",
        "what did we decide about Perth?",
        "MEM-4711?",
        "静安在哪",
        "猫叫什么",
        "회사 어디",
        "C++?",
        "ok, and the lease?",
        "会議はいつ",
        "wifi",
    ],
)
def test_there_is_something_to_search_for(text):
    """R22: only what holds no informative word skips recall."""
    assert not words.trivial(text)


LONG = (
    "We talked about many things that day, among them the weather and the garden. "
    "Later the landlord of the Brisbane office wrote that the lease moves on 21 March, and that "
    "Priya signs for it. " + "Nothing else of importance happened in those weeks. " * 20
)


def test_a_snippet_shows_the_best_window_in_whole_words():
    """R20: one line."""
    line = words.snippet(LONG, words.query("When does the Brisbane lease move?"), width=80)
    assert "Brisbane" in line
    assert "lease moves" in line
    assert len(line) <= 80
    assert line[0] == line[-1] == "…"
    assert all(word in LONG for word in line.strip("…").split())


def test_a_snippet_is_the_beginning_when_nothing_matches():
    line = words.snippet(LONG, words.query("elephants"), width=60)
    assert line.startswith("We talked about")
    assert line.endswith("…")


def test_a_short_text_is_shown_whole_on_one_line():
    assert words.snippet("a\nb\tc\0d", words.query("b")) == "a b c d"


def test_a_snippet_of_a_script_without_spaces_shows_the_match():
    text = "今天天气很好，我们去公园散步，" * 30 + "新办公室在静安区。" + "晚上一起吃饭，" * 30
    line = words.snippet(text, words.query("静安的办公室"), width=40)
    assert "静安" in line
    assert len(line) <= 40


def test_a_snippet_finds_an_identifier_far_inside():
    text = "x" * 5_000 + " then " + "word " * 2_000 + "MEM-4711 was it " + "word " * 2_000
    assert "MEM-4711" in words.snippet(text, words.query("what was MEM-4711"), width=60)
