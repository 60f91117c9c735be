"""`unodsl show`."""

from __future__ import annotations

from pathlib import Path

import click

from checker.names import event_text
from unodsl.commands.common import print_json, table_of
from unodsl.engine.describe import short, value_text
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.scenarios import SEAT_NAMES


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    generated: bool,
    graph: bool,
    format_: str,
    without: tuple[str, ...] = (),
) -> int:
    """Print the table, its program or its trigger graph."""
    _, table = table_of(files, options, parameters, seats, without)
    if generated:
        from unodsl.engine.generated import source

        click.echo(source(table))
        return 0
    if graph:
        click.echo(dot(table))
        return 0
    by_event = [(event_text(table, e), [table.triggers[i].info.name for i in order]) for e, order in table.order]
    settings = [(s.name, value_text(table, s.type, s.value, SEAT_NAMES)) for s in table.settings]
    offers = [
        (
            o.info.name,
            o.mode,
            [short(table.situations[i].name) for i in o.situations] or ["any time"],
            short(table.acts[o.act].name),
        )
        for o in table.offers
    ]
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
                        "requires": list(o.requires),
                        "brings": list(o.brings),
                        "excludes": list(o.excludes),
                    }
                    for o in table.options
                ],
                "parameters": dict(settings),
                "events": dict(by_event),
                "offers": [{"name": n, "mode": m, "during": d, "act": a} for n, m, d, a in offers],
                "bans": [b.info.name for b in table.bans],
                "definitions": [d.info.name for d in table.definitions],
            }
        )
        return 0
    click.echo(
        f"{table.title} ({table.name}), {table.seats} of {table.seats_low} to {table.seats_high} seats, {table.deck.size} cards"
    )
    for option in table.options:
        click.echo(
            f"  option {'on ' if option.on else 'off'} {option.name}" + (f" - {option.title}" if option.title else "")
        )
    for name, text in settings:
        click.echo(f"  parameter {name} = {text}")
    click.echo("\noffers")
    for name, mode, during, act in offers:
        click.echo(f"  {name}: {mode} {act} ({', '.join(during)})")
    click.echo("\nbans")
    for ban in table.bans:
        click.echo(f"  {ban.info.name}")
    click.echo("\nrules by event, in the order in which they run")
    for event, names in by_event:
        click.echo(f"  when {event}")
        for name in names:
            click.echo(f"    {name}")
    return 0


def dot(table: t.Table) -> str:
    """The trigger graph: events and the rules between them."""
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
