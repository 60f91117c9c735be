"""The web application: the page, and three websockets. Two of them require the author's secret, the third that of a
seat."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from unodsl.studio import language
from unodsl.studio import seat as seats
from unodsl.studio.author import Author
from unodsl.studio.children import Failed
from unodsl.studio.folder import Folder
from unodsl.studio.lobby import Lobby
from unodsl.studio.sockets import Broken, Guarded, of_this_page
from unodsl.studio.store import Store

PAGE = Path(__file__).resolve().parent / "page"

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

AUTHOR_MOST, SEAT_MOST = 4_000_000, 2_000
"""The most letters of a message: of the author's page, which sends whole files, and of a seat's."""


@dataclass(frozen=True, slots=True)
class Studio:
    """The configuration. `address`: the external URL, without a trailing slash; `hosts`: the accepted host names, ()
    for any."""

    folder: Folder
    store: Store
    token: str
    address: str
    hosts: tuple[str, ...] = ()
    pace: float = 0.8


def policy(nonce: str) -> dict[str, str]:
    """Security headers: only the page's own scripts, no external content, no framing."""
    rules = [
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' 'nonce-{nonce}'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return {
        "Content-Security-Policy": "; ".join(rules),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-cache",
    }


def application(studio: Studio) -> Starlette:
    """The application."""
    lobby = Lobby(studio.store, studio.pace)
    files = {f"/{p.name}": p for p in sorted(PAGE.iterdir()) if p.suffix in _TYPES} if PAGE.is_dir() else {}
    pages = {"/": "/index.html", "/seat": "/seat.html"}

    def known_host(host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        return not studio.hosts or name.strip("[]").lower() in studio.hosts

    async def file(request: Request) -> Response:
        # protection against DNS rebinding: a foreign name that resolves to this machine
        if not known_host(request.headers.get("host", "")):
            return PlainTextResponse("this studio does not answer under that name", 421)
        path = files.get(pages.get(request.url.path, request.url.path))
        if path is None:
            return PlainTextResponse("there is no such page", 404, policy(""))
        nonce = secrets.token_urlsafe(16)
        content = path.read_bytes()
        if path.suffix == ".html":
            content = content.replace(b"NONCE", nonce.encode())
        return Response(content, media_type=_TYPES[path.suffix], headers=policy(nonce))

    def socket(
        serve: Callable[[Guarded], Awaitable[None]], most: int, rate: float, burst: int
    ) -> Callable[[WebSocket], Awaitable[None]]:
        async def accepted(web: WebSocket) -> None:
            if not of_this_page(web) or not known_host(web.headers.get("host", "")):
                await web.close(1008)
                return
            await web.accept()
            link = Guarded(web, most, rate, burst)
            tasks = [asyncio.ensure_future(x) for x in (serve(link), link.sending(), link.overrun.wait())]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    if task.done():
                        task.result()
                await link.rest()
                await web.close(1013 if link.overrun.is_set() else 1000)
            except Broken as broken:
                await link.close(broken)
            except (WebSocketDisconnect, RuntimeError, OSError):
                # the page has closed
                pass
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

        return accepted

    async def checked(link: Guarded) -> None:
        """Raises `Broken` unless the page sends the author's secret."""
        if not secrets.compare_digest(await link.hello(), studio.token):
            raise Broken(4001, "this is not the author's link: it stands where the studio was started")

    async def author(link: Guarded) -> None:
        await checked(link)
        await Author(studio.folder, lobby, studio.address, link).serve()

    async def rules(link: Guarded) -> None:
        await checked(link)
        await language.serve(link, studio.folder.place)

    async def seat(link: Guarded) -> None:
        try:
            room, number = await lobby.seat(await link.hello())
        except Failed as failed:
            link.send({"type": "refused", "why": str(failed), "final": True})
            return
        await seats.serve(link, room, number)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        lobby.end()

    return Starlette(
        routes=[
            WebSocketRoute("/author", socket(author, AUTHOR_MOST, 50, 400)),
            WebSocketRoute("/language", socket(rules, AUTHOR_MOST, 200, 1000)),
            WebSocketRoute("/seat", socket(seat, SEAT_MOST, 10, 40)),
            Route("/{path:path}", file),
        ],
        lifespan=life,
    )
