"""`unodsl replay`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl import saved
from unodsl.commands.common import print_json, project_of, table_json, table_words, there, wrong
from unodsl.engine.api import Trace
from unodsl.engine.describe import move_text, table_text
from unodsl.engine.generated import Generated
from unodsl.model.table import SEAT_NAMES
from unodsl.resolve import load_table


def rules_of(game: Path, named: Path) -> Path:
    """Resolves the ruleset file referenced by a saved game. Saved games can be untrusted, so only ruleset files below
    the current directory, in the directory of the saved game or among the bundled ones are accepted."""
    if len(named.parts) == 1 and not named.suffix:
        # the name of a bundled ruleset
        named = named.with_suffix(".uno")
    if named.suffix != ".uno":
        raise wrong(f"`{game}` names `{named.name}`, which is no ruleset file")
    if not named.is_absolute() and ".." not in named.parts and there(named):
        return named
    beside = game.parent / named.name
    return beside if there(beside) else Path(named.name)


def run(game: Path, until: int | None, quiet: bool, format_: str) -> int:
    """Replays a saved game. Returns 1 if its result differs from the recorded one."""
    held = saved.read(game)
    project = project_of([rules_of(game, Path(name)) for name in held.files], held.options, held.game)
    table = load_table(project, saved.spec_of(held))
    saved.refuse_others(held, saved.digest_of(table))
    names = SEAT_NAMES[: table.seats]
    runner = Generated(table)
    with saved.at_rest("the start"):
        state = runner.start(held.seed)
    lines: list[str] = []
    moves = held.moves if until is None else held.moves[:until]
    for number, entry in enumerate(moves, 1):
        move = saved.numbered(table, runner, state, entry, number)
        trace = Trace()
        with saved.at_rest(f"move {number}"):
            state = runner.apply(state, move, None, trace)
        lines.append(f"{number}. {move_text(table, move, names)}")
        lines.extend(f"    note: {text}" for text, _ in trace.shown)
    same = saved.digest_of_state(state) == held.end
    if format_ == "json":
        print_json(
            {
                **table_json(table),
                "moves": len(moves),
                "same_end": same if until is None else None,
                "table": table_text(runner.layout, state, names).splitlines(),
            }
        )
    else:
        click.echo(table_words(table))
        if not quiet:
            click.echo("\n".join(lines))
        click.echo(table_text(runner.layout, state, names))
        if until is None:
            click.echo(
                f"{len(moves)} moves; the game ends as it did"
                if same
                else f"{len(moves)} moves; the game ends otherwise than it did"
            )
    return 0 if same or until is not None else 1
