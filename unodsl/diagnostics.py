"""Diagnostics for ruleset files: location, message and hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unodsl import limits
from unodsl.source import Span

MOST_SHOWN = 240
"""Maximum number of characters of a source line that are shown. Longer lines are cut around the location."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of a source span."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error in a text or in the arguments of a call.

    `code` is UNO1xx; `span` is None if there is no location (a missing file); `hint` is a line of help or None. `edit` is a
    correction for syntax of older versions that has a unique equivalent, else None.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    edit: Edit | None = None

    def render(self) -> str:
        """Renders the diagnostic with its location underlined, as plain text."""
        if self.span is None:
            head = f"error {self.code}: {self.message}"
            return head if self.hint is None else f"{head}\n  help: {self.hint}"
        lines = [f"error {self.code}: {self.message}", underlined(self.span)]
        if self.hint is not None:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


def underlined(span: Span, label: str = "") -> str:
    """Renders a span as its source line with an underline. `label` is appended to the underline."""
    line, column = span.line, span.column
    text = span.source.line_text(line)
    gutter = len(str(line))
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    # Control characters are replaced one by one, so that columns stay aligned.
    shown = "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)
    if len(shown) > MOST_SHOWN:
        first = max(0, min(column - 1 - MOST_SHOWN // 4, len(shown) - MOST_SHOWN))
        before, after = "..." if first else "", "..." if first + MOST_SHOWN < len(shown) else ""
        shown = before + shown[first : first + MOST_SHOWN] + after
        column = column - first + len(before)
        width = min(width, len(shown) - len(after) - column + 1)
    mark = " " * (column - 1) + "^" * width + (f" {label}" if label else "")
    return f"  {'-' * gutter}> {span}\n  {' ' * gutter} |\n  {line} | {shown}\n  {' ' * gutter} | {mark}"


def did_you_mean(word: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """Returns a hint with the most similar known word; None if none is similar. `least`: the least similarity, 0 to 1."""
    names = sorted(set(known))
    # imported late: most inputs are correct
    from difflib import get_close_matches

    near = get_close_matches(word, names, n=1, cutoff=least)
    if not near:
        squeezed = {n.replace("-", "").replace(" ", "").lower(): n for n in names}
        hit = squeezed.get(word.replace("-", "").replace(" ", "").lower())
        near = [hit] if hit else []
    return f"did you mean `{near[0]}`?" if near else None


def in_place(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Removes duplicates and sorts diagnostics by location. Files keep the order of their first diagnostic."""
    listed = list(dict.fromkeys(found))
    files = list(dict.fromkeys(d.span.source.name for d in listed if d.span is not None))
    return sorted(listed, key=lambda d: (files.index(d.span.source.name), d.span.start) if d.span else (-1, 0))


def rendered(diagnostics: tuple[Diagnostic, ...]) -> str:
    """Renders diagnostics as plain text, up to a maximum number, followed by the number of the others."""
    more = len(diagnostics) - limits.SHOWN
    lines = [d.render() for d in diagnostics[: limits.SHOWN]]
    return "\n".join([*lines, f"and {more} more"] if more > 0 else lines)


class RulesError(Exception):
    """Invalid files or arguments. Carries all diagnostics; commands print them and exit with code 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(rendered(self.diagnostics))

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[Diagnostic, ...]]]:
        # a process pool hangs if an exception cannot be unpickled
        return type(self), (self.diagnostics,)


def wrong(message: str, hint: str | None = None) -> RulesError:
    """Creates an error for invalid arguments."""
    return RulesError([Diagnostic("UNO115", message, None, hint)])
