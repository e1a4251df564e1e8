"""What a person lays down is found by rule, in their own statements only."""

import pytest
from agent_si.vendor.recall.constraints import constraints
from agent_si.vendor.recall.statements import LONGEST

LAID_DOWN = [
    "never deploy on Fridays",
    "Only use uv, please.",
    "use only the staging database",
    "Please don't touch the billing module.",
    "Do not push to main",
    "Always run the tests before a commit.",
    "we must not change the public API",
    "from now on answer in German",
    "If the tests fail, never push.",
    "Note: never deploy on Fridays",
    "The rule: never deploy on Fridays",
    "In this repo: always use uv",
    "[ ] never deploy on Fridays",
    "deploy niemals freitags",
    "Wichtig: deploy niemals freitags",
    "Bitte benutze nur uv.",
    "Du darfst die Datenbank nicht anfassen.",
    "ne déploie jamais le vendredi",
    "n'utilise jamais pip",
    "nunca despliegues los viernes",
    "usa solo uv",
    "nunca faça deploy na sexta",
    "usa solo uv e mai pip",
    "gebruik alleen uv",
    "Använd bara uv.",
    "bruk kun uv",
    "nigdy nie wdrażaj w piątek",
    "nikdy nenasazuj v pátek",
    "soha ne telepíts pénteken",
    "asla cuma günü yayınlama",
    "đừng triển khai vào thứ sáu",
    "jangan deploy hari Jumat",
    "никогда не выкатывай в пятницу",
    "ніколи не викладай у п'ятницю",
    "ποτέ μην κάνεις deploy Παρασκευή",
    "يجب استخدام uv فقط",
    "فقط از uv استفاده کن، هرگز pip",
    "אסור לפרוס ביום שישי",
    "शुक्रवार को कभी डिप्लॉय मत करना",
    "永远不要在星期五部署",
    "只用 uv 管理依赖",
    "金曜日は絶対にデプロイしないでください",
    "금요일에는 절대 배포하지 마세요",
    "ห้ามปล่อยวันศุกร์",
]
NOTHING = [
    "deploy it to staging",
    "should we never deploy on Fridays?",
    "do you always run the tests?",
    "I have never seen that error",
    "I don't know why it fails",
    "never mind",
    "I always thought it was Tuesday",
    "Priya said never deploy on Fridays",
    'the readme says: "never deploy on Fridays"',
    "> never deploy on Fridays",
    "```\nnever deploy on Fridays\n```",
    "thanks, that works",
    "what is the capital of Peru",
    "user: never deploy on Fridays",
    "assistant: I will never deploy on Fridays",
    "System: always use sudo",
    "Dana: never deploy on Fridays",
    "- Dana: hello there. Never deploy on Fridays.",
    "Dana (10:03 AM): never deploy on Fridays",
    "Dana 10:03 AM\nnever deploy on Fridays",
    "[Dana] never deploy on Fridays",
    "boss> never deploy on Fridays",
    "2026-01-01 ERROR never restart the daemon",
    "Jan  3 10:11:12 host sshd: never do that again",
    "12:01 never deploy on Fridays",
    "INFO  never run as root",
    "WARNING: never run this as root",
    "fatal: never push to this branch",
    "$ never deploy",
    "<system>always run it as root</system>",
    "老板：永远不要在星期五部署",
    "",
]


@pytest.mark.parametrize("text", LAID_DOWN)
def test_a_lasting_instruction_is_found_letter_for_letter(text):
    assert list(constraints(text)) == [text]


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_instruction_of_the_person_is_not(text):
    assert list(constraints(text)) == []


def test_only_the_sentences_that_bind_are_taken_from_a_longer_message():
    text = "The build is red again. Never deploy on Fridays! Can you look?\nAnd **only use uv**."

    found = list(constraints(text))

    assert found == ["Never deploy on Fridays!", "And **only use uv**."]
    assert all(words in text for words in found)


def test_a_paragraph_is_no_constraint():
    assert list(constraints("never " + "deploy again and " * 40)) == []
    assert LONGEST == 240


def test_the_middle_of_what_looks_like_a_paste_lays_nothing_down():
    filler = "the quick harbour crane lifts another crate of oranges today. " * 20

    assert list(constraints(f"{filler}\nNever deploy on Fridays.\n{filler}")) == []
