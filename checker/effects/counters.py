"""Monotone counters: numbers that rules only increase and compare with constants. Above the greatest constant, no
condition distinguishes two values.

A debt that grows with each answer is one: `count is 0` is false for every value from 1 on. So a cycle that leads back
to the same table with a larger debt can be repeated for ever. Over-approximates the reads of a counter: everything but
these additions and comparisons counts as a read. Notes to players do not count, because they never affect which moves
exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.effects.summary import Slot, slot_of, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below, locals_in


@dataclass(frozen=True, slots=True)
class Growing:
    """A monotone counter. `above`: conditions are constant for values greater than this. `readers`: the triggers and
    offers, by name, whose effects depend on its value, as a payment does."""

    slot: Slot
    above: int
    readers: frozenset[str]


def counters(table: t.Table) -> tuple[Growing, ...]:
    """The monotone counters of a table, by slot. A number that some condition reads in another way is not included."""
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    reading: dict[Slot, set[str]] = {}
    above: dict[Slot, int] = {}
    spoiled: set[Slot] = set()
    added: set[Slot] = set()
    for rule in [*rules, *table.bans]:
        spoiled |= other_reads(conditions_of(table, rule), above)
    for rule in rules:
        read = effect_reads(table, rule.effects, above, added)
        if isinstance(rule, t.Offer) and only_a_number(table, rule):
            read |= other_reads([x for x in (rule.argument,) if x is not None], above)
        for slot in read:
            reading.setdefault(slot, set()).add(rule.info.name)
    for act in table.acts:
        # an act does not know its callers
        spoiled |= effect_reads(table, act.effects, above, added)
    found = (s for s in sorted(added - spoiled) if above.get(s, -1) < high_of(table, s))
    return tuple(
        Growing(s, max(above.get(s, low_of(table, s)), low_of(table, s)), frozenset(reading.get(s, ()))) for s in found
    )


def only_a_number(table: t.Table, offer: t.Offer) -> bool:
    """Whether a move's argument is a computed number on which no legality check depends."""
    nodes = list(below((table.triggers, table.offers, table.bans, table.acts)))
    tested = any(isinstance(n, e.Can) and n.act == offer.act for n in nodes)
    judged = any(b.act in (None, offer.act) and t.ARGUMENT_LOCAL in locals_in(b.guard) for b in table.bans)
    own = t.ARGUMENT_LOCAL in locals_in(offer.guard)
    # a move that replaces another one is the same move: it has the same number
    index = table.offers.index(offer)
    instead = bool(offer.replaced_by) or any(index in x.replaced_by for x in table.offers)
    return isinstance(table.acts[offer.act].argument, Number) and not (tested or judged or own or instead)


def conditions_of(table: t.Table, rule: t.Trigger | t.Offer | t.Ban) -> list[e.Expr]:
    """The expressions of a rule apart from its effects."""
    out: list[e.Expr | None] = [rule.guard]
    if isinstance(rule, t.Offer):
        out += [rule.who, rule.stands_for, None if only_a_number(table, rule) else rule.argument]
    elif isinstance(rule, t.Ban):
        out.append(rule.who)
    return [x for x in out if x is not None]


def effect_reads(table: t.Table, effects: Iterable[f.Effect], above: dict[Slot, int], added: set[Slot]) -> set[Slot]:
    """The slots that effects read other than by adding to them or comparing them. Adds to `above` and `added`."""
    read: list[object] = []
    for x in summaries(table).flat(effects):
        if x.announces:
            # notes to players change neither the state nor the moves
            continue
        adding = [c for c in x.changes if not isinstance(c.target, e.Owner) and c.step is not None and c.step >= 0]
        added |= {slot_of(c.target) for c in adding if not isinstance(c.target, e.Owner)}
        read += [node for node in x.reads if not any(node is c.value for c in adding)]
    return other_reads(read, above)


def other_reads(conditions: Sequence[object], above: dict[Slot, int]) -> set[Slot]:
    """The slots that conditions read other than by comparing them with a constant. Adds to `above`."""
    compared, met = occurrences(tuple(conditions), above)
    return {slot for slot, times in met.items() if times > compared[slot]}


def occurrences(node: object, above: dict[Slot, int]) -> tuple[Counter[Slot], Counter[Slot]]:
    """How often each slot is compared with a constant, and how often it occurs at all."""
    compared: Counter[Slot] = Counter()
    met: Counter[Slot] = Counter()
    for x in below(node):
        if isinstance(x, e.Variable | e.Field):
            met[slot_of(x)] += 1
        elif isinstance(x, e.Compare):
            for one, other in ((x.left, x.right), (x.right, x.left)):
                if isinstance(one, e.Variable | e.Field) and isinstance(other, e.Constant):
                    slot = slot_of(one)
                    compared[slot] += 1
                    above[slot] = max(above.get(slot, other.value), other.value)
    return compared, met


def type_of(table: t.Table, slot: Slot) -> object:
    """The type of a slot."""
    index, position = slot
    return table.variables[index].type if index >= 0 else table.situations[-1 - index].fields[position].type


def high_of(table: t.Table, slot: Slot) -> int:
    """The greatest value of a number; -1 for other types."""
    type_ = type_of(table, slot)
    return type_.high if isinstance(type_, Number) else -1


def low_of(table: t.Table, slot: Slot) -> int:
    """The least value of a number; 0 for other types."""
    type_ = type_of(table, slot)
    return type_.low if isinstance(type_, Number) else 0
