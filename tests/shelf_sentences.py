"""Sentences said on Monday, 30 November 2026, and the last day on which each holds by its words.

Of our own, half of them traps ("-"). Every second one (`TUNED`) was looked at while the rule was
written; the others (`HELD_OUT`) only measure it.
"""

_SAID = """
2026-12-04 | The office is closed until Friday.
- | The office was closed until Friday.
2026-12-06 | This week we use the staging server.
- | We decided this week that the staging server goes away.
2026-12-14 | We use port 8080 for the demo.
- | Alex is responsible for the demo.
2026-12-04 | Bis Freitag arbeite ich von zu Hause.
- | Bis Freitag hatten wir keinen Strom im Haus.
2026-12-04 | Je travaille de chez moi jusqu'à vendredi.
- | La boutique est ouverte du lundi jusqu'à vendredi.
2027-03-14 | My passport is valid until 14 March 2027.
- | The lease does not start until 14 March 2027.
2026-11-30 | The garage is rented to Lena until the end of the month, I think of it as hers.
- | Is the garage rented until the end of the month?
2026-12-04 | Don't touch the production database until Friday.
- | There are three days until Friday and nothing is packed.
2027-02-28 | For now the backups go to the disk in the cellar.
- | That is all for now, thanks a lot.
2026-12-04 | Mi hermana duerme en el salón hasta el viernes.
- | Mi hermana durmió y estuvo en el salón hasta el viernes.
2026-11-30 | This month the invoices go to my private address.
- | Every month the invoices go to my private address until payment.
2026-12-13 | Next week I am on holiday in Lisbon.
- | From next week on I am back at my desk.
2026-12-31 | This year we pay the rent in two parts.
- | This year's rent is paid in two parts.
2026-12-04 | Please leave the feature flag off until Friday.
- | Lena says the feature flag stays off until Friday.
2026-12-06 | Diese Woche bin ich nur vormittags erreichbar.
- | Diese Woche haben wir beschlossen, den Server zu kaufen.
2026-12-06 | Cette semaine je suis à Lyon chez ma mère.
- | Nous avons décidé cette semaine de vendre la voiture.
2026-12-06 | Questa settimana lavoro solo la mattina.
- | Questa settimana abbiamo venduto la macchina vecchia.
2026-12-06 | Esta semana trabajo solo por la mañana.
- | Esta semana hemos decidido vender el coche viejo.
2026-12-06 | Deze week werk ik alleen in de ochtend.
- | Deze week hebben we besloten de auto te verkopen.
2026-12-06 | W tym tygodniu pracuję tylko rano.
- | W tym tygodniu sprzedaliśmy stary samochód.
2026-12-06 | На этой неделе я работаю только утром.
- | На этой неделе мы продали старую машину.
2026-12-31 | The discount code WINTER holds through December.
- | The shop opens Monday through Friday at nine.
2026-12-01 | The printer is out of order until tomorrow.
- | Until yesterday the printer was out of order.
2026-11-30 | I am at my sister's place tonight and without a laptop.
- | Tonight's dinner was moved to the kitchen.
2026-12-15 | The guest room is taken until 15 December.
- | The guest room was taken until 15 December.
2027-02-28 | Vorerst läuft die Datenbank auf dem alten Rechner.
- | Seit dieser Woche läuft die Datenbank auf dem neuen Rechner.
2027-02-28 | Pour l'instant les sauvegardes vont sur le disque externe.
- | Merci, c'est tout pour l'instant et pour le moment rien?
2026-12-14 | Für die Demo nutzen wir die kleine Datenbank.
- | Das Budget für die Demo liegt bei 300 Euro.
2026-12-14 | Pour la démo on utilise le compte de test.
- | Le texte pour la démo est dans le dossier des textes.
2026-11-30 | Bis Ende des Monats bleibt das Auto in der Werkstatt.
- | Bis Ende des Monats brauche ich eine Antwort, sagt Lena.
2026-12-06 | Until the end of the week the tests run on one machine only.
- | If the tests are slow until the end of the week we buy a machine.
2026-12-31 | The parking permit is valid until the end of the year.
- | By the end of the year the parking permit is void.
2026-12-11 | The heating stays off until next Friday because of the repair.
- | The heating might stay off until next Friday.
2026-12-12 | The museum show runs until 2026-12-12.
- | The museum show ran until 2025-12-12.
2026-11-30 | Fino alla fine del mese uso la macchina di mia madre.
- | Fino alla fine del mese era chiuso il negozio.
2026-12-05 | Até sábado fico na casa da minha avó em Braga.
- | Até sábado, um abraço!
2026-12-03 | Tot donderdag staat de fiets bij de buren.
- | Van maandag tot donderdag is de winkel open.
2026-12-04 | Do piątku mieszkam u brata w Gdańsku.
- | Od poniedziałku do piątku sklep jest otwarty.
2026-12-04 | До пятницы я живу у брата в Казани.
- | До пятницы магазин был закрыт на ремонт.
2026-12-14 | This sprint Mina reviews all pull requests.
- | Mina likes the newsletter This Week in Robotics.
2026-11-30 | Just today the standup is at ten instead of nine.
- | Today most phones have no headphone jack.
2027-12-31 | The warranty of the dishwasher holds until 2027.
- | Until 1998 the house belonged to a baker.
2026-12-31 | Keep the old login page enabled until the end of December.
- | The flag "until Friday" is the title of the song.
2026-11-30 | Ce mois-ci le loyer part du compte commun.
- | À partir de ce mois-ci le loyer part du compte commun.
2026-12-31 | Dieses Jahr feiern wir Weihnachten bei meinen Eltern.
- | Dieses Jahr hat die Firma zwei Leute entlassen.
2027-02-28 | Temporarily the mail server runs on the spare box.
- | For example, a server can run on the spare box for the time being.
2027-02-28 | We keep the two repositories for the time being.
- | We kept the two repositories for the time being.
2026-12-06 | I work from the library this week.
- | I worked from the library this week.
2026-12-06 | The code review rota this week is Lena, Mina, Omar.
- | Not this week but some day we fix the rota.
2026-12-04 | Until Friday all deploys need a second pair of eyes.
- | All deploys on Fridays need a second pair of eyes until five.
2026-12-31 | Next month the dentist is closed.
- | Since last month the dentist is closed on Mondays.
2026-12-31 | The lease of the van runs until 31 December.
- | January until March the rents are lower than in summer.
2026-12-24 | The tree stays on the balcony until December 24.
- | The tree always stays on the balcony until December 24.
2026-12-02 | My number in Oslo works until Wednesday.
- | Maybe my number in Oslo works until Wednesday.
2026-12-06 | We are two people short this week.
- | As of this week we are two people short.
2026-12-01 | Morgen bis 18 Uhr zu sein heißt: bis morgen bleibt alles offen.
- | Bis morgen!
2026-12-06 | The API key for the sandbox works until Sunday.
- | The API key for the sandbox worked until Sunday.
2026-12-04 | Hasta el viernes usamos la oficina de Marta.
- | Marta dice que hasta el viernes usamos su oficina.
2026-12-04 | Fino a venerdì la cassa è vuota.
- | Secondo Marta la cassa è vuota fino a venerdì.
2027-02-28 | Por ahora el gato vive con mi tía.
- | Eso es todo por ahora, gracias.
2027-02-28 | Voorlopig woont de kat bij mijn tante.
- | De kat woont niet meer bij mijn tante sinds deze week.
2027-02-28 | Na razie kot mieszka u mojej cioci.
- | To wszystko na razie, dzięki.
2026-12-14 | We switch the banner off for the presentation.
- | Thanks for the presentation, it helped a lot.
2026-12-14 | For the demo, keep the fake customer names.
- | She asked for the demo to be recorded.
2026-12-06 | Dit weekend zijn wij in Gent bij vrienden.
- | Elk weekend zijn wij in Gent bij vrienden.
2026-12-31 | This quarter the budget for travel is frozen.
- | Earlier this quarter the budget for travel grew.
2026-12-05 | The keys are with the neighbour until Saturday.
- | The keys have to be with the neighbour by Saturday.
2027-06-30 | My visa holds until June 2027.
- | I asked whether my visa holds until June 2027.
2026-12-04 | I am on call until Friday evening.
- | I wonder, am I on call until Friday evening?
"""
# Written after the rule was done; nothing was changed for them.
_LATER = """
2026-12-04 | Mina has the car until Friday, so I take the train.
- | Mina had the car until Friday, so I took the train.
2026-12-06 | This week lunch is at one because of the painters.
- | The painters finished this week.
2027-01-31 | The scaffolding stays up until January.
- | The scaffolding went up in January and stayed until March.
2026-12-04 | Bis Freitag liegt der Schlüssel bei der Nachbarin.
- | Die Nachbarin gab mir den Schlüssel bis Freitag.
2026-12-13 | Nächste Woche ist der Aufzug außer Betrieb.
- | Ab nächster Woche ist der Aufzug wieder in Betrieb.
2027-02-28 | For the time being Omar answers the support mail.
- | Omar answers the support mail for good, not for now.
2026-12-14 | Use the small model for the demo.
- | The handout for the demo is printed on yellow paper.
2026-12-03 | Jusqu'à jeudi la cave est fermée à clé.
- | Jusqu'à jeudi la cave était fermée à clé.
2026-12-06 | Esta semana el gimnasio abre a las diez.
- | Todas las semanas el gimnasio abre hasta el viernes.
2026-12-20 | Fino al 20 dicembre la biblioteca chiude alle sei.
- | Fino al 2019 la biblioteca chiudeva alle sei.
2027-12-31 | Until the end of 2027 the domain is paid by the club.
- | The club paid for the domain until the end of 2024.
2026-12-31 | Next month I have no car.
- | I may sell the car next month.
2026-12-05 | До субботы ключи лежат у соседки.
- | Соседка сказала, что ключи лежат у неё до субботы.
2026-12-10 | The staging password stays the same until 10 December.
- | Why does the staging password stay the same until 10 December?
2026-12-06 | We sleep at the hotel this week.
- | This week in 1969 people first saw that picture.
2026-12-05 | A chave fica com a vizinha até sábado.
- | A chave ficou com a vizinha até sábado.
2026-12-31 | The trial account is free through the end of the year.
- | Prices rise through the year and fall in January.
2026-12-04 | Never restart the queue before noon until Friday.
- | We never restart the queue until Friday.
"""


def _rows(table=_SAID):
    for line in table.strip().splitlines():
        day, _, text = line.partition(" | ")
        yield text, None if day == "-" else day


SAID = list(_rows())
# Pairs of a dated sentence and a trap: every second pair.
TUNED = [row for place, row in enumerate(SAID) if place // 2 % 2 == 0]
HELD_OUT = [row for place, row in enumerate(SAID) if place // 2 % 2 == 1]
LATER = list(_rows(_LATER))
