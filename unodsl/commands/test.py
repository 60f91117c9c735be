"""`unodsl test`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import print_json, project_of, validate_options
from unodsl.diagnostics import RulesError
from unodsl.resolve.inventory import actions
from unodsl.scenarios import Result, all_scenarios, run_scenario


def run(files: tuple[Path, ...], wanted: str, format_: str) -> int:
    """Run the scenarios of the files given; 0 when all pass, 1 when one fails, 2 when one cannot be run."""
    project = project_of(files)
    validate_options(project)
    results: list[Result] = []
    broken: list[tuple[str, RulesError]] = []
    given = set(project.given)
    for page, scenario in all_scenarios(project):
        if page.name not in given or wanted.lower() not in scenario.title.text.lower():
            continue
        try:
            results.append(run_scenario(project, page, scenario))
        except RulesError as error:
            broken.append((scenario.title.text, error))
    fired = {name for r in results for name in r.fired}
    rules = sorted(project.rule_names())
    active = actions(project)
    silent = [r for r in rules if r not in fired and r in active and r.partition(".")[0] in given]
    failed = [r for r in results if not r.passed]
    if format_ == "json":
        print_json(
            {
                "passed": len(results) - len(failed),
                "failed": len(failed) + len(broken),
                "scenarios": [
                    {
                        "title": r.title,
                        "page": r.page,
                        "passed": r.passed,
                        "message": r.message,
                        "clauses": list(r.clauses),
                    }
                    for r in results
                ]
                + [{"title": t, "page": "", "passed": False, "message": str(e), "clauses": []} for t, e in broken],
                "never_fired": [] if wanted else silent,
            }
        )
    else:
        for r in failed:
            click.echo(f"failed: {r.title}\n{r.message}\n")
        for title, why in broken:
            click.echo(f"cannot run: {title}\n{why}\n")
        click.echo(f"{len(results) - len(failed)} passed, {len(failed) + len(broken)} failed")
        if silent and not wanted:
            click.echo(f"no scenario fires: {', '.join(silent)}")
    return 2 if broken else 1 if failed else 0
