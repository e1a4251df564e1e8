"""English verbs of deciding, wanting, believing and saying, and of plain fact, in all their forms.

A regular verb is given by its base, an irregular one as base/past/participle, so that each verb
stands once. The other English tables are in english_words.py.
"""

from collections.abc import Iterator
from typing import NamedTuple

DECISION, DESIRE, BELIEF, SPEECH = "decision", "desire", "belief", "speech"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _table(words: str) -> tuple[str, ...]:
    return tuple(words.split())


class Form(NamedTuple):
    """One form of a verb: its class, and which of `base s past part ing` it can be."""

    kind: str
    shapes: frozenset[str]


_VERBS = {
    DECISION: _table(
        """
        decide choose/chose/chosen select pick elect opt determine resolve conclude settle promise
        pledge vow swear/swore/sworn guarantee agree consent accept approve endorse ratify
        authorise authorize sanction permit forbid/forbade/forbidden ban veto reject refuse
        decline dismiss disagree oppose cancel postpone reschedule waive revoke rescind renounce
        abandon sign vote rule appoint nominate prioritise prioritize volunteer reconsider
        compromise capitulate defer shelve greenlight green-light/green-lit/green-lit okay scrap
        favor favour finalise finalize overrule override/overrode/overridden concur relent
        retract grant nix axe ditch dump shun snub
        spurn mandate stipulate earmark shortlist boycott outlaw disallow rebuff repudiate champion
        adopt embrace enact impose acquiesce accede assent refrain abstain forgo/forwent/forgone
        relinquish quit/quit/quit resign bow concede mistake/mistook/mistaken
        withdraw/withdrew/withdrawn overrule undertake/undertook/undertaken hesitate waver
        dither deliberate overturn
        """
    ),
    DESIRE: _table(
        """
        want wish desire prefer like love luv hate dislike detest loathe despise resent enjoy adore
        hope need long yearn crave dream plan intend aim aspire seek/sought/sought fear dread miss
        regret envy admire respect appreciate value trust distrust mistrust mind care bother
        tolerate abhor treasure cherish anticipate await fancy covet relish lament mourn savour
        savor worry panic rejoice demand hanker pine ache dote idolise idolize worship revere scorn
        disdain disapprove fret sulk gloat delight revel fume seethe grieve sympathise sympathize
        empathise empathize cringe wince bristle shudder itch
        """
    ),
    BELIEF: _table(
        """
        think/thought/thought believe doubt know/knew/known consider deem regard judge reckon
        suppose presume assume suspect guess imagine expect feel/felt/felt
        understand/understood/understood realise realize recognise recognize remember recall
        forget/forgot/forgotten mean/meant/meant question wonder predict foresee/foresaw/foreseen
        find/finds/finds figure speculate conceive misjudge underestimate overestimate rate view
        interpret perceive contemplate ponder surmise infer deduce hypothesise hypothesize theorise
        theorize envisage envision visualise visualize fathom comprehend appraise esteem
        misunderstand/misunderstood/misunderstood rethink/rethought/rethought disbelieve underrate
        overrate muse mull
        """
    ),
    SPEECH: _table(
        """
        say/said/said tell/told/told ask confirm deny state claim assert declare announce mention
        remark note observe comment explain describe report reveal disclose confess admit concede
        acknowledge argue maintain allege contend insist reiterate repeat add answer reply respond
        object protest dispute suggest propose recommend advise urge beg request require instruct
        remind warn complain apologise apologize thank praise criticise criticize blame
        congratulate assure quip joke emphasise emphasize stress clarify specify recount testify
        inform notify hint imply boast brag moan grumble whine scream shout whisper mutter plead
        implore enquire inquire invite offer tweet dictate exclaim correct opine rant vent
        vouch attest threaten accuse insinuate badmouth
        retort rebut refute contradict decry denounce condemn lambast slam deplore bemoan nag gripe
        lecture scold chide rebuke reprimand berate admonish exhort entreat beseech petition lobby
        mock ridicule insult compliment commend applaud laud jest fib exaggerate overstate
        understate elaborate haggle debate query avow chime
        """
    ),
}
_DOUBLED = _set(
    "beg plan permit regret ban admit scrap brag quip prefer defer concur forget nag slam shun "
    "snub infer fib"
)


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return (base + base[-1] if base in _DOUBLED else base) + "ed"


def _gerund(base: str) -> str:
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    return (base + base[-1] if base in _DOUBLED else base) + "ing"


def _third(base: str) -> str:
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _forms(entry: str) -> Iterator[tuple[str, str]]:
    base, _, rest = entry.partition("/")
    past, _, part = rest.partition("/")
    yield base, "base"
    yield _third(base), "s"
    yield past or _past(base), "past"
    yield part or past or _past(base), "part"
    yield _gerund(base), "ing"


def _all_forms() -> dict[str, Form]:
    found: dict[str, tuple[str, set[str]]] = {}
    for kind, entries in _VERBS.items():
        for entry in entries:
            for word, shape in _forms(entry):
                found.setdefault(word, (kind, set()))[1].add(shape)
    for word, shapes in {
        **dict.fromkeys(("cancelled", "greenlit", "green-lighted"), "past part"),
        "cancelling": "ing",
    }.items():
        found[word] = (DECISION, set(shapes.split()))
    return {word: Form(kind, frozenset(shapes)) for word, (kind, shapes) in found.items()}


VERBS = _all_forms()

# Verbs of mind only together with a word that follows soon: forms, kind, words.
_PHRASES = (
    ("goes go went going gone", DECISION, "with for ahead"),
    ("turns turned turn", DECISION, "down"),
    ("rules ruled rule", DECISION, "out"),
    (
        "gives gave given give",
        DECISION,
        "up in word go-ahead permission consent blessing nod notice",
    ),
    (
        "withdraws withdrew withdrawn withdraw",
        DECISION,
        "application objection offer consent support",
    ),
    ("ends ended end", DECISION, "contract lease subscription membership"),
    ("found", BELIEF, "it that too very rather quite so"),
    ("puts put", SPEECH, "request complaint"),
    ("backs backed back", DECISION, "out down off"),
    ("calls called call", DECISION, "off"),
    ("calls called call", SPEECH, "for it him her them that this"),
    ("puts put", SPEECH, "it"),
    ("puts put", DECISION, "off foot hold ice"),
    ("pulls pulled pull", DECISION, "plug out"),
    ("sticks stuck stick sticking", DECISION, "with to by"),
    ("lands landed", DECISION, "on"),
    ("draws drew", DECISION, "line"),
    ("makes made make", DECISION, "mind sure clear peace point"),
    ("changes changed change", DECISION, "mind"),
    ("looks looked looking look", DESIRE, "forward"),
    ("leans leaned leant leaning lean", DESIRE, "towards toward"),
    ("sees saw see", BELIEF, "as no"),
    ("holds held hold", BELIEF, "that"),
    ("takes took take", DECISION, "back decision view stance job offer"),
    ("speaks spoke speak", SPEECH, "against for out up"),
    ("comes came come", DECISION, "conclusion decision round around"),
    (
        "sets set",
        DECISION,
        "heart mind budget limit deadline date goal target price rule rules",
    ),
    ("stands stood stand", DECISION, "by firm"),
    ("steps stepped", DECISION, "down back"),
    ("drops dropped drop", DECISION, "idea plan"),
    ("loses lost lose", DESIRE, "interest faith patience hope"),
    ("points pointed point", SPEECH, "out"),
    ("writes wrote write written", SPEECH, "that :"),
    ("emailed emails messaged texted texts phoned posted posts", SPEECH, "that :"),
    ("shares shared share", SPEECH, "that opinion view"),
    ("lets let", DECISION, "know go"),
    ("signals signalled signaled indicates indicated", SPEECH, "that agreement interest"),
    ("keeps kept keep", DECISION, "word promise"),
    ("gets got get", DESIRE, "tired sick excited"),
    ("supports supported support", DECISION, "the a an this that moving using it"),
    ("orders ordered order", DECISION, "him her them us everyone nobody that"),
    ("allows allowed allow", DECISION, "the a an this that him her them us it only"),
    ("challenges challenged", SPEECH, "the a an this that it"),
    ("attributes attributed traces traced", BELIEF, "to"),
    ("passes passed", DECISION, "on"),
    ("falls fell", DESIRE, "for"),
    ("sides sided", DECISION, "with"),
    ("swears swore", DESIRE, "by"),
    ("proves proved convinces convinced", BELIEF, "himself herself themselves"),
    ("appeals appealed", SPEECH, "against to"),
    ("walks walked", DECISION, "away"),
    ("shoots shot", DECISION, "down"),
    ("cuts cut", DECISION, "ties"),
    ("has had have", DESIRE, "enough heart spot crush tooth beef"),
    ("looking look looks looked", DESIRE, "for"),
    ("lied lie lying", SPEECH, "about to"),
    ("uses used use", SPEECH, "words word phrase expression"),
    ("speaks spoke", SPEECH, "of highly"),
    ("commits committed commit", DECISION, "to himself herself themselves"),
    ("brings brought bring", SPEECH, "up"),
    ("opts opted opt", DECISION, "in out"),
    ("plumps plumped plump", DECISION, "for"),
    ("gathers gathered gather", BELIEF, "that from"),
    ("warms warmed warm", DESIRE, "to"),
    ("gets got get", DECISION, "rid behind"),
    ("does did do", DECISION, "away"),
    ("throws threw", DECISION, "out towel"),
    ("caves caved", DECISION, "in"),
    ("lives lived", DESIRE, "for"),
    ("freaks freaked", DESIRE, "out about over"),
    ("weighs weighed", BELIEF, "up options"),
    ("digs dug", DECISION, "heels"),
    ("struggles struggled", BELIEF, "with to"),
    ("talks talked talk talking", SPEECH, "into out about"),
    ("jumps jumped leaps leapt leaped", DECISION, "at"),
    ("brushes brushed shrugs shrugged laughs laughed", DECISION, "aside off"),
    ("waves waved", DECISION, "aside through"),
    ("bails bailed", DECISION, "on out"),
    ("clamps clamped cracks cracked", DECISION, "down"),
    ("nails nailed narrows narrowed locks locked", DECISION, "down in"),
    ("tossed kicked scratched torched", DECISION, "idea plan habit proposal out"),
    ("zeroed zeroes homed homes", DECISION, "in"),
    ("chalked chalks", BELIEF, "up"),
    ("harps harped rabbits rabbited", SPEECH, "on"),
    ("thirsts thirsted lusts lusted hungers hungered hankers", DESIRE, "for after"),
)
# These particles stand right behind their verb; others may have an object before them.
CLOSE = _set("with for in on by to against ahead it that him her them this of from")
PHRASES: dict[str, list[tuple[str, frozenset[str]]]] = {}
for _verbs, _kind, _particles in _PHRASES:
    for _verb in _verbs.split():
        PHRASES.setdefault(_verb, []).append((_kind, _set(_particles)))

# Verbs of plain facts, with people as their subjects: lives in Berlin, left, bought.
FACTS = _set(
    """
    lives lived live eats arrive ends ended pays sets set works worked work moves moved move owns
    owned own uses used use drives drove speaks spoke studies studied gets got receives received
    receive goes went go comes came come arrives arrived leaves left leave meets met calls called
    phones phoned buys bought sells sold pays paid visits visited travels travelled traveled earns
    earned weighs weighed wears wore plays played runs ran walks walked cooks cooked eats ate
    drinks drank sleeps slept wakes woke starts started begins began finishes finished stops
    stopped joins joined founds founded leads led manages managed teaches taught builds built
    makes made writes wrote reads read sends sent turns turned celebrates celebrated graduates
    graduated retires retired dies died marries married divorced grew grows keeps kept holds held
    has had have commutes commuted attends attended rents rented flies flew rides rode carries
    carried spends spent sits sat stands stood loses lost wins won breaks broke falls fell takes
    took gives gave brings brought shows showed teams sees saw hears heard opens opened closes
    closed returns returned stays stayed books booked is was were are am been be born hosts hosted
    paints painted sings sang swims swam trains trained codes coded reviews reviewed merges merged
    pushes pushed deploys deployed ships shipped logs logged clicks clicked enters entered types
    typed submits submitted uploads uploaded downloads downloaded enrols enrolled registers
    registered occupies occupied forwards forwarded
    """
)
