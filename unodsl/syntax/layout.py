"""Logical lines and indentation: the layout of a text before parsing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedToken
from lark.indenter import DedentError, Indenter

from unodsl import limits
from unodsl.diagnostics import Diagnostic
from unodsl.source import Source, Span
from unodsl.syntax.comments import split_comment
from unodsl.syntax.vocabulary import HEADS, LISTS, NAMED

TAB = 8
"""The width of a tab: to the next multiple of this many columns."""

BLANK = " \t"
"""The separators of words within a line."""

PIECE = re.compile(r'"[^"]*"?|\+=|-=|[A-Za-z0-9_]+(?:[-.][A-Za-z0-9_]+)*|\S')
"""The tokens of a line without its comment: quoted texts, names, numbers, signs; invalid characters one by one."""

# A line that ends with one of these continues below; one that starts with one continues the line above.
_WANTS_MORE = re.compile(
    r"(?:,|\(|(?<![-+*/])[-+*/]|[-+]=|(?<![\w.-])(?:and|or|not|is|means|becomes|where|is[ \t]+(?:at[ \t]+(?:least|most)|"
    r"(?:more|less|fewer)[ \t]+than|in|not[ \t]+in)))$"
)
_GOES_ON = re.compile(
    r"[ \t]*(?:(?:and|or)[ \t]|(?:and|or|is|means|becomes|where)(?![\w.-])|,|\)|[-+]=|[-+*/](?![-+*/>=]))"
)
_TEXTS = re.compile(r'"[^"]*"?')
_LONG_NUMBER = re.compile(rf"[0-9]{{{len(str(limits.NUMBER))}}}")
# Zero-width characters and those that change the direction of writing: the displayed text could differ from the real
# one.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]|\r(?!\n)"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A logical line: a line of the file with its continuation lines. Offsets count characters from 0. `begin`: the
    start of its first line in the file; `start`: its first letter; `end`: the end of its last letter (without
    comments); `after`: the start of the next line. `depth`: the number of enclosing blocks, 0 for none."""

    begin: int
    start: int
    end: int
    after: int
    depth: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The logical lines of a text, and the error of a line by its index (None: the same as an earlier one)."""

    lines: tuple[Line, ...]
    problems: dict[int, Diagnostic | None]


class Layout(Indenter):
    """Converts indentation to block tokens, placed so that a block ends with its last word."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - lark reads these as attributes of the class
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = TAB

    def _process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Like lark's, with line ends and levels placed where a reader sees them."""
        last = 0
        before: Token | None = None
        for token in stream:
            if token.type == self.NL_type:
                yield from self._levels(token, last)
            else:
                start = token.start_pos or 0
                if before is not None and start == last and _glued(before, token):
                    raise UnexpectedToken(before.update(type="WORD"), {before.type})  # type: ignore[no-untyped-call]
                last = start + len(token)
                yield token
            before = token
        while len(self.indent_level) > 1:
            self.indent_level.pop()
            yield _placed(self.DEDENT_type, last)

    def _levels(self, token: Token, last: int) -> Iterator[Token]:
        yield _placed(self.NL_type, last)
        indent = width_of(token.rsplit("\n", 1)[1])
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield _placed(self.INDENT_type, token.end_pos or 0)
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield _placed(self.DEDENT_type, last)
        if indent != self.indent_level[-1]:
            raise DedentError(f"column {indent} is no level")


def _glued(before: Token, token: Token) -> bool:
    """Whether a keyword is directly followed by letters, and so is part of another word: `anytime`."""
    named = before.type not in ("WORD", "NUMBER", "NAME", "RANGE", "STRING")
    return named and before[-1:].isalpha() and (token[:1].isalnum() or token[:1] in "_-")


def _placed(kind: str, at: int) -> Token:
    return Token(kind, "", at, end_pos=at)


def width_of(blank: str) -> int:
    """The width of the blanks and tabs at the start of a line."""
    return len(blank.expandtabs(TAB))


def joined(text: str, lines: tuple[Line, ...]) -> str:
    """A cleaned text with each logical line on one physical line: the parts between become blanks, and all offsets are
    kept."""
    out: list[str] = []
    done = 0
    for line in lines:
        part = text[line.start : line.end]
        if "\n" in part:
            out.append(text[done : line.start])
            codes = (split_comment(each)[0].ljust(len(each)) for each in part.split("\n"))
            out.append(" ".join(codes))
            done = line.end
    return "".join(out) + text[done:]


def clean(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text with normalized line ends and without control characters, with all offsets kept; and the removed
    characters."""
    found: list[Diagnostic] = []
    shown: set[int] = set()
    text = source.text
    # a byte order mark at the very start is not part of the text
    for match in _CONTROL.finditer(text, 1 if text.startswith("\ufeff") else 0):
        span = Span(source, match.start(), match.end())
        if span.line in shown or len(found) >= limits.DIAGNOSTICS:
            continue
        shown.add(span.line)
        found.append(_control(span, match[0]))
    if text.startswith("\ufeff"):
        text = "\n" + text[1:]
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    return _CONTROL.sub(" ", text), tuple(found)


def _control(span: Span, letter: str) -> Diagnostic:
    if letter == "\r":
        return Diagnostic(
            "UNO101", "this line ends in a way that is not known", span, "save the file with ordinary line ends"
        )
    message = f"there is an invisible character here (number {ord(letter)}) that no ruleset file should have"
    return Diagnostic("UNO101", message, span, "delete it; is this a text file?" if letter == "\0" else "delete it")


def outline(source: Source, text: str) -> Outline:
    """The logical lines of a cleaned text, their levels, and UNO102 and UNO103 for invalid ones."""
    found = tuple(_lines(text))
    problems: dict[int, Diagnostic | None] = {}
    lines: list[Line] = []
    levels: list[tuple[int, str]] = []
    mixed = False
    for index, (begin, start, end, after) in enumerate(found):
        lead = text[begin:start]
        width = width_of(lead)
        line = Span(source, start, end)
        if not levels:
            levels.append((width, lead))
            if width:
                hint = "start the first line at the left edge"
                problems[index] = Diagnostic(
                    "UNO102", "this line is indented, and nothing above opens a block", line, hint
                )
        while len(levels) > 1 and levels[-1][0] > width:
            levels.pop()
        known_width, known = levels[-1]
        unlike = False
        if width < known_width:
            levels[-1] = (width, lead)
        elif width == known_width:
            unlike = lead != known
            levels[-1] = (width, lead)
        else:
            unlike = not lead.startswith(known)
            if lines[-1].depth >= len(levels):
                hint = "line it up with the block it belongs to"
                message = "no line above is indented like this one"
                # with mixed tabs and spaces, alignment on the screen is not alignment in the file
                problems[index] = None if mixed else Diagnostic("UNO102", message, line, hint)
            levels.append((width, lead))
        if unlike:
            blank = Span(source, begin, start)
            message = "tabs and spaces are mixed: this line and those above are indented differently"
            problems[index] = None if mixed else Diagnostic("UNO102", message, blank, "indent every line with spaces")
            mixed = True
        depth = len(levels) - 1
        lines.append(Line(begin, start, end, after, depth))
        if depth >= limits.NESTING:
            message = f"lines are indented more than {limits.NESTING} levels deep"
            deeper = depth > limits.NESTING or (index > 0 and lines[index - 1].depth >= limits.NESTING)
            problems[index] = None if deeper else Diagnostic("UNO103", message, line)
        elif index not in problems:
            bound = _bounds(source, text, lines[-1])
            if bound is not None:
                problems[index] = bound
    return Outline(tuple(lines), problems)


def _lines(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Begin, start, end and after of each logical line: a line continues inside parentheses, and after or before a
    comma, an operator, `means`, `becomes` and `where`."""
    offset = 0
    current: tuple[int, int, int, int] | None = None
    width = 0
    depth = 0
    comma = wants_more = False
    for line in text.split("\n"):
        begin, offset = offset, offset + len(line) + 1
        code = split_comment(line)[0].rstrip(BLANK)
        if not code:
            continue
        lead = len(code) - len(code.lstrip(BLANK))
        start, end = begin + lead, begin + len(code)
        # a line that is no deeper and starts with a keyword is separate: a parenthesis or a value is missing
        more = (wants_more or depth > 0) and (width_of(code[:lead]) > width or not _starts(code[lead:], HEADS))
        if current is not None and (comma or more or _GOES_ON.match(code + " ")):
            current = (current[0], current[1], end, offset)
        else:
            if current is not None:
                yield current
            current = (begin, start, end, offset)
            width, depth = width_of(code[:lead]), 0
        comma = code.endswith(",")
        # in a line of names a keyword is one of them
        wants_more = _WANTS_MORE.search(code) is not None and not _starts(code[lead:], NAMED | LISTS)
        if "(" in code or ")" in code:
            bare = _TEXTS.sub("", code) if '"' in code else code
            depth = max(0, depth + bare.count("(") - bare.count(")"))
    if current is not None:
        yield current


def _starts(code: str, heads: frozenset[str]) -> bool:
    """Whether a line starts with one of these words."""
    match = PIECE.match(code)
    return match is not None and match[0] in heads


def pieces(text: str, line: Line) -> list[tuple[str, int]]:
    """The tokens of a logical line with their offsets, without comments."""
    found: list[tuple[str, int]] = []
    at = line.start
    for part in text[line.start : line.end].split("\n"):
        found.extend((match[0], at + match.start()) for match in PIECE.finditer(split_comment(part)[0]))
        at += len(part) + 1
    return found


def _bounds(source: Source, text: str, line: Line) -> Diagnostic | None:
    """UNO103 if a line is longer, deeper or has a larger number than the limits allow."""
    length = line.end - line.start
    long = length > limits.LINE_WORDS
    nested = text.count("(", line.start, line.end) > limits.NESTING
    large = _LONG_NUMBER.search(text, line.start, line.end) is not None
    if not (long or nested or large):
        return None
    found = pieces(text, line)
    if len(found) > limits.LINE_WORDS:
        span = Span(source, line.start, line.end)
        return Diagnostic(
            "UNO103", f"one line has more than {limits.LINE_WORDS} words", span, "split it into several rules"
        )
    depth = 0
    for piece, at in found:
        depth += (piece == "(") - (piece == ")")
        if depth > limits.NESTING:
            span = Span(source, at, at + 1)
            return Diagnostic("UNO103", f"parentheses are nested more than {limits.NESTING} deep", span)
        digits = piece.isascii() and piece.isdigit()
        # the length first: converting very many digits to a number is slow, or refused
        if digits and (len(piece) > 9 or int(piece) > limits.NUMBER):
            span = Span(source, at, at + len(piece))
            return Diagnostic("UNO103", f"a number is at most {limits.NUMBER}", span)
    return None
