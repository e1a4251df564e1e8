"""Whether a sentence tells what was, for shelf.py: "we decided this week that …" lasts.

Read by the forms of its verbs, in the languages of shelf_words.py. When in doubt it is past: then
a statement gets no date, and is shown as it always was.
"""

from collections.abc import Sequence

from . import lazy
from .shelf_words import either, folded

_BE = frozenset(folded(
    "is, are, am, be, been, being, stay, stays, remain, remains, get, gets, getting, s, re, m,"
    "keep, keeps, leave, need, needs, has, have, ve, without"
))  # fmt: skip
_PERFECT = frozenset(("has", "have", "ve", "had"))
_NO_PAST = frozenset(folded(
    "need, feed, speed, seed, red, bed, shed, embed, weed, hundred, indeed, exceed, proceed,"
    "succeed, breed, fed, med, ted, limited, based, distributed, embedded"
))  # fmt: skip
# Forms that can be a participle after `is` or `has`, and those that cannot.
_PARTICIPLES = frozenset(folded(
    "kept, held, sold, built, lost, made, sent, paid, met, left, found, bought, brought, taught,"
    "won, stuck, told, gone, taken, given, done, chosen, written, broken, begun,"
    "driven, frozen, hidden"
))  # fmt: skip
_PASTS = frozenset(folded(
    "was, were, had, did, wasn, weren, hadn, didn, went, came, took, gave, knew, thought, ran, saw,"
    "spoke, stood, wrote, broke, began, chose, drove, fell, felt, flew, forgot, grew, led, meant,"
    "rose, got, spent, understood, ate, drank, froze, hid, ago, yesterday, formerly, previously"
))  # fmt: skip
_BACK = 5  # words between `is` and its participle

_OTHERS = lazy.regex(
    r"\b(?:"
    + either(
        "war, waren, hatte, hatten, wurde, wurden, gab, ging, gingen, kam, kamen, gestern",
        "était, étaient, avait, avaient, fut, furent, hier, fue, fueron, era, eran, estaba",
        "estaban, había, habían, tenía, decidimos, acordamos, hubo, ayer, estuvo, estuvimos, foi",
        "foram, estava, estavam, tinha, tinham, havia, ontem, ha, hanno, abbiamo",
        "erano, aveva, avevano, ieri, fu, furono, werd, werden besloten, heeft, besloten",
        "afgesproken, gisteren",
        "był, była, było, byli, były, wczoraj, был, была, было, были, вчера",
    )
    + r")\b"
    # haben … beschlossen
    r"|\b(?:hat|habe|haben|habt|sind|ist|hebben|heb)\b.{0,80}\b(?:ge\w{3,}(?:t|en|d)|\w{2,}iert"
    r"|entschieden|beschlossen|vereinbart|verschoben|besprochen|verkauft|bestellt|besucht)\b"
    r"|\b(?:hat|habe|haben|habt)\b.*\b(?:ent|be|ver|er|zer|ab|an|auf|aus|ein)\w+(?:t|en)\W*$"
    # nous avons décidé; hemos decidido; decidió, decidieron; decidiram; zdecydowaliśmy; решили
    r"|(?<!qu['\u2019])(?<!fino\s)\b(?:ai|as|a|avons|avez|ont)\s+\w+(?:e|i|u|is|it|ert)\b"
    r"|\b(?:he|has|ha|hemos|han)\s+\w+(?:ado|ido|sto|cho)\b"
    r"|\b\w{3,}(?:aron|ieron|aram|eram|iram|lismy|lysmy|alem|alam|ilem|ilam)\b"
    r"|\b\w{4,}(?:ала|ило|или|али|ила|ался|ились|ались)\b"
)


def is_past(words: Sequence[str], plain: str, *, perfect: bool) -> bool:
    """Whether the sentence tells what was.

    Args:
        words: its words in comparison form.
        plain: the same as one string.
        perfect: whether "has moved" counts as past: with "this week" it does, while who has moved
            "until Friday" is there now.
    """
    if _OTHERS.search(plain):
        return True
    for place, word in enumerate(words):
        before = words[max(0, place - _BACK) : place]
        if word in _PASTS:
            return True
        if not _participle(word):
            continue
        if perfect and _PERFECT.intersection(before):
            return True
        if word != "been" and not _BE.intersection(before):
            return True
    return False


def _participle(word: str) -> bool:
    if word in _NO_PAST:
        return False
    return word == "been" or word in _PARTICIPLES or (len(word) > 3 and word.endswith("ed"))
