"""Example Co, the coding sessions: what was once worked out with Claude Code, all of it invented.

They answer questions that no row of the brain answers, so that each side of the memory shows what
only it knows. Written down as in example_talk.py; `place` is the version of the program.
"""

from .example_talk import Talk

CLAUDE = (
    Talk(
        "2025-04-22T10:20:11Z",
        "Duplicate bookings from payment retries",
        "2.0.76",
        "/home/me/code/api",
        """
        me: some harbours get duplicate berth bookings when the card terminal retries, can
            you find out why?
        $ rg -n 'def create_booking' -A 12 api/bookings.py
        > 41:def create_booking(session, payload):
        > 42-    row = Booking(**payload)
        > 43-    session.add(row)
        > 44-    session.flush()
        it: Duplicate bookings happen because create_booking inserts on every call: a retry
            of the card terminal carries the same terminal reference, and nothing compares
            it.
        me: use the terminal reference as idempotency key and keep it for 48 hours
        $ pytest -q tests/test_bookings.py
        > ....F..
        > FAILED tests/test_bookings.py::test_replay - IntegrityError: uq_ref_window
        $ pytest -q tests/test_bookings.py
        > .......
        > 7 passed in 3.12s
        it: Done: the terminal reference is the idempotency key, unique for 48 hours, and a
            replay answers 200 with the first booking.
        """,
    ),
    Talk(
        "2025-09-09T12:02:50Z",
        "Tide times one hour off",
        "2.0.76",
        "/home/me/code/berth-sync",
        """
        me: the tide times for Leeds harbour customers are one hour off since April
        $ rg -n 'utcnow|fromtimestamp' berth_sync/
        > berth_sync/tides.py:88:    when = datetime.fromtimestamp(row.epoch)
        > berth_sync/tides.py:131:    now = datetime.utcnow()
        it: tides.py builds naive datetimes in server time, so summer time shifts every tide
            by one hour. Brisbane has no summer time, which is why only European harbours
            see it.
        me: store UTC everywhere and convert with the zone of the harbour when we show it
        $ ruff check berth_sync && mypy berth_sync
        > All checks passed!
        > Success: 31 files
        it: Tides are stored as UTC now and shown in the zone of the harbour. A test covers
            the night of 26 October.
        """,
    ),
    Talk(
        "2026-03-18T11:44:05Z",
        "Map tiles make harbour-web slow",
        "2.1.42",
        "/home/me/code/harbour-web",
        """
        me: first load of harbour-web takes nine seconds on a phone, where does it go?
        $ npx vite build --mode analyze
        > dist/assets/vendor-8fd1.js  1,912.40 kB │ gzip: 604.11 kB
        > dist/assets/tiles-22c0.js     871.03 kB │ gzip: 402.90 kB
        it: Six of the nine seconds are map tiles: harbour-web preloads zoom levels 9 to 16
            for every harbour before the first paint.
        me: load only the zoom level that is on screen, the rest when idle
        it: The first load is down to 2.1 seconds on the same phone. The other zoom levels
            come in an idle callback, one harbour at a time.
        """,
    ),
    Talk(
        "2026-08-12T10:10:33Z",
        "500s in api under load",
        "2.1.114",
        "/home/me/code/api",
        """
        me: the api answers 500s under load since Thursday, find the cause please
        $ kubectl logs deploy/api --since=2h | tail -5
        > sqlalchemy.exc.TimeoutError: QueuePool limit of size 5 overflow 0 reached
        >   File site-packages/sqlalchemy/pool/impl.py, line 167, in _do_get
        $ git log --oneline -3 -- api/settings.py
        > 9f31c0e tidy settings
        > 77ab12d add tracing
        it: The 500s come from the pool setting in api/settings.py: the tidy-up of Thursday
            set pool_size=5 with max_overflow=0, so the sixth request waits 30 seconds and
            fails.
        me: so pool_size=5 caused the 500s in api. set pool_size=20 and max_overflow=10, and
            add a check that fails when someone lowers it again
        $ pytest -q tests/test_settings.py
        > ...
        > 3 passed in 0.41s
        it: pool_size is 20 and max_overflow 10 now; test_settings.py fails below 15. The
            load test ran for ten minutes without a 500.
        """,
    ),
    Talk(
        "2026-10-27T09:31:09Z",
        "Rehearsal of the Postgres 17 cut-over",
        "2.1.220",
        "/home/me/code/infra",
        """
        me: rehearse the postgres 17 cut-over on staging and time each step
        $ scripts/cutover.sh --staging --dry-run
        > [00:00] freeze writes
        > [00:07] drain replication slot lag=18332 bytes
        > [02:51] ERROR: extension citext is not available
        it: The rehearsal stopped after three minutes: the extension citext is missing on
            the managed Postgres 17. Everything before it went well.
        me: enable citext there and run it again
        $ scripts/cutover.sh --staging
        > [00:00] freeze writes
        > [11:20] switch dns
        > [11:52] ok
        it: The second rehearsal took eleven minutes and 52 seconds with writes frozen. The
            longest step is the last drain of the replication slot.
        me: good, announce 15 minutes without writes for the real cut-over
        it: The announcement says 15 minutes without writes, three more than measured.
        """,
    ),
    Talk(
        "2026-11-09T11:15:47Z",
        "Retry-After for harbours that poll too often",
        "2.1.332",
        "/home/me/code/api",
        """
        me: two harbours poll every second, answer them politely with 429 and a header
        $ rg -n 'limiter' api/ | head -3
        > api/middleware.py:12:from .limits import limiter
        > api/limits.py:3:limiter = Limiter()
        it: The api answers 429 above 30 requests a minute and key, with Retry-After in
            seconds. The two harbours fall to one request every two seconds.
        me: good, and leave berth-sync out of the limit
        it: berth-sync has its own key without a limit.
        """,
    ),
)

# A run without a person, and the talk of a sub-agent: neither may be found.
HEADLESS = Talk(
    "2026-11-10T05:00:00Z",
    "nightly changelog",
    "2.1.332",
    "/home/me/code/api",
    """
    me: Write the changelog entry for the pelagic release train.
    it: Changelog entry for the pelagic release train written.
    """,
)

SIDECHAIN = """
me: Search the repository for every use of the gannet flag.
it: The gannet flag is used in four files.
"""
