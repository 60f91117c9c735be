"""The language server behind a websocket: a separate process for each page, restricted to the author's folder."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from unodsl.studio.sockets import Broken, Guarded

MOST_ANSWER = 50_000_000
"""The most bytes of an answer."""

_POLICY = 1008


def confined(message: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Restricts the initial message of a page to the author's folder. Findings are computed on request, so the server
    itself computes none."""
    if message.get("method") == "initialize" and isinstance(message.get("params"), dict):
        uri = folder.as_uri()
        params = message["params"] | {
            "processId": os.getpid(),
            "rootUri": uri,
            "rootPath": None,
            "workspaceFolders": [{"uri": uri, "name": folder.name or "rules"}],
            "initializationOptions": {"budget": 0},
        }
        return message | {"params": params}
    if message.get("method") == "workspace/didChangeWorkspaceFolders":
        raise Broken(_POLICY, "the studio has one folder")
    return message


async def serve(link: Guarded, folder: Path) -> None:
    """Relays messages between a page and a language server, until one of them closes. Raises `Broken`,
    `WebSocketDisconnect`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "unodsl.commands.main", "lsp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=folder,
        start_new_session=os.name == "posix",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    tasks = [
        asyncio.create_task(x) for x in (pass_requests(link, process.stdin, folder), answered(link, process.stdout))
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if process.returncode is None:
            process.kill()
        await process.wait()


async def pass_requests(link: Guarded, stream: asyncio.StreamWriter, folder: Path) -> None:
    """Relays messages of the page to the server."""
    while True:
        content = json.dumps(confined(await link.json(), folder)).encode()
        stream.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        await stream.drain()


async def answered(link: Guarded, stream: asyncio.StreamReader) -> None:
    """Relays messages of the server to the page."""
    while True:
        size = 0
        try:
            while line := (await stream.readuntil(b"\r\n")).strip():
                name, _, value = line.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
            if not 0 < size <= MOST_ANSWER:
                raise Broken(1011, "the language server says something odd")
            link.send_text((await stream.readexactly(size)).decode())
        except asyncio.IncompleteReadError:
            raise Broken(1011, "the language server is gone: reload the page") from None
