"""Campaigns of comparisons between the checker and the reference executor over random tables.

    python -m tests.random_comparisons --tables 200 --seed 1 [--only NAME ...] [--seconds N]

It prints how many comparisons were made, which kinds of nodes they went over, and of each difference the smallest table that shows it.
Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.comparisons import (
    absent,
    changes,
    claims,
    equal_tables,
    invariants,
    options,
    pairs,
    parts,
    positions,
    post_image,
    program_points,
    reading,
    stack_systems,
    summaries,
    termination,
    values,
    verdicts,
)
from tests.comparisons.smallest import rules, smallest
from tests.comparisons.subject import Subject, Tally, quick, subject
from tests.engine_endings import Endings, Spending
from tests.engine_pairs import Rivals
from tests.engine_random import Gamer, Maker, Queuer
from tests.node_kinds import EFFECTS, EVENTS, EXPRESSIONS, all_kinds
from unodsl.model import table as t


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that the checker says, compared: over which classes of nodes, and at how many tables each time the tests run.
    `each_way`: every form of these nodes is met at so many tables, else every class."""

    run: Callable[[Subject], None]
    classes: tuple[type, ...]
    tables: int
    each_way: bool = False
    least: int = 20
    """So many comparisons are made at these tables at least."""
    plain: int = 4
    """One in so many tables makes no sense at all; the others can be played."""
    maker: type[Maker] = Gamer
    """What makes these."""

    def missing(self, tally: Tally) -> list[str]:
        """The kinds of nodes that were not met."""
        wanted = all_kinds(self.classes) if self.each_way else {x.__name__ for x in self.classes}
        return sorted(wanted - tally.kinds.keys())


COMPARISONS: dict[str, Comparison] = {
    "expressions": Comparison(reading.expressions, EXPRESSIONS, 60, True, 1000),
    "legal-moves": Comparison(reading.moves, (), 56, least=400, plain=2),
    "post-image": Comparison(post_image.effects, EFFECTS, 44, True, 200, plain=2),
    "post-image-of-moves": Comparison(post_image.moves, (), 12),
    "queues": Comparison(post_image.queues, (), 60, least=60, maker=Queuer),
    "summaries": Comparison(summaries.effects, (*EFFECTS, *EXPRESSIONS), 24, least=1000, plain=2),
    "conditions": Comparison(summaries.conditions, EXPRESSIONS, 30, least=1000, plain=2),
    "commutation": Comparison(summaries.commutation, (), 90, least=100),
    "orders": Comparison(pairs.orders, (), 64, least=400, plain=10, maker=Rivals),
    "outcomes": Comparison(pairs.outcomes, (), 40, least=400, plain=10, maker=Rivals),
    "bans": Comparison(pairs.bans, (), 24, least=300, plain=10, maker=Rivals),
    "change-vectors": Comparison(changes.moves, (), 12),
    "change-vectors-of-rules": Comparison(changes.rules, (), 40),
    "invariants": Comparison(invariants.at_rest, (), 10),
    "likely-invariants": Comparison(invariants.likely, (), 24, least=200),
    "invariants-in-passing": Comparison(invariants.in_passing, EVENTS, 40),
    "claims": Comparison(claims.accepted, (), 8, least=200, plain=2),
    "payloads": Comparison(values.payloads, (t.ActEvent,), 60),
    "program-points-of-moves": Comparison(program_points.moves, (), 4),
    "program-points-of-rules": Comparison(program_points.rules, (), 32),
    "unreachable": Comparison(verdicts.unreachable, (t.Trigger, t.Offer, t.Ban), 5),
    "two-players": Comparison(verdicts.two_players, (), 16, least=200, plain=2, maker=Rivals),
    "without-effect": Comparison(verdicts.without_effect, (), 40, least=10),
    "dead-parts": Comparison(parts.dead_parts, (), 10),
    "left-behind": Comparison(verdicts.left_behind, (), 60),
    "cascades": Comparison(termination.cascades, (), 40),
    "stacks": Comparison(termination.stacks, (), 8),
    "implied": Comparison(stack_systems.conditions, EXPRESSIONS, 12, True, 1000, plain=2),
    "stack-systems": Comparison(stack_systems.runs, (), 12),
    "stacks-that-end": Comparison(stack_systems.ways_round, (), 8, least=1),
    "stacks-of-cut-decks": Comparison(stack_systems.cut_decks, (), 2, least=5),
    "rankings": Comparison(termination.rankings, (), 24, least=200, plain=10, maker=Spending),
    "absent-hands": Comparison(absent.hands, (), 12),
    "endings": Comparison(termination.endings, (), 120, least=1000, plain=10, maker=Endings),
    "matches": Comparison(termination.matches, (), 12, least=5, plain=2),
    "equal-tables": Comparison(equal_tables.equality, (), 6),
    "options-apart": Comparison(options.apart, (), 40, least=100),
    "positions": Comparison(positions.positions, (), 16, least=40),
}


def compared(name: str, seeds: range, to_the_end: bool = True, until: float = math.inf) -> Tally:
    """One comparison at the tables of some seeds; not `to_the_end`: until there is a difference. `until`: no table is begun later."""
    out = Tally()
    with quick():
        for seed in seeds:
            if time.monotonic() >= until:
                break
            out.tables += 1
            one = subject(seed, name, seed % COMPARISONS[name].plain == 1, COMPARISONS[name].maker)
            COMPARISONS[name].run(one)
            out.add(one.tally)
            if out.differences and not to_the_end:
                break
    return out


def shown(name: str, tally: Tally, seeds: range) -> Iterator[str]:
    """The differences as text: of each table the first, with the smallest table that shows one."""
    seen: set[int] = set()
    for difference in tally.differences:
        if id(difference.table) in seen:
            continue
        seen.add(id(difference.table))

        def differs(table: t.Table) -> bool:
            # games differ with the table, so more of them are played
            for seed in (seeds[0], seeds[0] + 1):
                one = Subject(table, seed, name)
                COMPARISONS[name].run(one)
                if one.tally.differences:
                    return True
            return False

        with quick():
            less = smallest(difference.table, differs)
            one = Subject(less, seeds[0], name)
            COMPARISONS[name].run(one)
        words = (one.tally.differences or [difference])[0].words
        yield f"difference in {name}: {words}\n{rules(less)}"


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_comparisons", description=__doc__)
    parser.add_argument("--tables", type=int, default=40, metavar="N", help="tables of each comparison")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first table")
    parser.add_argument(
        "--only", action="append", choices=COMPARISONS, metavar="NAME", help="one of: " + ", ".join(COMPARISONS)
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=math.inf,
        metavar="N",
        help="in all; each comparison gets its share of what is left",
    )
    given = parser.parse_args(arguments)
    seeds = range(given.seed, given.seed + given.tables)
    total, differing, end = 0, 0, time.monotonic() + given.seconds
    names = given.only or list(COMPARISONS)
    for number, name in enumerate(names):
        began = time.monotonic()
        tally = compared(name, seeds, until=began + (end - began) / (len(names) - number))
        missing = COMPARISONS[name].missing(tally)
        counts = ", ".join(f"{n:,} {what.partition(': ')[2]}" for what, n in sorted(tally.compared.items()))
        print(f"{name}, {tally.tables} tables: {counts}; {time.monotonic() - began:.0f} s")
        kinds = f"  {len(tally.kinds)} kinds of nodes" + (f", not met: {', '.join(missing)}" if missing else "")
        print(kinds, flush=True)
        total += tally.compared.total()
        differing += len({id(x.table) for x in tally.differences})
        for told in shown(name, tally, seeds):
            print(told, flush=True)
    print(f"{total:,} comparisons, differences at {differing} tables")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
