"""What a comparison of two versions comes to: frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.results import Evidence, Place
from unodsl.engine.choose import Name

Kind = Literal["option", "table", "deal", "allowed", "forbidden", "outcome", "ending"]

Key = tuple[object, ...]
"""What makes two differences the same one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the change does. `old` and `new` are scenarios that pass with the old and with the new rules (None for
    what is read off the declarations, or cannot be said in a scenario). `rules` are the rules that make the move on either side. `met`:
    it came up in play, also where no scenario says it. `evidence` is `declared` where it is read off the declarations."""

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
        """Whether it was shown, or came up in play: not only solved for."""
        return self.met or self.evidence != "bounded"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences found at one number of seats. `equal`: play is the same at any state, by analysis, without a certificate. `reasons`: what keeps
    that from being said. `moves`: how many moves were compared, on the `executor`. `options`: what is switched on besides what the caller
    chooses; `parameters`: those that are set besides, with their values. `unfinished`: what was not looked at, in words. `known`:
    what tells the differences found from others."""

    seats: int
    differences: tuple[Difference, ...]
    equal: bool
    reasons: tuple[str, ...]
    moves: int
    seconds: float
    executor: Name = "python"
    """Each position is looked at in itself: that is not what compiled games are for."""
    options: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    known: frozenset[Key] = frozenset()
    parameters: tuple[tuple[str, str], ...] = ()
