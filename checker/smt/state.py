"""The symbolic state of a table over z3 unknowns.

The constraints of `well_formed` over-approximate the reachable states of every deal. Each card lies somewhere exactly
as often as the deck has it; values are within their bounds; a closed situation has its start values; and the facts of
`checker.effects.constants` hold. An unsatisfiable query is impossible at any such table (`proved`). A model need not be
reachable, so it counts only once the engine has replayed it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import z3

from checker.effects.values import SEATING, WORKED_OUT, Facts, OptionLiterals, Slot
from checker.smt.factory import between, boolean, conj, disj, implied, integer, ite, less, neg, same, summed
from unodsl.model.table import Deck, Table
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo

Mask: TypeAlias = tuple[Any, ...]
"""A set of seats: one Boolean for each seat."""

Term: TypeAlias = Any
"""A number, a card, a seat, a choice or (0 or 1) a yes-or-no. (z3 has no type annotations.)"""


@dataclass(slots=True)
class SymbolicState:
    """The unknowns. `bags[zone][seat][kind]` counts cards; `tops[zone][seat]` are the ordered cards of a pile. `seats`
    is the number of seats: the first ones in `exists`."""

    table: Table
    bags: list[list[list[Term]]]
    tops: list[list[list[Term]]]
    variables: list[list[Term | Mask]]
    fields: list[list[Term | Mask]]
    owners: list[Term | Mask]
    open: list[z3.BoolRef]
    top: Term
    seats: Term
    exists: Mask
    in_play: Mask
    winners: Mask
    moved: Term
    round_runs: z3.BoolRef
    match_over: z3.BoolRef
    attributes: list[z3.FuncDeclRef]
    there: list[z3.BoolRef]
    """For each kind of card, that the deck has one. True, except in families whose options change the deck."""
    holding: list[Mask]
    """For each zone of each player, where players can leave: an over-approximation of the seats that have cards in it.
    Empty for other zones."""
    lowest: list[z3.BoolRef]
    """For each situation: that it is open, and lies below all other open ones. An under-approximation."""
    shown: list[tuple[Term, ...]]
    """For each zone of the table whose cards lie in order: the topmost card, or nothing (empty for other zones)."""
    sizes: list[tuple[Term, ...]]
    """For each zone of each player, where a transition counts them: the number of cards of each seat; empty for others."""
    constraints: list[z3.BoolRef]


def span_of(table: Table, type_: Type) -> tuple[int, int]:
    """The least and the greatest integer of a type that is not a set."""
    match type_:
        case Number():
            return type_.low, type_.high
        case YesNo():
            return 0, 1
        case Enumeration():
            return (-1 if type_.optional else 0), len(type_.values) - 1
        case Card():
            return (-1 if type_.optional else 0), len(table.deck.kinds) - 1
        case Player():
            return (-1 if type_.optional else 0), table.seats - 1
        case Players():
            raise AssertionError("a set is not one number")


def fresh(table: Table, name: str, type_: Type, constraints: list[z3.BoolRef], nothing: bool = False) -> Term | Mask:
    """A fresh unknown of a type, within its bounds; `nothing`: it may be nothing, whatever its type."""
    if isinstance(type_, Players):
        return tuple(z3.Bool(f"{name}.{i}") for i in range(table.seats))
    unknown = z3.Int(name)
    low, high = span_of(table, type_)
    constraints += between(min(low, -1) if nothing else low, unknown, high)
    return unknown


def seats_of(table: Table, constraints: list[z3.BoolRef]) -> tuple[Term, Mask]:
    """The number of seats, and the mask of those that exist. In a family over several numbers of seats, as its options
    allow."""
    if table.seats_of is None:
        return integer(table.seats), tuple(boolean(True) for _ in range(table.seats))
    number = z3.Int("seats")
    constraints += between(table.seats_low, number, table.seats)
    return number, tuple(less(i, number) for i in range(table.seats))


def one_of(features: dict[str, Term], presence: frozenset[OptionLiterals]) -> z3.BoolRef:
    """A presence condition as a formula over the options of a family."""
    return disj(
        [conj([same(features[o], int(on)) for o, on in sorted(literals)]) for literals in sorted(presence, key=sorted)]
    )


def in_deck(deck: Deck, kind: int, features: dict[str, Term]) -> z3.BoolRef:
    """That the deck has a card of a kind: a presence condition in a family; true for a single table."""
    copies = {on: here[kind] for on, here in deck.by_options} or {frozenset(): deck.kinds[kind].copies}
    options = sorted(frozenset().union(*copies))
    relevant = [o for o in options if any((copies[on | {o}] > 0) != (copies[on - {o}] > 0) for on in copies)]
    presence = {frozenset((o, o in on) for o in relevant) for on, here in copies.items() if here}
    return one_of(features, frozenset(presence))


@dataclass(frozen=True, slots=True)
class Cards:
    """The unknowns of where the cards lie, independent of facts about a table. `counted`: for each kind, the
    conservation law of its copies; `gone`: that it has none. `constraints`: the constraints on the places."""

    table: Table
    bags: list[list[list[Term]]]
    tops: list[list[list[Term]]]
    attributes: list[z3.FuncDeclRef]
    seats: Term
    exists: Mask
    constraints: tuple[z3.BoolRef, ...]
    counted: tuple[tuple[z3.BoolRef, ...], ...]
    gone: tuple[z3.BoolRef, ...]


_known: tuple[z3.Context, dict[tuple[int, tuple[int, ...]], Cards]] | None = None
"""A cache for one z3 context, by the id of the table and the depths of its piles."""


def cards_of(table: Table, depths: tuple[int, ...]) -> Cards:
    """Where the cards may lie; shared by all symbolic states of a table."""
    global _known
    context = z3.main_ctx()
    if _known is None or _known[0] is not context:
        _known = context, {}
    key = id(table), depths
    if key not in _known[1]:
        # (the value holds a reference to the table, so that its id stays unique)
        _known[1][key] = _cards_of(table, depths)
    return _known[1][key]


def _cards_of(table: Table, depths: tuple[int, ...]) -> Cards:
    constraints: list[z3.BoolRef] = []
    seats = table.seats
    kinds = table.deck.kinds
    attributes = []
    for index, attribute in enumerate(table.deck.attributes):
        function = z3.Function(f"attribute {attribute.name}", z3.IntSort(), z3.IntSort())
        constraints.append(same(function(integer(-1)), -1))
        constraints.extend(same(function(integer(k)), kind.values[index]) for k, kind in enumerate(kinds))
        attributes.append(function)
    bags: list[list[list[Term]]] = []
    tops: list[list[list[Term]]] = []
    unknowns: list[list[z3.ArithRef]] = [[] for _ in kinds]
    number, exists = seats_of(table, constraints)
    for index, zone in enumerate(table.zones):
        bags.append([])
        tops.append([])
        for seat in range(seats if zone.each_player else 1):
            counts: list[Term] = []
            for k, kind in enumerate(kinds):
                unknown = z3.Int(f"number of {kind.name} in {zone.name}.{seat}")
                constraints += between(0, unknown, kind.copies)
                counts.append(unknown)
                unknowns[k].append(unknown)
            bags[-1].append(counts)
            if zone.each_player and table.seats_of is not None:
                constraints.append(disj(exists[seat], conj([same(c, 0) for c in counts])))
            row: list[Term] = []
            for d in range(min(depths[index], 12)):
                card = z3.Int(f"top {d} of {zone.name}.{seat}")
                constraints += between(-1, card, len(kinds) - 1)
                if d:
                    constraints.append(implied(same(row[d - 1], -1), same(card, -1)))
                row.append(card)
                for k in range(len(kinds)):
                    unknowns[k].append(ite(same(card, k), 1, 0))
            if row:
                constraints.append(implied(same(row[-1], -1), conj([same(c, 0) for c in counts])))
            tops[-1].append(row)
    counted: list[tuple[z3.BoolRef, ...]] = []
    gone: list[z3.BoolRef] = []
    for k, places in enumerate(unknowns):
        total = summed(places)
        many = [here[k] for _, here in table.deck.by_options] or [kinds[k].copies]
        counted.append((total == max(many),) if len(set(many)) == 1 else (total >= min(many), total <= max(many)))
        gone.append(total == 0)
    return Cards(table, bags, tops, attributes, number, exists, tuple(constraints), tuple(counted), tuple(gone))


@dataclass(slots=True)
class Conditional:
    """The facts whose constraints hold in a family where their presence conditions do. `due`: what needs its condition.
    `named`: that a slot has one of its values, unless it is worked out from others."""

    due: list[tuple[z3.BoolRef, object]] = field(default_factory=list)
    named: list[tuple[z3.BoolRef, Slot]] = field(default_factory=list)

    def values(self, unknown: Term | Mask, slot: Slot, known: frozenset[int] | None) -> None:
        """Adds the possible values of a slot, if they are known."""
        if known is not None and not isinstance(unknown, tuple):
            self.named.append((disj([same(unknown, v) for v in sorted(known)]), slot))
            self.due += [(same(unknown, v), (slot, v)) for v in sorted(known)]

    def constraints(self, facts: Facts, features: dict[str, Term]) -> list[z3.BoolRef]:
        """The constraints, over the options of a family."""
        out = [disj(x, one_of(features, facts.due_to.get((of, WORKED_OUT), frozenset()))) for x, of in self.named]
        out += [implied(x, one_of(features, facts.due_to[key])) for x, key in self.due if key in facts.due_to]
        return out


def well_formed(table: Table, depths: tuple[int, ...], facts: Facts) -> SymbolicState:
    """A symbolic state constrained only by what always holds. `depths`: how many top cards of each zone are modeled."""
    cards = cards_of(table, depths)
    constraints = list(cards.constraints)
    seats, kinds, exists = table.seats, table.deck.kinds, cards.exists
    conditional = Conditional()
    variables = variables_of(table, facts, constraints, conditional)
    top = z3.Int("top")
    constraints += between(-1, top, len(table.situations) - 1)
    open_ = [z3.Bool(f"open {x.name}") for x in table.situations]
    constraints.extend(implied(same(top, i), o) for i, o in enumerate(open_))
    constraints.append(implied(same(top, -1), neg(disj(open_))))
    in_play = tuple(z3.Bool(f"in play {i}") for i in range(seats))
    agree = same if facts.seats_fixed else implied
    constraints.extend(agree(here, there) for here, there in zip(in_play, exists, strict=True))
    owners, fields = situations_of(table, facts, open_, exists, constraints, conditional)
    winners = tuple(z3.Bool(f"winner {i}") for i in range(seats))
    moved = z3.Int("moved")
    constraints += between(-1, moved, len(kinds) - 1)
    features = {option: variables[index][0] for option, index in table.features}
    there = [in_deck(table.deck, k, features) for k in range(len(kinds))]
    # only a single table has exact counts: a state with more cards mostly fits other tables, too
    for in_all, none, here_ in zip(cards.counted, cards.gone, there, strict=True):
        constraints += in_all
        constraints.append(disj(here_, none))
    if SEATING in facts.due_to:
        everybody = conj([same(here, seat) for here, seat in zip(in_play, exists, strict=True)])
        conditional.due.append((neg(everybody), SEATING))
    constraints += conditional.constraints(facts, features)
    holding = [
        tuple(z3.Bool(f"cards in {zone.name}.{i}") for i in range(seats))
        if zone.each_player and not facts.seats_fixed
        else ()
        for zone in table.zones
    ]
    round_runs, match_over = z3.Bool("round runs"), z3.Bool("match over")
    constraints.append(implied(match_over, neg(round_runs)))
    return SymbolicState(
        table,
        cards.bags,
        cards.tops,
        variables,
        fields,
        owners,
        open_,
        top,
        cards.seats,
        exists,
        in_play,
        winners,
        moved,
        round_runs,
        match_over,
        cards.attributes,
        there,
        holding,
        [z3.Bool(f"lowest {x.name}") for x in table.situations],
        [() if zone.each_player else tuple(cards.tops[i][0][:1]) for i, zone in enumerate(table.zones)],
        [() for _ in table.zones],
        constraints,
    )


def variables_of(
    table: Table, facts: Facts, constraints: list[z3.BoolRef], conditional: Conditional
) -> list[list[Term | Mask]]:
    """The unknowns of the variables, each for every seat that it has one for."""
    out: list[list[Term | Mask]] = []
    switches = dict(table.features).values()
    for index, variable in enumerate(table.variables):
        # an option may have the name of a variable
        called = f"{'option' if index in switches else 'variable'} {variable.name}"
        nothing = index in facts.nothing
        copies = range(table.seats if variable.each_player else 1)
        out.append([fresh(table, f"{called}.{i}", variable.type, constraints, nothing) for i in copies])
        for unknown in out[-1]:
            conditional.values(unknown, index, facts.variables.get(index))
    return out


def situations_of(
    table: Table,
    facts: Facts,
    open_: list[z3.BoolRef],
    exists: Mask,
    constraints: list[z3.BoolRef],
    conditional: Conditional,
) -> tuple[list[Term | Mask], list[list[Term | Mask]]]:
    """The unknowns of the owners and the fields of situations; those of a closed one have their start values."""
    owners: list[Term | Mask] = []
    fields: list[list[Term | Mask]] = []
    for index, situation in enumerate(table.situations):
        if index not in facts.begun:
            constraints.append(neg(open_[index]))
        conditional.due.append((open_[index], index))
        type_: Type = Players() if situation.on_players else Player(True)
        owner = fresh(table, f"owner of {situation.name}", type_, constraints)
        owners.append(owner)
        if isinstance(owner, tuple):
            constraints.append(disj(open_[index], neg(disj(owner))))
        else:
            constraints.append(same(open_[index], neg(same(owner, -1))))
        fields.append([])
        for position, declared in enumerate(situation.fields):
            slot = index, position
            called = f"field {declared.name} of {situation.name}"
            unknown = fresh(table, called, declared.type, constraints, slot in facts.nothing)
            fields[-1].append(unknown)
            if isinstance(unknown, tuple):
                first = [conj(boolean(bool(declared.starts >> i & 1)), there) for i, there in enumerate(exists)]
                started = conj([same(bit, start) for bit, start in zip(unknown, first, strict=True)])
                constraints.append(disj(open_[index], started))
            else:
                constraints.append(disj(open_[index], same(unknown, declared.starts)))
            conditional.values(unknown, slot, facts.fields.get(slot))
    return owners, fields
