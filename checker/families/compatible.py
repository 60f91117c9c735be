"""Options that cannot be on together because of what must be constant before a game: cards, packs, needs, parameters.

Exact for pairs. Three options of which no two conflict may still make no valid table; the tables that are checked show it.
Example: one option plays with two packs, another one with three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from checker.families.relations import Relations
from checker.known_tables import key_of, memo_of
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.options import changes_constants
from unodsl.syntax import nodes as s


@dataclass
class Fitting:
    """The options that fit into one family. `alone`: those that do not, with the reason; `beside`: for each of these, the
    options without which it fits into another family."""

    options: list[str]
    alone: dict[str, str] = field(default_factory=dict)
    beside: dict[str, frozenset[str]] = field(default_factory=dict)


def fitting(
    project: Project, options: Sequence[str], relations: Relations, invalid: Callable[[list[str]], str]
) -> Fitting:
    """The options of one family: all, or as many as can be on or off in one symbolic table, in their order. `invalid`: why
    some options make no family, or "". Raises `RulesError` where the game itself makes none."""
    if not invalid(list(options)):
        return Fitting(list(options))
    fixed = [n for n in options if changes_constants(project, n)]
    out = Fitting([n for n in options if not relations.brought[n] & {*fixed}])

    def added(some: Iterable[str], option: str) -> list[str]:
        wanted = {*some, *relations.brought[option]}
        return [n for n in options if n in wanted]

    plain = list(out.options)
    for option in (n for n in options if n not in plain):
        trial = added(out.options, option)
        why = invalid(trial)
        if not why:
            out.options = trial
            continue
        out.alone[option] = why
        there = [n for n in fixed if n in out.options]
        against = frozenset(n for n in there if invalid(added(added(plain, n), option)))
        out.beside[option] = against or frozenset(there)
    return out


def invalid_pairs(
    project: Project, spec: TableSpec, options: Sequence[str], relations: Relations, seats: range
) -> tuple[dict[frozenset[str], str], list[tuple[frozenset[str], int]]]:
    """The sets of one or two options with which a game makes no valid table at any of some numbers of seats, with the message;
    and those with which it makes none at one of them."""
    changing = [n for n in options if has(project, n, s.Deck, s.SetParameter)]
    needing = [n for n in options if has(project, n, s.Needs)]
    asks = needing or any(
        about_the_deck(x) for g in spec.games or () for y in project.chain(g) for x in of_game(project, y)
    )
    decks = [n for n in options if has(project, n, s.Deck)]

    def why(some: Iterable[str], number: int | None) -> str:
        return why_invalid(project, spec, relations.closed(some), number)

    never: dict[frozenset[str], str] = {}
    at: list[tuple[frozenset[str], int]] = []
    for pair in combinations(decks, 2):
        message = why(pair, None) if relations.together(relations.closed(pair)) else ""
        if message and not any(why((x,), None) for x in pair):
            never[frozenset(pair)] = message
    for some in sets_that_may_need_more(changing, needing) if asks else ():
        if frozenset(some) in never or not relations.together(relations.closed(some)):
            continue
        # (what a deal needs grows with the players)
        if not why(some, seats[-1]):
            continue
        failing = {number: message for number in seats if (message := why(some, number))}
        own = {number for number in failing if len(some) > 1 and any(why((x,), number) for x in some)}
        if len(failing) == len(seats) and not own and len(some) > 1:
            never[frozenset(some)] = failing[seats[-1]]
        at += [(frozenset(some), number) for number in failing.keys() - own]
    return never, at


def why_invalid(project: Project, spec: TableSpec, options: Iterable[str], seats: int | None = None) -> str:
    """Why a game makes no valid table with some options, at a number of seats or (None) at any; "" if it makes one."""
    chosen = replace(spec, any_seats=seats is None, seats=seats, options=tuple(sorted(options)))

    def found() -> str:
        try:
            resolve_table(project, chosen)
        except RulesError as error:
            return error.diagnostics[0].message
        return ""

    known = memo_of(project)
    return known.once(known.invalid, key_of(chosen), found)


def sets_that_may_need_more(changing: Sequence[str], needing: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The single options, and the pairs, with which a game may need more than it has."""
    yield from ((x,) for x in dict.fromkeys((*changing, *needing)))
    yield from combinations(changing, 2)
    yield from ((x, y) for x in needing for y in changing if x != y)


def has(project: Project, option: str, *kinds: type) -> bool:
    """Whether an option has declarations of some kinds."""
    return any(isinstance(x, kinds) for x in project.items_of(option))


def of_game(project: Project, page: str) -> tuple[s.Item, ...]:
    """The declarations of a game."""
    game = project.pages[page].game
    return () if game is None else game.items


def about_the_deck(item: s.Item) -> bool:
    """Whether a game needs something of the number of its cards."""
    return isinstance(item, s.Needs) and "deck size" in " ".join(item.condition.span.text.split())
