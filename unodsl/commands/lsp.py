"""`unodsl lsp`."""

from __future__ import annotations

import logging
import sys

from unodsl.commands.common import wrong


def run(websocket: bool, host: str, port: int, verbose: bool) -> int:
    """Runs the language server until the client disconnects, over stdio or a websocket."""
    try:
        from unodsl.lsp.server import make_server
    except ImportError:
        raise wrong("the language server needs pygls", "install it with `pip install unodsl[lsp]`") from None
    # log to stderr, since stdout carries the protocol
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if verbose else logging.CRITICAL)
    server = make_server()
    if websocket:
        try:
            import websockets.asyncio.server  # noqa: F401
        except ImportError:
            raise wrong(
                "a websocket needs the package websockets", "install it with `pip install unodsl[lsp]`"
            ) from None
        server.start_ws(host, port)
    else:
        server.start_io()
    return 0
