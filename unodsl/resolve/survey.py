"""Surveys: what the words of one file name, whatever options are on, and although other lines are wrong.

A table holds the rules of options that are on, and none at all where a line is wrong. A survey puts all options of a file together,
as far as their declarations allow, resolves rule by rule, and goes on after each mistake. What it finds wrong counts for nothing:
mistakes are those of the tables (`unodsl.tables.validate_options`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import assert_never

from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve.choice import Choice, TableSpec
from unodsl.resolve.compose import Composer, Resolved
from unodsl.resolve.deck import Block
from unodsl.resolve.declarations import declarations
from unodsl.resolve.declare import Declarer
from unodsl.resolve.defined import parameter_of
from unodsl.resolve.occurrences import Occurrence, Recorder, Target
from unodsl.resolve.options import meant_by, option_info
from unodsl.resolve.project import Page, Project
from unodsl.resolve.rules import Rules, Source
from unodsl.resolve.scope import Context
from unodsl.resolve.words import Mistake, key, verb_of
from unodsl.source import Span
from unodsl.syntax import nodes as s

log = logging.getLogger(__name__)


@contextmanager
def unharmed() -> Iterator[None]:
    """Continues after an error in the text; other exceptions caused by broken declarations are logged."""
    try:
        yield
    except (Mistake, RulesError) as mistake:
        log.debug("not surveyed: %s", mistake)
    except RecursionError:
        log.info("a line nests too deep to be surveyed")
    except Exception:
        log.info("a part of a broken text could not be surveyed", exc_info=True)


class _Lenient(Choice):
    """A choice that continues after errors."""

    def stop_if_wrong(self) -> None:
        """Does nothing: errors are reported elsewhere."""


@dataclass(slots=True)
class Group:
    """Compatible options with the names that they declare. `resolved`: the context of scenarios; `declared`: the
    references in declarations."""

    options: tuple[str, ...]
    composer: Composer
    rules: Rules
    resolved: Resolved
    declared: tuple[Occurrence, ...]

    @contextmanager
    def recording(self) -> Iterator[Recorder]:
        """Records references during resolution."""
        recorder = Recorder()
        self.composer.choice.recorder = self.rules.v.recorder = recorder
        try:
            with unharmed():
                yield recorder
        finally:
            self.composer.choice.recorder = self.rules.v.recorder = None
            self.composer.diagnostics.clear()


@dataclass(slots=True)
class Surveyor:
    """Surveys one file repeatedly and incrementally: unchanged items are not resolved again."""

    name: str
    groups: list[Group] = field(default_factory=list)
    _basis: list[object] = field(default_factory=list)
    _items: dict[int, tuple[object, tuple[Occurrence, ...]]] = field(default_factory=dict)
    _earlier: dict[int, tuple[object, tuple[Occurrence, ...]]] = field(default_factory=dict)
    """The references of scenarios before a declaration changed: valid until they are recomputed."""

    def survey(self, project: Project) -> tuple[Occurrence, ...]:
        """The references of the file, by place."""
        page = project.pages[self.name]
        self.prepare(project)
        recorder = Recorder()
        for declaration in declarations(page):
            if not declaration.counted:
                recorder.note_at(declaration.name, declaration.target, True)
        _of_files(project, page, recorder)
        found = dict(recorder.found)
        own = {id(item.span.source) for _, items in page.blocks() for item in items}
        for group in self.groups:
            _add(found, (x for x in group.declared if id(x.span.source) in own))
        kept: dict[int, tuple[object, tuple[Occurrence, ...]]] = {}
        for option, items in page.blocks():
            near = self.near(option)
            for item in items if near is not None else ():
                assert near is not None
                kept[id(item)] = self._items.get(id(item)) or (item, _of_item(near, page, option, item))
                _add(found, kept[id(item)][1])
        for scenario in page.scenarios if self.groups else ():
            known = self._items.get(id(scenario)) or self._earlier.get(id(scenario))
            entry = known or (scenario, self.of_scenario(page, scenario))
            if id(scenario) not in self._earlier:
                kept[id(scenario)] = entry
            _add(found, entry[1])
        self._items = kept
        return tuple(found.values())

    def near(self, option: str | None) -> Group | None:
        """The names visible to a game or an option."""
        return next((x for x in self.groups if option is None or option in x.options), None)

    def behind(self, project: Project) -> Iterator[None]:
        """Recomputes the references of scenarios after a change of declarations, in steps."""
        page = project.pages[self.name]
        for scenario in page.scenarios if self.groups else ():
            if self._earlier.pop(id(scenario), None) is not None:
                self._items[id(scenario)] = (scenario, self.of_scenario(page, scenario))
                yield
        self._earlier = {}

    def ahead(self, project: Project) -> Iterator[None]:
        """Surveys the items and scenarios of a new file, in steps, so that its survey is fast afterwards."""
        self.prepare(project)
        page = project.pages[self.name]
        for option, items in page.blocks():
            near = self.near(option)
            for item in items if near is not None else ():
                yield
                assert near is not None
                if id(item) not in self._items:
                    self._items[id(item)] = (item, _of_item(near, page, option, item))
        for scenario in page.scenarios if self.groups else ():
            yield
            if id(scenario) not in self._items and id(scenario) not in self._earlier:
                self._items[id(scenario)] = (scenario, self.of_scenario(page, scenario))

    def of_scenario(self, page: Page, scenario: s.Scenario) -> tuple[Occurrence, ...]:
        """The references of a scenario. Subclasses define it."""
        return ()

    def prepare(self, project: Project) -> None:
        """Computes the declared names; reuses them if no declaration changed."""
        basis = list(_basis(project))
        if len(basis) == len(self._basis) and all(x is y for x, y in zip(basis, self._basis, strict=True)):
            known = project.rule_names()
            # a new rule may be a target of references
            if self.groups and known != self.groups[0].rules.known:
                self._items = {k: x for k, x in self._items.items() if not _names_rules(x[0])}
            for group in self.groups:
                group.composer.project = group.composer.choice.project = project
                group.rules.known = known
            return
        scenarios = {id(x) for x in project.pages[self.name].scenarios}
        self._earlier = {k: x for k, x in (self._earlier | self._items).items() if k in scenarios}
        self._basis, self._items, self.groups = basis, {}, []
        for options in together(project, self.name) or [()]:
            with unharmed():
                self.groups.append(_group(project, self.name, options))


def _add(found: dict[tuple[int, int, int], Occurrence], more: Iterable[Occurrence]) -> None:
    for x in more:
        found[id(x.span.source), x.span.start, x.span.end] = x


def _names_rules(item: object) -> bool:
    """Whether an item refers to rules."""
    if isinstance(item, s.Rule):
        related = item.instead or item.before or item.after or item.despite or item.allows
        return bool(related) or "takes up" in item.span.text
    return isinstance(item, s.Names)


def _basis(project: Project) -> Iterator[object]:
    """The parts of a project that determine the declared names: everything but rules without definitions."""
    for name, page in sorted(project.pages.items()):
        yield page.game.name if page.game is not None else page.meant_for
        yield page.game.extends if page.game is not None else name
        for option, items in page.blocks():
            yield None if option is None else page.options[option].name
            for item in items:
                if not isinstance(item, s.Rule) or any(isinstance(x, s.Means) for x in item.heads):
                    yield item


def together(project: Project, name: str) -> list[tuple[str, ...]]:
    """The options of a file with their requirements, in as few groups as possible without duplicate declarations in a
    group."""
    out: list[tuple[dict[str, None], set[tuple[str, ...]]]] = []
    for option in project.pages[name].options:
        needed = _needed(project, option)
        for some, names in out:
            new = {n for o in needed if o not in some for n in _declared(project, o)}
            if not new & names:
                some.update(dict.fromkeys(needed))
                names |= new
                break
        else:
            out.append((dict.fromkeys(needed), {n for o in needed for n in _declared(project, o)}))
    return [tuple(some) for some, _ in out]


def _needed(project: Project, option: str) -> list[str]:
    """An option with all that it requires or brings, transitively."""
    out: list[str] = []
    todo = [option]
    while todo:
        at = todo.pop()
        page = project.pages.get(at.partition(".")[0])
        if at not in out and page is not None:
            out.append(at)
            info = option_info(project, page, at, False)
            todo.extend((*info.requires, *info.brings))
    return out


def _declared(project: Project, option: str) -> Iterator[tuple[str, ...]]:
    page = option.partition(".")[0]
    for item in project.pages[page].options[option].items:
        if isinstance(item, s.Variable | s.Situation | s.Zone | s.Parameter):
            yield (page, *(w.text for w in item.name.words))


def _group(project: Project, name: str, options: tuple[str, ...]) -> Group:
    home = project.home(name)
    if home is None:
        raise RulesError([])
    composer = Composer(project, TableSpec(games=(home,), options=options, lenient=True), _Lenient)
    choice = composer.choice
    # options that cannot be on stay in: only their references matter
    blocks = choice.blocks(tuple(sorted({*choice.active, *options})))
    views = {p: choice.view(p) for p in project.pages}
    seats = max(2, choice.seats(blocks)[0])
    declarer = Declarer(blocks, views.__getitem__, frozenset(), {}, seats, composer.diagnostics)
    v = declarer.v
    v.hidden = choice.hidden()
    v.chains = {p: project.chain(p) for p in project.pages}
    v.views = views
    v.recorder = recorder = Recorder()
    for step in declarer.steps():
        with unharmed():
            step()
    v.recorder = None
    known = project.rule_names()
    offers: dict[str, tuple[str, ...]] = {}
    for block in blocks:
        for item in block.items:
            if isinstance(item, s.Rule) and any(isinstance(x, s.Offer) for x in item.heads):
                offers[f"{block.page}.{item.name.text}"] = composer.info(item.name.text, block, item, known).instead
    rules = Rules(declarer.x, views, {q: i for i, q in enumerate(offers)}, offers, known)
    resolved = Resolved(_table(home, seats, declarer), declarer.x, views)
    return Group(options, composer, rules, resolved, tuple(recorder.found.values()))


def _table(home: str, seats: int, declarer: Declarer) -> t.Table:
    """A table with names only, without rules."""
    v = declarer.v
    assert v.deck is not None
    return t.Table(
        name=home,
        title=home,
        games=(home,),
        clauses=(),
        seats=seats,
        seats_low=seats,
        seats_high=seats,
        deck=v.deck,
        zones=tuple(v.zones),
        variables=tuple(v.variables),
        situations=tuple(v.situations),
        acts=tuple(v.acts),
        triggers=(),
        offers=(),
        bans=(),
        definitions=(),
        settings=tuple(v.settings[n] for n in sorted(v.settings)),
        options=(),
        order=(),
        ordered=frozenset(),
    )


# --------------------------------------------------------------------------------------------------------------- items


def _of_item(group: Group, page: Page, option: str | None, item: s.Item) -> tuple[Occurrence, ...]:
    """The references of one item, except those to files, games and options."""
    rules, view = group.rules, group.resolved.views[page.name]
    v = rules.v
    out: dict[tuple[int, int, int], Occurrence] = {}
    match item:
        case s.Rule():
            with group.recording() as recorder:
                _rule(group, page, option, item)
            _add(out, recorder.found.values())
        case s.Act():
            verb = verb_of(item)
            symbol = v.find(("act:", *verb), view, "act")
            with group.recording() as recorder:
                if symbol is not None:
                    # several files may declare one act
                    first, last = item.phrase.words[0].span, item.phrase.words[len(verb) - 1].span
                    v.note_act(first.to(last), symbol.index)
                    for manner in item.manners:
                        v.note_manner(manner, symbol.index)
            _add(out, (replace(x, declares=True) for x in recorder.found.values()))
            with group.recording() as recorder:
                if symbol is not None and item.effects:
                    rules.act_effects(page.name, item, symbol.index)
            _add(out, recorder.found.values())
        case s.Needs():
            with group.recording() as recorder:
                rules.x.condition(item.condition, Context(view))
            _add(out, recorder.found.values())
        case s.Deck():
            with group.recording() as recorder:
                for line in item.lines:
                    for words in _cards(line):
                        v.note_cards(words)
                    if isinstance(line, s.Cards) and line.each is not None:
                        attribute = v.find(key(line.each), view, "attribute")
                        if attribute is not None:
                            v.note(line.each.words, attribute, key(line.each))
            _add(out, recorder.found.values())
        case s.Names(kind="without"):
            with group.recording() as recorder:
                for word in item.names:
                    group.composer.choice.rule_name(word, page.name, rules.known, parents_first=option is None)
            _add(out, recorder.found.values())
        case _:
            pass
    # the references of definitions are found where they stand
    return tuple(x for x in out.values() if x.span.source == item.span.source and _within(x.span, item.span))


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _cards(line: s.Attribute | s.Cards | s.Packs) -> Iterator[tuple[s.Word, ...]]:
    """The references of a deck line to cards."""
    if isinstance(line, s.Cards):
        if line.of is not None:
            yield line.of.words
        for value in line.values:
            yield value.phrase.words


def _rule(group: Group, page: Page, option: str | None, rule: s.Rule) -> None:
    """Resolves a rule for its references: head, conditions and effects separately, so that errors in one do not affect
    the others."""
    rules = group.rules
    block = Block(page.name, option, (rule,), False)
    info = group.composer.info(f"{page.name}.{rule.name.text}", block, rule, rules.known)
    source = Source(page.name, option, rule, info)
    # an error ends the resolution of a rule, so it is repeated without the wrong part
    for attempt in (rule, *_parts(rule)):
        with unharmed():
            _resolved(rules, replace(source, rule=attempt))
            return


def _parts(rule: s.Rule) -> Iterator[s.Rule]:
    """The rule without some of its parts."""
    for condition in rule.conditions:
        yield replace(rule, conditions=(condition,), effects=())
    for effect in rule.effects or ():
        yield replace(rule, conditions=(), effects=(effect,))


def rule_of(group: Group, page: Page, option: str | None, rule: s.Rule) -> t.Rule | None:
    """A rule of the model with the names of a group; None if it has errors."""
    with group.recording():
        info = group.composer.info(
            f"{page.name}.{rule.name.text}", Block(page.name, option, (rule,), False), rule, group.rules.known
        )
        return _resolved(group.rules, Source(page.name, option, rule, info))
    return None


def _resolved(rules: Rules, source: Source) -> t.Rule | None:
    head = source.rule.heads[0] if source.rule.heads else None
    match head:
        case s.When():
            return rules.trigger(source)
        case s.Offer():
            return rules.offer(source)
        case s.Ban():
            return rules.ban(source)
        case s.Means():
            name, _, _ = parameter_of(head)
            symbol = rules.v.find(name, rules.views[source.page], "definition")
            phrase = head.predicate or (head.head.head if isinstance(head.head, s.Apply) else head.head)
            if symbol is not None and isinstance(phrase, s.Phrase) and rules.v.recorder is not None:
                rules.v.recorder.note(phrase.words, rules.v.target(symbol, name), True)
            return rules.definition(source)
        case None:
            return None
        case _:
            assert_never(head)


# --------------------------------------------------------------------------------------------------------------- files


def _of_files(project: Project, page: Page, recorder: Recorder) -> None:
    """The references to files, games and options."""
    chain = project.chain(page.name)
    for item in page.file.items:
        match item:
            case s.Use():
                used = next((p for p in project.pages.values() if p.path.name == Path(item.path.text).name), None)
                if used is not None:
                    recorder.note_at(item.path.span, Target("file", used.name, used.name))
            case s.OptionsFor():
                recorder.note_at(item.game.span, Target("game", item.game.text, item.game.text))
            case s.Game() if item.extends is not None:
                recorder.note_at(item.extends.span, Target("game", item.extends.text, item.extends.text))
            case s.Scenario():
                for line in item.lines:
                    if isinstance(line, s.Names) and line.kind in ("with", "without"):
                        for word in line.names:
                            _option(meant_by(project, word.text, chain)[:1], word, recorder)
                    elif isinstance(line, s.Names) and line.kind == "game":
                        for word in line.names:
                            recorder.note_at(word.span, Target("game", word.text, word.text))
            case _:
                pass
    for _, items in page.blocks():
        for each in items:
            if isinstance(each, s.Names) and each.kind in ("requires", "brings", "excludes"):
                for word in each.names:
                    full = project.option(word.text, chain)
                    _option(() if full is None else (full,), word, recorder)


def _option(found: tuple[str, ...], word: s.Word, recorder: Recorder) -> None:
    for full in found:
        page, _, name = full.partition(".")
        recorder.note_at(word.span, Target("option", page, name))
