"""Every file state that a power cut may leave, from a record of what a process asked of the disk.

`record` runs a command under strace; `parse` reads the calls that touch one folder; `state` makes
what the disk may hold after the first `cut` of them: all that was synced, and of the rest any
subset, writes torn at 512 bytes, names made or removed or not. Lines `ack NAME` that the command
wrote before the cut are what it had acknowledged.

It assumes what SQLite assumes: a sync that returned is on the disk, a sector is written whole or
not at all. It cannot show a drive that lies about its cache, nor what another file system does.
"""

import random
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
CALLS = (
    "openat,close,dup,pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,link,linkat"
)


class NoStrace(Exception):
    """strace is not on the path, or may not trace here."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call. kind: write, cut, sync, name, gone, sync names, ack. file: an inode's number."""

    kind: str
    file: int = 0
    at: int = 0
    data: bytes = b""
    name: str = ""

    @property
    def is_sync(self) -> bool:
        """Whether it makes something last."""
        return self.kind in ("sync", "sync names")


def record(command: list[str], log: Path) -> None:
    """Run the command under strace.

    Raises:
        NoStrace: it cannot be run here.
    """
    if not shutil.which("strace"):
        raise NoStrace("strace is not installed")
    words = ["strace", "-f", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(log)]
    done = subprocess.run([*words, *command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoStrace(f"strace could not record: {done.stderr[-300:]}")


LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(slots=True)
class _Reader:
    folder: str
    calls: list[Call] = field(default_factory=list)
    open: dict[int, int | str] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)
    made: int = 0

    def line(self, call: str, given: str, result: int) -> None:
        strings = [bytes.fromhex(each.replace("\\x", "")) for each in STRING.findall(given)]
        numbers = [each.strip() for each in STRING.sub("", given).split(",")]
        descriptor = int(numbers[0]) if numbers[0].lstrip("-").isdigit() else -1
        if call == "openat" and result >= 0:
            self._open(strings[0].decode(), given, result)
        elif call == "close":
            self.open.pop(descriptor, None)
        elif call == "write" and descriptor == 1 and strings[0].startswith(b"ack "):
            self.calls.append(Call("ack", name=strings[0].decode().split()[1]))
        elif call in ("unlink", "unlinkat", "rename", "link", "linkat"):
            self._names(call, [each.decode() for each in strings])
        elif isinstance(self.open.get(descriptor), int):
            self._file(call, descriptor, strings, numbers, result)
        elif call in ("fsync", "fdatasync") and self.open.get(descriptor) == "folder":
            self.calls.append(Call("sync names"))

    def _inside(self, path: str) -> str:
        head, _, name = path.rpartition("/")
        return name if head == self.folder else ""

    def _open(self, path: str, given: str, result: int) -> None:
        name = self._inside(path)
        if path == self.folder:
            self.open[result] = "folder"
        elif name:
            if name not in self.files:
                self.made += 1
                self.files[name] = self.made
                self.calls.append(Call("name", self.made, name=name))
            self.open[result] = self.files[name]
            self.place[result] = 0
            if "O_TRUNC" in given:
                self.calls.append(Call("cut", self.files[name], 0))

    def _file(
        self, call: str, descriptor: int, strings: list[bytes], numbers: list[str], result: int
    ) -> None:
        file = self.open[descriptor]
        assert isinstance(file, int)
        if call == "pwrite64":
            self.calls.append(Call("write", file, int(numbers[-1]), strings[0][:result]))
        elif call == "write":
            self.calls.append(Call("write", file, self.place[descriptor], strings[0][:result]))
            self.place[descriptor] += result
        elif call == "ftruncate":
            self.calls.append(Call("cut", file, int(numbers[1])))
        elif call in ("fsync", "fdatasync"):
            self.calls.append(Call("sync", file))

    def _names(self, call: str, paths: list[str]) -> None:
        names = [self._inside(path) for path in paths]
        if call in ("rename", "link", "linkat") and names[0] in self.files:
            file = self.files[names[0]]
            self.files[names[1]] = file
            self.calls.append(Call("name", file, name=names[1]))
        if call in ("unlink", "unlinkat", "rename") and self.files.pop(names[0], None):
            self.calls.append(Call("gone", name=names[0]))


def parse(log: Path, folder: Path) -> list[Call]:
    """The calls that touch files of the folder, in order."""
    reader = _Reader(str(folder))
    for line in log.read_text(encoding="ascii").splitlines():
        match = LINE.match(line)
        if match and int(match[3]) >= 0:
            reader.line(match[1], match[2], int(match[3]))
    return reader.calls


def state(calls: list[Call], cut: int, dice: random.Random) -> tuple[list[str], dict[str, bytes]]:
    """What was acknowledged, and one state of the folder, after a power cut at call `cut`."""
    before = calls[:cut]
    acknowledged = [call.name for call in before if call.kind == "ack"]
    keep = dice.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    names = _names(before, keep, dice)
    contents = {file: _content(before, file, keep, dice) for file in set(names.values())}
    return acknowledged, {name: contents[file] for name, file in names.items()}


def _names(before: list[Call], keep: float, dice: random.Random) -> dict[str, int]:
    last = max((n for n, call in enumerate(before) if call.kind == "sync names"), default=-1)
    names: dict[str, int] = {}
    for n, call in enumerate(before):
        if call.kind in ("name", "gone") and (n < last or dice.random() < keep):
            if call.kind == "name":
                names[call.name] = call.file
            else:
                names.pop(call.name, None)
    return names


def _content(before: list[Call], file: int, keep: float, dice: random.Random) -> bytes:
    own = [call for call in before if call.file == file and call.kind in ("write", "cut", "sync")]
    last = max((n for n, call in enumerate(own) if call.kind == "sync"), default=-1)
    raw = bytearray()
    for n, call in enumerate(own):
        if call.kind == "write":
            for start, part in _sectors(call):
                if n < last or dice.random() < keep:
                    raw.extend(bytes(max(0, start + len(part) - len(raw))))
                    raw[start : start + len(part)] = part
        elif call.kind == "cut" and (n < last or dice.random() < keep):
            del raw[call.at :]
            raw.extend(bytes(call.at - len(raw)))
    return bytes(raw)


def _sectors(call: Call) -> list[tuple[int, bytes]]:
    """The parts of a write that the disk writes whole."""
    parts, at = [], call.at
    end = call.at + len(call.data)
    while at < end:
        stop = min(end, (at // SECTOR + 1) * SECTOR)
        parts.append((at, call.data[at - call.at : stop - call.at]))
        at = stop
    return parts
