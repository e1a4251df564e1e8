"""Ctrl-C in a command that takes long: it is asked to end, and ends where it is safe."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # exit code after Ctrl-C


@contextmanager
def ctrl_c() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; the second time it ends everything at once."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
