"""Initial positions of matches: from a scenario, a view, or a state.

Missing parts are drawn by a seed from the remaining cards. An impossible position raises an error; none is laid out in
part.
"""

from __future__ import annotations

import operator
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import assert_never

from unodsl.api import given_view
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean, wrong
from unodsl.engine import chance as generator
from unodsl.engine.api import Executor, State
from unodsl.engine.describe import View, short, value_text
from unodsl.engine.layout import CLOSED, GENERATOR, IN_PLAY, MATCH, ROUND, TOP, WINNERS, Layout, layout_of
from unodsl.engine.packing import bounds, slot_types
from unodsl.engine.reference import Reference
from unodsl.model.table import SEAT_NAMES, Situation, Table
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.compose import Resolved, TableSpec
from unodsl.resolve.project import Page
from unodsl.resolve.words import Mistake, plain
from unodsl.scenarios.judge import Failed
from unodsl.scenarios.run import read_scenario
from unodsl.scenarios.runner import Runner
from unodsl.scenarios.spec import TableSelection, known_value
from unodsl.scenarios.writing import written_position
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse
from unodsl.tables import set_parameters

# ------------------------------------------------------------------------------------------------------ from a scenario

_TITLE = "a position"

NUMBER = re.compile(r"-?[0-9]{1,18}")
"""A number in a view."""


_LOAD = "load the table of the scenario: its options, parameters and seats"


def from_scenario(resolved: Resolved, text: str, title: str | None, seed: int) -> State:
    """The final state of a scenario: its position and moves, with its expectations checked. `text`: a text with one or
    more scenarios (`title` selects one), or the lines of one. The seed is for later chance. Raises `RulesError`."""
    scenario = _scenario(text, title)
    seats = _refuse_other_tables(resolved.table, scenario)
    game = resolved.table.games[0]
    mine = resolved.views[game]
    seen = replace(resolved, views={**resolved.views, "": (*mine, *(p for p in resolved.views if p not in mine))})
    page = Page("", Path(), s.File(scenario.span.source, ()), None, game, {}, ())
    read = read_scenario(page, scenario, seen, TableSelection(TableSpec(), seats, ()))
    whole = replace(resolved.table, whole_piles=True)
    runner = Runner(read.desk, Reference(whole))
    try:
        runner.run(read.steps)
    except Failed as failed:
        raise RulesError([Diagnostic("UNO113", failed.message, failed.span)]) from failed
    except Mistake as mistake:
        # what only the position shows, such as a move that two rules offer
        raise RulesError([mistake.diagnostic]) from mistake
    state = list(moved_over(runner.layout, runner.now(), layout_of(resolved.table)))
    state[GENERATOR] = generator.seeded(seed)
    return tuple(state)


def _scenario(text: str, title: str | None) -> s.Scenario:
    """Finds the scenario in a text. Raises `RulesError`."""
    headed = any(line.startswith("scenario ") for line in text.splitlines())
    if not headed:
        text = "\n".join([f'scenario "{_TITLE}"', *("  " + line.strip() for line in text.splitlines() if line.strip())])
    tree, problems = parse(Source("scenario", text.rstrip() + "\n"))
    if problems:
        raise RulesError(problems)
    found = [x for x in tree.items if isinstance(x, s.Scenario)]
    titles = [x.title.text for x in found]
    if title is not None:
        if title not in titles:
            raise wrong(f"no scenario of this text is called `{title}`", did_you_mean(title, titles))
        return found[titles.index(title)]
    if len(found) > 1:
        raise wrong("this text has several scenarios", f'say which: `title="{titles[0]}"`')
    return found[0]


def _refuse_other_tables(table: Table, scenario: s.Scenario) -> tuple[s.Word, ...]:
    """The seats that a scenario names. Raises UNO115 if it is about another table."""
    seats: tuple[s.Word, ...] = ()
    on = {x for o in table.options if o.on for x in (o.name, short(o.name))}
    for line in scenario.lines:
        if isinstance(line, s.Names):
            names = tuple(w.text for w in line.names)
            match line.kind:
                case "seats":
                    if len(names) != table.seats:
                        raise wrong(f"the scenario has {len(names)} seats, and this table {table.seats}", _LOAD)
                    seats = line.names
                case "with":
                    off = [x for x in names if x not in on]
                    if off:
                        raise wrong(f"the scenario is with `{off[0]}`, which is not on at this table", _LOAD)
                case "without":
                    there = [x for x in names if x in on]
                    if there:
                        raise wrong(f"the scenario is without `{there[0]}`, which is on at this table", _LOAD)
                case _:
                    pass
        elif isinstance(line, s.SetParameter):
            _refuse_other_value(table, line)
    return seats


def _refuse_other_value(table: Table, line: s.SetParameter) -> None:
    """Raises UNO115 if a scenario gives a parameter another value than this table has."""
    name = " ".join(plain(line.name.words))
    for setting in table.settings:
        if name in (setting.name, short(setting.name)):
            has = value_text(table, setting.type, setting.value, SEAT_NAMES)
            if known_value(line.value) != has:
                raise wrong(f"the scenario has `{name}` {known_value(line.value)}, and this table {has}", _LOAD)
            return
    raise wrong(f"there is no parameter `{name}` at this table", _LOAD)


def moved_over(old: Layout, state: State, new: Layout) -> State:
    """Converts a state to a layout of the same table whose piles keep the order of fewer cards."""
    out = list(new.blank(0))
    cards = {x for zone in range(len(new.table.zones)) for x in _slots(new, zone)}
    others = [x for x in range(new.size) if x not in cards]
    theirs = {x for zone in range(len(old.table.zones)) for x in _slots(old, zone)}
    for there, here in zip(others, (x for x in range(old.size) if x not in theirs), strict=True):
        out[there] = state[here]
    for zone, seat in new.places:
        new.clear(out, zone, seat)
        for kind in reversed(old.in_order(state, zone, seat)):
            new.put(out, zone, seat, kind)
    return tuple(out)


def _slots(layout: Layout, zone: int) -> range:
    """The slots of a zone, for all seats."""
    many = layout.seats if layout.table.zones[zone].each_player else 1
    return range(layout.zone[zone], layout.zone[zone] + layout.stride[zone] * many)


# --------------------------------------------------------------------------------------------------------- to a scenario


def to_scenario(executor: Executor, layout: Layout, state: State, title: str) -> str:
    """Writes a state as a scenario for `from_scenario` and `unodsl test`. Raises `RulesError` if that is impossible."""
    written = written_position(executor, layout, state, fewest=False)
    if written is None and state[ROUND]:
        raise wrong(
            "no scenario leads here: rules with `when the position stands` do not come to rest, or leave the open "
            "situations in another order",
            "`setup.from_view(match.view(None))` begins from here all the same",
        )
    if written is None:
        raise wrong("a round that is over is no position", "only a running round can be written as a scenario")
    table = layout.table
    if not isinstance(title, str) or not title.isprintable() or '"' in title:
        raise wrong(f"a title is one line of text without quotation marks, not {title!r}")
    head = [f'scenario "{title}"']
    for word, names in (
        ("with", [o.name for o in table.options if o.on]),
        ("without", [o.name for o in table.options if o.default and not o.on]),
    ):
        head += [f"  {word} {', '.join(names)}"] if names else []
    head += [f"  set {short(name)} to {value}" for name, value in set_parameters(table).items()]
    head.append(f"  seats {', '.join(SEAT_NAMES[: layout.seats])}")
    return "\n".join([*head, *(f"  {line}" for line in written.lines)]) + "\n"


# ------------------------------------------------------------------------------------------------------------ from a view


def from_view(layout: Layout, seen: View, names: tuple[str, ...], seed: int) -> State:
    """A state with this view: a complete view determines it. For a seat's view it is a uniformly random one of the
    consistent states: hidden cards are drawn from the remaining ones. Places missing in the view are empty; the rest of
    the deck lies where the deck begins, if the view does not have that place. Missing variables and fields have their
    start values. Raises `RulesError` if there is no such state."""
    return _Laying(layout, given_view.checked(seen), names, seed).state()


class _Laying:
    """Lays out one view."""

    def __init__(self, layout: Layout, seen: View, names: tuple[str, ...], seed: int) -> None:
        self.layout, self.table, self.seen, self.names = layout, layout.table, seen, names
        self.out = list(layout.blank(generator.seeded(seed)))
        self.random = random.Random(seed)
        self.kinds = {kind.name: i for i, kind in enumerate(self.table.deck.kinds)}

    def state(self) -> State:
        """Returns the state."""
        self.cards()
        self.variables()
        self.situations()
        out, seen = self.out, self.seen
        if seen.round_runs and not seen.match_runs:
            raise wrong("in this position the match is over, and a round of it still runs")
        out[ROUND], out[MATCH] = int(seen.round_runs), int(seen.match_runs)
        out[IN_PLAY] = sum(1 << self.seat(i) for i in seen.in_play)
        out[WINNERS] = sum(1 << self.seat(i) for i in seen.winners)
        return tuple(out)

    def seat(self, number: int) -> int:
        """Checks a seat of this table."""
        if not 0 <= number < self.layout.seats:
            raise wrong(f"there is no seat {number}: they go from 0 to {self.layout.seats - 1}")
        return number

    def whose(self, seat: int, of_each: bool, of: str) -> int:
        """Checks the seat of a place or variable, which is -1 for one of the table. Returns it, or 0 for the table."""
        if of_each:
            return self.seat(seat)
        if seat != -1:
            raise wrong(f"`{of}` is nobody's own, so its seat is -1 and not {seat}")
        return 0

    # ------------------------------------------------------------------------------------------------------------- cards

    def cards(self) -> None:
        """Lays out all cards of the view."""
        layout = self.layout
        places: dict[tuple[int, int], tuple[str, ...] | int] = {}
        for place in self.seen.places:
            zone = self.index(place.zone, [z.name for z in self.table.zones], "place")
            where = zone, self.whose(place.seat, self.table.zones[zone].each_player, place.zone)
            if where in places:
                raise wrong(f"{self.called(*where)} stands in this position twice")
            places[where] = place.count if place.cards is None else tuple(place.cards)
        for zone, seat in layout.places:
            layout.clear(self.out, zone, seat)
        left = self.left_of(places)
        homes = [(zone, 0) for zone, _ in self.table.deck.homes if (zone, 0) not in places]
        for where, cards in places.items():
            kinds = self.drawn(left, cards, where) if isinstance(cards, int) else [self.kinds[x] for x in cards]
            for kind in reversed(kinds):
                layout.put(self.out, *where, kind)
        for kind in sorted(left.elements()):
            home = (self.table.deck.home_of(kind), 0)
            if home not in homes:
                raise wrong(f"`{self.table.deck.kinds[kind].name}` lies nowhere in this position")
            layout.put(self.out, *home, kind)

    def left_of(self, places: dict[tuple[int, int], tuple[str, ...] | int]) -> Counter[int]:
        """The cards that the view does not show."""
        left = Counter(dict(enumerate(self.layout.copies)))
        for where, cards in places.items():
            for name in () if isinstance(cards, int) else cards:
                if name not in self.kinds:
                    raise wrong(f"no card is called `{name}` ({self.called(*where)})", did_you_mean(name, self.kinds))
                left[self.kinds[name]] -= 1
                if left[self.kinds[name]] < 0:
                    copies = self.layout.copies[self.kinds[name]]
                    times = "once" if copies == 1 else f"{copies} times"
                    raise wrong(f"this position has `{name}` more often than the deck, which has it {times}")
        return left

    def drawn(self, left: Counter[int], count: int, where: tuple[int, int]) -> list[int]:
        """Draws so many of the remaining cards, and removes them."""
        there = sorted(left.elements())
        if not 0 <= count <= len(there):
            raise wrong(f"{self.called(*where)} has {count} cards in this position, and {len(there)} are left")
        found = self.random.sample(there, count)
        left.subtract(found)
        return found

    def called(self, zone: int, seat: int) -> str:
        """Describes a place."""
        declared = self.table.zones[zone]
        return f"{self.names[seat]}'s {short(declared.name)}" if declared.each_player else f"the {short(declared.name)}"

    # ------------------------------------------------------------------------------------------------------------ values

    def index(self, name: str, known: Sequence[str], what: str) -> int:
        """The index of a name in a list; the name of its file may be left out."""
        found = [i for i, x in enumerate(known) if name == x] or [i for i, x in enumerate(known) if name == short(x)]
        if len(found) != 1:
            hint = did_you_mean(name, [*known, *map(short, known)])
            raise wrong(
                f"no {what} of this table is called `{name}`" if not found else f"`{name}` is two {what}s", hint
            )
        return found[0]

    def variables(self) -> None:
        """Sets the variables of the view."""
        declared = self.table.variables
        given: set[int] = set()
        for name, seat, text in self.seen.variables:
            index = self.index(name, [v.name for v in declared], "variable")
            at = self.layout.variable[index] + self.whose(seat, declared[index].each_player, name)
            if at in given:
                raise wrong(f"`{name}` stands in this position twice")
            given.add(at)
            self.out[at] = self.value(declared[index].type, text, name)

    def situations(self) -> None:
        """Opens the situations of the view, whose first one is on top."""
        layout, out = self.layout, self.out
        for name, owner, fields in reversed(self.seen.situations):
            index = self.index(name, [x.name for x in self.table.situations], "situation")
            situation = self.table.situations[index]
            if out[layout.below[index]] != CLOSED:
                raise wrong(f"`{name}` is open twice in this position")
            out[layout.below[index]], out[TOP] = out[TOP], index
            whose = self.value(Players() if situation.on_players else Player(False), owner, name)
            # (a set may be empty: all have answered, and no rule ended it)
            if whose == NOTHING:
                raise wrong(f"`{name}` waits for nobody in this position")
            out[layout.owner[index]] = whose
            given: set[int] = set()
            for field, text in fields:
                position = self.index(field, [x.name for x in situation.fields], f"field of `{name}`")
                if position in given:
                    raise wrong(f"`{field}` of `{name}` stands in this position twice")
                given.add(position)
                out[layout.field[index][position]] = self.value(situation.fields[position].type, text, field)

    def value(self, type_: Type, text: str, of: str) -> int:
        """Parses a value in the words of `unodsl.engine.describe.value_text`."""
        known: dict[str, int]
        match type_:
            case Number():
                # (`int` refuses numbers of thousands of digits)
                if not NUMBER.fullmatch(text) or not type_.low <= int(text) <= type_.high:
                    raise wrong(f"`{of}` is a number from {type_.low} to {type_.high}, not `{text}`")
                return int(text)
            case Players():
                members = [] if text in ("nobody", "nothing") else text.split(" + ")
                return sum({1 << self.index(x, self.names, "player") for x in members})
            case YesNo():
                known = {"no": 0, "yes": 1}
            case Enumeration():
                known = {x: i for i, x in enumerate(type_.values)}
            case Card():
                known = self.kinds
            case Player():
                known = {x: i for i, x in enumerate(self.names)}
            case _:
                assert_never(type_)
        if text == "nothing" and not isinstance(type_, YesNo):
            # even if the type has no such value: a card without a color has none
            return NOTHING
        if text not in known:
            raise wrong(f"`{of}` cannot be `{text}`", did_you_mean(text, known))
        return known[text]


# ------------------------------------------------------------------------------------------------------------ from a state


@lru_cache(maxsize=8)
def slot_limits(layout: Layout) -> tuple[tuple[int, int], ...]:
    """The least and the greatest number of each slot."""
    others = dict.fromkeys(layout.sets, (0, layout.all_cards)) | {GENERATOR: (0, generator.MASK)}
    types = enumerate(slot_types(layout))
    return tuple(others[slot] if type_ is None else bounds(layout, type_) for slot, type_ in types)


def _open(layout: Layout, state: State) -> list[tuple[int, Situation]]:
    """The open situations of a state, with their indexes."""
    return [(i, x) for i, x in enumerate(layout.table.situations) if state[layout.below[i]] != CLOSED]


def checked(layout: Layout, state: Iterable[int]) -> State:
    """Checks that a state fits this table by its slots, its cards, and its open situations. Raises `RulesError`."""
    try:
        out = tuple(map(operator.index, state))
    except TypeError:
        raise wrong("a state is a list of whole numbers, such as `Match.state`") from None
    if len(out) != layout.size:
        raise wrong(f"this is no state of this table: it has {len(out)} numbers, not {layout.size}")
    for slot, (value, (low, high)) in enumerate(zip(out, slot_limits(layout), strict=True)):
        if not low <= value <= high:
            raise wrong(
                f"this is no state of this table: number {slot} of it is {value}, and goes from {low} to {high}"
            )
    if out[IN_PLAY] >> layout.seats:
        raise wrong(f"this is no state of this table: somebody takes part who has none of its {layout.seats} seats")
    open_now = [i for i, _ in _open(layout, out)]
    if sorted(layout.stack(out)) != open_now:
        raise wrong("this is no state of this table: its open situations do not lie one on another")
    if out[ROUND] and not out[MATCH]:
        raise wrong("this is no state of this table: the match is over, and a round of it still runs")
    if any(out[layout.owner[i]] == NOTHING for i, x in _open(layout, out) if not x.on_players):
        raise wrong("this is no state of this table: an open situation waits for nobody")
    if not layout.conserved(out):
        raise wrong("this is no state of this table: its cards are not those of the deck")
    return out
