"""A rollout that Codex compressed: the same lines, unpacked piece by piece.

Only Python 3.14 and later can read zstd. A frame may ask for a window of 8 MB and no more, and
what is unpacked is handed on in pieces, so memory stays flat whatever a frame promises.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import jsonl

zstd: Any
try:
    from compression import zstd  # type: ignore[no-redef, import-not-found, unused-ignore]
except ImportError:
    zstd = None

PIECE = 1 << 16  # compressed bytes read at once
WINDOW_LOG = 23
MOST = 2 << 30  # unpacked bytes of one file


def available() -> bool:
    """Whether this Python can unpack."""
    return zstd is not None


class Unpacked(jsonl.Tail):
    """The lines of a compressed file, always from the first on; `place` counts unpacked bytes.

    Attributes:
        damaged: what follows the last line could not be unpacked.
    """

    def __init__(self, path: Path, pulse: Callable[[], None]) -> None:
        """Open `path`.

        Raises:
            OSError: it is missing, unreadable, or no plain file.
        """
        super().__init__(path, jsonl.Mark(), pulse)
        self.damaged = False

    def mark(self) -> jsonl.Mark:
        """The outside of the file; there is no reading on from it."""
        found = self._stat
        return jsonl.Mark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

    def _chunks(self, offset: int) -> Iterator[bytes]:
        size = 0
        try:
            for piece in self._frames():
                size += len(piece)
                yield piece
                if size > MOST:
                    self.damaged = True
                    break
        except zstd.ZstdError:
            self.damaged = True

    def _frames(self) -> Iterator[bytes]:
        data, place = b"", 0
        unpack = _decompressor()
        while True:
            if not data and (unpack.needs_input or unpack.eof):
                data = os.pread(self._fd, PIECE, place)
                place += len(data)
                if not data:
                    self.damaged = place > 0 and not unpack.eof
                    return
            if unpack.eof:
                unpack = _decompressor()
            piece = unpack.decompress(data, jsonl.CHUNK)
            data = unpack.unused_data if unpack.eof else b""
            yield piece


def _decompressor() -> Any:
    limit = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
    return zstd.ZstdDecompressor(options=limit)
