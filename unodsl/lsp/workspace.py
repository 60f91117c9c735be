"""The workspace: the ruleset files of a folder, with unsaved texts instead of those on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic
from unodsl.lsp.index import Index
from unodsl.lsp.positions import Positions
from unodsl.lsp.scenarios import FileSurveyor
from unodsl.resolve.project import Page, Project, in_scenario, read_project
from unodsl.resolve.survey import Group
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse_again, parse_ahead
from unodsl.syntax.pieces import Pieces
from unodsl.syntax.tree_cache import parse

MOST_FILES = 300
"""The most files of a folder that are checked."""

MOST_FOLDERS = 2000
"""The most folders that are searched for ruleset files."""

_ABOUT_FILES = frozenset({"UNO104", "UNO105"})
"""Codes of errors that a missing file may cause."""

_NO_RULES = frozenset({"node_modules", "__pycache__", "venv"})

MOST_LETTERS = 80
"""The most letters of a path that are shown."""


Wanted = Callable[[str], bool]
"""Whether a text could hold what somebody looks for."""


class Outside(Exception):
    """A file that the server may not read; the message says why, in words for a user."""


@dataclass(slots=True)
class Document:
    """An open document."""

    path: Path
    text: str
    version: int | None
    pieces: Pieces = field(default_factory=Pieces)
    read: tuple[s.File, tuple[Diagnostic, ...]] | None = None


@dataclass(slots=True)
class View:
    """A snapshot of a file in its project. `problems`: the errors in the texts; `broken`: in scenarios that cannot be
    parsed."""

    path: Path
    text: str
    project: Project | None
    page: Page | None
    problems: tuple[Diagnostic, ...]
    positions: Positions
    index: Index
    groups: list[Group]

    @property
    def name(self) -> str:
        """The qualifier of the file's names."""
        return "" if self.page is None else self.page.name


class Workspace:
    """The open files of an editor, and those beside them. Only files in `roots` and shipped ones are read."""

    def __init__(self, roots: Iterable[Path] = ()) -> None:
        self.roots = [r for root in roots if (r := _place(root)) is not None]
        self.documents: dict[Path, Document] = {}
        self._views: dict[Path, View] = {}
        self._stale: dict[Path, View] = {}
        self._surveyors: dict[tuple[Path, str], FileSurveyor] = {}
        self._positions: dict[Path, Positions] = {}

    # ----------------------------------------------------------------------------------------------------------- documents

    def place(self, path: Path) -> Path:
        """Resolves a path. Raises `Outside` if the server may not read it."""
        place = _place(path)
        if place is None:
            raise Outside(f"`{_shown(path)}` is no path")
        if not any(place.is_relative_to(root) for root in self.folders(place)):
            raise Outside(f"`{_shown(path)}` lies outside the folder that is open in the editor: it is not read")
        return place

    def folders(self, place: Path) -> tuple[Path, ...]:
        """The readable folders: those of the workspace, or, if none is open, that of the file; and that of shipped
        rulesets."""
        own = self.roots or [place.parent]
        return (*own, rulesets_dir().resolve())

    def open(self, path: Path, text: str, version: int | None = None) -> Document:
        """Opens a text, which replaces the file on disk. Raises `Outside`."""
        place = self.place(path)
        known = self.documents.get(place)
        pieces = known.pieces if known is not None else Pieces()
        self.documents[place] = Document(place, text, version, pieces)
        self.touch(place, known is None)
        return self.documents[place]

    def close(self, path: Path) -> None:
        """Closes a text; the file on disk is used again."""
        place = _place(path)
        if place is not None and self.documents.pop(place, None) is not None:
            self.touch(place)

    def users(self, path: Path) -> list[Path]:
        """An open file, and the other open files that are known to use it."""
        place = _place(path)
        out = []
        for other in self.documents:
            known = self._views.get(other) or self._stale.get(other)
            project = None if known is None else known.project
            pages = () if project is None else project.pages.values()
            # the dependencies of an unreadable file are unknown
            if other == place or project is None or any(_place(p.path) == place for p in pages):
                out.append(other)
        return out

    def touch(self, path: Path | None = None, new: bool = True) -> None:
        """Invalidates a file that may have changed; None: all. `new`: a file that others may have searched and not
        found."""
        for place, view in list(self._views.items()):
            project = view.project
            reads = project is not None and any(_place(p.path) == path for p in project.pages.values())
            missed = new and (project is None or any(p.code in _ABOUT_FILES for p in view.problems))
            if path is None or place == path or reads or missed or project is None:
                self._stale[place] = self._views.pop(place)

    # --------------------------------------------------------------------------------------------------------------- files

    def files(self) -> list[Path]:
        """The ruleset files of the workspace, open ones first."""
        found = dict.fromkeys(self.documents)
        for root in self.roots:
            for path in rule_files(root):
                place = _place(path)
                if place is not None and place.is_relative_to(root):
                    found[place] = None
                if len(found) >= MOST_FILES:
                    return list(found)
        return list(found)

    def view(self, path: Path) -> View:
        """The current view of a file. Raises `Outside`."""
        place = self.place(path)
        view = self._views.get(place)
        if view is None:
            view = self._views[place] = self._view(place)
            self._stale.pop(place, None)
        return view

    def views(self, late: bool = False, wanted: Wanted = lambda text: True) -> Iterator[View]:
        """Yields the views of all readable files of the workspace. `late`: an unchanged file may have the references
        from before another file changed. `wanted`: a filter by text."""
        for path in self.files():
            if not self.wanted(path, wanted):
                continue
            view = self._stale.get(path) if late else None
            document = self.documents.get(path)
            if view is None or (document is not None and document.text != view.text):
                view = self.view(path)
            if view.page is not None:
                yield view

    def behind(self) -> Iterator[None]:
        """Updates all changed files, in steps."""
        for path in self.files():
            yield from self.ahead(path)
            yield
            view = self.view(path)
            yield
            surveyor = self._surveyors.get((view.path, view.name))
            if view.project is None or surveyor is None:
                continue
            steps = 0
            for _ in surveyor.behind(view.project):
                steps += 1
                yield
            if steps and self._views.get(view.path) is view:
                view.index = Index(surveyor.survey(view.project))
            yield

    def unseen(self, wanted: Wanted = lambda text: True) -> Iterator[None]:
        """Parses the files that were never read, in steps. `wanted`: a filter by text."""
        for path in self.files():
            if self.wanted(path, wanted):
                yield from self.ahead(path)

    def wanted(self, place: Path, wanted: Wanted) -> bool:
        """Whether the text of a file passes a filter; an unreadable file does, and reading it reports why."""
        known = self.documents.get(place) or self._views.get(place)
        if known is not None:
            return wanted(known.text)
        try:
            return wanted(place.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError):
            return True

    def ahead(self, place: Path) -> Iterator[None]:
        """Does the slow part of a file that was never read, in steps."""
        if place in self._views or place in self._stale:
            return
        document = self.documents.get(place)
        if document is not None and document.read is None:
            yield from parse_ahead(Source(str(place), document.text, str(place)), document.pieces)
        project, page, _ = self._project(place)
        yield
        if project is not None and page is not None:
            surveyor = self._surveyors.setdefault((place, page.name), FileSurveyor(page.name))
            yield from surveyor.ahead(project)

    def _project(self, place: Path) -> tuple[Project | None, Page | None, Sequence[Diagnostic]]:
        root = next((r for r in self.folders(place) if place.is_relative_to(r)), place.parent)
        texts = {path: document.text for path, document in self.documents.items()}
        project, problems = read_project([place], root=root, texts=texts, reader=self._read)
        page = None
        if project is not None:
            page = next((p for p in project.pages.values() if _place(p.path) == place), None)
        return project, page, problems

    def _view(self, place: Path) -> View:
        project, page, problems = self._project(place)
        texts = {path: document.text for path, document in self.documents.items()}
        text = texts.get(place, "" if page is None else page.file.source.text)
        positions = self._positions.get(place)
        if positions is None or positions.text != text:
            positions = self._positions[place] = Positions(text)
        index, groups = Index(()), list[Group]()
        if project is not None and page is not None:
            surveyor = self._surveyors.setdefault((place, page.name), FileSurveyor(page.name))
            index = Index(surveyor.survey(project))
            groups = surveyor.groups
        return View(place, text, project, page, tuple(problems), positions, index, groups)

    def _read(self, source: Source) -> tuple[s.File, tuple[Diagnostic, ...]]:
        """Parses a text; incrementally for an open one."""
        document = self.documents.get(Path(source.key))
        if document is None:
            return parse(source)
        if document.read is None or document.read[0].source.text is not source.text:
            document.read = parse_again(source, document.pieces)
        return document.read


def whole(view: View) -> bool:
    """Whether a file can be parsed except for scenarios, so that its names can be checked."""
    return view.project is not None and all(in_scenario(p) for p in view.problems)


def _place(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def rule_files(root: Path) -> list[Path]:
    """The ruleset files in a folder and below, except hidden ones; with a limit for very large folders."""
    found: list[Path] = []
    for visited, (folder, below, names) in enumerate(os.walk(root)):
        below[:] = sorted(x for x in below if not x.startswith(".") and x not in _NO_RULES)
        found += [Path(folder, x) for x in sorted(names) if x.endswith(".uno") and not x.startswith(".")]
        if len(found) >= MOST_FILES or visited >= MOST_FOLDERS:
            break
    return found[:MOST_FILES]


def _shown(path: Path) -> str:
    text = str(path)
    return text if len(text) <= MOST_LETTERS else f"...{text[-MOST_LETTERS:]}"
