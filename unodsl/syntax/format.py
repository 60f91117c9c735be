"""Canonical text: two spaces a level, one space between words, comments kept."""

from __future__ import annotations

import re

from unodsl.diagnostics import Diagnostic
from unodsl.source import Source
from unodsl.syntax.parse import parse

_TOKEN = re.compile(r'"[^"]*"|#.*|\+=|-=|[A-Za-z0-9_]+(?:[-.][A-Za-z0-9_]+)*|[^\s]')


def format_text(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The canonical form of a text that parses; None, and what is wrong, for one that does not."""
    _, diagnostics = parse(source)
    if diagnostics:
        return None, diagnostics
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    out: list[str] = []
    levels = [0]
    continued = False
    pending: list[str] = []
    for line in lines:
        tokens = _TOKEN.findall(line)
        if not tokens:
            if out and out[-1] != "" and not continued and not pending:
                out.append("")
            elif pending and pending[-1] != "":
                pending.append("")
            continue
        if len(tokens) == 1 and tokens[0].startswith("#"):
            (pending if not continued else out).append(("  " * len(levels) if continued else "") + tokens[0].rstrip())
            continue
        body = [t for t in tokens if not t.startswith("#")]
        comment = next((t.rstrip() for t in tokens if t.startswith("#")), "")
        goes_on = continued or (body[0] in ("and", "or") and bool(out))
        if goes_on:
            indent = "  " * (len(levels) - 1) + "    "
        else:
            width = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
            while levels[-1] > width:
                levels.pop()
            if width > levels[-1]:
                levels.append(width)
            indent = "  " * (len(levels) - 1)
        out.extend(indent + c if c else "" for c in pending)
        pending = []
        text = indent + spaced(body)
        out.append(f"{text}  {comment}" if comment else text)
        continued = body[-1] == ","
    out.extend(pending)
    while out and out[-1] == "":
        out.pop()
    while out and out[0] == "":
        out.pop(0)
    return "\n".join(out) + "\n" if out else "", ()


def spaced(tokens: list[str]) -> str:
    """Tokens of one line with single spaces where they belong."""
    text = ""
    for i, token in enumerate(tokens):
        if i and token not in (",", ";", ":", ")") and tokens[i - 1] != "(":
            text += " "
        text += token
    return text
