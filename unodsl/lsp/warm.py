"""A fork server for checks: a process that has imported the checker and parsed the files, and forks for each check.

A request is a line of JSON (`unodsl.lsp.findings.request`, and `id`), and cancels the running check; without a path it
does only that. Answers are lines of JSON with `id`, `findings`, and `done` for the last one of a request. The process
ends when its input is closed.
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
"""Seconds between SIGTERM and SIGKILL when a check is stopped."""

LESS_URGENT = 10
"""Nice level of checks, so that interactive requests have priority."""


class Lines:
    """Reads complete lines from a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.rest = b""

    def read(self) -> list[bytes] | None:
        """Returns the lines received so far. None at end of file."""
        some = os.read(self.descriptor, 1 << 16)
        if not some:
            return None
        *lines, self.rest = (self.rest + some).split(b"\n")
        return lines


class Server:
    """Runs one check at a time."""

    def __init__(self) -> None:
        self.requests = Lines(sys.stdin.fileno())
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.requests.descriptor, selectors.EVENT_READ)
        self.running: tuple[int, Lines, int] | None = None
        """Process ID, output and request number of the running check."""

    def run(self) -> None:
        """Runs until the input is closed."""
        while True:
            for key, _ in self.ready.select():
                if key.fd == self.requests.descriptor:
                    lines = self.requests.read()
                    if lines is None:
                        self.stop()
                        return
                    if lines:
                        # a repeated request cancels the previous one
                        self.stop()
                        self.begin(json.loads(lines[-1]))
                elif self.running is not None and key.fd == self.running[1].descriptor:
                    self.pass_on(*self.running)

    def begin(self, request: dict[str, Any]) -> None:
        """Starts a check. The files are read before the fork, so that later checks reuse unchanged files."""
        if "path" not in request:
            return
        about = loaded(request)
        if about is None:
            say(sys.stdout.fileno(), request["id"], [], True)
            return
        ours, theirs = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(ours)
            check(request, about, theirs)
        os.close(theirs)
        self.running = process, Lines(ours), request["id"]
        self.ready.register(ours, selectors.EVENT_READ)

    def pass_on(self, process: int, output: Lines, number: int) -> None:
        """Forwards the output of a check line by line, so that stopping it never produces a partial line."""
        lines = output.read()
        if lines is None:
            # (the client no longer reads if the check had sent its final answer)
            self.stop()
            say(sys.stdout.fileno(), number, [], True)
            return
        for line in lines:
            write(sys.stdout.fileno(), line + b"\n")

    def stop(self) -> None:
        """Stops the running check."""
        if self.running is None:
            return
        process, output, _ = self.running
        self.running = None
        self.ready.unregister(output.descriptor)
        os.close(output.descriptor)
        os.kill(process, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while os.waitpid(process, os.WNOHANG)[0] == 0:
            if time.monotonic() >= until:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                return
            time.sleep(0.002)


def check(request: dict[str, Any], about: Loaded, out: int) -> None:
    """Runs a check in the forked process and exits."""
    try:
        signal.signal(signal.SIGTERM, ended)
        threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
        found = answer(request, about, lambda some: say(out, request["id"], some, False))
        say(out, request["id"], found, True)
    except BaseException:
        os._exit(1)
    os._exit(0)


def ended(number: int, frame: FrameType | None) -> None:
    """Signal handler: terminates this process and its workers."""
    from checker.parallel import end_staying

    end_staying()
    os._exit(1)


def say(out: int, number: int, found: list[dict[str, Any]], done: bool) -> None:
    """Writes an answer."""
    write(out, json.dumps({"id": number, "findings": found, "done": done}).encode() + b"\n")


def write(out: int, some: bytes) -> None:
    """Writes all bytes to a file descriptor."""
    while some:
        some = some[os.write(out, some) :]


def load() -> None:
    """Imports the modules of the checker before the first request."""
    import checker.families.own_options
    import checker.kept.answers
    import checker.report.baseline
    import checker.report.cache
    import checker.report.selection
    import checker.report.verdict  # noqa: F401

    gc.collect()
    gc.freeze()


def main() -> None:
    """Runs the server until the client disconnects."""
    os.nice(LESS_URGENT)
    # ignore Ctrl-C: the process ends when the editor closes the pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    Server().run()


if __name__ == "__main__":
    main()
