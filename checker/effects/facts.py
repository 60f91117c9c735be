"""Facts at a program point: conditions that hold whenever an effect of a rule is about to run.

Under-approximates: every condition in the result holds there. Example: under `if direction is clockwise`, and until an effect
turns it, the direction is clockwise; after `score becomes 0`, the score is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from checker.effects.footprints import Footprints, Thing, Things, Whose, clash
from checker.effects.just_after import just_after
from checker.effects.left_behind import takes_effect
from checker.effects.no_op import changes, nobody, of_each, within
from checker.effects.summary import Block, Target
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.per_table import per_table
from unodsl.model.types import Player, Players, YesNo
from unodsl.model.walk import below, bound_in, conjuncts, locals_in

_OWN: Whose = {t.PLAYER_LOCAL: "player"}


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition, and what it reads."""

    holds: e.Expr
    reads: Things


class Facts:
    """The facts at the effects of a table's rules."""

    def __init__(self, table: t.Table) -> None:
        self.table, self.footprints = table, Footprints(table)
        self._changes: dict[tuple[int, int], e.Expr | None] = {}

    def changes(self, rule: t.Rule, effect: f.Effect) -> e.Expr | None:
        """A condition that holds whenever an effect of a rule changes the state, with the facts that bear on it. None if
        it is unknown, or if the effect does not stand in the rule, or twice. Memoized."""
        # (copies of a rule share effects)
        key = id(rule), id(effect)
        if key not in self._changes:
            self._changes[key] = self._found(rule, effect)
        return self._changes[key]

    def rule_changes(self, rule: t.Trigger) -> list[e.Expr] | None:
        """Conditions of which at least one holds whenever a trigger changes anything, with what its acts have written; None if
        unknown."""
        conditions, written = changes(self.table, rule.effects), self.written_before(rule)
        if conditions is None or not written:
            return conditions
        rows = ((*bearing(written, self.fact(x, _OWN)), x) for x in conditions)
        return [e.Logic("and", row, YesNo()) for row in rows]

    def _found(self, rule: t.Rule, effect: f.Effect) -> e.Expr | None:
        conditions = None if isinstance(effect, f.Block) else of_each(self.table, (effect,))
        facts = None if conditions is None else self.at(rule, effect)
        if conditions is None or facts is None:
            return None
        any_ = e.Logic("or", tuple(conditions), YesNo())
        return e.Logic("and", (*bearing(facts, self.fact(any_, _OWN)), any_), YesNo())

    def at(self, rule: t.Rule, effect: f.Effect) -> list[Fact] | None:
        """The facts whenever an effect of a rule is about to run; None if it does not stand in the rule, or twice."""
        effects = rule.effects if isinstance(rule, t.Trigger | t.Offer) else ()
        if sum(x is effect for x in below(effects)) != 1:
            return None
        return self.before(effects, _OWN, self.at_first(rule), effect)

    def fact(self, holds: e.Expr, env: Whose) -> Fact:
        """A condition as a fact."""
        named = {("local", x, "any") for x in locals_in(holds) - bound_in(holds) - {t.PLAYER_LOCAL}}
        return Fact(holds, self.footprints.reads(holds, env) | named)

    def at_first(self, rule: t.Rule) -> list[Fact]:
        """The facts when the effects of a rule begin. The own effects of an offer's act run before them."""
        guard = [self.fact(x, _OWN) for x in conjuncts(rule.guard)]
        if isinstance(rule, t.Trigger):
            return [*guard, *self.written_before(rule)]
        if not isinstance(rule, t.Offer):
            return guard
        if rule.situations:
            tops = tuple(e.IsTop(x, YesNo()) for x in rule.situations)
            guard.append(self.fact(e.Logic("or", tops, YesNo()), _OWN))
        if not rule.absent:
            player = e.Local(t.PLAYER_LOCAL, "player", Player())
            guard.append(self.fact(e.Member(player, rule.who, YesNo()), _OWN))
        act = self.table.acts[rule.act]
        if rule.stands_for is not None:
            # the guard is about the card that is laid, and the effects about the one that it stands for
            guard = [x for x in guard if ("local", t.ARGUMENT_LOCAL, "any") not in x.reads]
            return self.kept(guard, self.writes(act.effects, _OWN))
        facts = guard
        for x in act.effects:
            facts = self.after(x, facts, _OWN)
        return [*facts, *(self.fact(x.holds, _OWN) for x in just_after(self.table).left(act))]

    def written_before(self, rule: t.Trigger) -> list[Fact]:
        """What the acts of a trigger's events have written when its effects begin."""
        index = self.table.triggers.index(rule)
        first, *others = [just_after(self.table).at(x, index) for x in rule.events] or [()]
        return [self.fact(x.holds, _OWN) for x in first if all(x in row for row in others)]

    def before(self, effects: Iterable[f.Effect], env: Whose, facts: list[Fact], wanted: f.Effect) -> list[Fact] | None:
        """The facts before one of some effects, or of those in them; None if it is not among them."""
        for x in effects:
            if x is wanted:
                return facts
            for block in self.footprints.summaries.of(x).blocks:
                inside = self.footprints.inside(block, env)
                found = self.before(block.effects, inside, self.entering(x, block, facts, env), wanted)
                if found is not None:
                    return found
            facts = self.after(x, facts, env)
        return None

    def entering(self, x: f.Effect, block: Block, facts: list[Fact], env: Whose) -> list[Fact]:
        """The facts at the beginning of a block, each time that it runs."""
        if block.given is not None:
            return [*facts, *(self.fact(y, env) for y in conjuncts(block.given))]
        inside = self.footprints.inside(block, env)
        if block.local is not None and not isinstance(block.among, tuple):
            facts = [*facts, self.fact(e.Member(block.local, block.among, YesNo()), inside)]
        if isinstance(x, f.ForEachCard) and x.where is not None:
            facts = [*facts, self.fact(x.where, inside)]
        facts = self.kept(facts, self.writes((x,), env))
        if isinstance(x, f.Repeat) and x.condition is not None:
            facts = [*facts, self.fact(x.condition, env)]
        return facts

    def after(self, x: f.Effect, facts: list[Fact], env: Whose) -> list[Fact]:
        """The facts after an effect: those that it does not change, and what it has written, if that does not depend on
        what was there before."""
        writes = self.writes((x,), env)
        evaluated, written = self.written(x)
        facts = self.kept(facts, writes)
        if clash(self.footprints.reads(evaluated, env), writes):
            return facts
        return [*facts, *(self.fact(y, env) for y in written)]

    def writes(self, effects: Iterable[f.Effect], env: Whose) -> Things:
        """What effects may write."""
        out: set[Thing] = set()
        self.footprints.effects(effects, env, set(), out)
        return out

    @staticmethod
    def kept(facts: list[Fact], writes: Things) -> list[Fact]:
        """The facts that a write does not change."""
        return [x for x in facts if not clash(x.reads, writes)]

    def written(self, x: f.Effect) -> tuple[tuple[object, ...], list[e.Expr]]:
        """What an effect evaluates, and what then holds."""
        match x:
            case f.Assign(value=e.SetOperation() as sets) if sets.left == x.target:
                return (sets.right, seat_of(x.target)), [given(x.target, set_apart(sets), sets)]
            case f.Assign():
                value = within(x.value, x.target.type)
                return (x.value, seat_of(x.target)), [
                    given(x.target, e.Compare("==", x.target, value, YesNo()), x.value)
                ]
            case f.ChangeSet():
                inside = e.Member(x.player, x.target, YesNo())
                holds = inside if x.kind == "include" else e.Not(inside, YesNo())
                return (x.player, seat_of(x.target)), [given(x.target, holds, x.player)]
            case f.Begin():
                fields = self.table.situations[x.situation].fields
                all_: list[e.Expr] = [e.IsTop(x.situation, YesNo())]
                for i, value in x.fields:
                    field = e.Field(x.situation, i, fields[i].type)
                    all_.append(e.Compare("==", field, within(value, field.type), YesNo()))
                return (x,), [either(y, nobody(x.owner)) for y in all_]
            case f.End():
                return (), [e.Not(e.IsOpen(x.situation, YesNo()), YesNo())]
            case (
                f.If()
                | f.ForEach()
                | f.ForEachCard()
                | f.AtRandom()
                | f.Repeat()
                | f.Perform()
                | f.MoveCard()
                | f.MoveTop()
                | f.MoveAll()
                | f.Gather()
                | f.Shuffle()
                | f.SwapPlaces()
                | f.GiveEvery()
                | f.Seating()
                | f.Show()
                | f.Tell()
                | f.BeginRound()
                | f.EndRound()
                | f.EndMatch()
            ):
                return (), []
            case _:
                assert_never(x)


def set_apart(value: e.SetOperation) -> e.Expr:
    """What holds of a set after it was joined or cut with another one."""
    left, right = (value.left, value.right) if value.operator == "intersection" else (value.right, value.left)
    operator: Literal["intersection", "difference"] = "intersection" if value.operator == "difference" else "difference"
    return nobody(e.SetOperation(operator, left, right, Players()))


def seat_of(target: Target) -> e.Expr | None:
    """The seat of a variable."""
    return target.seat if isinstance(target, e.Variable) else None


def given(target: Target, holds: e.Expr, value: e.Expr) -> e.Expr:
    """That a condition holds if a write to a target has an effect: the situation is open, the variable is somebody's, and
    neither an owner nor a member is nobody."""
    none = [nobody(value)] if isinstance(target, e.Owner) or isinstance(holds, e.Member) else []
    return either(holds, e.Not(takes_effect(target), YesNo()), *none)


def either(*conditions: e.Expr) -> e.Expr:
    """The disjunction of conditions."""
    return e.Logic("or", conditions, YesNo())


def bearing(facts: list[Fact], wanted: Fact) -> Iterator[e.Expr]:
    """The facts that bear on one: they read what it reads, or what another of these reads."""
    reads, left = {x[:2] for x in wanted.reads}, facts
    while True:
        found = [x for x in left if not reads.isdisjoint(y[:2] for y in x.reads)]
        if not found:
            return
        yield from (x.holds for x in found)
        left = [x for x in left if x not in found]
        reads |= {y[:2] for x in found for y in x.reads}


def condition_of(table: t.Table, rule: t.Rule, part: t.Part) -> e.Expr | None:
    """The condition of a part of a rule; of an effect, that it changes the state. None if unknown."""
    return part.condition if part.effect is None else facts_of(table).changes(rule, part.effect)


@per_table(8)
def facts_of(table: t.Table) -> Facts:
    """The facts of a table. Cached."""
    return Facts(table)
