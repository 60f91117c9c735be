"""The feature model of a project: which options need, bring and exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import networkx as nx

from unodsl.resolve import Project
from unodsl.resolve.options import option_info


class Relations:
    """The feature model of a project. `brought`: the options that an option requires or brings, transitively, itself
    included. `apart`: sets of options that exclude each other. `apart_at`: sets of options that a number of seats excludes."""

    def __init__(self, project: Project) -> None:
        infos = {n: option_info(project, p, n, False) for p in project.pages.values() for n in p.options}
        direct = {n: {*x.requires, *x.brings} & set(infos) for n, x in infos.items()}
        graph = nx.DiGraph()
        graph.add_nodes_from(infos)
        graph.add_edges_from((n, m) for n, others in direct.items() for m in others)
        self.apart_at: tuple[tuple[frozenset[str], int], ...] = ()
        self.brought = {n: frozenset(nx.descendants(graph, n) | {n}) for n in infos}
        self.apart = frozenset(
            frozenset((n, m)) for n, x in infos.items() for m in x.excludes if m in infos and m not in x.brings
        )

    def closed(self, options: Iterable[str]) -> frozenset[str]:
        """Options closed under what they require and bring."""
        return frozenset(m for n in options for m in self.brought[n])

    def together(self, options: Iterable[str]) -> bool:
        """Whether a closed set of options has no two that exclude each other."""
        return not any(frozenset(pair) in self.apart for pair in combinations(sorted(options), 2))
