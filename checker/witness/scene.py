"""The scene of a witness: its position and moves in one line. Of variables and numbers of cards it has those that the
rules of the finding ask about, and variables with words for values (`direction is counterclockwise`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from checker.codes import STUCK, TRAP, UNANSWERED
from checker.effects.summary import summaries
from checker.effects.ways import written_name
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration
from unodsl.model.walk import below

MOST_MOVES = 3
"""The maximal number of moves in a scene; the witness has them all."""

MOST_CARDS = 5
"""The maximal number of cards of a hand that a scene lists; larger ones are counted."""

MOST_HANDS = 3
"""The maximal number of hands of which all are counted; of more, those of players whom the scene names."""

MOST_VARIABLES = 2
"""The maximal number of variables in a scene without words for values."""

NO_MOVE = frozenset({STUCK.id, UNANSWERED.id})
"""The codes of findings about positions without a move."""

_BEGINS = ("the match begins", "the round begins")
"""The moves of a scenario in which cards are dealt."""

_OF_CARDS = re.compile(r"\s*expect number of (?!cards in ).+ in [a-z -]+ of (\S+) is \d")
"""An expectation about some of the cards of a player."""

_HEAD = ("game ", "with ", "without ", "set ", "seats ", "use ", "options ")


@dataclass
class Lines:
    """The lines of a scenario by what they state: piles, hands, variables with words for values, other variables that matter,
    open situations, players who are absent, and moves."""

    piles: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    stated: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


def scene(table: t.Table, witness: str, code: str = "", rules: Collection[str] = ()) -> str:
    """The piles, the open situations, and the moves of the first scenario of a witness; "" if there is none. `code`: of the
    finding; where nobody has a move, also the cards of the players whom the table waits for; where the round cannot end, also
    variables of the table. Always the cards of players of whom some are expected to have other ones. `rules`: of the finding;
    how many cards lie where they count them, and the variables of their conditions, are shown, too."""
    groups = (table.triggers, table.offers, table.bans)
    mine = [x for group in groups for x in group if written_name(x.info.name) in rules]
    kept = [short(v.name) for v in table.variables if code == TRAP.id and not isinstance(v.type, Card)]
    read = (read_at_the_end(table) if kept else frozenset()) | read_in_conditions(table, mine)
    first, *others = of_one_position(witness)
    lines = by_subject(table, first, read, kept)
    moves = shared_moves(lines.moves, others)
    dealt = any(line in _BEGINS for line in moves)
    counted = frozenset() if dealt else counted_zones(mine)
    piles = [pile_words(line, dealt) for line in lines.piles] + number_of_cards(table, first, counted)
    if len(moves) > MOST_MOVES:
        moves = [*moves[:MOST_MOVES], "and so on"]
    # situations below the top are named without details
    waits = [*(x.partition(" with ")[0] for x in lines.waits[:-1]), *lines.waits[-1:]]
    whose = waits[-1].partition(" with ")[0].replace(",", " ").split() if waits and code in NO_MOVE else []
    of_hands = any(table.zones[i].each_player for i in counted)
    named_ones = {x for line in (*waits, *moves) for x in re.split(r"[ ,]+", line)}
    whose += [x[1] for line in witness.splitlines() if (x := _OF_CARDS.match(line))]
    shown = [
        hand_words(x, listed)
        for x in lines.hands
        if (listed := (who := x.partition(" ")[0]) in whose)
        or (of_hands and (len(lines.hands) <= MOST_HANDS or who in named_ones))
        # (that a move is one of the last card is mostly why)
        or (number_in(x.partition(" holds ")[2]) == 1 and any(m.startswith(f"{who} ") for m in moves))
    ]
    tops = {x.partition(" on ")[0] for x in piles}
    # (that the card on top is also the last one played says nothing new)
    values = [x for x in lines.values if x.partition(" is ")[2] not in tops]
    # (of two scores it is mostly that of whoever moves which matters)
    of_movers = {x.partition(" ")[0] for x in lines.hands} & named_ones
    values.sort(key=lambda line: (not named(line, read), of_movers.isdisjoint(line.partition(" is ")[0].split())))
    parts = [
        ", ".join((*reversed(waits), *piles, *lines.stated)),
        *shown,
        *values[:MOST_VARIABLES],
        *lines.absent,
        *moves,
    ]
    return "; ".join(p for p in parts if p)


def by_subject(table: t.Table, scenario: Iterable[str], read: Collection[str], kept: Collection[str]) -> Lines:
    """The lines of a scenario by subject, without what a scene leaves out. `read`: variables that rules read; `kept`: those
    of the table that matter besides."""
    out = Lines()
    words = [short(v.name) for v in table.variables if is_of_words(v)]
    others = [short(v.name) for v in table.variables] + [short(z.name) for z in table.zones if z.each_player]
    shared = [short(z.name) for z in table.zones if not z.each_player]
    for line in scenario:
        if line.startswith(_HEAD) or line.startswith("winners is ") or line.endswith(" is not open"):
            continue
        if line.endswith(" is absent"):
            out.absent.append(line)
        elif named(line, shared):
            out.piles.append(line)
        elif " holds " in line:
            out.hands.append(line)
        elif named(line, words):
            out.stated.append(line)
        elif named(line, read) or any(line.startswith(f"{name} is ") for name in kept):
            out.values.append(line)
        elif named(line, others):
            continue
        elif any(line.startswith(f"{short(x.name)} of ") for x in table.situations):
            out.waits.append(line)
        else:
            out.moves.append(line.partition(" by ")[0])
    return out


def read_at_the_end(table: t.Table) -> frozenset[str]:
    """The variables on which it depends whether a round ends."""
    all_ = summaries(table)
    ending = [x for x in table.running if any(y.phase == "round ends" for y in all_.flat(x.effects))]
    return variables_in(table, ending)


def read_in_conditions(table: t.Table, rules: Iterable[t.Rule]) -> frozenset[str]:
    """The variables in the conditions of some rules, and in those of their effects."""
    conditions: list[object] = []
    for x in rules:
        conditions.append(x.guard)
        if isinstance(x, t.Ban | t.Offer):
            conditions.append(x.who)
        if isinstance(x, t.Trigger):
            conditions += [y.given for z in summaries(table).flat(x.effects) for y in z.blocks if y.given is not None]
    return variables_in(table, conditions)


def variables_in(table: t.Table, nodes: Iterable[object]) -> frozenset[str]:
    """The variables of the table below some nodes, by short name."""
    return frozenset(short(table.variables[y.index].name) for x in nodes for y in below(x) if isinstance(y, e.Variable))


def is_of_words(variable: t.Variable) -> bool:
    """Whether a variable of the table has values that the rules name, such as a direction. (A position states those
    that are not at their start.)"""
    return isinstance(variable.type, Enumeration) and not variable.type.name and not variable.each_player


def counted_zones(rules: Iterable[t.Rule]) -> frozenset[int]:
    """The zones whose cards some rules count."""
    counts = (x for rule in rules for x in below(rule) if isinstance(x, e.CountCards))
    return frozenset(place.zone for x in counts for place in below(x.place) if isinstance(place, e.Place))


def number_of_cards(table: t.Table, lines: Iterable[str], zones: Collection[int]) -> list[str]:
    """How many cards lie in some zones of the table in the position of a scenario. (What no line states lies where cards
    lie before a round; where there are several such places, the result is empty.)"""
    deck = table.deck
    homes = dict(deck.homes)
    if len(homes) > 1:
        return []
    names = {i: short(z.name) for i, z in enumerate(table.zones) if not z.each_player}
    held = dict.fromkeys(names, 0)
    elsewhere = 0
    for line in lines:
        pile, is_, cards = line.partition(" is " if " holds " not in line else " holds ")
        at = next((i for i, name in names.items() if name == pile), None)
        if not is_ or (at is None and not is_place(table, pile, line)):
            continue
        number = number_in(cards)
        if at not in homes:
            elsewhere += number
        if at is not None:
            held[at] = number
    for home in homes:
        held[home] = sum(x.copies for x in deck.kinds) - elsewhere
    return [f"{held[i] or 'no'} card{'' if held[i] == 1 else 's'} in {names[i]}" for i in sorted(zones) if i in names]


def is_place(table: t.Table, words: str, line: str) -> bool:
    """Whether the line of a position states the cards of a player."""
    own = [short(z.name) for z in table.zones if z.each_player]
    return " holds " in line or any(words.startswith(f"{name} of ") for name in own)


def pile_words(line: str, dealt: bool) -> str:
    """A pile of a scenario: its top card; where cards are `dealt`, the last of those that come from it, which is the one
    turned up."""
    pile, _, cards = line.partition(" is ")
    first, *more = cards.split(", ")
    return f"{more[-1]} is the last of {len(more) + 1} cards from {pile}" if dealt and more else f"{first} on {pile}"


def hand_words(line: str, listed: bool) -> str:
    """A hand of a scenario: its cards, if these are to be `listed` and not many, else their number."""
    who, _, cards = line.partition(" holds ")
    number = number_in(cards)
    few = listed and len(cards.split(", ")) <= MOST_CARDS
    return line if few else f"{who} has {number or 'no'} card{'' if number == 1 else 's'}"


def number_in(cards: str) -> int:
    """The number of cards in a list of a scenario."""
    kinds = [] if cards == "nothing" else cards.split(", ")
    return sum(int(x.partition(" * ")[0]) if " * " in x else 1 for x in kinds)


def of_one_position(witness: str) -> list[list[str]]:
    """The lines of each scenario of a witness up to its first expectation: the first one, and those with the same hands."""
    out: list[list[str]] = []
    inside = False
    for line in witness.splitlines():
        if line.startswith("scenario "):
            inside = True
            out.append([])
        elif inside and line.strip().startswith("expect "):
            inside = False
        elif inside and line.strip():
            out[-1].append(line.strip())
    hands = [[line for line in lines if " holds " in line] for lines in out]
    return [lines for lines, mine in zip(out, hands, strict=True) if mine == hands[0]] or [[]]


def shared_moves(moves: Sequence[str], others: Sequence[Sequence[str]]) -> list[str]:
    """The first moves of a scenario that all others of the same position make as well, each without its rule. (What comes
    then, the facts of each side say.) A scenario without a move, which expects that one is refused, does not count."""
    made = [[line.partition(" by ")[0] for line in lines] for lines in others]
    made = [lines for lines in made if set(lines) & set(moves)]
    out: list[str] = []
    for move in moves:
        if any(move not in lines for lines in made):
            break
        out.append(move)
    return out


def named(line: str, names: Collection[str]) -> bool:
    """Whether a line states the value of one of some names."""
    return any(line.startswith((f"{name} is ", f"{name} of ")) and " is " in line for name in names)
