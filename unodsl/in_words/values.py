"""Expressions in plain words: values as noun phrases, conditions as clauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from unodsl.engine.describe import short, value_text
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Card, Player, Players, Type

SEATS = tuple(f"seat {n}" for n in range(1, 65))
"""The names of seats in rules."""

_SIGNS = {"+": "plus", "-": "minus", "*": "times"}


@dataclass(frozen=True, slots=True)
class InWords:
    """Paraphrases the expressions of a table. `names`: the names of locals, by index; others have the names of the
    model."""

    table: t.Table
    names: tuple[tuple[int, str], ...] = ()

    def naming(self, local: e.Local, name: str) -> InWords:
        """The same inside the binder of a name."""
        return replace(self, names=(*((i, n) for i, n in self.names if i != local.index), (local.index, name)))

    # -------------------------------------------------------------------------------------------------------------- values

    def value(self, x: e.Expr) -> str:
        """A value as a noun phrase; a condition as `yes or no, whether ...`."""
        if isinstance(x, e.Condition):
            return f"whether {self.clause(x)}"
        if isinstance(x, e.Count):
            return self.number(x)
        if isinstance(x, e.PlayerSet):
            return self.players(x)
        match x:
            case e.Constant():
                return self.constant(x)
            case e.Local():
                return dict(self.names).get(x.index, f"the {x.name}")
            case e.Variable():
                name = short(self.table.variables[x.index].name)
                return f"`{name}`" if x.seat is None else f"`{name}` of {self.value(x.seat)}"
            case e.Field():
                situation = self.table.situations[x.situation]
                return f"`{situation.fields[x.index].name}` of `{short(situation.name)}`"
            case e.Owner():
                situation = self.table.situations[x.situation]
                return f"{'those' if situation.on_players else 'the player'} that `{short(situation.name)}` is on"
            case e.Builtin():
                return {
                    "in play": "everybody at the table",
                    "winners": "the winners",
                    "moved": "the card just moved",
                    "round over": "whether the round is over",
                    "match over": "whether the match is over",
                }[x.kind]
            case e.TopCard():
                pile = self.place(x.place)
                return f"the top card of {pile}" if not x.depth else f"card {x.depth + 1} from the top of {pile}"
            case e.Attribute():
                return f"the {self.table.deck.attributes[x.attribute].name} of {self.value(x.card)}"
            case e.TheOne():
                return (
                    f"the player who is {self.value(x.players)}"
                    if self.lone(x)
                    else f"the first of {self.value(x.players)}"
                )
            case e.Neighbor():
                return f"the next player {'clockwise' if x.side == 'left' else 'counterclockwise'} from {self.value(x.seat)}"
            case e.Choose():
                return self.choice(x)
            case _:
                assert_never(x)

    def choice(self, x: e.Choose) -> str:
        """A conditional value."""
        one, other, condition = x.then, x.otherwise, self.clause(x.condition)
        if isinstance(one, e.Neighbor) and isinstance(other, e.Neighbor) and one.seat == other.seat:
            ways = {"left": "clockwise", "right": "counterclockwise"}
            return f"the next player from {self.value(one.seat)} ({ways[one.side]} if {condition}, else {ways[other.side]})"
        return f"{self.value(one)} if {condition}, else {self.value(other)}"

    def lone(self, x: e.TheOne) -> bool:
        """Whether a set has at most one player by construction."""
        return isinstance(x.players, e.SetOf)

    def constant(self, x: e.Constant) -> str:
        """A constant."""
        if isinstance(x.type, Players) and x.value in (0, (1 << self.table.seats) - 1):
            return "all seats" if x.value else "nobody"
        text = value_text(self.table, x.type, x.value, SEATS)
        return f"a {text}" if isinstance(x.type, Card) and x.value >= 0 else text

    def number(self, x: e.Count) -> str:
        """A number."""
        match x:
            case e.CountCards():
                return f"the number of {self.cards(x.local, x.where)} in {self.place(x.place)}"
            case e.OverCards():
                each = self.naming(x.local, "that card").value(x.value)
                return f"the {x.kind} over the {self.cards(x.local, x.where)} in {self.place(x.place)} of ({each})"
            case e.OverPlayers():
                each = self.naming(x.local, "that one").value(x.value)
                return f"the {x.kind} over {self.value(x.among)} of ({each})"
            case e.SetSize():
                return "the number of players" + ("" if at_table(x.players) else f" among {self.value(x.players)}")
            case e.FaceNumber():
                return (
                    f"the number that the {self.table.deck.attributes[x.attribute].name} of {self.value(x.card)} shows"
                )
            case e.Arithmetic():
                left, right = self.value(x.left), self.value(x.right)
                if x.operator in _SIGNS:
                    return f"({left} {_SIGNS[x.operator]} {right})"
                if x.operator == "/":
                    return f"({left} divided by {right}, rounded down)"
                kind = {"min": "smaller", "max": "larger", "apart": "difference"}[x.operator]
                return f"the {kind} of {left} and {right}"
            case _:
                assert_never(x)

    def players(self, x: e.PlayerSet) -> str:
        """A set of players."""
        match x:
            case e.PlayersWhere():
                return (
                    f"those among {self.value(x.among)} for whom ({self.naming(x.local, 'that one').clause(x.where)})"
                )
            case e.SetOf():
                return self.value(x.player)
            case e.SetOperation(operator="difference"):
                return f"{self.value(x.left)} except {self.value(x.right)}"
            case e.SetOperation(operator="union"):
                return f"{self.value(x.left)} together with {self.value(x.right)}"
            case e.SetOperation():
                return f"those who are both among {self.value(x.left)} and among {self.value(x.right)}"
            case _:
                assert_never(x)

    def place(self, x: e.Place) -> str:
        """A place for cards."""
        name = short(self.table.zones[x.zone].name)
        return f"the {name}" if x.seat is None else f"the {name} of {self.value(x.seat)}"

    def cards(self, local: e.Local, where: e.Expr | None) -> str:
        """Cards, all or those that satisfy a condition."""
        return "cards" if where is None else f"cards (those for which {self.naming(local, 'that card').clause(where)})"

    # ---------------------------------------------------------------------------------------------------------- conditions

    def clause(self, x: e.Expr, holds: bool = True) -> str:
        """A condition as a clause, or its negation."""
        if isinstance(x, e.Constant):
            return "always" if bool(x.value) == holds else "never"
        if not isinstance(x, e.Condition):
            return self.of_value(x, holds)
        no = "" if holds else " not"
        match x:
            case e.IsOpen():
                return f"`{short(self.table.situations[x.situation].name)}` is{no} open"
            case e.IsTop():
                return f"the table {'waits' if holds else 'does not wait'} for `{short(self.table.situations[x.situation].name)}`"
            case e.Member():
                return f"{self.value(x.player)} is{no} among {self.value(x.players)}"
            case e.Compare():
                return self.comparison(x, holds)
            case e.Logic():
                return self.several(x, holds)
            case e.Not():
                return self.clause(x.operand, not holds)
            case e.Can():
                return self.can(x, holds)
            case _:
                assert_never(x)

    def several(self, x: e.Logic, holds: bool) -> str:
        """A compound condition. Comparisons of one thing with several values share their subject."""
        kind = x.kind if holds else {"and": "or", "or": "and"}[x.kind]
        unknown = [o for o in x.operands if _known(o) is None]
        decided = [k for o in x.operands if (k := _known(o)) is not None and k == (x.kind == "or")]
        if decided or not unknown:
            # parameters determine it
            return self.set_so((_known(x) or False) == holds)
        # each part, with the compared thing and its values if it is a simple comparison
        parts: list[tuple[e.Expr, e.Expr | None, list[str]]] = []
        for part in unknown:
            same = _compared(part, kind == "or", holds)
            if same is not None and parts and parts[-1][1] == same[0]:
                parts[-1][2].append(self.value(same[1]))
            else:
                parts.append((part, *((None, []) if same is None else (same[0], [self.value(same[1])]))))
        phrases: list[str] = []
        for part, what, values in parts:
            if what is not None and len(values) > 1:
                one_of = f"is {' or '.join(values)}" if kind == "or" else f"is neither {' nor '.join(values)}"
                phrases.append(f"{self.value(what)} {one_of}")
            else:
                clause = self.clause(part, holds)
                phrases.append(f"({clause})" if _mixed(part) and len(parts) > 1 else clause)
        return f" {kind} ".join(phrases)

    def of_value(self, x: e.Expr, holds: bool) -> str:
        """A yes-or-no value as a clause."""
        if isinstance(x, e.Builtin):
            words = self.value(x).removeprefix("whether ")
            return words if holds else words.replace(" is ", " is not ")
        return f"{self.value(x)} is {'yes' if holds else 'no'}"

    def comparison(self, x: e.Compare, holds: bool) -> str:
        """A comparison; a constant stands after the other value."""
        operator, left, right = x.operator, x.left, x.right
        if isinstance(left, e.Constant) and isinstance(right, e.Constant):
            return self.set_so(_known(x) == holds)
        if not holds:
            operator, holds = _OPPOSITE[operator], True
            if operator in ("<", "<="):
                left, right = right, left
        turned = isinstance(left, e.Constant)
        what, than = (right, left) if turned else (left, right)
        if isinstance(than, e.Constant) and isinstance(what, e.SetSize | e.CountCards):
            phrase = self.counted(what, operator, than.value, turned)
            if phrase is not None:
                return phrase
        if isinstance(than, e.Constant) and than.value == NOTHING and _may_be_nothing(than.type):
            return f"{self.value(what)} is {'nothing' if operator == '==' else 'something'}"
        number = self.value(than)
        ways = {"==": f"is {number}", "!=": f"is not {number}"}
        ways |= (
            {"<": f"is more than {number}", "<=": f"is {number} or more"}
            if turned
            else {
                "<": f"is less than {number}",
                "<=": f"is {number} or less",
            }
        )
        return f"{self.value(what)} {ways[operator]}"

    def set_so(self, holds: bool) -> str:
        """A condition that parameters determine for a table."""
        return f"this table is {'' if holds else 'not '}set so"

    def counted(self, x: e.SetSize | e.CountCards, operator: str, than: int, turned: bool) -> str | None:
        """That there is one, or none; None for other comparisons."""
        some = (operator, than, turned) in ((("<", 0, True)), ("<=", 1, True))
        none = (operator, than) == ("==", 0) or (not turned and (operator, than) in (("<=", 0), ("<", 1)))
        some = some or (operator, than) == ("!=", 0)
        if not some and not none:
            return None
        if isinstance(x, e.CountCards):
            return f"{self.place(x.place)} has {'some' if some else 'no'} {self.cards(x.local, x.where)}"
        who = x.players
        if isinstance(who, e.PlayersWhere):
            inner = self.naming(who.local, "that one").clause(who.where)
            among = "" if at_table(who.among) else f" among {self.value(who.among)}"
            return f"there is {'somebody' if some else 'nobody'}{among} for whom ({inner})"
        return f"there is {'somebody' if some else 'nobody'} among {self.value(who)}"

    def can(self, x: e.Can, holds: bool) -> str:
        """Whether somebody has a move."""
        act = self.table.acts[x.act]
        named = act.name.removeprefix(act.base) if act.base else ""
        what = f"{self.value(x.seat)} {'can' if holds else 'cannot'} {short(act.base or act.name)}"
        if act.argument is None:
            return f"{what}{named}"
        noun = self.noun(act.argument)
        if x.where is None:
            return f"{what} {noun}{named}"
        return f"{what} {noun}{named} for which {self.naming(x.local, 'that').clause(x.where)}"

    def noun(self, type_: Type) -> str:
        """An arbitrary value of a type."""
        match type_:
            case Card():
                return "some card"
            case Player():
                return "some player"
            case _:
                return "something"


_OPPOSITE: dict[str, Literal["==", "!=", "<", "<="]] = {"==": "!=", "!=": "==", "<": "<=", "<=": "<"}


def at_table(x: e.Expr) -> bool:
    """Whether a set is everybody at the table."""
    return isinstance(x, e.Builtin) and x.kind == "in play"


def _known(x: e.Expr) -> bool | None:
    """The truth of a condition on constants; None for others."""
    if isinstance(x, e.Constant):
        return bool(x.value)
    if isinstance(x, e.Not):
        inner = _known(x.operand)
        return None if inner is None else not inner
    if isinstance(x, e.Logic):
        parts = [_known(o) for o in x.operands]
        absorbing = x.kind == "or"
        return absorbing if absorbing in parts else None if None in parts else not absorbing
    if isinstance(x, e.Compare) and isinstance(x.left, e.Constant) and isinstance(x.right, e.Constant):
        left, right = x.left.value, x.right.value
        return {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right}[x.operator]
    return None


def _compared(x: e.Expr, positive: bool, holds: bool) -> tuple[e.Expr, e.Constant] | None:
    """What a condition requires (`positive`) or forbids to be a constant; None for other conditions."""
    while isinstance(x, e.Not):
        x, holds = x.operand, not holds
    if not isinstance(x, e.Compare) or x.operator not in ("==", "!="):
        return None
    if ((x.operator == "==") == holds) != positive:
        return None
    for what, value in ((x.left, x.right), (x.right, x.left)):
        if isinstance(value, e.Constant) and not isinstance(what, e.Constant) and value.value != NOTHING:
            return what, value
    return None


def _mixed(x: e.Expr) -> bool:
    """Whether an operand is itself compound."""
    while isinstance(x, e.Not):
        x = x.operand
    return isinstance(x, e.Logic)


def _may_be_nothing(type_: Type) -> bool:
    return isinstance(type_, Card | Player) or getattr(type_, "optional", False)
