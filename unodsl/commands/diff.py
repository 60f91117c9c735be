"""`unodsl diff`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from unodsl.commands.check_question import seat_range
from unodsl.commands.common import found, print_json
from unodsl.resolve import Project, TableSpec, load_project, load_table, resolve_table


def chosen(project: Project, options: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options that this side has, and those that it does not."""
    here = tuple(dict.fromkeys((*project.given, *(p for g in project.given for p in project.chain(g)))))
    known = tuple(o for o in options if project.option(o, here) is not None)
    return known, tuple(o for o in options if o not in known)


def run(
    old: Path,
    new: Path,
    options: tuple[str, ...],
    added: tuple[str, ...],
    parameters: dict[str, str],
    seats: str | None,
    budget: float,
    format_: str,
) -> int:
    """Compare two versions of a rule file and print what differs; 1 where anything does."""
    from checker.case import Case
    from checker.difference import Comparison, compare

    sides = []
    for path, wanted in ((old, options), (new, (*options, *added))):
        project = load_project(found([path]), wanted=wanted)
        known, unknown = chosen(project, wanted)
        if len(unknown) == len(wanted) and wanted:
            known = wanted  # refused below, by name
        sides.append((project, known, unknown))
    tables = [resolve_table(p, TableSpec(options=k, parameters=dict(parameters))).table for p, k, _ in sides]
    low, high = max(t.seats_low for t in tables), min(t.seats_high for t in tables)
    deadline = time.monotonic() + budget
    results: list[Comparison] = []

    def fits(number: int) -> None:
        for project, known, _ in sides:
            load_table(project, TableSpec(options=known, parameters=dict(parameters), seats=number))

    for number in seat_range(seats, low, high, fits):
        cases = []
        for project, known, _ in sides:
            spec = TableSpec(options=known, parameters=dict(parameters), seats=number)
            case = Case(project, spec, resolve_table(project, spec), deadline)
            case.spec = TableSpec(
                games=case.table.games,
                options=tuple(o.name for o in case.table.options if o.on),
                parameters=dict(parameters),
                seats=number,
            )
            cases.append(case)
        results.append(compare(*cases))
    missing = [
        f"`{o}` is an option of the {'old' if i else 'new'} rules only" for i, s in enumerate(sides) for o in s[2]
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
