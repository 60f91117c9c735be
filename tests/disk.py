"""A disk that is full."""

from __future__ import annotations

import os
from typing import Any

import pytest


def fill(monkeypatch: pytest.MonkeyPatch, room: int = 0) -> None:
    """From now on there is room for so many files more; of the one after them, the first bytes are written."""
    real = os.fdopen
    left = [room]

    class Full:
        """A file on a full disk."""

        def __init__(self, handle: int) -> None:
            self.file = real(handle, "wb")

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, content: bytes) -> None:
            self.file.write(content[:10])
            raise OSError(28, "No space left on device")

    def opened(handle: int, *arguments: Any, **more: Any) -> Any:
        left[0] -= 1
        return real(handle, *arguments, **more) if left[0] >= 0 else Full(handle)

    monkeypatch.setattr("unodsl.files.os.fdopen", opened)
