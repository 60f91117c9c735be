"""Asks another process what the checker finds. Where the system can copy processes it is one that stays; otherwise one for each check."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any

Found = dict[str, Any]
"""A finding of the checker, as its process says it."""

Hear = Callable[[list[Found]], None]
"""Is given what is found so far."""

LONGEST = 1 << 27
"""A longer answer is none."""


class Checking:
    """One check at a time; whoever stops waiting ends it."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.number = 0
        self.process: Process | None = None

    async def findings(self, asked: dict[str, Any], hear: Hear) -> list[Found]:
        """What is found; nothing where the check failed."""
        async with self.turn:
            return await (self.of_staying(asked, hear) if hasattr(os, "fork") else self.of_new(asked))

    async def close(self) -> None:
        """End the process that stays."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    async def staying(self) -> Process:
        """The process that stays."""
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

    async def of_staying(self, asked: dict[str, Any], hear: Hear) -> list[Found]:
        """What the process that stays says, piece by piece."""
        process = await self.staying()
        assert process.stdin is not None
        assert process.stdout is not None
        self.number += 1
        write(process.stdin, {**asked, "id": self.number})
        try:
            while line := await process.stdout.readline():
                said = json.loads(line)
                # (what somebody said who was ended meanwhile comes first)
                if said["id"] == self.number:
                    found: list[Found] = said["findings"]
                    if said["done"]:
                        return found
                    hear(found)
        except ValueError:
            # nobody knows where the next answer begins
            process.kill()
        except asyncio.CancelledError:
            write(process.stdin, {"id": 0})
            raise
        self.process = None
        return []

    async def of_new(self, asked: dict[str, Any]) -> list[Found]:
        """What a process says that is started for it."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "unodsl.lsp.findings"), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            said, _ = await process.communicate(json.dumps(asked).encode())
            found: list[Found] = json.loads(said)["findings"] if process.returncode == 0 else []
            return found
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def write(to: asyncio.StreamWriter, asked: dict[str, Any]) -> None:
    """Send a request. What does not fit is sent as soon as it does; a process that is gone is noticed by who reads."""
    if not to.is_closing():
        to.write(json.dumps(asked).encode() + b"\n")
