"""The selection of codes to report."""

from __future__ import annotations

from dataclasses import dataclass, replace

from checker.codes import CODES
from checker.results import Report


@dataclass(frozen=True, slots=True)
class Selection:
    """The codes, or prefixes of codes, to report (`select`; empty: all) and to leave out (`ignore`). The longest
    matching prefix decides; `ignore` wins ties. So a code can be ignored out of a selected group."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def has(self, code: str) -> bool:
        """Whether findings with this code are reported."""
        chosen = max((len(x) for x in self.select if code.startswith(x)), default=-1 if self.select else 0)
        left = max((len(x) for x in self.ignore if code.startswith(x)), default=-1)
        return chosen >= 0 and chosen > left

    @property
    def ignored(self) -> tuple[str, ...]:
        """The codes that are not reported."""
        return tuple(c.id for c in CODES if not self.has(c.id))


def selected(report: Report, selection: Selection) -> Report:
    """The report without the findings of other codes. It lists the ignored codes."""
    ignored = selection.ignored
    if not ignored:
        return report
    kept = tuple(f for f in report.findings if f.code not in ignored)
    gone = [f for f in report.findings if f.code in ignored and f.suppressed is None]
    return replace(
        report,
        findings=kept,
        found_witnessed=report.found_witnessed - sum(f.evidence != "bounded" for f in gone),
        open_bounded=report.open_bounded - sum(f.evidence == "bounded" for f in gone),
        open_exhaustive=report.open_exhaustive - sum(f.exhaustive for f in gone),
        unused=tuple(u for u in report.unused if u.allowance.code not in ignored),
        ignored=ignored,
    )
