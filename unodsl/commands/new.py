"""`unodsl new`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from unodsl.commands.common import wrong
from unodsl.data import rulesets_dir
from unodsl.files import write_all
from unodsl.resolve.project import is_file

_STARTER = """# House rules for {game}. Run `unodsl test {name}` and `unodsl check {name}` after each change.

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
    """Writes a template file, and next to it the game if it is a bundled one. Never overwrites."""
    path = named(path, game)
    if path.exists():
        raise wrong(f"`{path}` is there already; nothing was written")
    if not path.parent.is_dir():
        raise wrong(f"there is no folder `{path.parent}`")
    shipped = rulesets_dir() / f"{game}.uno"
    beside = path.parent / f"{game}.uno"
    starter = _STARTER.format(game=game, name=path.name, use=f'use "{game}.uno"\n\n')
    files = {path: starter.encode()}
    if not beside.exists():
        if not is_file(shipped):
            raise wrong(f"there is no game `{game}` beside `{path}`, and none of that name is shipped")
        files[beside] = shipped.read_bytes()
    write_all(files)
    click.echo("wrote " + " and ".join(str(p) for p in files))
    return 0


def named(path: Path, game: str) -> Path:
    """Returns the path of the file to write. Raises `RulesError` if it is not a valid file name, or `game`
    not a valid name of a game."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", game):
        raise wrong(f"`{game}` cannot be the name of a game", "`--for` takes a name such as `official`")
    stem = path.name.removesuffix(".uno")
    if not re.search("[A-Za-z]", stem) or not stem.isprintable():
        raise wrong(f"`{path}` cannot be the name of a file", "choose a name with letters: `unodsl new my-rules`")
    if stem.casefold() == game.casefold():
        raise wrong(f"`{stem}` is the name of the game", "choose another name: `unodsl new my-rules`")
    return path.with_name(f"{stem}.uno")
