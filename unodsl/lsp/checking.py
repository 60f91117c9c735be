"""Runs the checker in another process: a persistent fork server where the system supports fork, otherwise one process
for each check."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any

Found = dict[str, Any]
"""A finding of the checker as JSON."""

OnFindings = Callable[[list[Found]], None]
"""Callback that receives the findings so far."""

LONGEST = 1 << 27
"""Maximum length of an answer, in bytes."""


class Checking:
    """Runs one check at a time. Cancelling the caller stops the check."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.number = 0
        self.process: Process | None = None

    async def findings(self, request: dict[str, Any], on_findings: OnFindings) -> list[Found]:
        """Returns the findings. Empty if the check failed."""
        async with self.turn:
            return await (self.of_staying(request, on_findings) if hasattr(os, "fork") else self.of_new(request))

    async def close(self) -> None:
        """Terminates the fork server."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    async def staying(self) -> Process:
        """Returns the fork server process, started on first use."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "unodsl.lsp.warm"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,
                limit=LONGEST,
            )
        return self.process

    async def of_staying(self, request: dict[str, Any], on_findings: OnFindings) -> list[Found]:
        """Returns the findings of a check in the fork server, and reports partial results."""
        process = await self.staying()
        assert process.stdin is not None
        assert process.stdout is not None
        self.number += 1
        write(process.stdin, {**request, "id": self.number})
        try:
            while line := await process.stdout.readline():
                answer = json.loads(line)
                # (skips answers to cancelled requests)
                if answer["id"] == self.number:
                    found: list[Found] = answer["findings"]
                    if answer["done"]:
                        return found
                    on_findings(found)
        except ValueError:
            # the start of the next answer in the stream is unknown
            process.kill()
        except asyncio.CancelledError:
            write(process.stdin, {"id": 0})
            raise
        self.process = None
        return []

    async def of_new(self, request: dict[str, Any]) -> list[Found]:
        """Returns the findings of a check in a new process."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "unodsl.lsp.findings"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            answer, _ = await process.communicate(json.dumps(request).encode())
            found: list[Found] = json.loads(answer)["findings"] if process.returncode == 0 else []
            return found
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def write(to: asyncio.StreamWriter, request: dict[str, Any]) -> None:
    """Sends a request. Data that exceeds the pipe buffer is sent later; a terminated process is detected by the
    reader."""
    if not to.is_closing():
        to.write(json.dumps(request).encode() + b"\n")
