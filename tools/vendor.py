"""Keep vendor/VENDORED.md: each file of the engine with its sha256 and where it came from.

The origin of a file is this repository at the version of plugin.yaml, unless the file was brought
in from another checkout: then it is that checkout's name, version and commit for as long as the
file stays as it came.

    python3 tools/vendor.py                     rewrite the manifest for the tree as it is
    python3 tools/vendor.py --check             compare tree and manifest; exit 1 where they differ
    python3 tools/vendor.py --from CHECKOUT [--pin COMMIT]
                                                replace vendor/ by that checkout's, at a commit
                                                (its HEAD when none is named), and rewrite
"""

import argparse
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = "VENDORED.md"
LEFT_OUT = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache"})
ROW = re.compile(r"\| `([^`]+)` \| `([0-9a-f]{64})` \| ([^|]+) \|")
HEADER = """# What is in this folder

The engine, carried inside the plugin so that installing it is copying one folder. Written by
`python3 tools/vendor.py`; `python3 tools/vendor.py --check` compares it with the files.

| File | sha256 | Origin |
|---|---|---|
"""


class VendorError(Exception):
    """The tree or the checkout is not what the manifest needs; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: its path inside vendor/, the sha256 of its bytes, and its origin."""

    path: str
    sha256: str
    origin: str


def own_origin(root: Path) -> str:
    """`<name> <version>` of the plugin.yaml in a folder."""
    manifest = root / "plugin.yaml"
    if not manifest.is_file():
        raise VendorError(f"no plugin.yaml in {root.name}/: name the top folder of a checkout")
    text = manifest.read_text(encoding="utf-8")
    fields = dict(re.findall(r'(?m)^(name|version):\s*"?([^"\s]+)"?\s*$', text))
    if len(fields) != 2:
        raise VendorError("plugin.yaml names no name or no version")
    return f"{fields['name']} {fields['version']}"


def tree(root: Path) -> dict[str, str]:
    """Path inside vendor/ -> sha256, of every file that the manifest lists, in order."""
    vendor = root / "vendor"
    found: dict[str, str] = {}
    for path in sorted(vendor.rglob("*")):
        inside = path.relative_to(vendor)
        if path.is_symlink():
            raise VendorError(f"vendor/{inside} is a link: put the file itself there")
        if path.is_file() and _is_listed(inside):
            found[inside.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _is_listed(inside: Path) -> bool:
    hidden = LEFT_OUT.intersection(inside.parts) or inside.suffix == ".pyc"
    return not hidden and inside.as_posix() != MANIFEST


def recorded(root: Path) -> dict[str, Entry]:
    """The rows of the manifest by path; empty when there is none."""
    path = root / "vendor" / MANIFEST
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    rows = (ROW.fullmatch(line) for line in text.splitlines())
    return {row[1]: Entry(row[1], row[2], row[3]) for row in rows if row}


def entries(root: Path) -> list[Entry]:
    """What the manifest ought to say now. A file that came from elsewhere and is unchanged keeps
    its origin; any other is this repository's, at today's version.
    """
    own, before = own_origin(root), recorded(root)

    def origin(path: str, digest: str) -> str:
        row = before.get(path)
        is_foreign = row is not None and " at commit " in row.origin
        return row.origin if row and is_foreign and row.sha256 == digest else own

    return [Entry(path, digest, origin(path, digest)) for path, digest in tree(root).items()]


def write(root: Path, rows: list[Entry]) -> None:
    """Write the manifest, one row a file, in the order of their paths."""
    lines = [f"| `{row.path}` | `{row.sha256}` | {row.origin} |\n" for row in rows]
    (root / "vendor" / MANIFEST).write_text(HEADER + "".join(lines), encoding="utf-8")


def differences(root: Path) -> list[str]:
    """One line for each file whose row is missing, needless, or says something else."""
    now, before = {row.path: row for row in entries(root)}, recorded(root)
    lines = [f"{path}: not in the manifest" for path in now.keys() - before.keys()]
    lines += [f"{path}: in the manifest, not in the tree" for path in before.keys() - now.keys()]
    for path in now.keys() & before.keys():
        if now[path].sha256 != before[path].sha256:
            lines.append(f"{path}: other content than the manifest says")
        elif now[path].origin != before[path].origin:
            lines.append(f"{path}: the manifest says it is from {before[path].origin}")
    return sorted(lines)


def replace(root: Path, checkout: Path, *, pin: str = "HEAD") -> list[Entry]:
    """Put the vendor/ that `checkout` has at commit `pin` in the place of ours, whole or not at
    all, and return the new manifest rows, which are written.
    """
    if checkout.resolve() == root.resolve():
        raise VendorError("that is this checkout itself: name another one")
    commit = _git(checkout, "rev-parse", "--verify", f"{pin}^{{commit}}").decode().strip()
    archive = _git(checkout, "archive", "--format=zip", commit, "vendor", "plugin.yaml")
    with tempfile.TemporaryDirectory(dir=root, prefix=".vendor-") as scratch:
        new = Path(scratch, "new")
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(new)
        origin = f"{own_origin(new)} at commit {commit}"
        rows = [Entry(path, digest, origin) for path, digest in tree(new).items()]
        write(new, rows)
        _swap(root / "vendor", new / "vendor", Path(scratch, "old"))
    return rows


def _swap(place: Path, new: Path, old: Path) -> None:
    """Two renames in one file system; the first is taken back when the second fails."""
    place.rename(old)
    try:
        new.rename(place)
    except OSError:
        old.rename(place)
        raise


def _git(checkout: Path, *words: str) -> bytes:
    git = shutil.which("git")
    if git is None:
        raise VendorError("git is needed to read another checkout at a commit")
    done = subprocess.run([git, "-C", str(checkout), *words], capture_output=True, check=False)
    if done.returncode:
        raise VendorError(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare, change nothing")
    parser.add_argument("--from", dest="checkout", type=Path, help="another checkout")
    parser.add_argument("--pin", default="HEAD", help="its commit, tag or branch")
    return parser.parse_args(argv)


def _check(root: Path) -> int:
    lines = differences(root)
    print("\n".join(lines) or "vendor/ is what its manifest says")
    if lines:
        print("after a change of vendor/ run: python3 tools/vendor.py")
    return 1 if lines else 0


def main(argv: list[str], *, root: Path = ROOT) -> int:
    """0 when done or equal, 1 when tree and manifest differ or the call cannot be carried out."""
    options = _options(argv)
    try:
        if options.check:
            return _check(root)
        if options.checkout:
            replace(root, options.checkout, pin=options.pin)
        rows = entries(root)
        write(root, rows)
    except VendorError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"vendor/{MANIFEST}: {len(rows)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
