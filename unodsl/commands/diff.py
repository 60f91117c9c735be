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
    """Compare two versions of a rule file and print what differs; 1 where anything does."""
    from checker.case import Case
    from checker.difference import Comparison, compare

    plain = spec_of((), parameters, None, (), game)
    first = side_of(old, options, without, plain)
    second = side_of(new, (*options, *added), (*without, *dropped), plain)
    sides = left_out(first, second), left_out(second, first)
    tables = [resolve_table(side.project, side.spec).table for side in sides]
    low, high = max(t.seats_low for t in tables), min(t.seats_high for t in tables)
    deadline = time.monotonic() + budget
    results: list[Comparison] = []

    def fits(number: int) -> None:
        for side in sides:
            load_table(side.project, replace(side.spec, seats=number))

    numbers = seat_range(seats, range(low, low + 1), low, high, fits)
    for number in numbers:
        cases = []
        for side in sides:
            spec = replace(side.spec, seats=number)
            case = Case(side.project, spec, resolve_table(side.project, spec), deadline)
            case.spec = replace(case.just(), games=case.table.games)
            cases.append(case)
        status(f"comparing at {number} seats, {max(0.0, deadline - time.monotonic()):.0f} s left at most")
        results.append(compare(*cases))
    status("")
    missing = [
        f"`{o}` is an option of the {'old' if i else 'new'} rules only" for i, s in enumerate(sides) for o in s.unknown
    ]
    if format_ == "json":
        judged = {
            name: {**table_json(x), "seats": list(numbers)} for name, x in zip(("old", "new"), tables, strict=True)
        }
        print_json({**judged, **as_json(results, missing)})
    else:
        for name, table in zip(("old", "new"), tables, strict=True):
            click.echo(f"{name}: {table_words(table, numbers)}")
        for line in missing:
            click.echo(f"note: {line}")
        click.echo(as_text(results))
    return 1 if any(r.differences for r in results) else 0


def as_text(results: list[Any]) -> str:
    """What a reviewer reads."""
    from unodsl.diagnostics import underlined

    blocks = []
    for result in results:
        for d in result.differences:
            lines = [f"{d.kind}: {d.message}"]
            lines += [underlined(p.span, p.label) for p in d.places]
            lines += [f"  {x}" for x in d.details]
            lines.append(f"  evidence: {d.evidence} - {d.basis}" + (f", at {result.seats} seats" if d.old else ""))
            for label, text in (("with the old rules", d.old), ("with the new rules", d.new)):
                if text is not None:
                    lines.append(f"  {label} this passes:")
                    lines += ["    " + x if x else "" for x in text.splitlines()]
            blocks.append("\n".join(lines))
        at = f"{result.seats} seats"
        if result.proved:
            blocks.append(f"{at}: no difference (proved)")
        elif not result.differences:
            why = "; ".join(result.reasons[:4])
            blocks.append(
                f"{at}: none found (bounded: {result.moves} moves compared, {result.executor}; not proved: {why})"
            )
        else:
            n = len(result.differences)
            blocks.append(
                f"{at}: {n} difference{'s' if n != 1 else ''}, {result.moves} moves compared in {result.seconds:.1f} s ({result.executor})"
            )
    return "\n\n".join(blocks)


def as_json(results: list[Any], missing: list[str]) -> dict[str, Any]:
    """The comparison by the documented schema."""
    return {
        "differences": [
            {
                "kind": d.kind,
                "message": d.message,
                "rules": list(d.rules),
                "seats": r.seats,
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
            for r in results
            for d in r.differences
        ],
        "tables": [
            {
                "seats": r.seats,
                "verdict": "different" if r.differences else "proved" if r.proved else "bounded",
                "moves_compared": r.moves,
                "executor": r.executor,
                "not_proved": list(r.reasons),
                "seconds": round(r.seconds, 3),
            }
            for r in results
        ],
        "notes": missing,
    }
