"""The index of a file: the references at each place, and the places of each reference."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from unodsl.resolve.occurrences import Occurrence, Target
from unodsl.source import Piece, Source, Span


def begin_of(source: Source) -> int:
    """The offset of a source in its file."""
    return source.begin if isinstance(source, Piece) else 0


def ends(span: Span) -> tuple[int, int]:
    """The range of a span in its file."""
    begin = begin_of(span.source)
    return begin + span.start, begin + span.end


@dataclass(frozen=True, slots=True)
class Found:
    """A reference, with its range in the file."""

    start: int
    end: int
    occurrence: Occurrence

    @property
    def target(self) -> Target:
        """Its target."""
        return self.occurrence.target


class Index:
    """The occurrences of one file."""

    def __init__(self, occurrences: Iterable[Occurrence]) -> None:
        found = [Found(*ends(x.span), x) for x in occurrences]
        self.found = sorted(found, key=lambda x: (x.start, -x.end))
        self._starts = [x.start for x in self.found]
        self._by_target: dict[Target, list[Found]] = defaultdict(list)
        for x in self.found:
            self._by_target[x.target].append(x)

    def at(self, offset: int) -> Found | None:
        """The reference at a place, or ending there; the shortest if there are several."""
        best: Found | None = None
        last = bisect_right(self._starts, offset)
        # names are short, so the reference starts not far before the place
        for x in self.found[max(0, last - 40) : last]:
            if x.start <= offset <= x.end and (
                best is None or (x.end - x.start, -x.start) <= (best.end - best.start, -best.start)
            ):
                best = x
        return best

    def of(self, target: Target) -> list[Found]:
        """The references to a target."""
        return self._by_target.get(target, [])

    def declared(self, target: Target) -> list[Found]:
        """The declarations of a target."""
        return [x for x in self.of(target) if x.occurrence.declares]
