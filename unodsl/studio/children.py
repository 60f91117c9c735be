"""Work on ruleset files in processes of their own: a text from a stranger may take long, and must not hold anybody up."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any


class Failed(Exception):
    """The work came to nothing. The message says why, in words for a user."""


async def work(module: str, asked: dict[str, Any], seconds: float) -> bytes:
    """What a module of the studio answers to a question: its standard output. Raises `Failed` where it takes too long, or breaks."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"unodsl.studio.{module}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=os.name == "posix",
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(json.dumps(asked).encode()), seconds)
    except TimeoutError:
        raise Failed(f"these rules take longer than {seconds:g} seconds: they are stopped") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise Failed("the rules could not be read to the end: the process that did so has broken off")
    return said


def question() -> dict[str, Any]:
    """What a process was asked."""
    asked: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    return asked


def answer(content: bytes) -> None:
    """Answer it."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def answer_json(value: dict[str, Any]) -> None:
    """Answer it with a document of JSON."""
    answer(json.dumps(value).encode())
