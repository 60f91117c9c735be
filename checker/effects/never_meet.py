"""Options that never interact: no decision involves rules of both.

Over-approximates what can run: from each act of the table, every rule that its events reach transitively, by settling,
and by the moves that play out what is left open (see `offers_played_out`). Two rules that only the act's own event reaches, and whose
conditions accept different cards, do not meet, unless one of them decides about a `must` offer, which keeps a player
from moves with other cards. Example: one option is about a 3 being played, the other about a 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import assert_never

from checker.effects.liveness import live_things, matters
from checker.effects.summary import summaries
from checker.effects.values import certain, evaluate, plain
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Card, Players, YesNo
from unodsl.model.walk import below, conjuncts, locals_in


def never_meet(table: t.Table, one: Collection[str], other: Collection[str]) -> bool:
    """Whether no act, and no beginning of a match, can involve rules of both sets, in its cascade or its legality.
    Rules are given by name."""
    if any(d.info.name in names for d in table.definitions for names in (one, other)):
        # a definition can be used anywhere
        return False
    if any(isinstance(x, e.Can) for x in below((table.triggers, table.offers, table.bans, table.acts))):
        return False
    # (a star that is played, and brings a 3 and a 4 with it, is one decision: what is caused is not the act's own event)
    first: set[t.Event] = {t.TableEvent("match begins"), t.SETTLES}
    starts: list[tuple[int | None, set[t.Event], list[int]]] = [(None, first, [])]
    # (an offer stands instead of the same move, whatever is named along with it)
    verbs = {table.acts[o.act].verb: o.act for o in reversed(table.offers)}
    for act in sorted(verbs.values()):
        offers = [i for i, o in enumerate(table.offers) if table.same_verb(o.act, act)]
        caused: set[t.Event] = {t.SETTLES}
        for index in offers:
            caused |= emitted(table, table.effects_of(table.offers[index]))
        starts.append((act, caused, offers))
    left = list(offers_played_out(table))
    return all(_apart(table, act, caused, offers, left, one, other) for act, caused, offers in starts)


def offers_played_out(table: t.Table) -> Iterator[int]:
    """The offers of the moves that play out what a decision leaves open: those that are owed, and those that players may make in
    situations in which no move may be owed. Over-approximates, but for moves in the base situation, which is settled."""
    base = base_situation(table)
    leaves = any(x.seating is not None for x in summaries(table).everything())
    for index, offer in enumerate(table.offers):
        if offer.mode in ("otherwise", "must") or (
            offer.mode == "may" and any(x != base and not _owed(table, x, offer, leaves) for x in offer.situations)
        ):
            yield index


def _owed(table: t.Table, situation: int, offer: t.Offer, leaves: bool) -> bool:
    """Whether somebody certainly owes a move in a situation while an offer stands there. `leaves`: whether players may leave."""
    for other in table.offers:
        owed = other.mode == "otherwise" and situation in other.situations and not other.absent
        sure = other.guard == e.Constant(1, YesNo()) and not other.replaced_by
        its = isinstance(other.who, e.SetOf) and isinstance(other.who.player, e.Owner) and not leaves
        if owed and sure and (its or other.who == offer.who) and not any(concerns(b, other) for b in table.bans):
            return table.acts[other.act].argument is None or other.argument is not None
    return False


def base_situation(table: t.Table) -> int | None:
    """The situation to which the turns of a round return, if it is the only one that begins just where a round begins; None if
    unknown."""
    all_ = summaries(table)
    begins: dict[int, set[bool]] = {}
    for effects, first in _where_begun(table):
        for x in all_.flat(effects):
            if x.begins is not None:
                begins.setdefault(x.begins, set()).add(first)
    found = [x for x, where in begins.items() if where == {True}]
    return found[0] if len(found) == 1 else None


def _where_begun(table: t.Table) -> Iterator[tuple[tuple[f.Effect, ...], bool]]:
    """Yields the effects of each rule and act, and whether they run only where a round begins: there, or by acts that nobody may
    do at another time."""
    all_ = summaries(table)
    starts: set[t.Event] = {t.TableEvent("match begins"), t.TableEvent("round begins"), t.TableEvent("position")}
    acts = {*range(len(table.acts))} - {x.act for x in table.offers}
    while True:
        events = starts | {t.ActEvent(i, n) for i in acts for n in range(len(table.acts[i].manners))}
        rows = [(x.effects, events.issuperset(x.events)) for x in table.triggers]
        rows += [(x.effects, False) for x in table.offers]
        rows += [(x.effects, i in acts) for i, x in enumerate(table.acts)]
        later = {
            x.performs.act for effects, first in rows if not first for x in all_.flat(effects) if x.performs is not None
        }
        if not acts & later:
            yield from rows
            return
        acts -= later


def _apart(
    table: t.Table,
    act: int | None,
    caused: set[t.Event],
    offers: list[int],
    left: list[int],
    one: Collection[str],
    other: Collection[str],
) -> bool:
    """Whether rules of both sets do not meet in the cascades of an act's own events, and of those that its effects
    cause."""
    again = set(caused)
    for index in left:
        offer = table.offers[index]
        if offer.situations:
            again |= {*table.events_of(index), *emitted(table, table.effects_of(offer))}
    _, triggers = follows(table, {*again, *(x for i in offers for x in table.events_of(i))})
    again |= emitted(table, (x for y in triggers for x in y.effects))
    rules: list[t.Rule] = [*triggers, *(table.offers[i] for i in offers)]
    rules += [table.offers[i] for i in left if i not in offers]
    rules += [b for b in table.bans if any(concerns(b, table.offers[i]) for i in (*offers, *left))]
    mine = [r for r in rules if r.info.name in one]
    theirs = [r for r in rules if r.info.name in other]
    if not mine or not theirs:
        return True
    if act is None or not isinstance(table.acts[act].argument, Card):
        return False
    taken = {r.info.name: _cards(table, r, act, again) for r in (*mine, *theirs)}
    return all(_differ(taken[a.info.name], taken[b.info.name]) for a in mine for b in theirs)


def _differ(one: frozenset[int] | None, other: frozenset[int] | None) -> bool:
    return one is not None and other is not None and not one & other


def _cards(table: t.Table, rule: t.Rule, act: int, again: Iterable[t.Event]) -> frozenset[int] | None:
    """The cards with which a rule can take part as the act's argument; None if it can run in other ways."""
    match rule:
        case t.Trigger():
            events = set(rule.events)
            if events & set(again) or not all(
                isinstance(x, t.ActEvent) and table.same_verb(x.act, act) for x in events
            ):
                return None
            index = table.triggers.index(rule)
            if rule.replaced_by and any(index in x.replaced_by for x in table.triggers):
                # (where it is replaced, it stands instead of others, whatever its conditions)
                return None
        case t.Offer() | t.Ban():
            # (conditions of offers and bans are about the real card, those of triggers about what it stands for)
            moves = [o for o in table.offers if table.same_verb(o.act, act)]
            if rule.act is None or not table.same_verb(rule.act, act):
                return None
            if any(o.argument is not None or o.stands_for is not None for o in moves):
                return None
            if _decides_others(table, rule, moves):
                return None
        case t.Definition():
            return None
        case _:
            assert_never(rule)
    conditions = [x for x in conjuncts(rule.guard) if locals_in(x) == {t.ARGUMENT_LOCAL} and plain(x)]
    kinds = range(len(table.deck.kinds))
    return frozenset(k for k in kinds if all(evaluate(table, x, k) for x in conditions))


def _decides_others(table: t.Table, rule: t.Offer | t.Ban, moves: Iterable[t.Offer]) -> bool:
    """Whether a rule may decide which of these moves are legal with other cards than its own: a `must` offer in one of
    their situations, an offer that stands instead of one, or a ban on one."""
    giving_way = {x for o in moves if o.mode in ("may", "otherwise") for x in o.situations}
    musts = [o for o in table.offers if o.mode == "must" and giving_way & set(o.situations)]
    if isinstance(rule, t.Ban):
        return any(concerns(rule, must) for must in musts)
    # (who stands instead of one that stands instead of another gives that one back)
    above, todo = list[t.Offer](), musts
    while todo:
        above += todo
        todo = [x for must in todo for i in must.replaced_by if (x := table.offers[i]) not in above]
    return rule in above


def concerns(ban: t.Ban, offer: t.Offer) -> bool:
    """Whether a ban can apply to an offer."""
    return (
        ban.info.name not in offer.info.despite
        and (ban.act is None or ban.act == offer.act)
        and (ban.manners is None or offer.manner in ban.manners)
    )


def permitted(table: t.Table, offer: t.Offer, values: frozenset[int] | None) -> frozenset[int] | None:
    """The values of an offer's argument that no ban forbids in every state: for whoever may make the move, in each of its
    situations. None: any."""

    def forbids(ban: t.Ban) -> bool:
        mover = ban.who == offer.who or (not offer.absent and ban.who == e.Builtin("in play", Players()))
        inside = not ban.situations or (bool(offer.situations) and set(offer.situations) <= set(ban.situations))
        return concerns(ban, offer) and mover and inside

    guards = [ban.guard for ban in table.bans if forbids(ban)]
    return values and frozenset(v for v in values if not any(certain(table, x, v) for x in guards))


def rules_of(table: t.Table) -> dict[str, t.Rule]:
    """The rules of a table by name."""
    rows = (table.triggers, table.offers, table.bans, table.definitions)
    return {r.info.name: r for row in rows for r in row}


def only_bookkeeping(table: t.Table, names: AbstractSet[str]) -> bool:
    """Whether these rules only do bookkeeping or announce something, and replace no other rule."""
    live, rules = live_things(table), rules_of(table)
    return all(
        isinstance(rule := rules[name], t.Trigger) and not rule.info.instead and not matters(table, rule.effects, live)
        for name in names
    )
