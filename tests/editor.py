"""An editor for tests: pytest-lsp's client and a server, in this process or in one of its own."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pytest_lsp", reason="the client comes with the test extra")
pytest.importorskip("pygls", reason="the server comes with the lsp extra")

from lsprotocol import types as lsp
from pygls.io_ import run_async
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

WAIT = 120.0
"""Seconds after which a test gives up. It is no measure: the machine may be busy."""


class Editor:
    """A client with some files open."""

    def __init__(self, client: LanguageClient, folder: Path, legend: list[str]) -> None:
        self.client = client
        self.client_legend = legend
        self.folder = folder
        self.versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file; with its text on disk unless another one is given."""
        uri = self.uri(name)
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        item = lsp.TextDocumentItem(uri, "uno", 1, text)
        self.versions[uri] = 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str) -> None:
        """Replace the text of an open file."""
        self.versions[uri] += 1
        item = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(item, [whole]))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    async def until(self, uri: str, holds: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """The diagnostics of a file once they are as they should be."""
        for _ in range(int(WAIT / 0.02)):
            found = self.client.diagnostics.get(uri)
            if found is not None and holds(list(found)):
                return list(found)
            await asyncio.sleep(0.02)
        raise AssertionError(f"diagnostics never came: {self.client.diagnostics.get(uri)}")

    async def stop(self) -> None:
        await self.client.shutdown_session()


def place(text: str, words: str, at: int = 0, nth: int = 0) -> lsp.Position:
    """The position of some words of a text; `at` letters into them."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(words, offset + 1)
    offset += at
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return lsp.Position(line, len(column.encode("utf-16-le")) // 2)


def words_at(text: str, where: lsp.Range) -> str:
    """The text of a range on one line."""
    line = text.split("\n")[where.start.line].encode("utf-16-le")
    return line[where.start.character * 2 : where.end.character * 2].decode("utf-16-le")


@asynccontextmanager
async def served() -> AsyncIterator[LanguageClient]:
    """A client of a server in this process, over a local connection: a process of its own takes a second to start."""
    from unodsl.lsp.server import make_server

    thresholds = gc.get_threshold()
    server = make_server()
    client = make_test_lsp_client()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.protocol.set_writer(writer)
        await run_async(threading.Event(), reader, server.protocol, error_handler=server.report_server_error)
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    await client.start_tcp(*listening.sockets[0].getsockname())
    try:
        yield client
        await client.shutdown_async(None)
    finally:
        if client.protocol.writer is not None:
            client.protocol.writer.close()
        listening.close()
        gc.set_threshold(*thresholds)
        gc.unfreeze()


@asynccontextmanager
async def started() -> AsyncIterator[LanguageClient]:
    """A client of a server in a process of its own, as editors have it."""
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "unodsl.commands.main", "lsp")
    try:
        yield client
        await client.shutdown_session()
    finally:
        server = client._server
        if server is not None and server.returncode is None:
            server.kill()


@asynccontextmanager
async def editor(
    folder: Path, encodings: list[lsp.PositionEncodingKind | str] | None = None, process: bool = False
) -> AsyncIterator[Editor]:
    """An editor on a folder, its server started and stopped. `encodings`: how it likes to count places, the best first.
    `process`: the server is a process of its own."""
    capabilities = client_capabilities("visual-studio-code")
    if encodings is not None:
        capabilities.general = lsp.GeneralClientCapabilities(position_encodings=encodings)
    async with asyncio.timeout(WAIT), started() if process else served() as client:
        said = await client.initialize_session(
            lsp.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "rules")],
                root_uri=folder.as_uri(),
            )
        )
        tokens = said.capabilities.semantic_tokens_provider
        yield Editor(client, folder, list(tokens.legend.token_types) if tokens else [])


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test to its end."""
    asyncio.run(test)
