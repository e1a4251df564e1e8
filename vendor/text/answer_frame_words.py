"""Words of the frames in which the words of an answer are no answer; answer_frames.py reads them.

The tables have the form of answer_words.py: folded, `_` for a space, a stem ends in `*`.
"""

import re

from . import lazy
from .answer_words import pattern
from .tokens import pieces

# Work on a text: whatever words stand beside it are its material.
TRANSFORM = pattern(
    """
    use_this_as use_that_as subject_line as_a_headline as_a_caption poem_out_of translate
    translated translates translating translation proofread proofreading paraphrase rephrase reword
    rewrite summarize summarise summary spell_check spellcheck spell-check grammar_check
    correct_the_grammar fix_the_grammar shorten_this make_this make_it_sound sound_nicer
    how_do_you_say how_do_i_say how_would_you_say what_does_it_mean repeat_after_me read_aloud
    übersetz* übersetzung korrekturlesen umformulier* formulier* fasse_zusammen wie_sagt_man
    traduc* traduz* tradui* tradu* resumir resuma corrige_este reformul* riassum* riformul*
    comment_dit_on como_se_dice como_se_diz come_si_dice vertal* samenvatt* vat_samen перевед*
    перевод* переформулир* översätt* oversett* oversæt* przetłumacz* tłumacz* çevir* 翻译 翻譯 译成
    譯成 翻成 译为 譯為 改写 改寫 润色 潤色 校对 校對 总结 總結 摘要 造句 怎么说 怎麼說 用英语
    用英文 用德语 訳して 翻訳 英訳 和訳 要約 言い換え 번역 요약 고쳐_써
    """
)
NO_TASK = lazy.regex(r"\btranslation (?:error|mistake|slip)\b|翻译错|翻譯錯|翻訳ミス")
# At the start of a message they ask for a text; what follows is that text.
_COMPOSE = pattern(
    """
    write draft compose reply respond answer_to tell say send post email e-mail mail text message
    type print echo output repeat quote read paste do_not_say do_not_write do_not_tell never_say
    ask inform notify remind sing shout whisper chant spell answer_the answer_him answer_her
    answer_them answer_my forward schreib* verfass* antwort* sag sage sende schick* wiederhol* frag
    erinner* escrib* redact* responde dile diga envía envia manda repite pregunta écris écrivez
    rédige réponds réponse_à dis dites envoie répète demande escreve escreva responda diz_a envie
    repita pergunta scrivi rispondi dillo invia ripeti chiedi schrijf antwoord zeg stuur herhaal
    vraag напиши напишите ответь ответьте скажи скажите отправь повтори спроси skriv svara säg
    skicka svar gjenta napisz odpowiedz powiedz wyślij powtórz yaz söyle gönder yanıtla tekrarla
    """
)
_POLITE = (
    r"^\W*(?:(?:please|pls|ok|okay|hey|hi|now|then|and|so|can you|could you|would you|will you"
    r"|i want you to|i need you to|help me|bitte|por favor|s il te plait|s il vous plait|per favore"
    r"|alsjeblieft|пожалуиста|kannst du|puedes|peux tu|puoi|kun je)\b[, ]*)*"
)
TASK_FIRST = lazy.regex(
    rf"{_POLITE}{_COMPOSE.pattern}(?!:? ?(?:is|was|are|were|changed|error|war|ist|era|est|:))"
)
EAST_TASK = lazy.regex(
    "写[一封个個条條]|寫[一封個條]|回复|回覆|告诉(?!你|您)|告訴(?!你|您)|发[给一]|發[給一]|转告|轉告|跟着我念"
    "|跟我读|重复一遍|念一遍|と(?:書いて|伝えて|言って|返信して)|を(?:書いて|伝えて|送って)"
    "|라고 (?:써|전해|말해|답장|보내)|써 ?줘|보내 ?줘|전해 ?줘"
)
HEARSAY = pattern(
    """
    they_tell_me people_tell_me sounds_like sounds_as apparently supposedly allegedly reportedly
    seemingly rumour rumor rumours rumors hearsay i_heard i_hear we_heard i_was_told we_were_told
    was_told been_told i_read_that i_gather they_say they_said they_claim people_say someone_said
    somebody_said word_is it_is_said it_seems seems_to looks_like it_looks_like it_appears
    from_what_i so_they_say word_has_it angeblich anscheinend scheinbar offenbar ich_habe_gehört
    habe_gehört hab_gehört wie_ich_hörte gehört_habe man_sagt es_heißt sie_sagen gerüchteweise
    gerücht sieht_so_aus wurde_mir_gesagt supuestamente al_parecer por_lo_visto aparentemente
    he_oído oí_que me_dijeron me_contaron me_cuentan me_han_dicho según_dicen se_dice parece_que
    dicen il_paraît il_parait paraît-il parait-il apparemment soi-disant j_ai_entendu on_dit
    on_m_a_dit m_a-t-on_dit il_semble soit-disant supostamente pelo_visto ouvi_dizer ouvi_que
    disseram dizem parece pare pare_che sembra a_quanto_pare apparentemente ho_sentito si_dice
    mi_hanno_detto dicono blijkbaar naar_verluidt kennelijk ik_hoorde heb_gehoord men_zegt
    ze_zeggen якобы говорят слышал слышала вроде_бы похоже кажется по_слухам мне_сказали tydligen
    påstås hörde_att jag_hörde det_sägs visstnok angivelig podobno rzekomo słyszałem słyszałam
    mówią sözde duydum söylendiğine güya
    """,
    r"\b(?<!my )(?:opinion|view|version|claim|guess|impression|belief) (?:is|was) that\b",
    r"\((?:so|per|says|said|via|laut|selon|según|secondo) \w+\)",
    "听说|聽說|据说|據說|据称|據稱|貌似|似乎|有人说|有人說|人家说|他们说|他們說|她们说|大家说|传闻|傳聞"
    "|(?:[だるたう]|(?<!は)い)そうです|だそう|らしい|とのこと|みたい(?:です|だ)|ようです|と聞"
    "|によると|によれば|라던데|다던데|다고 (?:들|하|해|했|말)|라고 (?:들|하|해|했|말)|다고 ?한다"
    "|대요|답니다|소문",
)
_SAYS = pattern(
    """
    says said saying claims claimed claiming insists insisted thinks thought believes believed
    reckons wrote writes texted emailed mentioned mentions told asked asks wonders announced argues
    argued swears knows knew heard remembers sagt sagte meint meinte behauptet behauptete schrieb
    schreibt fragt fragte dice dijo afirma afirmó cree escribió pregunta preguntó a_dit dit_que
    disait affirme prétend pense croit écrit écrivait diz disse acha escreveu acredita ha_detto
    sostiene crede scrive ha_scritto zegt zei beweert denkt schreef vroeg говорит сказал сказала
    сказали утверждает считает думает пишет написал написала säger sade påstår tror skrev sier mówi
    powiedział powiedziała twierdzi napisał napisała dedi diyor söyledi yazdı
    """
)
# Before a verb of speech: who is not somebody else, and what is no one.
NOBODY = pattern(
    """
    i we you just already have had has also never always not to as what it that which was were been
    is are be first once then earlier before ich wir du yo tu je nous vous eu nós io noi ik wij я
    мы ты jag vi jeg ja my ben biz est ist es e war era foi var hat ha a
    """,
    r"\w+ly",
)
REPORT = lazy.regex(rf"(?P<who>\b[^\W\d]+) {_SAYS.pattern}")
EAST_SAYS = lazy.regex(
    r"(?<!我)(?<!我[们們])(?<![来來小以该該如是理用要话話再没沒虽雖得怎么应])"
    r"[说說](?![错錯不实實真好明定清])"
    r"|(?<!我)(?:表示|声称|聲稱|认为|認為|问我|問我|写道|寫道)|(?:さん|君|彼|彼女|部長|社長)[はがも].*"
    r"(?:言|述べ|書い)|と言ってい"
)
SUPPOSED = pattern(
    """
    suppose supposing assume assuming imagine pretend pretending hypothetically for_example
    for_instance let_is_say lets_say what_if as_if would_have might_have may_have if_only whether
    i_wish we_wish i_hope we_hope hopefully hoping i_bet i_doubt wondering i_wonder not_say_that
    not_mean_that nobody_said no_one_said role_play roleplay role-play act_as acting_as play_the
    you_are_a you_are_an you_are_the you_are_my you_are_now in_the_story in_the_novel in_the_film
    in_the_movie in_the_game in_my_dream i_dreamt i_dreamed once_upon just_kidding kidding joking
    just_joking jk as_a_joke fictional angenommen nehmen_wir_an stell_dir_vor stellen_sie_sich_vor
    tu_so tun_wir_so zum_beispiel rollenspiel spiel_den spiel_die du_bist_ein du_bist_der
    du_bist_mein du_bist_jetzt ob hoffentlich ich_hoffe ich_wünschte könnte_sein dürfte nur_spaß
    scherz im_roman hypothetisch imagina imaginemos supongamos suponiendo supón haz_como finge
    por_ejemplo ojalá espero hubiera eres_un eres_una eres_el eres_la es_broma bromeo en_la_novela
    supposons imaginons fais_comme fais_semblant par_exemple j_espère pourvu_que tu_es_un tu_es_une
    tu_es_le tu_es_la je_plaisante dans_le_roman jeu_de_rôle juego_de_rol suponha suponhamos finja
    finge_que por_exemplo tomara oxalá espero_que você_é_um você_é_o brincadeira immagina
    immaginiamo supponiamo mettiamo_che fingi fai_finta per_esempio spero sei_un sei_una sei_il
    scherzo stel_je_voor stel_dat doe_alsof bijvoorbeeld hopelijk ik_hoop zou grapje je_bent_een
    представь представьте предположим допустим притворись сделай_вид например надеюсь ты_теперь
    шутка шучу ли föreställ_dig låtsas till_exempel hoppas du_är_en forestill lat_som for_eksempel
    håper wyobraź załóżmy udawaj na_przykład mam_nadzieję czy żartuję jesteś farz_et diyelim
    örneğin umarım şaka
    """,
    r"\bnot (?:true|the case) that [^;.]*$",
    r"\bwould (?:not )?(?:say|call|claim)\b|^per (?!month|year|day|week)|\bper (?:the|my|our)\b",
    r"\b(?:do|did|does|would) not (?:think|believe|suppose|remember|recall|know)\b",
    r"\b(?:glaube|denke) (?:ich )?nicht\b|\bno (?:creo|pienso)\b|\bne (?:pense|crois) pas\b"
    r"|\bnon (?:credo|penso)\b|\bnao (?:acho|creio)\b"
    r"|не думаю|不认为|不認為|不觉得|不覺得|思いません|思わない",
    # not yet so: `I want it to change`, `they should move it`
    r"\b(?:want|wants|would like|would love|should|shall|ought to|need to|needs to|have to|has to"
    r"|must|can|could|will|let us|going to|plan to|try to) (?:\w+ ){0,3}?(?:change|be changed"
    r"|be moved|move (?:it|this|that|them)|push (?:it|this|that))\b",
    r"\b(?:want|would like|would love) (?:it|this|that|them) to be\b",
    "假设|假設|假如|假装|假裝|扮演|想象|想像|比如|例如|譬如|你是(?!对|對|说|說)|希望|但愿|是否|开玩笑|開玩笑"
    "|逗你|小说里|小說裡|故事里|故事裡|并不是说|要不[就是改]|不如|吧[。!！]*\\s*$|仮に|例えば|ふりをして|になりきって|想像して|だといい|かどうか"
    "|冗談|小説|もし|あなたは|가정|상상해|척해|척하|예를 들|이면 좋|농담|라면|다면|인지",
)
CODE = lazy.regex(
    r"\w\([\"'`]|\w\s*:?=\s*[\"'`]|[\"'`]\s*\)|\{\s*[\"'`]|</?[a-z][\w-]*>"
    r"|^\s*(?:\$|%|>>>|//|/\*)\s"
    r"|^\s*(?:echo|git|curl|printf|sudo|npm|pip|python3?|grep|sed|awk|bash|docker|psql|console)\b"
    r"|^\s*(?:select\b.*\bfrom|insert into|update \w+ set|(?:const|let|var|def|return) \w+ ?[=(])",
    re.M | re.I,
)
_OPEN = '"\N{LEFT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}' + (
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
    "\N{LEFT CORNER BRACKET}\N{LEFT WHITE CORNER BRACKET}"
)
_CLOSE = _OPEN + (
    "\N{RIGHT DOUBLE QUOTATION MARK}\N{RIGHT CORNER BRACKET}\N{RIGHT WHITE CORNER BRACKET}"
)
_LEFT, _RIGHT = "\N{LEFT SINGLE QUOTATION MARK}", "\N{RIGHT SINGLE QUOTATION MARK}"
QUOTED = lazy.regex(
    rf"[{_OPEN}]([^{_CLOSE}]+)[{_CLOSE}]|(?<!\w)['{_LEFT}]([^'{_LEFT}{_RIGHT}\n]+)['{_RIGHT}](?!\w)"
    r"|`([^`]+)`"
)
# Before a colon: what introduces words of the writer's own.
INTRODUCES = pattern(
    """
    answer correction update edit note ok okay yes no nope yep sorry well so fyi ps verdict
    decision result reason reminder date day time number value name price key short antwort
    korrektur ja nein nachtrag also entschuldigung termin datum tag zahl wert respuesta corrección
    sí fecha dato valor réponse oui non pardon resposta correção sim não data risposta correzione
    antwoord correctie nee ответ да нет поправка дата svar nei nej odpowiedź tak nie cevap evet
    hayır
    """,
    "回答|答案|更正|是的|对|對|不|日期|时间|時間|答え|訂正|はい|いいえ|대답|정정|네|아니",
)
# May lead up to what an answer says, besides what every sentence is made of.
LEADS = frozenset(
    pieces(
        """
        note afraid honestly frankly apologies sorry meant mean checked looked found turns turned
        out landlord landlady boss client customer team company manager owner colleague partner
        wife husband school bank agency supplier vendor tenant lawyer doctor staff board council
        admin left since may back yesterday today tonight week month year ago recently meanwhile
        lol haha hmm ah aha oh ooh oops ugh dear thx cheers btw fyi update correction thanks good
        bad question reply short brief details detail confirmed confirm settle record books file
        """
    )
)
LEAD = lazy.regex(r"(?:^|[.!?;\n] ?)([^.!?;:\n：]{2,80}?)\s*(?::(?=\s)|：)")
