"""What people do with their hands and days, in the past: English verbs of plain fact.

A longer verb in -ed that neither stands here nor in english_verbs.py may say what was decided.
"""

from . import lazy


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PAST = _set(
    """
    rebooted spotted sighted glimpsed mounted unmounted pinged cloned forked tagged branched cached
    indexed parsed rewired repainted refuelled fuelled shredded refinanced remarried commissioned
    bumped hiked strolled trekked sprinted dashed tripped tumbled sneezed fainted vomited snored
    dozed rested relaxed sunbathed skated sledged snowboarded surfed rowed waded fished trapped
    hatched milked ploughed mowed mulched pruned composted sheared stained varnished sanded
    screwed nailed bricked roofed tiled wired plumbed insulated demolished dismantled
    refurbished upholstered crocheted darned hemmed ironed laundered polished peeled diced
    sliced grated whisked kneaded simmered poached steamed toasted marinated garnished seasoned
    juiced pickled canned owed wore adjusted aged anchored appeared applied arranged assembled
    assisted attached baked balanced bandaged banked bathed benchmarked bit bled blew boarded
    boiled bolted borned borrowed bottled bounced bound bred brewed brushed bumped buried burned
    burnt buttoned camped captained carved cashed cast catalogued caught chained chaired charged
    chased checked chopped circled cleaned cleared climbed clipped clung coached coated collapsed
    collected colored coloured combed combined compiled completed composed computed conducted
    configured connected constructed contacted contributed converted copied coughed counted
    covered crashed crawled created crept crocheted crossed cycled damaged danced dealt
    debuged decorated deleted delivered deposited designed developed dialed dived documented
    donated doubled dove drafted drained dressed dried drilled dusted edited emptied
    encountered engraved enlisted erased escaped escorted exchanged executed exercised
    exhibited exported extended failed fastened faxed fed fenced fetched filed filled filmed
    fished fixed flashed fled floated flung folded formated fought framed fried froze gained
    gardened glued graded grazed grilled groomed ground guarded hammered handled harvested
    heated hid hiked hired hung hunted hurt implemented imported improved increased inherited
    injured inserted inspected installed insured invented invested ironed issued jogged jumped
    kayaked kicked kissed knelt knitted knocked labeled laid lasted laughed launched leaked
    leapt lent lifted limped listed lit loaded located locked lodged lowered mailed marched
    mashed measured melted migrated mined mixed mopped mowed named napped navigated obtained
    occurred operated organised organized outlined overtook packed paddled parked parted
    patched paved peeled performed petted photographed placed planted plastered ploughed
    plowed plugged polished poured practiced practised prepared presented pressed printed
    processed produced programmed published pumped punched pursued qualified raced raised
    raked rebased recorded recovered recycled refactored refilled reformed rehearsed relocated
    remained removed renewed renovated repaired replaced replanted reproduced rescued
    restarted restored resumed rinsed roasted rolled rowed rushed sailed sampled sanded sank
    saved sawed scanned scored scraped scrubbed sealed seasoned secured separated served
    serviced sewed shaped sharpened shaved sheltered shifted shone shook shopped shoveled
    showered shrank sketched skied skipped sliced slid slipped smoked soldered solved sorted
    sowed spat spilled sprained sprang sprayed spun squeezed stacked staffed stapled steamed
    stirred stitched stocked stole stored strained stretched struck stung subscribed succeeded
    suffered supervised supplied survived swapped swept switched swung tailored taped tasted
    taxied teamed telephoned tended tested threaded tidied tied tiled toasted tore toured
    towed traded transferred transformed translated transported treated trimmed tripped tuned
    tutored uninstalled unloaded unlocked unpacked updated upgraded vacuumed waited wandered
    washed watched watered waxed weeded welded whistled wiped wired wound wove wrapped
    wrestled yawned
    accelerated accessed accompanied acquired activated administered airlifted aligned
    allocated altered ambled ambushed amputated analyzed annotated appended applied archived
    arrested ascended assembled attended auctioned audited auditioned authored awakened
    backtracked bandaged bankrolled barbecued barricaded bartended bartered battered
    beckoned bedded benefited bicycled blackened blanketed blockaded bookmarked bordered
    bottled brainstormed broadcasted buckled budgeted bulldozed bundled burgled buttered
    camouflaged canoed capsized captured caramelised carpeted cartwheeled catapulted catered
    centered centred changed channelled charted chauffeured circled circulated clambered
    clattered clustered cluttered coasted cobbled collided combatted compressed condensed
    conducted confiscated conserved consolidated consumed containerised continued converged
    conveyed cornered corrected corroded counterfeited coupled covered crinkled crippled
    crocheted crumbled crumpled cuddled curtained customised cycled dangled darkened
    debugged decanted deciphered decoded decommissioned decompressed decorated decrypted
    deducted deepened defeated defended defragmented defrosted degreased dehydrated deleted
    demoed departed depleted derailed descaled descended deserted detached detained detected
    detonated developed digested diluted directed disabled disappeared disarmed disassembled
    discarded discharged disconnected discovered disembarked disengaged disinfected
    disinherited dislocated dispatched dispensed dispersed displayed disposed dissected
    dissolved distilled distributed diverted divided doodled doubled dribbled drizzled
    duplicated dwindled ejected elbowed electrocuted elongated emailed embarked embedded
    embezzled embroidered emerged emigrated emitted employed emptied emulated enabled
    encased encircled enclosed encoded encrypted endured enlarged enrolled ensured entangled
    entered equipped erected eroded erupted evacuated evaded evaporated evicted excavated
    exceeded excelled exhaled exhumed exited expanded expelled expended experienced
    experimented expired exploded explored exposed extinguished extracted faltered fashioned
    fastened fattened ferried fertilised fettled filtered finished fizzled flattened
    flickered flourished fluttered followed forwarded fractured freckled frosted fumigated
    functioned furnished galloped galvanised gambled gathered gobbled governed guzzled
    haemorrhaged handled hardened harnessed hastened hovered huddled hurdled immersed
    immigrated impersonated imprisoned inflated inhabited inhaled inherited initialed
    initialized initialled injected injured inscribed inserted inspected installed insured
    integrated intercepted interned interviewed invented invested invoiced involved
    irrigated isolated jaywalked jettisoned jiggled jingled journeyed juggled kayaked
    kindled knitted labored laboured lactated laminated lathered layered leafleted
    leapfrogged lengthened leveled levelled licensed lightened liquefied listened littered
    located loitered loosened lubricated lumbered magnified maneuvered mangled manoeuvred
    manufactured marinated marooned mastered meandered measured microwaved migrated mimicked
    mingled minimised mirrored mobilised modeled modelled modified moistened monitored
    motorcycled motored muffled multiplied multitasked murdered mustered narrowed navigated
    networked neutered nibbled numbered nurtured obtained occurred officiated offloaded
    onboarded opened operated orbited orchestrated originated outgrew outlasted outlived
    outpaced outperformed outran outscored outsourced overcharged overcooked overfed
    overfilled overflowed overhauled overheated overloaded overpaid overran oversaw
    overslept overturned overwatered overwrote paddled padlocked paneled panelled papered
    parachuted paraded paraglided paralysed participated partnered pastured patrolled
    pedaled pedalled peddled penetrated peppered perfected perforated perished perspired
    photocopied pickled piggybacked piloted pivoted plummeted plundered polluted populated
    positioned possessed powdered powered prepaid prepared preserved presided pressurised
    proceeded profited progressed projected prospered protected provided provisioned
    puckered puddled punctured punished purchased pursued quadrupled quarantined quarried quartered
    rattled reacted readied realigned reappeared reassembled rebooked rebounded rebuilt
    recaptured received recharged reclined reconnected reconstructed recruited recycled
    redecorated redeemed redesigned redirected reduced refinished reflected refrigerated
    refunded regained registered regrouped reheated reimbursed reinforced reinstalled
    relapsed relayed released relinked reloaded rematched renamed reopened reorganised
    repainted replenished represented reproduced rerouted rescaled resealed resettled
    reshaped resided resized resold resprayed resurfaced resurrected retained retested
    retrained retrieved retyped reunited reused reversed revisited revived revolved rewound
    ripened rippled rotated ruffled rummaged saddled salvaged sampled sanitised saturated
    scampered scattered scavenged scheduled scrambled scribbled sculpted sculptured
    segmented separated shackled sharpened shattered shimmered shivered shortened shouldered
    showered shuffled sidestepped simmered simulated sizzled skateboarded skewered slackened
    slaughtered slithered slobbered smothered smuggled sniffled snorkeled snorkelled
    snuffled softened somersaulted soundproofed spangled sparkled specialised splattered
    spluttered sponsored sprinkled sputtered staggered sterilised stimulated stockpiled
    straddled straightened strangled strengthened structured stumbled submerged subtracted
    succumbed summited supplemented suppressed surfaced surpassed surrounded surveyed
    sustained sutured swaddled swaggered sweetened sweltered swindled tackled tampered
    tangled tapered tattooed teetered televised tempered tendered terraced tethered
    thickened throttled tightened tinkered tinkled toddled toiled toileted toppled totalled
    tottered towered trafficked trampled trampolined transcribed transmitted transplanted
    transposed traveled traversed trespassed trickled triggered tripled triumphed trundled
    tumbled tunneled tunnelled tutored tweaked twinkled unblocked unbolted unchained
    unclogged uncorked uncovered undressed unearthed unfastened unfolded united unlatched
    unleashed unplugged unravelled unrolled unscrewed untangled unwrapped unzipped upcycled
    uploaded uprooted ushered utilised vacated vaccinated vandalised vanished ventilated
    ventured volleyed waddled wallpapered waterproofed weathered whisked whitened whittled
    widened wiggled wintered winterized withered witnessed worsened wrangled wrestled
    wrinkled yodelled zigzagged
    """
)


def _present(past: str) -> set[str]:
    """owed: owes. A form that no verb has does no harm."""
    if past.endswith("ied"):
        return {past[:-3] + "ies"}
    stem = past.removesuffix("ed")
    single = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
    return {stem + "s", stem + "es", single + "s"} if stem != past else set()


DONE = _PAST.union(*map(_present, _PAST))


_SYLLABLE = lazy.regex("[aeiouy]+")
_BEFORE = ("re", "un", "de", "dis", "over", "out", "up", "down", "mis", "pre", "co", "inter")
_MADE = ("ised", "ized", "yzed", "ysed", "ified", "ated")
# Of these endings and lengths, what people do with their minds and mouths all the same.
_MINDS = _set(
    """
    abdicated abominated abrogated acclimated accommodated advocated agonised agonized
    alienated alleviated ameliorated antagonised antagonized anticipated apologised
    apologized appreciated arbitrated axed backed baited balked barked barred bashed baulked
    bemused berated bet bitched blabbed blanked blasted blessed blurted blushed blustered
    booed breathed brooded burbled cackled canned capitulated carped castigated categorised
    categorized cautioned caved certified chanted characterised characterized charmed
    chatted cheered chilled chimed chirped chirruped chortled chose chuckled claimed
    clamored clamoured coaxed cogitated coined commiserated communicated compromised
    concatenated conciliated contemplated cooed counseled counselled countenanced cowed
    craved cried criticised criticized crooned crowed culled cursed cussed dared deemed
    deified delegated demonised demonized demurred deprecated deprioritised deprioritized
    derided designated dictated disapproved disavowed disbelieved disclaimed discounted
    discouraged discredited disfavored disfavoured disliked disowned disputed disqualified
    disregarded disrespected dissed dissociated distrusted ditched downplayed downvoted
    dramatised dramatized drawled dreaded dreamed dropped duelled dumped egged emancipated
    empathised empathized emphasised emphasized enunciated equivocated eulogised eulogized
    evaluated evangelised evangelized excoriated exemplified exonerated expostulated
    expropriated extrapolated fancied fantasised fantasized faulted favored favoured feared
    feigned fessed fixated flagged flaked flinched flouted formulated frowned fulminated
    fumed fussed gauged generalised generalized gibed gloated glorified glossed glowered
    goaded gratified grieved grinned griped groaned groused growled grudged grumbled grunted
    gushed hailed hallucinated harped hated heckled heeded hissed hooted hoped horrified
    howled huffed hushed hymned hypothesised hypothesized idealised idealized identified
    idolised idolized implicated improvised incriminated instigated interrogated intimated
    invalidated itemised itemized jeered jibed joked joshed jubilated justified kiboshed
    killed lamented lauded laughed legalised legalized legitimised legitimized liberalised
    liberalized lied liked loathed longed loved lusted mediated meditated misjudged misread
    misspoke misstated mistrusted moaned moderated moped moralised moralized mortified
    mourned mouthed mulled mused mystified nagged narrated negated negotiated nixed nodded
    nominated nuked nullified obligated obviated ostracised ostracized outlawed outvoted
    overcommitted overestimated overpromised overreacted overruled overstated overvalued
    pacified pained panned patronised patronized penalised penalized personified pestered
    philosophised philosophized picked pined piped pitched pitied placated pleaded pledged
    plotted plugged plumped pontificated popularised popularized posed postulated pouted
    praised prayed preached preapproved precluded predetermined predicated presaged pressed
    prevaricated prioritised prioritized prized probed procrastinated prodded propagated
    prophesied proselytised proselytized proved pulled pushed quailed quaked queried
    quibbled quipped quizzed railed rambled ranked ranted rasped rated rationalised
    rationalized raved razzed reaffirmed reasoned reassessed reassured recanted reciprocated
    recoiled recommitted reconfirmed reconsidered recriminated rectified reeled reevaluated
    refused refuted regarded reinstated reinterpreted reiterated rejected relented remarked
    remonstrated reneged reprioritised reprioritized reproached reproved repudiated
    requested resented reserved resisted resolved respected restated rethought retorted
    retracted revealed reviled revolted rewarded roared romanticised romanticized rued ruled
    ruminated sassed satirised satirized scoffed scolded scorned scotched scowled scrapped
    screamed screeched scrutinised scrutinized seethed sensed serenaded shamed shelved shied
    shrieked shrilled shrugged shunned sided sighed signified sized slammed slated slurred
    smarted smirked snarled sneered snickered sniped snitched snorted snubbed sobbed soured
    specified spiked spooked spouted spurned squawked squealed squirmed staked stalled
    stammered stewed stigmatised stigmatized stipulated stressed stumped stunned stupefied
    stuttered subordinated subrogated substantiated sulked swooned symbolised symbolized
    sympathised sympathized tabled tattled taunted teased terminated terrified testified
    thanked theorised theorized threatened thrilled throbbed tolerated touted trashed
    treasured trivialised trivialized trusted tsked tutted typified underestimated
    underrated understated undervalued unified unveiled upheld upvoted urged vacillated
    validated vented verbalised verbalized vetted vied vilified vindicated vocalised
    vocalized vociferated voiced voted vouched vowed wailed waived warned wavered waxed
    weighed welched welcomed whined whinged whooped willed winced winked wished wowed
    yammered yapped yearned yelled yelped yielded yowled zapped zinged
    """
)


def is_deed(past: str) -> bool:
    """Is this form in -ed something done with the hands or with a machine: rebooted, calibrated?

    One in the table, one with a prefix before it, one in -ised, -ified or -ated, or a short one:
    the verbs of mind and speech among those are known.
    """
    if past in DONE:
        return True
    if past in _MINDS or not past.endswith("ed"):
        return False
    short = len(_SYLLABLE.findall(past.removesuffix("ed"))) == 1
    prefixed = any(past.startswith(one) and past[len(one) :] in DONE for one in _BEFORE)
    return short or prefixed or past.endswith(_MADE)
