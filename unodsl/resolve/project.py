"""Files of a project: which texts belong together, and what each declares, before resolution."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from unodsl import limits
from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.resolve.card_numbers import named_by_decks
from unodsl.resolve.said_twice import duplicates
from unodsl.source import Source, Span
from unodsl.syntax import nodes as s
from unodsl.syntax.files import read_source
from unodsl.syntax.tree_cache import parse


@dataclass(frozen=True, slots=True)
class Page:
    """A ruleset file as a page. `name` qualifies its declarations: the game's name, or else the file's stem from its
    first letter on, with hyphens for invalid characters."""

    name: str
    path: Path
    file: s.File
    game: s.Game | None
    meant_for: str | None
    options: dict[str, s.Option]
    scenarios: tuple[s.Scenario, ...]

    @property
    def parent(self) -> str | None:
        """The page that this one builds on: the game that its own game extends, or the game that its options are
        for."""
        if self.game is not None:
            return self.game.extends.text if self.game.extends else None
        return self.meant_for

    def blocks(self) -> Iterator[tuple[str | None, tuple[s.Item, ...]]]:
        """The items of the game (None) and of each option, by qualified option name."""
        if self.game is not None:
            yield None, self.game.items
        for name, option in self.options.items():
            yield name, option.items

    def mentions(self) -> Iterator[s.Name]:
        """Yields the names of rules and options that its rules and options mention."""
        for _, items in self.blocks():
            for item in items:
                if isinstance(item, s.Rule):
                    yield from (*item.instead, *item.before, *item.after, *item.despite)
                    yield from (a.rule for a in item.allows if a.rule is not None)
                elif isinstance(item, s.Names) and item.kind in ("requires", "brings", "excludes", "without"):
                    yield from item.names


@dataclass(frozen=True, slots=True)
class Project:
    """All pages read, by name. `given`: those that the caller named, in order; `fetched`: those read because the caller
    named one of their options, or their game."""

    pages: dict[str, Page]
    given: tuple[str, ...]
    fetched: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The pages that the caller named: directly, or by an option or the game."""
        return tuple(dict.fromkeys((*self.given, *self.fetched)))

    @property
    def given_files(self) -> tuple[str, ...]:
        """The names of the files that the caller named, without their ending."""
        return tuple(self.pages[name].path.stem for name in self.given)

    def chain(self, name: str) -> tuple[str, ...]:
        """A page and its ancestors, nearest first; stops at a cycle."""
        found: list[str] = []
        at: str | None = name
        while at is not None and at in self.pages and at not in found:
            found.append(at)
            at = self.pages[at].parent
        return tuple(found)

    def home(self, name: str) -> str | None:
        """The game that a page belongs to: its own, or the one that its options are for; None if there is none."""
        return next((p for p in self.chain(name) if self.pages[p].game is not None), None)

    def homes(self) -> dict[str, str]:
        """The game of each given page that has one, in order: where its options are checked. The first is the default
        game of the table."""
        return {name: home for name in self.given if (home := self.home(name)) is not None}

    def games(self) -> tuple[str, ...]:
        """The distinct games of the given files, ancestors first."""
        return tuple(sorted(set(self.homes().values()), key=lambda name: (len(self.chain(name)), name)))

    def option(self, name: str, near: Iterable[str] = ()) -> str | None:
        """The qualified name of an option, given in full or, if unambiguous, by its last part."""
        page, _, _ = name.partition(".")
        if page in self.pages and name in self.pages[page].options:
            return name
        for at in near:
            if f"{at}.{name}" in self.pages[at].options:
                return f"{at}.{name}"
        hits = [q for p in self.pages.values() for q in p.options if q.partition(".")[2] == name]
        return hits[0] if len(hits) == 1 else None

    def option_names(self) -> tuple[str, ...]:
        """All qualified option names, sorted."""
        return tuple(sorted(q for p in self.pages.values() for q in p.options))

    def items_of(self, option: str) -> tuple[s.Item, ...]:
        """What an option says, by its qualified name."""
        return self.pages[option.partition(".")[0]].options[option].items

    def option_of(self, rule: str) -> str | None:
        """The option of a rule, by qualified names; None for a rule of a game."""
        file, _, name = rule.partition(".")
        page = self.pages.get(file)
        for option, node in () if page is None else page.options.items():
            if any(isinstance(item, s.Rule) and item.name.text == name for item in node.items):
                return option
        return None

    def rule_names(self) -> frozenset[str]:
        """All qualified rule names, whether or not a table uses them."""
        return frozenset(self.rules())

    def rules(self) -> dict[str, s.Rule]:
        """All rules by qualified name, whether or not a table uses them; of two with one name, the first."""
        out: dict[str, s.Rule] = {}
        for page in self.pages.values():
            for _, items in page.blocks():
                for item in items:
                    if isinstance(item, s.Rule):
                        out.setdefault(f"{page.name}.{item.name.text}", item)
        return out


Request = tuple[Path, s.Use | s.Game | s.OptionsFor | s.Name | None]
"""A file to read, and the text that refers to it; None: the caller."""


Reader = Callable[[Source], tuple[s.File, tuple[Diagnostic, ...]]]
"""A parser: from a text to its syntax tree."""


def load_project(
    paths: Iterable[str | Path],
    root: Path | None = None,
    wanted: Iterable[str] = (),
    texts: Mapping[Path, str] | None = None,
    libraries: Iterable[Path] = (),
    broken: list[Diagnostic] | None = None,
    games: Iterable[str] = (),
) -> Project:
    """Reads files and their dependencies. Raises `RulesError` with all errors in the texts; with `broken`, without
    those in scenarios. See `read_project`."""
    project, diagnostics = read_project(paths, root, wanted, texts, libraries, broken, games)
    if diagnostics or project is None:
        raise RulesError(diagnostics[: limits.DIAGNOSTICS])
    return project


def read_project(
    paths: Iterable[str | Path],
    root: Path | None = None,
    wanted: Iterable[str] = (),
    texts: Mapping[Path, str] | None = None,
    libraries: Iterable[Path] = (),
    broken: list[Diagnostic] | None = None,
    games: Iterable[str] = (),
    reader: Reader = parse,
) -> tuple[Project | None, list[Diagnostic]]:
    """Reads as much of files and their dependencies as possible, with the errors. None if there are no files. `root`:
    the folder that no file read may be outside of; by default the common folder of the given files. `wanted`: names of
    options that the caller will switch on, and `games`: games that it will play. The file of a game, or of an option
    with a full name, is searched beside the given files, then like a used file. A folder stands for all ruleset files
    in it: games come before files of options, and before the games that extend them. A used file that is not beside the
    text is searched in the folders `libraries`, then among the shipped rulesets. `broken` collects errors in scenarios,
    which are then left out. `texts`: contents that replace those of paths, which need not exist (unsaved edits)."""
    given = [Path(p) for p in paths]
    diagnostics: list[Diagnostic] = []
    expanded: list[Path] = []
    groups: list[list[Path]] = []
    for path in given:
        if is_folder(path):
            groups.append(rule_files(path, diagnostics))
        else:
            groups.append([path])
        expanded.extend(groups[-1])
    if not expanded and not diagnostics:
        diagnostics.append(Diagnostic("UNO104", "no ruleset file was given"))
    if diagnostics:
        return None, diagnostics
    texts = texts or {}
    places = [resolved(p, diagnostics) for p in expanded]
    if diagnostics:
        return None, diagnostics
    folders = [p.parent for p in places if p is not None]
    common = root.resolve() if root is not None else _common(folders)
    shelves = tuple(dict.fromkeys(p.resolve() for p in (*libraries, rulesets_dir())))
    pages: dict[str, Page] = {}
    seen: dict[Path, str] = {}
    queue: list[Request] = [(p, None) for p in dict.fromkeys(expanded)]
    reading = 0
    requested = [*(name.partition(".")[0] for name in wanted if "." in name), *games]
    while queue or (queue := _beside(requested, pages, seen, expanded, shelves) or _named(pages, seen)):
        path, request = queue.pop(0)
        place = resolved(path, diagnostics)
        if place is None or place in seen:
            continue
        span = None if request is None else request.span
        if reading >= limits.FILES:
            diagnostics.append(Diagnostic("UNO103", f"more than {limits.FILES} files belong to this table", span))
            break
        reading += 1
        by_name = not isinstance(request, s.Use) or Path(request.path.text).name == request.path.text
        if request is not None and by_name and place not in texts and not is_there(place):
            path, place = on_shelf(path, place, shelves)
            if place in seen:
                continue
        home = next((folder for folder in (common, *shelves) if place.is_relative_to(folder)), None)
        if home is None:
            hint = "a file can bring in files of its own folder and the folders below it"
            diagnostics.append(Diagnostic("UNO104", f"`{path.name}` lies outside the folder of the rules", span, hint))
            seen[place] = ""
            continue
        if place not in texts and path.is_symlink() and not place.exists():
            message = f"`{path.name}` is a link that leads nowhere: there is no `{place.name}`"
            diagnostics.append(Diagnostic("UNO104", message, span))
            seen[place] = ""
            continue
        if request is not None and place not in texts and not place.exists():
            around = path.parent.glob("*.uno") if path.parent.is_dir() else ()
            # not the file that wants to use it
            own = None if span is None else Path(span.source.key).name
            near = did_you_mean(path.name, [p.name for p in around if p.name != own])
            near = near or did_you_mean(path.name, [p.name for folder in shelves for p in folder.glob("*.uno")])
            diagnostics.append(Diagnostic("UNO104", f"there is no file `{path.name}`", span, near))
            seen[place] = ""
            continue
        if place in texts:
            source: Source | None = Source(str(path), texts[place], str(place))
        else:
            source, problems = read_source(path, home)
            diagnostics.extend(problems)
        seen[place] = ""
        if source is None:
            continue
        tree, problems = reader(source)
        for problem in problems:
            (diagnostics if broken is None or not in_scenario(problem) else broken).append(problem)
        page = _page(path, tree, diagnostics, not problems)
        if page.name in pages:
            other = pages[page.name]
            where = page.game.name.span if page.game else None
            hint = f"the other one is `{other.path.name}`"
            diagnostics.append(Diagnostic("UNO108", f"two files are called `{page.name}`", where, hint))
            continue
        seen[place] = page.name
        pages[page.name] = page
        for item in tree.items:
            if isinstance(item, s.Use):
                queue.append((path.parent / item.path.text, item))
        parent = page.parent
        # a file of that name used from another folder is the one
        used = any(place_.stem == parent for place_, _ in queue)
        if parent is not None and parent not in pages and not used:
            beside = path.parent / f"{parent}.uno"
            if is_file(beside) or any(is_file(folder / beside.name) for folder in shelves):
                queue.append((beside, next(i for i in tree.items if isinstance(i, s.Game | s.OptionsFor))))
    _check_parents(pages, {place.stem for place, name in seen.items() if not name}, diagnostics)
    files = [page.file for page in pages.values()]
    diagnostics = named_by_decks(diagnostics, files)
    if broken:
        broken[:] = named_by_decks(broken, files)
    given_ = _given(groups, pages, seen)
    requested_names = tuple(n for n in dict.fromkeys(requested) if n in pages and n not in given_)
    return Project(pages, given_, requested_names), diagnostics


def reworded(project: Project, span: Span, text: str) -> Project | None:
    """Returns a project with another text of a rule or an option: `span` is its place, `text` its whole lines. Only
    these are parsed again. None if they cannot be parsed. The names in all other texts keep their places."""
    page = next((p for p in project.pages.values() if p.file.source == span.source), None)
    if page is None:
        return None
    whole = next((x for x in page.file.items if x.span == span), None)
    housing = "" if whole is not None else "option reworded\n"
    tree, problems = parse(Source(span.source.name, housing + text, span.source.key))
    read = tree.items if whole is not None else tuple(y for x in tree.items if isinstance(x, s.Option) for y in x.items)
    if problems or len(read) != 1:
        return None
    items = tuple(_with(x, span, read[0]) for x in page.file.items)
    wrong: list[Diagnostic] = []
    changed = _page(page.path, s.File(span.source, items), wrong, True)
    return None if wrong else replace(project, pages={**project.pages, page.name: changed})


def _with(item: Any, span: Span, other: Any) -> Any:
    """An item of a file with the one at a span replaced."""
    if item.span == span:
        return other
    if isinstance(item, s.Game | s.Option):
        return replace(item, items=tuple(other if x.span == span else x for x in item.items))
    return item


def _given(groups: list[list[Path]], pages: dict[str, Page], seen: dict[Path, str]) -> tuple[str, ...]:
    """The names of the given pages, by argument of the call; those of a folder in a fixed order."""
    whole = Project(pages, ())
    out: list[str] = []
    for group in groups:
        # an unreadable file has no page
        names = [name for p in group if (name := seen.get(p.resolve()))]
        if len(group) > 1:
            names.sort(key=lambda n: (pages[n].game is None, len(whole.chain(n)), n))
        out += names
    return tuple(dict.fromkeys(out))


def _beside(
    names: Iterable[str], pages: dict[str, Page], seen: dict[Path, str], given: list[Path], shelves: tuple[Path, ...]
) -> list[Request]:
    """The files of pages that the caller names: beside the given ones, else in a library folder."""
    found: list[Request] = []
    for name in names:
        folders = (*(path.parent for path in given), *shelves)
        place = next((f / f"{name}.uno" for f in folders if name not in pages and is_file(f / f"{name}.uno")), None)
        if place is not None and place.resolve() not in seen:
            found.append((place, None))
    return found


def _named(pages: dict[str, Page], seen: dict[Path, str]) -> list[Request]:
    """The unread files beside one whose rules or options name theirs in full."""
    found: dict[Path, Request] = {}
    for page in pages.values():
        for word in page.mentions():
            prefix, dot, _ = word.text.partition(".")
            beside = page.path.parent / f"{prefix}.uno"
            if dot and prefix not in pages and is_file(beside) and beside.resolve() not in seen:
                found.setdefault(beside.resolve(), (beside, word))
    return list(found.values())


def on_shelf(path: Path, place: Path, shelves: tuple[Path, ...]) -> tuple[Path, Path]:
    """The file of a name in the first folder that has one; unchanged if there is none."""
    for folder in shelves:
        if is_file(folder / path.name):
            return folder / path.name, (folder / path.name).resolve()
    return path, place


def in_scenario(problem: Diagnostic) -> bool:
    """Whether an error is inside a scenario, so that the rest of the file can be read without it."""
    if problem.span is None:
        return False
    source = problem.span.source
    for line in range(problem.span.line, 0, -1):
        text = source.line_text(line)
        if text[:1].strip() and not text.startswith("#"):
            return text.split(maxsplit=1)[0] == "scenario"
    return False


def rule_files(folder: Path, diagnostics: list[Diagnostic]) -> list[Path]:
    """The ruleset files in a folder and below, except hidden ones; UNO104 if there is none."""
    found = sorted(
        p for p in folder.rglob("*.uno") if not any(part.startswith(".") for part in p.relative_to(folder).parts)
    )
    if not found:
        diagnostics.append(Diagnostic("UNO104", f"there is no ruleset file (`*.uno`) in the folder `{folder}`"))
    return found


def is_there(path: Path) -> bool:
    """Whether a path exists; False if the system refuses to check it."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False if the system refuses to check it."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether a path is a file; False if the system refuses to check it."""
    try:
        return path.is_file()
    except OSError:
        return False


def resolved(path: Path, diagnostics: list[Diagnostic]) -> Path | None:
    """Resolves a path; None, with UNO104, for a cycle of links or an invalid path."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        shown = str(path) if len(str(path)) < 200 else str(path)[:80] + "..."
        diagnostics.append(
            Diagnostic("UNO104", f"`{shown}` leads nowhere: a link that goes in a circle, or a name too long")
        )
        return None


def _common(folders: list[Path]) -> Path:
    first = folders[0]
    for folder in folders[1:]:
        while not folder.is_relative_to(first):
            first = first.parent
    return first


def _page(path: Path, tree: s.File, diagnostics: list[Diagnostic], whole: bool) -> Page:
    """`whole`: nothing of the file was left out because of errors."""
    games = [i for i in tree.items if isinstance(i, s.Game)]
    for extra in games[1:]:
        diagnostics.append(
            Diagnostic("UNO108", "a file holds one game", extra.name.span, "put the other game into a file of its own")
        )
    for each in games:
        for line in (i for i in each.items if isinstance(i, s.OnByDefault)):
            hint = "write it in an `option` that a table has unless it is left out"
            diagnostics.append(Diagnostic("UNO110", "a game is neither on nor off", line.span, hint))
    meant = [i for i in tree.items if isinstance(i, s.OptionsFor)]
    game = games[0] if games else None
    stem = re.sub(r"[^A-Za-z0-9-]+", "-", re.sub(r"^[^A-Za-z]+", "", path.stem)).strip("-")
    name = game.name.text if game else stem or "rules"
    options: dict[str, s.Option] = {}
    for item in tree.items:
        if isinstance(item, s.Option):
            qualified = f"{name}.{item.name.text}"
            if qualified in options:
                diagnostics.append(Diagnostic("UNO108", f"two options are called `{item.name.text}`", item.name.span))
                continue
            options[qualified] = item
    diagnostics.extend(duplicates(tree))
    scenarios = tuple(i for i in tree.items if isinstance(i, s.Scenario))
    for_game = meant[0].game.text if meant else None
    if not tree.items and whole and not diagnostics:
        hint = "a ruleset file starts with `game NAME` or `options for NAME`; `unodsl new` writes one to start from"
        diagnostics.append(Diagnostic("UNO104", f"`{path.name}` holds no rules", None, hint))
    elif game is None and for_game is None and options:
        hint = "write `options for official` (or another game) at the top"
        first = next(iter(options.values()))
        diagnostics.append(
            Diagnostic("UNO110", "these options do not say which game they are for", first.name.span, hint)
        )
    return Page(name, path, tree, game, for_game, options, scenarios)


def _check_parents(pages: dict[str, Page], refused: set[str], diagnostics: list[Diagnostic]) -> None:
    """Checks that each game and option file has its game. Files in `refused` get no further errors."""
    for page in pages.values():
        parent = page.parent
        if parent is None:
            continue
        item = next((i for i in page.file.items if isinstance(i, s.OptionsFor)), None)
        word = page.game.extends if page.game is not None and page.game.extends else (item.game if item else None)
        span = None if word is None else word.span
        if parent not in pages and parent in refused:
            continue
        if parent not in pages:
            hint = did_you_mean(parent, pages) or f'bring it in with `use "{parent}.uno"`'
            diagnostics.append(Diagnostic("UNO105", f"there is no game `{parent}` among these files", span, hint))
            continue
        if pages[parent].game is None:
            diagnostics.append(Diagnostic("UNO105", f"`{parent}` holds options, not a game", span))
        at: str | None = page.name
        walked: list[str] = []
        while at is not None and at in pages:
            if at in walked:
                if at == page.name:
                    circle = " extends ".join([*walked, at])
                    diagnostics.append(Diagnostic("UNO109", f"these games go round in a circle: {circle}", span))
                break
            walked.append(at)
            at = pages[at].parent
