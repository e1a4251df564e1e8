"""Example Co: the records of the demo brain, as plain data. Company and people are invented.

A berth booking service for small harbours, with offices in Brisbane and Leeds, seen by whoever
runs it. A row cites papers (example_papers.py) or messages (example_talk.py) by their handles,
with words that stand there letter for letter. demo_build.py turns all of it into packets.
"""

from typing import NamedTuple


class Cite(NamedTuple):
    """Where a row comes from: the handle of a paper or message, and its words."""

    source: str
    quote: str


class Row(NamedTuple):
    """One record. `state` is open or done for work; done work was open first."""

    name: str
    kind: str
    title: str
    body: str
    cites: tuple[Cite, ...]
    done: Cite | None = None


# Handle, name, and the line of the people page, which follows the name there.
PEOPLE = (
    ("priya", "Priya Nair", "head of operations in Brisbane, since 2021"),
    ("dana", "Dana Whitlock", "platform engineer in Leeds, since 2022"),
    ("tomas", "Tomas Lindqvist", "head of engineering in Brisbane, since 2020"),
    ("mei-ling", "Mei-Ling Zhao", "product designer in Brisbane, since 2023"),
    ("kofi", "Kofi Mensah", "data engineer for berth-sync in Leeds, since 2023"),
    ("ines", "Ines Carvalho", "customer success in Leeds, since 2024"),
    ("hamish", "Hamish Orr", "finance and payroll in Brisbane, since 2021"),
    ("yuki", "Yuki Tanabe", "frontend developer for harbour-web in Brisbane, since 2024"),
    ("bea", "Bea Sorensen", "security and compliance in Leeds, since 2025"),
    ("luca", "Luca Ferri", "sales to European harbours in Leeds, since 2025"),
    ("noor", "Noor Haddad", "tests and releases in Brisbane, since 2024"),
    ("owen", "Owen Pritchard", "office and staff matters in Brisbane, since 2022"),
    ("sunniva", "Sunniva Eide", "harbour master of Fjordhavn, customer since May 2026"),
    (
        "marguerite",
        "Marguerite Stone",
        "agent of Kestrel Property, landlord of both Brisbane offices",
    ),
)

PROJECTS = (
    Row(
        "brisbane-move",
        "project",
        "Brisbane move",
        "The Brisbane office moves from Quarry Street to 88 Wharf Lane in March 2027.",
        (
            Cite("lease-moves", "the Brisbane office lease moves on 14 March 2027"),
            Cite("letter", "The lease moves to 88 Wharf Lane on 14 March 2027"),
        ),
    ),
    Row(
        "postgres-17",
        "project",
        "Move to managed Postgres 17",
        "The database of the api moves to managed Postgres 17; Dana Whitlock leads.",
        (
            Cite("dana-leads", "Dana Whitlock leads the move to managed Postgres 17"),
            Cite("adr-7", "The api stays on Postgres and moves to managed Postgres 17"),
        ),
    ),
    Row(
        "fjordhavn-pilot",
        "project",
        "Fjordhavn pilot",
        "First Norwegian harbour: 140 berths for six months from February 2027.",
        (Cite("contract", "The pilot covers 140 berths and starts on 1 February 2027"),),
    ),
    Row(
        "berth-sync-2",
        "project",
        "berth-sync without polling",
        "berth-sync learns of berth changes by webhooks and polls no more.",
        (Cite("summer-plan", "berth-sync stops polling and takes webhooks from the harbours"),),
    ),
    Row(
        "harbour-web",
        "project",
        "harbour-web refresh",
        "New icons, a tide chart and a faster first load for harbour-web.",
        (Cite("summer-plan", "harbour-web gets new icons, a tide chart and a faster first load"),),
    ),
    Row(
        "iso-audit",
        "project",
        "ISO 27001 audit",
        "First audit of Example Co under ISO 27001, in Leeds in spring 2027.",
        (Cite("audit-plan", "The ISO 27001 audit starts on 3 May 2027 in Leeds"),),
    ),
)

DECISIONS = (
    Row(
        "stay-postgres",
        "decision",
        "Database: stay on Postgres",
        "It was decided that the database of the api stays Postgres and moves to the managed "
        "version 17. CockroachDB is out.",
        (
            Cite("stay-on-postgres", "I have decided that we stay on Postgres"),
            Cite("adr-7", "The api stays on Postgres and moves to managed Postgres 17"),
        ),
    ),
    Row(
        "date-versions",
        "decision",
        "Versions of the api in a date header",
        "It was decided that the api version goes into a date header instead of the path.",
        (Cite("api-versions", "I also decided that the api version goes into a date header"),),
    ),
    Row(
        "keep-office",
        "decision",
        "The Brisbane office is kept",
        "It was decided to keep the Brisbane office; the Leeds team grows more slowly.",
        (Cite("keep-brisbane", "I decided to keep the Brisbane office"),),
    ),
    Row(
        "price-per-berth",
        "decision",
        "Price per berth and month",
        "It was decided to charge per berth and month, without discounts in the first year.",
        (Cite("per-berth", "I decided that we charge per berth and month"),),
    ),
    Row(
        "freeze",
        "decision",
        "Deployments are frozen in December",
        "It was decided that deployments are frozen from 15 December to 4 January every year.",
        (
            Cite(
                "december-freeze",
                "We freeze deployments from 15 December to 4 January, and I decided that this "
                "holds every year",
            ),
        ),
    ),
)

HABITS = (
    Row(
        "short-answers",
        "preference",
        "Short answers, conclusion first",
        "Answers are short and the conclusion stands in the first line.",
        (
            Cite(
                "short-answers", "keep answers to me short and put the conclusion in the first line"
            ),
        ),
    ),
    Row(
        "spelled-dates",
        "preference",
        "Months are spelled out",
        "Dates are written with the month spelled out, as in 4 March 2025.",
        (Cite("spelled-dates", "I write dates with the month spelled out"),),
    ),
    Row(
        "post-mortems",
        "preference",
        "Post-mortems without names",
        "Post-mortems hold systems and times and leave out the names of people.",
        (Cite("post-mortems", "I want post-mortems without names of people in them"),),
    ),
    Row(
        "quiet-fridays",
        "preference",
        "Friday mornings are for reading",
        "Meetings on Fridays begin at ten or later.",
        (Cite("quiet-fridays", "I prefer no meetings before ten on Fridays"),),
    ),
    Row(
        "release-api",
        "procedure",
        "Release the api",
        "1. Noor's checklist is green.\n2. Tag before eleven on Thursday.\n3. Deploy to Leeds, "
        "watch the error rate for 15 minutes, then Brisbane.\n4. Roll back by tag, never by hand.",
        (Cite("release-page", "Deploy to Leeds first and watch the error rate for 15 minutes"),),
    ),
    Row(
        "restore",
        "procedure",
        "Restore the database",
        "1. Take the newest nightly backup before the fault.\n2. Restore into a fresh instance.\n"
        "3. Replay WAL to the minute before the fault.\n4. Compare booking counts before "
        "switching over.",
        (Cite("restore-page", "Compare the booking counts before switching over"),),
    ),
    Row(
        "onboarding",
        "procedure",
        "First week of a new colleague",
        "Day one: laptop and key card from Owen. Day two: read the last three post-mortems. "
        "Day five: a first change of one's own is live.",
        (Cite("onboarding-page", "By Friday a first change of your own is live"),),
    ),
    Row(
        "on-call",
        "procedure",
        "Hand over on-call",
        "On-call lasts one week and is handed over on Wednesday at ten, with open alerts listed.",
        (Cite("on-call", "is handed over on Wednesday at ten"),),
    ),
)

NOTES = (
    Row(
        "cockroach",
        "note",
        "What the CockroachDB trial showed",
        "Three weeks of CockroachDB doubled the write latency of berth bookings.",
        (Cite("cockroach-trial", "the write latency of berth bookings doubled"),),
    ),
    Row(
        "outage-cause",
        "note",
        "Why bookings were down on 12 June 2025",
        "Old WAL files filled the disk of the primary; a stuck replication slot had kept them.",
        (
            Cite("june-outage", "old WAL files filled the disk of the primary"),
            Cite("incident", "A stuck replication slot kept old WAL files"),
        ),
    ),
    Row(
        "reach-fjordhavn",
        "note",
        "How to reach Fjordhavn",
        "Sunniva Eide takes phone calls; mail to Fjordhavn is read on Mondays only.",
        (Cite("sunniva", "she wants phone calls and reads mail only on Mondays"),),
    ),
    Row(
        "freight-lift",
        "note",
        "Freight lift at Wharf Lane",
        "The freight lift carries 800 kilograms and is booked two days ahead.",
        (Cite("letter", "The freight lift carries 800 kilograms and is booked two days ahead"),),
    ),
    Row(
        "audit-scope",
        "note",
        "Scope of the ISO audit",
        "The audit looks at the api, berth-sync and both offices; harbour-web follows in 2028.",
        (Cite("audit-plan", "In scope are the api, berth-sync and both offices"),),
    ),
)

WORK = (
    Row(
        "cut-over",
        "work",
        "Dana: cut-over of the api to managed Postgres 17",
        "Dana Whitlock is working on the cut-over of the api and rehearses it on staging.",
        (Cite("dana-now", "Dana Whitlock is rehearsing the cut-over of the api"),),
    ),
    Row(
        "runbook",
        "work",
        "Dana: failover runbook",
        "After the cut-over Dana Whitlock is working on the failover runbook.",
        (Cite("dana-now", "writes the failover runbook after that"),),
    ),
    Row(
        "sign-lease",
        "work",
        "Priya: sign for Wharf Lane",
        "Priya Nair signs for 88 Wharf Lane before the move.",
        (Cite("lease-moves", "Priya Nair signs for it"),),
    ),
    Row(
        "removal",
        "work",
        "Priya: removal firm and key cards",
        "Priya Nair books the removal firm and collects the key cards a week before the move.",
        (Cite("priya-removal", "Priya Nair books the removal firm and collects the key cards"),),
    ),
    Row(
        "training",
        "work",
        "Ines: train the harbour staff of Fjordhavn",
        "Ines Carvalho trains the staff in Fjordhavn in the second half of January 2027.",
        (Cite("ines-training", "Ines Carvalho trains the harbour staff of Fjordhavn"),),
    ),
    Row(
        "webhooks",
        "work",
        "Kofi: webhooks for berth-sync",
        "Kofi Mensah replaces the polling in berth-sync with webhooks.",
        (Cite("kofi-yuki", "Kofi Mensah replaces the polling in berth-sync with webhooks"),),
    ),
    Row(
        "tide-chart",
        "work",
        "Yuki: tide chart for harbour-web",
        "Yuki Tanabe builds the tide chart for harbour-web.",
        (Cite("kofi-yuki", "Yuki Tanabe builds the tide chart for harbour-web"),),
    ),
    Row(
        "evidence",
        "work",
        "Bea: evidence for the ISO audit",
        "Bea Sorensen collects the evidence for the ISO audit.",
        (Cite("bea-hamish", "Bea Sorensen collects the evidence for the ISO audit"),),
    ),
    Row(
        "deposit",
        "work",
        "Hamish: deposit of the old Brisbane office",
        "Hamish Orr gets the deposit for Quarry Street back from the old landlord.",
        (Cite("bea-hamish", "Hamish Orr gets our deposit back from the old landlord"),),
    ),
    Row(
        "checklist",
        "work",
        "Noor: release checklist",
        "Noor Haddad turns the release steps into a checklist.",
        (Cite("summer-plan", "Noor Haddad turns the release steps into a checklist"),),
        Cite("finished", "the release checklist of Noor Haddad"),
    ),
    Row(
        "icons",
        "work",
        "Mei-Ling: harbour icons",
        "Mei-Ling Zhao draws the new harbour icons.",
        (Cite("summer-plan", "Mei-Ling Zhao draws the new harbour icons"),),
        Cite("finished", "the harbour icons of Mei-Ling Zhao"),
    ),
    Row(
        "sftp",
        "work",
        "Kofi: retire the SFTP import",
        "Kofi Mensah retires the SFTP import of berth-sync.",
        (Cite("summer-plan", "Kofi Mensah retires the SFTP import of berth-sync"),),
        Cite("finished", "the SFTP import is switched off"),
    ),
)

RECORDS = (*PROJECTS, *DECISIONS, *HABITS, *NOTES, *WORK)

# (relation, from, to): handles of records, or fact keys.
LINKS = (
    ("part_of", "cut-over", "postgres-17"),
    ("part_of", "runbook", "postgres-17"),
    ("part_of", "sign-lease", "brisbane-move"),
    ("part_of", "removal", "brisbane-move"),
    ("part_of", "deposit", "brisbane-move"),
    ("part_of", "training", "fjordhavn-pilot"),
    ("part_of", "webhooks", "berth-sync-2"),
    ("part_of", "sftp", "berth-sync-2"),
    ("part_of", "tide-chart", "harbour-web"),
    ("part_of", "icons", "harbour-web"),
    ("part_of", "evidence", "iso-audit"),
    ("blocks", "postgres-17", "fjordhavn-pilot"),
    ("built_on", "stay-postgres", "cockroach"),
    ("built_on", "restore", "outage-cause"),
    ("owns", "dana", "cut-over"),
    ("owns", "dana", "runbook"),
    ("owns", "dana", "postgres-17"),
    ("owns", "priya", "sign-lease"),
    ("owns", "priya", "removal"),
    ("owns", "ines", "training"),
    ("owns", "kofi", "webhooks"),
    ("owns", "kofi", "sftp"),
    ("owns", "yuki", "tide-chart"),
    ("owns", "bea", "evidence"),
    ("owns", "hamish", "deposit"),
    ("owns", "noor", "checklist"),
    ("owns", "mei-ling", "icons"),
    ("about", "cockroach", "tomas"),
    ("about", "reach-fjordhavn", "sunniva"),
    ("owns", "luca", "fjordhavn-pilot"),
    ("about", "freight-lift", "brisbane-move"),
    ("about", "audit-scope", "iso-audit"),
    ("about", "office.brisbane.lease_move_date", "brisbane-move"),
    ("about", "office.brisbane.lease_signatory", "priya"),
    ("about", "office.brisbane.lease_end", "brisbane-move"),
    ("about", "audit.iso.start_date", "iso-audit"),
    ("about", "pilot.fjordhavn.start_date", "fjordhavn-pilot"),
    ("about", "api.database.engine", "postgres-17"),
)
