"""Invariants of quiescent states (between two moves, with no cascade running), found syntactically.

The card moved last is reset, and some situations are never open below others. They have no certificate, so what depends
on them is not proved.
"""

from __future__ import annotations

from collections.abc import Iterable

import z3

from checker.context import Context, stage
from checker.effects.summary import summaries
from checker.effects.values import Facts
from checker.smt.enabled import Reader
from checker.smt.factory import implied, neg
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.events import emitted, follows


@stage
def quiescent(context: Context) -> tuple[z3.BoolRef, ...]:
    """The invariants of quiescent states of a table, without those of piles."""
    return resting(context.reader, context.facts)


def resting(reader: Reader, facts: Facts) -> tuple[z3.BoolRef, ...]:
    """The same over a symbolic state."""
    st = reader.st
    out: list[z3.BoolRef] = [st.moved == -1]
    first = opening(st.table, facts)
    for upper, lower in never_beneath(st.table, first):
        out.append(implied(st.top == upper, neg(st.open[lower])))
    return tuple(out)


_ROUND: frozenset[t.Event] = frozenset(
    {
        t.SETTLES,
        t.TableEvent("round ends"),
        t.TableEvent("match ends"),
        t.TableEvent("match begins"),
        t.TableEvent("round begins"),
    }
)


def never_beneath(table: t.Table, first: frozenset[t.Event]) -> list[tuple[int, int]]:
    """Pairs of situations of which the second is never open while the first is on top. `first`: the events that only
    happen while a round begins. The first situation begins only while a round begins, so later ones are on top of it.
    What is still queued when a round begins comes from the rules that end a round and begin the next; none of them
    begins the second one."""
    if not first or any(begun_by(table, a.effects) for a in table.acts):
        return []
    if ends_elsewhere(table):
        return []
    early = begun_early(table)
    out: list[tuple[int, int]] = []
    for upper in range(len(table.situations)):
        known = first | {t.TableEvent("position")}
        beginning = [r for r in table.running if upper in begun_by(table, r.effects)]
        if all(isinstance(r, t.Trigger) and set(r.events) <= known for r in beginning):
            out += [(upper, x) for x in range(len(table.situations)) if x != upper and x not in early]
    return out


def ends_elsewhere(table: t.Table) -> bool:
    """Whether a round may end, or another begin, while a cascade of the last one is running: by other rules than those
    for settling and for the beginning or end of a round or match."""
    _, last = follows(table, [t.TableEvent("match ends")])
    # if no round follows, nothing is queued from one to the next
    ending = {"round begins", "round ends"}
    all_ = summaries(table)
    if any(n.phase == "round begins" for x in last for n in all_.flat(x.effects)):
        ending.add("match ends")
    elsewhere = [a.effects for a in table.acts]
    elsewhere += [x.effects for x in table.offers]
    elsewhere += [x.effects for x in table.triggers if not set(x.events) <= _ROUND]
    return any(n.phase in ending for block in elsewhere for n in all_.flat(block))


def begun_by(table: t.Table, effects: Iterable[f.Effect]) -> set[int]:
    """The situations that effects begin."""
    return {n.begins for n in summaries(table).flat(effects) if n.begins is not None}


def begun_early(table: t.Table) -> set[int]:
    """The situations begun in the cascades of the end and beginning of a round, and of settling."""
    _, triggers = follows(table, _ROUND)
    return {i for x in triggers for i in begun_by(table, x.effects)}


def opening(table: t.Table, facts: Facts) -> frozenset[t.Event]:
    """The events that only happen while a round begins, before anything is played."""
    known: set[t.Event] = {t.TableEvent("round begins"), t.TableEvent("match begins")}
    begin = {
        t.SETTLES,
        t.TableEvent("round ends"),
        t.TableEvent("match begins"),
        t.TableEvent("match ends"),
    }
    rules = table.running
    if any(begins_round(table, a.effects) for a in table.acts):
        return frozenset()
    for rule in rules:
        if begins_round(table, rule.effects) and not (isinstance(rule, t.Trigger) and set(rule.events) <= begin):
            # a round that begins inside something else
            return frozenset()
    offered: set[t.Event] = {t.ActEvent(o.act, o.manner) for o in table.offers}
    by: dict[t.Event, list[t.Rule]] = {x: [] for x in facts.events if isinstance(x, t.ActEvent)}
    for rule in rules:
        for event in emitted(table, rule.effects):
            if event in by:
                by[event].append(rule)
    while True:
        more = {
            x
            for x, sources in by.items()
            if x not in known
            and x not in offered
            and all(isinstance(r, t.Trigger) and set(r.events) <= known for r in sources)
        }
        if not more:
            return frozenset(known)
        known |= more


def begins_round(table: t.Table, effects: Iterable[f.Effect]) -> bool:
    """Whether effects begin a round."""
    return any(n.phase == "round begins" for n in summaries(table).flat(effects))
