"""Comments: what of a line the language reads, and what is for people."""

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
