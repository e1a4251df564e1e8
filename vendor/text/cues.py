"""Words that turn a statement into something else, in the languages we can tell.

Each table holds folded text (fold.py). A word that means something else in another language
(`no`, `nu`, `se`, `en`) is listed only where stance.py can tell which one is meant. Tables are
short on purpose: a missing word lets a flagged quote pass as a plain one, a wrong word asks the
person to say a thing again. Order in a table means nothing.
"""

from . import lazy


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


def _any(*parts: str) -> str:
    return "(?:" + "|".join(parts) + ")"


# A word of these before the quote, in the same clause, turns it round.
NEGATORS = _words(
    "not no never none nobody nothing nowhere neither nor cannot cant dont wont doesnt didnt isnt",
    "arent wasnt werent shouldnt couldnt wouldnt hasnt havent hadnt aint hardly barely scarcely",
    "seldom rarely lest unlikely untrue refuse refuses refused refusing deny denies denied denying",
    "doubt doubts doubted disagree disagreed forbid forbade reject rejects rejected nope",
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder nein",
    "keinesfalls keineswegs verweigere bezweifle",
    "ne pas jamais rien aucun aucune non",
    "nunca jamás tampoco nadie ningún ninguna ninguno",
    "não nem ninguém nenhum nenhuma jamais",
    "nessuno nessuna nessun mica né rifiuto",
    "niet geen nooit niets",
    "inte aldrig ingen inga inget icke ikke ikkje aldri intet",
    "emme ette eivät älä älkää",
    "не нет ни никогда нельзя никто ничего ніколи немає нема нито",
    "nigdy żaden żadna",
    "není nechci nechceme nechce nebudu nebudeme nebude nejsem nejsme nemůžu nemůžeme nikdy nemám",
    "nije nisam nismo neću nećemo nikad nikada nemamo",
    "değil yok hayır asla",
    "nem soha sem nincs",
    "δεν δε μην μη όχι ποτέ ούτε",
    "không chưa chẳng đừng chớ",
    "tidak bukan jangan belum takkan nggak enggak",
    "hapana sitaki hatutaki siwezi hatuwezi",
    "لا لم لن ليس ليست لسنا لست أبدا",
    "לא אין מעולם אינני איננו אינו אינה",
    "नहीं मत",
    "نه نیست هرگز",
    "안 못",
)
# The same word says something else in a neighbouring language: what must stand in the message.
_FINNISH = r"[äö].*(?:ssa|ssä|lla|llä|lle|mme|aan|ään)\b|\bminä\b"
ONLY_WITH = {
    "en": lazy.regex(_FINNISH),
    "ei": lazy.regex(_FINNISH),
    "nu": lazy.regex(r"[ășțşţ]"),
    "ni": lazy.regex(r"\b(?:el|los|que|una|quiero|queremos|le|les|je|nous|on)\b"),
    "se": lazy.regex(
        r"\b(?:il|gli|che|di|per|noi|não|uma|um|vamos|nós|você|estiver|puder|quiser|houver|tiver|for|ao)\b"
        r"|[ãõ]|\bà\b|\bse (?:o|a|os|as|ele|ela|eles|eu|la|lo|le|i)\b"
    ),
}
# And where a negator is none: `no centro de Lisboa` is in the centre.
UNLESS_WITH = {
    "no": lazy.regex(r"[ãõ]|\b(?:moramos|em|uma|ao|da|das|dos|pela)\b.*\b(?:em|uma|ao|da|de|com)\b")
}
# Right before the quote only.
TURNS_NEXT = lazy.regex(
    _any(
        "without", "instead of", "rather than", "against", "avoid(?:ed|ing)?", "stop(?:ped|ping)?",
        "quit(?:ting)?", "opposed to", "far from", "anything but", "fail(?:ed|s)? to", "ohne",
        "statt", "anstatt", "gegen", "sans", "au lieu de", "contre", "sin", "en vez de", "contra",
        "sem", "em vez de", "senza", "invece di", "contro", "zonder", "in plaats van", "utan",
        "uden", "uten", "без", "вместо", "против", "bez", "zamiast", "tanpa",
    )
    + r"(?: (?:to|the|that|ever|zu|de|di|te|att|at|å))?\s*$"
)  # fmt: skip
TURNS_WHAT_FOLLOWS = lazy.regex(r"\b(?:false|wrong|untrue|a lie|nonsense|a myth) (?:that|to say)\b")
# Negators that negate nothing.
IDIOMS = lazy.regex(
    r"\b"
    + _any(
        r"no (?:problem|worries|doubt|wonder|question|matter|kidding|thanks?(?: you)?)",
        r"no\.? ?\d+", "not (?:only|just|merely|to mention|bad)", "never ?mind", "why not",
        r"(?:do not|don't|dont|never|won't|must not|mustn't|not to|not) (?:forget|worry)",
        r"(?:can't|cannot|cant) (?:wait|help)", "(?:whether )?or not", "couldn't agree more",
        "last but not least", "nicht (?:nur|vergessen)", "warum nicht", "pas (?:seulement|mal)",
        r"n'oubli\w+ pas", r"no (?:sólo|solo|olvid\w+|te preocupes)",
        r"não (?:só|apenas|se esque\w+|esque\w+)", r"non (?:solo|dimentic\w+)",
        r"niet (?:alleen|vergeten)", "не (?:только|забудь|забывай|забудьте)",
    )
    + r"\b"
)  # fmt: skip
# Chinese negates the word that follows; the letters also stand inside other words.
HAN_NEGATION = lazy.regex(
    "(?<![差对對来來了])不(?![过過错錯久仅僅但同管论論少如断斷安便满滿])(?!得不)"
    "|[没沒](?!关系|關係|问题|問題)|未(?![来來婚])|[无無]法|[并並絕绝决決]非|毫[无無]"
    "|(?<![特分区區类類级級性个個告識识鉴鑑差辨派])[别別](?![人的处處墅名])"
    "|休想|拒[绝絕]|反[对對]|否[认認]|禁止|[勿莫](?!名)"
)
SOUTH_NEGATION = lazy.regex("ไม่(?!ใช่แค่|เพียง)|อย่า|ห้าม|ບໍ່(?!ພຽງ)|ຢ່າ|មិន|អត់|កុំ|គ្មាន")
# After the quote, in the same clause: languages that negate the verb at its end.
NEGATES_BEFORE = lazy.regex(
    r"\b(?:nicht|nie|niemals|auf keinen fall|keinesfalls|keineswegs|niet|nooit|inte|aldrig|ikke"
    r"|aldri|ikkje|değil|yok)\b|नहीं|मत\b|\bنمی\w+|\bنخواه\w+|\bنیست"
    r"|\b\w+m[iıuü]yor\w*|\b\w+m[ae]yaca[ğk]\w*|\b\w+m[ae]yece[ğk]\w*"
    r"|않|없|못|아니|지 ?(?:마|말)"
    r"|(?<![少危切])ない(?!か)|なかった|ません(?!か)|(?<![必先まは])ず(?:に|$)|わけがな|つもりはな"
    r"|ဘူး|မဟုတ်|ទេ"
)
# What looks like that and says must or perhaps.
NEGATES_NOTHING = lazy.regex(
    "かもしれ(?:ない|ません)|(?:なければ|なくては|ないと)(?:ならない|なりません|いけない|いけません)?"
    "|に違いない|しかない|しかありません|じゃないか|すみません|間違いな|지 ?않을까|아니라"
)
NEXT_WORD = _words(
    "not never nicht niet pas jamais inte ikke не нет não nunca non değil nem tidak bukan"
)
DENIED_AFTER = lazy.regex(
    r"\s*(?:(?:is|was|are|were|would be)(?:n't| not| never)?|'s not) "
    r"(?:true|right|correct|false|untrue|wrong|nonsense|a lie|out of the question|the plan)\b"
    r"|\s*(?:is|was|are|were)(?:n't| not)\b"
)
# A new clause: what was negated before does not reach behind it.
CLAUSE = lazy.regex(
    r"(?P<comma>[,，،])|[;؛；()\[\]]| - |(?<=\bno):|(?<=\bnope):|(?<=\bnein):|(?<=\bнет):|"
    r"\b(?:but|however|because|although|though|whereas|while|since|therefore|otherwise|aber"
    r"|sondern|weil|obwohl|mais|parce que|pero|sino|porque|aunque|porém|però|perché|maar|omdat"
    r"|eftersom|fordi|но|потому что|ale|lecz|ponieważ|ama|fakat|çünkü|tapi|tetapi|karena|nhưng"
    r"|لكن|אבל|लेकिन)\b"
    r"|但是?|可是|不过|不過|因为|因為|所以|而是|、|けど|けれど|でも|しかし"
    r"|\b(?:and|or|so|then|if|until|when|before|after|und|oder|et|ou|y|e|en|of|og|och|и)\b"
    r"(?= (?:i|we|you|he|she|they|it|let|let's|i'm|we're|i'll|we'll|ich|wir|er|sie|es|je|nous|on|il"
    r"|elle|yo|nosotros|ella|eu|nós|ele|ela|io|noi|ik|wij|hij|jag|vi|jeg|я|мы|он|она)\b)"
)
# On the right side any conjunction ends what belongs to the quote.
CLAUSE_RIGHT = lazy.regex(
    CLAUSE.pattern
    + r"|\b(?:and|or|und|oder|et|ou|y|o|e|en|of|og|och|eller|и|или|i|ve|veya|dan|atau)\b"
    + r"|고(?:,| (?!싶))"
)
LISTED = lazy.regex(r"[^;.!?]{0,200}?[, ](?:or|nor|oder|noch|ou|ni|nem|né|или|ani|eller) ")
SUBJECTS = _words(
    "i we you he she they it there this that the my our let let's please i'm we're i'll we'll",
    "ich wir du er sie es das der die je nous tu il elle on le la les yo nosotros el los las",
    "eu nós ele ela o a io noi ik wij jij hij het de я мы ты он она 我 我们 我們",
)

# Conditions, anywhere in the sentence.
CONDITIONS = lazy.regex(
    r"\b"
    + _any(
        "if", "unless", "provided(?: that)?", "providing", "assuming", "supposing", "in case",
        r"once (?!a\b|again|more|per|every|in\b|upon)[^.,]{4,60}? (?:will|we'll|i'll|shall)",
        "as long as", "on (?:the )?condition", "only when", "depending on", "wenn", "falls",
        "sofern", "vorausgesetzt", "à condition", "à moins", "pourvu que", "siempre que",
        "a menos que", "con tal de", "desde que", "a não ser", "qualora", "a patto", "a meno che",
        "indien", "mits", "tenzij", "ifall", "förutsatt", "hvis", "dersom", "jos", "mikäli",
        "если", "при условии", "якщо", "jeśli", "jeżeli", "gdyby", "pokud", "jestli", "kdyby",
        "ukoliko", "εάν", "αν", "dacă", "eğer", "şayet", "nếu", "jika", "kalau", "apabila",
        "kung", "ikiwa", "إذا", "لو", "אם", "אילו", "अगर", "यदि", "اگر", "만약", "만일",
    )
    + r"\b|如果|假如|假若|要是|倘若|除非|只要|的话|的話|もし|たら(?=[、。\s]|[^ぁ-ん])"
    r"|なら(?=[、ば])|(?<!なけ)れば|場合|(?:으|하|되|다|가|오|주|시)면(?=[\s,])"
    r"|ถ้า|หาก|ຖ້າ|ប្រសិនបើ|បើ|လျှင်|ရင်"
)  # fmt: skip
# They set no condition for what stands beside them.
NO_CONDITIONS = lazy.regex(r"\b(?:let (?:me|us) know|even|as) if\b|\bauch wenn\b|\bmême si\b")
# A question inside a sentence: it makes uncertain what follows, not what stands before it.
INDIRECT = lazy.regex(
    r"\b(?:wonder(?:ing)?|ask(?:ed|ing)?|sure|unsure|see|know|decide|check|tell|curious|idea) if\b"
)
# Only as the first word of a clause: elsewhere they mean something else.
CONDITIONS_FIRST = lazy.regex(r"(?:^|[,;:(] ?)(si|se|als|om|ha|caso) (?!ha\b)")
INVERTED_CONDITION = lazy.regex(
    r"^(?:should|had|were) (?:i|we|you|he|she|it|they|there|the|this|that|my|our)\b[^?]*,"
)

# Words of somebody else, or of nobody.
HYPOTHETICAL = lazy.regex(
    r"(?:^|[.,;:!?(] ?|\b(?:let's|lets|us|just|please|now|so|ok|and|but|or) )(?:imagine|pretend)\b"
    r"|\b"
    + _any(
        "hypothetically", "let's say", "lets say", "let us say", "what if",
        "say we", "for the sake of argument", r"suppose (?:i|we|you|he|she|they|that|for)",
        "stell dir vor", "angenommen", "nehmen wir an", "imagin(?:e|ons|ez|a|emos|emos que)",
        "supongamos", "suponhamos", "supponiamo", "mettiamo che", "stel dat", "представь",
        "предположим", "допустим", "wyobraź", "załóżmy", "tänk dig", "farz et",
    )
    + r"\b|假设|假設|想象一下|想像一下|仮に|例えば|가정"
)  # fmt: skip
SAID = (
    r"(?:said|says|saying|told|tells|wrote|writes|claimed|believed|believes|argued|argues|insists"
    r"|insisted|announced|announces|mentioned|replied|answered|suggested|suggests|proposed"
    r"|reckons|thinks|explained|promised|warned|warns|recommended|recommends|texted|emailed"
    r"|(?:claims|states|stated|reports|reported|thought) that)(?! (?:about|of)\b)"
)
REPORTED = lazy.regex(
    r"\b"
    + _any(
        SAID, "(?:puts?) it", "(?:convinced|certain|sure|adamant|confident|of the opinion) that",
        "(?:maintains|feels|assumes|expects|suspects|hopes|fears|swears|denies|alleges)"
        r"(?= (?:that|we)\b)",
        "(?:affirme|prétend|pense|croit|raconte|soutient|assure|annonce|explique|estime) qu[e']",
        "(?:dice|pensa|crede|sostiene|afferma|ritiene|assicura|spiega) che",
        "(?:afirma|cree|piensa|asegura|sostiene|opina|explica|insiste en) que",
        "(?:afirma|acha|acredita|pensa|garante|sustenta|explica) que",
        "beweert", "beweerde", "denkt dat", "vindt dat", "meent dat", "påstår", "tror att",
        "tycker att", "påstår at", "tror at", "mener at", "twierdzi", "uważa", "sądzi", "tvrdí",
        "утверждает", "считает", "полагает", "думает", "стверджує", "вважає", "glaubt", "findet",
        "sagt", "sagte", "meint", "meinte", "behauptet", "behauptete",
        "erzählt", "erzählte", "schrieb", "schreibt", r"(?:a|m'a|ont) dit", "dit que", "dijo",
        "dice que", "dicen que", "escribió", "disse", "diz que", "dizem que", "escreveu",
        "ha detto", "zei", "zegt", "säger", "sade", "sagde", "siger", "sier", "сказала?",
        "сказали", "говорит", "говорят", "пишет", "написала?", "powiedziała?", "mówi",
        "řekla?", "říká", "rekao", "rekla", "kaže", "dedi", "söyledi", "diyor", "mondta",
        "είπε", "λέει", "nói rằng", "bảo rằng", "kata", "mengatakan", "alisema", "قال", "قالت",
        "يقول", "تقول", "אמר", "אמרה", "אומר", "אומרת", "گفت", "ने कहा",
    )
    + r"\b|(?<!我)(?<!我[们們])(?<![来來小以该該如是理用要话話再没沒虽雖得])"
    r"[说說](?![明服法实實真不到起得话話])|声称|聲稱|表示|告[诉訴]"
    r"|と(?:言|い)(?:った|って|いました|います|う)|(?:다|라)고 (?:했|말|하|한|전)"
    r"|บอกว่า|พูดว่า|กล่าวว่า|ເວົ້າວ່າ|និយាយថា"
)  # fmt: skip
# What the person only heard is not theirs, whoever heard it.
HEARSAY = lazy.regex(
    r"\b"
    + _any(
        "(?:i|we|i've|we've|have|had|just) heard", "rumou?r has it", "supposedly", "allegedly",
        "reportedly", "according to",
        r"(?:was|were|been|am|is|are) told", "i read that", "laut", "angeblich", "selon",
        "d'après", "según", "segundo [oa]", "secondo (?:il|la|lui|lei)", "volgens", "enligt",
        "ifølge", "по словам", "według", "podle", "göre", "szerint", "σύμφωνα με", "theo lời",
        "menurut", "وفقا", "לפי", "के अनुसार",
    )
    + r"\b|据说|據說|听说|聽說|によると|だそうです|とのこと|らしい|에 따르면|말로는|말에 의하면"
)  # fmt: skip
# Who says so is the person: then it is no report.
OWN_VOICE = lazy.regex(
    r"(?:^|[\s,;:(])(?:i|we|i've|we've|i'd|ich|wir|j'ai|je|nous|yo|nosotros|eu|io|noi|ik|wij|jag|vi"
    r"|jeg|я|мы|ja)(?: [^\W\d][\w']*){0,2} $|\b(?:as|that|having)(?: already| just)? $"
)
# Behind it the sentence starts anew for whoever speaks.
CONTRAST = lazy.regex(r";|\b(?:but|however|aber|sondern|pero|mais|però|maar|но|ale)\b|但是?|可是")
# A report that stands behind the quote: `…, says the landlord`.
REPORTED_AFTER = lazy.regex(
    rf"[\s,\"'()-]+(?:[^\W\d]+ ){{0,3}}?{SAID}\b(?! i\b)"
    r"|[\s,\"'(-]+(?:according to|laut|selon|según|segundo|secondo|volgens|enligt|ifølge|göre)\b"
    r"|[\s,\"']+(?:sagt|meint|sagte|meinte|dit|dijo|dice|disse|zei|zegt|säger|сказал)\b"
)
# A text to work on, introduced with a colon, is not a statement.
MATERIAL = lazy.regex(
    r"(?:\b(?:translate|translation|rephrase|reword|rewrite|proofread|spell-?check|summari[sz]e"
    r"|paraphrase|correct (?:this|the|my)|grammar|caption|tagline|slogan|headline|lyrics|draft"
    r"|compose|(?:reply|answer|respond) with|write (?:a|an|the|me|to|this)|example|for instance"
    r"|e\.g\.|test sentence|sample|dummy|placeholder|fiction|story|novel|scene|script|dialogue"
    r"|übersetze?|korrigiere|beispiel|traduis|traduisez|corrige|exemple|traduce|traducir|ejemplo"
    r"|traduz|traduza|exemplo|traduci|esempio|vertaal|voorbeeld|översätt|exempel|переведи|перевод"
    r"|исправь|пример|przetłumacz|przykład|çevir|terjemahkan|contoh)\b"
    r"|翻译|翻譯|改写|润色|例如|例句|比如|翻訳|例文|번역|예문|예시|แปล|dịch)"
    r"[^.!?\n]{0,120}:\s*[\"']?\s*$"
)

# A sentence that asks, without a question mark. `Can you …` is a request.
_THEY = "(?:i|we|he|she|it|they|there|this|that|these|those|anyone|my|our|your|his|her|their|the)"
ASKS = lazy.regex(
    "(?:(?:and|but|so|or|well|ok|okay|hey|hi|hm|btw|also|anyway|then|please|now)[,:]? ){0,3}"
    + _any(
        rf"(?:should|shall|can|could|would|does|did|may|might|shouldn't|can't|couldn't) {_THEY}",
        "(?:should|shall|does|did|may|might|shouldn't|didn't|do|don't|have|haven't|are|aren't) you",
        "(?:do|don't|have|haven't|has|hasn't|had|is|isn't|are|aren't|am|was|wasn't|were|weren't"
        "|will|won't|must|wouldn't) (?:i|we|he|she|they)",
        "(?:is|isn't|was|wasn't|will|won't|has|are|were) (?:it|there|this|that|these|those)",
        r"(?:what|why|how|where|who|whom|whose)(?:'s|'re|'d| (?:is|are|was|were|do|does|did"
        r"|should|shall|can|could|will|would|has|have|had|about|many|much|long|often|come|not))",
        "when(?:'s| (?:is|are|was|were|do|does|did|should|shall|can|could|will|would))",
        "what if", "any idea", "any chance", "i wonder (?:if|whether|what|why|how)",
        "est-ce", "qu'est-ce", "czy", "apakah", "האם", "هل", "क्या", "¿",
    )
    + r"(?!\w)"
)  # fmt: skip
ENDS_ASKING = lazy.regex(
    r"(?:[吗嗎]|([^得])[不没沒]\1.{0,12}|(?:ます|です|した|[うるたい]|しょう|ない)か(?:な|ね)?|かしら"
    r"|까요?|[은는인]가요|나요|냐|(?:ไหม|มั้ย|หรือเปล่า|หรือไม่|รึเปล่า|หรือยัง)(?:ครับ|ค่ะ|คะ|นะ)?"
    r"|ບໍ|(?:ဘာ|ဘယ်).{0,40}လဲ|သလား|မလား|ឬទេ|\b(?:phải|hay|được|đúng) không"
    r"|\bm[ıiuü](?:y[ıiuü]z|s[ıiuü]n[ıiuü]z|y[ıiuü]m|d[ıiuü]r)?)[\s。.!！~～]*$|\bли\b"
)
# A full stop behind one of the first ends no sentence, behind one of the second seldom.
TITLES = _words(
    "e.g i.e vs mr mrs ms dr prof st nr vol approx ca z.b d.h u.a bzw ggf evtl p.ex sr sra av т.е"
    " напр np tzn"
)
ABBREVIATIONS = TITLES | _words("etc no usw jr inc ltd dept est min max fig ej т.д inkl")
