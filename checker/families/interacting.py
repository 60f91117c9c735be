"""Pairs of options whose rules meet in more than one event: candidates for the checks that only play decides, such as loops, traps, and
matches without an end.

A heuristic: rules of both forbid the same act; rules of one answer moves in situations of the other; one writes what the other reads,
and the game itself does not; or both change a number that is kept across rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from checker.effects.liveness import Thing, read_in
from checker.effects.summary import summaries
from checker.families.screen import ScreenedFamily
from checker.families.select_products import at
from checker.known_tables import memo_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.resolve import Project

MOST_PAIRS = 12
"""The most pairs of options of one game that are checked at tables of their own."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules of an option do: the acts that they forbid (None: any), those that answer situations which the game itself
    does not have, those that they react to, and the variables and fields that they read and write."""

    forbids: frozenset[int | None]
    answers: frozenset[int]
    reacts: frozenset[int]
    reads: frozenset[Thing]
    writes: frozenset[Thing]


def interacting(project: Project, family: ScreenedFamily, seats: int) -> list[frozenset[str]]:
    """The pairs of options, closed under what they need, that may interact at a number of seats, the likeliest first."""
    closed = {o: frozenset(needed) for o, needed, _ in family.game.singles}
    plain = memo_of(project).resolved(project, at(project, family, (), seats))
    found: list[tuple[int, int, frozenset[str]]] = []
    for number, (a, b) in enumerate(combinations(closed, 2)):
        options = closed[a] | closed[b]
        if a in closed[b] or b in closed[a] or any(x <= options for x in family.game.apart):
            continue
        if not all(seats in family.playable.get(x, ()) for x in options):
            continue
        both = memo_of(project).resolved(project, at(project, family, options, seats))
        if both is not None:
            weight = likelihood(both.table, a, b, None if plain is None else plain.table)
            found += [(-weight, number, options)] if weight else []
    return list(dict.fromkeys(options for *_, options in sorted(found, key=lambda x: x[:2])))[:MOST_PAIRS]


def likelihood(table: t.Table, a: str, b: str, plain: t.Table | None) -> int:
    """In how many ways two options may interact at a table; `plain`: the same without options."""
    known = (
        frozenset[str]()
        if plain is None
        else frozenset(x.name for some in (plain.variables, plain.situations) for x in some)
    )
    one, other = (traits(table, option, known) for option in (a, b))
    weight = 3 * any(None in (x, y) or x == y for x in one.forbids for y in other.forbids)
    for mine, theirs in ((one, other), (other, one)):
        weight += 3 * bool(mine.answers & theirs.reacts)
        weight += 2 * any(name_of(table, x) not in known for x in mine.writes & theirs.reads)
    return weight + 2 * any(x[0] == "variable" and table.variables[x[1]].kept for x in one.writes & other.writes)


def traits(table: t.Table, option: str, known: frozenset[str]) -> Traits:
    """What the rules of an option do. `known`: the variables and situations of the game itself."""
    offers = [x for x in table.offers if x.info.option == option]
    triggers = [x for x in table.triggers if x.info.option == option]
    own = frozenset(i for i, x in enumerate(table.situations) if x.name not in known)
    events = chain.from_iterable(x.events for x in triggers)
    return Traits(
        frozenset(x.act for x in table.bans if x.info.option == option),
        frozenset(x.act for x in offers if own & {*x.situations}),
        frozenset(acts_of(table, events)),
        frozenset(read_in((*offers, *triggers, *(x for x in table.bans if x.info.option == option)))),
        frozenset(written(table, (*offers, *triggers))),
    )


def acts_of(table: t.Table, events: Iterator[t.Event]) -> Iterator[int]:
    """The acts that events are about."""
    for x in events:
        if isinstance(x, t.ActEvent):
            yield x.act
        elif isinstance(x, t.OfferEvent):
            yield table.offers[x.offer].act


def written(table: t.Table, rules: tuple[t.Offer | t.Trigger, ...]) -> Iterator[Thing]:
    """The variables and fields that rules change."""
    for x in (y for rule in rules for y in summaries(table).through(rule.effects)):
        for target in (c.target for c in x.changes):
            if isinstance(target, e.Variable):
                yield "variable", target.index, 0
            elif isinstance(target, e.Field):
                yield "field", target.situation, target.index


def name_of(table: t.Table, thing: Thing) -> str:
    """The full name of a variable, or of the situation of a field."""
    return table.variables[thing[1]].name if thing[0] == "variable" else table.situations[thing[1]].name
