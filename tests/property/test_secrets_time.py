"""No text makes the search for credentials slow: the work grows with its length, whatever it is."""

import time

import pytest
from agent_si.vendor.text import secrets

SHAPES = [
    *(
        "a",
        "-",
        "a_",
        "a.",
        "a:",
        "a/",
        "0",
        "0-",
        "1234 ",
        "a1B2",
        " ",
        "\n",
        "'",
        "é",
        "\u0301",
        "\u200b",
    ),
    *(
        "word: ",
        "pin ",
        "code is ",
        "tok" + "en=",
        "://",
        "://a:",
        "-----BEGIN ",
        "eyJ",
        "eyJaaaaaaaa.",
    ),
    *(
        "cookie: ",
        "cookie: sid",
        "Bearer ",
        "basic ",
        "mysql -p",
        "curl -u a:",
        "user: ",
        "login a/",
    ),
    *(
        "echo a | ",
        'auth("a",',
        "kind: secret\n",
        "//hooks.a/",
        "webhook/",
        "gh" + "p_",
        "xoxb-",
        "{",
    ),
    *(
        "backup codes 1234-",
        "amber ",
        "1. amber ",
        "wifi:P:",
        "machine a login a ",
        "a:$6$",
        '"auth":"',
    ),
    *(
        "| a | pass" + "word |\n",
        "a,b,",
        "a,tok" + "en\n",
        '"a" + "',
        "'a' ",
        "sk-ab-",
        "1 amber ",
        "a" * 30 + "\n",
    ),
    *(
        'variable "key" {\n',
        "auth a ",
        "wifi: a",
        "cat tok" + "en\n",
        "//a/hooks/",
        "12,",
        "owner key ",
    ),
    *(
        "eyJ0eXAiOiAiVENWMiJ9.",
        "mc alias set a ",
        "pass" + "word\nvalue: ",
        "whatsapp code ",
        "a-b'c",
    ),
    *("?tok" + "en=", "db:5432:a:", "4111 1111 ", "\\n", "use 1234 to ", "priv key 0x", "пароль "),
]
# A key word at every step asks for the most work.
HEAVY = [
    *(
        "pass" + "word ",
        "pass" + "word: ",
        "pass" + "word is ",
        "key ",
        "is my ",
        "PRIVATE KEY-----",
    ),
    *("passphrase is amber ", "密码", "密码是", "pass", "--pass" + "word "),
]
LONG = 180_000  # characters


def seconds(shape: str, length: int) -> float:
    text = (shape * (length // len(shape) + 1))[:length]
    start = time.process_time()
    secrets.find(text)
    return time.process_time() - start


@pytest.mark.parametrize("shape", [*SHAPES, *HEAVY])
def test_a_long_text_of_any_shape_takes_less_than_ten_seconds_a_megabyte(shape):
    """RELIABILITY C; as much again is left for a machine that has other work."""
    assert seconds(shape, LONG) < 2 * 10 * LONG / 1e6


@pytest.mark.parametrize("shape", HEAVY)
def test_twice_the_text_takes_at_most_two_and_a_half_times_as_long(shape):
    """RELIABILITY C; the fraction of a second is the noise of the clock."""
    assert seconds(shape, LONG) <= 2.5 * seconds(shape, LONG // 2) + 0.35
