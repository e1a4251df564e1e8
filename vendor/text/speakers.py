"""Lines that begin with the name of who said them: `Dana: I will pay`.

A person who passes on a conversation writes it so, and none of those words are theirs. A label
(`Plan: …`, `Backups: …`) looks the same. It is a speaker where the head is a person's kind, a
full name, or a name whose line is speech or that talks with another one; never where the head is
a word that heads notes.
"""

from collections.abc import Iterator
from itertools import islice

from . import lazy
from .fold import fold

LINES = 400  # lines of one passage that are looked at
_LETTERS = r"[^\W\d_]"
_HEAD = lazy.regex(
    rf"[ \t]*(?P<head>@?{_LETTERS}[\w.'’-]{{0,30}}(?: {_LETTERS}[\w.'’-]{{0,30}}){{0,2}})"
    r"(?: ?\([^()\n]{1,40}\))?[ \t]?(?::(?=\s)|：)[ \t]*(?=\S)"
)
_HAN_NAME = lazy.regex("[\u3400-\u9fff]{2,4}|[\uac00-\ud7a3]{2,4}|[\u30a1-\u30fc]{2,8}")


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


_PEOPLE = _words(
    """
    mum mom mother dad father brother sister wife husband son daughter boss landlord landlady
    teacher doctor customer client colleague manager neighbour neighbor friend grandma grandpa
    him her them he she they someone assistant bot ai chatgpt support agent interviewer speaker
    vicar priest pastor nurse plumber electrician builder broker lawyer accountant dentist
    tutor coach chair chairman chairwoman secretary treasurer caretaker janitor driver waiter
    guest buyer seller tenant cousin aunt uncle nephew niece grandmother grandfather flatmate
    roommate partner mama papa mutter vater chef chefin vermieter kunde kundin er sie mamá papá
    jefe jefa maman patron cliente capo mamma moeder vader baas pappa мама папа начальник он
    она 妈妈 爸爸 老板 房东 同事 客户 他 她 母 父 上司 엄마 아빠 사장님
    """
)
_SELF = _words("me i myself ich moi yo eu io ik jag jeg я 我 私 나")
# Heads of notes. A word that is missing here may be taken for a name where its line is speech.
_LABELS = _words(
    """
    plan plans note notes todo task tasks idea ideas decision decisions update updates summary
    conclusion result results question questions answer answers reason reasons goal goals
    agenda problem problems issue issues fix status warning error info tip hint reminder
    example context background subject title topic date time place location address price
    budget cost total phone email mail name key value option options step steps rule rules
    policy preference preferences wish request requests order orders message reply quote source
    link file files folder path host server port version backup backups deadline monday tuesday
    wednesday thursday friday saturday sunday january february march april june july august
    september october november december today tomorrow yesterday morning evening tonight now
    later next first second third finally also ps nb fyi tldr edit correction clarification
    important urgent remember fact facts claim claims agreed agreement approved confirmed
    resolved ok okay yes no well so thanks hello hi hey sorry please bottom short long in and
    but or the a an my our your this that project team work home office shop house garden
    kitchen travel trip food drinks music weather breakfast lunch dinner menu ingredients pros
    cons final verdict outcome scope risk risks action actions owner owners attendees
    participants list contents overview introduction re fwd fw aw choir rehearsal concert band
    club class course school university book books car van boat bike dog cat kids money rent
    lease contract insurance tax taxes loan mortgage bank bill bills invoice invoices payment
    salary job jobs flat apartment room rooms floor roof wall door window furniture heating
    water power internet wifi network website blog newsletter podcast video photo photos
    calendar schedule timetable flight train bus tram hotel ticket tickets luggage wedding
    birthday party holiday holidays vacation weekend week month year quarter season spring
    summer autumn winter health doctor dentist medicine diet sport gym run swim yoga recipe
    dessert soup bread cake coffee tea wine design logo colour color font layout draft chapter
    scene script test demo launch sprint backlog deploy deployment frontend backend api docs
    data metrics search cache queue stage staging production review hiring interview candidate
    candidates customer customers market sales marketing finance legal news disclaimer spoiler
    caveat bonus requirements setup usage install tests bug feature features changes change log
    output input command commands code language editor shell system db database branch commit
    release entscheidung hinweis notiz frage antwort grund ziel aufgabe adresse preis termin
    regel wichtig idee ergebnis zusammenfassung décision remarque réponse raison objectif prix
    règle idée résumé problème decisión nota pregunta respuesta razón objetivo dirección precio
    regla resumen decisão pergunta resposta razão endereço preço decisione domanda risposta
    motivo obiettivo indirizzo prezzo regola besluit opmerking vraag antwoord reden doel adres
    prijs beslut anteckning fråga svar mål adress pris решение заметка вопрос ответ причина
    цель адрес цена правило план идея итог 决定 备注 注意 问题 答案 原因 目标 地址 价格 规则
    计划 想法 总结 结论 时间 地点 说明 例如 決定 メモ 質問 回答 理由 目標 住所 価格 計画 結論
    時間 場所 例 결정 메모 질문 답 이유 목표 주소 가격 계획 결론 시간 장소
    """
)
_SPEECH = lazy.regex(
    r"(?:^|[\s,.!?'\"(])(?:i|i'm|i'll|i've|i'd|we|we're|we'll|we've|you|you're|my|our|your|me|us|let's"
    r"|yes|yeah|yep|no|nope|ok|okay|sure|thanks|thank|hi|hello|fine|please|lol|haha|ich|wir|mein|ja"
    r"|nein|du|je|j'ai|nous|oui|non|mon|tu|yo|nosotros|sí|mi|eu|nós|sim|não|io|noi|ik|wij|nee|jag"
    r"|vi|jeg|nej|я|мы|да|нет|мой)(?=$|[\s,.!?'\")])|[我你们們咱]|[僕私俺]|です|ます|나는|저는|내가|제가|우리|요[.!?]?$"
)
_SUFFIX = lazy.regex(r"(?:ing|tion|sion|ment|ness|ity|ism|ung|heit|keit|ción|ção|zione|age|ure)s?$")


def is_other_speaker(text: str, start: int) -> bool:
    """Whether the line of `text` in which place `start` stands is headed by somebody's name."""
    first = text.rfind("\n", 0, start) + 1
    head = _HEAD.match(text, first)
    if head is None or head.end() > start:
        return False
    names = head["head"].removeprefix("@")
    folded = fold(names)
    words = folded.split()
    if folded in _SELF or not words:
        return False
    if head["head"][:1] == "@":
        return True
    if any(word in _PEOPLE for word in (words[-1], folded)):
        return True
    if not _looks_like_names(names) or any(_is_label(word) for word in words):
        return False
    end = text.find("\n", start)
    said = fold(text[head.end() : end if end >= 0 else len(text)][:300])
    return len(words) > 1 or bool(_SPEECH.search(said)) or _talks(text, folded)


def _looks_like_names(head: str) -> bool:
    """Each word with a capital and not all in capitals, or a short name of Chinese letters."""
    if _HAN_NAME.fullmatch(head):
        return True
    words = head.split()
    return all(word[:1].isupper() and (len(word) < 3 or not word.isupper()) for word in words)


def _is_label(word: str) -> bool:
    return word in _LABELS or _SUFFIX.search(word) is not None


def _talks(text: str, head: str) -> bool:
    """Whether another speaker has a line in the passage."""
    others = {name for name in _heads(text) if name != head and not _is_label(name.split()[0])}
    return bool(others)


def _heads(text: str) -> Iterator[str]:
    for line in islice(text.split("\n"), LINES):
        head = _HEAD.match(line)
        if head and _looks_like_names(head["head"].removeprefix("@")):
            yield fold(head["head"].removeprefix("@"))
