"""Every mistake of `tests/cases/errors`: the message, word for word. A file beside it with the name `.txt` holds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.collected import names
from unodsl.commands.common import validate_options
from unodsl.diagnostics import MOST_SHOWN, RulesError
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario, titled_twice

FOLDER = Path(__file__).parent / "cases" / "errors"
CASES = sorted(p.stem for p in FOLDER.glob("*.txt"))
HELPERS = {"base", "circle-of-extends-other"}


def told(path: Path) -> str:
    """What is said of a file: its text, then the table of its first lines, its options one by one, and its scenarios."""
    options: tuple[str, ...] = ()
    parameters: dict[str, int | str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# with "):
            options = tuple(x.strip() for x in line.removeprefix("# with ").split(","))
        elif line.startswith("# set "):
            name, _, value = line.removeprefix("# set ").partition("=")
            parameters[name] = value
    try:
        project = load_project([path])
        load_table(project, TableSpec(options=options, parameters=parameters))
        validate_options(project)
        page = project.pages[project.given[0]]
        for index, scenario in enumerate(page.scenarios):
            if index in (again := titled_twice(page)):
                raise RulesError([again[index]])
            run_scenario(project, page, scenario)
    except RulesError as error:
        return str(error).replace(f"{path.parent.resolve()}/", "").replace(f"{path.parent}/", "") + "\n"
    return ""


def test_all_cases_are_found() -> None:
    assert names("tests/cases/errors", ".txt") == CASES
    assert {*CASES, *HELPERS} == set(names("tests/cases/errors"))


@pytest.mark.parametrize("name", CASES)
def test_message(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert expected.startswith("error UNO1")
    assert told(FOLDER / f"{name}.uno") == expected


@pytest.mark.parametrize("name", CASES)
def test_places_are_inside_the_text(name: str) -> None:
    """Each underlined line is a line of the file, and the marks stand under its letters."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line.lstrip().startswith("-") and "> " in line:
            where, row, column = line.split("> ", 1)[1].rsplit(":", 2)
            text = (FOLDER / where).read_text(encoding="utf-8").splitlines()[int(row) - 1]
            shown, marks = lines[number + 2], lines[number + 3]
            if len(text) <= MOST_SHOWN:
                assert shown.endswith(f"| {text}")
            else:
                part = shown.partition(" | ")[2].removeprefix("...").removesuffix("...")
                assert part in text
                # the mark stands below the same letter as in the whole line
                assert shown[marks.index("^") :].startswith(text[int(column) - 1 :][:10])
            assert "^" in marks
            assert len(marks.rstrip()) <= len(shown)
