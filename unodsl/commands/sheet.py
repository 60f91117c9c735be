"""`unodsl sheet`: the rules of a table in print, for players."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import print_json, project_of, table_json
from unodsl.commands.sheet_content import sheet_of
from unodsl.commands.sheet_page import html, markdown
from unodsl.files import write_whole
from unodsl.resolve import resolve_table
from unodsl.tables import spec_of


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    output: Path | None,
    check: bool,
    format_: str,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Prints the sheet, or writes it to a file: HTML if the file has that extension, else Markdown."""
    project = project_of(files, options, game)
    spec = spec_of(options, parameters, seats, without, game)
    table = resolve_table(project, spec).table
    sheet = sheet_of(project, spec, table, check)
    if output is not None and output.suffix.lower() in (".html", ".htm"):
        format_ = "html"
    if format_ == "json":
        print_json({**table_json(table), "house_rules": [h.name for h in sheet.house], "meet": list(sheet.meet)})
        return 0
    text = html(sheet, table) if format_ == "html" else markdown(sheet)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode())
        click.echo(f"written to {output}")
    return 0
