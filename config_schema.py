"""The settings panel, as plain data of the shape the host's renderer reads.

The host loads this file alone, by path and outside any package: so it imports nothing of ours,
and its classes stand here instead of coming from the host (importing those is a validator's
warning). Stored in `<hermes home>/agent-si/config.json`, the file that the wizard writes too.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    """One choice of a select."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True)
class Field:
    """One setting; `default` is always text, and values come back to the panel as text."""

    key: str
    label: str
    kind: str = "text"
    default: str = ""
    description: str = ""
    placeholder: str = ""
    options: tuple = ()
    env_key: object = None
    aliases: tuple = ()
    env_fallbacks: tuple = ()
    inline: bool = False
    group: str = ""
    info: str = ""
    scope: str = "host"

    @property
    def is_secret(self):
        """None of ours is."""
        return self.kind == "secret"

    def allowed_values(self):
        """What a select takes."""
        return {option.value for option in self.options}


@dataclass(frozen=True)
class Schema:
    """The panel: name of the folder in the home, storage, fields in order."""

    name: str
    label: str
    storage: str = "flat_json"
    docs_url: str = ""
    fields: tuple = field(default_factory=tuple)

    def inline_fields(self):
        """Those of the compact panel."""
        return tuple(one for one in self.fields if one.inline)


CONFIG_SCHEMA = Schema(
    name="agent-si",
    label="Agent SI",
    fields=(
        Field(
            "principal",
            "Your name",
            description="The person whose words are protected. Set once here; changed later "
            "only by hermes memory setup in a terminal.",
            placeholder="none",
            inline=True,
        ),
        # Text, as a switch has no word for some of the agents, and would open all of them.
        Field(
            "index_sessions",
            "Search past sessions",
            description="yes, no, or some of hermes, claude, codex, grok: whose past sessions on "
            "this machine are read and searched. What is left out is neither opened nor recalled.",
            placeholder="yes (in a named profile: hermes)",
            inline=True,
        ),
        Field(
            "index_since",
            "Only sessions since",
            description="A day (2026-11-03), 90 days or 1 year: what was said before is neither "
            "read nor kept. Blank for everything. What Claude Code has deleted since is then gone "
            "for good; hermes agent-si config index_since counts it and asks first.",
            placeholder="all",
        ),
        Field(
            "recall_floor",
            "Recall speaks unasked",
            kind="select",
            default="normal",
            description="How much must speak for a line before it is put into a turn. A search "
            "that the model makes itself is not held back.",
            options=(
                Option("low", "Often", "sometimes beside the point"),
                Option("normal", "Normally", "where much of what you typed was said before"),
                Option("high", "Seldom", "where it is sure"),
            ),
        ),
        Field(
            "brain_dir",
            "Folder of the brain",
            description="Blank for agent-si/brain in this home. An absolute path may name an "
            "existing brain; one on this machine's own disk that no program synchronises. "
            "hermes agent-si config brain_dir looks at a folder before it is taken.",
            placeholder="agent-si/brain",
        ),
    ),
)
