"""The plan for comparing two versions of ruleset files: which tables are compared, and which options are not, with the
reason.

The game is compared as the caller chooses it. Each option that is off and whose text, or that of an option it needs,
differs is compared as well: alone, and together with the others where possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from unodsl.diagnostics import RulesError
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.choice import seats_text
from unodsl.resolve.options import option_info
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.syntax.comments import split_comment


@dataclass(frozen=True, slots=True)
class Version:
    """One of two versions: its files, and the table that the caller chooses."""

    project: Project
    spec: TableSpec


@dataclass(frozen=True, slots=True)
class Pair:
    """A table of both versions. `options`: options on besides the caller's, by their names in the new version."""

    options: tuple[str, ...]
    old: TableSpec
    new: TableSpec


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan. `left_out`: options that are not compared, each with the reason. `gone` and `added`: options of one side
    only, with the place. `relations`: changed relations between options, with both places."""

    pairs: tuple[Pair, ...]
    left_out: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, Span], ...]
    added: tuple[tuple[str, Span], ...]
    relations: tuple[tuple[str, Span, Span], ...] = ()


def planned(old: Version, new: Version) -> Plan:
    """The tables to compare. Raises `RulesError` where the caller's own table is invalid."""
    tables = [resolve_table(x.project, x.spec).table for x in (old, new)]
    on = [frozenset(o.name for o in table.options if o.on) for table in tables]
    mine, theirs = own_options(old.project), own_options(new.project)
    both = matched(mine, theirs)
    # an option that the other side only uses is on both sides
    used = [frozenset(x.project.option_names()) for x in (old, new)]
    both += [(x, x) for x in mine if x in used[1] and x not in theirs]
    both += [(x, x) for x in theirs if x in used[0] and x not in mine]
    # a rule of the game may run only while an option is on
    same_outside = outside_options(old.project) == outside_options(new.project)
    left_out: list[tuple[str, str]] = []
    differing: list[tuple[str, str]] = []
    for one, other in both:
        if one in on[0] and other in on[1]:
            continue
        # (rules whose order no text says run by their full names)
        if one != other or written(old.project, one) != written(new.project, other):
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
    # a change may show only together with an unchanged option
    alike = [x for x in both if x not in differing and not (x[0] in on[0] and x[1] in on[1])]
    pairs += groups(old, new, able, alike if tables[0].name == tables[1].name else [])
    relations: list[tuple[str, Span, Span]] = []
    for one, other in both:
        found = stands_otherwise(old.project, new.project, one, other)
        # (what the caller leaves out is no change of the files)
        left = any(short(x) in y.spec.without or x in y.spec.without for x, y in ((one, old), (other, new)))
        if not found and not left and not (one in on[0] and other in on[1]):
            found = otherwise_possible(old, new, (one, other), tables)
        relations += found
    here, there = {x for x, _ in both}, {x for _, x in both}
    gone = tuple((x, span_of(old.project, x)) for x in mine if x not in here)
    added = tuple((x, span_of(new.project, x)) for x in theirs if x not in there)
    left_out += [(x, "it is gone: the new rules have no such option") for x, _ in gone]
    left_out += [(x, "it is new: the old rules have no such option") for x, _ in added]
    if tables[0].name != tables[1].name:
        # options of two different games are no change
        gone = added = ()
    return Plan(tuple(pairs), tuple(sorted(left_out)), gone, added, tuple(relations))


def otherwise_possible(
    old: Version, new: Version, option: tuple[str, str], tables: Sequence[t.Table]
) -> list[tuple[str, Span, Span]]:
    """The change of the numbers of seats at which an option can be switched on, among those that both versions allow
    without it, such as where a game excludes it now; none if they are the same."""
    low, high = max(x.seats_low for x in tables), min(x.seats_high for x in tables)
    words: list[str] = []
    for version, name in zip((old, new), option, strict=True):
        table = table_with(version, (name,))
        seats = (low, high) if table is None else (max(low, table.seats_low), min(high, table.seats_high))
        words.append("not at all" if table is None or seats[0] > seats[1] else f"with {seats_text(*seats)} players")
    if words[0] == words[1]:
        return []
    places = (span_of(old.project, option[0]), span_of(new.project, option[1]))
    return [(f"the option `{option[1]}` could be switched on {words[0]}, and now {words[1]}", *places)]


def stands_otherwise(old: Project, new: Project, one: str, other: str) -> list[tuple[str, Span, Span]]:
    """The changed relations of an option to others, in words."""
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
    """Maps the options of two versions: by full name, else by short name if unambiguous. (A file without a game is
    named after its path, so two versions have two names.)"""
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


def written(project: Project, option: str) -> tuple[tuple[str, str], ...]:
    """The text of an option and of all that it requires or brings, without comments and blank lines."""
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
    """The text of all files outside options and scenarios, without comments and blank lines, sorted."""
    out = []
    for page in project.pages.values():
        text = page.file.source.text
        blocks = [x.span for x in page.file.items if isinstance(x, s.Option | s.Scenario)]
        for span in sorted(blocks, key=lambda x: x.start, reverse=True):
            text = text[: span.start] + text[span.end :]
        out.append(plain(text))
    return tuple(sorted(out))


def plain(text: str) -> str:
    """A text without comments and blank lines. (How far a line is indented says which block it belongs to.)"""
    return "\n".join(code for line in text.split("\n") if (code := split_comment(line)[0].rstrip()))


def span_of(project: Project, option: str) -> Span:
    """The place of an option."""
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
    """The tables with some options on as well; None if one side has no valid table."""
    specs = []
    for side, version in enumerate((old, new)):
        chosen = tuple(x[side] for x in options)
        if table_with(version, chosen) is None:
            return None
        specs.append(spec_with(version, chosen))
    return Pair(tuple(x[1] for x in options), specs[0], specs[1])


def spec_with(version: Version, options: Sequence[str]) -> TableSpec:
    """The caller's choice of a table with some options on as well, and those that they require."""
    more = needed(version.project, options)
    on = tuple(dict.fromkeys((*version.spec.options, *more)))
    return replace(version.spec, options=on, without=tuple(x for x in version.spec.without if x not in more))


def table_with(version: Version, options: Sequence[str]) -> t.Table | None:
    """The table with some options on as well; None if it is not valid."""
    try:
        return resolve_table(version.project, spec_with(version, options)).table
    except RulesError:
        return None


def groups(
    old: Version, new: Version, options: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]
) -> list[Pair]:
    """Tables with several of some options on: as many together as possible, so that each is at one of these tables. If
    `others` can be on as well: once without them, and once with as many as possible."""
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
