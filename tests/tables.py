"""Tables that several tests play on."""

from __future__ import annotations

from functools import lru_cache

from unodsl.data import rulesets_dir
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_project, load_table

OFFICIAL_OPTIONS = (
    "official.elimination",
    "official.jump-in",
    "official.no-bluffing",
    "official.no-wild-ending",
    "official.partners",
    "official.progressive",
    "official.seven",
    "official.zero",
)
PSYCHO_OPTIONS = ("psycho.matching", "psycho.stacking")


@lru_cache(maxsize=4)
def shipped(*names: str) -> Project:
    """The project of some shipped rulesets."""
    return load_project([rulesets_dir() / f"{n}.uno" for n in names])


@lru_cache(maxsize=64)
def table(base: str, options: tuple[str, ...] = (), seats: int | None = None) -> Table:
    """A shipped table, with options of both pages."""
    project = shipped("official", "psycho")
    return load_table(project, TableSpec(games=(base,), options=options, seats=seats))
