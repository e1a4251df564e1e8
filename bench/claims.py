"""Invented claims and questions from a seed: the same ones on every machine.

Words follow Zipf's law (rank r is drawn with weight 1/(r + 8)): a few hundred real ones in front,
then made ones, so that a large brain has the long tail of names that a real one has. One message
in ten is German, Spanish, Chinese or Japanese. Nobody in it exists.
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


COMMON = _words("""
time office team week month meeting project contract invoice server backup report deadline budget
client supplier landlord lift kitchen garden bicycle train flight hotel ticket doctor school party
birthday present kettle keyboard screen laptop phone battery charger printer paper coffee tea bread
soup salad dinner lunch breakfast recipe oven fridge window door lock box shelf drawer cellar attic
roof wall floor paint colour size price discount tax account bank card insurance policy claim form
letter parcel address street city country river bridge station airport harbour ship car van bus tram
road map route walk run swim climb paddle race match game score album song concert film series book
chapter page draft review comment branch commit release version build test deploy cluster database
index table column query cache queue worker thread socket timeout retry model prompt dataset sample
metric chart slide agenda minutes decision plan goal risk issue bug patch hotfix migration schema
endpoint request response header domain mail calendar reminder holiday weekend summer winter spring
autumn morning evening night rain snow storm sun wind
""")
GLUE = _words("the of and to in for with on at from by about after before near under our their his")
VERBS = _words("""
moves starts ends costs needs uses keeps holds runs opens closes pays signs sends brings checks
replaces orders cancels renews extends shortens reviews leads owns prefers expects avoids covers
""")
PROPERTIES = _words("date owner size price place name version colour deadline count status contact")
FIRST = _words(
    "Priya Dana Tomas Ines Jean-Luc Noor Kofi Mei Sven Aoife Rafael Yuki Zofia Emre Lina"
)
LAST = _words("Nair Okafor Novak Duarte Moreau Haddad Mensah Chen Lindqvist Byrne Costa Sato Lis")
SYLLABLES = _words("""
ba be bi bo bu da de di do du fa fe fi ga ge go ha he hi ka ke ki ko la le li lo lu ma me mi mo mu
na ne ni no pa pe po ra re ri ro ru sa se si so ta te ti to va ve vi vo wa we za ze zo
""")
OTHER_LANGUAGES = (
    "Der Vertrag mit {name} läuft bis {day} und kostet {number} Euro im Monat. ",
    "Wir treffen uns am {day} wegen {word} bei {name} im Büro. ",
    "La reunión con {name} sobre {word} pasa al {day} y cuesta {number} euros. ",
    "El año que viene {name} se encarga de {word} desde el {day}. ",
    "新办公室的合同从{day}开始，由{name}负责，编号是{number}。",
    "我们决定把会议改到{day}，{name}会带来{word}的报告。",
    "会議は{day}に東京の事務所で行います。担当は{name}です。",
    "契約の更新は{day}まで、費用は{number}円です。{word}も確認します。",
)
TAIL = 30_000
START = datetime(2027, 1, 4, 8, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Claim:
    """One value from one message. `quote` is a run of `message`, of at least five words."""

    number: int
    key: str
    value: str
    statement: str
    message: str
    quote: str
    said_at: str


class Corpus:
    """Claims in order, and questions about those made so far."""

    def __init__(self, seed: int, message: int) -> None:
        """`message`: characters of a message, at most; the last word is not cut."""
        self._dice = random.Random(seed)
        self._length = message
        self._made: list[str] = list(_vocabulary(self._dice))
        self._weights = list(
            itertools.accumulate(1 / (rank + 8) for rank in range(len(self._made)))
        )
        self._keys: list[str] = []
        self.kept: list[Claim] = []

    def claims(self, count: int) -> Iterator[Claim]:
        """The next claims; remembered, so that questions can be asked about them."""
        for _ in range(count):
            self.kept.append(self._claim(len(self.kept)))
            yield self.kept[-1]

    def questions(self, count: int) -> dict[str, list[str]]:
        """Questions by kind: words of a kept claim as a person would ask for it."""
        makers = {
            "few words": lambda claim: " ".join(self._some(claim, 3)),
            "question": lambda claim: f"when was it that {' '.join(self._some(claim, 6))}?",
            "key": lambda claim: claim.key,
            "identifier": lambda _: f"what is {self._identifier()} about",
            "common words": lambda _: " ".join(self._words(8)),
            "long": lambda claim: " ".join(self._some(claim, 14) + self._words(16)),
        }
        return {
            kind: [make(self._dice.choice(self.kept)) for _ in range(count)]
            for kind, make in makers.items()
        }

    def _some(self, claim: Claim, count: int) -> list[str]:
        every = f"{claim.statement} {claim.quote}".split()
        return [self._dice.choice(every) for _ in range(count)]

    def _claim(self, number: int) -> Claim:
        dice = self._dice
        key, value = self._key(), self._value()
        subject = key.split(".")[1].replace("_", " ")
        if number % 10 == 9:
            quote = self._foreign(value)
        else:
            quote = f"The {subject} {dice.choice(VERBS)} {value}, {self._clause()}"
        message = self._filled(quote)
        moment = START + timedelta(minutes=7 * number)
        return Claim(
            number=number,
            key=key,
            value=value,
            statement=f"The {key.split('.')[-1]} of {subject} is {value} {self._clause()}",
            message=message,
            quote=quote[: len(message)],
            said_at=moment.isoformat().replace("+00:00", "Z"),
        )

    def _filled(self, quote: str) -> str:
        text = quote + ". "
        while len(text) < self._length:
            text += f"{self._name()} {self._dice.choice(VERBS)} {self._clause()}. "
        return text[: self._length].rsplit(" ", 1)[0].rstrip()

    def _key(self) -> str:
        """One in four is a key that was used before: support, or a dispute."""
        if self._keys and self._dice.random() < 0.25:
            return self._dice.choice(self._keys)
        area, thing = self._words(2)
        kind = self._dice.choice(PROPERTIES)
        key = f"{_part(area)}.{_part(thing)}_{self._dice.randrange(1000)}.{kind}"
        self._keys.append(key)
        return key

    def _value(self) -> str:
        return self._dice.choice(
            (self._day, self._name, self._identifier, lambda: " ".join(self._words(2)))
        )()

    def _clause(self) -> str:
        glue = self._dice.choices(GLUE, k=4)
        pairs = zip(glue, self._words(4), strict=True)
        return " ".join(itertools.chain.from_iterable(pairs))

    def _foreign(self, value: str) -> str:
        form = self._dice.choice(OTHER_LANGUAGES)
        said = form.format(
            name=self._name(), day=value, number=self._dice.randrange(9000), word=self._words(1)[0]
        )
        return said.strip()

    def _day(self) -> str:
        day = START + timedelta(days=self._dice.randrange(2000))
        return f"{day.day} {day:%B} {day.year}"

    def _name(self) -> str:
        return f"{self._dice.choice(FIRST)} {self._dice.choice(LAST)}"

    def _identifier(self) -> str:
        return f"{self._dice.choice(('MEM', 'OPS', 'INV'))}-{self._dice.randrange(1, 20_000)}"

    def _words(self, count: int) -> list[str]:
        return self._dice.choices(self._made, cum_weights=self._weights, k=count)


def _vocabulary(dice: random.Random) -> Iterator[str]:
    yield from COMMON
    seen = set(COMMON)
    while len(seen) < TAIL:
        word = "".join(dice.choices(SYLLABLES, k=dice.randint(2, 4)))
        if word not in seen:
            seen.add(word)
            yield word


def _part(word: str) -> str:
    return word.replace("-", "_")
