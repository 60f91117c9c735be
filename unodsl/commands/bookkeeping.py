"""Finds bookkeeping variables: variables that only rules use and that players do not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from unodsl.engine.api import State
from unodsl.engine.layout import Layout
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.table import Offer, Table, Trigger
from unodsl.model.types import Enumeration, Number
from unodsl.model.walk import effects_below


def memories(table: Table) -> frozenset[int]:
    """Returns the indices of variables that only hold copies of other values: of another variable, a field or a card,
    assigned by rules of options only. Variables assigned by the game itself, by player or random choices, or by
    counting are excluded. Example: the color that was current before a card was played."""
    copied: set[int] = set()
    known: set[int] = {i for i, v in enumerate(table.variables) if v.secret}
    for act in table.acts:
        known |= {at for at, _ in _assigned(act.effects)}
    rules: tuple[Trigger | Offer, ...] = (*table.triggers, *table.offers)
    for rule in rules:
        for at, value in _assigned(rule.effects):
            if rule.info.option is None:
                known.add(at)
            elif isinstance(value, e.Variable | e.Field | e.Attribute):
                copied.add(at)
            elif not isinstance(value, e.Local) and not _start(table, at, value):
                known.add(at)
    return frozenset(copied - known)


def shown_to_players(table: Table) -> frozenset[int]:
    """Returns the indices of variables shown to players: numbers and enumerations that are not in `memories`."""
    inner = memories(table)
    return frozenset(
        i for i, v in enumerate(table.variables) if isinstance(v.type, Number | Enumeration) and i not in inner
    )


def _assigned(effects: tuple[f.Effect, ...]) -> Iterator[tuple[int, e.Expr]]:
    """Yields the variables assigned by the effects, each with the assigned expression."""
    for x in effects_below(effects):
        if isinstance(x, f.Assign) and isinstance(x.target, e.Variable):
            yield x.target.index, x.value


def _start(table: Table, variable: int, value: e.Expr) -> bool:
    """Returns whether `value` is the initial value of the variable."""
    return isinstance(value, e.Constant) and value.value == table.variables[variable].starts


class Bookkeeping:
    """Finds the rules of a move that had no visible effect: they only assigned variables, and no shown variable has
    changed. A rule without effects counts if all rules that it replaces do."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.table = layout.table
        self.shown = shown_to_players(self.table)
        self.rules: dict[str, list[Trigger]] = {}
        for rule in self.table.triggers:
            self.rules.setdefault(rule.info.name, []).append(rule)

    def unseen(self, name: str, before: State, after: State) -> bool:
        """Returns whether the triggers with this name were bookkeeping in the step `before` → `after`. Always false for
        offers, since these are moves."""
        rules = self.rules.get(name, [])
        return bool(rules) and all(self._unseen(x, before, after, frozenset({name})) for x in rules)

    def _unseen(self, rule: Trigger, before: State, after: State, over: frozenset[str]) -> bool:
        if not rule.effects:
            others = [x for n in rule.info.instead if n not in over for x in self.rules.get(n, ())]
            return bool(others) and all(self._unseen(x, before, after, over | {x.info.name}) for x in others)
        return not any(self._seen(x, before, after) for x in effects_below(rule.effects))

    def _seen(self, effect: f.Effect, before: State, after: State) -> bool:
        match effect:
            case f.Assign() | f.ChangeSet():
                if not isinstance(effect.target, e.Variable):
                    return True
                return effect.target.index in self.shown and self._changed(effect.target.index, before, after)
            case f.If() | f.ForEach() | f.ForEachCard() | f.AtRandom() | f.Repeat():
                return False
            case (
                f.MoveCard()
                | f.MoveTop()
                | f.MoveAll()
                | f.Gather()
                | f.Shuffle()
                | f.SwapPlaces()
                | f.GiveEvery()
                | f.Begin()
                | f.End()
                | f.Perform()
                | f.Show()
                | f.Tell()
                | f.Seating()
                | f.BeginRound()
                | f.EndRound()
                | f.EndMatch()
            ):
                return True
            case _:
                assert_never(effect)

    def _changed(self, variable: int, before: State, after: State) -> bool:
        declared = self.table.variables[variable]
        at = self.layout.variable[variable]
        slots: Iterable[int] = range(at, at + (self.table.seats if declared.each_player else 1))
        return any(before[x] != after[x] for x in slots)
