"""English idioms of deciding, wanting and believing whose verb is a plain one.

`has cold feet`, `went off coffee`, `bit the bullet`: predicate.py reads them behind a subject.
"""

import re
from collections.abc import Sequence

from . import lazy
from .english_verbs import BELIEF, DECISION, DESIRE, SPEECH
from .sentences import Token

# `/` parts the forms of a word, `_` is a possessive, `*` stands for up to three words.
_IDIOMS = {
    DECISION: """
        gives/gave/given * green light; gives/gave/given * red light
        gives/gave/given * short shrift; gets/got/has/had cold feet
        has/had/having second thoughts; second thoughts about; changes/changed _ tune
        comes/came down on * side; bites/bit the bullet; has/have/had set aside
        goes/went back on _/a/the/that promise/word/deal; keeps/kept * options/option open
        leaves/left the/that/this choice/decision to; leaves/left * up to; puts/put * first
        avoids/avoided * on principle; on principle; washes/washed _ hands of
        turns/turned _ back on; takes/took the plunge; takes/took a stand; takes/took a rain check
        takes/took a pass; pushes/pushed back on/against; digs/dug _ heels; sticks/stuck to _ guns
        moves/moved on from; lays/laid down the law; throws/threw _ weight behind
        jumps/jumped ship; pulls/pulled out of the deal/project/race/talks/contract
        kicks/kicked * habit; nips/nipped it in the bud; draws/drew a line
        stands/stood behind * proposal/plan/decision/idea/claim/statement/offer
        gets/got on board with; makes/made the call; bows/bowed out; thinks/thought better of
        meets/met * halfway; signs/signed up for/to; signs/signed on for; hands/handed in _ notice
    """,
    DESIRE: """
        has/have/had * eye/eyes on; has/have/had a thing for/about; has/have/had no use/time for
        has/have/had a sweet tooth; has/have/had it in for; has/have/had a crush on
        has/have/had * bone to pick; has/have/had * axe to grind; has/have/had half a mind
        takes/took/takes a liking/shine/fancy/dislike to; takes/took pride/pleasure/comfort in
        takes/took exception/offence/offense/umbrage to/at; finds/found comfort/joy/solace in
        goes/went off coffee/tea/meat/sugar/dairy/sweets/alcohol/beer/wine; is/was a sucker for
        is/was/'s/are on the lookout for; is/was/'s bent on; is/was/'s hell-bent on
        gets/got a kick out; gets/got * kicks from/out; looks/looked up to; looks/looked down on
        frowns/frowned on/upon; is/was/'s anti; has/have/had faith in; has/have/had * mood for
        is/was in * mood; is/was/'s in seventh heaven; is/was/'s at _ wits end
        is/was/'s at the end of _ tether/rope/patience; has/have/had a bee in _ bonnet
        has/have/had a love-hate; is/was/'s counting on; is/was/'s banking on
        is/was/'s gunning for; is/was/'s rooting for; roots/rooted for; pines/pined for
        goes/went nuts/crazy/mad/wild over/about/for
        has/have/had a low/high tolerance/threshold for; sets/set _ sights on; keeps/kept hoping
        can not/never be bothered; is/was/'s over the moon; is/was/'s in love with
    """,
    BELIEF: """
        is/was/'s under * impression/illusion/illusions; is/was/'s at odds with
        is/was/'s in two minds; is/was/'s of two minds; takes/took * with a grain/pinch of salt
        bets/bet that/the/on/it/nobody/everyone; puts/put * down to; chalks/chalked * up to
        has/have/had a low/high/poor/dim opinion/view of; takes/took a dim/dark/grim view
        credits/credited * with; is/was/'s positive that/about; is/was pro
        gives/gave * benefit of the doubt; sees/saw no point/need/reason/use
        buys/bought into the/that; sees/saw eye to eye; smells/smelled/smelt a rat
        makes/made no bones; has/have/had a feeling; has/have/had a hunch
    """,
    SPEECH: """
        takes/took issue with; goes/went on record; weighs/weighed in on/with; floats/floated the
        sings/sang * praises; speaks/spoke highly/ill/out/up; begs to differ; begged to differ
        gets/got * off _ chest; calls/called * out on/for; has/have/had a go at
        has/have/had words; lets/let it slip; lets/let slip; comes/came clean
        comes/came out against; puts/put in a word; puts/put in a request; owns/owned up
        talks/talked down/up the; gives/gave _ word; breaks/broke the news; tells/told it
        lashes/lashed out; raises/raised * alarm; sounds/sounded the alarm; fesses/fessed up
        kicks/kicked up a fuss/stink
    """,
}
_OWN = "(?:his|her|their|my|our|your)"


def _written(idiom: str) -> str:
    parts = []
    for word in idiom.split():
        forms = "|".join(_OWN if form == "_" else re.escape(form) for form in word.split("/"))
        parts.append("(?:[^ ]+ ){0,3}?" if word == "*" else f"(?:{forms}) ")
    return "".join(parts)


def _all_of(table: str) -> re.Pattern[str]:
    idioms = (one.strip() for line in table.splitlines() for one in line.split(";"))
    return lazy.regex("|".join(_written(one) for one in idioms if one))


_RULES = tuple((kind, _all_of(table)) for kind, table in _IDIOMS.items())


def idiom(words: Sequence[Token], at: int) -> str | None:
    """The kind of mind that an idiom at this place shows, or None."""
    ahead = "".join(word.low + " " for word in words[at : at + 10])
    return next((kind for kind, rule in _RULES if rule.match(ahead)), None)
