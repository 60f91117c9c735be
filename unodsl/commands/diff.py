"""`unodsl diff`."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from unodsl.commands.check_question import seat_range
from unodsl.commands.common import print_json, project_of, spec_of, table_json, table_words
from unodsl.commands.progress import status
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_table, resolve_table
from unodsl.resolve.options import is_default, meant_by


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two versions: its files, the options that the call wants, and those of them that it does not have."""

    project: Project
    spec: TableSpec
    unknown: tuple[str, ...]

    def default(self, name: str) -> bool:
        """Whether an option is on by default."""
        found = meant_by(self.project, name, base_of(self.project, self.spec))
        return any(is_default(self.project.pages[o.partition(".")[0]].options[o]) for o in found)


def base_of(project: Project, spec: TableSpec) -> tuple[str, ...]:
    """The game of a table and those that it builds on; none where the files hold no game, which is refused later."""
    games = spec.games or tuple(project.homes().values())
    return project.chain(games[0]) if games else ()


def side_of(path: Path, options: tuple[str, ...], without: tuple[str, ...], plain: TableSpec) -> Side:
    """One version of the rules; `plain`: the choice without options. Raises `RulesError`."""
    game = None if plain.games is None else plain.games[0]
    project = project_of([path], options, game)
    base = base_of(project, plain)

    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        those = tuple(o for o in names if meant_by(project, o, base))
        # where none is known all are refused, by name
        return those or names

    on, off = known(options), known(without)
    unknown = tuple(o for o in (*options, *without) if o not in (*on, *off))
    return Side(project, replace(plain, options=on, without=off), unknown)


def left_out(side: Side, other: Side) -> Side:
    """A side of which those options are left out that are on by default: what is so on the other side only is off here anyway."""
    kept = tuple(o for o in side.spec.without if side.default(o) or not other.default(o))
    return replace(side, spec=replace(side.spec, without=kept))


def run(
    old: Path,
    new: Path,
    options: tuple[str, ...],
    added: tuple[str, ...],
    parameters: dict[str, str],
    seats: str | None,
    budget: float,
    format_: str,
    without: tuple[str, ...] = (),
    dropped: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Compare two versions of a rule file and print what differs; 1 where anything does. Options that are off are compared as well,
    where their text differs."""
    from checker.compare.explore import Comparison
    from checker.compare.versions import Version, planned

    plain = spec_of((), parameters, None, (), game)
    first = side_of(old, options, without, plain)
    second = side_of(new, (*options, *added), (*without, *dropped), plain)
    sides = left_out(first, second), left_out(second, first)
    versions = tuple(Version(side.project, side.spec) for side in sides)
    plan = planned(versions[0], versions[1])
    deadline = time.monotonic() + budget
    results: list[Comparison] = []
    skipped = list(plan.left_out)
    tables = [(pair, number) for pair in plan.pairs for number in seats_of(versions, pair, seats, skipped)]
    for index, (pair, number) in enumerate(tables):
        # what one table leaves of its share is there for the next
        share = time.monotonic() + max(0.0, deadline - time.monotonic()) / (len(tables) - index)
        what = ", ".join(pair.options) or "the table"
        status(f"comparing {what} at {number} seats, {max(0.0, deadline - time.monotonic()):.0f} s left at most")
        known = frozenset[tuple[object, ...]]().union(*(r.known for r in results))
        results.append(compared(versions, pair, number, share, known))
    status("")
    report = Report(
        results,
        changed_options(plan),
        sorted({o for pair in plan.pairs for o in pair.options}),
        skipped,
        [
            f"`{o}` is an option of the {'old' if i else 'new'} rules only"
            for i, s in enumerate(sides)
            for o in s.unknown
        ],
    )
    plain_tables = [
        (name, resolve_table(side.project, side.spec).table) for name, side in zip(("old", "new"), sides, strict=True)
    ]
    numbers = range(min(n for _, n in tables), max(n for _, n in tables) + 1) if tables else range(0)
    if format_ == "json":
        judged = {name: {**table_json(table), "seats": list(numbers)} for name, table in plain_tables}
        print_json({**judged, **as_json(report)})
    else:
        for name, table in plain_tables:
            click.echo(f"{name}: {table_words(table, numbers)}")
        click.echo(as_text(report))
    return 1 if any(d.evidence != "bounded" for _, d in report.differences) else 0


@dataclass(frozen=True, slots=True)
class Report:
    """What a comparison came to: a result for each table, the options that are gone or new, those that were compared, those that
    were not with the reason, and notes about the call."""

    results: list[Any]
    options: list[Any]
    compared: list[str]
    not_compared: list[tuple[str, str]]
    notes: list[str]

    @property
    def differences(self) -> list[tuple[Any, Any]]:
        """All differences, each with the table where it was found; None for what is read off the files."""
        return [*((None, d) for d in self.options), *((r, d) for r in self.results for d in r.differences)]


def seats_of(versions: tuple[Any, ...], pair: Any, seats: str | None, skipped: list[tuple[str, str]]) -> list[int]:
    """The numbers of seats at which a table is compared; the caller's own table has to allow those that were asked for."""
    sides = list(zip(versions, (pair.old, pair.new), strict=True))
    tables = [resolve_table(version.project, spec) for version, spec in sides]
    low, high = max(x.table.seats_low for x in tables), min(x.table.seats_high for x in tables)

    def fits(number: int) -> None:
        for version, spec in sides:
            load_table(version.project, replace(spec, seats=number))

    try:
        return list(seat_range(seats, range(low, low + 1), low, high, fits))
    except RulesError:
        if not pair.options:
            raise
        skipped += [(o, "not at these numbers of seats") for o in pair.options]
        return []


def compared(versions: tuple[Any, ...], pair: Any, seats: int, deadline: float, known: frozenset[Any]) -> Any:
    """One table of both versions, side by side."""
    from checker.compare.explore import compare
    from checker.context import Context

    cases = []
    for version, chosen in zip(versions, (pair.old, pair.new), strict=True):
        spec = replace(chosen, seats=seats)
        case = Context(version.project, spec, resolve_table(version.project, spec), deadline)
        case.spec = replace(case.just(), games=case.table.games)
        cases.append(case)
    before, after = cases
    return compare(before, after, pair.options, known)


def changed_options(plan: Any) -> list[Any]:
    """The options that only one version has, as differences."""
    from checker.compare.explore import Difference
    from checker.results import Place

    return [
        Difference(
            "option", f"the option `{name}` is {what}", (), (Place(span, label),), "proved", "read off the files"
        )
        for options, what, label in ((plan.gone, "gone", "before"), (plan.added, "new", "now"))
        for name, span in options
    ]


def shown(result: Any) -> list[Any]:
    """The differences of a table that are shown to be possible."""
    return [d for d in result.differences if d.evidence != "bounded"]


def where(result: Any) -> str:
    """A table, as it is told apart from the others."""
    return f"{'with ' + ', '.join(result.options) + ', ' if result.options else ''}{result.seats} seats"


def as_text(report: Report) -> str:
    """What a reviewer reads."""
    blocks = [f"note: {line}" for line in report.notes]
    blocks += [told(d, None) for d in report.options]
    for result in report.results:
        blocks += [told(d, result) for d in result.differences]
        at = where(result)
        if result.proved:
            blocks.append(f"{at}: no difference (proved)")
            continue
        count, moves = len(result.differences), f"{result.moves} moves compared"
        if count:
            what = (
                f"{count} difference{'s' if count != 1 else ''}, {moves} in {result.seconds:.1f} s ({result.executor})"
            )
        else:
            why = "; ".join(result.reasons[:4])
            what = f"none found (bounded: {moves}, {result.executor}; not proved: {why})"
        blocks.append("\n".join([f"{at}: {what}", *(f"  not complete: {x}" for x in result.unfinished)]))
    lines = [f"compared as well: {', '.join(report.compared)}"] if report.compared else []
    reasons: dict[str, list[str]] = {}
    for option, why in report.not_compared:
        reasons.setdefault(why, []).append(option)
    lines += [f"not compared: {', '.join(names)} ({why})" for why, names in reasons.items()]
    return "\n\n".join([*blocks, *(["\n".join(lines)] if lines else [])])


def told(d: Any, result: Any) -> str:
    """One difference."""
    from unodsl.diagnostics import underlined

    lines = [f"{'open, ' if d.evidence == 'bounded' else ''}{d.kind}: {d.message}"]
    lines += [underlined(p.span, p.label) for p in d.places]
    lines += [f"  {x}" for x in d.details]
    lines.append(f"  evidence: {d.evidence} - {d.basis}" + (f", {where(result)}" if d.old and result else ""))
    for label, text in (("with the old rules", d.old), ("with the new rules", d.new)):
        if text is not None:
            lines.append(f"  {label} this passes:")
            lines += ["    " + x if x else "" for x in text.splitlines()]
    return "\n".join(lines)


def as_json(report: Report) -> dict[str, Any]:
    """The comparison by the documented schema."""
    return {
        "differences": [
            {
                "kind": d.kind,
                "message": d.message,
                "rules": list(d.rules),
                "seats": None if r is None else r.seats,
                "options": [] if r is None else list(r.options),
                "locations": [
                    {"file": p.span.source.name, "line": p.span.line, "column": p.span.column, "label": p.label}
                    for p in d.places
                ],
                "evidence": d.evidence,
                "basis": d.basis,
                "old": d.old,
                "new": d.new,
                "details": list(d.details),
            }
            for r, d in report.differences
        ],
        "tables": [
            {
                "seats": r.seats,
                "options": list(r.options),
                "verdict": "different" if shown(r) else "proved" if r.proved else "bounded",
                "moves_compared": r.moves,
                "executor": r.executor,
                "not_proved": list(r.reasons),
                "unfinished": list(r.unfinished),
                "seconds": round(r.seconds, 3),
            }
            for r in report.results
        ],
        "compared": report.compared,
        "not_compared": [{"option": o, "reason": why} for o, why in report.not_compared],
        "notes": report.notes,
    }
