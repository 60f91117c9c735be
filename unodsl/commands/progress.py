"""How far long work is: a bar on a terminal, with an estimate of the time that is left, and nothing where nobody sees it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


class Progress:
    """Shows how much of some work is done, and about how long the rest will take. It is drawn when it is called, by no thread of its
    own: work goes on in processes that are forked."""

    def __init__(self, what: str = "") -> None:
        self.what = what
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, of: int, what: str | None = None) -> None:
        """So much is done, of so much; `of` 0 where nobody knows how much there is. `what` is being done."""
        if not sys.stderr.isatty():
            return
        bar = self._bar or self._begun()
        what = self.what if what is None else what
        if self._task is None or (what != bar.tasks[-1].description and bar.tasks[-1].total != (of or None)):
            # the estimate is about work of one kind
            if self._task is not None:
                bar.remove_task(self._task)
            self._task = bar.add_task(what, total=of or None)
        bar.update(self._task, description=what, completed=done)
        bar.refresh()

    def _begun(self) -> Bar:
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        from unodsl.commands.console import Console

        self._bar = Bar(
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
        """Take the bar away, and give the terminal its cursor back."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task = None


@contextmanager
def progress(what: str = "") -> Iterator[Progress]:
    """A bar while this lasts, however it ends."""
    bar = Progress(what)
    try:
        yield bar
    finally:
        bar.close()
