"""`unodsl init`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from unodsl.commands.common import wrong
from unodsl.data import rulesets_dir
from unodsl.files import NotWritten, reason, write_all
from unodsl.project_file import NAME
from unodsl.resolve.project import is_file
from unodsl.version import __version__

_RULES = """# Our house rules. A new rule is an `option` with a `rule`, and a `scenario` that shows what it does.

use "{game}.uno"

options for {game}

option fives "A 5 makes the next player draw a card"

  rule five
    when player plays 5
    then next player draws 1

scenario "a 5 makes the next player draw a card"
  with fives
  seats ann, bob, cyd
  ann holds red 5, red 7, red 9
  bob holds blue 1, blue 2
  discard pile is red 3; turn of ann
  ann plays red 5
  expect number of cards in hand of bob is 3
"""

_PROJECT = """# Settings of `unodsl check`, the hooks, the action, and the language server. The command line overrides them.
files = ["rules"]

# options = ["house.fives"]    # judge one table; without this line, every option is judged
# seats = "2..4"               # without this line, 2 and 3
# budget = 120                 # seconds
# baseline = "baseline.json"   # known findings: `unodsl check --write-baseline baseline.json`
# fail-on = ["warning"]        # or "error", "open"
# select = ["UNO2", "UNO3"]    # the only codes that are reported; `ignore` names those that are not

# [parameters]
# hand-size = 5
"""

_WORKFLOW = """name: house rules
on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      # The address of the unodsl that you use, and the version that you have tried.
      - uses: unodsl/unodsl@v{version}
"""

_HOOKS = """repos:
  - repo: https://github.com/unodsl/unodsl # the address of the unodsl that you use
    rev: v{version}
    hooks:
      - id: unodsl-fmt
      - id: unodsl-test
      - id: unodsl-check
"""

_README = """# Our house rules

The rules that we play by: text that can be read aloud, and that is checked before anybody argues about it.

| file | holds |
| --- | --- |
| `rules/house.uno` | our rules, each with a scenario that shows what it does |
| `unodsl.toml` | what is checked, and how |
| `.github/workflows/rules.yml` | checks each change |
| `.pre-commit-config.yaml` | checks before a commit, once `pre-commit install` was called |

```sh
unodsl test
unodsl check
unodsl play rules/house.uno --with house.fives
```
"""


def run(folder: Path, game: str) -> int:
    """Creates a house rules repository in a directory. Creates either all files or none, and never overwrites."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", game) or not is_file(rulesets_dir() / f"{game}.uno"):
        names = ", ".join(sorted(x.stem for x in rulesets_dir().glob("*.uno")))
        raise wrong(f"no game called `{game}` comes with unodsl", f"there are {names}")
    if folder.suffix == ".uno":
        raise wrong(
            f"`{folder}` is the name of a ruleset file, and `init` creates a folder",
            f"write `unodsl new {folder}` for one file, or `unodsl init {folder.with_suffix('')}` for a repository",
        )
    if folder.exists() and not folder.is_dir():
        raise wrong(f"`{folder}` is a file, and `init` creates a folder", "choose another name")
    files = {
        folder / "rules" / "house.uno": _RULES.format(game=game),
        folder / NAME: _PROJECT,
        folder / ".github" / "workflows" / "rules.yml": _WORKFLOW.format(version=__version__),
        folder / ".pre-commit-config.yaml": _HOOKS.format(version=__version__),
        folder / "README.md": _README,
    }
    there = [path for path in files if path.exists() or path.is_symlink()]
    if there:
        names = ", ".join(f"`{x}`" for x in there)
        raise wrong(
            f"{'these files are' if len(there) > 1 else 'this file is'} there already: {names}",
            "nothing was written; choose a new folder",
        )
    made: list[Path] = []
    try:
        for path in files:
            make(path.parent, made)
        write_all({path: text.encode() for path, text in files.items()})
    except OSError as error:
        for path in reversed(made):
            path.rmdir()
        at = error.filename if isinstance(error.filename, str) else str(folder)
        raise NotWritten(error.errno, reason(error), at) from error
    click.echo("\n".join(f"wrote {path}" for path in files))
    click.echo(f"next: {'' if folder == Path() else f'cd {folder}, then '}`unodsl test` and `unodsl check`")
    return 0


def make(folder: Path, made: list[Path]) -> None:
    """Creates a directory and its parents. Appends the created directories to `made`, outermost first."""
    if folder.is_dir():
        return
    make(folder.parent, made)
    folder.mkdir()
    made.append(folder)
