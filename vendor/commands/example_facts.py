"""Example Co: the facts that the demo brain keeps, all invented.

A fact that stands twice with one value has two sources; two values make it disputed:
`office.brisbane.lease_end` and `audit.iso.start_date`. `team.headcount` was disputed and is
settled. A claim cites a paper (example_papers.py) or a message (example_talk.py) by its handle.
"""

from typing import NamedTuple

from .example_co import Cite


class Fact(NamedTuple):
    """One claim: what one source says about one key."""

    key: str
    value: str
    statement: str
    cite: Cite


FACTS = (
    Fact(
        "team.headcount",
        "twelve people",
        "Example Co counts twelve people in 2025.",
        Cite("twelve-people", "We are twelve people this year"),
    ),
    Fact(
        "team.headcount",
        "fourteen people",
        "Example Co counts fourteen people since August 2026.",
        Cite("fourteen-people", "we are fourteen people since August"),
    ),
    Fact(
        "team.headcount",
        "fourteen people",
        "The people page counts fourteen people.",
        Cite("people-page", "Example Co counts fourteen people since August 2026"),
    ),
    Fact(
        "api.release_day",
        "Thursday",
        "The api is released on Thursday.",
        Cite("thursdays", "A release of the api goes out every Thursday before noon"),
    ),
    Fact(
        "api.release_day",
        "Thursday",
        "The release page names Thursday for the api.",
        Cite("release-page", "A release of the api goes out every Thursday before noon"),
    ),
    Fact(
        "payroll.day",
        "the 27th",
        "Salaries are paid on the 27th of each month.",
        Cite("thursdays", "Salaries are paid on the 27th of each month"),
    ),
    Fact(
        "payroll.day",
        "the 27th",
        "Salaries arrive on the 27th of each month.",
        Cite("onboarding-page", "Salaries arrive on the 27th of each month"),
    ),
    Fact(
        "backup.retention",
        "35 days",
        "Database backups are kept for 35 days.",
        Cite("backups", "We keep database backups for 35 days"),
    ),
    Fact(
        "backup.retention",
        "35 days",
        "Database backups are kept for 35 days in two regions.",
        Cite("restore-page", "Database backups are kept for 35 days"),
    ),
    Fact(
        "backup.restore_test",
        "first Monday of every month",
        "A restore is tested on the first Monday of every month.",
        Cite("backups", "We test a restore on the first Monday of every month"),
    ),
    Fact(
        "oncall.rotation",
        "one week",
        "On-call lasts one week.",
        Cite("on-call", "On-call is one week at a time"),
    ),
    Fact(
        "outage.june_2025.duration",
        "52 minutes",
        "The outage on 12 June 2025 lasted 52 minutes.",
        Cite("june-outage", "the outage on 12 June lasted 52 minutes"),
    ),
    Fact(
        "outage.june_2025.duration",
        "52 minutes",
        "Bookings were down for 52 minutes on 12 June 2025.",
        Cite("incident", "Bookings were down for 52 minutes on 12 June 2025"),
    ),
    Fact(
        "api.database.engine",
        "managed Postgres 17",
        "The database of the api moves to managed Postgres 17.",
        Cite("dana-leads", "Dana Whitlock leads the move to managed Postgres 17"),
    ),
    Fact(
        "api.database.engine",
        "managed Postgres 17",
        "ADR 7 names managed Postgres 17 for the api.",
        Cite("adr-7", "moves to managed Postgres 17"),
    ),
    Fact(
        "billing.provider",
        "Ledgerline",
        "Billing runs on Ledgerline until the end of 2027.",
        Cite("ledgerline", "Billing stays with Ledgerline until the end of 2027"),
    ),
    Fact(
        "office.brisbane.lease_move_date",
        "14 March 2027",
        "The Brisbane office lease moves on 14 March 2027.",
        Cite("lease-moves", "the Brisbane office lease moves on 14 March 2027"),
    ),
    Fact(
        "office.brisbane.lease_move_date",
        "14 March 2027",
        "The lease moves to 88 Wharf Lane on 14 March 2027, by letter of the landlord.",
        Cite("letter", "The lease moves to 88 Wharf Lane on 14 March 2027"),
    ),
    Fact(
        "office.brisbane.lease_signatory",
        "Priya Nair",
        "Priya Nair signs the Brisbane lease.",
        Cite("lease-moves", "Priya Nair signs for it"),
    ),
    Fact(
        "office.brisbane.lease_signatory",
        "Priya Nair",
        "By mandate Priya Nair signs the lease of the Brisbane office alone.",
        Cite("mandate", "Priya Nair signs the lease of the Brisbane office alone"),
    ),
    Fact(
        "office.brisbane.new_address",
        "Level 3, 88 Wharf Lane",
        "The new Brisbane office is at Level 3, 88 Wharf Lane.",
        Cite("wharf-lane", "the new office is Level 3, 88 Wharf Lane"),
    ),
    Fact(
        "office.brisbane.new_address",
        "Level 3, 88 Wharf Lane",
        "The rooms are on Level 3, 88 Wharf Lane, by letter of the landlord.",
        Cite("letter", "Your rooms are on Level 3, 88 Wharf Lane"),
    ),
    Fact(
        "office.brisbane.desks",
        "24",
        "The new Brisbane office has 24 desks.",
        Cite("wharf-lane", "with 24 desks and a room for visitors"),
    ),
    Fact(
        "office.brisbane.deposit",
        "three monthly rents",
        "The deposit of the old Brisbane office amounts to three monthly rents.",
        Cite("lease-2022", "The deposit amounts to three monthly rents"),
    ),
    Fact(
        "office.brisbane.lease_end",
        "30 June 2027",
        "The lease of the old Brisbane office ends on 30 June 2027.",
        Cite("lease-2022", "The term of this lease ends on 30 June 2027"),
    ),
    Fact(
        "office.brisbane.lease_end",
        "31 May 2027",
        "By phone the old Brisbane lease ends on 31 May 2027.",
        Cite("lease-ends", "the old Brisbane lease ends on 31 May 2027"),
    ),
    Fact(
        "office.leeds.lease_end",
        "30 September 2028",
        "The lease of the Leeds office ends on 30 September 2028.",
        Cite("lease-leeds", "The Leeds office is let until 30 September 2028"),
    ),
    Fact(
        "pilot.fjordhavn.start_date",
        "1 February 2027",
        "The Fjordhavn pilot starts on 1 February 2027.",
        Cite("fjordhavn", "the pilot starts on 1 February 2027 with 140 berths"),
    ),
    Fact(
        "pilot.fjordhavn.start_date",
        "1 February 2027",
        "By contract the Fjordhavn pilot starts on 1 February 2027.",
        Cite("contract", "The pilot covers 140 berths and starts on 1 February 2027"),
    ),
    Fact(
        "pilot.fjordhavn.berths",
        "140",
        "The Fjordhavn pilot covers 140 berths.",
        Cite("contract", "The pilot covers 140 berths and starts on 1 February 2027"),
    ),
    Fact(
        "pilot.fjordhavn.support_time",
        "four working hours",
        "Support answers Fjordhavn within four working hours.",
        Cite("contract", "Support answers within four working hours"),
    ),
    Fact(
        "it.domain_registrar",
        "Northgate Names",
        "The domains are registered with Northgate Names.",
        Cite("domains", "All domains are registered with Northgate Names"),
    ),
    Fact(
        "audit.iso.start_date",
        "3 May 2027",
        "By plan the ISO audit starts on 3 May 2027.",
        Cite("audit-plan", "The ISO 27001 audit starts on 3 May 2027"),
    ),
    Fact(
        "audit.iso.start_date",
        "10 May 2027",
        "By calendar the ISO audit starts on 10 May 2027.",
        Cite("audit-later", "in my calendar the ISO audit starts on 10 May 2027"),
    ),
)

# How the dispute about team.headcount ended, in words that stand in a message as a whole.
SETTLED_KEY = "team.headcount"
SETTLED_VALUE = "fourteen people"
SETTLED_CHANGED = ("twelve people",)
SETTLED_WORDS = Cite(
    "headcount-changed", "It changed, fourteen people is right, twelve people was last year."
)

# Key -> (type, description), for the keys that the demo shows off with.
KEYS = {
    "office.brisbane.lease_move_date": ("date", "Day on which the Brisbane lease moves"),
    "office.brisbane.lease_signatory": ("person", "Who signs the Brisbane lease"),
    "office.brisbane.lease_end": ("date", "Last day of the old Brisbane lease"),
    "audit.iso.start_date": ("date", "First day of the ISO 27001 audit"),
    "team.headcount": ("text", "How many people work at Example Co"),
}
