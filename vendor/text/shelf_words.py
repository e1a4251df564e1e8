"""Words with which people say how long a thing holds, for shelf.py.

Nine languages: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian. Each
table holds plain words; `folded` brings them to the comparison form in which they are looked for.
Short on purpose: a missing word leaves a statement without a date, a wrong one dates what lasts.
"""

from functools import cache

from . import lazy
from .day_words import MONTHS
from .tokens import fold

_PARTS = lazy.regex(r"\w+")


def folded(*lines: str) -> list[str]:
    """The phrases between the commas of all lines, in comparison form, the longest first."""
    found = {fold(part.strip()) for line in lines for part in line.split(",")}
    return sorted(found, key=lambda part: (-len(part), part))


def either(*lines: str) -> str:
    """One of the phrases, as a pattern: a space is any space, a full stop any letter."""
    return "(?:" + "|".join(part.replace(" ", r"\s+") for part in folded(*lines)) + ")"


_WEEK = (
    "monday, montag, lundi, lunes, segunda-feira, lunedì, maandag, poniedziałku, понедельника",
    "tuesday, dienstag, mardi, martes, terça-feira, martedì, dinsdag, wtorku, вторника",
    "wednesday, mittwoch, mercredi, miércoles, quarta-feira, mercoledì, woensdag, środy, среды",
    "thursday, donnerstag, jeudi, jueves, quinta-feira, giovedì, donderdag, czwartku, четверга",
    "friday, freitag, vendredi, viernes, sexta-feira, venerdì, vrijdag, piątku, пятницы",
    "saturday, samstag, sonnabend, samedi, sábado, sabato, zaterdag, soboty, субботы",
    "sunday, sonntag, dimanche, domingo, domenica, zondag, niedzieli, воскресенья",
)
WEEKDAYS = {name: number for number, line in enumerate(_WEEK) for name in folded(line)}
# Not the short forms: `mar` and `mai` are other words elsewhere.
MONTH = {name: number for name, number in MONTHS.items() if len(name) > 3 or name in ("may", "mai")}

# What may stand between "until" and the day.
_UNTIL = (
    "until, till, 'til, through, thru, bis, bis zum, bis zu, bis einschließlich",
    "jusqu'à, jusqu'au, jusqu'à la, jusque, hasta, hasta el, hasta la, até, até à, até ao, até o",
    "até a, fino a, fino al, fino alla, fino all', tot, tot en met, tot aan, do, aż do, до",
)
UNTIL = either(*_UNTIL)
ARTICLE = either("the, this, this coming, next, le, la, el, il, o, a, de, het, den, dem, kommenden")
NEXT_DAY = either(
    "next, nächsten, kommenden, prochain, próximo, prossimo, volgende, przyszłego, следующей"
)
TOMORROW = either("tomorrow, morgen, demain, mañana, amanhã, domani, jutra, завтра")

# The stretch that is going on, by its unit.
THIS = {
    "evening": "tonight, this evening, heute abend, ce soir, esta noche, hoje à noite, stasera, "
    "vanavond, dziś wieczorem, сегодня вечером",
    "day": "just today, only today, for today, today only, nur heute, juste aujourd'hui, "
    "solo hoy, só hoje, solo oggi, alleen vandaag, tylko dzisiaj, tylko dziś, только сегодня",
    "week": "this week, diese woche, in dieser woche, cette semaine, esta semana, "
    "questa settimana, deze week, w tym tygodniu, на этой неделе",
    "weekend": "this weekend, dieses wochenende, ce week-end, este fin de semana, "
    "este fim de semana, questo fine settimana, dit weekend, w ten weekend, в эти выходные",
    "month": "this month, diesen monat, in diesem monat, ce mois-ci, este mes, este mês, "
    "questo mese, deze maand, w tym miesiącu, в этом месяце",
    "quarter": "this quarter, dieses quartal, in diesem quartal, ce trimestre, este trimestre, "
    "questo trimestre, dit kwartaal, w tym kwartale, в этом квартале",
    "year": "this year, dieses jahr, in diesem jahr, cette année, este año, este ano, "
    "quest'anno, dit jaar, w tym roku, в этом году",
}
# The one after it.
NEXT = {
    "day": "tomorrow, demain, mañana por la mañana, amanhã, domani, jutro, завтра",
    "week": "next week, nächste woche, kommende woche, in der nächsten woche, "
    "la semaine prochaine, la semana que viene, la próxima semana, na próxima semana, "
    "la prossima settimana, la settimana prossima, volgende week, "
    "w przyszłym tygodniu, на следующей неделе",
    "month": "next month, nächsten monat, im nächsten monat, le mois prochain, el mes que viene, "
    "el próximo mes, no próximo mês, il prossimo mese, il mese prossimo, volgende maand, "
    "w przyszłym miesiącu, в следующем месяце",
    "year": "next year, nächstes jahr, im nächsten jahr, l'année prochaine, el año que viene, "
    "el próximo año, no próximo ano, l'anno prossimo, volgend jaar, w przyszłym roku, "
    "в следующем году",
}
# After "until": the end of what is going on.
ENDS = {
    "week": "end of the week, end of week, end of this week, ende der woche, ende dieser woche, "
    "zum ende der woche, fin de la semaine, fin de la semana, fim da semana, fine della settimana, "
    "einde van de week, eind van de week, końca tygodnia, конца недели",
    "month": "end of the month, end of month, end of this month, monatsende, ende des monats, "
    "ende dieses monats, fin du mois, fin de mes, fin del mes, final de mes, fim do mês, "
    "final do mês, fine del mese, fine mese, einde van de maand, eind van de maand, "
    "końca miesiąca, конца месяца",
    "quarter": "end of the quarter, end of this quarter, ende des quartals, quartalsende, "
    "fin du trimestre, fin del trimestre, fim do trimestre, fine del trimestre, "
    "einde van het kwartaal, końca kwartału, конца квартала",
    "year": "end of the year, end of year, end of this year, jahresende, ende des jahres, "
    "fin de l'année, fin de año, final de año, fim do ano, final do ano, fine dell'anno, "
    "fine anno, einde van het jaar, eind van het jaar, końca roku, конца года",
}

END = either(
    "end of, the end of, ende, fin, finales de, fim de, fine, fine di, eind, einde, końca, конца"
)

# Days that a thing holds which is said to be for a while. The one table of fixed spans.
FOR_NOW = (
    "for now, for the time being, for the moment, temporarily, vorerst, vorläufig, fürs erste, "
    "bis auf weiteres, pour l'instant, pour le moment, provisoirement, por ahora, de momento, "
    "por el momento, por enquanto, por agora, per ora, per il momento, per adesso, voorlopig, "
    "voor nu, na razie, póki co, tymczasowo, временно"
)
FOR_A_SHOW = (
    "for the demo, for the presentation, for the workshop, for the trade fair, für die demo, "
    "für die präsentation, für die vorführung, pour la démo, pour la démonstration, "
    "pour la présentation, para la demo, para la presentación, para a demo, para a apresentação, "
    "per la demo, per la presentazione, voor de demo, voor de presentatie, na demo, "
    "na czas demo, для демо, на время демо"
)
THIS_SPRINT = "this sprint, diesen sprint, in diesem sprint, ce sprint, este sprint, questo sprint"
SPANS = {FOR_NOW: 90, FOR_A_SHOW: 14, THIS_SPRINT: 14}

# What one does for a demo that one would not do for good: with another verb it is only about it.
MAKESHIFT = either(
    "use, uses, using, switch, switched, keep, keeps, leave, disable, disabled, enable, enabled, "
    "mock, fake, hardcode, hard-code, pin, pinned, turn off, turned off, turn on, turned on, "
    "skip, stay, stays, stick, hide, run, runs, point, points, set, show, "
    "nutzen, nutze, benutzen, verwenden, nehmen, lassen, bleiben, bleibt, schalten, zeigen, "
    "utilisons, utilise, on utilise, gardons, désactivons, usamos, uso, dejamos, desactivamos, "
    "utilizamos, mantemos, usiamo, lasciamo, disattiviamo, gebruiken, gebruik, laten, zetten, "
    "używamy, zostawiamy, используем, оставляем"
)

# Before the words, these make them the beginning of something, or something that is over.
OPENS = either(
    "from, since, starting, starting from, beginning, as of, as from, effective, after, before, by",
    "earlier, late, all of, instead of, until, till, of, than, not, not just, not only, about",
    "ab, seit, von, vor, nach, anfang, nicht, à partir de, dès, depuis, avant, après, de, pas",
    "desde, a partir de, antes de, después de, no, depuis, dopo, prima di, da, non, não, depois de",
    "vanaf, sinds, voor, na, niet, od, przed, po, nie, с, после, до, не",
)
# After them, these make them part of something else.
GOES_ON = either("'s, ago, last, of, on, onwards, onward, und danach")

HABIT = either(
    "every, each, always, usually, normally, typically, generally, whenever, never, annually",
    "immer, jeden, jede, jedes, jeder, stets, üblicherweise, normalerweise, nie, täglich",
    "chaque, toujours, tous les, toutes les, jamais, cada, siempre, todos los, todas las, nunca",
    "sempre, todos os, todas as, ogni, tutti i, elke, elk, altijd, iedere, każdy, każdego, każdą",
    "zawsze, каждый, каждую, каждое, всегда, обычно",
)
UNSURE = either(
    "would, could, might, maybe, perhaps, possibly, probably, unless, if, wish, suppose, imagine",
    "hopefully, for example, e.g, ask, asks, asking, see you, bye, what if, whether, question",
    "vielleicht, falls, wenn, würde, würden, könnte, könnten, wohl, z.b, ob, tschüss, servus",
    "peut-être, au cas où, pourrait, serait, salut, quizás, quizá, tal vez, podría, sería, adiós",
    "talvez, poderia, seria, tchau, forse, potrebbe, sarebbe, ciao, misschien, zou, zouden, als",
    "może, jeśli, gdyby, возможно, может быть, если, бы, наверное",
)
TOLD = either(
    "says, said, say, told, tells, heard, hear, claims, claimed, mentioned, wrote, writes, thinks",
    "believes, reportedly, apparently, allegedly, according to, sagt, sagte, meint, meinte, laut",
    "angeblich, schreibt, schrieb, behauptet, selon, dit que, a dit, m'a dit, disait, écrit",
    "il paraît, según, dice, dicen, dijo, secondo, dicono, segundo, disse, disseram, diz, volgens",
    "zegt, zei, zeggen",
    "według, podobno, mówi, mówią, powiedział, powiedziała, по словам, говорит, говорят, сказал",
    "сказала, якобы",
)
# Days are counted up to it: "three days until Friday".
COUNTING = either(
    "days, weeks, hours, months, nights, sleeps, tage, wochen, stunden, jours, semaines, heures",
    "días, semanas, horas, dias, giorni, settimane, ore, dagen, weken, uur, dni, tygodnie, дней",
)


@cache
def hints() -> frozenset[str]:
    """Words of which one stands in every text that any of the phrases stands in."""
    lines = (*THIS.values(), *NEXT.values(), *SPANS)
    told = (_PARTS.findall(phrase) for phrase in folded(*lines))
    first = (_PARTS.findall(phrase)[0] for phrase in folded(*_UNTIL))
    return frozenset(first) | {max(parts, key=len) for parts in told}
