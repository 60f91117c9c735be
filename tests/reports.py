"""A folder of rules with something of everything that a report shows, and calls of `unodsl check` in it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from checker.report.cache import Store
from unodsl.commands.main import main

CASES = Path(__file__).parent / "cases" / "reports"

MADE = "UNODSL_TESTS_MADE"
"""Set to the folder where reports are kept that all processes of a run share."""


def made() -> Store:
    """The reports that tests of this run have made: for tests of what a check says, not of how it comes to say it."""
    return Store(Path(os.environ[MADE]), pytest.fail)


ALL = ("--with", "jump", "--with", "slap", "--with", "hot", "--with", "cold", "--seats", "3")
HOUSE = ("house.uno", *ALL)


def lay_down(folder: Path) -> None:
    """Copy the cases into a folder."""
    for path in CASES.glob("*.uno"):
        shutil.copy(path, folder / path.name)


def check(*arguments: str, code: int) -> Result:
    """Call `unodsl check`; no traceback or defect may show."""
    result = CliRunner().invoke(main, ["check", *arguments])
    assert result.exit_code == code, f"{arguments}: {result.exit_code}\n{result.output}\n{result.exception!r}"
    assert "unodsl itself failed" not in result.output
    return result


def findings(*arguments: str, code: int) -> list[dict[str, Any]]:
    """The findings that a call prints as JSON."""
    found = json.loads(check(*arguments, "--format", "json", code=code).stdout)["findings"]
    assert isinstance(found, list)
    return found
