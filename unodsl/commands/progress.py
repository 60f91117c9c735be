"""Progress bar with an estimate of the remaining time. Shown only if stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


MOST_NOTES = 5
"""The most lines below the bar."""


class Progress:
    """Progress display for a long task. It is redrawn synchronously on each call instead of by a thread, because the
    work forks processes."""

    def __init__(self, what: str = "") -> None:
        self.what = what
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._notes: list[str] = []

    def __call__(self, done: int, of: int, what: str | None = None) -> None:
        """Reports that `done` of `of` units are complete. `of` is 0 if the total is unknown. `what` describes the
        current step."""
        if not sys.stderr.isatty():
            return
        bar = self._bar or self._begun()
        what = self.what if what is None else what
        if self._task is None or (what != bar.tasks[-1].description and bar.tasks[-1].total != (of or None)):
            # the time estimate applies to one kind of step only
            if self._task is not None:
                bar.remove_task(self._task)
            self._task = bar.add_task(what, total=of or None)
        bar.update(self._task, description=what, completed=done)
        bar.refresh()

    def note(self, line: str) -> None:
        """Shows a line below the bar, once, until the bar is removed."""
        if sys.stderr.isatty() and line not in self._notes:
            self._notes.append(line)
            (self._bar or self._begun()).refresh()

    def _begun(self) -> Bar:
        from rich.console import RenderableType
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
        from rich.text import Text

        from unodsl.commands.console import Console

        notes = self._notes

        class WithNotes(Bar):
            def get_renderables(self) -> Iterable[RenderableType]:
                yield from super().get_renderables()
                for line in notes[:MOST_NOTES]:
                    yield Text(line, no_wrap=True, overflow="ellipsis")
                if len(notes) > MOST_NOTES:
                    yield Text(f"and {len(notes) - MOST_NOTES} more")

        self._bar = WithNotes(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("left", style="dim"),
            TimeRemainingColumn(),
            console=Console(file=sys.stderr),
            transient=True,
            auto_refresh=False,
        )
        self._bar.start()
        return self._bar

    def close(self) -> None:
        """Removes the bar and restores the cursor."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task = None
            self._notes.clear()


@contextmanager
def progress(what: str = "") -> Iterator[Progress]:
    """Context manager for a progress bar, which is removed on exit, also after an exception."""
    bar = Progress(what)
    try:
        yield bar
    finally:
        bar.close()
