"""Runs scenarios step by step in a separate process that reads a JSON request and writes positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import RulesError
from unodsl.engine.describe import view
from unodsl.resolve import Project, load_project
from unodsl.resolve.project import Page
from unodsl.scenarios import story_of
from unodsl.studio.children import answer_json, question
from unodsl.studio.telling import table_json, view_json
from unodsl.syntax import nodes as s

SECONDS = 30.0
"""Time limit for the scenarios of a finding, in seconds."""

MOST_FRAMES = 400


def story(project: Project, page: Page, scenario: s.Scenario) -> dict[str, Any]:
    """Returns a scenario as positions. Raises `RulesError`."""
    found = story_of(project, page, scenario)
    frames = [
        {
            "words": x.words or "the position",
            "line": x.line,
            "view": view_json(view(found.layout, x.state, None, found.names)),
            "fired": x.fired,
            "notes": x.notes,
        }
        for x in found.pictures[:MOST_FRAMES]
    ]
    setup = PreparedTable((), found.options, {}, found.resolved, False)
    described = table_json(setup) | {"names": list(found.names)}
    return {"title": found.title, "frames": frames, "table": described, "message": found.message}


def stories(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the scenarios of a text with a virtual directory. Raises `RulesError`."""
    folder = Path(request["folder"])
    path = folder / "a-witness.uno"
    project = load_project([path], Path(request["root"]), texts={path: request["text"]})
    page = next(p for p in project.pages.values() if p.path.name == path.name)
    return [story(project, page, scenario) for scenario in page.scenarios[:4]]


def main() -> None:
    """Answers one request."""
    try:
        answer_json({"stories": stories(question())})
    except RulesError as error:
        answer_json({"wrong": str(error)})


if __name__ == "__main__":
    main()
