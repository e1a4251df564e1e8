"""English words around a verb that say whether a sentence reports a mind or a fact.

The verbs are in english_verbs.py; english.py and predicate.py read both.
"""

from .english_verbs import VERBS


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _table(words: str) -> tuple[str, ...]:
    return tuple(words.split())


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
    heartbroken homesick desperate impatient bullish bearish averse game pumped stoked psyched
    bummed gutted livid fuming miffed peeved hellbent appalled horrified dismayed alarmed
    exasperated bored outraged intrigued overjoyed ecstatic elated content apprehensive wistful
    resentful regretful remorseful unconvinced partial smitten besotted obsessed hooked cross
    happiest happier addicted jaded sympathetic hostile
    """
)
# adjective/words of which one must follow it
STATES_WITH = {
    word: frozenset(rest.split("/"))
    for word, _, rest in (
        entry.partition("/")
        for entry in _table(
            """
            sick/of tired/of fed/up set/on sold/on open/to fine/with okay/with ok/with
            cool/with bored/with done/with over/it dead/set good/with dying/to itching/to
            all/for/in down/for/with up/for big/on hung/up gung/ho ticked/off having/none
            loath/to quick/to hoping/for leaning/towards/toward at/odds above/that
            crazy/about nuts/about positive/that/about negative/about
            """
        )
    )
}
# behind a state of mind where no verb shows it: "Keen on canoes", "Alex undecided about it"
AFTER_STATE = _set("about that with to of on by at for over")
SO = _set("not very so too pretty quite really super all still")
AGREES = _set("thumbs-up +1 ok okay okays oks yes no nay yea aye")
STATE_NOUNS = _set(
    "moon mood sucker favour favor opinion view fan impression minds believer supporter fence "
    "admirer critic opponent advocate sceptic skeptic"
)
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
    here prob probs def defo tbh totally lowkey kinda sorta rly
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
    misgivings reservations qualms no-go no-gos no-no no-nos dealbreaker dealbreakers deal-breaker
    aversion fondness craving yearning urge whim gripe gripes grievance grievances inclination
    sentiment sentiments outlook attitude motive motives mandate disapproval endorsement ultimatum
    stipulation thumbs-up veto grudge reservation sympathies
    disappointment frustration interest resolution resolve determination mind perspective point
    regret regrets pick picks nope yep nod patience tolerance appetite affection passion
    penchant contempt disdain weakness argument reasoning reason reasons call go-ahead
    green-light say wording requirement requirements yes no wishlist must-have must-haves
    condition conditions
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
    directive directives conclusion conclusions condition conditions reservation reservations
    mandate outlook attitude sentiment sentiments sympathies motive motives tolerance appetite
    passion weakness pick picks
    """
)
CHOSEN = _set("choice choices preference preferences pick picks love rule")
AFTER_THINGS = _set("is was to : that for on about not never are were in regarding")
ARRIVES = _set("order orders call policy position claim claims comments vote point")
RANKED = _set("favourite favorite preferred chosen desired ideal favourites favorites go-to")
COMPOUND_HEADS = _set(
    """
    tree trees table tables id ids number numbers file files log logs form forms page pages server
    servers threshold model models matrix pane panel panels store menu screen settings dialog box
    queue handler handlers field fields column columns database type types class classes list
    count rate limit maker code book board boards sheet sheets survey surveys card cards letter
    letters
    """
)
ADJECTIVES = _set(
    """
    own final firm personal new original strong clear stated main first last explicit written firm
    current biggest only latest recent general basic key usual standing long-term short-term real
    true honest initial early second formal verbal public private political religious strict
    simple golden professional musical culinary aesthetic absolute big greatest top number one
    sincere express prior full considered expert informal old default strongest least most very
    unanimous exact long lifelong secret serious grave deep pet gut sneaking nagging burning
    mixed conflicting low high poor dim good bad negative positive favourable favorable critical
    harsh
    """
)
LIGHT_VERBS = _set(
    """
    makes make made makes takes took take gives gave give given reaches reached comes came
    expresses expressed voices voiced raises raised issues issued submits submitted files filed
    has have had holds held shares shared states formed forms lodged withdraws withdrew keeps kept
    broke breaks got gets showed shows shown cast casts signals signalled puts put placed set sets
    granted grants refused withheld developed develops
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
    promised commitment confirmed resolved hates loves refuses opinions favourites favorites
    consensus stance declined accepted vetoed taste tastes dislike desired desire desires
    goal goals rule ambition
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
ACCORDING = (
    "according to",
    "if you ask",
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
    "in the eyes of",
    "by the account of",
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
