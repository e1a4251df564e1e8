"""How an assistant says that something was saved, or will be remembered, in several languages.

A table of forms, one a line, for sentences that are folded (lower case, no accents, straight
apostrophes). A form is a claim; a stop anywhere in the sentence takes it back: a question, an
offer, a condition, a denial, or what was done before. Saving a file is no such claim: it must be
said that it went into a memory, or is kept for a time to come.
"""

from collections.abc import Iterator

from . import lazy, quote
from .blocks import blocks
from .stance import Reading
from .tokens import fold

_DID = (
    r"(?:saved|stored|noted|recorded|added|written|wrote|logged|committed|memorized|memorised|put|"
    r"kept|remembered|filed)"
)
_STORE = (
    r"(?:(?:my|your|our|the|persistent|long-term|hermes'?|agent)\s+){0,3}"
    r"(?:memory|memories|memory (?:file|store)|brain)(?![\w-]|\.\w)"
)
_LATER = (
    r"for (?:next time|later|the future|future (?:sessions?|conversations?|chats?|reference|use)|"
    r"our next (?:session|chat|conversation))"
)
_THEM = r"(?:that|this|it|them|these|those)"
_I = r"(?:i(?:'ve| have)?|we(?:'ve| have)?)(?: (?:just|now|also|gone ahead and)){0,2}"
_IS = r"(?:it|that|this|everything)(?:'s| is| has been| was)(?: (?:now|just|been|safely)){0,2}"
_OPEN = r"^(?:(?:ok|okay|done|got it|sure|alright|all right|great|perfect)\W+){0,2}"

# English; then German, Dutch, French, Spanish, Portuguese, Italian, Polish, Russian; then those
# that are written without spaces.
_FORMS = lazy.regex(
    "|".join(
        (
            rf"\b(?:{_I}|{_IS}) {_DID}\b.{{0,80}}?\b(?:to|into) {_STORE}",
            rf"\b{_I} {_DID} {_THEM}(?: down)? in {_STORE}\W*$",
            rf"\b{_I} {_DID}\b.{{0,80}}?\bin (?:my|your) (?:long-term )?memory\b",
            rf"\b{_IS} {_DID} in {_STORE}\W*$",
            rf"\b(?:{_I}|{_IS}) (?:saved|noted|recorded|remembered|memorized|written down)\b"
            rf".{{0,60}}?{_LATER}",
            rf"{_OPEN}{_DID}(?: {_THEM})?(?: down)?(?:,)? (?:to|in|into) {_STORE}",
            rf"{_OPEN}(?:saved|noted|remembered)(?: {_THEM})?,? {_LATER}",
            rf"{_OPEN}(?:remembered|memorized)\W*$",
            r"\bi(?:'ll| will| shall)(?: (?:now|always|definitely|certainly|be sure to|"
            r"make sure to)){0,2} remember\b",
            rf"\bi(?:'ll| will) keep .{{1,40}} in mind\b.{{0,20}}?(?:{_LATER}|going forward)",
            r"\bi(?:'ve| have) (?:made|taken) (?:a|an) (?:mental )?note (?:of|that)\b",
            rf"\b{_I} updated {_STORE}(?=\W*$|[,.;:]| with\b| to\b| so\b| accordingly)",
            rf"{_OPEN}(?:memory|memories) (?:has been |have been |is )?(?:updated|saved)\b",
            # German
            r"\b(?:ich habe?|habe? ich|das (?:ist|wurde)|es (?:ist|wurde)) .{0,60}?"
            r"(?:gemerkt|(?:im|in (?:meinem|deinem|dein|den?)) "
            r"(?:gedachtnis|speicher|erinnerungen)\b"
            r".{0,20}(?:gespeichert|abgelegt|notiert|festgehalten))",
            r"\bich (?:merke?|werde) (?:es |das |dies )?mir "
            r".{0,40}?(?:merken|fur (?:das )?nachste|\W*$)",
            r"^\W*(?:gemerkt|ist gemerkt|notiert fur (?:das )?nachste mal)\b",
            # Dutch
            r"\bik (?:heb|zal|ga) .{0,60}?(?:onthouden|in (?:mijn|het) geheugen "
            r"(?:opgeslagen|bewaard|gezet))",
            # French
            r"\bj'ai (?:bien )?(?:enregistre|note|memorise|sauvegarde|ajoute|retenu)\b.{0,60}?"
            r"(?:memoire|prochaine fois|la suite|l'avenir|plus tard)",
            r"\bj'ai (?:bien )?(?:memorise|retenu)\b|\bje m'en souviendrai\b"
            r"|\bje (?:le |m'en )?(?:retiens|retiendrai)\b",
            r"^\W*(?:c'est )?(?:note|enregistre|memorise) (?:dans|en) (?:ma |la )?memoire",
            # Spanish
            r"\b(?:he|lo he|la he) (?:guardado|anotado|registrado|memorizado)\b.{0,60}?"
            r"(?:memoria|proxima vez|el futuro|mas adelante)",
            r"^\W*(?:guardado|anotado|memorizado) (?:en|para) (?:mi |la )?"
            r"(?:memoria|proxima vez|el futuro)",
            r"\b(?:lo|la|los|las)? ?recordare\b"
            r"|\blo tendre en cuenta para (?:la proxima|el futuro)",
            # Portuguese
            r"\b(?:guardei|salvei|anotei|registrei|registei|memorizei)\b.{0,60}?"
            r"(?:memoria|proxima vez|o futuro|mais tarde)",
            r"\b(?:vou (?:me )?lembrar|lembrar-me-ei)\b",
            # Italian
            r"\b(?:ho|l'ho) (?:salvato|annotato|memorizzato|registrato)\b.{0,60}?"
            r"(?:memoria|prossima volta|il futuro)",
            r"\b(?:me lo|me la|lo) ricordero\b|^\W*(?:salvato|memorizzato) (?:in|nella) memoria",
            # Polish
            r"\b(?:zapisalem|zapisalam|zapamietalem|zapamietalam|zanotowalem|zanotowalam)\b"
            r"(?:.{0,60}?pamieci|.{0,60}?przyszlosc|\W*(?:to|te)?\W*$)|\bzapamietam\b",
            # Russian
            r"\bя (?:это )?запомнил[аи]?\b|\b(?:я )?(?:это )?запомню\b"
            r"|\bсохранил[аи]?\b.{0,40}?\b(?:памят[ьи]|будущее)\b"
            r"|^\W*(?:сохранено|записано) в памят",
            # Chinese, Japanese, Korean
            r"(?:已|已经|我)(?:经)?.{0,12}?(?:保存|存入|记录|写入|添加|加入|存).{0,6}?(?:到|在|进|入)?.{0,6}?记忆",
            r"(?:我|已经|已)(?:会|已经|已)?记住(?:了|这|你|您|。|$)",
            r"(?:メモリ|記憶|メモリー)に.{0,8}?(?:保存|記録|追加)し(?:ました|ておきました)"
            r"|覚えて?(?:おきます|おきました|ました)",
            r"(?:메모리|기억)에 (?:저장|기록|추가)(?:했|하였|해 두었)"
            r"|기억(?:하겠|해 두겠|해 두었|할게)",
        )
    )
)
_STOPS = lazy.regex(
    "|".join(
        (
            r"\?\W*$|？",
            r"\b(?:not|never|cannot|unable|failed|without|nothing|neither|no longer)\b|n't\b",
            r"\b(?:if|unless|once you|when you|before i|should i|shall i|can i|may i|let me know|"
            r"would|could|want me|like me|you can|you may|please|whether)\b",
            r"\b(?:already|earlier|previously|before|last (?:time|week|month)|yesterday)\b",
            r"\b(?:nicht|kein|keine|nie|wenn|falls|soll|bereits|schon|konnte|kann)\b",
            r"\b(?:niet|geen|nooit|als je|zal ik|wil je)\b",
            r"\b(?:ne|n'ai|pas|jamais|si (?:vous|tu)|voulez|veux-tu|deja)\b",
            r"\b(?:no|nunca|ya|si quieres|quieres|nao|nunca|se quiser|quer que|ja)\b",
            r"\b(?:non|mai|se vuoi|vuoi che|gia|nie|jesli|czy|juz)\b",
            r"\b(?:не|если|хотите|уже)\b",
            r"没有|没能|无法|不能|未能|没|不会|如果|要不要|是否|之前|ません|でき|もし|ましょうか|ますか"
            r"|않|못|없|면 |까요",
        )
    )
)
_QUOTED = lazy.regex(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」")
_SHOWN = frozenset({"code", "quoted"})  # somebody else's words
LONGEST = 400  # characters of a sentence that is looked at


def claims_of_saving(text: str) -> Iterator[str]:
    """The sentences of an assistant's message that say something was kept, as they stand."""
    for block in blocks(text):
        for start, end in Reading(block).touched(0, len(block.text)):
            if end <= start:
                continue
            first, last = block.at[start], block.at[end - 1] + 1
            sentence = text[first:last].strip()
            if is_claim(sentence) and _SHOWN.isdisjoint(quote.flags_of(text, first, last)):
                yield sentence


def is_claim(sentence: str) -> bool:
    """Whether a sentence says that something was saved or will be remembered."""
    told = _QUOTED.sub(" … ", sentence[:LONGEST])
    folded = fold(told.replace("’", "'")).strip(" *_#->\t")
    return bool(_FORMS.search(folded)) and not _STOPS.search(folded)
