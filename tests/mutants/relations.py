"""Kinds of mutants about how rules hang together: their order, what they need, and what runs down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.mutants.blocks import Page, Rule
from tests.mutants.making import ANYTHING, Mutant, added, at_end, way_home


@dataclass(frozen=True)
class Relation:
    """A rule that says that it comes before or after another one (a qualified name), in a line of the page. `left` is what else
    the line says, None if nothing."""

    rule: Rule
    word: str
    other: str
    line: int
    left: str | None

    @property
    def turned(self) -> str:
        """The same with the other order."""
        return f"    {'before' if self.word == 'after' else 'after'} {self.other}"


def relations(page: Page) -> Iterator[Relation]:
    """Every `before` and `after` of a page, one for each name; not those about a rule that the page's game does without."""
    without = left_out(page)
    own = {x.split()[1] for x in page.lines if x.startswith("  rule ")}
    for rule in page.rules:
        for i in range(rule.first + 1, rule.end):
            found = re.fullmatch(r"    (before|after) (.+)", page.lines[i])
            names = found[2].split(", ") if found is not None else []
            for name in names:
                assert found is not None
                other = name if "." in name else f"{page.name if name in own else 'official'}.{name}"
                rest = [x for x in names if x != name]
                if other in without:
                    continue
                yield Relation(rule, found[1], other, i, f"    {found[1]} {', '.join(rest)}" if rest else None)


def left_out(page: Page) -> set[str]:
    """The rules that a page's game does without, by qualified name."""
    first, end = page.blocks.get(None, (0, 0))
    text = "\n".join(page.lines[first:end])
    found = re.search(r"^  without ((?:.+,\n)*.+)$", text, re.MULTILINE)
    names = re.split(r",\s*", found[1]) if found is not None else []
    return {x if "." in x else f"official.{x}" for x in names}


def needed(page: Page, relation: Relation) -> tuple[str, ...]:
    """The options that both rules of a relation need."""
    both = [r for r in page.rules if r.name in (relation.rule.name, relation.other)]
    return tuple(dict.fromkeys(x for rule in both for x in page.options_for(rule)))


def precedence_gone(page: Page) -> Iterator[Mutant]:
    """A rule no longer says which of two comes first. Where it counts, somebody must be told."""
    for x in relations(page):
        kept = [x.left] if x.left is not None else []
        text = page.with_lines(x.line, *kept, instead_of=1)
        turned = page.with_lines(x.line, *kept, x.turned, instead_of=1)
        expected = (("UNO201", x.rule.name, x.other),)
        site = f"{x.rule.name}.{x.word}.{x.other}"
        yield Mutant("precedence-gone", site, page.name, text, needed(page, x), expected, ANYTHING, turned)


def circular(page: Page) -> Iterator[Mutant]:
    """A rule that comes before another one and after it."""
    for x in relations(page):
        text = page.with_lines(x.line, x.turned)
        site = f"{x.rule.name}.{x.word}.{x.other}"
        yield Mutant("circular", site, page.name, text, needed(page, x), (("UNO109",),))


def at_odds(page: Page) -> Iterator[Mutant]:
    """An option that excludes the one that it needs."""
    for option in page.blocks:
        if option is not None:
            lines = ('option at-odds "With it, and not"', f"  requires {option}", f"  excludes {option}")
            options = (*page.requires(option), f"{page.name}.at-odds")
            yield Mutant("at-odds", f"{page.name}.{option}", page.name, at_end(page, *lines), options, (("UNO111",),))


def wrong_way(page: Page) -> Iterator[Mutant]:
    """A row of deeds that sets itself off with a number that gets more each time; and the same with one that gets less, which
    comes to an end."""
    for face in ("1", "4", "reverse"):
        for sign in ("+", "-"):
            lines = (
                "  act tick a number: 0 to 9",
                "  variable ticked: 0 to 9",
                "  rule first-tick",
                f"    when player plays {face}",
                "    then player ticks 3",
                "  rule next-tick",
                "    when player ticks a number",
                "    if the number is more than 0",
                f"    then player ticks the number {sign} 1",
            )
            expected, also = ((("UNO301", f"{page.name}.next-tick"),), ANYTHING) if sign == "+" else ((), ())
            kind = "wrong-way" if sign == "+" else "right-way"
            yield Mutant(kind, face, page.name, added(page, None, *lines), (), expected, also)


def never_reset(page: Page) -> Iterator[Mutant]:
    """What is counted is never taken back, and then nobody may play any more (but see `way_home`); and the same where it is
    taken back."""
    for most in (5, 9):
        counting = (
            f"  variable fuse: 0 to {most}",
            "  rule burns",
            "    when player plays a card as anything",
            "    then fuse += 1",
            "  rule burnt-down",
            "    any player cannot play a card",
            f"    if fuse is {most}",
        )
        back = ("  rule lit-again", "    when player draws a number", "    then fuse becomes 0")
        trap = not way_home(page)
        expected, also = ((("UNO304",),), ANYTHING) if trap else ((), ("UNO1", "UNO2", "UNO4"))
        yield Mutant("never-reset", str(most), page.name, added(page, None, *counting), (), expected, also)
        yield Mutant("reset", str(most), page.name, added(page, None, *counting, *back), (), (), ("UNO2", "UNO4"))


def no_pass(page: Page) -> Iterator[Mutant]:
    """A pass under a `must` that everybody can meet at any time."""
    for face in ("1", "4", "skip"):
        lines = (
            "  act hum",
            "  situation tune on a player",
            "  rule tune-begins",
            f"    when player plays {face}",
            "    then begin tune on next player",
            "  rule hum",
            "    during tune",
            "    its player must hum",
            "    then end tune",
            "  rule no-hum",
            "    during tune",
            "    its player may pass",
            "    then end tune",
        )
        expected = (("UNO402", f"{page.name}.no-hum"),)
        yield Mutant("no-pass", face, page.name, added(page, None, *lines), (), expected, ANYTHING)


KINDS: tuple[Callable[[Page], Iterator[Mutant]], ...] = (
    precedence_gone,
    circular,
    at_odds,
    wrong_way,
    never_reset,
    no_pass,
)
