"""Forms of English words that no stemmer brings together: went and go, children and child.

    others("went") --> ("go", "gone")

Irregular verbs and plurals, nouns of verbs and adjectives ("flight" of "fly"), two spellings; no
words that only mean the same. Some are another word as well ("left", "rose"): they bring a message
in beside the word that was asked for, and are looked for only where all rows of both can be read.
"""

from functools import cache

from .porter import stem

# Families, parted by "|".
_IRREGULAR = """
become became|begin began begun|bend bent|bite bit bitten|blow blew blown|break broke broken|
bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen choice|
creep crept|deal dealt|dig dug|dive dove|draw drew drawn|dream dreamt|drink drank drunk|
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|
flee fled|fly flew flown flight|forbid forbade forbidden|forget forgot forgotten|
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go goes went gone|
grow grew grown growth|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|
know knew known knowledge|lead led|lean leant|learn learnt|leave left|lend lent|light lit|
lose lost loss|make made|mean meant|meet met|pay paid payment|prove proven proof|
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|
sell sold sale|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|
shrink shrank shrunk|sing sang sung song|sink sank sunk|sit sat|sleep slept|slide slid|
speak spoke spoken speech|spend spent|spill spilt|spin spun|stand stood|
steal stole stolen theft|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum|
swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|
throw threw thrown|understand understood|wake woke woken|wear wore worn|weep wept|win won|
withdraw withdrew withdrawn|write wrote written|child children|man men|woman women|
person people|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives live|
knife knives|leaf leaves|shelf shelves|half halves|wolf wolves
"""
_DERIVED = """
photograph photography photographer photo photos|decide decision|marry marriage|die death dead|
advise advice|believe belief|succeed success|analyze analysis analyse|explain explanation|
apply application|receive reception|describe description|sign signature|music musician|
art artist artistic|science scientist|health healthy|strong strength|long length|deep depth|
wide width|high height|weigh weight|hot heat|young youth|true truth|warm warmth|hungry hunger|
angry anger|safe safety|able ability|economy economic|politics political politician|
injure injury|relate relationship|friend friendship|compete competition competitive|birth born|
organize organization organise organisation|color colour|favorite favourite|
optimize optimise optimization|destroy destruction|produce production|reduce reduction|
introduce introduction|solve solution|resolve resolution|compare comparison|conclude conclusion|
divide division|extend extension|permit permission|admit admission|expand expansion|
explode explosion|include inclusion|persuade persuasion|respond response|suspect suspicion|
behave behavior behaviour|try trial|deny denial|bury burial|enter entrance entry|
patient patience|absent absence|silent silence|poor poverty|proud pride|rain rainy|sun sunny|
luck lucky|history historical historic|medicine medical|chemistry chemical|biology biological|
psychology psychological psychologist|library librarian|therapy therapist|bake baker bakery|
jewel jewelry|machine machinery|vary variety various|simple simplicity|clear clarity|
stable stability|scale scalability|curious curiosity
"""


def others(word: str) -> tuple[str, ...]:
    """The forms of a folded word that have other stems than it, in the order of the table."""
    wanted = stem(word)
    found: dict[str, str] = {}
    for family in _families().get(wanted[:1], ()):
        if any(stem(form) == wanted for form in family if form[0] == wanted[0]):
            found |= {stem(form): form for form in family if stem(form) != wanted}
    return tuple(found.values())


@cache
def _families() -> dict[str, list[tuple[str, ...]]]:
    """The families that have a form which begins with this letter; so does its stem."""
    by_letter: dict[str, list[tuple[str, ...]]] = {}
    for line in f"{_IRREGULAR}|{_DERIVED}".split("|"):
        family = tuple(line.split())
        for letter in dict.fromkeys(form[0] for form in family):
            by_letter.setdefault(letter, []).append(family)
    return by_letter
