"""Where the other agents on this machine keep their files."""

from collections.abc import Mapping
from pathlib import Path


def claude_folder(environ: Mapping[str, str], user_home: Path) -> Path:
    """Where Claude Code keeps its configuration and its transcripts."""
    return Path(environ.get("CLAUDE_CONFIG_DIR") or user_home / ".claude")


def codex_folder(environ: Mapping[str, str], user_home: Path) -> Path:
    """Where Codex keeps its configuration and its rollouts."""
    return Path(environ.get("CODEX_HOME") or user_home / ".codex")


def grok_folder(environ: Mapping[str, str], user_home: Path) -> Path:
    """Where Grok keeps its configuration and its sessions."""
    return Path(environ.get("GROK_HOME") or user_home / ".grok")


def other_folders(environ: Mapping[str, str], user_home: Path) -> dict[str, Path]:
    """Where each agent but Hermes keeps its files, whether or not it is there: agent -> folder."""
    return {
        "claude": claude_folder(environ, user_home),
        "codex": codex_folder(environ, user_home),
        "grok": grok_folder(environ, user_home),
    }
