"""`unodsl lsp`."""

from __future__ import annotations

import logging
import sys

from unodsl.commands.common import wrong


def run(websocket: bool, host: str, port: int, verbose: bool) -> int:
    """Serve an editor until it goes away: over standard input and output, or over a websocket."""
    try:
        from unodsl.lsp.server import make_server
    except ImportError:
        raise wrong("the language server needs pygls", "install it with `pip install unodsl[lsp]`") from None
    # what is logged goes to standard error: on standard output the protocol is spoken
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
