"""Describes the actual state in words, for expectations that fail."""

from __future__ import annotations

from typing import assert_never

from unodsl.engine.api import Executor, State
from unodsl.engine.describe import move_text, short, value_text
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Player, Players, Type
from unodsl.resolve.scope import PLAYER
from unodsl.resolve.words import Mistake, plain
from unodsl.scenarios.desk import Desk
from unodsl.syntax import nodes as s

MOST_MOVES = 12
"""Maximum number of moves of a player that are listed."""


class Describer:
    """Describes a state."""

    def __init__(self, desk: Desk, executor: Executor, layout: Layout, state: State) -> None:
        self.desk = desk
        self.table = desk.table
        self.executor = executor
        self.layout = layout
        self.state = state
        self.all_fields = False

    # ---------------------------------------------------------------------------------------------------------- conditions

    def found(self, node: s.Expr, fields: bool = False) -> str:
        """Describes what holds instead of a condition, or that it holds. `fields`: fields with initial values are
        included."""
        self.all_fields = self.all_fields or fields
        try:
            return self._found(node)
        except Mistake:
            # a part without meaning on its own
            return ""

    def _found(self, node: s.Expr) -> str:
        match node:
            case s.Group(trailing=None):
                return self._found(node.inner)
            case s.Not():
                return self._found(node.operand)
            case s.Logic():
                return self.logic(node)
            case s.Compare():
                return self.compare(node)
            case s.Exists():
                return self.exists(node)
            case s.Phrase() | s.Apply() | s.Group():
                return self.named(node)
            case (
                s.Range()
                | s.Followed()
                | s.Listed()
                | s.Aggregate()
                | s.Arithmetic()
                | s.Negative()
                | s.Positive()
                | s.Select()
                | s.Choose()
            ):
                return ""
            case _:
                assert_never(node)

    def holds(self, node: s.Expr) -> bool:
        """Returns whether a condition holds."""
        return bool(self.executor.condition(self.state, self.desk.x.condition(node, self.desk.context())))

    def logic(self, node: s.Logic) -> str:
        """Describes the operands that determine the value of a conjunction or disjunction."""
        whole = self.holds(node)
        out: list[str] = []
        for operand in node.operands:
            try:
                deciding = self.holds(operand) == whole
            except Mistake:
                continue
            text = self.found(operand) if deciding else ""
            if text and text not in out:
                out.append(text)
        return ", and ".join(out)

    def compare(self, node: s.Compare) -> str:
        """Describes the actual value of the left side of a comparison."""
        left, right = node.left.span.text, node.right.span.text
        words = plain(node.right.words) if isinstance(node.right, s.Phrase) else ()
        ctx = self.desk.context()
        match node.relation:
            case "can" | "cannot":
                return ""
            case "holds":
                player = self.desk.x.typed(node.left, PLAYER, ctx)
                if self.executor.condition(self.state, player) < 0:
                    return f"`{left}` is nobody"
                return self.holding(e.Place(self.desk.x.held_zone(node, ctx), player), left)
            case "on":
                return self.waiting()
            case "in" | "not in":
                place = self.desk.x.maybe_place(node.right, ctx)
                return self.cards_line(place, right) if place is not None else self.valued(node.right)
            case "at least" | "at most" | "more" | "less":
                return " and ".join(x for x in (self.valued(node.left), self.valued(node.right)) if x)
            case "is" | "is not":
                pass
            case _:
                assert_never(node.relation)
        place = self.desk.x.maybe_place(node.left, ctx)
        if place is not None:
            if place.seat is not None and self.executor.condition(self.state, place.seat) < 0:
                return f"`{left}` is nobody's"
            return self.cards_line(place, left)
        if words == ("open",) and self.desk.x.situation_named(node.left, ctx) is not None:
            return self.waiting()
        if words == ("over",):
            return self.running()
        value = self.desk.x.value(node.left, None, ctx)
        whose = (
            value.seat
            if isinstance(value, e.Variable)
            else value.place.seat
            if isinstance(value, e.CountCards)
            else None
        )
        if whose is not None and self.executor.condition(self.state, whose) < 0:
            return f"{owner_text(self.table, whose)} is nobody"
        text = self.value_text(value)
        if words == ("absent",) and isinstance(value.type, Player):
            seat = self.executor.condition(self.state, value)
            return f"{text} takes part" if self.state[IN_PLAY] >> max(seat, 0) & 1 else f"{text} is absent"
        true = self.holds(node)
        if isinstance(value, e.Constant) and text == left:
            # only the value of the compared operand is open
            if not true and isinstance(value.type, Player) and isinstance(node.right, s.Apply | s.Phrase):
                try:
                    return self.valued(node.right) or f"{left} {opposite(node.relation)} {right}"
                except Mistake:
                    pass  # a description, as in `ann is rich`
            return f"{left} {node.relation} {right}" if true else f"{left} {opposite(node.relation)} {right}"
        out = f"{left} is {text}"
        if not true and self.described(node.right, value.type):
            out += f", which {opposite(node.relation)} {right}"
        return out

    def described(self, node: s.Expr, type_: Type) -> bool:
        """Returns whether an expression describes a card or a player by properties instead of naming one."""
        if not isinstance(type_, Card | Player):
            return False
        try:
            return not isinstance(self.desk.x.typed(node, type_, self.desk.context()), e.Constant)
        except Mistake:
            return True

    def valued(self, node: s.Expr) -> str:
        """Describes a value, as in `score of ann is 20`. Empty for literals."""
        value = self.desk.x.value(node, None, self.desk.context())
        text = self.value_text(value)
        return "" if text == node.span.text else f"{node.span.text} is {text}"

    def value_text(self, value: e.Expr) -> str:
        """Formats a value in the syntax of the language."""
        return value_text(self.table, value.type, self.executor.condition(self.state, value), self.desk.names)

    def exists(self, node: s.Exists) -> str:
        """Describes the elements over which an `exists` condition ranges."""
        ctx = self.desk.context()
        if node.over.place is not None:
            return self.cards_line(self.desk.x.place(node.over.place, ctx), node.over.place.span.text)
        among, _, _ = self.desk.x.selected_players(node.over, ctx)
        players = value_text(self.table, Players(), self.executor.condition(self.state, among), self.desk.names)
        return f"it is so of {players}"

    def named(self, node: s.Phrase | s.Apply | s.Group) -> str:
        """Describes a truth value by its name, or the owner of a situation."""
        if (
            self.desk.situation_line(node) is not None
            or self.desk.x.situation_named(node, self.desk.context()) is not None
        ):
            return self.waiting()
        value = self.desk.x.value(node, None, self.desk.context())
        return f"{node.span.text} is {self.value_text(value)}"

    # ---------------------------------------------------------------------------------------------------------- the table

    def cards_text(self, place: e.Place) -> str:
        """Lists the cards of a place, the top one of a pile first."""
        seat = 0 if place.seat is None else self.executor.condition(self.state, place.seat)
        if seat < 0:
            return "nobody's"
        return listed(self.table, self.layout.in_order(self.state, place.zone, seat))

    def holding(self, place: e.Place, who: str) -> str:
        """Returns text such as `ann holds red 1, blue 2`."""
        return f"{who} holds {self.cards_text(place)}"

    def cards_line(self, place: e.Place, name: str) -> str:
        """Returns text such as `discard pile is red 1, blue 2`."""
        return f"{name} is {self.cards_text(place)}"

    def waiting(self) -> str:
        """Describes the open situations and their owners."""
        out: list[str] = []
        for index in self.layout.stack(self.state):
            situation = self.table.situations[index]
            type_: Type = Players() if situation.on_players else Player(True)
            owner = value_text(self.table, type_, self.state[self.layout.owner[index]], self.desk.names)
            fields = [
                f"{x.name} {value_text(self.table, x.type, self.state[slot], self.desk.names)}"
                for x, slot in zip(situation.fields, self.layout.field[index], strict=True)
                if self.all_fields or self.state[slot] != x.starts
            ]
            out.append(f"{short(situation.name)} on {owner}" + (f" with {', '.join(fields)}" if fields else ""))
        if not out:
            return "the table waits for nobody"
        return "the table waits for " + ", and below it for ".join(out)

    def running(self) -> str:
        """Describes whether the match and the round are running."""
        if not self.state[MATCH]:
            return "the match is over"
        return "the round is running" if self.state[ROUND] else "the round is over"

    def can(self, seat: int) -> str:
        """Lists the legal moves of a seat, except mistakes."""
        moves = [m for m in self.executor.legal(self.state, mistakes=False) if m.seat == seat]
        texts = list(dict.fromkeys(move_text(self.table, m, self.desk.names) for m in moves))
        shown = "; ".join(texts[:MOST_MOVES]) + ("; ..." if len(texts) > MOST_MOVES else "")
        return f"{self.desk.names[seat]} can: {shown or 'do nothing'}"


def owner_text(table: t.Table, who: e.Expr) -> str:
    """Names the expression of an owner, for a message that it is nothing."""
    if isinstance(who, e.Variable):
        return f"`{short(table.variables[who.index].name)}`"
    if isinstance(who, e.Field):
        situation = table.situations[who.situation]
        return f"`{situation.fields[who.index].name} of {short(situation.name)}`"
    if isinstance(who, e.Owner):
        return f"the player of `{short(table.situations[who.situation].name)}`"
    return "who is meant"


def listed(table: t.Table, kinds: tuple[int, ...]) -> str:
    """Lists cards in scenario syntax: `red 1, 2 * blue 5`."""
    out: list[list[int]] = []
    for kind in kinds:
        if out and out[-1][0] == kind:
            out[-1][1] += 1
        else:
            out.append([kind, 1])
    names = [table.deck.kinds[k].name for k, _ in out]
    return ", ".join(f"{n} * {name}" if n > 1 else name for (_, n), name in zip(out, names, strict=True)) or "nothing"


def opposite(relation: str) -> str:
    """Swaps `is` and `is not`."""
    return "is" if relation == "is not" else "is not"
