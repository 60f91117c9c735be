"""Whether certificates are about what the message of a proved finding says, for codes whose findings rest on declarations or on several
questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from checker import codes
from checker.checks.never_with_both import named
from unodsl.model import table as t

Row = Mapping[str, Any]
"""A finding of a JSON report."""

Closed = Sequence[tuple[str, ...]]
"""The questions that its certificates close."""


def about_options(row: Row, closed: Closed, table: t.Table) -> bool:
    """Whether certificates are about two meanings of a name, or about a parameter or packs that the options of a finding set."""
    if row["rules"]:
        return all(set(x) == set(row["rules"]) for x in closed)
    # (a setting, and who sets it)
    names = [x[0].partition(".")[2] for x in closed if not x[0].startswith("packs in ")]
    return all(set(row["options"]) <= set(x[1:]) for x in closed) and all(f"`{x}`" in row["message"] for x in names)


def about_acts(row: Row, closed: Closed, table: t.Table) -> bool:
    """Whether certificates are about the acts that a message says nobody may do, in any order."""
    stated = str(row["message"]).partition(" never let anybody ")[2]
    acts = [(x[1], x[2]) for x in closed if x[0] == "permitted"]
    return bool(acts) and sorted(stated.replace(",", "").split()) == sorted(named(table, acts).replace(",", "").split())


def about_an_option(row: Row, closed: Closed, table: t.Table) -> bool:
    """Whether a certificate is about the option that a message names."""
    return any(x[0] == "without" and f"`{x[1]}`" in row["message"] for x in closed)


ABOUT: Mapping[str, Callable[[Row, Closed, t.Table], bool]] = {
    codes.PARAMETER.id: about_options,
    codes.CONTRADICTION.id: about_acts,
    codes.OPTION_WITHOUT_EFFECT.id: about_an_option,
}
"""Codes whose findings may rest on certificates about declarations or about several questions."""


def is_about(row: Row, closed: Closed, wanted: Collection[str], table: t.Table) -> bool:
    """Whether certificates are about the question of a finding: one of those `wanted` for its code, or what its message says.
    `table`: a table of the finding."""
    mine = ABOUT.get(str(row["code"]))
    return any(x[0] in wanted for x in closed) if mine is None else mine(row, closed, table)
