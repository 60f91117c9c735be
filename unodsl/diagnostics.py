"""What is wrong with a text, in a player's words: the place, the message, a hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unodsl import limits
from unodsl.source import Span

MOST_SHOWN = 240
"""So many letters of a line are shown; of a longer one, those around the place."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A place of a text and what should stand there instead."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error of a text or a call.

    `code` is UNO1xx; `span` is None where there is no place (a missing file); `hint` is a line of help or None. `edit` mends a
    text that older versions took, where it has one meaning; None where there is nothing to mend or several ways to do it.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    edit: Edit | None = None

    def render(self) -> str:
        """The message with the place underlined, ready for a terminal without color."""
        if self.span is None:
            head = f"error {self.code}: {self.message}"
            return head if self.hint is None else f"{head}\n  help: {self.hint}"
        lines = [f"error {self.code}: {self.message}", underlined(self.span)]
        if self.hint is not None:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


def underlined(span: Span, label: str = "") -> str:
    """A place, its line of text, and the words underlined; `label` is written behind the line under them."""
    line, column = span.line, span.column
    text = span.source.line_text(line)
    gutter = len(str(line))
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    # Letters that a terminal would obey, not show, are replaced one by one, so that the place stays right.
    shown = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)
    if len(shown) > MOST_SHOWN:
        first = max(0, min(column - 1 - MOST_SHOWN // 4, len(shown) - MOST_SHOWN))
        before, after = "..." if first else "", "..." if first + MOST_SHOWN < len(shown) else ""
        shown = before + shown[first : first + MOST_SHOWN] + after
        column = column - first + len(before)
        width = min(width, len(shown) - len(after) - column + 1)
    mark = " " * (column - 1) + "^" * width + (f" {label}" if label else "")
    return f"  {'-' * gutter}> {span}\n  {' ' * gutter} |\n  {line} | {shown}\n  {' ' * gutter} | {mark}"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known word, or None where none is near."""
    names = sorted(set(known))
    # only now: most calls are right
    from difflib import get_close_matches

    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        squeezed = {n.replace("-", "").replace(" ", "").lower(): n for n in names}
        hit = squeezed.get(word.replace("-", "").replace(" ", "").lower())
        near = [hit] if hit else []
    return f"did you mean `{near[0]}`?" if near else None


def in_place(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors, each once, by place, those of a file together, in the order in which the files come."""
    listed = list(dict.fromkeys(found))
    files = list(dict.fromkeys(d.span.source.name for d in listed if d.span is not None))
    return sorted(listed, key=lambda d: (files.index(d.span.source.name), d.span.start) if d.span else (-1, 0))


def rendered(diagnostics: tuple[Diagnostic, ...]) -> str:
    """Errors one below the other, ready for a terminal without color; of very many the first ones, and how many more there are."""
    more = len(diagnostics) - limits.SHOWN
    lines = [d.render() for d in diagnostics[: limits.SHOWN]]
    return "\n".join([*lines, f"and {more} more"] if more > 0 else lines)


class RulesError(Exception):
    """The files or the call are wrong. Carries every diagnostic found; commands print them and end with exit code 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(rendered(self.diagnostics))

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[Diagnostic, ...]]]:
        # a pool of processes hangs on an exception that cannot be made again
        return type(self), (self.diagnostics,)


def wrong(message: str, hint: str | None = None) -> RulesError:
    """An error of the call, to be raised."""
    return RulesError([Diagnostic("UNO115", message, None, hint)])
