"""The process that stays to check for an editor: the last request counts, findings come as they are found, and nothing is left of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unodsl.lsp.findings import request

if not hasattr(os, "fork"):
    pytest.skip("processes cannot be copied here", allow_module_level=True)

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

HOUSE = """use "base.uno"
options for base

option one
  rule one-way
    when player plays 3
    then score of player becomes 1

option two
  rule other-way
    when player plays 3
    then score of player becomes 2
"""


def line(folder: Path, number: int, text: str) -> bytes:
    """A request about a text."""
    path = folder / "house.uno"
    return json.dumps({**request(path, folder, {path: text}, None), "id": number}).encode() + b"\n"


def answers(out: Iterator[bytes], number: int) -> list[dict[str, Any]]:
    """What is said about a request, up to the last of it."""
    said: list[dict[str, Any]] = []
    while not (said and said[-1]["done"]):
        row = json.loads(next(out))
        if row["id"] == number:
            said.append(row)
    return said


@pytest.mark.slow
def test_the_last_request_counts(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_bytes(BASE.read_bytes())
    (tmp_path / "house.uno").write_text(HOUSE)
    environment = {**os.environ, "UNODSL_CACHE_DIR": str(tmp_path / "kept")}
    command = [sys.executable, "-m", "unodsl.lsp.warm"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line(tmp_path, 1, HOUSE))
        process.stdin.flush()
        said = answers(process.stdout, 1)
        assert {x["code"] for x in said[-1]["findings"]} == {"UNO201"}
        # it has a witness, and was said before all was done
        assert [[x["code"] for x in row["findings"]] for row in said[:-1]] == [["UNO201"]]
        # one after the other: what is asked first is ended
        process.stdin.write(line(tmp_path, 2, HOUSE.replace("becomes 2", "becomes 1")))
        process.stdin.write(line(tmp_path, 3, HOUSE.replace("plays 3", "plays 4")))
        process.stdin.flush()
        assert {x["code"] for x in answers(process.stdout, 3)[-1]["findings"]} == {"UNO201"}
        process.stdin.write(line(tmp_path, 4, HOUSE.replace("plays 3", "plays no such card")))
        process.stdin.flush()
        assert answers(process.stdout, 4) == [{"id": 4, "findings": [], "done": True}]
        # one that runs is ended with the process
        process.stdin.write(line(tmp_path, 5, HOUSE.replace("plays 3", "plays 1")))
        process.stdin.close()
        assert process.wait(60) == 0
