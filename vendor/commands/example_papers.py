"""Example Co: the papers that the demo brain rests on, all invented.

Documents and pages that a person added by hand, each with the passage that is kept of it. Rows
cite a paper by its handle: example_co.py has the records, example_facts.py the facts.
"""

from typing import NamedTuple

from .example_co import PEOPLE


class Paper(NamedTuple):
    """A source added by hand. `added` and `written` are days; `text` is the passage kept."""

    name: str
    added: str
    kind: str
    locator: str
    title: str
    author: str
    written: str
    text: str


_PEOPLE_PAGE = "\n".join(f"{name}, {line}." for _, name, line in PEOPLE)

PAPERS = (
    Paper(
        "release-page",
        "2025-03-05",
        "url",
        "https://wiki.example.com/api/release",
        "Releasing the api",
        "Tomas Lindqvist",
        "2025-02-20",
        "A release of the api goes out every Thursday before noon. Deploy to Leeds first and "
        "watch the error rate for 15 minutes, then deploy to Brisbane. Roll back by tag.",
    ),
    Paper(
        "onboarding-page",
        "2025-03-05",
        "url",
        "https://wiki.example.com/people/first-week",
        "Your first week",
        "Owen Pritchard",
        "2025-01-15",
        "Laptop and key card wait for you on day one. Salaries arrive on the 27th of each month. "
        "By Friday a first change of your own is live.",
    ),
    Paper(
        "incident",
        "2025-06-18",
        "url",
        "https://status.example.com/incidents/2025-06-12",
        "Incident of 12 June 2025",
        "Dana Whitlock",
        "2025-06-13",
        "Bookings were down for 52 minutes on 12 June 2025. A stuck replication slot kept old WAL "
        "files until the disk of the primary was full.",
    ),
    Paper(
        "restore-page",
        "2025-06-18",
        "url",
        "https://wiki.example.com/db/restore",
        "Restoring the database",
        "Dana Whitlock",
        "2025-06-16",
        "Database backups are kept for 35 days in two regions. Restore into a fresh instance. "
        "Compare the booking counts before switching over.",
    ),
    Paper(
        "adr-7",
        "2025-10-15",
        "url",
        "https://wiki.example.com/adr/0007-postgres",
        "ADR 7: database of the api",
        "Tomas Lindqvist",
        "2025-10-14",
        "Status: accepted. The api stays on Postgres and moves to managed Postgres 17. The spike "
        "with CockroachDB is archived.",
    ),
    Paper(
        "lease-2022",
        "2026-02-12",
        "document",
        "document:leases/brisbane-2022.pdf",
        "Lease of the old Brisbane office",
        "Kestrel Property",
        "2022-06-20",
        "Lease of Level 1, 12 Quarry Street, Brisbane. The term of this lease ends on 30 June "
        "2027. The deposit amounts to three monthly rents and is returned within thirty days.",
    ),
    Paper(
        "letter",
        "2026-02-12",
        "document",
        "document:leases/letter-kestrel-2026-02.pdf",
        "Letter about Wharf Lane",
        "Marguerite Stone",
        "2026-02-09",
        "The lease moves to 88 Wharf Lane on 14 March 2027. Your rooms are on Level 3, 88 Wharf "
        "Lane. The freight lift carries 800 kilograms and is booked two days ahead.",
    ),
    Paper(
        "mandate",
        "2026-02-26",
        "document",
        "document:leases/mandate-2026.pdf",
        "Mandate for the new lease",
        "Hamish Orr",
        "2026-02-04",
        "Priya Nair signs the lease of the Brisbane office alone. The mandate runs until the end "
        "of March 2027.",
    ),
    Paper(
        "lease-leeds",
        "2026-02-26",
        "document",
        "document:leases/leeds-2023.pdf",
        "Lease of the Leeds office",
        "Aire Yard Estates",
        "2023-09-12",
        "The Leeds office is let until 30 September 2028 with an option for three more years.",
    ),
    Paper(
        "summer-plan",
        "2026-05-22",
        "url",
        "https://wiki.example.com/plans/2026-summer",
        "Plan for summer 2026",
        "Tomas Lindqvist",
        "2026-05-18",
        "berth-sync stops polling and takes webhooks from the harbours. Kofi Mensah retires the "
        "SFTP import of berth-sync. harbour-web gets new icons, a tide chart and a faster first "
        "load. Mei-Ling Zhao draws the new harbour icons. Noor Haddad turns the release steps "
        "into a checklist.",
    ),
    Paper(
        "contract",
        "2026-05-22",
        "document",
        "document:contracts/fjordhavn.pdf",
        "Contract with Fjordhavn",
        "Luca Ferri",
        "2026-05-19",
        "The pilot covers 140 berths and starts on 1 February 2027 for six months. Support answers "
        "within four working hours.",
    ),
    Paper(
        "people-page",
        "2026-08-05",
        "url",
        "https://wiki.example.com/people",
        "People at Example Co",
        "Owen Pritchard",
        "2026-08-03",
        f"{_PEOPLE_PAGE}\nExample Co counts fourteen people since August 2026.",
    ),
    Paper(
        "domains",
        "2026-08-05",
        "url",
        "https://wiki.example.com/it/domains",
        "Domains and certificates",
        "Bea Sorensen",
        "2026-07-30",
        "All domains are registered with Northgate Names and renew each February.",
    ),
    Paper(
        "audit-plan",
        "2026-09-24",
        "document",
        "document:audit/plan-2027.pdf",
        "Plan of the ISO audit",
        "Bea Sorensen",
        "2026-09-22",
        "The ISO 27001 audit starts on 3 May 2027 in Leeds and lasts four days. In scope are the "
        "api, berth-sync and both offices.",
    ),
)
