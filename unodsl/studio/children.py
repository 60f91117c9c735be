"""Runs work on ruleset files in child processes: an untrusted text may take long, and must not block others."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any


class Failed(Exception):
    """The work failed. The message says why, in words for a user."""


async def work(module: str, request: dict[str, Any], seconds: float) -> bytes:
    """Returns the standard output of a module of the studio for a question. Raises `Failed` on a timeout or a crash."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"unodsl.studio.{module}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=os.name == "posix",
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(json.dumps(request).encode()), seconds)
    except TimeoutError:
        raise Failed(f"these rules take longer than {seconds:g} seconds: they are stopped") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise Failed("the rules could not be read to the end: the process that did so has broken off")
    return output


def question() -> dict[str, Any]:
    """The question for a child process."""
    request: dict[str, Any] = json.loads(sys.stdin.buffer.read())
    return request


def answer(content: bytes) -> None:
    """Writes the answer of a child process."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def answer_json(value: dict[str, Any]) -> None:
    """Writes an answer in JSON."""
    answer(json.dumps(value).encode())
