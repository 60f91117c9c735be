"""Text to tree. Never raises on any text: what is wrong becomes diagnostics, and the rest is still read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from unodsl import limits
from unodsl.data import grammar_text
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.source import Source, Span
from unodsl.syntax import nodes as s
from unodsl.syntax.tree import Builder

_MOST_ERRORS = 20
_BLOCK = re.compile(r"[ \t]*(game|option|rule|scenario|situation|act|deck|variable|zone|parameter|use|options)\b")
_OWN_LINE = re.compile(
    r"[ \t]*(game|option|options|rule|scenario|situation|act|deck|variable|zone|parameter|use|clause|seats|set|requires|excludes"
    r"|without|when|if|then|during|at|instead|before|after|despite|allow|expect|with|manners)\b"
)


class Layout(Indenter):
    """Turns deeper and shallower lines into block tokens. A tab reaches to the next multiple of eight."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - lark reads these as attributes of the class
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def handle_NL(self, token: Token) -> Iterator[Token]:
        """As lark's, with the place of a line that fits no level kept for the message."""
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            raise UnexpectedToken(Token("_LEVEL", "", token.end_pos, token.end_line, token.end_column), set()) from error


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, built once a process."""
    return Lark(grammar_text(), parser="lalr", postlex=Layout(), maybe_placeholders=True, propagate_positions=True)


def parse(source: Source) -> tuple[s.File, tuple[Diagnostic, ...]]:
    """The tree of a text and what is wrong with it. A broken rule is left out of the tree; the others are in it."""
    empty = s.File(source, ())
    too_large = _too_large(source)
    if too_large is not None:
        return empty, (too_large,)
    text = source.text.replace("\r\n", " \n").replace("\r", "\n")
    found: list[Diagnostic] = []
    while True:
        try:
            tree = grammar().parse(text + "\n")
        except UnexpectedInput as error:
            diagnostic, line = _explain(source, text, error)
            if any(d.span == diagnostic.span for d in found) or len(found) >= _MOST_ERRORS:
                break
            found.append(diagnostic)
            text = _without_block(text, line)
            continue
        result = Builder(source).transform(tree)
        assert isinstance(result, s.File)
        return result, tuple(sorted(found, key=lambda d: d.span.start if d.span else 0))
    return empty, tuple(found)


def _too_large(source: Source) -> Diagnostic | None:
    """UNO103 where a text is larger, longer or deeper than the limits allow."""
    if len(source.text) > limits.FILE_BYTES:
        return Diagnostic("UNO103", f"`{source.name}` is larger than {limits.FILE_BYTES} bytes")
    offset, depth, words = 0, 0, 0
    levels = [0]
    for line in source.text.splitlines(keepends=True):
        body = line.split("#", 1)[0]
        stripped = body.strip()
        span = Span(source, offset, offset + max(1, len(line.rstrip())))
        offset += len(line)
        if not stripped:
            continue
        if depth == 0 and not stripped.startswith(("and ", "or ")):
            words = 0
            indent = len(body.expandtabs(8)) - len(body.expandtabs(8).lstrip())
            while levels[-1] > indent:
                levels.pop()
            if indent > levels[-1]:
                levels.append(indent)
            if len(levels) > limits.NESTING:
                return Diagnostic("UNO103", f"lines are indented more than {limits.NESTING} levels deep", span)
        words += len(stripped.split()) + stripped.count(",") + stripped.count("(") + stripped.count("-") + stripped.count("+")
        nested = 0
        for letter in stripped:
            nested += (letter == "(") - (letter == ")")
            if nested > limits.NESTING:
                return Diagnostic("UNO103", f"parentheses are nested more than {limits.NESTING} deep", span)
        if words > limits.LINE_WORDS:
            return Diagnostic("UNO103", f"one line has more than {limits.LINE_WORDS} words", span)
    return None


# ------------------------------------------------------------------------------------------------------------- recovery


def _indent(line: str) -> int:
    expanded = line.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())


def _without_block(text: str, line: int) -> str:
    """The text with the smallest block around a line (counted from 1) blanked out, all places kept."""
    lines = text.split("\n")
    at = min(line, len(lines)) - 1
    while at > 0 and not lines[at].strip():
        at -= 1
    start = at
    while start > 0 and not _BLOCK.match(lines[start]):
        start -= 1
    if start < at and _indent(lines[start]) >= _indent(lines[at]) and lines[at].strip():
        start = at
    end = start + 1
    base = _indent(lines[start])
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > base or lines[end].lstrip().startswith(("and ", "or "))):
        end += 1
    end = max(end, at + 1)
    for i in range(start, end):
        lines[i] = " " * len(lines[i])
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------------------- messages

_WORDS = {
    "_NL": "the end of the line",
    "_INDENT": "a deeper line",
    "_DEDENT": "the end of this block",
    "STRING": 'a text in quotes (`"..."`)',
    "NUMBER": "a number",
    "WORD": "a name",
    "NAME": "a name",
    "_COMMA": "`,`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "$END": "the end of the file",
}
_SLIPS = {
    "colour": "the language spells it `color`",
    "whenever": "a trigger starts with `when`",
    "else": "write `otherwise`",
    "elif": "write `otherwise if`",
    "elseif": "write `otherwise if`",
    "=": "write `is` to compare, `becomes` to change",
    "==": "write `is` to compare",
    "!=": "write `is not`",
    ":=": "write `becomes`",
    ">": "write `is more than`",
    "<": "write `is less than`",
    ">=": "write `is at least`",
    "<=": "write `is at most`",
    "&&": "write `and`",
    "||": "write `or`",
    "!": "write `not`",
    "'": 'texts stand in double quotes: `"..."`',
    "{": "blocks are made by indenting lines",
    "}": "blocks are made by indenting lines",
    "[": "write lists with commas",
    "_": "names are joined with hyphens: `draw-two`",
}


def _explain(source: Source, text: str, error: UnexpectedInput) -> tuple[Diagnostic, int]:
    """What is wrong, in a player's words, and in which line."""
    start = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    start = max(0, min(start, len(source.text)))
    if isinstance(error, UnexpectedToken) and error.token.type == "_LEVEL":
        line = error.token.line or 1
        here = Span(source, start, start)
        line = here.line
        column_text = source.line_text(line)
        begin = source.text.rfind("\n", 0, start) + 1
        span = Span(source, begin, begin + max(1, len(column_text)))
        return Diagnostic("UNO102", "this line is indented to a level that no line above has", span, "line it up with the block it belongs to"), line
    if isinstance(error, UnexpectedCharacters):
        return _strange_letter(source, start)
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = set(error.accepts or error.expected or ())
    if token.type in ("_NL", "_DEDENT", "$END"):
        return _ends_too_early(source, start, token, expected)
    if token.type == "_INDENT":
        line = Span(source, max(0, start), start).line
        begin = start
        if source.text[begin : begin + 1] in ("\n", "\r"):
            match = re.compile(r"\S").search(source.text, begin)
            begin = match.start() if match else begin
        span = Span(source, begin, _end_of_line(source, begin))
        return Diagnostic("UNO102", "this line is indented, and nothing above opens a block", span, "line it up with the line above"), span.line
    span = Span(source, start, start + max(1, len(str(token))))
    word = span.text
    hint = _hint(source, span, word, expected)
    first = not source.line_text(span.line)[: span.column - 1].strip()
    what = "no line can start with" if first else "this does not fit here:"
    return Diagnostic("UNO101", f"{what} `{word}`", span, hint), span.line


def _end_of_line(source: Source, start: int) -> int:
    end = source.text.find("\n", start)
    end = len(source.text) if end < 0 else end
    return max(start + 1, len(source.text[start:end].rstrip()) + start)


def _strange_letter(source: Source, start: int) -> tuple[Diagnostic, int]:
    letter = source.text[start : start + 1]
    length = 2 if source.text[start : start + 2] in _SLIPS else 1
    span = Span(source, start, start + length)
    if letter == '"':
        span = Span(source, start, _end_of_line(source, start))
        return Diagnostic("UNO101", "the text in quotes does not end", span, 'put a `"` at its end'), span.line
    hint = _SLIPS.get(span.text) or _SLIPS.get(letter)
    if letter == ":" and hint is None:
        hint = "leave the `:` out: blocks are made by indenting lines"
    return Diagnostic("UNO101", f"`{span.text}` does not fit here", span, hint), span.line


def _ends_too_early(source: Source, start: int, token: Token, expected: set[str]) -> tuple[Diagnostic, int]:
    body = source.text[:start].rstrip()
    comment = body.rfind("\n") + 1
    line_text = body[comment:]
    end = len(body)
    begin = max(comment, body.rfind(" ") + 1) if line_text.strip() else max(0, end - 1)
    span = Span(source, min(begin, max(0, end - 1)), max(end, min(begin, max(0, end - 1)) + 1))
    needed = _listed(expected)
    head = line_text.split()[0] if line_text.split() else ""
    if "_INDENT" in expected and head in ("rule", "scenario", "deck", "then"):
        return Diagnostic("UNO101", f"this `{head}` is empty", span, "what belongs to it stands below it, indented"), span.line
    if token.type == "_DEDENT" or not line_text.strip():
        return Diagnostic("UNO101", "this block ends too early", span, needed), span.line
    return Diagnostic("UNO101", "this line ends too early", span, needed), span.line


def _hint(source: Source, span: Span, word: str, expected: set[str]) -> str | None:
    low = word.lower()
    if word in _SLIPS or low in _SLIPS:
        return _SLIPS.get(word) or _SLIPS[low]
    after = source.text[span.end : span.end + 2]
    if after[:1] == "_" or "_" in word:
        return _SLIPS["_"]
    keywords = sorted(k.lower() for k in expected if k.isalpha() and k.upper() == k and k not in _WORDS)
    if low in keywords and word != low:
        return f"write it in lower case: `{low}`"
    near = did_you_mean(low, keywords)
    if near is not None:
        return near
    line = source.line_text(span.line)
    if line.rstrip().endswith(":"):
        return "leave the `:` out: blocks are made by indenting lines"
    return _listed(expected)


def _listed(expected: set[str]) -> str | None:
    """What could stand here, where that is few enough things to help."""
    keywords = sorted(f"`{k.lower()}`" for k in expected if k.isalpha() and k not in _WORDS)
    others = sorted({_WORDS[k] for k in expected if k in _WORDS and k not in ("_INDENT", "_DEDENT", "$END")})
    if "a name" in others and len(keywords) > 4:
        keywords = []
    names = [*others, *keywords]
    if not names or len(names) > 8:
        return None
    return "here could stand " + (names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1])
