"""`unodsl clauses`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click

from unodsl.commands.common import print_json, project_of, wrong
from unodsl.resolve.inventory import carried


def run(files: tuple[Path, ...], catalog: Path | None, format_: str) -> int:
    """Prints which rules and scenarios implement each clause. Returns 1 if the catalog contains clauses that none of
    them references."""
    found = carried(project_of(files))
    listed: list[str] = sorted(found)
    missing: list[str] = []
    if catalog is not None:
        try:
            entries = tomllib.loads(catalog.read_text(encoding="utf-8")).get("clause", [])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise wrong(f"`{catalog}` cannot be read as a list of clauses: {error}") from error
        pages = {c.partition(".")[0] for c in found}
        ids = [str(e.get("id", "")) for e in entries if isinstance(e, dict)]
        wanted = [i for i in ids if i.partition(".")[0] in pages]
        missing = [i for i in wanted if i not in found or not found[i][0] or not found[i][1]]
        listed = sorted({*listed, *wanted})
    rows = [(i, *found.get(i, ([], []))) for i in listed]
    if format_ == "json":
        print_json({"clauses": [{"id": i, "rules": sorted(r), "scenarios": x} for i, r, x in rows], "missing": missing})
    else:
        for identity, rules, scenarios in rows:
            click.echo(f"{identity}: {', '.join(sorted(rules)) or 'no rule'}")
            for title in scenarios:
                click.echo(f'    "{title}"')
        click.echo(
            f"{len(rows)} clauses"
            + (f", {len(missing)} without a rule or a scenario: {', '.join(missing)}" if missing else "")
        )
    return 1 if missing else 0
