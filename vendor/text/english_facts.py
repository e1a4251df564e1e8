"""What people do with their hands and days, in the past: English verbs of plain fact.

A verb in -ed that neither stands here nor in english_verbs.py may say what a person decided.
"""


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
