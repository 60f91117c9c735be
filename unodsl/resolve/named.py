"""Values named along with an act. A rule is resolved once, with a local for each named value. At the table, each
combination of named values is an act of its own, with a copy of the rule for each combination that makes a
difference."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeVar, assert_never

from unodsl import limits
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.substitute import substituted
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.kinds import describe, one_line, short
from unodsl.resolve.scope import PLAYER, PLAYERS, YES_NO, Binding, Context, both, negation, yes
from unodsl.resolve.words import Mistake, plain
from unodsl.syntax import nodes as s

R = TypeVar("R", t.Trigger, t.Offer, t.Ban, t.Definition)


@dataclass(slots=True)
class NamedValues:
    """The named values of a deed: the act without named values, and for each mentioned place in its `named`, the local
    for it."""

    act: int
    locals: dict[int, e.Local] = field(default_factory=dict)


def values_of(type_: Type, seats: int, kinds: int) -> range:
    """The values of a type that can be named."""
    match type_:
        case Enumeration():
            return range(len(type_.values))
        case YesNo():
            return range(2)
        case Number():
            return range(type_.low, type_.high + 1)
        case Card():
            return range(kinds)
        case Player():
            return range(seats)
        case Players():
            return range(0)
        case _:
            assert_never(type_)


def constant(value: int, type_: Type) -> e.Constant:
    """A constant. If nothing is named, the value is nothing; for numbers 0, and for a yes-or-no no."""
    if value != NOTHING:
        return e.Constant(value, type_)
    match type_:
        case Enumeration() | Card() | Player():
            return e.Constant(NOTHING, replace(type_, optional=True))
        case Number():
            return e.Constant(0, replace(type_, low=0))
        case YesNo() | Players():
            return e.Constant(0, type_)
        case _:
            assert_never(type_)


def ways(acts: Sequence[t.Act], seats: int, kinds: Sequence[t.CardKind], without: Collection[str] = ()) -> list[t.Act]:
    """The acts, each followed by its variants with named values; those in `without` have no variants."""
    out: list[t.Act] = []
    for act in acts:
        out.append(replace(act, values=(NOTHING,) * len(act.named), base=act.name if act.named else ""))
        if act.name in without:
            continue
        every = [(NOTHING, *values_of(x.type, seats, len(kinds))) for x in act.named]
        for values in list(product(*every))[1:]:
            texts = [_text(x.type, v, kinds) for x, v in zip(act.named, values, strict=True) if v != NOTHING]
            name = f"{act.name} naming {' and '.join(texts)}"
            out.append(replace(act, name=name, values=values, base=act.name))
    return out


def _text(type_: Type, value: int, kinds: Sequence[t.CardKind]) -> str:
    match type_:
        case Enumeration():
            return type_.values[value]
        case YesNo():
            return "yes" if value else "no"
        case Number():
            return str(value)
        case Card():
            return kinds[value].name
        case Player():
            return t.SEAT_NAMES[value]
        case Players():
            raise AssertionError("a set of players is never named")
        case _:
            assert_never(type_)


class Naming:
    """Resolves the words after `naming`."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.v = expressions.v
        expressions.along = self

    def of(self, act: int) -> list[int]:
        """An act with its variants."""
        verb = self.v.acts[act].verb
        return [i for i, a in enumerate(self.v.acts) if a.verb == verb]

    # ------------------------------------------------------------------------------------------------------ what is spoken of

    def places(
        self, items: tuple[s.Expr, ...], act: int, fits: Callable[[s.Expr, Type], bool]
    ) -> list[tuple[s.Expr, int]]:
        """Each named item with its place among the things that can be named: by its noun, else the only remaining one
        that it `fits`."""
        declared = self.v.acts[act]
        out: list[tuple[s.Expr, int]] = []
        for item in items:
            verb = short(declared.verb)
            if not declared.named:
                hint = f"say what can be named: `naming ...` below `act {verb}`"
                raise Mistake("UNO106", f"`{verb}` is done without naming anything", item.span, hint)
            left = [i for i in range(len(declared.named)) if all(i != at for _, at in out)]
            if not left:
                can = " and ".join(f"`{x.noun}`" for x in declared.named)
                raise Mistake("UNO106", f"of `{verb}` only {can} can be named", item.span)
            noun = [i for i in left if self.is_noun(item, declared.named[i].noun)]
            found = noun or (left if len(left) == 1 else [i for i in left if fits(item, declared.named[i].type)])
            if not found:
                can = " or ".join(f"`{declared.named[i].noun}` ({describe(declared.named[i].type)})" for i in left)
                raise Mistake(
                    "UNO106", f"`{one_line(item)}` cannot be named here", item.span, f"what can be named: {can}"
                )
            out.append((item, found[0]))
        return out

    @staticmethod
    def is_noun(item: s.Expr, noun: str) -> bool:
        """Whether words are the noun of a named thing: `a color`, or `the second player`."""
        return isinstance(item, s.Phrase) and plain(item.words) == tuple(noun.split())

    def bind(self, items: tuple[s.Expr, ...], act: int, ctx: Context) -> tuple[NamedValues, list[e.Expr], Context]:
        """The named values of a rule, the conditions on them, and a context in which their nouns are bound."""
        known = NamedValues(act)
        guards: list[e.Expr] = []
        named = self.v.acts[act].named

        def fits(item: s.Expr, type_: Type) -> bool:
            return self.x.attempt(lambda: self.x.pattern(item, e.Local(1, "it", type_), ctx), ctx) is not None

        for item, at in self.places(items, act, fits):
            local = ctx.local(named[at].noun, named[at].type)
            known.locals[at] = local
            if not self.is_noun(item, named[at].noun):
                guards.append(self.x.pattern(item, local, ctx))
        bound = tuple(Binding(tuple(named[at].noun.split()), x) for at, x in known.locals.items())
        return known, guards, replace(ctx, bound=(*ctx.bound, *bound))

    def ways(self, items: tuple[s.Expr, ...], act: int, ctx: Context) -> list[tuple[int, e.Expr]]:
        """The variants of an act that name at least these items, each with the condition on the named values."""
        known, guards, _ = self.bind(items, act, ctx)
        found = []
        for values, acts in self.each(known, exact=False):
            condition = substituted(both(guards), values)
            found += [(i, condition) for i in acts if not never(condition)]
        return found

    def bind_all(self, act: int, ctx: Context) -> tuple[NamedValues, Context]:
        """Binds all values that can be named along with an act, for the act's own effects."""
        known = NamedValues(act)
        for at, x in enumerate(self.v.acts[act].named):
            known.locals[at] = ctx.local(x.noun, constant(NOTHING, x.type).type)
        named = self.v.acts[act].named
        bound = tuple(Binding(tuple(named[at].noun.split()), x) for at, x in known.locals.items())
        return known, replace(ctx, bound=(*ctx.bound, *bound))

    def requested(self, items: tuple[s.Expr, ...], act: int, ctx: Context) -> list[tuple[s.Expr, int, e.Expr | None]]:
        """Each named item with its place and its value; None for a bare noun: any value."""
        named = self.v.acts[act].named

        def fits(item: s.Expr, type_: Type) -> bool:
            return self.x.attempt(lambda: self.x.typed(item, type_, ctx), ctx) is not None

        return [
            (item, at, None if self.is_noun(item, named[at].noun) else self.x.typed(item, named[at].type, ctx))
            for item, at in self.places(items, act, fits)
        ]

    def valued(self, items: tuple[s.Expr, ...], act: int, ctx: Context) -> dict[int, e.Expr]:
        """Named values by their places."""
        named = self.v.acts[act].named
        return {
            at: self.x.typed(item, named[at].type, ctx) if value is None else value
            for item, at, value in self.requested(items, act, ctx)
        }

    # ------------------------------------------------------------------------------------------------------ at the table

    def effects(self, known: NamedValues, effects: tuple[f.Effect, ...], act: int) -> tuple[f.Effect, ...]:
        """The effects of one variant of an act."""
        return substituted(effects, self.values(known, self.v.acts[act]))

    @staticmethod
    def values(known: NamedValues, act: t.Act) -> dict[int, e.Expr]:
        """The values of the locals in one variant of an act."""
        return {x.index: constant(act.values[at], act.named[at].type) for at, x in known.locals.items()}

    def performed(self, act: int, named: dict[int, e.Expr], do: Callable[[int], f.Effect]) -> f.Effect:
        """Performs the variant of an act that names these values; a value of nothing counts as not named."""
        declared = self.v.acts[act]
        if not named:
            return do(act)
        wanted = {
            i: [(at, self.v.acts[i].values[at]) for at in named if self.v.acts[i].values[at] != NOTHING]
            for i in self.of(act)
            if all(v == NOTHING or at in named for at, v in enumerate(self.v.acts[i].values))
        }
        out = do(act)
        # variants with more named values are tested first
        for index, requested in sorted(wanted.items(), key=lambda x: len(x[1])):
            if index == act:
                continue
            condition = both([self.same(named[at], constant(v, declared.named[at].type)) for at, v in requested])
            if isinstance(condition, e.Constant):
                out = do(index) if condition.value else out
            else:
                out = f.If(condition, (do(index),), (out,))
        return out

    @staticmethod
    def same(value: e.Expr, other: e.Constant) -> e.Expr:
        """Whether a value equals a constant."""
        if isinstance(value, e.Constant):
            return yes(value.value == other.value)
        return e.Compare("==", value, other, YES_NO)

    def spread(self, rule: R, known: NamedValues | None) -> list[R]:
        """A copy of a rule for each variant that makes a difference to it."""
        if known is None or isinstance(rule, t.Definition) or not self.v.acts[known.act].named:
            return [rule]
        if known.locals:
            written = t.Written(rule, tuple(known.locals.items()))
            rule = replace(rule, info=replace(rule.info, written=written))
        found = list(self.each(known, exact=isinstance(rule, t.Offer)))
        match rule:
            case t.Trigger():
                return self.triggers(rule, known, found)
            case t.Offer():
                copies = [
                    replace(
                        self.with_values(rule, values),
                        act=acts[0],
                        guard=both([self.can_be_named(known, acts[0]), substituted(rule.guard, values)]),
                    )
                    for values, acts in found
                ]
                return [x for x in copies if not never(x.guard)] or copies[:1]
            case t.Ban():
                bans = [replace(self.with_values(rule, values), act=i) for values, acts in found for i in acts]
                return [x for x in bans if not never(x.guard)] or bans[:1]
            case _:
                assert_never(rule)

    def each(self, known: NamedValues, exact: bool) -> Iterator[tuple[dict[int, e.Expr], list[int]]]:
        """The values of the locals, and the variants that name them. `exact`: and nothing else."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for index in self.of(known.act):
            values = self.v.acts[index].values
            others = [v for at, v in enumerate(values) if at not in known.locals]
            if all(values[at] != NOTHING for at in known.locals) and not (exact and any(v != NOTHING for v in others)):
                groups.setdefault(tuple(values[at] for at in known.locals), []).append(index)
        for acts in groups.values():
            yield self.values(known, self.v.acts[acts[0]]), acts

    def triggers(
        self, rule: t.Trigger, known: NamedValues, found: Iterable[tuple[dict[int, e.Expr], list[int]]]
    ) -> list[t.Trigger]:
        """A trigger for each variant; variants with equal triggers share one."""
        manners = [x.manner for x in rule.events if isinstance(x, t.ActEvent)]
        out: dict[tuple[object, ...], t.Trigger] = {}
        for values, acts in found:
            events = tuple(t.ActEvent(i, m) for i in acts for m in manners)
            one = replace(self.with_values(rule, values), events=events)
            key = one.guard, one.effects, tuple(x.condition for x in one.info.parts)
            before = out.get(key)
            out[key] = one if before is None else replace(before, events=(*before.events, *events))
        return [x for x in out.values() if not never(x.guard)] or list(out.values())[:1]

    @staticmethod
    def with_values(rule: R, values: dict[int, e.Expr]) -> R:
        """A rule with constants for its locals."""
        parts = tuple(
            replace(
                x,
                condition=substituted(x.condition, values),
                unless=tuple(substituted(y, values) for y in x.unless),
                given=tuple(substituted(y, values) for y in x.given),
            )
            for x in rule.info.parts
        )
        info = replace(rule.info, parts=parts)
        match rule:
            case t.Trigger():
                return replace(
                    rule,
                    info=info,
                    guard=substituted(rule.guard, values),
                    effects=substituted(rule.effects, values),
                )
            case t.Offer():
                return replace(
                    rule,
                    info=info,
                    guard=substituted(rule.guard, values),
                    effects=substituted(rule.effects, values),
                    argument=substituted(rule.argument, values),
                    stands_for=substituted(rule.stands_for, values),
                )
            case t.Ban():
                return replace(rule, info=info, guard=substituted(rule.guard, values))
            case t.Definition():
                return rule
            case _:
                assert_never(rule)

    def can_be_named(self, known: NamedValues, act: int) -> e.Expr:
        """The condition that a named value is available: a player takes part, and is not the actor if excluded."""
        declared = self.v.acts[act]
        conditions: list[e.Expr] = []
        for at in known.locals:
            if isinstance(declared.named[at].type, Player):
                who = e.Constant(declared.values[at], PLAYER)
                conditions.append(e.Member(who, e.Builtin("in play", PLAYERS), YES_NO))
                if declared.named[at].excludes_self:
                    mover = e.Local(t.PLAYER_LOCAL, "player", PLAYER)
                    conditions.append(negation(e.Compare("==", mover, who, YES_NO)))
        return both(conditions)


def never(guard: e.Expr) -> bool:
    """Whether a condition is the constant false."""
    return isinstance(guard, e.Constant) and not guard.value


def too_many(act: t.Act, seats: int, kinds: int) -> int | None:
    """The number of variants of an act if it exceeds the limit."""
    total = 1
    for x in act.named:
        total *= 1 + len(values_of(x.type, seats, kinds))
    return total - 1 if total - 1 > limits.NAMED else None
