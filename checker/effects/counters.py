"""Counters that rules only add to and compare with fixed numbers: above the greatest of these, no condition can tell their values apart.

A debt that grows with each answer is one: `count is 0` tells nothing any more once it is 2. So a way back to the same table with a larger
debt can be gone again and again. Over-approximates what reads a counter: every place that is not one of the two counts as reading, but
for notes to players: they see a larger number, and have the same moves.
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
    """A counter. `above`: of two values greater than this, all conditions say the same. `readers`: the triggers and offers, by name, whose
    effects go by its value otherwise, as a payment does."""

    slot: Slot
    above: int
    readers: frozenset[str]


def counters(table: t.Table) -> tuple[Growing, ...]:
    """The counters of a table, in ascending order of their slots. A number that some condition reads in another way is none."""
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
        # whoever does the act is not looked for
        spoiled |= effect_reads(table, act.effects, above, added)
    found = (s for s in sorted(added - spoiled) if above.get(s, -1) < high_of(table, s))
    return tuple(
        Growing(s, max(above.get(s, low_of(table, s)), low_of(table, s)), frozenset(reading.get(s, ()))) for s in found
    )


def only_a_number(table: t.Table, offer: t.Offer) -> bool:
    """Whether a move is made with a number that is worked out, and whether it is legal does not depend on that."""
    nodes = list(below((table.triggers, table.offers, table.bans, table.acts)))
    asked = any(isinstance(n, e.Can) and n.act == offer.act for n in nodes)
    judged = any(b.act in (None, offer.act) and t.ARGUMENT_LOCAL in locals_in(b.guard) for b in table.bans)
    own = t.ARGUMENT_LOCAL in locals_in(offer.guard)
    # a move that stands instead of another one is the same move: with the same number
    index = table.offers.index(offer)
    instead = bool(offer.replaced_by) or any(index in x.replaced_by for x in table.offers)
    return isinstance(table.acts[offer.act].argument, Number) and not (asked or judged or own or instead)


def conditions_of(table: t.Table, rule: t.Trigger | t.Offer | t.Ban) -> list[e.Expr]:
    """All that decides whether and how a rule stands, apart from its effects."""
    out: list[e.Expr | None] = [rule.guard]
    if isinstance(rule, t.Offer):
        out += [rule.who, rule.stands_for, None if only_a_number(table, rule) else rule.argument]
    elif isinstance(rule, t.Ban):
        out.append(rule.who)
    return [x for x in out if x is not None]


def effect_reads(table: t.Table, effects: Iterable[f.Effect], above: dict[Slot, int], added: set[Slot]) -> set[Slot]:
    """The slots that effects read otherwise than by adding to them or comparing them. Fills in `above` and `added`."""
    read: list[object] = []
    for x in summaries(table).flat(effects):
        if x.announces:
            # no state is another for what players are told, and they have the same moves
            continue
        adding = [c for c in x.changes if not isinstance(c.target, e.Owner) and c.step is not None and c.step >= 0]
        added |= {slot_of(c.target) for c in adding if not isinstance(c.target, e.Owner)}
        read += [node for node in x.reads if not any(node is c.value for c in adding)]
    return other_reads(read, above)


def other_reads(conditions: Sequence[object], above: dict[Slot, int]) -> set[Slot]:
    """The slots that conditions read otherwise than by comparing them with a fixed number. Fills in `above`."""
    compared, met = occurrences(tuple(conditions), above)
    return {slot for slot, times in met.items() if times > compared[slot]}


def occurrences(node: object, above: dict[Slot, int]) -> tuple[Counter[Slot], Counter[Slot]]:
    """How often slots stand beside a fixed number in a comparison, and how often at all."""
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
    """The greatest value of a number; -1 of what is none."""
    type_ = type_of(table, slot)
    return type_.high if isinstance(type_, Number) else -1


def low_of(table: t.Table, slot: Slot) -> int:
    """The least value of a number; 0 of what is none."""
    type_ = type_of(table, slot)
    return type_.low if isinstance(type_, Number) else 0
