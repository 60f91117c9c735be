"""A fork server for checks: a process that has loaded the checker and read the files, and makes a copy of itself for each check.

A request is a line of JSON (`unodsl.lsp.findings.request`, and `id`), and ends the check that runs; one without a path does nothing else. Answers
are lines as well: `id`, `findings`, and whether that is all (`done`). The process ends when nobody can ask it any more.
"""

from __future__ import annotations

import gc
import json
import os
import selectors
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

from unodsl.lsp.findings import Loaded, answer, end_with, loaded

PATIENCE = 0.1
"""Seconds that a check has to end its own processes before it is ended itself."""

LESS_URGENT = 10
"""Whatever the editor waits for goes before a check."""


class Lines:
    """Whole lines of what can be read from somewhere."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.rest = b""

    def read(self) -> list[bytes] | None:
        """Those that have come; None at the end."""
        some = os.read(self.descriptor, 1 << 16)
        if not some:
            return None
        *lines, self.rest = (self.rest + some).split(b"\n")
        return lines


class Server:
    """Makes one check at a time."""

    def __init__(self) -> None:
        self.asked = Lines(sys.stdin.fileno())
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.asked.descriptor, selectors.EVENT_READ)
        self.running: tuple[int, Lines, int] | None = None
        """The process that checks, what it says, and the number of the request."""

    def run(self) -> None:
        """Until nobody can ask any more."""
        while True:
            for key, _ in self.ready.select():
                if key.fd == self.asked.descriptor:
                    lines = self.asked.read()
                    if lines is None:
                        self.stop()
                        return
                    if lines:
                        # a repeated request does not wait for the previous one
                        self.stop()
                        self.begin(json.loads(lines[-1]))
                elif self.running is not None and key.fd == self.running[1].descriptor:
                    self.pass_on(*self.running)

    def begin(self, asked: dict[str, Any]) -> None:
        """Begin a check. The files are read here, so that the next check knows those that have not changed."""
        if "path" not in asked:
            return
        about = loaded(asked)
        if about is None:
            say(sys.stdout.fileno(), asked["id"], [], True)
            return
        ours, theirs = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(ours)
            check(asked, about, theirs)
        os.close(theirs)
        self.running = process, Lines(ours), asked["id"]
        self.ready.register(ours, selectors.EVENT_READ)

    def pass_on(self, process: int, said: Lines, number: int) -> None:
        """Pass on what a check says, line by line: of one that is ended nobody gets half a line."""
        lines = said.read()
        if lines is None:
            # (had it said that this is all, nobody would read on)
            self.stop()
            say(sys.stdout.fileno(), number, [], True)
            return
        for line in lines:
            write(sys.stdout.fileno(), line + b"\n")

    def stop(self) -> None:
        """End the check that runs."""
        if self.running is None:
            return
        process, said, _ = self.running
        self.running = None
        self.ready.unregister(said.descriptor)
        os.close(said.descriptor)
        os.kill(process, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while os.waitpid(process, os.WNOHANG)[0] == 0:
            if time.monotonic() >= until:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                return
            time.sleep(0.002)


def check(asked: dict[str, Any], about: Loaded, out: int) -> None:
    """Check, in a process of its own, and end it."""
    try:
        signal.signal(signal.SIGTERM, ended)
        threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
        found = answer(asked, about, lambda some: say(out, asked["id"], some, False))
        say(out, asked["id"], found, True)
    except BaseException:
        os._exit(1)
    os._exit(0)


def ended(number: int, frame: FrameType | None) -> None:
    """End this process, and those that work for it."""
    from checker.parallel import end_staying

    end_staying()
    os._exit(1)


def say(out: int, number: int, found: list[dict[str, Any]], done: bool) -> None:
    """Write an answer."""
    write(out, json.dumps({"id": number, "findings": found, "done": done}).encode() + b"\n")


def write(out: int, some: bytes) -> None:
    """Write all of it."""
    while some:
        some = some[os.write(out, some) :]


def load() -> None:
    """Load what a check needs, before somebody asks."""
    import checker.families.own_options
    import checker.kept.answers
    import checker.report.baseline
    import checker.report.cache
    import checker.report.selection
    import checker.report.verdict  # noqa: F401

    gc.collect()
    gc.freeze()


def main() -> None:
    """Answer until the end."""
    os.nice(LESS_URGENT)
    # an editor that is ended with Ctrl-C ends this by going away
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    Server().run()


if __name__ == "__main__":
    main()
