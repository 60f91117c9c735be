"""Tables that several tests play on."""

from __future__ import annotations

from functools import lru_cache

from unodsl.data import rulesets_dir
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table

PAGES = ("drapegnik", "official", "power", "psycho", "spicy")


@lru_cache(maxsize=4)
def shipped(*names: str) -> Project:
    """The project of some shipped rulesets."""
    return load_project([rulesets_dir() / f"{n}.uno" for n in names])


@lru_cache(maxsize=64)
def table(base: str, options: tuple[str, ...] = (), seats: int | None = None) -> Table:
    """A shipped table, with options of any page."""
    return load_table(shipped(*PAGES), TableSpec(games=(base,), options=options, seats=seats))


OPTIONS = tuple(shipped(*PAGES).option_names())
OFFICIAL_OPTIONS = tuple(o for o in OPTIONS if o.startswith("official."))
