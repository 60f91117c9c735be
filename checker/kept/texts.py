"""Fingerprints of the parts of a project's texts, and anchors: places that stay valid when lines above them move.

A *block* is a game or an option. Its fingerprint covers its declarations and rules without comments and blank lines. (Titles of
rules are part of it: findings quote them.) The *outline* covers what tables without the block depend on: its names, and the relations between options.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unodsl.entries import digest
from unodsl.resolve import Project
from unodsl.resolve.project import Page
from unodsl.resolve.reads import BlockName
from unodsl.source import Source
from unodsl.syntax import nodes as s

_WORDS = re.compile(r'(?:[^"#]|"[^"]*")*')
"""A line up to its comment."""

_CLAUSE = "clause"

HEAD = -1
"""The number of a block's first line, in place of an item number."""

Anchor = tuple[str, str | None, int, int, int]
"""A place in a text: block, item, line of the item (without comments and blank lines), and column."""


class Unplaced(Exception):
    """Raised for a place in no block."""


@dataclass(frozen=True, slots=True)
class Region:
    """An item of a block, or its head: its lines without comments and blank lines, each with its offset in the text."""

    at: tuple[str, str | None, int]
    rows: tuple[tuple[int, str], ...]

    def text(self) -> list[str]:
        """The lines."""
        return [row for _, row in self.rows]

    def row(self, place: int) -> tuple[int, int]:
        """An offset in the text as line and column of the item. Raises `Unplaced`."""
        number = bisect_right(self.rows, place, key=lambda x: x[0]) - 1
        if number < 0 or place - self.rows[number][0] > len(self.rows[number][1]):
            raise Unplaced
        return number, place - self.rows[number][0]


class Texts:
    """All texts of a project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.blocks: dict[BlockName, str] = {}
        self._regions: dict[str, list[Region]] = {}
        self._at: dict[tuple[str, str | None, int], Region] = {}
        self._pages = {page.file.source.key: page for page in project.pages.values()}
        self._named = {page.file.source.name: page for page in project.pages.values()}
        self._spoken_of = {x.text.rpartition(".")[2] for page in project.pages.values() for x in page.mentions()}
        outline: list[Any] = [project.given, project.fetched]
        for page in project.pages.values():
            outline.append([page.name, page.file.source.name, page.path.name, page.meant_for, *self._page(page)])
        self.outline = digest(json.dumps(outline))

    def _page(self, page: Page) -> Iterator[Any]:
        """The part of the outline about one file."""
        regions: list[Region] = []
        blocks: list[tuple[str | None, s.Game | s.Option]] = list(page.options.items())
        if page.game is not None:
            blocks.insert(0, (None, page.game))
            yield [page.game.name.text, page.game.extends.text if page.game.extends else None]
        for name, node in blocks:
            yield [name, [outline for item in node.items if (outline := self._outline_of(item)) is not None]]
            text = page.file.source.text
            first = min((x.span.start for x in node.items), default=node.span.end)
            mine = [Region((page.name, name, HEAD), rows_of(text, node.span.start, first))]
            items = [x for x in node.items if not is_clause(x)]
            for number, item in enumerate(items):
                rows = rows_of(text, item.span.start, item.span.end)
                mine.append(Region((page.name, name, number), rows))
            outline = [[x.span.column, region.text()] for x, region in zip(items, mine[1:], strict=True)]
            self.blocks[page.name, name] = digest(json.dumps(outline))
            regions += mine
        regions.sort(key=lambda x: x.rows[0][0] if x.rows else 0)
        self._regions[page.name] = [x for x in regions if x.rows]
        self._at.update((x.at, x) for x in regions)

    def _outline_of(self, item: s.Item) -> list[Any] | None:
        """The part of an item that affects tables without its block; None if there is none."""
        if isinstance(item, s.Names):
            return None if is_clause(item) else [item.kind, [x.text for x in item.names]]
        if isinstance(item, s.Rule):
            # other rules may refer to it, or to another one of that name
            return ["rule", item.name.text] if item.name.text in self._spoken_of else None
        if isinstance(item, s.Act):
            return ["act", [x.text for x in item.phrase.words], [x.text for x in item.manners]]
        name = getattr(item, "name", None)
        return [type(item).__name__, [x.text for x in name.words] if isinstance(name, s.Phrase) else None]

    def anchor(self, source: Source, place: int) -> Anchor:
        """The anchor of an offset in a text. Raises `Unplaced`."""
        page = self._pages.get(source.key)
        if page is None:
            raise Unplaced
        regions = self._regions[page.name]
        number = bisect_right(regions, place, key=lambda x: x.rows[0][0]) - 1
        if number < 0:
            raise Unplaced
        found = regions[number]
        line, column = found.row(place)
        return (*found.at, line, column)

    def line_anchor(self, source: Source, line: int) -> Anchor:
        """The anchor of the first word of a line, counted from 1. Raises `Unplaced`."""
        text = source.line_text(line)
        begin = source.line_start(line)
        return self.anchor(source, begin + len(text) - len(text.lstrip()))

    def place(self, anchor: Anchor) -> tuple[Source, int]:
        """The current place of an anchor. Raises `Unplaced`."""
        region = self._at.get(anchor[:3])
        if region is None or anchor[3] >= len(region.rows):
            raise Unplaced
        begin, row = region.rows[anchor[3]]
        if anchor[4] > len(row):
            raise Unplaced
        return self.project.pages[anchor[0]].file.source, begin + anchor[4]

    def source(self, name: str) -> Source:
        """The text of a file, by its name. Raises `Unplaced`."""
        page = self._named.get(name)
        if page is None:
            raise Unplaced
        return page.file.source


def rows_of(text: str, start: int, end: int) -> tuple[tuple[int, str], ...]:
    """The lines of a part of a text, without comments and blank lines, with their offsets."""
    out: list[tuple[int, str]] = []
    for line in text[start:end].split("\n"):
        found = _WORDS.match(line)
        row = "" if found is None else found[0].rstrip()
        if row:
            out.append((start, row))
        start += len(line) + 1
    return tuple(out)


def is_clause(item: s.Item) -> bool:
    """Whether an item only cites a clause of the source."""
    return isinstance(item, s.Names) and item.kind == _CLAUSE
