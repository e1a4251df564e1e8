"""Example Co, what was said to Hermes: the past conversations of the demo, all of it invented.

A session is written down like a play. `me` is whoever tries the demo, so nobody's name stands in
those words; `it` is the assistant; `undone` was typed and taken back; `$` is a tool call and `>`
its output, noise that a transcript is full of and that no search may find. A word in brackets is
the handle by which the rows in example_co.py cite a message. demo_transcripts.py writes the files.
"""

from textwrap import dedent
from typing import NamedTuple

from ..text import lazy


class Turn(NamedTuple):
    """One message or tool call: `who` is me, it, undone or $; `text` the words or the command."""

    who: str
    text: str
    name: str = ""
    output: str = ""


class Talk(NamedTuple):
    """One session: its start in UTC, the Hermes source or Claude Code version, and the play."""

    start: str
    title: str
    place: str
    cwd: str
    script: str


_LINE = lazy.regex(r"(me|it|undone)(?: \(([a-z0-9-]+)\))?: (.*)")


def turns(script: str) -> list[Turn]:
    """The messages and tool calls of a play, in order; an indented line goes on with the last."""
    found: list[Turn] = []
    for line in dedent(script).strip().splitlines():
        if spoken := _LINE.fullmatch(line):
            found.append(Turn(spoken[1], spoken[3], spoken[2] or ""))
        elif line.startswith("$ "):
            found.append(Turn("$", line[2:]))
        elif line.startswith("> "):
            found[-1] = found[-1]._replace(output=f"{found[-1].output}{line[2:]}\n")
        else:
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {line.strip()}")
    return found


HERMES = (
    Talk(
        "2025-03-04T09:15:12Z",
        "Who does what at Example Co",
        "cli",
        "/home/me/example-co",
        """
        me (twelve-people): I want you to know how we are set up. We are twelve people this
            year, eight in Brisbane and four in Leeds.
        $ ls docs
        > people.md
        > release.md
        > onboarding.md
        > old/people-2023.csv
        it: Kept. Which parts of the week are fixed?
        me (thursdays): A release of the api goes out every Thursday before noon. Salaries
            are paid on the 27th of each month.
        it: Thursday for the api, the 27th for salaries.
        me (short-answers): Please keep answers to me short and put the conclusion in the
            first line.
        me (spelled-dates): I write dates with the month spelled out, as in 4 March 2025.
        it: Short answers, conclusion first, months spelled out.
        """,
    ),
    Talk(
        "2025-06-17T10:40:05Z",
        "After the June outage",
        "cli",
        "/home/me/example-co",
        """
        me (june-outage): The review is done: the outage on 12 June lasted 52 minutes
            because old WAL files filled the disk of the primary.
        $ ssh db1 df -h /var/lib/postgresql
        > Filesystem  Size Used Avail Use% Mounted on
        > /dev/nvme1n1 500G 499G 1.1G 100% /data
        it: Do you want to draw a rule from it?
        me (backups): Two of them. We keep database backups for 35 days. We test a restore
            on the first Monday of every month.
        me (post-mortems): I want post-mortems without names of people in them, only systems
            and times.
        it: Backups 35 days, restore test on first Mondays, post-mortems without names.
        me (on-call): On-call is one week at a time and is handed over on Wednesday at ten.
        it: One week, handed over Wednesday at ten.
        """,
    ),
    Talk(
        "2025-10-08T11:02:44Z",
        "Stay on Postgres or leave",
        "tui",
        "/home/me/example-co",
        """
        me (cockroach-trial): Tomas tried CockroachDB for three weeks and the write latency
            of berth bookings doubled.
        it: So the case for leaving Postgres is weaker than it was in July?
        me (stay-on-postgres): Much weaker. I have decided that we stay on Postgres and move
            the api to the managed version 17.
        $ rg -l cockroach spikes/
        > spikes/crdb/README.md
        > spikes/crdb/docker-compose.yml
        > spikes/crdb/bench.out
        it: Stay on Postgres, managed 17. Who leads the move?
        me (dana-leads): Dana Whitlock leads the move to managed Postgres 17, finished
            before the Fjordhavn pilot starts.
        me (api-versions): I also decided that the api version goes into a date header
            instead of the path.
        me (ledgerline): Billing stays with Ledgerline until the end of 2027, the contract
            is renewed.
        it: Kept: date header for versions, Ledgerline until the end of 2027.
        """,
    ),
    Talk(
        "2026-02-11T09:31:20Z",
        "The Brisbane lease",
        "desktop",
        "/home/me/example-co",
        """
        me (lease-moves): For the record, the Brisbane office lease moves on 14 March 2027
            and Priya Nair signs for it.
        $ ls leases
        > brisbane-2022.pdf
        > leeds-2023.pdf
        > letter-kestrel-2026-02.pdf
        it: Kept. Is the new place fixed as well?
        me (wharf-lane): It is: the new office is Level 3, 88 Wharf Lane, with 24 desks and
            a room for visitors.
        undone: The rent goes up to 9,400 a month, but that letter was for Leeds.
        me (keep-brisbane): I decided to keep the Brisbane office and to let the Leeds team
            grow more slowly.
        me (priya-removal): Priya Nair books the removal firm and collects the key cards in
            the week before.
        it: Noted as open work for Priya: removal firm and key cards.
        """,
    ),
    Talk(
        "2026-05-20T12:05:51Z",
        "Fjordhavn is in",
        "cli",
        "/home/me/example-co",
        """
        me (fjordhavn): Luca Ferri closed Fjordhavn: the pilot starts on 1 February 2027
            with 140 berths.
        it: Congratulations. Who do we talk to over there?
        me (sunniva): Their harbour master is Sunniva Eide, she wants phone calls and reads
            mail only on Mondays.
        me (ines-training): Ines Carvalho trains the harbour staff of Fjordhavn in the
            second half of January.
        $ cat contracts/fjordhavn.md | wc -w
        >     4127 contracts/fjordhavn.md
        me (per-berth): I decided that we charge per berth and month, without discounts in
            the first year.
        it: Per berth and month, no discounts in year one.
        """,
    ),
    Talk(
        "2026-08-04T10:20:08Z",
        "Headcount and habits",
        "tui",
        "/home/me/example-co",
        """
        me (fourteen-people): Update for you: we are fourteen people since August, nine in
            Brisbane and five in Leeds.
        $ brain_remember
        > {"kept": true, "disputed": ["team.headcount"]}
        it: In March 2025 it was twelve people, now it is fourteen people. Did it change, or
            was one of them wrong?
        me (headcount-changed): It changed, fourteen people is right, twelve people was last
            year.
        it: Settled: fourteen people since August 2026, twelve people before.
        me (quiet-fridays): I prefer no meetings before ten on Fridays, that is my time to
            read.
        me (december-freeze): We freeze deployments from 15 December to 4 January, and I
            decided that this holds every year.
        it: Quiet Fridays until ten, deployments frozen 15 December to 4 January.
        """,
    ),
    Talk(
        "2026-10-12T11:12:37Z",
        "Who is on what this autumn",
        "cli",
        "/home/me/example-co",
        """
        me (dana-now): Dana Whitlock is rehearsing the cut-over of the api to managed
            Postgres 17 and writes the failover runbook after that.
        me (kofi-yuki): Kofi Mensah replaces the polling in berth-sync with webhooks. Yuki
            Tanabe builds the tide chart for harbour-web.
        $ gh issue list --limit 4
        > #412 tide chart flickers on resize
        > #409 webhook retries
        > #405 cut-over dry run
        > #399 audit evidence folder
        it: Four open pieces. And the office side?
        me (bea-hamish): Bea Sorensen collects the evidence for the ISO audit. Hamish Orr
            gets our deposit back from the old landlord.
        me (finished): Finished since summer: the release checklist of Noor Haddad, the
            harbour icons of Mei-Ling Zhao, and the SFTP import is switched off.
        it: Three done, the rest open.
        """,
    ),
    Talk(
        "2026-11-16T09:48:30Z",
        "Two dates that do not fit",
        "desktop",
        "/home/me/example-co",
        """
        me (lease-ends): The landlord told me on the phone that the old Brisbane lease ends
            on 31 May 2027.
        $ brain_remember
        > {"kept": true, "disputed": ["office.brisbane.lease_end"]}
        it: The lease itself says something else. Both are kept; ask a person.
        me (audit-later): And in my calendar the ISO audit starts on 10 May 2027, a week
            later than planned.
        it: Bea's plan has an earlier day. Both are kept; ask a person.
        """,
    ),
)

# Typed by no person: a scheduled run, and what a sub-agent was told. Neither may be found.
MACHINE = (
    Talk(
        "2026-09-01T05:00:00Z",
        "cron: morning digest",
        "cron",
        "/home/me/example-co",
        """
        me: Collect the overnight alerts and write the marlin digest.
        it: Marlin digest: two alerts, both closed by themselves.
        """,
    ),
    Talk(
        "2026-10-12T11:14:02Z",
        "Delegated: issue titles",
        "subagent",
        "/home/me/example-co",
        """
        me: List the titles of open issues that mention the word cormorant.
        it: There are none with cormorant in the title.
        """,
    ),
)
