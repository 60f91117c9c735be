"""The parts of one line of a scenario. The parser of a line consumes the parts with a meaning; unconsumed parts are
errors. So nothing in a scenario is ignored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from unodsl.resolve.words import Mistake
from unodsl.source import Span
from unodsl.syntax import nodes as s

Kind = Literal["item", "naming", "manner", "standing for", "field", "by", "when", "because"]
"""The kinds of parts: items between commas; `naming ...`, `as ...` and `standing for ...` of an item; a field after
`with`; and the ends of a line."""


@dataclass(frozen=True, slots=True)
class Sort:
    """The kind of a line. `name`: as in "a move"; `help`: its form; `one`: its subject."""

    name: str
    help: str
    one: str = "of them"


HAND = Sort("a line about a hand", "such a line lists cards: `ann holds red 1, 2 * blue 5`")
PILE = Sort("a line about a pile", "such a line lists cards, the top one first: `discard pile is red 5, blue 5`")
VALUE = Sort("a line that sets a value", "such a line sets one value: `score of ann is 40`")
WINNERS = Sort("a line about winners", "such a line says who won the last round: `winners is ann + bob`")
CLOSED = Sort("a line about a situation", "write a line for each situation: `turn is not open`", "situation")
CHANCE = Sort("a line about chance", "such a line lists what comes, in order: `chance is 4, bob, red`")
ABSENT = Sort("a line about a seat", "write a line for each seat: `ann is absent; bob is absent`", "seat")
SITUATION = Sort(
    "a line that opens a situation", "such a line says whose it is, and its fields: `draw-due on bob with count 4`"
)
EVENT = Sort("a line about what happens", "such a line stands alone: `the round begins`")
MOVE = Sort(
    "a move",
    "such a line says who does what: `ann plays red 5`, and how: `as my-manner`, `by my-game.my-rule`",
    "move",
)
CONDITION = Sort("a condition", "write an `expect` line for each condition")
CARDS = Sort("an expectation about cards", "such a line lists cards: `expect ann holds exactly red 1, 2 * blue 5`")
LEGAL = Sort(
    "an expectation about moves",
    "such a line says who can do what: `expect ann can play red 5 as my-manner by my-game.my-rule`",
)
ONLY = Sort("a list of all moves", "such a line lists moves: `expect ann can only draw 1, play red 5 as my-manner`")
SIGHT = Sort("an expectation about what is seen", "such a line names one thing: `expect bob cannot see hand of ann`")
SHOWN = Sort("an expectation about what is shown", "such a line lists what: `expect bob is shown hand of ann`")
END = Sort("an expectation about the end", "such a line says what happened: `expect ann wins the round with score 20`")
REFUSED = Sort("an expectation about the table", 'such a line says why: `expect the table is refused "too many seats"`')


class Parts:
    """The unconsumed parts of a line. `first`: the text before the first comma, `last`: the text after the last one;
    reading them consumes nothing."""

    def __init__(self, line: s.Statement | s.Expect) -> None:
        self.span = line.span
        self.first = line.items[0].body
        self.last = line.items[-1].body
        self.line_of: Callable[[s.Expr], str | None] = lambda _: None
        """The line that an item after the first comma would be by itself; None if that is unclear."""
        self._left: dict[tuple[Kind, int], tuple[s.Expr | s.Word, Span]] = {}
        self._naming: dict[int, tuple[s.Expr, ...]] = {}
        for index, item in enumerate(line.items):
            self._left["item", index] = item.body, item.body.span
            if item.naming:
                self._naming[index] = item.naming
                self._left["naming", index] = item.naming[0], item.naming[0].span.to(item.naming[-1].span)
            if item.manner is not None and item.manner.name is not None:
                self._left["manner", index] = item.manner.name, item.manner.span
            if item.manner is not None and item.manner.standing_for is not None:
                self._left["standing for", index] = item.manner.standing_for, item.manner.standing_for.span
        for index, field in enumerate(line.fields):
            self._left["field", index] = field, field.span
        if line.by is not None:
            self._left["by", 0] = line.by, line.by.span
        if isinstance(line, s.Expect):
            if line.when is not None:
                self._left["when", 0] = line.when, line.when.span
            if line.because is not None:
                self._left["because", 0] = line.because, line.because.span

    def body(self) -> s.Expr:
        """Consumes the text before the first comma."""
        body = self._take("item", 0)
        assert body is not None
        assert not isinstance(body, s.Word)
        return body

    def more(self) -> tuple[s.Expr, ...]:
        """Consumes the items after the first comma."""
        found = [self._take("item", i) for k, i in list(self._left) if k == "item" and i > 0]
        return tuple(x for x in found if x is not None and not isinstance(x, s.Word))

    def naming(self, item: int = 0) -> tuple[s.Expr, ...]:
        """Consumes the `naming ...` of an item."""
        self._take("naming", item)
        return self._naming.get(item, ())

    def manner(self, item: int = 0) -> s.Word | None:
        """Consumes the `as ...` of an item."""
        return self._word("manner", item)

    def fields(self) -> tuple[s.Expr, ...]:
        """Consumes everything after `with`."""
        found = [self._take("field", i) for k, i in list(self._left) if k == "field"]
        return tuple(x for x in found if x is not None and not isinstance(x, s.Word))

    def by(self) -> s.Word | None:
        """Consumes the `by ...`."""
        return self._word("by", 0)

    def because(self) -> s.Word | None:
        """Consumes the text at the end."""
        return self._word("because", 0)

    def when(self) -> s.Expr | None:
        """Consumes the `when ...`."""
        node = self._take("when", 0)
        assert not isinstance(node, s.Word)
        return node

    def finish(self, sort: Sort) -> None:
        """Checks that nothing is left. Raises `Mistake` at the first unconsumed part."""
        if not self._left:
            return
        kind, index = min(self._left, key=lambda k: self._left[k][1].start)
        span = self._left[kind, index][1]
        text = span.text
        if kind == "field":
            text = f"with {text}"
        elif kind in ("by", "when"):
            text = f"{kind} {text}"
        elif kind == "because":
            text = f'"{text}"' if not text.startswith('"') else text
        elif kind in ("standing for", "naming"):
            text = f"{kind} {text}"
        raise Mistake("UNO113", f"`{text}` has no meaning in {sort.name}", span, self._help(sort, kind, index, text))

    def _help(self, sort: Sort, kind: Kind, index: int, text: str) -> str:
        """The probably intended line, if clear; else the form of such a line."""
        first = " ".join(self.first.span.text.split())
        part = self._left[kind, index][0]
        if sort in (MOVE, ABSENT) and kind == "item" and not isinstance(part, s.Word):
            other = self.line_of(part)
            manner = next((x for (k, i), (x, _) in self._left.items() if k == "manner" and i == index), None)
            if other is not None and isinstance(manner, s.Word):
                other += f" as {manner.text}"
            return f"write a line for each {sort.one}: `{first}; {other}`" if other is not None else sort.help
        if sort is MOVE and kind == "field":
            return f"what {first.split()[0]} decides after the move is a line of its own, as in `ann chooses bob`"
        if sort is MOVE and kind == "standing for":
            return "the rule says what the card stands for; `expect` says what came of it"
        if sort is CONDITION and kind in ("manner", "naming"):
            return "the manner of a move goes after `can` or `cannot`: `expect ann can play red 5 as match`"
        if sort is CONDITION and kind == "item":
            return f"write a line for each: `expect {first}; expect ...`"
        return sort.help

    def _take(self, kind: Kind, index: int) -> s.Expr | s.Word | None:
        found = self._left.pop((kind, index), None)
        return None if found is None else found[0]

    def _word(self, kind: Kind, index: int) -> s.Word | None:
        node = self._take(kind, index)
        assert node is None or isinstance(node, s.Word)
        return node
