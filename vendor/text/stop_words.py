"""Words that ask or glue and never tell a text from another: dropped from questions.

English words are dropped always. A word of another language is dropped when the text holds two
of that language, or one that means nothing in English (`STRONG`): `die`, `war` and `once` are
content in English. All words are in the folded form of tokens.py: no accents, lower case.
"""

from collections.abc import Iterable

from .tokens import fold


def _set(words: str) -> frozenset[str]:
    return frozenset(fold(words).split())


ENGLISH = _set(
    """
    a about above after again all also although always am an and any anybody anyone anything are
    aren as at be because been before being below between both but by can cannot cant could couldn
    did didn do does doesn doing don done down during each either else ever every everybody
    everyone everything few for from further get gets got had hadn has hasn have haven having he
    hello her here hers herself hey hi him himself his how however i if in instead into is isn it
    its itself just ll many maybe me mention mentioned might more most much must my myself neither
    never no nobody none nor not nothing now of off often ok okay on once only or other others our
    ours ourselves out over own perhaps please quite rather re really recall regarding remember
    remind said same say says shall she should shouldn since so some somebody someone something
    sometimes somewhere still such sure tell than thank thanks that the their theirs them
    themselves then there these they thing things this those though through to told too under
    unless until up upon us ve very was wasn we went were weren what whatever when whenever where
    wherever whether which while who whoever whom whose why will with within without won would
    wouldn yes yet you your yours yourself yourselves s t d m
    """
)

# Little of their own: too common to show that two texts speak of the same thing.
WEAK = _set(
    """
    actually ago almost among anyway anywhere around ask asked asks away became become behind came
    come decide decided decides decision enough exactly feel feels find found gave getting give
    given go goes going gone good help keep kept kind knew know known knows last let lets like
    liked likes look made make makes mean means mine near need needed needs one put said saw see
    seem seems set soon take takes talk talked think thinks thought together took toward towards
    try use used uses using usually want wanted wants way well whole entscheiden entschieden
    beschlossen gesagt mochte mag findet decide decidi decidio decidiu decidir dit dice dijo disse
    quiere quiero quero veut voulait ha deciso vuole besloten heeft решил решила сказал хочет хочу
    думаю 决定 決定 觉得 覺得 认为 認為 想要 喜欢 喜歡 说过 希望 決め めた 思っ いま 言っ 결정
    정했 생각 원한 말했
    """
)

# By these a question names the answer it wants, or the talk itself; what was said has them no more
# often where it answers than elsewhere.
ASKING = _set(
    """
    aspect aspects brought chronological chronologically comprehensive conversation conversations
    cover covered covering describe detail detailed details different across discuss discussed
    discussion discussions elaborate explain give item items kind kinds likely list lists mention
    mentioned mentions order outline overall overview provide recap regarding concerning related
    sequence sort sorts specific specifically summaries summarise summarised summarize summarized
    summary throughout timeline topic topics type types various
    """
)

# Capitalised inside a sentence these are names, months or nouns, not glue.
NAMES = _set("will may mark can us it art well like us am hi")

LANGUAGES = {
    "de": _set(
        """
        ab aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist
        bitte da damit dann das dass dein deine dem den denn der des dich die dies diese diesem
        diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwa
        etwas euch fur ganz gar gegen gibt hab habe haben hast hat hatte hatten hier ich ihm ihn
        ihnen ihr ihre im in ins ist ja jede jeden jeder jetzt kann kein keine konnen konnte man
        mehr mein meine meinem meinen meiner mich mir mit muss nach nicht nichts noch nun nur ob
        oder ohne schon sehr sein seine sich sie sind so soll sollte und uns unser unsere unter
        vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen
        wenn wer werden weshalb wie um wieder wieso wieviel wird wir wird wo wofur woher wohin
        wurde zu zum zur uber
        """
    ),
    "fr": _set(
        """
        ai as au aussi autre aux avait avec avez avons c ca car ce cela ces cet cette chez combien
        comme comment d dans de des deux dit dois doit donc dont du elle elles en encore es est et
        etait etre eu eux fait fois ici il ils j je l la le les leur leurs lui ma mais me meme mes
        moi mon n ne ni nos notre nous on ont ou par pas peu peut plus pour pourquoi qu quand que
        quel quelle quelles quels qui quoi sa sans se sera ses si son sont sous suis sur ta te tes
        toi ton tous tout toute tres tu un une va vers voila vos votre vous y
        """
    ),
    "es": _set(
        """
        a al algo ante antes aqui asi aun aunque cada como con contra cual cuales cuando cuanta
        cuantas cuanto cuantos de del desde donde dos e el ella ellas ellos en entre era eran es
        esa ese eso esta estaba estan estar este esto estos fue fueron ha habia han hasta hay he
        la las le les lo los mas me mi mis muy nada ni no nos nosotros nuestra nuestro o os otra
        otro para pero por porque que quien quienes se sea ser si sin sobre son soy su sus tambien
        te tiene tienen todo todos tu tus un una uno unos y ya yo
        """
    ),
    "pt": _set(
        """
        a ao aos aquela aquele aqui as ate com como da das de dela dele depois do dos e ela elas
        ele eles em entre era essa esse esta este estou eu foi foram ha isso isto ja la lhe mais
        mas me mesmo meu meus minha minhas muito na nao nas nem no nos nossa nosso num numa o onde
        os ou para pela pelo per pode por porque qual quais quando quanta quantas quanto quantos
        que quem se sem ser seu seus so sobre sua suas tambem te tem tenho ter tinha tu tua um uma
        vai voce
        """
    ),
    "it": _set(
        """
        a ad agli ai al alla alle allo anche ancora c che chi ci come con cosa cui da dal dalla
        dei del della delle dello di dove e ed era essere gli ha hai hanno ho i il in io l la le
        lei li lo loro lui ma mi mia mie miei mio ne nei nel nella no noi non nostra nostro o per
        perche piu poi qual quale quali quando quanta quante quanti quanto quella quello questa
        questo qui se sei si sia sono su sua sue sui sul sulla suo suoi ti tra tu tuo tutti tutto
        un una uno vi voi
        """
    ),
    "nl": _set(
        """
        aan al alle als ben bij daar dan dat de deze die dit doen door dus een en er ge geen had
        heb hebben heeft hem het hier hij hoe hoeveel hun ik in is ja je jij jouw kan kon maar me
        mee meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over
        te tot u uit uw van veel voor waar waarom wanneer want was wat we wel welk welke werd wie
        wij wil worden zal ze zich zij zijn zo zonder zou
        """
    ),
    "ru": _set(
        """
        а без более бы был была были было быть в вам вас весь во вот все всех всего вы где да даже
        для до его ее еи ей если есть еще же за здесь и из или им их к как какая какие какой когда
        кого кто куда ли либо мне может мои мой моя мы на над надо наш не него нее нет ни них но
        ну о об он она они оно от откуда очень по под почему при про с сам свои себя сейчас
        сколько со так такой там те тебя то тобой тогда того тоже только том ты у уже хоть чего
        чем что чтобы чья эта эти это этого этот я какои мои такои
        """
    ),
}

ANY_GLUE = ENGLISH.union(WEAK, *LANGUAGES.values())

# Never content in English, so that one of them is enough.
STRONG = _set(
    """
    wann warum wieso weshalb welche welcher welches wieviel wofur woher wohin ich nicht combien
    pourquoi quand quel quelle quelles quels qui quoi cuando cuanto cuantos cuanta cuantas donde
    cuales quien quienes porque perche quanto quanta quanti quante quantas quantos quando onde
    qual quais dove quale quali waarom wanneer hoeveel welke ou
    """
)

# What a person types to go on, not to ask: with stop words, nothing to search for.
SMALL_TALK = _set(
    """
    ack afternoon again agreed ahead alright amazing awesome bye bravo cheers clear continue cool
    correct deal definitely done evening excellent exactly fine glad good goodbye got great haha
    hmm interesting lgtm lol lot lots lovely makes morning next nice night noted nope np obviously
    oh okey perfect proceed ready roger sense sounds stop super sweet ta test thank thx true ty
    understood very wait welcome wonderful works wow wrong yay yeah yep yup yo today tonight
    tomorrow later question mistake tired annoying step happy new year fast explaining moment
    alles bis danke
    dankeschon gut guten hallo klar morgen nein servus super tag tschuss weiter bien bonjour
    bonsoir accord daccord merci non oui parfait salut suite adelante bueno claro dias buenos
    buenas gracias hola perfecto sigue tardes vale ate bem bom boa dia obrigada obrigado ola sim
    tarde tudo bene buongiorno certo ciao grazie perfetto prego va dank dankjewel doorgaan goed
    hoi prima bedankt да давай дальше нет ок понятно привет пока спасибо хорошо ладно отлично
    tamam tesekkurler evet hayir tak nie dzieki dziekuje dobrze dobra tack ja nej takk kiitos
    """
)
SMALL_TALK_RUNS = _set(
    """
    好 好的 好啊 好吧 是 是的 对 对的 嗯 嗯嗯 哦 不 不是 不用 行 可以 没问题 谢谢 多谢 谢谢你 继续
    你好 您好 再见 早上好 晚上好 明白 明白了 知道了 收到 了解 太好了 请继续 非常好 完美 辛苦了
    請繼續 謝謝 對 繼續 はい いいえ うん ありがとう ありがとうございます どうも お願いします
    よろしく 了解 了解です わかりました 分かりました 続けて 続けてください こんにちは おはよう
    おはようございます こんばんは いいね いいです 大丈夫 大丈夫です そうです オーケー オッケー 네
    예 아니 아니요 응 감사합니다 고마워 고맙습니다 안녕 안녕하세요 좋아 좋아요 알겠습니다 알겠어
    계속 계속해 계속해줘 그래 괜찮아
    """
)

# Questions and particles of scripts without spaces: cut out of a run, longest first.
RUN_STOPS = _set(
    """
    什么时候 什麼時候 为什么 為什麼 怎么样 怎麼樣 有没有 是不是 能不能 可不可以 告诉我 告訴我
    多长时间 多少钱 请告诉 请问 請問 什么 什麼 怎么 怎麼 哪里 哪裡 哪儿 哪个 哪個 哪些 哪位 哪年
    哪天 多少 多久 几个 几点 幾個 幾點 谁的 我们 我們 你们 他们 她们 咱们 这个 這個 那个 那個 这些
    那些 一下 记得 記得 知道 可以 帮我 我的 你的 他的 她的 来着 另外 以下 对于 關於 关于 我 你 您
    他 她 它 吗 嗎 呢 吧 啊 呀 啥 教えてください 教えて ください でしたか ですか ましたか ますか
    でした ました です ます どこ いつ どれ どの なぜ だれ なに 何ですか 何 について という
    あります います
    """
)
HANGUL_STOPS = _set(
    """
    언제 어디 어디서 어디에 어디야 뭐 뭐야 뭐지 무엇 무슨 누구 누가 어떻게 왜 얼마 얼마나 몇 어느
    어떤 이 그 저 나 내 너 우리 제 저희 것 거 수 있 있어 있어요 있나 있었지 없어 알려줘 알려
    주세요 말해줘 기억해 입니다 이야 인가요 인가 했지 했어 했나요 하는 대해 대한 그리고 좀
    """
)
HANGUL_PARTICLES = tuple(
    sorted(
        _set(
            """
            에게서 한테서 으로는 에서는 이라고 입니까 입니다 이에요 인가요 에게 한테 에서 부터
            까지 으로 께서 라고 이랑 처럼 보다 은 는 이 가 을 를 에 의 로 와 과 도 만 야 요
            """
        ),
        key=lambda particle: (-len(particle), particle),
    )
)


def glue(words: Iterable[str]) -> frozenset[str]:
    """The stop words that count among these words: English, and languages that show themselves."""
    found = set(words)
    spoken = [
        stops for stops in LANGUAGES.values() if len(found & stops) >= 2 or found & stops & STRONG
    ]
    return ENGLISH.union(STRONG & found, LANGUAGES["ru"], *spoken)
