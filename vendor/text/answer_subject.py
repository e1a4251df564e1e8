"""Is an answer about the fact at all? `the party is on the 21st` says nothing of the lease.

Two signs: a clause that gives a value to a subject of its own which the fact knows nothing of
(English, where the fact is told in English), and an everyday event that is not the fact's (the
party, the dentist, the flight; in the languages that answers are read in).
"""

import re
from collections.abc import Sequence

from . import lazy
from .answer_words import pattern
from .mentions import Value, mentions
from .porter import stem
from .stop_words import ENGLISH, WEAK
from .tokens import fold, pieces

_EVENTS = pattern(
    """
    party parties birthday wedding dentist appointment flight concert exam holiday holidays
    vacation funeral meeting interview game match dinner lunch trip invoice festival conference
    workshop haircut surgery train delivery parcel homework geburtstag* hochzeit* zahnarzt* flug
    flüge arzttermin* arztbesuch friseur* vorstellungsgespräch geburtstagsfeier konzert* prüfung*
    doctor haircut barber médico médica peluquer* dottore parrucchier* coiffeur médecin dokter*
    kapper* läkar* frisör* urlaub feier fest besprechung spiel abendessen rechnung reise zug
    paket fiesta cumpleaños boda dentista vuelo concierto examen vacaciones reunión partido cena
    factura viaje tren fête anniversaire mariage dentiste vol vacances réunion dîner facture
    voyage festa aniversário casamento voo consulta reunião jogo jantar fatura viagem compleanno
    matrimonio volo concerto esame vacanze riunione partita fattura viaggio feest feestje
    verjaardag bruiloft tandarts vlucht vergadering wedstrijd diner factuur reis вечеринка
    праздник день_рождения свадьба стоматолог рейс концерт экзамен отпуск встреча совещание матч
    ужин поездка födelsedag bröllop tandläkare flyg möte räkning bursdag bryllup tannlege møte
    impreza urodziny ślub dentysta lot koncert egzamin spotkanie mecz kolacja faktura parti
    doğum_günü düğün dişçi uçuş konser sınav toplantı maç
    """,
    "聚会|聚會|派对|派對|生日|婚礼|婚禮|牙医|牙醫|航班|演唱会|演唱會|考试|考試|假期|会议|會議|面试|面試|比赛|比賽"
    "|晚饭|晚飯|旅行|发票|發票|パーティー|誕生日|結婚式|歯医者|飛行機|コンサート|試験|休暇|会議|面接|試合|夕食|旅行"
    "|請求書|파티|생일|결혼식|치과|비행기|콘서트|시험|휴가|회의|면접|경기|저녁|여행",
)
# What any dispute may be called.
ANYTHING = frozenset(
    map(
        stem,
        pieces(
            """
            date day time number value name price one answer thing fact key entry record figure
            amount option version move change information info truth correction situation plan
            schedule status first second third former latter last latest newer newest older oldest
            other new old current right correct real actual true wrong final original previous
            earlier later same only mistake error typo good proper official month year week
            deadline count total rest others both point
            """
        ),
    )
)
_SUBJECT = lazy.regex(
    r"(?:^|[.,;:!?] ?|\b(?:and|but|so|because|that|since|as|yes|no) )"
    r"(?:the|our|my|your|his|her|their|this|that) "
    r"(?P<noun>(?:[a-z][a-z-]* ){1,4}?(?:of (?:the |our |my |your )?(?:[a-z-]+ ){1,3}?)?)"
    r"(?:(?:has|have|had|now|also|just|really|actually) )*"
    r"(?:is|was|were|are|will|got|moves|moved|starts|begins|happens|changed|became|stays|stands|from"
    r"|(?!(?:agreed|settled|decided|switched|confirmed)\b)[a-z]+(?:s|ed)"
    r"(?= (?:on|at|to|until|by|in)\b))"
    r"\b(?! (?:it|this|that|them|the date|the day)\b)"
)
_AT = lazy.regex(
    r"\b(?:at|in) (?:our|my|your|his|her|their) (?:old|former|previous|other|last|next) ([a-z-]+)"
)
_IT_GOES_ON = lazy.regex(r"[.,;:!]? (?:and |so |now )*it (?:is|was|moves|moved|has)\b")
_CLAUSE_END = lazy.regex(r"[.,;:!?]| (?:and|but|so|because|while) ")
_ENGLISH = lazy.regex(r"\b(?:the|is|was|are|were|we|on|of|has|to|in)\b")


def other_subject(words: str, text: str, known: Sequence[Value], about: str) -> str | None:
    """The words for another subject that an answer has, or None.

    `text` is `words` folded; `about` is whatever the fact says of itself: key, statements, quotes.
    """
    own = {stem(word) for word in pieces(fold(about.replace("_", " ")))}
    named = {word for value in known for word in value.words}
    for event in _EVENTS.finditer(text):
        if event[0] not in fold(about) and stem(event[0]) not in own | named:
            return event[0]
    if not _ENGLISH.search(fold(about)):
        return None
    theirs = own | named | ANYTHING
    for clause in _SUBJECT.finditer(text):
        end = _CLAUSE_END.search(text, clause.end())
        rest = text[clause.end() : end.start() if end else None]
        odd = _unknown(clause["noun"], theirs, words)
        if odd and (mentions(rest, known) or _IT_GOES_ON.match(text, clause.end())):
            return odd
    return next((odd for at in _AT.finditer(text) if (odd := _unknown(at[1], theirs, words))), None)


def _unknown(noun: str, theirs: set[str] | frozenset[str], words: str) -> str | None:
    """The whole noun when its head is none of the fact's, or a name in it is not."""
    said = [word for word in noun.split() if word not in ENGLISH | WEAK]
    strange = [word for word in said if stem(word) not in theirs]
    named = any(re.search(rf"\b{re.escape(word.capitalize())}\b", words) for word in strange)
    return noun.strip() if strange and (strange[-1] == said[-1] or named) else None
