"""The result of a comparison of two versions: frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.results import Evidence, Place

Kind = Literal["option", "table", "deal", "allowed", "forbidden", "outcome", "ending"]

Key = tuple[object, ...]
"""A key under which two differences are the same one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two versions. `old` and `new` are scenarios that pass with the old and the new rules; None
    for a difference of declarations, or one that no scenario states. `rules` make the move on either side. `met`: it
    occurred in play, even if no scenario states it. `evidence` is `declared` for a difference of declarations."""

    kind: Kind
    message: str
    rules: tuple[str, ...]
    places: tuple[Place, ...]
    evidence: Evidence | Literal["declared"]
    basis: str
    old: str | None = None
    new: str | None = None
    details: tuple[str, ...] = ()
    met: bool = False

    @property
    def certain(self) -> bool:
        """Whether it was witnessed or occurred in play, not only in a solved state."""
        return self.met or self.evidence != "bounded"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences found at one number of seats. `equal`: by an analysis without a certificate, both versions have
    the same behavior. `reasons`: why that is not shown. `moves`: how many moves were compared.
    `options`: options that are on besides the caller's. `parameters`: other parameters that are set, with their
    values. `unfinished`: what was not searched, in words. `known`: keys of the differences found."""

    seats: int
    differences: tuple[Difference, ...]
    equal: bool
    reasons: tuple[str, ...]
    moves: int
    seconds: float
    options: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    known: frozenset[Key] = frozenset()
    parameters: tuple[tuple[str, str], ...] = ()
