"""`unodsl check --why A B`: the interaction of two options or two rules."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unodsl.commands.asked import seat_range
from unodsl.commands.common import project_of, validate_options, wrong
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.resolve.options import called_option

if TYPE_CHECKING:
    from checker.report.cache import Call


def explained(call: Call, parameters: dict[str, str], seats: str | None, budget: float, names: tuple[str, str]) -> str:
    """Returns the answer as text. The options of both names are enabled, in addition to those of the call. Raises
    `RulesError`."""
    from checker.context import Context, Effort
    from checker.families.select_products import usual_seats
    from checker.families.why import why_text
    from checker.known_tables import memo_of
    from unodsl.resolve import resolve_table

    project = project_of([Path(f) for f in call.files], (*call.options, *(x for x in names if "." in x)), call.game)
    validate_options(project)
    games = None if call.game is None else (call.game,)
    spec = TableSpec(games=games, options=call.options, parameters=dict(parameters), without=call.without)
    base = project.chain(load_table(project, spec).games[0])
    found = [meant(project, name, base) for name in names]
    if found[0] == found[1]:
        raise wrong(f"`{names[0]}` and `{names[1]}` are the same", "name two options, or two rules")
    on = tuple(dict.fromkeys((*call.options, *(option for option, _ in found if option is not None))))
    spec = replace(spec, options=on)
    table = load_table(project, spec)
    usual = usual_seats(table.seats_low, table.seats_high)
    at = seat_range(seats, usual[-1:], table.seats_low, table.seats_high)
    spec = replace(spec, seats=at[-1])
    context = Context(
        project,
        spec,
        resolve_table(project, spec),
        time.monotonic() + budget,
        effort=Effort(fixes=False),
        known=memo_of(project),
    )
    context.spec = context.just()
    return why_text(context, found[0][1], found[1][1])


def meant(project: Project, name: str, base: tuple[str, ...]) -> tuple[str | None, str]:
    """Resolves a name to the option that must be enabled and the full name of the option or rule. Raises
    `RulesError`."""
    problems: list[Diagnostic] = []
    option = called_option(project, name, base, problems)
    if option is not None:
        return option, option
    rules = rules_named(project)
    full = [r for r in rules if name in (r, r.partition(".")[2])]
    if len(full) == 1:
        return rules[full[0]], full[0]
    if full:
        raise wrong(f"`{name}` may be {' or '.join(f'`{x}`' for x in full)}", "give the name in full")
    hint = did_you_mean(name, [*project.option_names(), *rules])
    raise RulesError([Diagnostic("UNO105", f"there is no option and no rule `{name}`", None, hint)])


def rules_named(project: Project) -> dict[str, str | None]:
    """Maps the full name of each rule in the project to the option that contains it."""
    from unodsl.syntax import nodes as s

    out: dict[str, str | None] = {}
    for page in project.pages.values():
        for item in page.file.items:
            inside = item.items if isinstance(item, s.Option | s.Game) else (item,)
            for x in inside:
                if isinstance(x, s.Rule):
                    option = f"{page.name}.{item.name.text}" if isinstance(item, s.Option) else None
                    out[f"{page.name}.{x.name.text}"] = option
    return out
