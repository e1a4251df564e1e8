"""Reading by the settings: the one background thread of a home, and the adapters it is given.

The host's edge joins, wakes and leaves it. While the demo answers, and where `index_sessions` is
off, there is nothing to refresh and no thread is started.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from ..sessions.refresher import SHARE, Limits, Refresher
from . import trouble
from .settings import Settings, load

if TYPE_CHECKING:
    from ..sessions.adapters import Adapter

REFRESH = "reading past sessions"

__all__ = ["REFRESH", "SHARE", "Refreshing", "limits_of", "readers"]


def limits_of(settings: Settings, now: datetime, zone: tzinfo | None = None) -> Limits:
    """What may be kept of the histories, for whoever reads them."""
    return Limits(
        since=settings.since(now, zone),
        private=settings.private,
        keep_expired=settings.keep_expired,
    )


def readers(
    settings: Settings,
    *,
    user_home: Path,
    environ: Mapping[str, str],
    agents: Iterable[str] | None = None,
) -> "list[Adapter]":
    """The adapters of the agents that the settings name, or of `agents`.

    Other agents keep their files in `user_home`, or where `environ` says (`CLAUDE_CONFIG_DIR`).
    """
    from ..sessions.adapters import adapters_for

    chosen = settings.index_sessions if agents is None else agents
    return adapters_for(chosen, hermes_home=settings.home, user_home=user_home, environ=environ)


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
        first: Callable[[], None] = lambda: None,
    ) -> "Refreshing | None":
        """Start the thread, or share the one that runs; None where nothing is indexed.

        `user_home` and `environ` as for `readers`; `first` is done in the thread before it reads.
        """
        if settings.demo or not settings.index_sessions:
            return None
        known = dict(environ)

        # The settings are looked at in each pass: what a person closes is closed at the next one,
        # what they open is for the next session.
        def adapters() -> "list[Adapter]":
            now = load(settings.home).index_sessions
            both = [agent for agent in settings.index_sessions if agent in now]
            return readers(settings, user_home=user_home, environ=known, agents=both)

        def limits() -> Limits:
            return limits_of(load(settings.home), clock())

        def told(reason: str) -> None:
            if reason:
                trouble.record(settings, REFRESH, reason, clock())
            else:
                trouble.mended(settings, REFRESH, clock())

        return cls(
            Refresher.acquire(
                settings.index, adapters, clock=clock, limits=limits, told=told, first=first
            )
        )

    @property
    def wrong(self) -> str:
        """Why past sessions do not follow what is said, in one line, or ""."""
        return self._refresher.wrong if self._refresher is not None else ""

    def wake(self) -> None:
        """A turn was spoken. Never waits."""
        if self._refresher is not None:
            self._refresher.wake()

    def leave(self) -> None:
        """Give the share back; the last one ends the thread. Twice is nothing."""
        refresher, self._refresher = self._refresher, None
        if refresher is not None:
            refresher.release()
