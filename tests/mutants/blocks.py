"""A ruleset file as lines, and where its options and rules stand. Enough of the language for changing one thing at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SLAPPED = ("spicy.slapped-seven", "spicy.trade-own", "spicy.pick-out", "spicy.no-trade", "spicy.slapped-and-done")

ALONG = {
    **dict.fromkeys(_SLAPPED, "slap"),
    "spicy.nothing-to-give": "slap-face-value",
    "spicy.gone-for-good": "join",
}
"""Options without which a rule of another option never happens: a 7 is slapped only where cards are, and who owes a card can lay down
the last one only as a slap; and only where people may come late need they be kept from it."""


@dataclass(frozen=True)
class Rule:
    """A rule: its qualified name, the option it belongs to (None: the game), its lines [first, end), counted from 0."""

    name: str
    option: str | None
    first: int
    end: int


@dataclass(frozen=True)
class Page:
    """A file. `games`: the line of the game, or None. `blocks`: option (None: the game) to [first, end) of its lines."""

    name: str
    lines: tuple[str, ...]
    rules: tuple[Rule, ...]
    blocks: dict[str | None, tuple[int, int]]

    def text(self, rule: Rule) -> str:
        """The lines of a rule."""
        return "\n".join(self.lines[rule.first : rule.end])

    def short(self, rule: Rule) -> str:
        """The rule's name without its page."""
        return rule.name.partition(".")[2]

    def heads(self, rule: Rule, pattern: str) -> list[re.Match[str]]:
        """The lines of a rule that match."""
        found = (re.fullmatch(pattern, x.strip()) for x in self.lines[rule.first + 1 : rule.end])
        return [m for m in found if m is not None]

    def requires(self, option: str | None) -> tuple[str, ...]:
        """An option with what it requires, qualified; empty for the game."""
        if option is None:
            return ()
        first, end = self.blocks[option]
        named = [
            x.strip().removeprefix("requires ") for x in self.lines[first:end] if x.strip().startswith("requires ")
        ]
        out = [f"{self.name}.{option}"]
        for words in named:
            for word in words.split(","):
                name = word.strip()
                if "." in name:
                    out.append(name)
                else:
                    out.extend(self.requires(name))
        return tuple(dict.fromkeys(out))

    def options_for(self, rule: Rule) -> tuple[str, ...]:
        """The options with which a rule can happen, qualified."""
        also = ALONG.get(rule.name)
        more = self.requires(also) if also is not None else ()
        return tuple(dict.fromkeys((*self.requires(rule.option), *more)))

    def with_lines(self, at: int, *more: str, instead_of: int = 0) -> str:
        """The whole text with lines put in before line `at`, `instead_of` lines there taken out."""
        return "\n".join([*self.lines[:at], *more, *self.lines[at + instead_of :]])


def read(name: str, text: str) -> Page:
    """A page of a shipped ruleset, without its scenarios."""
    lines = text.split("\n")
    cut = next((i for i, x in enumerate(lines) if x.startswith("scenario ")), len(lines))
    lines = lines[:cut]
    blocks: dict[str | None, tuple[int, int]] = {}
    starts = [(i, x) for i, x in enumerate(lines) if re.match(r"(game|option) ", x)]
    for number, (i, x) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else len(lines)
        blocks[x.split()[1] if x.startswith("option ") else None] = (i, end)
    rules: list[Rule] = []
    for option, (first, end) in blocks.items():
        heads = [i for i in range(first + 1, end) if re.match(r"  [a-z]", lines[i])]
        for number, i in enumerate(heads):
            if lines[i].startswith("  rule "):
                stop = heads[number + 1] if number + 1 < len(heads) else end
                body = next((j for j in range(i + 1, stop) if lines[j] and not lines[j].startswith("   ")), stop)
                while body > i + 1 and not lines[body - 1].strip():
                    body -= 1
                if not any(x.strip().startswith("allow UNO4") for x in lines[i:body]):
                    # of these, findings are expected and kept quiet
                    rules.append(Rule(f"{name}.{lines[i].split()[1]}", option, i, body))
    return Page(name, tuple(lines), tuple(rules), blocks)
