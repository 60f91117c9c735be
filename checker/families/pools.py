"""Group testing: tables with many options on, at which the larger causes of many suspected clashes are tried at once.

A larger cause is a smallest set of options with one option more (see `checker.families.screen`). Few of them show a
clash. So play at few large tables tells first which rules clash there, and which options were used in each game that led to
a clash. Only the causes with such an option are searched one by one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Set

from checker.checks.uno202_permit_forbid import common_case
from checker.checks.uno203_two_outcomes import differing
from checker.context import DEEP
from checker.families.confirm import Claims, Name, SearchResult, WitnessSearch, searched_table
from checker.families.family import Cause
from checker.families.screen import Pool, SuspectedClash
from checker.search.simulate import NONE_NEW, many_games, offered_together
from unodsl.resolve import Project

MOST_CLASHES = 10
"""The maximal number of states with a clash of the same rules whose games are compared."""


def pool_tables(known: Claims, suspect: SuspectedClash) -> list[Cause]:
    """The tables of the pools of a suspect, if no claim about its rules is shown. None for rules that are not about moves,
    and that ran together at the smallest tables."""
    claims = [c for c in known.values() if c.key == suspect.key]
    if any(c.finding is not None for c in claims) or (not suspect.about_moves and any(c.met for c in claims)):
        return []
    return [x.table for x in suspect.larger]


def clashing_pools(pools: Claims, lifting: Set[str], suspect: SuspectedClash) -> list[tuple[Pool, list[Cause]]]:
    """The pools at whose table the rules clash, with those causes whose option more may be what the clash is due to: it was
    used, or it leaves out a ban (`lifting`)."""
    out: list[tuple[Pool, list[Cause]]] = []
    for pool in suspect.larger:
        claim = pools.get((suspect.key, pool.table.options))
        if claim is not None and claim.clashes:
            due = (claim.used | lifting) - suspect.causes[0].options
            out.append((pool, [x for x in pool.causes if x.options & due]))
    return out


def used_causes(pools: Claims, lifting: Set[str], suspect: SuspectedClash) -> Iterator[Cause]:
    """The larger causes to search one by one."""
    for _, causes in clashing_pools(pools, lifting, suspect):
        yield from causes


def joint_causes(pools: Claims, lifting: Set[str], larger: Claims, suspect: SuspectedClash) -> Iterator[Cause]:
    """Two such causes at once, where a pool has two and neither alone shows the clash."""
    if any(c.finding is not None for c in larger.values() if c.key == suspect.key):
        return
    for pool, causes in clashing_pools(pools, lifting, suspect):
        if len(causes) == 2:
            yield Cause(causes[0].options | causes[1].options, pool.table.seats)


def search_pool(project: Project, job: WitnessSearch) -> list[SearchResult] | None:
    """Searches the table of a pool for states in which rules clash: two offers for one move with different outcomes, or a
    ban on a move that is offered. `clashes`: how many there are, at most `MOST_CLASHES`; one if it is not known.
    Under-approximates. None: the budget ran out."""
    if time.monotonic() >= job.deadline:
        return None
    # (there are few such tables: more moves are made at each)
    context = searched_table(project, job, DEEP)
    everything = frozenset(job.spec.options)
    if context is None:
        return [SearchResult(name, clashes=1, used=everything) for name in job.claims]
    table = context.table
    offers = {x.info.name: i for i, x in enumerate(table.offers)}
    bans = {x.info.name: i for i, x in enumerate(table.bans)}
    # for each claim, the offers used in the games that led to a clash
    games: defaultdict[Name, list[frozenset[int]]] = defaultdict(list)
    forbidden: dict[Name, tuple[int, int]] = {}
    unknown: set[Name] = set()
    for name in job.claims:
        ours, theirs = ([x[r] for r in name[0][1] if r in x] for x in (offers, bans))
        if ours and theirs:
            forbidden[name] = theirs[0], ours[0]
        elif len(ours) < 2:
            # (an option leaves out one of the rules, or they are not about moves)
            unknown.add(name)
        else:
            a, b = sorted(ours)
            for visit in offered_together(context).get((a, b), ()):
                if len(games[name]) < MOST_CLASHES and differing(context, visit.state, a, b) is not None:
                    games[name].append(frozenset(visit.made))
    last = 0
    for number, visit in enumerate(many_games(context) if forbidden else ()):
        for name, pair in forbidden.items():
            if common_case(context, visit.state, *pair) is not None:
                last = last if games[name] else number
                games[name].append(frozenset(visit.made))
        forbidden = {name: pair for name, pair in forbidden.items() if len(games[name]) < MOST_CLASHES}
        if not forbidden or number - last > NONE_NEW:
            break
    options = [x.info.option for x in table.offers]

    def result(name: Name) -> SearchResult:
        if name in unknown:
            return SearchResult(name, clashes=1, used=everything)
        used = [frozenset(o for i in made if (o := options[i]) is not None) for made in games[name]]
        if not used:
            return SearchResult(name)
        # (the options used in each of the games; of the fewest, if there is none)
        return SearchResult(name, clashes=len(used), used=frozenset.intersection(*used) or min(used, key=len))

    return [result(name) for name in job.claims]
