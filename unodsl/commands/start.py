"""Where the command `unodsl` begins."""

from __future__ import annotations

from unodsl.commands.sigint import hold


def main() -> None:
    """Load the commands, and run the one that is asked for."""
    hold()
    from unodsl.commands.main import main as commands

    commands()
