"""What kinds of mutants are made of: the mutant, and what a page offers for changing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mutants.blocks import Page, Rule

ANYTHING = ("UNO",)
"""Consequences of a mutant that breaks the game."""


@dataclass(frozen=True)
class Mutant:
    """A page with one thing changed. `expected`: codes with the rules that a finding must name (none or "": any), one of which must
    be found; a code of UNO1 is an error of the text. Empty: nothing new may be. `also`: beginnings of codes of true
    consequences. `turned`: the same with the other order of two rules, where it has to be found only if play shows that the
    order counts (see `tests.mutants.orders`)."""

    kind: str
    site: str
    page: str
    text: str
    options: tuple[str, ...]
    expected: tuple[tuple[str, ...], ...]
    also: tuple[str, ...] = ()
    turned: str | None = None

    @property
    def id(self) -> str:
        """A name for people."""
        return f"{self.kind}:{self.site}"


def offers(page: Page) -> Iterator[tuple[Rule, re.Match[str]]]:
    """The offers of a page: groups `who`, `mode`, `deed`."""
    for rule in page.rules:
        found = page.heads(
            rule, r"(?P<who>[^\"]+?) (?P<mode>may by mistake|may at will|must otherwise|may|must) (?P<deed>.+)"
        )
        if found:
            yield rule, found[0]


def triggers(page: Page) -> Iterator[tuple[Rule, str]]:
    """The triggers of a page, with what stands behind `when`."""
    for rule in page.rules:
        found = page.heads(rule, r"when (.+)")
        if found and found[0][1] != "the position stands":
            yield rule, found[0][1]


def parameters(page: Page, rest: str) -> Iterator[tuple[str | None, re.Match[str]]]:
    """The parameters of a page whose line goes on like `rest`, with the option that each belongs to; group 1 is the name."""
    for option, (first, end) in page.blocks.items():
        for line in page.lines[first:end]:
            found = re.fullmatch(rf"  parameter ([a-z-]+) .*{rest}", line)
            if found is not None:
                yield option, found


def verb(deed: str) -> str:
    """The first word of what is done."""
    return deed.split()[0]


def added(page: Page, option: str | None, *lines: str) -> str:
    """A page with lines at the end of a block."""
    return page.with_lines(page.blocks[option][1], "", *lines, "")


def at_end(page: Page, *lines: str) -> str:
    """A page with more options at its end."""
    return "\n".join([*page.lines, "", *lines, ""])


def then_at(page: Page, rule: Rule) -> int | None:
    """The line of a rule's `then`."""
    return next((i for i in range(rule.first, rule.end) if re.match(r"    then\b", page.lines[i])), None)


def way_home(page: Page) -> bool:
    """Whether people may leave without any option, and the match is over once one is left: then there always is a way to the
    end."""
    leaving = [r for r, x in offers(page) if x["mode"] == "may at will" and "end the match" in page.text(r)]
    return any(r.option is None for r in leaving)
