"""Scenarios step by step: a process of its own, which reads a question of JSON and writes positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import RulesError
from unodsl.engine.api import Executor
from unodsl.engine.describe import view
from unodsl.engine.reference import Reference
from unodsl.resolve import Project, load_project
from unodsl.resolve.project import Page
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.judge import Failed
from unodsl.scenarios.run import played_table, read_scenario
from unodsl.scenarios.runner import Runner
from unodsl.scenarios.spec import asked as asked_of
from unodsl.studio.children import answer_json, question
from unodsl.studio.telling import table_json, view_json
from unodsl.syntax import nodes as s

SECONDS = 30.0
"""So long the scenarios of a finding may take."""

MOST_FRAMES = 400


class Filmed(Runner):
    """Runs a scenario, and keeps the table as it stood after each of its steps."""

    def __init__(self, desk: Desk, executor: Executor) -> None:
        super().__init__(desk, executor)
        self.frames: list[dict[str, Any]] = []

    def keep(self, words: str, line: int) -> None:
        """The table as it stands."""
        seen = view(self.layout, self.now(), None, self.desk.names)
        notes = [text for text, _ in self.trace.shown]
        fired = list(dict.fromkeys(self.trace.fired))
        if len(self.frames) < MOST_FRAMES:
            self.frames.append({"words": words, "line": line, "view": view_json(seen), "fired": fired, "notes": notes})

    def happens(self, at: steps.Happens) -> None:
        """A round or a match begins or ends."""
        if not self.frames and self.state is not None:
            self.keep("the position", 0)
        super().happens(at)
        self.keep(at.span.text, at.span.line)

    def moves(self, at: steps.Moves) -> None:
        """A move."""
        if not self.frames:
            self.now()
            self.keep("the position", 0)
        super().moves(at)
        self.keep(at.span.text, at.span.line)


def story(project: Project, page: Page, scenario: s.Scenario) -> dict[str, Any]:
    """A scenario as positions. Raises `RulesError`."""
    wanted = asked_of(project, page, scenario)
    resolved, table = played_table(project, wanted.spec)
    read = read_scenario(page, scenario, resolved, wanted)
    runner = Filmed(read.desk, Reference(table))
    message = ""
    try:
        runner.run(read.steps)
        if not runner.frames:
            runner.keep("the position", 0)
    except Failed as failed:
        message = failed.message
    setup = PreparedTable((), wanted.spec.options, {}, resolved, False)
    described = table_json(setup) | {"names": list(read.desk.names)}
    return {"title": scenario.title.text, "frames": runner.frames, "table": described, "message": message}


def stories(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The scenarios of a text that lies, as it were, in a folder. Raises `RulesError`."""
    folder = Path(asked["folder"])
    path = folder / "a-witness.uno"
    project = load_project([path], Path(asked["root"]), texts={path: asked["text"]})
    page = next(p for p in project.pages.values() if p.path.name == path.name)
    return [story(project, page, scenario) for scenario in page.scenarios[:4]]


def main() -> None:
    """Answer one question."""
    try:
        answer_json({"stories": stories(question())})
    except RulesError as error:
        answer_json({"wrong": str(error)})


if __name__ == "__main__":
    main()
