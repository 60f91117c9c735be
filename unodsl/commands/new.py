"""`unodsl new`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import wrong
from unodsl.data import rulesets_dir

_STARTER = """# House rules for {game}. Say `unodsl test {name}` and `unodsl check {name}` whenever you have changed something.

{use}options for {game}

option my-rule "What my rule is called at our table"

  rule my-rule
    when player plays 5
    then next player draws 1

scenario "a 5 makes the next player draw"
  with my-rule
  seats ann, bob, cyd
  ann holds red 5, red 7, red 9
  bob holds blue 1, blue 2
  discard pile is red 3; turn of ann
  ann plays red 5
  expect number of cards in hand of bob is 3
"""


def run(path: Path, game: str) -> int:
    """Write a starter file, and the game beside it if it is a shipped one; never overwrites."""
    if path.suffix != ".uno":
        path = path.with_name(path.name + ".uno")
    if path.exists():
        raise wrong(f"`{path}` is there already; nothing was written")
    if not path.parent.is_dir():
        raise wrong(f"there is no folder `{path.parent}`")
    shipped = rulesets_dir() / f"{game}.uno"
    beside = path.parent / f"{game}.uno"
    written = [path]
    if not beside.exists():
        if not shipped.is_file():
            raise wrong(f"there is no game `{game}` beside `{path}`, and none of that name is shipped")
        beside.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
        written.append(beside)
    path.write_text(_STARTER.format(game=game, name=path.name, use=f'use "{game}.uno"\n\n'), encoding="utf-8")
    click.echo("wrote " + " and ".join(str(p) for p in written))
    return 0
