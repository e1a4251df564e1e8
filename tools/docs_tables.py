"""The README's tables, written by cog from the code: `cog -r -I tools README.md`."""

from importlib import import_module

import brain

brain.load()


def _part(name):
    return import_module(f"{brain.NAME}.{name}")


def _table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def tools():
    """Name with parameters, and the description that the model reads."""
    schemas = _part("recall.schemas").SCHEMAS
    rows = []
    for schema in schemas:
        parameters = ", ".join(schema["parameters"]["properties"])
        rows.append((f"`{schema['name']}({parameters})`", schema["description"]))
    return _table(("tool", "what the model is told"), rows)


def commands():
    """Name, what it does, an example."""
    table = _part("commands.table").every_command()
    return _table(
        ("command", "does", "example"),
        [(f"`{c.name}`", c.does, f"`hermes agent-si {c.example}`") for c in table],
    )


def settings():
    """The keys of config.json."""
    described = _part("recall.settings").DESCRIBED
    return _table(
        ("setting", "default", "means"),
        [(f"`{key}`", default, means) for key, (default, means) in described.items()],
    )
