"""Expressions in plain words: values as noun phrases, conditions as clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from unodsl.engine.describe import short, value_text
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Card, Enumeration, Player, Players, Type

SEATS = tuple(f"seat {n}" for n in range(1, 65))
"""The names of seats in rules."""

_WAYS = {"left": "clockwise", "right": "counterclockwise"}

_KINDS = {"total": "total", "highest": "highest value", "lowest": "lowest value"}

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
                return f"`{name}`" if x.seat is None else f"`{name}` of {self.one(x.seat)}"
            case e.Field():
                situation = self.table.situations[x.situation]
                return f"`{situation.fields[x.index].name}` of `{short(situation.name)}`"
            case e.Owner():
                situation = self.table.situations[x.situation]
                return f"the {'players' if situation.on_players else 'player'} of `{short(situation.name)}`"
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
                return f"the {self.table.deck.attributes[x.attribute].name} of {self.one(x.card)}"
            case e.TheOne():
                return (
                    f"the player who is {self.value(x.players)}"
                    if self.lone(x)
                    else f"the first {'player at the table' if at_table(x.players) else f'of {self.value(x.players)}'}"
                )
            case e.Neighbor():
                seat, steps = x.seat, 1
                while isinstance(seat, e.Neighbor) and seat.side == x.side:
                    seat, steps = seat.seat, steps + 1
                nth = {1: "next", 2: "second", 3: "third"}.get(steps, f"{steps}th")
                return f"the {nth} player {_WAYS[x.side]} after {self.one(seat)}"
            case e.Choose():
                return self.choice(x)
            case _:
                assert_never(x)

    def choice(self, x: e.Choose) -> str:
        """A conditional value."""
        one, other, condition = x.then, x.otherwise, self.clause(x.condition)
        if isinstance(one, e.Neighbor) and isinstance(other, e.Neighbor) and one.seat == other.seat:
            after = f"the next player after {self.one(one.seat)}"
            named = self.naming_the_way(x.condition, _WAYS[one.side], _WAYS[other.side])
            if named is not None:
                return f"{after} (in the current {named})"
            return f"{after} ({_WAYS[one.side]} if {condition}, else {_WAYS[other.side]})"
        return f"{self.value(one)} if {condition}, else {self.value(other)}"

    def one(self, x: e.Expr) -> str:
        """A value inside a phrase: cases are in parentheses."""
        text = self.value(x)
        return f"({text})" if isinstance(x, e.Choose) and ", else " in text else text

    def naming_the_way(self, condition: e.Expr, first: str, second: str) -> str | None:
        """The variable with the values `first`, where the condition holds, and `second`; None for other conditions."""
        if not isinstance(condition, e.Compare) or condition.operator != "==":
            return None
        for what, value in ((condition.left, condition.right), (condition.right, condition.left)):
            if isinstance(what, e.Variable) and isinstance(value, e.Constant) and isinstance(value.type, Enumeration):
                names = value.type.values
                if sorted(names) == sorted((first, second)) and self.value(value) == first:
                    return self.value(what)
        return None

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
                each = self.naming(x.local, self.that("card")).value(x.value)
                return f"the {_KINDS[x.kind]}, for the {self.cards(x.local, x.where)} in {self.place(x.place)}, of ({each})"
            case e.OverPlayers():
                each = self.naming(x.local, self.that("player")).value(x.value)
                return f"the {_KINDS[x.kind]}, for {self.value(x.among)}, of ({each})"
            case e.SetSize():
                if isinstance(x.players, e.PlayersWhere) and at_table(x.players.among):
                    return f"the number of {self.value(x.players).removeprefix('the ')}"
                return "the number of players" + ("" if at_table(x.players) else f" among {self.value(x.players)}")
            case e.FaceNumber():
                return f"the number that the {self.table.deck.attributes[x.attribute].name} of {self.one(x.card)} shows"
            case e.Arithmetic():
                left, right = self.one(x.left), self.one(x.right)
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
                who = "the players" if at_table(x.among) else f"those among {self.value(x.among)}"
                if absent(self.table, x.among):
                    who = f"{self.value(x.among)} and"
                return f"{who} for whom {bracketed(self.for_whom(x))}"
            case e.SetOf():
                return self.value(x.player)
            case e.SetOperation(operator="difference"):
                if absent(self.table, x):
                    return "those who do not take part"
                but = all_but(x)
                if but:
                    return f"everybody at the table except {' and '.join(map(self.value, but))}"
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
        return f"the {name}" if x.seat is None else f"the {name} of {self.one(x.seat)}"

    def cards(self, local: e.Local, where: e.Expr | None) -> str:
        """Cards, all or those that satisfy a condition."""
        return "cards" if where is None else f"cards{self.which(local, where)}"

    def which(self, local: e.Local, where: e.Expr) -> str:
        """A condition on cards, after their noun."""
        card = self.that("card")
        clause = self.naming(local, card).clause(where)
        if clause.count(card) == 1 and not isinstance(where, e.Logic):
            if clause.startswith(f"{card} is "):
                return f" that are {clause.removeprefix(f'{card} is ')}"
            own = re.fullmatch(rf"the (\w+) of {card} (.+)", clause)
            if own is not None:
                return f" whose {own[1]} {own[2]}"
        return f" for which {bracketed(clause)}"

    def for_whom(self, x: e.PlayersWhere) -> str:
        """The condition on the players of a set."""
        return self.naming(x.local, self.that("player")).clause(x.where)

    def that(self, noun: str) -> str:
        """What a card or a player is called inside a condition: nested ones differ."""
        return f"that {noun}" if f"that {noun}" not in dict(self.names).values() else "that one"

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
                return f"{self.one(x.player)} is{no} among {self.value(x.players)}"
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
        unknown = [o for o in x.operands if known(o) is None]
        decided = [k for o in x.operands if (k := known(o)) is not None and k == (x.kind == "or")]
        if decided or not unknown:
            # parameters determine it
            return self.set_so((known(x) or False) == holds)
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
        between = f", {kind} " if len(phrases) > 1 and any(len(values) > 1 for _, _, values in parts) else f" {kind} "
        return between.join(phrases)

    def of_value(self, x: e.Expr, holds: bool) -> str:
        """A yes-or-no value as a clause."""
        if isinstance(x, e.Builtin):
            words = self.value(x).removeprefix("whether ")
            return words if holds else words.replace(" is ", " is not ")
        if isinstance(x, e.Choose) and x.then == x.condition:
            return f"({self.several(e.Logic('or', (x.condition, x.otherwise), x.type), holds)})"
        if isinstance(x, e.Choose):
            return f"(if {self.clause(x.condition)}: {self.clause(x.then, holds)}; otherwise: {self.clause(x.otherwise, holds)})"
        return f"{self.value(x)} is {'yes' if holds else 'no'}"

    def comparison(self, x: e.Compare, holds: bool) -> str:
        """A comparison; a constant stands after the other value."""
        operator, left, right = x.operator, x.left, x.right
        if isinstance(left, e.Constant) and isinstance(right, e.Constant):
            return self.set_so(known(x) == holds)
        if not holds:
            operator, holds = _OPPOSITE[operator], True
            if operator in ("<", "<="):
                left, right = right, left
        # the player or the argument of the rule first: `the number is more than ...`
        turned = isinstance(left, e.Constant) or (isinstance(right, e.Local) and not isinstance(left, e.Local))
        what, than = (right, left) if turned else (left, right)
        if isinstance(than, e.Constant) and isinstance(what, e.SetSize | e.CountCards):
            phrase = self.counted(what, operator, than.value, turned)
            if phrase is not None:
                return phrase
        if isinstance(than, e.Constant) and than.value == NOTHING and _may_be_nothing(than.type):
            return f"{self.one(what)} is {'nothing' if operator == '==' else 'something'}"
        number = self.one(than)
        ways = {"==": f"is {number}", "!=": f"is not {number}"}
        ways |= (
            {"<": f"is more than {number}", "<=": f"is {number} or more"}
            if turned
            else {
                "<": f"is less than {number}",
                "<=": f"is {number} or less",
            }
        )
        return f"{self.one(what)} {ways[operator]}"

    def set_so(self, holds: bool) -> str:
        """A condition that parameters determine for a table."""
        return f"the parameters say so (here they do{'' if holds else ' not'})"

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
            inner = self.for_whom(who)
            among = "" if at_table(who.among) else f" among {self.value(who.among)}"
            if but := all_but(who.among):
                among = f" other than {' and '.join(map(self.value, but))}"
            return f"there is {'somebody' if some else 'nobody'}{among} for whom {bracketed(inner)}"
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
        return f"{what} {noun}{named} for which {bracketed(self.naming(x.local, 'that one').clause(x.where))}"

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


def bracketed(text: str) -> str:
    """A text in parentheses; unchanged if it is one pair of them already."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text if place and place == len(text) - 1 else f"({text})"
    return text


def at_table(x: e.Expr) -> bool:
    """Whether a set is everybody at the table."""
    return isinstance(x, e.Builtin) and x.kind == "in play"


def absent(table: t.Table, x: e.Expr) -> bool:
    """Whether a set is all seats that do not take part."""
    if not isinstance(x, e.SetOperation) or x.operator != "difference" or not at_table(x.right):
        return False
    return isinstance(x.left, e.Constant) and x.left.value == (1 << table.seats) - 1


def all_but(x: e.Expr) -> tuple[e.Expr, ...]:
    """The players without whom a set is everybody at the table; () for other sets."""
    if not isinstance(x, e.SetOperation) or x.operator != "difference":
        return ()
    if at_table(x.left):
        return (x.right,)
    before = all_but(x.left)
    return (*before, x.right) if before else ()


def known(x: e.Expr) -> bool | None:
    """The truth of a condition on constants; None for others."""
    if isinstance(x, e.Constant):
        return bool(x.value)
    if isinstance(x, e.Not):
        inner = known(x.operand)
        return None if inner is None else not inner
    if isinstance(x, e.Logic):
        parts = [known(o) for o in x.operands]
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
