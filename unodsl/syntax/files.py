"""Reading rule files: UTF-8 text of bounded size, or a message."""

from __future__ import annotations

from pathlib import Path

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.source import Source, Span


def read_source(path: Path, root: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file. None, and UNO104 or UNO103, where there is none that can be read."""
    shown = str(path)

    def wrong(message: str, hint: str | None = None, code: str = "UNO104") -> tuple[None, tuple[Diagnostic, ...]]:
        return None, (Diagnostic(code, message, None, hint),)

    try:
        if path.is_dir():
            return wrong(f"`{shown}` is a folder, not a file")
        if not path.exists():
            beside = path.parent if path.parent.is_dir() else Path()
            return wrong(f"there is no file `{shown}`", did_you_mean(path.name, [p.name for p in beside.glob("*.uno")]))
        if not path.is_file():
            return wrong(f"`{shown}` is not an ordinary file")
        if path.stat().st_size > limits.FILE_BYTES:
            return wrong(f"`{shown}` is larger than {limits.FILE_BYTES} bytes", None, "UNO103")
        raw = path.read_bytes()
    except OSError as error:
        return wrong(f"`{shown}` cannot be read: {(error.strerror or str(error)).lower()}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return wrong(f"`{shown}` is not a text in UTF-8 (line {line})", "save it again with the encoding UTF-8")
    source = Source(shown, text, str(path.resolve()))
    for offset, letter in enumerate(text):
        if ord(letter) < 32 and letter not in "\t\r\n":
            span = Span(source, offset, offset + 1)
            return None, (Diagnostic("UNO101", "there is a control character here that no text should have", span),)
    return source, ()
