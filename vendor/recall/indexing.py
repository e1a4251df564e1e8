"""The one background thread of a home, as the host's edge uses it: join, wake, leave.

While the demo answers, and where `index_sessions` is off, there is nothing to refresh and no
thread is started.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from ..sessions.adapters import Adapter, adapters_for
from ..sessions.refresher import Limits, Refresher
from .settings import Settings, load


def limits_of(settings: Settings, now: datetime) -> Limits:
    """What may be kept of the histories, for whoever reads them."""
    return Limits(
        since=settings.since(now), private=settings.private, keep_expired=settings.keep_expired
    )


class Refreshing:
    """A provider's share in its home's refresher."""

    def __init__(self, refresher: Refresher) -> None:
        self._refresher: Refresher | None = refresher

    @classmethod
    def join(
        cls,
        settings: Settings,
        *,
        user_home: Path,
        environ: Mapping[str, str],
        clock: Callable[[], datetime],
    ) -> "Refreshing | None":
        """Start the thread, or share the one that runs; None where nothing is indexed.

        Other agents keep their files in `user_home`, or where `environ` says
        (`CLAUDE_CONFIG_DIR`).
        """
        if settings.demo or not settings.index_sessions:
            return None
        known = dict(environ)

        # The settings are looked at in each pass: what a person closes is closed at the next one.
        def adapters() -> list[Adapter]:
            return adapters_for(
                load(settings.home).index_sessions,
                hermes_home=settings.home,
                user_home=user_home,
                environ=known,
            )

        def limits() -> Limits:
            return limits_of(load(settings.home), clock())

        return cls(Refresher.acquire(settings.index, adapters, clock=clock, limits=limits))

    def wake(self) -> None:
        """A turn was spoken. Never waits."""
        if self._refresher is not None:
            self._refresher.wake()

    def leave(self) -> None:
        """Give the share back; the last one ends the thread. Twice is nothing."""
        refresher, self._refresher = self._refresher, None
        if refresher is not None:
            refresher.release()
