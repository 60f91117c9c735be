"""Runs commands of unodsl on ruleset files, in separate processes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from unodsl.studio.children import Failed

MOST_SECONDS = 600.0

Process = asyncio.subprocess.Process


async def command(
    arguments: list[str], folder: Path, started: Callable[[Process], None] | None = None
) -> dict[str, Any]:
    """Returns the JSON output of a command. Raises `Failed` with its message if the files have errors."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "unodsl.commands.main", *arguments, "--format", "json"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        start_new_session=os.name == "posix",
    )
    if started is not None:
        started(process)
    try:
        output, wrong = await asyncio.wait_for(process.communicate(), MOST_SECONDS)
    except TimeoutError:
        raise Failed(f"this takes longer than {MOST_SECONDS:g} seconds: it is stopped") from None
    finally:
        if process.returncode is None:
            end(process)
            await process.wait()
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError:
        raise Failed(wrong.decode(errors="replace").strip() or "this was stopped") from None
    return found


def end(process: Process) -> None:
    """Kills a command, with all its child processes."""
    if process.returncode is not None:
        return
    if os.name == "posix":
        os.killpg(process.pid, 9)
    else:
        process.kill()


def check_arguments(name: str, options: list[str], budget: float) -> list[str]:
    """The arguments of `check`: for some options together, or for all those of the file, each alone and in pairs."""
    chosen = [x for option in options for x in ("--with", option)]
    return ["check", name, *chosen, "--budget", f"{budget:g}", "--jobs", "1"]
