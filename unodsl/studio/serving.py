"""Starts the studio: port, links, browser."""

from __future__ import annotations

import errno
import hashlib
import secrets
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import platformdirs
import uvicorn

from unodsl.data import rulesets_dir
from unodsl.diagnostics import wrong
from unodsl.files import reason
from unodsl.studio.application import PAGE, Studio, application
from unodsl.studio.folder import Folder
from unodsl.studio.store import Store

PORT = 8765
"""The default port."""

TRIES = 20
"""The number of further ports that are tried."""

LOCAL = ("127.0.0.1", "localhost", "::1")

MOST_BYTES = 8_000_000
"""The most bytes of a message."""


def folder_of(path: Path) -> Folder:
    """The folder to show, and its first file. Raises `RulesError`."""
    if path.is_dir():
        return Folder(path)
    if not path.parent.is_dir():
        raise wrong(f"there is no folder `{path.parent}`")
    shipped = rulesets_dir() / (path.name if path.suffix else f"{path.name}.uno")
    if not path.exists() and len(path.parts) == 1 and shipped.is_file():
        raise wrong(
            f"`{path}` comes with unodsl, and is not to be changed",
            f"`unodsl new my-rules --for {shipped.stem}` writes a file that builds on it; then `unodsl studio my-rules.uno`",
        )
    if path.suffix != ".uno":
        raise wrong(f"`{path}` is no ruleset file: their names end in .uno", "name a ruleset file, or a folder of them")
    if not path.exists():
        raise wrong(f"there is no file `{path}`", f"`unodsl new {path.stem}` writes one")
    return Folder(path.parent, path)


def bound(host: str, port: int | None) -> socket.socket:
    """Opens a listening socket: at the requested port, or at the first free one from the default on. Raises
    `RulesError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port is not None else [*range(PORT, PORT + TRIES), 0]:
        here = socket.socket(family, socket.SOCK_STREAM)
        here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            here.bind((host, number))
            here.listen(256)
        except OSError as error:
            here.close()
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            if error.errno == errno.EADDRINUSE:
                hint = "name another one with `--port`, or none: then the next free one is taken"
                raise wrong(f"port {number} is in use", hint) from None
            raise wrong(f"nothing can listen at `{host}`, port {number}: {reason(error)}") from None
        return here
    raise AssertionError("port 0 is never in use")


def reached_at(host: str) -> str:
    """The host name of this machine for others."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # sends nothing: it only determines the route of a packet
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def matches_file(folder: Folder) -> Path:
    """The file of the matches of a folder: in the user's data folder, so that the folder has rules only."""
    name = hashlib.sha256(str(folder.place).encode()).hexdigest()[:16]
    return platformdirs.user_data_path("unodsl") / "studio" / f"{name}.sqlite"


def serve(
    path: Path,
    host: str,
    port: int | None,
    browser: bool,
    matches: Path | None,
    pace: float,
    say: Callable[[str], None],
) -> None:
    """Serves a studio until Ctrl-C. Raises `RulesError`."""
    folder = folder_of(path)
    if not (PAGE / "index.html").is_file():
        raise wrong(
            "the page of the studio is not built", "in a checkout: `npm ci && npm run build` in the folder `studio`"
        )
    store = Store(matches or matches_file(folder))
    here = bound(host, port)
    number = here.getsockname()[1]
    shown = reached_at(host)
    at = f"[{shown}]" if ":" in shown else shown
    hosts = () if host in ("0.0.0.0", "::") else (*LOCAL, host.lower())
    token = secrets.token_urlsafe(24)
    studio = Studio(folder, store, token, f"http://{at}:{number}", hosts, pace)
    local = at if host not in ("0.0.0.0", "::") else "127.0.0.1"
    link = f"http://{local}:{number}/#{token}"
    if port is None and number != PORT:
        say(f"port {PORT} is in use: this studio is at port {number}")
    if not folder.writable:
        say(f"`{folder.place}` is read-only: rules can be read, checked and played, but not saved")
    if host not in LOCAL:
        say(
            f"others reach this studio at {studio.address}; whoever has the link of a seat can play, and only you have the next one"
        )
    say(f"the studio is at {link}")
    say("Ctrl-C ends it; matches are kept")
    if browser and not opened(link):
        say("no browser could be opened here: copy the address into one")
    config = uvicorn.Config(
        application(studio),
        log_level="error",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20.0,
        ws_ping_timeout=40.0,
        lifespan="on",
    )
    uvicorn.Server(config).run(sockets=[here])


def opened(link: str) -> bool:
    """Opens a browser; returns whether there is one."""
    try:
        return webbrowser.open(link)
    except (webbrowser.Error, OSError):
        return False
