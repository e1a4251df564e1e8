"""Words that make a sentence a lasting instruction, in the languages that attribution knows.

A row is a language: patterns over folded words, separated by spaces, on a sentence's own words.
Short on purpose: a missing word leaves one constraint to the host's own summary, a wrong one costs
a line of it. A bare imperative (`deploy it`) is a task and no constraint.
"""

from ..text import lazy

# Where a never or always tells what was, and binds nobody.
TOLD = lazy.regex(
    r"\b(?:have|has|had|was|were|did|been|'ve|'d|knew|thought|saw|heard|ve) (?:never|always)\b"
    r"|\bi (?:never|always) (?:\w+ed|knew|thought|saw|heard|said|got|had|was|did|went|came)\b"
    r"|\b(?:never mind|nevermind|not always|as always|don't (?:know|think|worry|mind|remember"
    r"|understand|see)|dont (?:know|think|worry|mind)|do not (?:know|think|remember|understand))\b"
    r"|\b(?:habe|hat|haben|hatte|war) (?:noch )?(?:nie|immer)\b|\b(?:ai|as|a|avons) (?:jamais"
    r"|toujours)\b|\bich weiß nicht\b|\bje ne sais pas\b|\bno s[eé]\b"
)

_SPACED = (
    # English
    r"never (?:\w+)",
    r"always (?:\w+)",
    r"(?:only|just) (?:use|run|write|deploy|touch|change|edit|commit|push|install|work|answer)",
    r"(?:use|run|write|answer|reply|deploy|touch|change|edit|stick to|work with) only",
    r"(?:do not|don't|dont) (?:ever )?(?:\w+)",
    r"(?:must|shall|may|should|can)(?: not|n't)? (?:only|never|always|not)",
    r"(?:must|mustn't|musn't) (?:\w+)",
    r"(?:is|are) (?:not allowed|forbidden|not permitted|off limits|off-limits)",
    r"(?:no more than|at most|at least|nothing (?:over|above|beyond)) (?:\w+)",
    r"(?:from now on|under no circumstances|in any case|whatever happens)",
    r"make sure|be sure to|stick to|stay away from|keep (?:it|them|everything|all) (?:\w+)",
    r"(?:avoid|without) (?:using|touching|changing|adding|breaking)",
    # German
    r"(?:nie|niemals|keinesfalls|auf keinen fall|immer nur|ausschließlich)",
    r"(?:nur|immer) (?:mit|noch|auf|in|über)",
    r"(?:benutz|benutze|verwende|nimm|nutze|schreib|schreibe) (?:nur|immer|nie|kein\w*)",
    r"(?:darf|dürfen|darfst|soll|sollst|sollen) (?:\w+ ){0,4}(?:nicht|nie|nur|kein\w*)",
    r"(?:muss|müssen|musst) (?:\w+)",
    r"ab (?:jetzt|sofort)",
    # French
    r"(?:ne|n'\w+) .{0,30}?jamais|jamais (?:\w+)|toujours (?:\w+)",
    r"(?:utilise|utilisez|emploie|prends) (?:uniquement|seulement|que)",
    r"(?:uniquement|seulement) (?:\w+)|(?:il ne faut pas|il faut|interdit de|désormais)",
    r"ne (?:\w+) (?:pas|que)",
    # Spanish
    r"(?:nunca|jamás|siempre) (?:\w+)|(?:usa|use|usar|utiliza) (?:solo|sólo|solamente)",
    r"(?:solo|sólo|solamente) (?:usa|usar|con|en)|no (?:debes|debe|puedes|hay que|se puede)",
    r"(?:está prohibido|a partir de ahora|de ahora en adelante|en ningún caso)",
    # Portuguese
    r"(?:nunca|jamais|sempre) (?:\w+)|(?:só|somente|apenas) (?:use|usa|usar|com|em)",
    r"(?:use|usa|usar) (?:só|somente|apenas)|não (?:pode|deve|podes|deves)|a partir de agora",
    # Italian
    r"(?:mai|sempre) (?:\w+)|(?:non) .{0,30}?mai|(?:usa|usare|usate) (?:solo|soltanto|sempre)",
    r"(?:solo|soltanto) (?:usare|con)|non (?:devi|deve|si deve|puoi)|d'ora in poi",
    # Dutch
    r"(?:nooit|altijd|uitsluitend) (?:\w+)|(?:\w+) (?:nooit|altijd)|gebruik (?:alleen|enkel)",
    r"(?:alleen|enkel) (?:met|op|in)|(?:mag|mogen|moet|moeten) (?:\w+)|vanaf nu",
    # Catalan, Romanian
    r"(?:mai|sempre) (?:\w+)|fes servir (?:només|sempre)|només (?:fes|usa)|a partir d'ara",
    r"(?:niciodată|niciodata|întotdeauna|mereu) (?:\w+)|(?:folosește|foloseste) (?:doar|numai)",
    r"(?:doar|numai) (?:folosește|cu)|de acum înainte|nu (?:ai voie|trebuie)",
    # Swedish, Norwegian, Danish, Finnish
    r"(?:aldrig|aldri|alltid|altid) (?:\w+)|(?:använd|bruk|brug) (?:bara|endast|kun|bare)",
    r"(?:bara|endast|kun|bare) (?:använd|bruk|brug)|(?:får|må|skal|ska) (?:inte|ikke|aldrig|aldri)",
    r"från och med nu|fra nå av|fra nu af",
    r"(?:älä|älkää|aina|koskaan) (?:\w+)|käytä (?:vain|aina)|vain (?:\w+)",
    # Polish, Czech, Hungarian
    r"(?:nigdy|zawsze) (?:\w+)|(?:używaj|użyj) tylko|tylko (?:używaj|z)|nie (?:wolno|możesz)",
    r"od teraz|(?:nikdy|vždy|vzdy) (?:\w+)|(?:používej|použij) (?:jen|pouze)|(?:jen|pouze) (?:\w+)",
    r"(?:soha|mindig) (?:\w+)|(?:csak|kizárólag) (?:\w+)|mostantól",
    # Turkish, Vietnamese, Indonesian
    r"(?:asla|her zaman|daima) (?:\w+)|(?:sadece|yalnızca) (?:\w+)|bundan sonra",
    r"(?:không bao giờ|đừng|luôn|luôn luôn|chỉ dùng|chỉ được) (?:\w+)|từ giờ",
    r"(?:jangan|selalu|hanya) (?:\w+)|mulai sekarang|tidak boleh",
    # Russian, Ukrainian, Greek
    r"(?:никогда|всегда|только) (?:\w+)|(?:\w+) только|нельзя|запрещено|отныне|с этого момента",
    r"(?:ніколи|завжди|лише|тільки) (?:\w+)|(?:\w+) (?:лише|тільки)|не можна|відтепер",
    r"(?:ποτέ|πάντα|μόνο) (?:\w+)|(?:\w+) (?:μόνο|ποτέ)|από εδώ και πέρα|απαγορεύεται",
    # Arabic, Persian, Hebrew, Hindi
    r"(?:دائما|دائمًا|أبدا|أبدًا|فقط)|لا (?:ت\w+)|يجب|ممنوع",
    r"(?:هرگز|همیشه)|نباید|باید",
    r"(?:תמיד|לעולם|אף פעם|רק|אסור|חייב\w*)",
    r"(?:हमेशा|कभी|केवल|सिर्फ|मत)",
)
SPACED = lazy.regex(r"(?<![\w'])(?:" + "|".join(_SPACED) + r")(?![\w'])")
RUNS = lazy.regex(
    "(?:永远|永遠)不|(?:绝|絕)(?:不|对不|對不)|从不|不要|别再|不得|不准|禁止|必须|必須|只能|只用|只准"
    "|(?:总是|總是|一律|务必|務必)|不许|不許"
    "|絶対に|決して|必ず|常に|だけを?使|のみ|しないで|してはいけ|しては駄目|禁止"
    "|절대|항상|반드시|만 ?(?:사용|써)|하지 ?마|금지"
    "|ห้าม|อย่า|เสมอ|เท่านั้น|ต้อง"
)
