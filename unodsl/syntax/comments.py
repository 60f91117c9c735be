"""Comments: splits a line into code and comment."""

from __future__ import annotations

import re

_CODE = re.compile(r'(?:[^"#]+|"[^"]*"?)*')


def split_comment(line: str) -> tuple[str, str]:
    """A line of the file as its code and its comment, the latter with its `#` or empty."""
    if "#" not in line:
        return line, ""
    match = _CODE.match(line)
    end = match.end() if match else 0
    return line[:end], line[end:]
