"""The index of a file: what stands where, and where a thing is named."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from unodsl.resolve.occurrences import Occurrence, Target
from unodsl.source import Piece, Source, Span


def begin_of(source: Source) -> int:
    """Where the text of a source starts in its file."""
    return source.begin if isinstance(source, Piece) else 0


def ends(span: Span) -> tuple[int, int]:
    """The characters of a span in its file."""
    begin = begin_of(span.source)
    return begin + span.start, begin + span.end


@dataclass(frozen=True, slots=True)
class Found:
    """Words that name something, by their place in the file."""

    start: int
    end: int
    occurrence: Occurrence

    @property
    def target(self) -> Target:
        """What they name."""
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
        """What the words at a place name, or those that end there; of several the shortest words."""
        best: Found | None = None
        last = bisect_right(self._starts, offset)
        # names are short, so what covers the place starts not far before it
        for x in self.found[max(0, last - 40) : last]:
            if x.start <= offset <= x.end and (
                best is None or (x.end - x.start, -x.start) <= (best.end - best.start, -best.start)
            ):
                best = x
        return best

    def of(self, target: Target) -> list[Found]:
        """Where something is named."""
        return self._by_target.get(target, [])

    def declared(self, target: Target) -> list[Found]:
        """Where something is declared."""
        return [x for x in self.of(target) if x.occurrence.declares]
