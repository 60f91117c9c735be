"""`unodsl recheck`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from unodsl.commands.common import print_json, project_of, wrong
from unodsl.commands.progress import progress
from unodsl.files import reason

if TYPE_CHECKING:
    from checker.recheck import Rechecked

MOST_LINES = 20
"""Maximum number of failures that are printed; the others are counted."""


def run(report: Path, files: tuple[Path, ...], format_: str) -> int:
    """Verifies the proofs of a report with the kernel and replays its scenarios. Returns 1 if any of them fails."""
    from checker.interrupts import listening
    from checker.recheck import NotAReport, recheck
    from checker.report.json import rule_files

    value = report_in(report)
    named = [x["file"] for x in value["files"] if x["given"]]
    project = project_of(list(files) or [Path(x) for x in named], tuple(value["options"]), value.get("game"))
    changed = other_texts(value, {x["file"]: x["sha256"] for x in rule_files(project)}, bool(files))
    try:
        with progress() as bar, listening():
            found = recheck(project, value, bar if format_ == "text" else lambda *_: None)
    except NotAReport as error:
        raise wrong(f"`{report}` is no report that can be rechecked: {error}") from None
    found.wrong[:0] = changed
    if format_ == "json":
        print_json(
            {
                "holds": not found.wrong,
                "proved": found.proved,
                "certificates": found.certificates,
                "findings_proved": found.findings,
                "witnesses": found.witnesses,
                "not_rechecked": found.beside,
                "wrong": found.wrong,
            }
        )
    else:
        click.echo("\n".join(output_lines(report, found)))
    return 1 if found.wrong else 0


def report_in(path: Path) -> dict[str, Any]:
    """Parses a report file. Raises `RulesError`."""
    hint = "`unodsl check ... --format json > FILE` writes one"
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise wrong(f"`{path}` cannot be read: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise wrong(f"`{path}` is no report: it is damaged, or not JSON", hint) from None
    if not isinstance(value, dict) or not isinstance(value.get("summary"), dict) or "proofs" not in value:
        raise wrong(f"`{path}` is no report of `unodsl check --format json`", hint)
    rows, options, game = value.get("files"), value.get("options"), value.get("game")
    if (
        not isinstance(rows, list)
        or not all(isinstance(x, dict) and isinstance(x.get("file"), str) and "given" in x for x in rows)
        or not isinstance(options, list)
        or not all(isinstance(x, str) for x in options)
        or not isinstance(game, str | None)
    ):
        raise wrong(f"`{path}` does not say which files it is about", "it is damaged, or of an earlier version")
    return value


def other_texts(value: Mapping[str, Any], now: Mapping[str, str], elsewhere: bool) -> list[str]:
    """Returns the differences between the current files and those that were checked. With `elsewhere`, files are
    matched by name instead of path."""
    then = [(Path(x["file"]).name if elsewhere else x["file"], x) for x in value["files"]]
    there_now = {Path(name).name: text for name, text in now.items()} if elsewhere else dict(now)
    out = [
        f"`{row['file']}` is not as it was when it was checked"
        for name, row in then
        if there_now.get(name) != row.get("sha256")
    ]
    out += [f"`{name}` is read, and the report does not have it" for name in there_now.keys() - dict(then).keys()]
    if len(dict(then)) < len(then):
        out.append("files: it says the same twice")
    return out


def output_lines(report: Path, found: Rechecked) -> list[str]:
    """Returns the lines of output, verdict first."""
    from checker.report.words import many

    lines = []
    if found.wrong:
        count = len(found.wrong)
        lines.append(f"{report} does not hold: {count} thing{'s' if count != 1 else ''} refused")
        lines += [f"  {x}" for x in found.wrong[:MOST_LINES]]
        lines += [f"  and {count - MOST_LINES} more"] if count > MOST_LINES else []
    else:
        lines.append(f"{report} holds")
    lines.append(
        f"shown again: {many(found.proved, 'question')} proved, {many(found.findings, 'finding')} proved, "
        f"{many(found.witnesses, 'scenario')} of findings"
    )
    if found.beside:
        lines.append(f"not rechecked: {many(found.beside, 'question')} that the report itself does not call proved")
    return lines
