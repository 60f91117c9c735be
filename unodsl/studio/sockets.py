"""Guarded websockets: limits of origin, size and rate, and authentication by a secret."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

HELLO_SECONDS = 10.0
"""The most seconds until a page sends its secret."""

MOST_WAITING = 200
"""The most messages queued for a page that reads none."""

_POLICY, _TOO_LARGE, _TOO_MANY = 1008, 1009, 4008


class Broken(Exception):
    """A violation of the protocol; the connection ends. `code`: of the websocket protocol."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def of_this_page(socket: WebSocket) -> bool:
    """Whether a request comes from a page of this server. A program other than a browser sends no origin; it needs the secret as
    well."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()


class Guarded:
    """One connection. `most`: the letters of a message; `rate`: the messages per second in the long run, `burst` at
    once."""

    def __init__(self, socket: WebSocket, most: int, rate: float, burst: int) -> None:
        self.socket, self.most, self.rate, self.burst = socket, most, rate, burst
        self.credit, self.last = float(burst), time.monotonic()
        self.waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self.overrun = asyncio.Event()

    async def text(self) -> str:
        """The next message. Raises `Broken`, `WebSocketDisconnect`."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Broken(_POLICY, "messages are text")
        if len(text) > self.most:
            raise Broken(_TOO_LARGE, f"a message has {self.most} letters at most")
        now = time.monotonic()
        self.credit = min(self.burst, self.credit + (now - self.last) * self.rate)
        self.last = now
        self.credit -= 1
        if self.credit < 0:
            raise Broken(_TOO_MANY, "too many messages at once")
        return str(text)

    async def json(self) -> dict[str, Any]:
        """The next message as a JSON object. Raises `Broken`, `WebSocketDisconnect`."""
        try:
            found = json.loads(await self.text())
        except (ValueError, RecursionError):
            raise Broken(_POLICY, "a message is an object of JSON") from None
        if not isinstance(found, dict):
            raise Broken(_POLICY, "a message is an object of JSON")
        return found

    async def hello(self) -> str:
        """The secret in the first message of a page. Raises `Broken`, `WebSocketDisconnect`."""
        try:
            message = await asyncio.wait_for(self.json(), HELLO_SECONDS)
        except TimeoutError:
            raise Broken(_POLICY, "nobody said who is there") from None
        token = message.get("hello")
        if not isinstance(token, str) or not token.isascii():
            raise Broken(_POLICY, "nobody said who is there")
        return token

    def send(self, message: dict[str, Any]) -> None:
        """Queues a message for the page. A page that reads nothing for long is dropped."""
        self.send_text(json.dumps(message, separators=(",", ":")))

    def send_text(self, text: str) -> None:
        """Queues a text."""
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.overrun.set()

    async def sending(self) -> None:
        """Sends queued messages until the connection ends."""
        while True:
            await self.socket.send_text(await self.waiting.get())

    async def rest(self) -> None:
        """Sends the remaining messages."""
        while not self.waiting.empty():
            await self.socket.send_text(self.waiting.get_nowait())

    async def close(self, broken: Broken) -> None:
        """End it, and say why."""
        await self.socket.close(broken.code, str(broken)[:120])
