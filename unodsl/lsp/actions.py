"""Code lenses and code actions: runs scenarios, checks options, and applies fixes of findings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unodsl.diagnostics import RulesError
from unodsl.lsp.index import ends
from unodsl.lsp.problems import Edit
from unodsl.lsp.workspace import View, Workspace
from unodsl.resolve.declarations import declarations
from unodsl.scenarios.run import run_scenario

RUN_SCENARIO = "unodsl.runScenario"
CHECK_OPTION = "unodsl.checkOption"
SHOW_WITNESS = "unodsl.showWitness"
EXPLAIN = "unodsl.explain"


@dataclass(frozen=True, slots=True)
class Lens:
    """A code lens."""

    title: str
    command: str
    start: int
    end: int
    argument: str


def lenses(view: View) -> list[Lens]:
    """Returns the code lenses of a file: run a scenario, and show the conflicts of an option."""
    if view.page is None:
        return []
    out = [Lens("run this scenario", RUN_SCENARIO, *ends(x.title.span), x.title.text) for x in view.page.scenarios]
    for option in view.page.options.values():
        full = f"{view.name}.{option.name.text}"
        out.append(Lens("what this option contradicts", CHECK_OPTION, *ends(option.name.span), full))
    return sorted(out, key=lambda x: x.start)


def ran(workspace: Workspace, path: Path, title: str) -> tuple[bool, str]:
    """Runs a scenario. Returns whether it passed, and a message."""
    view = workspace.view(path)
    page, project = view.page, view.project
    scenario = None if page is None else next((x for x in page.scenarios if x.title.text == title), None)
    if project is None or page is None or scenario is None:
        return False, f"there is no scenario `{title}` here"
    try:
        result = run_scenario(project, page, scenario)
    except RulesError as error:
        return False, f"`{title}` could not be run:\n{error}"
    if not result.passed:
        return False, f"`{title}` failed: {result.message}"
    return True, "\n".join((f"`{title}` passed", *result.warnings))


def allowance(view: View, finding: dict[str, Any]) -> tuple[str, Edit] | None:
    """Returns the title and edit that insert an `allow` line for a finding, at the first of its rules that is located
    in a file."""
    for full in finding["rules"]:
        page, _, name = full.partition(".")
        others = [x for x in finding["rules"] if x != full]
        if page != view.name or view.page is None:
            continue
        declared = next((d for d in declarations(view.page) if d.target.kind == "rule" and d.target.name == name), None)
        if declared is None:
            continue
        start, end = ends(declared.item)
        body = view.text[start:end].rstrip()
        lead = view.positions.start_of(view.positions.line_of(start))
        margin = view.text[lead:start] + "  "
        of = f" with {others[0]}" if len(others) == 1 else ""
        line = f'\n{margin}allow {finding["code"]}{of} "say here why this is meant"'
        at = start + len(body)
        return f"allow {finding['code']} in `{name}`", Edit("", at, at, line)
    return None


def fixes(workspace: Workspace, finding: dict[str, Any]) -> list[tuple[str, Path, Edit]]:
    """Returns the edits that resolve a finding, as verified by the checker."""
    out = []
    for fix in finding["fixes"]:
        path = workspace.place(Path(fix["path"]))
        view = workspace.view(path)
        above = view.text[view.positions.start_of(fix["line"] - 1) : view.positions.end_of(fix["line"] - 1)]
        margin = above[: len(above) - len(above.lstrip())]
        end = view.positions.end_of(fix["line"] - 1)
        text = fix["text"] if fix["text"][:1].isspace() else margin + fix["text"]
        out.append(
            (fix["description"] or f"write `{fix['text'].strip()}`", path, Edit("", end, end, f"\n{text.rstrip()}"))
        )
    return out


def witness_text(finding: dict[str, Any]) -> str:
    """Returns the witness of a finding as a document."""
    head = [f"# {finding['code']} {finding['name']}: {finding['message']}"]
    head += [f"# {side['label']}: {'; '.join(side['facts'])}" for side in finding["sides"]]
    return "\n".join([*head, "", finding["witness"] or f"# no scenario: {finding['basis']}", ""])
