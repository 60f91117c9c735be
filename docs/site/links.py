"""A hook of MkDocs: links that lead out of `docs/` go to the repository."""

from __future__ import annotations

import posixpath
import re
from typing import Any

LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)(#[^)]*)?\)")


def on_page_markdown(markdown: str, page: Any, config: Any, **more: Any) -> str:
    """The page with such links replaced, wherever in `docs/` it lies."""
    folder = posixpath.dirname(page.file.src_uri)

    def led(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, found[1]))
        if target.startswith("../"):
            kind = "tree" if found[1].endswith("/") else "blob"
            return f"]({config.repo_url}/{kind}/main/{target.removeprefix('../')}{found[2] or ''})"
        if found[1].endswith("/"):
            return f"]({found[1]}README.md{found[2] or ''})"
        return found[0]

    return LINK.sub(led, markdown)
