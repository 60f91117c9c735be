"""A studio for tests: an application on a folder of its own, and pages that talk to it without a browser."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the server comes with the studio extra")
pytest.importorskip("uvicorn", reason="the server comes with the studio extra")
pytest.importorskip("segno", reason="QR codes come with the studio extra")

import uvicorn
from websockets.sync.client import ClientConnection, connect

from unodsl.studio.application import Studio, application
from unodsl.studio.folder import Folder
from unodsl.studio.serving import LOCAL, MOST_BYTES, bound
from unodsl.studio.store import Store

TOKEN = "the-author"

WAIT = 60.0
"""Seconds after which a test gives up. It is no measure: the machine may be busy."""

HOUSE = """use "official.uno"
options for official

option sevens "A 7 makes the next player draw"

  rule seven
    when player plays 7
    then next player draws 2

scenario "two more cards"
  with sevens
  seats ann, bob
  ann holds red 7, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 7
  expect number of cards in hand of bob is 3
"""


class Page:
    """A page that is connected."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.heard: list[str] = []
        """All that the server ever sent, as it came."""
        self.numbers = itertools.count(1)
        self.send({"hello": token})

    def send(self, message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        text = self.socket.recv(WAIT)
        assert isinstance(text, str)
        self.heard.append(text)
        found: dict[str, Any] = json.loads(text)
        return found

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            found = self.hear()
            if found.get("type") == kind:
                return found

    def ask(self, ask: str, **more: Any) -> Any:
        """The answer to a question of the author's; `wrong` where it is refused."""
        number = next(self.numbers)
        self.send({"id": number, "ask": ask, **more})
        while True:
            found = self.hear()
            if found.get("id") == number:
                return found["answer"] if "answer" in found else {"wrong": found["wrong"]}


@contextmanager
def joined(port: int, path: str, token: str, origin: str | None = None) -> Iterator[Page]:
    """A page that is connected to a studio; `origin`: the one that a browser would name."""
    headers = {} if origin is None else {"Origin": origin}
    address = f"ws://127.0.0.1:{port}{path}"
    with connect(address, additional_headers=headers, max_size=None, open_timeout=WAIT, close_timeout=1) as socket:
        yield Page(socket, token)


class Desk:
    """A studio that runs in a thread of this process. It can be ended, and started again with the matches that it left."""

    def __init__(self, folder: Path, matches: Path, pace: float) -> None:
        self.folder, self.matches, self.pace = folder, matches, pace
        self.start()

    def start(self, port: int = 0) -> None:
        socket = bound("127.0.0.1", port)
        self.port: int = socket.getsockname()[1]
        address = f"http://127.0.0.1:{self.port}"
        made = Studio(Folder(self.folder), Store(self.matches), TOKEN, address, LOCAL, self.pace)
        config = uvicorn.Config(
            application(made), log_level="critical", ws_max_size=MOST_BYTES, timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [socket]}, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.server.should_exit = True
        self.thread.join(WAIT)

    @contextmanager
    def page(self, path: str, token: str, origin: str | None = None) -> Iterator[Page]:
        with joined(self.port, path, token, origin) as page:
            yield page

    @contextmanager
    def author(self) -> Iterator[Page]:
        with self.page("/author", TOKEN) as page:
            yield page


@contextmanager
def studio(place: Path, pace: float = 0.0) -> Iterator[Desk]:
    """A studio in a folder with one file of house rules."""
    folder = place / "rules"
    folder.mkdir()
    (folder / "house.uno").write_text(HOUSE, encoding="utf-8")
    desk = Desk(folder, place / "matches.sqlite", pace)
    try:
        yield desk
    finally:
        desk.end()
