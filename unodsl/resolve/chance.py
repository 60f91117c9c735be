"""Random values: `current color becomes a random color`, `roll becomes a random one of 1 to 6`."""

from __future__ import annotations

from unodsl import limits
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type
from unodsl.resolve.builtin import IN_PLAY
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import describe, one_line
from unodsl.resolve.scope import PLAYER, PLAYERS, YES_NO, Context, number
from unodsl.resolve.words import Mistake, plain
from unodsl.syntax import nodes as s

Among = e.Expr | tuple[int, ...]
"""A set of players, or values."""
_OTHERS = (("opponent",), ("other", "player"))
_ONE = ("random", "one")


class Draws:
    """Resolves random values."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.v = x.v

    def drawn(self, node: s.Assign, target: e.Variable | e.Field | e.Owner, ctx: Context) -> f.AtRandom | None:
        """The effect that assigns a random value to a target; None for other values."""
        words = head_of(node.value)
        if words[:1] != ("random",) or self.v.find(words, ctx.view) is not None:
            return None
        if node.operator != "becomes":
            name, drawn = one_line(node.target), one_line(node.value)
            hint = f"draw into a variable of its own, `die becomes {drawn}`, and then `{name} {node.operator} die`"
            raise Mistake("UNO110", "what comes at random is drawn with a line of its own", node.value.span, hint)
        type_: Type = PLAYER if isinstance(target.type, Players) else target.type
        values: list[e.Expr] = []
        match node.value:
            case s.Phrase():
                among = self.named(node.value, words[1:], type_, ctx)
            case s.Apply() if words in (_ONE, ("random", "player")):
                among = self.one_of(node.value.argument, type_, ctx)
            case s.Select(what=s.Apply(argument=players), place=None) if words in (_ONE, ("random", "player")):
                # the drawn player is a member: the condition cannot be about anybody else
                picked = s.Select(players, None, node.value.condition, players.span.to(node.value.span))
                among = self.one_of(picked, type_, ctx)
            case s.Listed() if words == _ONE:
                among, values = self.listed(node.value, type_, ctx)
            case _:
                raise self.form(node.value)
        value: e.Expr
        if values:
            value = local = ctx.local("drawn", Number(0, len(values) - 1))
            *others, value = values
            for position, other in reversed(list(enumerate(others))):
                value = e.Choose(e.Compare("==", local, number(position), YES_NO), other, value, type_)
        else:
            value = local = ctx.local("drawn", narrowed(type_, among))
        value = e.SetOf(value, PLAYERS) if isinstance(target.type, Players) else value
        return f.AtRandom(local, among, (f.Assign(target, value),))

    def named(self, node: s.Phrase, noun: tuple[str, ...], type_: Type, ctx: Context) -> Among:
        """Resolves `a random color`, `a random player`, `a random opponent`."""
        if noun == ("player",) or noun in _OTHERS:
            self.fits(PLAYER, type_, node)
            if noun == ("player",):
                return IN_PLAY
            me = self.x.subject_player(ctx, node, "another than whom?")
            return e.SetOperation("difference", IN_PLAY, e.SetOf(me, PLAYERS), PLAYERS)
        if noun in (("card",), ("cards",)):
            raise self.no_card(node)
        attribute = self.v.find(noun, ctx.view, "attribute") if noun else None
        if attribute is None:
            raise self.form(node)
        of = self.v.attribute_type(attribute.index)
        self.fits(of, type_, node)
        return tuple(range(len(of.values)))

    @staticmethod
    def no_card(node: s.Expr) -> Mistake:
        """Raises an error for random cards: cards are never created."""
        hint = "cards come at random from a zone where they lie hidden: `move top from draw pile to hand of player`"
        return Mistake("UNO106", "a card does not come from nowhere", node.span, hint)

    def one_of(self, node: s.Expr, type_: Type, ctx: Context) -> Among:
        """Resolves `1 to 6`, or a set of players."""
        inner = node.inner if isinstance(node, s.Group) and node.trailing is None else node
        if not isinstance(inner, s.Range):
            if isinstance(type_, Player):
                return self.x.typed(node, PLAYERS, ctx)
            found = self.x.value(node, None, ctx)
            if isinstance(found.type, Players):
                self.fits(PLAYER, type_, node)
            hint = "several have commas between them: `a random one of (1, 2)`; or a range: `a random one of 1 to 6`"
            raise Mistake("UNO106", f"`{one_line(node)}` is one value", node.span, hint)
        if isinstance(type_, Card):
            raise self.no_card(inner)
        if inner.phrase is not None:
            numbers = f"{inner.low.text} to {inner.high.text}"
            fit = f"write `a random one of {numbers}`" if isinstance(type_, Number) else None
            raise Mistake("UNO106", f"`{one_line(inner)}` are cards, and {describe(type_)} is needed", inner.span, fit)
        if not isinstance(type_, Number | Enumeration):
            raise Mistake("UNO106", f"`{one_line(inner)}` are numbers, and {describe(type_)} is needed", inner.span)
        low, high = int(inner.low.text[:9]), int(inner.high.text[:9])
        if low > high:
            hint = f"did you mean `{inner.high.text} to {inner.low.text}`?"
            raise Mistake("UNO107", f"this range goes down, from {low} to {high}", inner.span, hint)
        if isinstance(type_, Enumeration):
            return tuple(self.x.numbered(type_.values, inner))
        if low < type_.low or high > type_.high:
            raise Mistake("UNO107", f"{one_line(inner)} is not between {type_.low} and {type_.high}", inner.span)
        if high - low >= limits.OPTIONS:
            raise Mistake("UNO103", f"chance draws from at most {limits.OPTIONS} values", inner.span)
        return tuple(range(low, high + 1))

    def listed(self, node: s.Listed, type_: Type, ctx: Context) -> tuple[Among, list[e.Expr]]:
        """Resolves `a random one of (red, blue)`: constants, or a range of numbers with a value for each."""
        values = [self.x.typed(x, type_, ctx) for x in node.values]
        for value, at in zip(values, node.values, strict=True):
            if isinstance(value, e.Constant) and value.value == NOTHING and not isinstance(type_, Number):
                raise Mistake("UNO106", "nothing is none of the values that chance draws", at.span)
        if isinstance(type_, Player):
            # a player named twice is no likelier
            among: e.Expr = e.SetOf(values[0], PLAYERS)
            for value in values[1:]:
                among = e.SetOperation("union", among, e.SetOf(value, PLAYERS), PLAYERS)
            return among, []
        known: list[int] = []
        for value, at in zip(values, node.values, strict=True):
            if not isinstance(value, e.Constant):
                continue
            if isinstance(type_, Number) and not type_.low <= value.value <= type_.high:
                raise Mistake("UNO107", f"{one_line(at)} is not between {type_.low} and {type_.high}", at.span)
            if value.value in known:
                raise Mistake(
                    "UNO108", f"`{one_line(at)}` stands here twice", at.span, "each value is as likely as any other"
                )
            known.append(value.value)
        return (tuple(known), []) if len(known) == len(values) else (tuple(range(len(values))), values)

    def fits(self, have: Type, wanted: Type, node: s.Expr) -> None:
        """Raises UNO106 if the drawn type differs from the target's."""
        self.x.fit(e.Constant(0, have), wanted, node)

    def form(self, node: s.Expr) -> Mistake:
        """A suggestion for other phrases of random values."""
        attributes = [x.name for x in self.v.deck.attributes] if self.v.deck is not None else []
        some = ", ".join(f"`a random {x}`" for x in attributes)
        hint = f"write {some}, `a random player`, `a random one of other players`, `a random one of 1 to 6`, or `a random one of (1, 3)`"
        return Mistake("UNO105", f"`{one_line(node)}` is not what chance can draw", node.span, hint)


def head_of(node: s.Expr) -> tuple[str, ...]:
    """The first words of a value."""
    match node:
        case s.Phrase():
            return plain(node.words)
        case s.Apply() | s.Listed():
            return plain(node.head.words)
        case s.Select():
            return head_of(node.what)
        case s.Range():
            return plain(node.phrase.words) if node.phrase is not None else ()
        case _:
            return ()


def narrowed(type_: Type, among: Among) -> Type:
    """The type of a random value: never nothing, and with the bounds of its values."""
    if isinstance(type_, Number) and isinstance(among, tuple):
        return Number(min(among), max(among))
    if isinstance(type_, Enumeration):
        return Enumeration(type_.name, type_.values)
    return PLAYER if isinstance(type_, Player) else Card() if isinstance(type_, Card) else type_
