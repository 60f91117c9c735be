"""Navigation: definition, references, and renaming."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unodsl.lsp.index import Found, ends
from unodsl.lsp.workspace import View, Workspace
from unodsl.resolve.builtin import RESERVED
from unodsl.resolve.declarations import Declaration, declarations
from unodsl.resolve.occurrences import Target
from unodsl.resolve.words import ARTICLES, third_person
from unodsl.syntax.parse import shown_terminals
from unodsl.syntax.vocabulary import INSIDE_NO_NAME, STARTS_NO_NAME

ONE_WORD = frozenset({"rule", "option", "manner", "value"})
"""The kinds with names of one word."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")


class Refused(Exception):
    """A refused request; the message says why, in words for a user."""


@dataclass(frozen=True, slots=True)
class Place:
    """A range of a file."""

    path: Path
    start: int
    end: int


# --------------------------------------------------------------------------------------------------------- declarations


def declared(workspace: Workspace, view: View, target: Target) -> Iterator[tuple[View, Declaration]]:
    """Yields the declarations of a target, in the file itself or in its ancestors and dependencies."""
    if view.project is None:
        return
    for page in view.project.pages.values():
        if target.page not in ("", page.name) and target.kind not in ("definition", "act", "manner"):
            continue
        other = view if page.name == view.name else workspace.view(page.path)
        if other.page is None:
            continue
        places = {(x.start, x.end) for x in other.index.declared(target)}
        for declaration in declarations(other.page):
            if ends(declaration.name) in places or (declaration.counted and declaration.target == target):
                yield other, declaration


def definition(workspace: Workspace, path: Path, offset: int) -> list[Place]:
    """The declaration of the name at a place."""
    view = workspace.view(path)
    found = view.index.at(offset)
    if found is None or view.project is None:
        return []
    if found.target.kind == "file":
        page = view.project.pages.get(found.target.page)
        return [] if page is None else [Place(workspace.place(page.path), 0, 0)]
    out = [Place(other.path, *ends(d.name)) for other, d in declared(workspace, view, found.target)]
    # a choice is declared by the lines that list it, which declare something else as well
    out += [Place(view.path, x.start, x.end) for x in view.index.declared(found.target)]
    for name in view.project.chain(view.name)[1:] if not out else ():
        other = workspace.view(view.project.pages[name].path)
        out += [Place(other.path, x.start, x.end) for x in other.index.declared(found.target)]
    return list(dict.fromkeys(out))


def can_name(text: str, target: Target) -> bool:
    """Whether a text could name something: it has each word of the name, an act's verb perhaps in the third person."""
    words = target.name.split()
    if target.kind in ("game", "file"):
        # a file is named as it is called on disk
        return True
    return all(x in text or third_person((x,))[0] in text for x in words)


def occurrences(workspace: Workspace, view: View, target: Target, late: bool = False) -> list[tuple[View, Found]]:
    """All references to a target in the workspace and the file's dependencies. `late`: see `Workspace.views`."""
    views = {v.path: v for v in workspace.views(late, lambda text: can_name(text, target))}
    for page in () if view.project is None else view.project.pages.values():
        other = workspace.place(page.path)
        if other not in views and can_name(page.file.source.text, target):
            views[other] = workspace.view(other)
    return [(v, x) for v in views.values() for x in v.index.of(target)]


def references(workspace: Workspace, path: Path, offset: int, declaring: bool) -> list[Place]:
    """The other references to the name at a place."""
    view = workspace.view(path)
    found = view.index.at(offset)
    if found is None:
        return []
    every = occurrences(workspace, view, found.target, late=True)
    return [Place(v.path, x.start, x.end) for v, x in every if declaring or not x.occurrence.declares]


def highlights(workspace: Workspace, path: Path, offset: int) -> list[Found]:
    """The other references in the same file."""
    view = workspace.view(path)
    found = view.index.at(offset)
    return [] if found is None else view.index.of(found.target)


# --------------------------------------------------------------------------------------------------------------- rename


def renamable(workspace: Workspace, path: Path, offset: int) -> Found:
    """The name at a place, if it can be renamed. Raises `Refused`."""
    view = workspace.view(path)
    found = view.index.at(offset)
    if found is None:
        raise Refused("nothing that is declared is named here")
    target = found.target
    if target.kind in ("file", "game"):
        raise Refused(f"other files name a {target.kind} by its file: rename the file and its `game` line by hand")
    if target.kind == "value" and any(d.counted and d.target == target for _, d in declared(workspace, view, target)):
        raise Refused(f"`{target.name}` is one of a range: change the line that declares it")
    if not view.index.declared(target) and not definition(workspace, path, offset):
        raise Refused(f"`{target.name}` is not declared in these files")
    return found


def rename(workspace: Workspace, path: Path, offset: int, name: str) -> dict[Path, list[tuple[int, int, str]]]:
    """The edits that rename the target at a place everywhere, by file. Raises `Refused` if the name is taken, is a word
    of the language, or would change the meaning of other words."""
    view = workspace.view(path)
    target = renamable(workspace, path, offset).target
    words = tuple(w for w in name.split() if w not in ARTICLES)
    check_name(target, words, name)
    if words == tuple(target.name.split()):
        return {}
    every = occurrences(workspace, view, target)
    for other in {v.path: v for v, _ in every}.values():
        if not any(other.path.is_relative_to(root) for root in workspace.roots or [view.path.parent]):
            raise Refused(f"`{target.name}` belongs to `{other.path.name}`, which comes with unodsl: it keeps its name")
        taken = Target(target.kind, target.page, " ".join(words), target.owner)
        if other.index.of(taken):
            raise Refused(f"there is another {target.kind} `{taken.name}` already")
    edits: dict[Path, list[tuple[int, int, str]]] = {}
    for other, x in every:
        text = other.text[x.start : x.end]
        edits.setdefault(other.path, []).append((x.start, x.end, renamed(target, text, words)))
    tried(workspace, edits, target, words)
    return edits


def check_name(target: Target, words: tuple[str, ...], name: str) -> None:
    """Checks the form of a new name. Raises `Refused`."""
    if not words or not all(_NAME.fullmatch(w) or (i and w.isdigit()) for i, w in enumerate(words)):
        raise Refused(f"`{name.strip()[:80]}` is no name: names are words that begin with a letter")
    if target.kind in ONE_WORD and len(words) > 1:
        raise Refused(f"the name of a {target.kind} is one word: `{'-'.join(words)}`")
    if target.kind in ("rule", "option", "manner"):
        if "." in words[0]:
            raise Refused("a name has no period in it: that is how names of other files are written")
        return
    language = set(shown_terminals().values())
    if (
        words in RESERVED
        or words[0] in STARTS_NO_NAME
        or any(w in INSIDE_NO_NAME for w in words)
        or set(words) <= language
    ):
        raise Refused(f"`{' '.join(words)}` is a word of the language")


def renamed(target: Target, text: str, words: tuple[str, ...]) -> str:
    """The new text of a reference."""
    if target.kind == "act":
        words_there = tuple(w for w in text.split() if w not in ARTICLES)
        third = words_there == third_person(tuple(target.name.split())) != tuple(target.name.split())
        return " ".join(third_person(words) if third else words)
    page, dot, _ = text.rpartition(".")
    return f"{page}{dot}{words[0]}" if target.kind in ("rule", "option") and dot else " ".join(words)


def tried(
    workspace: Workspace, edits: dict[Path, list[tuple[int, int, str]]], target: Target, words: tuple[str, ...]
) -> None:
    """Applies edits tentatively, checks that every word keeps its target, and reverts them. Raises `Refused`."""
    new = Target(target.kind, target.page, " ".join(words), target.owner)
    views = [v for v in workspace.views() if v.path in edits or not edits.keys().isdisjoint(_files(workspace, v))]
    before = {v.path: (_named(v, target, new), len(v.problems)) for v in views}
    open_before = {path: workspace.documents.get(path) for path in edits}
    try:
        for path, some in edits.items():
            workspace.open(path, applied(workspace.view(path).text, some))
        for path, (named, problems) in before.items():
            after = workspace.view(path)
            if len(after.problems) > problems or _named(after, target, new) != named:
                shown = " ".join(words)
                raise Refused(f"with the name `{shown}` some words of `{path.name}` would mean something else")
    finally:
        for path, document in open_before.items():
            if document is None:
                workspace.close(path)
            else:
                workspace.open(path, document.text, document.version)


def applied(text: str, edits: list[tuple[int, int, str]]) -> str:
    """A text with edits that do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _files(workspace: Workspace, view: View) -> set[Path]:
    return set() if view.project is None else {workspace.place(p.path) for p in view.project.pages.values()}


def _named(view: View, old: Target, new: Target) -> list[Target]:
    """What the words of a file name, in order, with a thing under its new name."""
    out = []
    for x in view.index.found:
        t = x.target
        if t == old:
            t = new
        elif t.owner and t.owner == old.name and t.page == old.page:
            t = Target(t.kind, t.page, t.name, new.name)
        elif old.kind == "value" and t.kind == "value" and old.name in t.owner.split(" or "):
            t = Target(
                t.kind, t.page, t.name, " or ".join(new.name if w == old.name else w for w in t.owner.split(" or "))
            )
        out.append(t)
    return out
