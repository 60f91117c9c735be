"""`unodsl show`."""

from __future__ import annotations

from pathlib import Path

import click

from checker.effects.names import event_text
from unodsl.commands.common import print_json, print_table, table_of, validate_options
from unodsl.commands.printing import folded
from unodsl.engine.describe import short, value_text
from unodsl.in_words import naming
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.table import SEAT_NAMES
from unodsl.resolve.choice import seats_text


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    generated: bool,
    graph: bool,
    format_: str,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Prints the table, its generated program or its trigger graph. Disabled options are also validated, so that the
    listing is reliable."""
    project, table = table_of(files, options, parameters, seats, without, game)
    validate_options(project)
    if generated:
        from unodsl.engine.generated import source

        click.echo(source(table))
        return 0
    if graph:
        click.echo(dot(table))
        return 0
    by_event = [(event_text(table, e), [table.triggers[i].info.name for i in order]) for e, order in table.order]
    settings = [(s.name, value_text(table, s.type, s.value, SEAT_NAMES)) for s in table.settings]
    # a rule that is offered together with a named value occurs once per variant
    offers = list(
        {
            o.info.name: (
                o.info.name,
                o.mode,
                [short(table.situations[i].name) for i in o.situations] or ["any time"],
                short(table.acts[o.act].verb) + naming(table, o, o.act),
            )
            for o in table.offers
        }.values()
    )
    bans = list(dict.fromkeys(b.info.name for b in table.bans))
    if format_ == "json":
        print_json(
            {
                "game": table.name,
                "title": table.title,
                "seats": table.seats,
                "seats_allowed": [table.seats_low, table.seats_high],
                "cards": table.deck.size,
                "options": [
                    {
                        "name": o.name,
                        "title": o.title,
                        "on": o.on,
                        "default": o.default,
                        "requires": list(o.requires),
                        "brings": list(o.brings),
                        "excludes": list(o.excludes),
                    }
                    for o in table.options
                ],
                "parameters": dict(settings),
                "events": dict(by_event),
                "offers": [{"name": n, "mode": m, "during": d, "act": a} for n, m, d, a in offers],
                "bans": bans,
                "definitions": [d.info.name for d in table.definitions],
            }
        )
        return 0
    print_table(project, table, table.title)
    click.echo(f"  {seats_text(table.seats_low, table.seats_high)} seats can play; {table.deck.size} cards")
    for option in table.options:
        title = f" - {option.title}" if option.title else ""
        default = f" (on by default{'' if option.on else ': ' + why_off(table, option)})" if option.default else ""
        click.echo(folded(f"  option {'on ' if option.on else 'off'} {option.name}{title}{default}"))
    for name, text in settings:
        click.echo(folded(f"  parameter {name} = {text}"))
    click.echo("\noffers")
    for name, mode, during, act in offers:
        click.echo(folded(f"  {name}: {mode} {act} ({', '.join(during)})"))
    click.echo("\nbans")
    for name in bans:
        click.echo(f"  {name}")
    click.echo("\nrules by event, in the order in which they run")
    for event, names in by_event:
        click.echo(folded(f"  when {event}"))
        for name in names:
            click.echo(f"    {name}")
    return 0


def why_off(table: t.Table, option: t.OptionInfo) -> str:
    """Returns why an option that is enabled by default is disabled."""
    on = [o for o in table.options if o.on]
    against = [o.name for o in on if option.name in o.excludes or o.name in option.excludes]
    missing = [n for n in option.requires if n not in {o.name for o in on}]
    if against:
        return f"it gives way to {', '.join(against)}"
    return f"it requires {', '.join(missing)}" if missing else "left out"


def dot(table: t.Table) -> str:
    """Renders the trigger graph in DOT format: events and the rules between them."""
    lines = ["digraph rules {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for event, order in table.order:
        lines.append(f'  "{event_text(table, event)}" [shape=ellipse];')
        for index in order:
            name = table.triggers[index].info.name
            lines.append(f'  "{name}" [shape=box];')
            lines.append(f'  "{event_text(table, event)}" -> "{name}";')
    for trigger in table.triggers:
        for event in sorted(emitted(table, trigger.effects), key=repr):
            lines.append(f'  "{trigger.info.name}" -> "{event_text(table, event)}";')
    lines.append("}")
    return "\n".join(dict.fromkeys(lines))
