"""English words that say whether a sentence reports a mind or a fact.

`VERBS` knows the verbs of deciding, wanting, believing and saying in all their forms; the other
tables hold what stands around them. A regular verb is given by its base, an irregular one as
base/past/participle, so that each verb stands once. english.py and predicate.py read them.
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
        compromise capitulate defer shelve greenlight okay scrap favor favour finalise finalize
        overrule override/overrode/overridden concur relent retract grant
        """
    ),
    DESIRE: _table(
        """
        want wish desire prefer like love hate dislike detest loathe despise resent enjoy adore
        hope need long yearn crave dream plan intend aim aspire seek/sought/sought fear dread miss
        regret envy admire respect appreciate value trust distrust mistrust mind care bother
        tolerate abhor treasure cherish anticipate await fancy covet relish lament mourn savour
        savor worry panic rejoice demand
        """
    ),
    BELIEF: _table(
        """
        think/thought/thought believe doubt know/knew/known consider deem regard judge reckon
        suppose presume assume suspect guess imagine expect feel/felt/felt
        understand/understood/understood realise realize recognise recognize remember recall
        forget/forgot/forgotten mean/meant/meant question wonder predict foresee/foresaw/foreseen
        find/finds/finds figure speculate conceive misjudge underestimate overestimate rate view
        interpret perceive contemplate ponder
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
        """
    ),
}
_DOUBLED = _set("beg plan permit regret ban admit scrap brag quip prefer defer concur forget")


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
    for word, shapes in {"cancelled": "past part", "cancelling": "ing"}.items():
        found[word] = (DECISION, set(shapes.split()))
    return {word: Form(kind, frozenset(shapes)) for word, (kind, shapes) in found.items()}


VERBS = _all_forms()

# Verbs of mind only together with a word that follows soon: forms, kind, words.
_PHRASES = (
    ("goes go went going gone", DECISION, "with for ahead"),
    ("turns turned turn", DECISION, "down"),
    ("rules ruled rule", DECISION, "out"),
    ("gives gave given give", DECISION, "up in word go-ahead permission consent blessing nod"),
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
    ("puts put", DECISION, "off foot"),
    ("pulls pulled pull", DECISION, "plug out"),
    ("sticks stuck stick", DECISION, "with to by"),
    ("lands landed", DECISION, "on"),
    ("draws drew", DECISION, "line"),
    ("makes made make", DECISION, "mind sure clear peace point"),
    ("changes changed change", DECISION, "mind"),
    ("looks looked looking look", DESIRE, "forward"),
    ("leans leaned leant leaning lean", DESIRE, "towards toward"),
    ("sees saw see", BELIEF, "as no"),
    ("holds held hold", BELIEF, "that"),
    ("takes took take", DECISION, "back decision view stance"),
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
    ("writes wrote write written", SPEECH, "that"),
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
    ("has had have", DESIRE, "enough heart spot"),
    ("looking look looks looked", DESIRE, "for"),
    ("lied lie lying", SPEECH, "about to"),
    ("uses used use", SPEECH, "words word phrase expression"),
    ("speaks spoke", SPEECH, "of highly"),
    ("commits committed commit", DECISION, "to himself herself themselves"),
    ("brings brought bring", SPEECH, "up"),
)
# These particles stand right behind their verb; others may have an object before them.
CLOSE = _set("with for in on by to against ahead it that him her them this of from")
PHRASES: dict[str, list[tuple[str, frozenset[str]]]] = {}
for _verbs, _kind, _particles in _PHRASES:
    for _verb in _verbs.split():
        PHRASES.setdefault(_verb, []).append((_kind, _set(_particles)))

# Feelings and convictions after `is`, `seems`, `remains`.
STATES = _set(
    """
    convinced sure certain unsure uncertain confident skeptical sceptical doubtful determined
    decided undecided committed opposed inclined disinclined willing unwilling keen eager
    reluctant hesitant happy unhappy glad sad angry mad furious upset annoyed irritated frustrated
    disappointed satisfied dissatisfied pleased displeased delighted thrilled excited enthusiastic
    passionate interested uninterested curious worried concerned anxious afraid scared terrified
    nervous uneasy ashamed embarrassed proud jealous grateful thankful sorry hopeful hopeless
    optimistic pessimistic tempted torn fond impressed unimpressed surprised shocked amazed
    astonished puzzled confused baffled aware unaware adamant insistent resolved persuaded
    suspicious wary comfortable uncomfortable indifferent ambivalent relieved devastated
    heartbroken homesick desperate impatient bullish bearish averse
    """
)
# adjective/word that must follow it
STATES_WITH = dict(
    pair.split("/")
    for pair in _table(
        """
        sick/of tired/of fed/up set/on sold/on open/to fine/with okay/with ok/with cool/with
        bored/with done/with over/it dead/set good/with
        """
    )
)
STATE_NOUNS = _set("favour favor opinion view fan impression board minds believer supporter")
LINKS = _set(
    """
    is are was were am be been being seems seemed seem appears appeared appear became becomes
    become gets got remains remained remain grew grows stays stayed looks looked sounds sounded 's
    """
)
FEELS = _set("feels felt feel feeling")
AUXILIARIES = LINKS | _set(
    """
    has have had having do does did will would shall should can could may might must ought used
    going gonna not about bound supposed n't
    """
)
DUTY = _set("should must can could may might ought supposed")
# They lend their verb to the one behind "to".
CATENATIVES = _set(
    """
    tends tend tended continues continued continue begins began begun begin starts started start
    comes came come grows grew grown learns learned learnt manages managed happens happened
    """
)
BEFORE_TO = _set(
    "going used ought about supposed bound seems seemed seem appears appeared appear has have had"
)

ADVERBS = _set(
    """
    also always never still just now really only already often usually sometimes rarely seldom
    even again finally then ever soon once twice today yesterday tomorrow tonight recently lately
    currently hereby thus therefore however too both all himself herself themselves myself
    ourselves personally clearly strongly deeply very much quite rather simply actually truly
    initially originally eventually instead later earlier first firmly publicly privately
    apparently reportedly allegedly probably certainly definitely absolutely totally completely
    fully officially generally normally no longer not at least most indeed explicitly specifically
    repeatedly briefly quickly immediately since yet previously formerly formally verbally
    politely kindly openly honestly frankly secretly obviously perhaps maybe more strongly who
    that
    """
)

# What a mind owns: Alex's decision, the wish of Alex, the user's rule.
THOUGHTS = _set(
    """
    decision decisions choice choices preference preferences opinion opinions view views viewpoint
    wish wishes desire desires belief beliefs conviction convictions intention intentions intent
    plan plans goal goals aim aims ambition ambitions hope hopes dream dreams fear fears worry
    worries concern concerns doubt doubts request requests demand demands instruction instructions
    order orders command commands rule rules directive directives policy approval consent
    permission agreement disagreement objection objections refusal rejection acceptance promise
    promises pledge vow commitment commitments word words statement statements claim claims remark
    remarks comment comments answer answers reply response feedback complaint complaints criticism
    praise advice suggestion suggestions proposal proposals recommendation recommendations warning
    verdict judgement judgment conclusion conclusions assessment estimate guess assumption
    assumptions expectation expectations understanding impression stance position take vote
    blessing confirmation denial admission apology motto principle principles priority priorities
    taste tastes dislike dislikes likes love hatred idea ideas thought thoughts insistence
    reluctance willingness enthusiasm feeling feelings hunch suspicion suspicions peeve peeves
    disappointment frustration interest resolution resolve determination mind perspective point
    argument reasoning reason reasons call go-ahead green-light say wording requirement
    requirements yes no wishlist must-have must-haves
    """
)
# These may as well be things: what follows must show the thought.
THINGS = _set(
    """
    plan plans order orders policy position point call mind say word words idea ideas reason
    reasons interest take claim claims love command commands rule rules answer answers comment
    comments vote principle principles requirement requirements response proposal statement
    statements agreement goal goals estimate resolution priority priorities impression view views
    choice choices preference preferences request requests suggestion suggestions yes no reply
    feedback complaint complaints criticism warning apology denial confirmation assessment intent
    directive directives conclusion conclusions
    """
)
AFTER_THINGS = _set("is was to : that for on about not never are were in regarding")
ARRIVES = _set("order orders call policy position claim claims comments vote point")
RANKED = _set("favourite favorite preferred chosen desired ideal favourites favorites")
COMPOUND_HEADS = _set(
    """
    tree trees table tables id ids number numbers file files log logs form forms page pages server
    servers threshold model models matrix pane panel panels store menu screen settings dialog box
    queue handler handlers field fields column columns database type types class classes list
    count rate limit maker code book
    """
)
ADJECTIVES = _set(
    """
    own final personal new original strong clear stated main first last explicit written firm
    current biggest only latest recent general basic key usual standing long-term short-term real
    true honest initial early second formal verbal public private political religious strict
    simple golden professional musical culinary aesthetic absolute big greatest top number one
    sincere express prior full considered expert informal old default strongest least most very
    unanimous exact long lifelong secret serious grave deep pet
    """
)
LIGHT_VERBS = _set(
    """
    makes make made makes takes took take gives gave give given reaches reached comes came
    expresses expressed voices voiced raises raised issues issued submits submitted files filed
    has have had holds held shares shared states formed forms lodged withdraws withdrew keeps kept
    broke breaks got gets showed shows shown cast casts signals signalled puts put placed set sets
    granted grants refused withheld
    """
)
DETERMINERS = _set(
    """
    a an the this that these those no any some his her their its my our your another every each
    one two three several many few more what which such 's strong serious
    """
)

FEELINGS_OF_OBJECT = _set(
    """
    annoys annoyed bothers bothered worries worried scares scared excites excited pleases pleased
    bores bored delights delighted disappoints disappointed upsets upset frustrates frustrated
    interests interested fascinates fascinated irritates irritated surprises surprised impresses
    impressed satisfies satisfied disgusts disgusted amuses amused frightens frightened thrills
    thrilled angers angered
    """
)

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

# People and bodies other than the principal: their decisions are theirs.
OTHERS = _set(
    """
    board committee council team company government ministry court judge management staff
    parliament senate union jury panel crew family parents mother father mum mom dad brother
    sister son daughter wife husband partner uncle aunt cousin grandmother grandfather neighbour
    neighbor neighbours neighbors landlord landlady tenant doctor dentist lawyer accountant notary
    teacher manager boss director ceo cto colleague colleagues friend friends customer customers
    client clients vendor supplier bank insurer agency police city school university professor
    students developers maintainers reviewers reviewer engineers editors publisher architect
    builder contractor electrician plumber
    """
)

LABELS = _set(
    """
    decision decisions decided agreed agreement preference preferences preferred prefers wish
    wishes wants choice choices chosen approved approval rejected opinion verdict request
    requested instruction instructions likes dislikes favourite favorite intention promise
    promised commitment confirmed resolved hates loves refuses opinions
    """
)
LABEL_BEFORE = _set("final key our my user owner personal the main team explicit stated new")

# A sentence may begin with these and leave its subject to be supplied: "Prefers tea".
ELLIPTICAL_NOUNS = _set(
    """
    requests needs plans claims comments reports likes hopes dreams answers questions calls orders
    notes promises votes wishes rules signs picks aims values views estimates guesses offers
    doubts fears demands respects cares concerns figures states rates quips jokes lies stresses
    hints mentions remarks desires minds objects protests disputes judges elects regrets trusts
    """
)
# Of these, the ones that begin an ellipsis all the same: "Needs the report by noon".
ELLIPTICAL_MINDS = _set(
    """
    needs likes hopes plans dreams wishes values cares trusts fears doubts regrets respects
    desires
    """
)
ELLIPTICAL_S = (
    frozenset(word for word, form in VERBS.items() if "s" in form.shapes) - ELLIPTICAL_NOUNS
)
AFTER_ELLIPSIS = _set(
    """
    to that on against for the a an not it this his her their its all no with in favour if whether
    only
    """
)
GENERIC = _set(
    """
    a an any each every another no some new which other typical average end per super root power
    test guest current active logged anonymous single
    """
)
CAUSES = _set(
    "let lets make makes made help helps have had see saw watch hear ask asks asked tell force"
)
ACCORDING = (
    "according to",
    "as per",
    "per",
    "in the words of",
    "quoting",
    "to quote",
    "at the request of",
    "on the orders of",
    "on the instructions of",
    "at the behest of",
    "by order of",
    "with the consent of",
    "with the approval of",
    "in the opinion of",
    "in the view of",
    "on the advice of",
    "as told by",
    "as said by",
    "as requested by",
    "as agreed with",
    "as discussed with",
    "following",
    "it was clear to",
    "it is clear to",
    "important to",
    "matters to",
    "matter to",
    "mattered to",
    "appeals to",
    "appeal to",
    "on behalf of",
    "up to",
)
# Common words that show English; those that other languages share are left out.
GLUE = _set(
    """
    the of to is was were and that with has have had by it not are be would from this his her
    their my he she they we but about when than there which who does did 's you your our its been
    into
    """
)
SHARED = _set(
    "was is had have we he it be by that die war will wil ate met fell plan note dice sage mine"
)
# Common words of plain sentences, by which English is known where its glue is missing.
PLAIN = _set(
    """
    noon morning evening afternoon night week weekend month year day days hour hours minute
    minutes time times monday tuesday wednesday thursday friday saturday sunday january february
    april june july august october december today tomorrow yesterday house home phone mail email
    office meeting report team work new old next last long short answers answer budget price
    contract lease invoice lunch dinner breakfast street city train car key keys book room door
    window water money bank doctor dentist school people friend friends three four five seven
    eight nine ten twice every with without between because while after before since until about
    during
    """
)
