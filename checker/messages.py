"""Messages of running work: which step it takes, and what it has found so far. From this process, or from the processes
of a pool.

Best effort: a message may be lost (no process of a pool sends any where it is not forked), a result never. Sending never
waits: each message is one write of at most `PIPE_BUF` bytes to a pipe that does not block.
"""

from __future__ import annotations

import json
import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

LONGEST = getattr(select, "PIPE_BUF", 512)
"""The most bytes of a message: so many are written at once, or not at all."""


class Step(NamedTuple):
    """The next step of the check of one table; `done` of `of` steps are complete."""

    seats: int
    done: int
    of: int
    what: str


class Found(NamedTuple):
    """A finding that nothing else can change, with its first line."""

    code: str
    line: str


Message = Step | Found
_KINDS: dict[str, type[Step] | type[Found]] = {"Step": Step, "Found": Found}


@dataclass(slots=True)
class Mailbox:
    """A pipe to the process that made it, and what happens there with each kind of message."""

    owner: int
    ends: tuple[int, ...]
    handlers: dict[type, Callable[..., None]] = field(default_factory=dict)
    rest: bytes = b""

    def deliver(self, message: Message) -> None:
        """Hands a message over."""
        handler = self.handlers.get(type(message))
        if handler is not None:
            handler(message)

    def empty(self) -> None:
        """Hands over what other processes have sent."""
        with suppress(BlockingIOError):
            while self.ends and (read := os.read(self.ends[0], 1 << 16)):
                self.rest += read
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            kind, *values = json.loads(line)
            self.deliver(_KINDS[kind](*values))


_mailbox: Mailbox | None = None


def send(message: Message) -> None:
    """Sends a message to whoever receives it; drops it if nobody does, or if it is too long or comes too fast."""
    if _mailbox is None:
        return
    if waiting():
        _mailbox.deliver(message)
        return
    line = json.dumps([type(message).__name__, *message]).encode() + b"\n"
    if len(line) <= LONGEST:
        # (the pipe may be full, or its reader gone)
        with suppress(OSError):
            os.write(_mailbox.ends[1], line)


def waiting() -> bool:
    """Whether somebody receives messages here."""
    return _mailbox is not None and os.getpid() == _mailbox.owner


def receive() -> None:
    """Hands over the messages that other processes have sent."""
    if _mailbox is not None and waiting():
        _mailbox.empty()


@contextmanager
def receiving(kind: type[Step] | type[Found], handler: Callable[..., None]) -> Iterator[None]:
    """A context manager in which `handler` receives the messages of a kind. Processes that are forked in it can send
    them."""
    global _mailbox
    if _mailbox is not None:
        before = _mailbox.handlers.get(kind)
        _mailbox.handlers[kind] = handler
        try:
            yield
        finally:
            if before is None:
                del _mailbox.handlers[kind]
            else:
                _mailbox.handlers[kind] = before
        return
    # (other processes inherit the pipe where they are forked)
    ends = os.pipe() if hasattr(os, "fork") else ()
    for end in ends:
        os.set_blocking(end, False)
    _mailbox = Mailbox(os.getpid(), ends, {kind: handler})
    try:
        yield
    finally:
        _mailbox = None
        for end in ends:
            os.close(end)
