"""`unodsl studio`."""

from __future__ import annotations

from pathlib import Path

import click

from unodsl.commands.common import wrong


def run(path: Path, host: str, port: int | None, browser: bool, matches: Path | None, pace: float) -> int:
    """Runs the studio server until it is terminated."""
    try:
        from unodsl.studio.serving import serve
    except ImportError as missing:
        name = (missing.name or "").partition(".")[0]
        if name == "unodsl":
            raise
        raise wrong(f"the studio needs {name}", "install it with `pip install unodsl[studio]`") from None
    serve(path, host, port, browser, matches, pace, click.echo)
    return 0
