"""How far long work is: one line on a terminal, and nothing where nobody sees it."""

from __future__ import annotations

import sys
import time

import click

_ESTIMATED_FROM = 2.0
"""Seconds of work behind an estimate of the seconds before it."""


def status(text: str) -> None:
    """Put a line on the terminal in place of the last one; an empty one clears it."""
    if sys.stderr.isatty():
        click.echo(f"\r{text}\x1b[K", nl=False, err=True)


class Progress:
    """Hears how much of some work is done, and says it with about how long the rest will take."""

    def __init__(self) -> None:
        self.began = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        spent = time.monotonic() - self.began
        if done >= of:
            status("")
        elif spent < _ESTIMATED_FROM or not done:
            status(f"{done * 100 // of} %")
        else:
            status(f"{done * 100 // of} %, about {duration(spent * (of - done) / done)} left")


def duration(seconds: float) -> str:
    """A while in words: `40 s`, `3 min`."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
