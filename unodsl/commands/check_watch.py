"""`unodsl check --watch`: a check after each save, until Ctrl-C. Files are polled: that needs no library, and works on
every file system.

The watched files: those of the call, all ruleset files beside them (for a named ruleset, its file), those that the last
check read, and the project file.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from unodsl.commands.colors import print_errors
from unodsl.commands.common import found, project_of
from unodsl.diagnostics import RulesError
from unodsl.project_file import NAME

POLL = 0.05
"""The polling interval in seconds."""

STEADY = 0.05
"""The seconds without a change after which a save is complete: editors save in several steps."""

MOST_FILES = 2_000
"""The most files that are polled."""

Stamps = dict[Path, tuple[int, int, int]]
"""For each existing file its modification time, size, and inode."""

Check = Callable[[Callable[[], bool]], int]
"""Checks and prints findings, unless its argument says that they are out of date; returns the exit code."""


class Watch:
    """A snapshot of the files of a check."""

    def __init__(
        self, files: tuple[Path, ...], options: tuple[str, ...], game: str | None, config: Path | None
    ) -> None:
        self.files, self.options, self.game, self.config = files, options, game, config
        self.read: frozenset[Path] = frozenset()
        self.broken = threading.Event()
        """A change has canceled the running check."""
        self.seen = self.stamps()

    def learn(self) -> None:
        """Also watches the files that a check of these reads, as far as they load."""
        try:
            project = project_of(found(self.files), self.options, self.game)
        except RulesError:
            return
        read = frozenset(Path(p.file.source.key).absolute() for p in project.pages.values()) - self.seen.keys()
        if not read <= self.read:
            self.read |= read
            self.seen = {**{p: v for p, v in self.stamps().items() if p in read}, **self.seen}

    def paths(self) -> Iterator[Path]:
        """The watched files, existing or not."""
        for path in self.files:
            folder = path if path.is_dir() else path.parent
            # a folder is searched recursively
            yield from folder.rglob("*.uno") if folder == path else folder.glob("*.uno")
            yield folder / NAME
        yield from self.files
        yield from self.read
        if self.config is not None:
            yield self.config

    def stamps(self) -> Stamps:
        """The current snapshot of the files."""
        out: Stamps = {}
        try:
            for path in self.paths():
                if len(out) == MOST_FILES:
                    break
                try:
                    there = path.stat()
                except OSError:
                    continue
                if path.suffix:
                    # a file may have two names
                    out[path.absolute()] = there.st_mtime_ns, there.st_size, there.st_ino
        except OSError:
            # a folder was removed while it was read; the next poll notices
            pass
        return out

    def changed(self) -> bool:
        """Whether the files have changed since the check began."""
        return self.stamps() != self.seen

    def wait(self) -> str:
        """Waits for a complete change; describes it."""
        while not self.changed():
            time.sleep(POLL)
        now = self.stamps()
        while True:
            time.sleep(STEADY)
            later = self.stamps()
            if later == now:
                break
            now = later
        before, self.seen = self.seen, now
        gone, new = sorted(before.keys() - now.keys()), sorted(now.keys() - before.keys())
        other = sorted(p for p in before.keys() & now.keys() if before[p] != now[p])
        groups = ((other, "changed"), (new, "new"), (gone, "gone"))
        texts = [f"{', '.join(p.name for p in some)} {what}" for some, what in groups if some]
        return "; ".join(texts) or "saved as it was"


@contextmanager
def broken_off(watch: Watch) -> Iterator[None]:
    """A context in which a change cancels the running check, like Ctrl-C."""
    over = threading.Event()
    main = threading.main_thread().ident

    def poll() -> None:
        while not over.wait(POLL):
            if watch.changed() and not over.is_set():
                watch.broken.set()
                if main is not None and hasattr(signal, "pthread_kill"):
                    signal.pthread_kill(main, signal.SIGINT)
                return

    thread = threading.Thread(target=poll, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def once(watch: Watch, check: Check) -> int | None:
    """Runs one check, or prints the errors in the files; returns its exit code, None if it was canceled by a change or
    impossible."""
    watch.broken.clear()
    try:
        with broken_off(watch):
            code = check(watch.broken.is_set)
    except RulesError as error:
        print_errors(error)
        return None
    except KeyboardInterrupt:
        if not watch.broken.is_set():
            raise
        return None
    return None if watch.broken.is_set() else code


def watched(watch: Watch, check: Check, stopped: int) -> int:
    """Checks now and after each change, until Ctrl-C. Returns 0, or the exit code of a check that Ctrl-C canceled
    (`stopped`)."""
    try:
        while True:
            if once(watch, check) == stopped:
                return stopped
            watch.learn()
            if not watch.changed():
                click.echo("watching for changes; Ctrl-C ends it", err=True)
            what = watch.wait()
            click.echo(f"\n{datetime.now():%H:%M:%S}  {what}\n")
    except KeyboardInterrupt:
        click.echo(err=True)
        return 0
