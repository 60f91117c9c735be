"""The requests of a seat's page: moves and undo."""

from __future__ import annotations

from typing import Any

from unodsl.studio.room import Refused, Room
from unodsl.studio.sockets import Guarded


async def serve(link: Guarded, room: Room, seat: int) -> None:
    """Serves one page, until it closes. Raises `Broken`, `WebSocketDisconnect`."""
    try:
        room.come(seat, link.send)
        while True:
            await answer(link, room, seat, await link.json())
    except Refused as refused:
        link.send({"type": "refused", "why": str(refused)})
    finally:
        room.go(seat, link.send)


async def answer(link: Guarded, room: Room, seat: int, request: dict[str, Any]) -> None:
    """Answers one message; a refused one affects nobody."""
    try:
        if "move" in request:
            await room.move(seat, request["move"])
        elif "undo" in request:
            await room.take_back(seat, request["undo"])
        else:
            raise Refused("the studio does not know this: reload the page")
    except Refused as refused:
        link.send({"type": "refused", "why": str(refused)})
