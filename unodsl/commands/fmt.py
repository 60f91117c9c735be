"""`unodsl fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import found
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.files import write_whole
from unodsl.resolve.project import is_folder
from unodsl.syntax.files import read_source
from unodsl.syntax.format import format_text


def run(files: tuple[Path, ...], only_check: bool) -> int:
    """Rewrite files that are not canonical; a file that does not parse stays as it is and gives exit code 2."""
    paths = [p for path in found(files) for p in (sorted(path.rglob("*.uno")) if is_folder(path) else [path])]
    problems: list[Diagnostic] = []
    changed = 0
    for path in paths:
        source, diagnostics = read_source(path, path.parent)
        problems.extend(diagnostics)
        if source is None:
            continue
        text, diagnostics = format_text(source)
        problems.extend(diagnostics)
        if text is None or text == source.text:
            continue
        changed += 1
        click.echo(f"{'would change' if only_check else 'changed'} {path}")
        if not only_check:
            write_whole(path, text.encode())
    if problems:
        raise RulesError(problems)
    click.echo(
        f"{len(paths)} file{'s' if len(paths) != 1 else ''}, {changed} {'to change' if only_check else 'changed'}"
    )
    return 1 if only_check and changed else 0
