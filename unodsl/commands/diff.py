"""`unodsl diff`."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from unodsl.commands.asked import seat_range
from unodsl.commands.common import print_json, project_of, spec_of, table_json, table_words, wrong
from unodsl.commands.printing import folded
from unodsl.commands.progress import progress
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_table, resolve_table
from unodsl.resolve.options import is_default, meant_by

WEIGHT, FIRST = 4, 0.5
"""The weight of tables with the fewest seats and default parameters in the time budget, and that of the first table as a
part of all others together."""

STOPPED = 130
"""The exit code after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Side:
    """One version: its files, the requested options, and those of them that it does not have."""

    project: Project
    spec: TableSpec
    unknown: tuple[str, ...]

    def default(self, name: str) -> bool:
        """Whether an option is on by default."""
        found = meant_by(self.project, name, base_of(self.project, self.spec))
        return any(is_default(self.project.pages[o.partition(".")[0]].options[o]) for o in found)


def base_of(project: Project, spec: TableSpec) -> tuple[str, ...]:
    """The game of a table and its ancestors; none if the files have no game, which is refused later."""
    games = spec.games or tuple(project.homes().values())
    return project.chain(games[0]) if games else ()


def side_of(path: Path, options: tuple[str, ...], without: tuple[str, ...], plain: TableSpec) -> Side:
    """Loads one version; `plain`: the choice without options. Raises `RulesError`."""
    game = None if plain.games is None else plain.games[0]
    project = project_of([path], options, game)
    base = base_of(project, plain)

    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        those = tuple(o for o in names if meant_by(project, o, base))
        # if none is known, all are refused, by name
        return those or names

    on, off = known(options), known(without)
    unknown = tuple(o for o in (*options, *without) if o not in (*on, *off))
    return Side(project, replace(plain, options=on, without=off), unknown)


def left_out(side: Side, other: Side) -> Side:
    """A side without the options that only the other side has on by default: they are off here anyway."""
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
    """Compares two versions of a ruleset file and prints the differences; 1 if there are any. Options that are off are
    compared as well, if their text differs."""
    from checker.compare.difference import Comparison
    from checker.compare.versions import Version, planned

    with progress() as bar:
        bar(0, 0, "reading both versions")
        plain = spec_of((), parameters, None, (), game)
        first = side_of(old, options, without, plain)
        second = side_of(new, (*options, *added), (*without, *dropped), plain)
        sides = left_out(first, second), left_out(second, first)
        versions = tuple(Version(side.project, side.spec) for side in sides)
        plan = planned(versions[0], versions[1])
    deadline = time.monotonic() + budget
    results: list[Comparison] = []
    skipped = list(plan.left_out)
    # the simplest tables come first, and get most of the time
    usual = [(pair, number) for pair in plan.pairs for number in seats_of(versions, pair, seats, skipped)]
    usual.sort(key=lambda x: x[1])
    least = usual[0][1] if usual else 0
    tables: list[tuple[Any, int, dict[str, str]]] = [(*x, {}) for x in usual]
    weights = [float(WEIGHT if number == least else 1) for _, number in usual]
    weights[:1] = [FIRST * (len(weights) + sum(weights)) for _ in weights[:1]]

    def named(index: int) -> str:
        pair, number, values = tables[index]
        options = ", ".join(pair.options) or "the table"
        return f"{options}{f' with {words_of(values)}' if values else ''} at {number} seats"

    stopped = False
    index = 0
    try:
        with progress() as bar:
            while index < len(tables):
                pair, number, values = tables[index]
                left = deadline - time.monotonic()
                if index and left <= 0:
                    break
                # (a table with other values of parameters takes as much time as one with more seats)
                part = weights[index] / (sum(weights[index:]) + max(0, len(usual) - index))
                bar(index, len(tables), f"comparing {named(index)}")
                known = frozenset[tuple[object, ...]]().union(*(r.known for r in results))
                share = time.monotonic() + max(0.0, left) * part
                results.append(compared(versions, pair, number, share, known, values))
                index += 1
                if index == len(usual) and time.monotonic() < deadline:
                    other = [(*x, values) for x in usual for values in values_of(versions, *x)[1:]]
                    tables += other
                    weights += [1] * len(other)
        reached = {o for pair, _, _ in tables[:index] for o in pair.options}
        late = {o for pair, _, _ in tables[index:] for o in pair.options} - reached
        skipped += [(o, "the budget ran out") for o in sorted(late)]
    except KeyboardInterrupt:
        stopped = True
        skipped += [(named(i), "stopped by Ctrl-C") for i in range(len(results), len(tables))]
    tables = tables[: len(results)]
    report = Report(
        results,
        changed_options(plan),
        sorted({o for pair, _, _ in tables for o in pair.options}),
        [x for x in dict.fromkeys(skipped) if not any(x[0] in pair.options for pair, _, _ in tables)],
        [
            f"`{o}` is an option of the {'old' if i else 'new'} rules only"
            for i, s in enumerate(sides)
            for o in s.unknown
        ],
    )
    plain_tables = [
        (name, resolve_table(side.project, side.spec).table) for name, side in zip(("old", "new"), sides, strict=True)
    ]
    numbers = range(min(n for _, n, _ in tables), max(n for _, n, _ in tables) + 1) if tables else range(0)
    if time.monotonic() > deadline and not stopped:
        many = f"{len(results)} table{'s' if len(results) != 1 else ''}"
        report.notes.append(f"the budget ran out after {many}: say `--budget` for more numbers of seats and values")
    report.notes.extend(bounds([table for _, table in plain_tables], numbers, tables, parameters))
    if format_ == "json":
        judged = {name: {**table_json(table), "seats": list(numbers)} for name, table in plain_tables}
        print_json({**judged, **as_json(report)})
    else:
        for name, table in plain_tables:
            click.echo(folded(f"{name}: {table_words(table, numbers)}"))
        click.echo(as_text(report))
    if stopped:
        click.echo(f"stopped after {len(results)} of {len(tables)} tables", err=True)
        return STOPPED
    return 1 if any(d.certain for _, d in report.differences) else 0


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a comparison: one for each table, removed and new options, compared tables, skipped ones with the
    reason, and notes about the call."""

    results: list[Any]
    options: list[Any]
    compared: list[str]
    not_compared: list[tuple[str, str]]
    notes: list[str]

    @property
    def differences(self) -> list[tuple[Any, Any]]:
        """All differences, each with its table; None for those between the files."""
        return [*((None, d) for d in self.options), *((r, d) for r in self.results for d in r.differences)]


def seats_of(versions: tuple[Any, ...], pair: Any, seats: str | None, skipped: list[tuple[str, str]]) -> list[int]:
    """The numbers of seats at which a table is compared; a table that the caller chose has to allow the requested
    ones."""
    from checker.families.select_products import usual_seats

    sides = list(zip(versions, (pair.old, pair.new), strict=True))
    tables = [resolve_table(version.project, spec) for version, spec in sides]
    low, high = max(x.table.seats_low for x in tables), min(x.table.seats_high for x in tables)

    def fits(number: int) -> None:
        for version, spec in sides:
            load_table(version.project, replace(spec, seats=number))

    if low > high:
        if not pair.options:
            raise wrong(
                "no number of players can play by both versions", "say options or games that allow the same seats"
            )
        skipped += [(o, "no number of seats allows it in both versions") for o in pair.options]
        return []
    try:
        return list(seat_range(seats, usual_seats(low, high), low, high, fits))
    except RulesError:
        if not pair.options:
            raise
        skipped += [(o, "not at these numbers of seats") for o in pair.options]
        return []


def values_of(versions: tuple[Any, ...], pair: Any, seats: int) -> list[dict[str, str]]:
    """The parameter values at which a table is compared: the defaults; then all free ones at their least value, and all
    at their greatest, if the game can be dealt."""
    from checker.families.own_options import extremes
    from unodsl.deal import check_deal

    sides = [
        (version.project, replace(spec, seats=seats))
        for version, spec in zip(versions, (pair.old, pair.new), strict=True)
    ]
    rows = [{x.name.partition(".")[2]: extremes(x.type) for x in resolve_table(*side).table.settings} for side in sides]
    given = {name.rpartition(".")[2] for _, spec in sides for name in spec.parameters}

    def possible(values: dict[str, str]) -> bool:
        try:
            for project, spec in sides:
                check_deal(resolve_table(project, replace(spec, parameters={**spec.parameters, **values})).table)
        except RulesError:
            return False
        return True

    out: list[dict[str, str]] = [{}]
    for end in (0, 1):
        values: dict[str, str] = {}
        for name in sorted(rows[0].keys() & rows[1].keys()):
            one, other = str(rows[0][name][end]), str(rows[1][name][end])
            if name not in given and one == other and possible({**values, name: one}):
                values[name] = one
        if values and values not in out:
            out.append(values)
    return out


def words_of(values: Any) -> str:
    """Parameters with their values, in words."""
    return ", ".join(f"{name} {value}" for name, value in dict(values).items())


def bounds(tables: list[Any], numbers: range, compared_at: list[Any], parameters: dict[str, str]) -> list[str]:
    """The limits of a comparison: numbers of seats and values of parameters not covered."""
    low, high = max(x.seats_low for x in tables), min(x.seats_high for x in tables)
    out = []
    others = [n for n in range(low, high + 1) if n not in numbers]
    if others:
        out.append(f"not compared at other numbers of seats ({low} to {high} can play): say `--seats {low}..{high}`")
    names = sorted({name for _, _, values in compared_at for name in values})
    if names:
        out.append(
            f"{', '.join(f'`{x}`' for x in names)}: compared at their values here, all at their least, and all at their greatest"
        )
    return out


def compared(
    versions: tuple[Any, ...], pair: Any, seats: int, deadline: float, known: frozenset[Any], values: dict[str, str]
) -> Any:
    """Compares one table of both versions."""
    from checker.compare.explore import compare
    from checker.context import Context

    cases = []
    for version, chosen in zip(versions, (pair.old, pair.new), strict=True):
        spec = replace(chosen, seats=seats, parameters={**chosen.parameters, **values})
        case = Context(version.project, spec, resolve_table(version.project, spec), deadline)
        case.spec = replace(case.just(), games=case.table.games)
        cases.append(case)
    before, after = cases
    return compare(before, after, pair.options, known, tuple(values.items()))


def changed_options(plan: Any) -> list[Any]:
    """The options that only one version has, and those with other relations, as differences."""
    from checker.compare.difference import Difference
    from checker.results import Place

    return [
        Difference(
            "option", f"the option `{name}` is {what}", (), (Place(span, label),), "declared", "read off the files"
        )
        for options, what, label in ((plan.gone, "gone", "before"), (plan.added, "new", "now"))
        for name, span in options
    ] + [
        Difference(
            "option", message, (), (Place(before, "before"), Place(now, "now")), "declared", "read off the files"
        )
        for message, before, now in plan.relations
    ]


def shown(result: Any) -> list[Any]:
    """The differences of a table that are certainly possible."""
    return [d for d in result.differences if d.certain]


def where(result: Any) -> str:
    """Names a table so that it differs from the others."""
    words = [f"with {', '.join(result.options)}"] if result.options else []
    return ", ".join([*words, *([words_of(result.parameters)] if result.parameters else []), f"{result.seats} seats"])


def as_text(report: Report) -> str:
    """The report for a reviewer."""
    blocks = ["\n".join(folded(f"note: {line}") for line in report.notes)] if report.notes else []
    blocks += [difference_text(d, None) for d in report.options]
    blocks += [difference_text(d, result) for result in report.results for d in result.differences]
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for number, result in enumerate(report.results):
        # a table without results of its own shares the line of its kind
        alone = number if result.differences or result.unfinished else -1
        groups.setdefault((result.options, result.equal, result.reasons, alone), []).append(result)
    blocks += [folded(outcome_of(some, report)) for some in groups.values()]
    lines = [f"compared as well: {', '.join(report.compared)}"] if report.compared else []
    reasons: dict[str, list[str]] = {}
    for option, why in report.not_compared:
        reasons.setdefault(why, []).append(option)
    lines += [f"not compared: {', '.join(names)} ({why})" for why, names in reasons.items()]
    return "\n\n".join([*blocks, *([folded("\n".join(lines))] if lines else [])])


def outcome_of(results: list[Any], report: Report) -> str:
    """What the comparison of some tables with the same options came to, in the same way."""
    first = results[0]
    sizes: dict[str, list[int]] = {}
    for x in results:
        sizes.setdefault(words_of(x.parameters), []).append(x.seats)
    rows: dict[str, list[str]] = {}
    for values, numbers in sizes.items():
        rows.setdefault(f"{' and '.join(map(str, numbers))} seats", []).append(values)
    at = "; ".join(
        " or ".join([f"{seats} with {x}" if x else seats for x in some[:1]] + [f"with {x}" for x in some[1:]])
        for seats, some in rows.items()
    )
    at = f"with {', '.join(first.options)}, {at}" if first.options else at
    if first.equal:
        return f"{at}: {'the play is the same' if first.differences else 'no difference'} (by analysis, without a certificate)"
    count, moves = len(first.differences), f"{sum(x.moves for x in results)} moves compared"
    if count:
        plural = "s" if count != 1 else ""
        what = f"{count} difference{plural}, {moves} in {first.seconds:.1f} s (python)"
    else:
        earlier = report.results[: report.results.index(first)]
        none = "none but those shown above" if any(shown(x) for x in earlier) else "none found"
        what = f"{none} (bounded: {moves}, python; not known to be equal: {'; '.join(first.reasons[:4])})"
    return "\n".join([f"{at}: {what}", *(f"  not complete: {x}" for x in first.unfinished)])


def difference_text(d: Any, result: Any) -> str:
    """One difference."""
    from unodsl.diagnostics import underlined

    lines = [folded(f"{'' if d.certain else 'open, '}{d.kind}: {d.message}")]
    lines += [underlined(p.span, p.label) for p in d.places]
    lines += [folded(f"  {x}") for x in d.details]
    lines.append(folded(f"  evidence: {d.evidence} - {d.basis}" + (f", {where(result)}" if d.old and result else "")))
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
                "met": d.met,
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
                "parameters": dict(r.parameters),
                "verdict": "different" if shown(r) else "equal" if r.equal else "bounded",
                "moves_compared": r.moves,
                # each position is compared by itself, which suits no compiled executor
                "executor": "python",
                "not_equal": list(r.reasons),
                "unfinished": list(r.unfinished),
                "seconds": round(r.seconds, 3),
            }
            for r in report.results
        ],
        "compared": report.compared,
        "not_compared": [{"option": o, "reason": why} for o, why in report.not_compared],
        "notes": report.notes,
    }
