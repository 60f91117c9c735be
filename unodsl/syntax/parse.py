"""The parser, with error recovery. It never raises on any text: errors become diagnostics, and the rest is still
parsed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice

from lark import ParseTree, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from unodsl import limits
from unodsl.diagnostics import Diagnostic
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.faults import Fault, first_word
from unodsl.syntax.grammar import grammar
from unodsl.syntax.layout import BLANK, PIECE, Line, Outline, clean, joined, outline
from unodsl.syntax.pieces import Pieces
from unodsl.syntax.slips import explain
from unodsl.syntax.tree import Builder
from unodsl.syntax.unchanged import Part, Unchanged
from unodsl.syntax.vocabulary import ITEM_HEADS, STARTS_NO_NAME, TOP_HEADS

# The largest block that is parsed again to find more errors in it.
_LONG_BLOCK = 20_000
# The replacement for a broken line that opens a block, by its first word, so that the block is still parsed.
_OPENERS = {"rule": "rule x", "act": "act x", "deck": "deck", "scenario": 'scenario ""', "then": "then"}
_OPENS_EFFECTS = "if x"
# The replacement for a broken effect, and for one that an `otherwise` may belong to.
_EFFECT, _IF_EFFECT = "x", "if x then x"
# A prefix for an item that is parsed by itself, so that the grammar finds it in context.
_HOUSING = "option x\n"
# The recursive nonterminals of the grammar. Only these make a tree deep.
_NESTING = frozenset(
    [
        "group",
        "apply",
        "followed",
        "trailing_group",
        "negate",
        "minus",
        "chosen",
        "number_of",
        "total_of",
        "highest_of",
        "lowest_of",
        "if_block",
        "for_each",
        "for_each_card",
        "repeat_times",
        "repeat_while",
    ]
)


@lru_cache(maxsize=1)
def shown_terminals() -> dict[str, str]:
    """The fixed terminals of the grammar, by lark's names; also those that count before some words only."""
    found: dict[str, str] = {}
    for terminal in grammar().terminals:
        word, ahead, _ = terminal.pattern.value.partition("(?=")
        if isinstance(terminal.pattern, PatternStr) or (ahead and word.isalpha()):
            found[terminal.name] = word if ahead else terminal.pattern.value
    return found


def parse(source: Source) -> tuple[s.File, tuple[Diagnostic, ...]]:
    """The tree of a text and its errors, by place. A broken rule is missing in the tree; the others are in it. Codes:
    UNO101 (an unexpected word), UNO102 (indentation), UNO103 (a limit). At most `limits.DIAGNOSTICS`."""
    empty = s.File(source, ())
    if _too_large(source):
        return empty, (Diagnostic("UNO103", f"`{source.name}` is larger than {limits.FILE_BYTES} bytes"),)
    text, controls = clean(source)
    seen = outline(source, text)
    text = joined(text, seen.lines)
    if not controls and not seen.problems:
        whole = _read(_Reading(text + "\n", 0))
        if isinstance(whole, Tree):
            file = Builder(source, 0).transform(whole)
            assert isinstance(file, s.File)
            return file, ()
    else:
        whole = None
    recovery = _Recovery(source, text, seen)
    items = tuple(recovery.items())
    found = _in_order(controls, [*recovery.found, *_taken(items)] if recovery.found else [])
    if not found and whole is not None:
        # the parts can be parsed and the whole cannot: such a text is not accepted, whatever the reason
        found.append(recovery.explained(whole))
    return s.File(source, items), tuple(found[: limits.DIAGNOSTICS])


def _taken(items: Iterable[object]) -> Iterator[Diagnostic]:
    """Errors for names that begin with a keyword. (They are refused later as well; here they explain why a line that
    uses one cannot be parsed.)"""
    for x in items:
        if isinstance(x, s.Game | s.Option):
            yield from _taken(x.items)
        elif (
            isinstance(x, s.Variable | s.Situation | s.Parameter | s.Zone)
            and (word := x.name.words[0].text) in STARTS_NO_NAME
        ):
            yield Diagnostic("UNO101", f"`{word}` is a word of the language: no name can begin with it", x.name.span)


def parse_again(source: Source, pieces: Pieces) -> tuple[s.File, tuple[Diagnostic, ...]]:
    """Like `parse`, incrementally by item: unchanged items are not parsed again. Each item has its own source
    (`unodsl.source.Piece`), and a game or an option spans its first line only."""
    if _too_large(source):
        pieces.done()
        return parse(source)
    text, controls = clean(source)
    seen = outline(source, text)
    recovery = _Recovery(source, joined(text, seen.lines), seen, pieces)
    items = tuple(recovery.items())
    pieces.done()
    return s.File(source, items), tuple(_in_order(controls, recovery.found)[: limits.DIAGNOSTICS])


def parse_changed(source: Source, earlier: Source, unpacked: Callable[[Callable[[int], int]], s.File]) -> s.File | None:
    """Like `parse`, incrementally from an earlier version of the text, which has no errors: only changed items are parsed.
    None if the text has errors. `unpacked`: see `Unchanged`."""
    recovery, before = _laid_out(source), _laid_out(earlier)
    if recovery is None or before is None:
        return None
    recovery.pieces = Unchanged(before.parts(), recovery.parts(), unpacked)
    items = tuple(recovery.items())
    return None if recovery.found or any(_taken(items)) else s.File(source, items)


def parse_ahead(source: Source, pieces: Pieces) -> Iterator[None]:
    """Parses the items of a text in steps, so that `parse_again` finds them cached. Stopping early is safe."""
    if _too_large(source):
        return
    text, _ = clean(source)
    seen = outline(source, text)
    try:
        yield from _Recovery(source, joined(text, seen.lines), seen, pieces).ahead()
    finally:
        pieces.done()


def _in_order(controls: tuple[Diagnostic, ...], found: list[Diagnostic]) -> list[Diagnostic]:
    """The errors, by place; of a line with invalid characters only those."""
    spoilt = {d.span.line for d in controls if d.span}
    out = [*controls, *(d for d in found if d.span is None or d.span.line not in spoilt)]
    out.sort(key=lambda d: (d.span.start, d.span.end) if d.span else (0, 0))
    return out


def parse_tree(source: Source) -> ParseTree | None:
    """The grammar's own tree of a text, with places in the given text; None if `parse` finds an error."""
    laid_out = _laid_out(source)
    whole = None if laid_out is None else _read(_Reading(laid_out.text, 0))
    return whole if isinstance(whole, Tree) else None


def _laid_out(source: Source) -> _Recovery | None:
    """The blocks of a text, ready to be parsed; None if it is too large or has errors of layout."""
    if _too_large(source):
        return None
    text, controls = clean(source)
    seen = outline(source, text)
    return None if controls or seen.problems else _Recovery(source, joined(text, seen.lines), seen)


def _too_large(source: Source) -> bool:
    text = source.text
    return len(text) > limits.FILE_BYTES or len(text.encode("utf-8", "replace")) > limits.FILE_BYTES


# ------------------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text that is parsed by itself; an offset in it plus `offset` is the offset in the source."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class _Failure:
    """Where parsing stopped, in the source, and the expected terminals."""

    at: int
    kind: str
    wanted: frozenset[str]


def _read(reading: _Reading) -> ParseTree | _Failure:
    try:
        tree = grammar().parse(reading.text)
    except UnexpectedInput as error:
        return _failure(reading, error)
    deep = _too_deep(tree)
    return tree if deep is None else _Failure(deep + reading.offset, "deep", frozenset())


def _failure(reading: _Reading, error: UnexpectedInput) -> _Failure:
    at = (error.pos_in_stream or 0) + reading.offset
    if isinstance(error, UnexpectedCharacters):
        return _Failure(at, "letter", frozenset())
    assert isinstance(error, UnexpectedToken)
    names = shown_terminals()
    wanted = frozenset(names.get(t, t) for t in error.accepts or error.expected)
    if error.token.type == "_INDENT":
        return _Failure(at, "deeper", wanted)
    if {"WORD", "NUMBER"} <= wanted and "(" not in wanted and _behind_a_word(reading.text[: error.pos_in_stream]):
        # a name may always have one more word, which helps nobody
        wanted -= {"WORD", "NUMBER"}
    if error.token.type == "RANGE":
        # its first number could have stood here
        return _Failure(at + error.token.index("to"), "word", wanted - {"WORD", "NUMBER"})
    if error.token.type in ("_NL", "_DEDENT", "$END"):
        return _Failure(max(at - 1, reading.offset), "end", wanted)
    return _Failure(at, "word", wanted)


def _behind_a_word(text: str) -> bool:
    """Whether a text ends with a word that is not a keyword."""
    last = text.split()[-1:]
    return bool(last) and last[0][-1].isalnum() and last[0] not in shown_terminals().values()


def _too_deep(tree: ParseTree) -> int | None:
    """The place where a tree exceeds the nesting limit; None if it does not. Iterative."""
    waiting: list[tuple[ParseTree, int]] = [(tree, 0)]
    while waiting:
        at, depth = waiting.pop()
        if at.data in _NESTING:
            depth += 1
            if depth > limits.NESTING:
                return at.meta.start_pos
        waiting.extend((child, depth) for child in at.children if isinstance(child, Tree))
    return None


# ------------------------------------------------------------------------------------------------------------ recovery


def _belonged(head: str, known: frozenset[str]) -> bool:
    """Whether a block after a broken one most likely belongs to it: nothing here starts with such a word."""
    return not get_close_matches(head.lower(), known, 1, 0.75)


class _Recovery:
    """Error recovery: parses a broken text block by block. `found` collects errors while `items` runs."""

    def __init__(self, source: Source, text: str, seen: Outline, pieces: Pieces | Unchanged | None = None) -> None:
        self.source = source
        self.pieces = pieces
        self.text = text + "\n"
        self.lines = seen.lines
        self.problems = seen.problems
        self.begins = [line.begin for line in seen.lines]
        self.found: list[Diagnostic] = []

    def items(self) -> Iterator[s.TopItem]:
        """The items of the file, as far as they can be parsed."""
        broken = False
        for first, last in self.blocks(0, len(self.lines), 0):
            head = self.head(first)
            if broken and _belonged(head, TOP_HEADS):
                continue
            before = len(self.found)
            if head in ("game", "option"):
                yield from self.housing(first, last)
            else:
                file = self.block(first, last, "")
                if file is not None:
                    yield from file.items
            broken = len(self.found) > before
            if len(self.found) >= limits.DIAGNOSTICS:
                return

    def ahead(self) -> Iterator[None]:
        """Yields after each block that `items` reads, to parse in steps; errors are reported when the items are
        read."""
        for first, last, housing in self.each():
            if not any(at in self.problems for at in range(first, last)):
                self.block(first, last, housing)
                yield
            if self.found:
                return

    def each(self) -> Iterator[tuple[int, int, str]]:
        """The blocks that are parsed by themselves, with the prefix for each."""
        for first, last in self.blocks(0, len(self.lines), 0):
            if self.head(first) in ("game", "option"):
                yield first, first + 1, ""
                yield from ((*x, _HOUSING) for x in self.blocks(first + 1, last, 1))
            else:
                yield first, last, ""

    def parts(self) -> list[Part]:
        """The same blocks by offsets."""
        out = []
        for first, last, housing in self.each():
            begin, end = self.lines[first].begin, self.lines[last - 1].after
            out.append(Part((self.text[begin:end], self.source.text[begin:end], housing), begin, end))
        return out

    def housing(self, first: int, last: int) -> Iterator[s.Game | s.Option]:
        """A game or an option: its own line, then each item separately."""
        file = self.block(first, first + 1, "")
        items: list[s.Item] = []
        broken = False
        for start, end in self.blocks(first + 1, last, 1):
            if broken and _belonged(self.head(start), ITEM_HEADS | TOP_HEADS):
                continue
            part = self.block(start, end, _HOUSING)
            broken = part is None
            for holder in () if part is None else part.items:
                assert isinstance(holder, s.Game | s.Option)
                items.extend(holder.items)
            if len(self.found) >= limits.DIAGNOSTICS:
                break
        for holder in () if file is None else file.items:
            if isinstance(holder, s.Game | s.Option):
                # each item has its own piece as its source
                whole = bool(items) and items[-1].span.source == holder.span.source
                span = holder.span if not whole else holder.span.to(items[-1].span)
                yield replace(holder, items=tuple(items), span=span)

    def blocks(self, first: int, last: int, depth: int) -> Iterator[tuple[int, int]]:
        """The blocks in a range of lines: each a line at this depth or above it, with the deeper lines below it."""
        start = first
        for at in range(first + 1, last + 1):
            if at == last or self.lines[at].depth <= depth:
                yield start, at
                start = at

    def block(self, first: int, last: int, housing: str) -> s.File | None:
        """The tree of lines that are parsed by themselves; None, with the errors, if they are broken."""
        problems = [self.problems[at] for at in range(first, last) if at in self.problems]
        if problems:
            self.found.extend(p for p in problems if p is not None)
            return None
        begin, end = self.lines[first].begin, self.lines[last - 1].after
        offset = begin - len(housing)
        body = self.text[begin:end]
        known = None if self.pieces is None else self.pieces.known(self.source, body, begin, end, housing)
        if known is not None:
            return known
        result = _read(_Reading(housing + body, offset))
        if isinstance(result, Tree):
            place = (self.source, offset)
            if self.pieces is not None:
                place = self.pieces.place(self.source, begin, end, housing)
            file = Builder(*place).transform(result)
            assert isinstance(file, s.File)
            if self.pieces is not None:
                self.pieces.keep(body, housing, file)
            return file
        self.found.append(self.explained(result))
        if len(body) <= _LONG_BLOCK and len(self.found) < limits.DIAGNOSTICS:
            room = limits.DIAGNOSTICS - len(self.found)
            self.found.extend(islice(self.further(first, last, housing, result), room))
        return None

    def further(self, first: int, last: int, housing: str, failure: _Failure) -> Iterator[Diagnostic]:
        """More errors of a broken block: its broken line is replaced by a blank, or by one that opens the block below
        it, and the rest is parsed again."""
        begin, end = self.lines[first].begin, self.lines[last - 1].after
        instead: dict[int, str] = {}
        while True:
            broken = self.line_at(failure.at)
            # an error of indentation affects everything below it
            if broken < first or broken in instead or failure.kind in ("deeper", "deep"):
                return
            depth = self.lines[broken].depth
            after = broken + 1
            while after < last and self.lines[after].depth > depth:
                after += 1
            opener = self.opener(broken, first, after > broken + 1)
            if opener is not None:
                instead[broken] = opener
            elif broken == first:
                # without its first line there is no block
                return
            else:
                # without its `if`, an `otherwise` would be wrong too
                while after < last and (
                    self.lines[after].depth > depth
                    or (self.lines[after].depth == depth and self.head(after) == "otherwise")
                ):
                    after += 1
                instead.update(dict.fromkeys(range(broken, after), ""))
                if not any(self.lines[at].depth == depth for at in range(first + 1, last) if instead.get(at, "x")):
                    return
            kept = housing + "".join(self.kept(at, last, end, instead.get(at)) for at in range(first, last))
            result = _read(_Reading(kept, begin - len(housing)))
            if isinstance(result, Tree):
                return
            failure = result
            # an error further up than the last one is an artifact of the changed text
            if self.line_at(failure.at) < broken or self.line_at(failure.at) in instead:
                return
            yield self.explained(failure)

    def opener(self, broken: int, first: int, block: bool) -> str | None:
        """A line that can replace a broken one, with or without a block below it; None if there is none of that
        length."""
        line, head = self.lines[broken], self.head(broken)
        found = _OPENERS.get(head) if block else None
        inside = line.depth > self.lines[first].depth + 1 and any(
            self.head(at) == "then" for at in range(first, broken)
        )
        if found is None and inside:
            effect = _IF_EFFECT if head == "if" else None if head == "otherwise" else _EFFECT
            found = _OPENS_EFFECTS if block else effect
        return found if found is not None and len(found) <= line.end - line.start else None

    def kept(self, at: int, last: int, end: int, instead: str | None) -> str:
        """A logical line with its end, or the same number of letters with other content."""
        line = self.lines[at]
        until = self.lines[at + 1].begin if at + 1 < last else end
        text = self.text[line.begin : until]
        if instead is None:
            return text
        lead = line.start - line.begin
        return text[:lead] + instead + "".join(c if c == "\n" else " " for c in text[lead + len(instead) :])

    def head(self, index: int) -> str:
        return first_word(self.text, self.lines[index])

    def line_at(self, offset: int) -> int:
        """The index of the logical line of an offset."""
        return max(0, bisect_right(self.begins, offset) - 1)

    def explained(self, failure: _Failure) -> Diagnostic:
        """The message for a failure."""
        index = self.line_at(failure.at)
        line = self.lines[index] if self.lines else Line(0, 0, 0, 0, 0)
        start = min(failure.at, len(self.source.text))
        if failure.kind == "deeper":
            # the place is where the level rises: the line that is too deep begins there
            start = line.start
        match = PIECE.match(self.text, start)
        end = match.end() if match else start + 1
        if failure.kind == "end":
            start, end = self.last_piece(line, start)
        fault = Fault(self.source, self.text, self.lines, index, start, end, failure.kind, failure.wanted)
        return explain(fault)

    def last_piece(self, line: Line, at: int) -> tuple[int, int]:
        """The word that ends at a place of a line."""
        before = self.text[line.start : at + 1].rstrip(BLANK)
        found = list(PIECE.finditer(before[before.rfind("\n") + 1 :]))
        end = line.start + len(before)
        return (end - len(found[-1][0]), end) if found else (max(line.start, end - 1), end)
