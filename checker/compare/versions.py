"""Two versions of rule files: which tables of theirs are compared, and which options are not, with the reason.

The game is compared as the caller chooses it. Each option whose text, or that of what it needs, is not the same on both sides is
compared besides, where it is off: alone, and all of them together as far as they can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.options import option_info
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Version:
    """One of two versions: its files, and the table that the caller chooses."""

    project: Project
    spec: TableSpec


@dataclass(frozen=True, slots=True)
class Pair:
    """A table of both versions. `options`: what is switched on besides what the caller chooses, as the new version names it."""

    options: tuple[str, ...]
    old: TableSpec
    new: TableSpec


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared. `left_out`: options that are not, each with the reason; `gone` and `added` are on one side only, with
    the place where they stand; `relations`: what is said otherwise of how options stand to others, with both places."""

    pairs: tuple[Pair, ...]
    left_out: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, Span], ...]
    added: tuple[tuple[str, Span], ...]
    relations: tuple[tuple[str, Span, Span], ...] = ()


def planned(old: Version, new: Version) -> Plan:
    """The tables to compare. Raises `RulesError` where the caller's own table cannot be."""
    tables = [resolve_table(x.project, x.spec).table for x in (old, new)]
    on = [frozenset(o.name for o in table.options if o.on) for table in tables]
    mine, theirs = own_options(old.project), own_options(new.project)
    both = matched(mine, theirs)
    # what the other side only uses it has as well
    used = [frozenset(x.project.option_names()) for x in (old, new)]
    both += [(x, x) for x in mine if x in used[1] and x not in theirs]
    both += [(x, x) for x in theirs if x in used[0] and x not in mine]
    # a rule of the game may live only while an option is on
    same_outside = outside_options(old.project) == outside_options(new.project)
    left_out: list[tuple[str, str]] = []
    differing: list[tuple[str, str]] = []
    for one, other in both:
        if one in on[0] and other in on[1]:
            continue
        if written(old.project, one) != written(new.project, other):
            differing.append((one, other))
        elif tables[0].name != tables[1].name:
            left_out.append((other, "its text is the same; the two games are compared without it"))
        elif same_outside:
            left_out.append(
                (other, "its text is the same, and so is that of what it needs, and of all outside options")
            )
        else:
            differing.append((one, other))
    pairs = [Pair((), old.spec, new.spec)]
    able: list[tuple[str, str]] = []
    for option in differing:
        alone = together(old, new, (option,))
        if alone is None:
            left_out.append((option[1], "it cannot be switched on at this table, in one of the two versions"))
        else:
            pairs.append(alone)
            able.append(option)
    # a change can show only beside an option that has not changed
    alike = [x for x in both if x not in differing and not (x[0] in on[0] and x[1] in on[1])]
    pairs += groups(old, new, able, alike if tables[0].name == tables[1].name else [])
    relations = tuple(x for one, other in both for x in stands_otherwise(old.project, new.project, one, other))
    here, there = {x for x, _ in both}, {x for _, x in both}
    gone = tuple((x, span_of(old.project, x)) for x in mine if x not in here)
    added = tuple((x, span_of(new.project, x)) for x in theirs if x not in there)
    left_out += [(x, "it is gone: the new rules have no such option") for x, _ in gone]
    left_out += [(x, "it is new: the old rules have no such option") for x, _ in added]
    if tables[0].name != tables[1].name:
        # two games: that each has options of its own is no change
        gone = added = ()
    return Plan(tuple(pairs), tuple(sorted(left_out)), gone, added, relations)


def stands_otherwise(old: Project, new: Project, one: str, other: str) -> list[tuple[str, Span, Span]]:
    """How an option stands to others where the versions say different things of it."""
    infos = [
        option_info(project, project.pages[name.partition(".")[0]], name, False)
        for project, name in ((old, one), (new, other))
    ]
    out: list[tuple[str, Span, Span]] = []
    before, now = (info.span for info in infos)
    if infos[0].default != infos[1].default:
        out.append((f"the option `{other}` is {'on' if infos[1].default else 'off'} by default now", before, now))
    for word in ("requires", "excludes", "brings"):
        rows = [{short(x): x for x in getattr(info, word)} for info in infos]
        for what, more, less in (("now", rows[1], rows[0]), ("no longer", rows[0], rows[1])):
            names = ", ".join(f"`{x}`" for name, x in sorted(more.items()) if name not in less)
            if names:
                out.append((f"the option `{other}` {what} {word} {names}", before, now))
    return out


def own_options(project: Project) -> tuple[str, ...]:
    """The options of the files given, by name."""
    return tuple(sorted(o for name in project.given for o in project.pages[name].options))


def matched(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[str, str]]:
    """Which options of two versions are the same one: by full name, and else by the name behind the file's where only one has it
    (a file without a game is called as it is saved, so two versions side by side have two names)."""
    full = [(x, x) for x in mine if x in theirs]
    left = [x for x in mine if x not in theirs]
    free = [x for x in theirs if x not in mine]
    brief = [
        (x, y)
        for x in left
        for y in free
        if short(x) == short(y)
        and sum(short(z) == short(x) for z in left) == 1
        and sum(short(z) == short(y) for z in free) == 1
    ]
    return sorted([*full, *brief], key=lambda pair: pair[1])


def short(option: str) -> str:
    """An option's name without that of its file."""
    return option.partition(".")[2]


def written(project: Project, option: str) -> tuple[tuple[str, str], ...]:
    """The text of an option and of all that it requires or brings, without comments and blanks."""
    out: dict[str, str] = {}
    todo = [option]
    while todo:
        name = todo.pop()
        if name in out:
            continue
        span = span_of(project, name)
        out[name] = plain(span.source.text[span.start : span.end])
        info = option_info(project, project.pages[name.partition(".")[0]], name, False)
        todo += [*info.requires, *info.brings]
    return tuple(sorted((short(name), text) for name, text in out.items()))


def outside_options(project: Project) -> tuple[str, ...]:
    """The text of all files outside options and scenarios, without comments and blanks, in no order of files."""
    out = []
    for page in project.pages.values():
        text = page.file.source.text
        blocks = [x.span for x in page.file.items if isinstance(x, s.Option | s.Scenario)]
        for span in sorted(blocks, key=lambda x: x.start, reverse=True):
            text = text[: span.start] + text[span.end :]
        out.append(plain(text))
    return tuple(sorted(out))


def plain(text: str) -> str:
    """A text without comments and blanks."""
    return " ".join(word for line in text.split("\n") for word in line.partition("#")[0].split())


def span_of(project: Project, option: str) -> Span:
    """Where an option stands."""
    return project.pages[option.partition(".")[0]].options[option].span


def needed(project: Project, options: Iterable[str]) -> tuple[str, ...]:
    """Options with all that they require."""
    out: list[str] = []
    todo = list(options)
    while todo:
        name = todo.pop()
        if name not in out:
            out.append(name)
            todo += option_info(project, project.pages[name.partition(".")[0]], name, False).requires
    return tuple(sorted(out))


def together(old: Version, new: Version, options: Sequence[tuple[str, str]]) -> Pair | None:
    """The table with some options on as well; None where it is none on either side."""
    specs = []
    for side, version in enumerate((old, new)):
        more = needed(version.project, (x[side] for x in options))
        on = tuple(dict.fromkeys((*version.spec.options, *more)))
        spec = replace(version.spec, options=on, without=tuple(x for x in version.spec.without if x not in more))
        try:
            resolve_table(version.project, spec)
        except RulesError:
            return None
        specs.append(spec)
    return Pair(tuple(x[1] for x in options), specs[0], specs[1])


def groups(
    old: Version, new: Version, options: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]
) -> list[Pair]:
    """Tables with several of some options on: as many together as can be, and each of them at one of these tables if it can be
    with any other; where `others` can be on as well, once without them and once with as many of them as can be."""
    out: list[Pair] = []
    covered: set[tuple[str, str]] = set()
    for first in options:
        if first in covered:
            continue
        group = [first]
        for other in options:
            if other not in group and together(old, new, (*group, other)) is not None:
                group.append(other)
        covered |= set(group)
        found = together(old, new, group) if len(group) > 1 else None
        if found is not None:
            out.append(found)
        crowd = list(group)
        for other in others:
            if together(old, new, (*crowd, other)) is not None:
                crowd.append(other)
        beside = together(old, new, crowd) if len(crowd) > len(group) else None
        if beside is not None:
            out.append(beside)
    return out
