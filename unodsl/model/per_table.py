"""A cache by table, for what is derived from a table alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from unodsl.model.table import Table

R = TypeVar("R")


def per_table(most: int) -> Callable[[Callable[[Table], R]], Callable[[Table], R]]:
    """Caches a function for the `most` recently used tables. Equal tables count as different: comparing them takes
    long."""

    def cached(make: Callable[[Table], R]) -> Callable[[Table], R]:
        known: dict[int, tuple[Table, R]] = {}

        @wraps(make)
        def of(table: Table) -> R:
            # an entry holds on to the table, so that its id stays its own
            found = known.pop(id(table), None) or (table, make(table))
            known[id(table)] = found
            if len(known) > most:
                del known[next(iter(known))]
            return found[1]

        return of

    return cached
