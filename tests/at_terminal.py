r"""A person at a terminal, or nobody: commands of ours on streams that a test makes.

code, out = run(world, "settle", KEY, typed="1\nc\n\n")          # piped: nobody can be asked
code, out = run(world, "settle", KEY, person=Person("1", "c", ""))  # types the shown code, too
"""

import argparse
import io
import re

from agent_si.vendor.commands import surroundings, table


class Screen(io.StringIO):
    """A stream that says whether a person is there."""

    def __init__(self, text="", *, tty=False):
        super().__init__(text)
        self.tty = tty

    def isatty(self):
        return self.tty


class Person:
    """Answers questions in order, and types the code that the screen asks for when they agree."""

    def __init__(self, *answers, agrees=True):
        self.answers, self.agrees, self.asked = list(answers), agrees, []

    def at(self, screen):
        self.screen = screen
        return self

    def isatty(self):
        return True

    def readline(self):
        question = self.screen.getvalue().rpartition("\n")[2]
        self.asked.append(question)
        code = re.search(r"Type (\w+) to ", question)
        if code:
            return f"{code[1] if self.agrees else 'no'}\n"
        return f"{self.answers.pop(0)}\n" if self.answers else ""


def run(world, *argv, typed="", tty=False, environ=None, person=None, brain=None):
    """Exit code and what was printed."""
    parser = argparse.ArgumentParser(prog="hermes agent-si")
    table.add_commands(parser)
    out = Screen(tty=tty or person is not None)
    stdin = person.at(out) if person else Screen(typed, tty=tty)
    place = surroundings.Surroundings(
        world.home, world.clock, environ or {}, stdin, out, brain=brain
    )
    return table.run(place, parser.parse_args(list(map(str, argv)))), out.getvalue()


def agrees(world, *argv, **how):
    """What was printed to a person who copies the code; it must have been done."""
    code, out = run(world, *argv, person=Person(), **how)
    assert code == 0, out
    return out
