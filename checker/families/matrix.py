"""The compatibility matrix of options, with the verdict on each pair and each single option; and the largest sets that
go together.

The verdict on a pair covers the table with both and what they need: findings there that neither option has alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import networkx as nx

from checker.results import Cell, CellVerdict, Finding, Game, LargestSet
from unodsl.resolve import Project

_RANK: dict[CellVerdict, int] = {
    "clean": 0,
    "none_found": 1,
    "allowed": 2,
    "open": 3,
    "note": 4,
    "brought": 5,
    "clash": 6,
}

GOOD: frozenset[CellVerdict] = frozenset({"clean", "none_found", "allowed", "note", "needed"})
"""The verdicts of options that go together."""

MOST_CLIQUES = 5_000
"""The maximal number of maximal cliques enumerated."""

LARGEST = 3
"""The number of largest sets reported for each game."""

Pair = tuple[str, str]


def matrix(
    project: Project,
    games: Sequence[Game],
    findings: list[Finding],
    compared: Mapping[Pair, bool],
    settled: Sequence[tuple[str, ...]],
    whole: bool = True,
) -> tuple[Cell, ...]:
    """A cell for each pair of options and for each single option, by name. `compared`: the pairs whose behavior was
    compared, and whether it is proved that no decision has rules of both. `settled`: sets of options with a question
    closed only at some numbers of seats. `whole`: the check completed, so every option without a finding was checked
    by itself."""
    names = sorted({o for game in games for o in game.options})
    closed = {o: frozenset(some) for game in games for o, some, _ in game.singles}
    apart = {pair for game in games for pair in game.apart}
    out = []
    for number, one in enumerate(names):
        mine = closed.get(one, frozenset({one}))
        for other in names[number:]:
            theirs = closed.get(other, frozenset({other}))
            what, codes = worst(findings, one, other, mine, theirs)
            if frozenset((one, other)) in apart:
                what = "apart"
            elif one != other and (other in mine or one in theirs):
                what = "needed" if what in ("clean", "allowed") else what
            elif not {one.partition(".")[0], other.partition(".")[0]} & set(project.named):
                what = "unasked" if what == "clean" else what
            elif what == "clean" and one != other:
                proved = compared.get((one, other))
                proved = proved and not any(set(x) <= mine | theirs and not alone(x, mine, theirs) for x in settled)
                what = "unasked" if proved is None else "clean" if proved else "none_found"
            elif what == "clean":
                what = "none_found" if whole else "unasked"
            out.append(Cell(one, other, what, tuple(sorted(codes))))
    return tuple(out)


def worst(
    findings: Iterable[Finding], one: str, other: str, mine: frozenset[str], theirs: frozenset[str]
) -> tuple[CellVerdict, set[str]]:
    """The most severe verdict at a table with two options (or one) and what they need, without the findings of either
    alone."""
    both = mine | theirs
    what: CellVerdict = "clean"
    codes: set[str] = set()
    for finding in findings:
        for causes in map(frozenset, (finding.options, *finding.also)):
            if (
                not causes
                or (one != other and alone(causes, mine, theirs))
                or not causes <= both
                or (one == other and one not in causes)
            ):
                continue
            here = verdict(finding)
            if here == "clash" and not {one, other} <= causes:
                here = "brought"
            if here != "allowed":
                codes.add(finding.code)
            what = max(what, here, key=lambda v: _RANK[v])
    return what, codes


def alone(options: Iterable[str], mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one of two options, with what it needs, has all of some options."""
    return mine.issuperset(options) or theirs.issuperset(options)


def pages(project: Project, findings: list[Finding], whole: bool = True) -> tuple[Cell, ...]:
    """The matrix of ruleset files: the verdict on the rules of one file beside those of another, or on two rules of
    one."""
    names = sorted({p for name in project.named for p in project.chain(name)})
    found: dict[Pair, tuple[CellVerdict, set[str]]] = {}
    for finding in findings:
        about = sorted({x.partition(".")[0] for x in finding.rules or finding.options} & set(names))
        pairs = [(one, other) for one in about for other in about if one < other] or [(one, one) for one in about]
        for pair in pairs:
            old, codes = found.get(pair, ("none_found", set()))
            here = verdict(finding)
            found[pair] = (
                max(old, here, key=lambda v: _RANK[v]),
                codes if here == "allowed" else codes | {finding.code},
            )
    out = []
    for number, one in enumerate(names):
        for other in names[number:]:
            unclashing: CellVerdict = "none_found" if whole and {one, other} & set(project.named) else "unasked"
            what, codes = found.get((one, other), (unclashing, set()))
            out.append(Cell(one, other, what, tuple(sorted(codes))))
    return tuple(out)


def verdict(finding: Finding) -> CellVerdict:
    """The verdict that a finding gives on its options."""
    if finding.suppressed is not None:
        return "allowed"
    if finding.evidence == "bounded":
        return "open" if finding.sampled else "none_found"
    return "note" if finding.severity == "note" else "clash"


# ------------------------------------------------------------------------------------------------------- largest sets


def largest(games: Sequence[Game], cells: Sequence[Cell], findings: Sequence[Finding]) -> tuple[LargestSet, ...]:
    """For each game, the largest sets of options without a known clash or open question, of one, two, or more options.
    The sets are closed under what they need."""
    good = {(c.one, c.other) for c in cells if c.verdict in GOOD}
    clashes = [
        frozenset(causes)
        for f in findings
        if verdict(f) in ("clash", "open")
        for causes in (f.options, *f.also)
        if len(causes) > 1
    ]
    out: list[LargestSet] = []
    for game in games:
        closed = {o: frozenset(some) for o, some, _ in game.singles}
        few = {o: seats for o, _, seats in game.singles}
        able = [o for o in game.options if all((x, x) in good for x in closed.get(o, {o}))]
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(able)
        graph.add_edges_from((a, b) for i, a in enumerate(able) for b in able[i + 1 :] if {(a, b), (b, a)} & good)
        cliques = list(islice(nx.find_cliques(graph), MOST_CLIQUES))
        sets = {x for clique in cliques for x in without_clashes(frozenset(clique), clashes, closed)}
        found = sorted(sets, key=lambda x: (-len(x), sorted(x)))
        kept = [x for x in found[: 20 * LARGEST] if not any(x < y for y in found)][:LARGEST]
        out += [
            LargestSet(
                game.games,
                tuple(sorted(x)),
                max((few.get(o, 0) for o in x), default=0),
                len(game.options),
                len(cliques) < MOST_CLIQUES,
            )
            for x in kept
            if len(x) > 1
        ]
    return tuple(out)


def without_clashes(
    some: frozenset[str], clashes: Sequence[frozenset[str]], closed: Mapping[str, frozenset[str]]
) -> Iterator[frozenset[str]]:
    """Splits a set of options that contains a clash of three or more: each way to leave one of these out, with what
    needs it. Yields the sets without a clash."""
    todo, seen = [some], {some}
    while todo and len(seen) < 200:
        here = todo.pop()
        bad = next((x for x in clashes if x <= here), None)
        if bad is None:
            yield here
            continue
        for gone in bad:
            fewer = frozenset(o for o in here if gone not in closed.get(o, {o}))
            if fewer not in seen:
                seen.add(fewer)
                todo.append(fewer)
