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

from checker.effects.summary import Slot, Summary, declaration, slot_of, steps, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below, locals_in


@dataclass(frozen=True, slots=True)
class Growing:
    """A monotone counter. `above`: conditions are constant for values greater than this. `readers`: the triggers and
    offers, by name, whose effects depend on its value, as a payment does. `amount`: its value is at most a number of
    cards to move, so that all values above the size of the deck are equivalent, too."""

    slot: Slot
    above: int
    readers: frozenset[str]
    amount: bool


def counters(table: t.Table) -> tuple[Growing, ...]:
    """The monotone counters of a table, by slot. A number that some condition reads in another way is not included."""
    rules = table.running
    reading: dict[Slot, set[str]] = {}
    above: dict[Slot, int] = {}
    spoiled: set[Slot] = set()
    added: set[Slot] = set()
    valued: set[Slot] = set()
    """Those that are read as more than a number of cards."""
    for rule in [*rules, *table.bans]:
        spoiled |= other_reads(conditions_of(table, rule), above)
    for rule in rules:
        nodes, others = reads_of(table, rule.effects, above, added)
        if isinstance(rule, t.Offer) and rule.argument is not None and only_a_number(table, rule):
            nodes.append(rule.argument)
            others += as_amount(table, rule.act, rule.argument, above)
        for slot in other_reads(nodes, above):
            reading.setdefault(slot, set()).add(rule.info.name)
        valued |= other_reads(others, above)
    for act in table.acts:
        # an act does not know its callers
        spoiled |= other_reads(reads_of(table, act.effects, above, added)[0], above)
    found = (s for s in sorted(added - spoiled) if above.get(s, -1) < high_of(table, s))
    return tuple(
        Growing(
            s, max(above.get(s, low_of(table, s)), low_of(table, s)), frozenset(reading.get(s, ())), s not in valued
        )
        for s in found
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


def reads_of(
    table: t.Table, effects: Iterable[f.Effect], above: dict[Slot, int], added: set[Slot]
) -> tuple[list[object], list[object]]:
    """The nodes in which effects read slots other than by adding to them, and those of them that are more than a number
    of cards to move. Adds to `above` and `added`."""
    read: list[object] = []
    others: list[object] = []
    for x in summaries(table).flat(effects):
        if x.announces:
            # notes to players change neither the state nor the moves
            continue
        changes = [c for c in x.changes if not isinstance(c.target, e.Owner)]
        adding = [c for c in changes if c.step is not None and c.step >= 0]
        added |= {slot_of(c.target) for c in adding if not isinstance(c.target, e.Owner)}
        nodes = [node for node in x.reads if not any(node is c.value for c in adding)]
        # to subtract is no growth (the summary of it does not count as reading)
        lowered = [c.value for c in changes if c not in adding and (steps(c.target, c.value) or "+")[0] == "-"]
        read += [*nodes, *lowered]
        if x.transfer is not None and x.transfer.count is not None and grows_with(x.transfer.count):
            nodes = [x.transfer.origin, x.transfer.target]
        elif x.performs is not None and x.performs.argument is not None:
            argument = as_amount(table, x.performs.act, x.performs.argument, above)
            nodes = [x.performs.player, x.performs.standing_for, *argument]
        elif isinstance(x.effect, f.Repeat) and grows_with(x.effect.times) and runs_dry(table, x.effect.body):
            nodes = [x.effect.condition]
        elif isinstance(x.effect, f.Begin):
            nodes = [x.effect.owner, *(c.value for c in x.changes if c not in adding)]
        others += [*nodes, *lowered]
    return read, others


def as_amount(table: t.Table, act: int, argument: e.Expr, above: dict[Slot, int]) -> list[e.Expr]:
    """The argument of an act, unless it is only a number of cards to move: the act moves so many cards, and the rules
    that hear of it only compare the number with constants. Adds to `above`."""
    done = table.acts[act]
    own: set[t.Event] = {t.ActEvent(act, manner) for manner in range(len(done.manners))}
    own |= {t.OfferEvent(i) for i, x in enumerate(table.offers) if x.act == act}
    rules: list[t.Trigger | t.Offer] = [x for x in table.triggers if own & set(x.events)]
    rules += [x for x in table.offers if x.act == act]
    found = [most_compared((x.guard, x.effects)) for x in rules]
    if not grows_with(argument) or None in found or not moves_so_many(table, done.effects):
        return [argument]
    most = max((x for x in found if x is not None), default=-1)
    for x in below(argument):
        if isinstance(x, e.Variable | e.Field):
            above[slot_of(x)] = max(above.get(slot_of(x), most), most)
    return []


def most_compared(node: object) -> int | None:
    """The greatest constant with which a rule compares the argument of its event; -1 if it does not read it, None if it
    reads it otherwise."""
    nodes = list(below(node))
    compared = [
        other.value
        for x in nodes
        if isinstance(x, e.Compare)
        for one, other in ((x.left, x.right), (x.right, x.left))
        if is_argument(one) and isinstance(other, e.Constant)
    ]
    return max(compared, default=-1) if len(compared) == sum(map(is_argument, nodes)) else None


def is_argument(x: object) -> bool:
    """Whether a node is the argument of a rule's event, or of an act."""
    return isinstance(x, e.Local) and x.index == t.ARGUMENT_LOCAL


def moves_so_many(table: t.Table, effects: Sequence[f.Effect]) -> bool:
    """Whether the effects of an act read its number only as a number of cards to move."""
    for x in summaries(table).flat(effects):
        read = x.reads
        if x.transfer is not None and x.transfer.count is not None and is_argument(x.transfer.count):
            read = x.transfer.origin, x.transfer.target
        elif isinstance(x.effect, f.Repeat) and is_argument(x.effect.times) and runs_dry(table, x.effect.body):
            read = (x.effect.condition,)
        if any(is_argument(y) for y in below(read)):
            return False
    return True


def grows_with(x: e.Expr) -> bool:
    """Whether a number is a slot, or at least as large as each slot in it: sums with no negative constant."""
    if isinstance(x, e.Arithmetic):
        return x.operator == "+" and grows_with(x.left) and grows_with(x.right)
    return x.value >= 0 if isinstance(x, e.Constant) else isinstance(x, e.Variable | e.Field)


def runs_dry(table: t.Table, body: Sequence[f.Effect]) -> bool:
    """Whether a block that is repeated changes nothing any more after as many times as there are cards: it ends with
    taking a card from a place to another, and before that only adds cards to the place from which it takes."""
    all_ = summaries(table)
    last = all_.of(body[-1]).transfer if body else None
    if last is None or last.origin is None or not isinstance(last.count, e.Constant) or last.count.value < 1:
        return False
    if any(isinstance(n, e.Builtin) and n.kind == "moved" for n in below(tuple(body))):
        return False
    source, own = last.origin, {last.origin.zone, last.target.zone}

    def only_adds(x: Summary) -> bool:
        moved = x.transfer
        if moved is None:
            return x.announces or (all(block.how == "branch" for block in x.blocks) and bool(x.blocks))
        if moved.how == "shuffle":
            return not x.writes
        if moved.how == "swap":
            return False
        return moved.target == source and moved.origin is not None and moved.origin.zone not in own

    return len(own) == 2 and all(map(only_adds, all_.flat(body[:-1])))


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


def high_of(table: t.Table, slot: Slot) -> int:
    """The greatest value of a number; -1 for other types."""
    type_ = declaration(table, slot).type
    return type_.high if isinstance(type_, Number) else -1


def low_of(table: t.Table, slot: Slot) -> int:
    """The least value of a number; 0 for other types."""
    type_ = declaration(table, slot).type
    return type_.low if isinstance(type_, Number) else 0
