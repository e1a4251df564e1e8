"""Frames in which nothing is meant: stories, role play, dreams, jokes.

`In my novel Alex says we sell` is the writer's and no statement of theirs. A frame that opens a
story holds for what follows it in its passage, until the writer says that they are serious again;
a joke is owned up to beside it. Patterns read folded text (fold.py) and look at a window of it.
"""

from . import lazy


def _any(*parts: str) -> str:
    return "(?:" + "|".join(parts) + ")"


_WORKS = (
    "(?:novel|story|stories|tale|screenplay|poem|fan ?fic(?:tion)?|fairy ?tale|dream|comic"
    "|short story|movie|film|musical|thriller|d&d campaign|larp)"
)
_TITLES = (
    "(?:captain|king|queen|prince|princess|lord|lady|sir|agent|detective|baron|emperor|wizard)"
)
_STORY = lazy.regex(
    r"\b"
    + _any(
        "role-? ?play(?:ing)?", "(?:let's|let us) (?:pretend|imagine|play pretend)",
        "make-believe", f"you are (?:now )?{_TITLES}", "from now on you are",
        "play the (?:role|part) of", "(?:stay|speak|answer|reply)(?:ing)? in character",
        "once upon a time", "in a galaxy",
        rf"in (?:my|the|this|our|a|his|her|your|that) (?:\w+ )?{_WORKS}",
        r"(?:for|from) (?:my|our|a) (?:\w+ )?(?:novel|short story|screenplay|poem|fan ?fic)",
        "(?:my|our) (?:main )?(?:character|hero|heroine)",
        "the (?:protagonist|villain|narrator)",
        "the hero(?:ine)? (?:says|decides|wants|is|was|sells|buys|goes|moves|leaves|will)",
        "(?:i|we) (?:dreamt|dreamed|had a dream)", "in a parallel universe", "in another life",
        "rollenspiel", "es war einmal", "tu so,? als", "tun wir so,? als", "so tun,? als",
        "in (?:meinem|dem|diesem|einem) (?:roman|märchen|traum|film|gedicht|drehbuch)",
        "in (?:meiner|der|dieser|einer) geschichte", "(?:ich|wir) (?:habe|haben) geträumt",
        "mir träumte", "spielen wir", "spiel(?:e)? die rolle", "als ob (?:ich|wir)",
        "jeux? de rôles?", "il était une fois", "fais(?:ons|ez)? (?:semblant|comme si)",
        "dans (?:mon|le|ce|un) (?:roman|conte|rêve|film|poème|scénario)", "dans l'histoire",
        "j'ai rêvé", "joue(?:z)? le rôle", "juego de rol", "(?:érase|había) una vez",
        "en (?:mi|la|el|esta|un|una) (?:novela|historia|cuento|sueño|película|poema|guion)",
        "fin(?:ge|jamos|gir) que", "hagamos como (?:que|si)", "haz de cuenta",
        "soñé (?:que|con)", "era uma vez", "faz(?:er)? de conta", "sonhei que", "jogo de papéis",
        "n[oa] (?:meu |minha )?(?:romance|história|conto|sonho|filme|poema)", "c'era una volta",
        "gioco di ruolo", "(?:fai|facciamo|fare) finta", "ho sognato",
        "nel (?:mio )?(?:racconto|romanzo|film|sogno)", "nella (?:mia )?storia", "rollenspel",
        "er was eens", "doe(?:n we)? alsof", "ik (?:droomde|heb gedroomd)",
        "in (?:mijn|het|de|een) (?:roman|verhaal|droom|film|sprookje)", "rollspel",
        "rollespill?", "det var en gång", "det var en gang", "låtsas",
        "i min (?:roman|novell|dröm|drøm|berättelse)", "latom som", "la oss late som",
        "lad os lege", "ролев", "жили-были", "однажды в сказке", "мне (?:при)?снилось",
        "притвори(?:сь|мся)", "представим",
        "в (?:мо[её]м |этом )?(?:романе|рассказе|сне|фильме|сказке)",
        "w (?:mojej |tej )?powieści", "w opowiadaniu", "dawno,? dawno temu", "udawaj(?:my)?",
        "śniło mi się", "bir varmış", "romanımda", "hikayede", "rüyamda", "rol yap", "roolipeli",
        "olipa kerran", "leikitään", "romaanissani", "v mém románu", "byl jednou jeden",
        "ve snu", "في روايتي", "في القصة", "كان يا ما كان", "حلمت", "תפקידים", "בסיפור",
        "היה היה", "חלמתי",
    )
    + r"(?!\w)|(?:^|[.!?\n] ?|\bplease )(?:(?:pretend|imagine) (?:that|you|i|we)\b"
    r"|act as (?:an?|if|though|the)\b)"
    "|小说(?:里|中)|小說(?:裡|中)|故事(?:里|中|裡)|从前有|從前有|角色扮演|假装|假裝"
    "|扮演|梦见|梦到|夢見|小説の中|物語の中|昔々|ロールプレイ|ふりをし|夢を見|夢の中"
    "|소설에서|소설 속|이야기에서|옛날 옛|역할극|역할 ?놀이|척 ?(?:해|하)|꿈에서|꿈속"
    "|ในนิยาย|กาลครั้งหนึ่ง|สมมติ"
)  # fmt: skip
_SERIOUS = lazy.regex(
    r"\b"
    + _any(
        "seriously", "for real", "(?:jokes?|joking|kidding) aside", "in reality", "in real life",
        "back to (?:reality|work|business|topic)", "end of (?:story|joke|scene|game)",
        "out of character", "ernsthaft", "im ernst", "spaß beiseite", "scherz beiseite",
        "sérieusement", "en serio", "broma aparte", "bromas aparte", "a sério", "sul serio",
        "scherzi a parte", "serieus", "på allvar", "серьезно", "серьёзно", "poważnie",
    )
    + r"\b|说真的|說真的|真面目な話|진지하게"
)  # fmt: skip
_JOKE = lazy.regex(
    r"(?<!\bnot )(?<!\bno )(?<!n't )\b"
    + _any(
        "(?:just|only|totally) (?:kidding|joking|messing|teasing|trolling)",
        "(?:i'm|i am|we're) kidding",
        "(?:i'm|i am|we're) (?:just |only )?(?:joking|sarcastic|being sarcastic)", "kidding!",
        "(?:haha|lol|lmao|rofl|hehe),? (?:kidding|joking)", "jk", "j/k", "as a joke",
        "(?:it's|it was|that was|this is) (?:just |only )?(?:a joke|sarcasm|satire)",
        "april fools", "joke(?=[:!])", "nur spaß", "nur ein (?:witz|scherz|spaß)",
        "kleiner scherz", "war (?:ein )?scherz", "je (?:plaisante|rigole|blague)",
        "c'est une blague", "pour rire", "(?:es|era) (?:una )?broma", "(?:estoy )?bromeando",
        "(?:é|era) brincadeira", "(?:estou|tô) brincando", "brincadeirinha",
        "(?:sto )?scherzando", "scherzo", "per scherzo", "(?:was een |een )?grapje", "geintje",
        "skojar? bara", "bara (?:skoj|skämt)", "bare tull", "bare for sjov", "шучу", "шутка",
        "żartuję", "to żart", "dělám si (?:srandu|legraci)", "şaka", "vitsi vitsi", "läppä",
        "أمزح", "مزحة", "בצחוק", "סתם", "मज़ाक",
    )
    + r"(?!\w)|(?<=\s)/(?:s|jk|j)(?=$|[\s.!])"
    "|开玩笑|開玩笑|逗你|冗談|じょうだん|농담|ล้อเล่น"
)  # fmt: skip
_MOCKS = lazy.regex(r"(?:^|[,;:!.] ?|\b(?:yeah right|sure|haha|lol),? )as if (?:i|we|i'd|we'd)\b")


def is_made_up(before: str, own: str, after: str) -> bool:
    """Whether words are part of a story or a joke.

    Args:
        before: folded, what stands before the sentence of the words in its passage.
        own: folded, that sentence.
        after: folded, the sentence that follows.
    """
    told = before + own
    turns = [turn.end() for turn in _SERIOUS.finditer(told)]
    told = told[turns[-1] :] if turns else told
    if _STORY.search(told) or _MOCKS.search(own):
        return True
    return _JOKE.search(own) is not None or _owns_up(after)


def _owns_up(after: str) -> bool:
    """`…. Just kidding!`: the joke is owned up to right behind it."""
    joke = _JOKE.search(after.lstrip()[:60])
    return joke is not None and joke.start() < 12
