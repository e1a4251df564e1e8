"""The gate is quick in a long conversation, and no message makes it slow.

Process time, so that a busy machine does not count.
"""

import time
from contextlib import suppress

import pytest
from agent_si.vendor.text.quote import QuoteRefused, resolve, typed_message

TALK = "the team met on Monday and looked at ovens, prices and the road to the {} again."
MILL = "we rent the old mill in the valley"
HAN = "我们看了看烤箱和价格，还有去湖边的路。" * 5
SHOP = "新店就开在西湖区"
COUNT = 10_000


def say(*texts):
    return [typed_message(f"m{place}", text) for place, text in enumerate(texts)]


def talk(last):
    return say(*(TALK.format(place) for place in range(COUNT)), last)


CONVERSATIONS = {
    "said last": (talk(MILL), "the old mill in the valley", ()),
    "never said": (talk("good night"), "the old mill in the valley", ()),
    "common words": (talk("and so on"), "and looked at prices and ovens", ()),
    "said in every message": (say(*[MILL] * COUNT), MILL, ()),
    "denied in every message": (say(*[f"we will not say that {MILL}"] * COUNT), MILL, ()),
    "chinese": (say(*[HAN] * COUNT, SHOP), SHOP, ()),
    "a talkative assistant": (talk(MILL), MILL, [TALK] * COUNT),
}


@pytest.mark.parametrize("kind", CONVERSATIONS)
def test_ten_thousand_messages_take_no_longer_than_a_blink(kind):
    """R41: the gate answers in 200 ms, however long the conversation is."""
    messages, quoted, foreign = CONVERSATIONS[kind]

    assert min(_seconds(quoted, messages, foreign) for _ in range(3)) < 0.2


PIECES = [
    "a", "not ", "a, ", "a\n", "should we ", "? ", "... ", '" ', "“a", "if ", "said ",
    "translate: ", "不", "か", "we_", "*a", "**a** ", "~~a ", "`", "` `` ", "[", "](", "[a](b",
    "<s>a", "> ", "- a\n", "|a|\n", "\\*", "```\n", "a:\n\n", "a" + chr(0x301), "！",
    "we rent the ", "12:30 ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_hostile_message_takes_time_in_proportion_to_its_length(piece):
    """180 KB; ten times the length takes about ten times as long, or next to nothing."""
    small, large = (
        say(piece * (size // len(piece)) + " we rent the old mill") for size in (18_000, 180_000)
    )
    quoted = "we rent the old mill"

    assert _seconds(quoted, large) < max(25 * _seconds(quoted, small), 5.0)


def _seconds(quoted, messages, foreign=()):
    start = time.process_time()
    with suppress(QuoteRefused):
        resolve(quoted, messages, foreign=foreign)
    return time.process_time() - start
