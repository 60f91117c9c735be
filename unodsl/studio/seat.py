"""What the page of a seat asks for: moves, and moves to be taken back."""

from __future__ import annotations

from typing import Any

from unodsl.studio.room import Refused, Room
from unodsl.studio.sockets import Guarded


async def serve(link: Guarded, room: Room, seat: int) -> None:
    """Play from one page, until it goes. Raises `Broken`, `WebSocketDisconnect`."""
    try:
        room.come(seat, link.send)
        while True:
            await answer(link, room, seat, await link.json())
    except Refused as refused:
        link.send({"type": "refused", "why": str(refused)})
    finally:
        room.go(seat, link.send)


async def answer(link: Guarded, room: Room, seat: int, asked: dict[str, Any]) -> None:
    """Answer one message; what cannot be is refused, and disturbs nobody."""
    try:
        if "move" in asked:
            await room.move(seat, asked["move"])
        elif "undo" in asked:
            await room.take_back(seat, asked["undo"])
        else:
            raise Refused("the studio does not know this: reload the page")
    except Refused as refused:
        link.send({"type": "refused", "why": str(refused)})
