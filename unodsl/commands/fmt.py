"""`unodsl fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import found
from unodsl.commands.configured import files_of, project_file
from unodsl.commands.upgrade import source_of, upgraded
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.files import write_whole
from unodsl.resolve.project import is_folder, rule_files
from unodsl.source import Source
from unodsl.syntax.files import read_source
from unodsl.syntax.format import format_text


def run(
    files: tuple[Path, ...], only_check: bool, upgrade: bool, config: Path | None = None, no_config: bool = False
) -> int:
    """Reformats files that are not canonical. Files with syntax errors are left unchanged, with exit code 2. With
    `upgrade`, syntax of older versions is rewritten first; files with an ambiguous construct are left unchanged, with
    exit code 2."""
    problems: list[Diagnostic] = []
    files = files_of(files, project_file(files, config, no_config))
    paths = [p for path in found(files) for p in (rule_files(path, problems) if is_folder(path) else [path])]
    sources: list[tuple[Path, Source, str, int]] = []
    if upgrade:
        for one in upgraded(paths):
            problems.extend(one.left)
            if one.left:
                click.echo(f"left as it is {one.path}")
            else:
                sources.append((one.path, source_of(one), one.before, one.edits))
    else:
        for path in paths:
            source, diagnostics = read_source(path, path.parent)
            problems.extend(diagnostics)
            if source is not None:
                sources.append((path, source, source.text, 0))
    changed = 0
    for path, source, before, edits in sources:
        text, diagnostics = format_text(source)
        problems.extend(diagnostics)
        if text is None or text == before:
            continue
        changed += 1
        places = f", {edits} place{'s' if edits != 1 else ''} upgraded" if edits else ""
        click.echo(f"{'would change' if only_check else 'changed'} {path}{places}")
        if not only_check:
            write_whole(path, text.encode())
    if problems:
        raise RulesError(dict.fromkeys(problems))
    click.echo(
        f"{len(paths)} file{'s' if len(paths) != 1 else ''}, {changed} {'to change' if only_check else 'changed'}"
    )
    return 1 if only_check and changed else 0
