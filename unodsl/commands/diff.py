"""`unodsl diff`."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from unodsl.commands.check_question import seat_range
from unodsl.commands.common import found, print_json
from unodsl.commands.progress import status
from unodsl.resolve import Project, TableSpec, load_project, load_table, resolve_table


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two versions: its files, the options of the call that it has, and those that it does not."""

    project: Project
    spec: TableSpec
    unknown: tuple[str, ...]


def side_of(path: Path, options: tuple[str, ...], without: tuple[str, ...], parameters: dict[str, str]) -> Side:
    """One version of the rules. Raises `RulesError`."""
    project = load_project(found([path]), wanted=options)
    here = tuple(dict.fromkeys((*project.given, *(p for g in project.given for p in project.chain(g)))))

    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        those = tuple(o for o in names if project.option(o, here) is not None)
        # where none is known all are refused, by name
        return those or names

    on, off = known(options), known(without)
    spec = TableSpec(options=on, parameters=dict(parameters), without=off)
    return Side(project, spec, tuple(o for o in (*options, *without) if o not in (*on, *off)))


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
) -> int:
    """Compare two versions of a rule file and print what differs; 1 where anything does."""
    from checker.case import Case
    from checker.difference import Comparison, compare

    sides = (
        side_of(old, options, without, parameters),
        side_of(new, (*options, *added), (*without, *dropped), parameters),
    )
    tables = [resolve_table(side.project, side.spec).table for side in sides]
    low, high = max(t.seats_low for t in tables), min(t.seats_high for t in tables)
    deadline = time.monotonic() + budget
    results: list[Comparison] = []

    def fits(number: int) -> None:
        for side in sides:
            load_table(side.project, replace(side.spec, seats=number))

    for number in seat_range(seats, range(low, low + 1), low, high, fits):
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
        print_json(as_json(results, missing))
    else:
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
