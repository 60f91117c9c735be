"""Texts made from the grammar itself: sentences that it derives, written with random words, blanks and comments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from hypothesis import assume
from hypothesis import strategies as st
from lark.grammar import Rule

from unodsl.syntax.grammar import grammar
from unodsl.syntax.parse import shown_terminals
from unodsl.syntax.vocabulary import LISTS, NAMED

Choice = Callable[[int], int]
"""Picks one of so many things, counted from 0; 0 is the plainest."""

_SAMPLES = {
    "WORD": ("red", "a", "card", "draw-two", "x9", "Ann", "top_1", "hand.size", "ifs"),
    "NAME": ("b1", "next-turn", "official.turn", "Two_words", "z"),
    "NUMBER": ("1", "0", "20", "1000000", "007"),
    "RANGE": ("1 to 9", "3  to\t3"),
    "STRING": ('"t"', '""', '"a # b, c"', '"then  if: ("'),
}
_MOST_TOKENS = 70
_MOST_NESTED = 15
_NESTS = frozenset({"LPAR", "NOT", "MINUS", "OF", "AFTER", "HIGHEST", "LOWEST", "WHERE"})
_NO_BLANK_BEFORE = frozenset({",", ";", ":", ")"})


class Derivations:
    """The grammar's rules, and the way to the shortest sentence of each."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}
        for rule in grammar().rules:
            self.rules.setdefault(str(rule.origin.name), []).append(rule)
        self.heights: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for name, rules in self.rules.items():
                found = min((h for r in rules if (h := self.height(r)) is not None), default=None)
                if found is not None and found + 1 < self.heights.get(name, 10**6):
                    self.heights[name] = found + 1
                    changed = True
        for rules in self.rules.values():
            rules.sort(key=lambda r: (self.height(r) or 0, len(r.expansion)))

    def height(self, rule: Rule) -> int | None:
        """How deep the shallowest sentence of a rule is; None while that is not known."""
        heights = [0]
        for symbol in rule.expansion:
            if not symbol.is_term:
                if symbol.name not in self.heights:
                    return None
                heights.append(self.heights[symbol.name])
        return max(heights)

    def sentence(self, choice: Choice) -> Iterator[str]:
        """Terminals of a random sentence; once it is long, the shortest way to its end."""
        made = nested = 0
        waiting = ["start"]
        while waiting:
            name = waiting.pop()
            rules = self.rules.get(name)
            if rules is None:
                made += 1
                # At most what the limit of nesting allows, with room for what is begun already.
                nested = 0 if name == "_NL" else nested + (name in _NESTS)
                yield name
                continue
            rule = rules[0] if made > _MOST_TOKENS or nested > _MOST_NESTED else rules[choice(len(rules))]
            waiting.extend(str(symbol.name) for symbol in reversed(rule.expansion))

    def shortest(self, name: str) -> list[str]:
        """The terminals of the plainest sentence of a symbol."""
        rules = self.rules.get(name)
        return [name] if rules is None else [t for s in rules[0].expansion for t in self.shortest(str(s.name))]

    def through_each(self) -> Iterator[tuple[Rule, list[str]]]:
        """For every rule that a file can reach, a short sentence of the whole file that uses it."""
        above: dict[str, tuple[Rule, int]] = {}
        reached = ["start"]
        for name in reached:
            for rule in self.rules[name]:
                for at, symbol in enumerate(rule.expansion):
                    if not symbol.is_term and symbol.name not in above and symbol.name != "start":
                        above[str(symbol.name)] = (rule, at)
                        reached.append(str(symbol.name))
        for name in reached:
            for rule in self.rules[name]:
                found = [t for s in rule.expansion for t in self.shortest(str(s.name))]
                at_name = name
                while at_name != "start":
                    holder, at = above[at_name]
                    before = [t for s in holder.expansion[:at] for t in self.shortest(str(s.name))]
                    behind = [t for s in holder.expansion[at + 1 :] for t in self.shortest(str(s.name))]
                    found = before + found + behind
                    at_name = str(holder.origin.name)
                yield rule, found


@lru_cache(maxsize=1)
def derivations() -> Derivations:
    """The grammar's derivations, worked out once."""
    return Derivations()


_OPERATORS = frozenset({"and", "or", "is", "+", "-", "*", "/", "+=", "-=", "means", "becomes", "where"})
_RANGED = frozenset({"SEATS", "COLON", "_COMMA", "IS", "OR", "REMOVE", "MINUS"})
_BREAKS = ("", "", "\n      ", "  # note (\n\n \t# note\n ")


def written(terminals: Iterator[str], choice: Choice) -> str | None:
    """A text whose words are these terminals, laid out in one of the ways that mean the same. None where a line would start with
    an operator, which goes on with the one above, or where `1 to 9` would be two values and not a range."""
    fixed = shown_terminals()
    out = ""
    levels = [""]
    at_start = True
    depth = 0
    listing = False
    last: tuple[str, ...] = ("", "", "")
    for name in terminals:
        if last[1:] == ("NUMBER", "TO") and (name == "RANGE" or (name == "NUMBER" and last[0] not in _RANGED)):
            return None
        last = (*last[1:], name)
        if name == "_NL":
            out += ("", "", "  # note, and", " ")[choice(4)] + ("\n", "\n", "\n\n", "\n \t\n# note\n\n")[choice(4)]
            at_start = True
        elif name == "_INDENT":
            levels.append(levels[-1] + ("  ", "    ", " ", "\t")[choice(4)])
        elif name == "_DEDENT":
            levels.pop()
        else:
            word = fixed[name] if name in fixed else _sample(name, choice)
            if at_start:
                if word in _OPERATORS:
                    return None
                listing = word in LISTS | NAMED
                out += levels[-1] + word
                at_start, depth = False, int(word == "(")
                continue
            # What is written below is deeper than where the line starts.
            below = tuple(x + levels[-1] if "\n" in x else x for x in _BREAKS)
            behind = out[-1] in ",(" or (not listing and _LAST.search(out) is not None)
            if name in fixed and (word in (",", ")") or (word in _OPERATORS and not listing)):
                out += below[choice(4)] + ("" if word in ",)" else " ") + word
            elif behind or depth:
                out += below[choice(4)] + ("" if out.endswith("(") else " ") + word
            else:
                tight = word in _NO_BLANK_BEFORE or out.endswith("(")
                out += ("" if tight else " ") + ("", "", " ", "\t")[choice(4)] + word
            depth += (word == "(") - (word == ")")
    return out


_LAST = re.compile(r"(?:[-+*/=]|[ \t](?:and|or|is|means|becomes|where|not))$")


def _sample(name: str, choice: Choice) -> str:
    samples = _SAMPLES[name]
    return samples[choice(len(samples))]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Texts that the grammar accepts."""

    def choice(count: int) -> int:
        return draw(st.integers(0, count - 1)) if count > 1 else 0

    text = written(derivations().sentence(choice), choice)
    assume(text is not None)
    return str(text)
