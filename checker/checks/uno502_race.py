"""UNO502 race: two players may act at once, and whoever is first disables the other's move.

An under-approximation: only races that occur in play are found. If only one of the two moves disables the other, it is
no race: the other move is then simply legal until that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from checker.checks.findings import finding_of
from checker.codes import RACE
from checker.compare.observe import same_to_players
from checker.context import Context
from checker.effects.bare import bare
from checker.invariants.decided import Ledger, decided
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place, Side
from checker.witness.path import alike, statable_positions
from checker.witness.scenario import (
    differences,
    header,
    move_line,
    openings,
    plain_chance,
    replays,
    scenario_text,
    shrunk,
)
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import MATCH, ROUND
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = RACE.id

MOST_STATES = 2500
"""The maximal number of states of play searched."""

MOST_TRIED = 100
"""The maximal number of times that two offers are played in both orders without a race."""

MOST_WRITTEN = 4
"""The maximal number of positions written for one pair until one replays."""

MOST_FACTS = 2
"""The maximal number of facts for each order, besides who can no longer act."""

Pair = tuple[int, int]
"""Two offers, or one that two players may use."""


@dataclass(frozen=True, slots=True)
class OpenRace:
    """A state in which each of two moves disables the other."""

    state: State
    one: Move
    other: Move


def check(context: Context) -> Answers:
    """Checks every two offers, at least one of an option, that may be legal for two players at once."""
    closed, findings = Ledger(CODE), list[Finding]()
    pairs = list(candidates(context.table))
    met, together = races(context, pairs)
    still: list[Pair] = []
    grouped: dict[tuple[str, ...], list[Pair]] = {}
    for pair in pairs:
        if pair in met:
            grouped.setdefault(about(context.table, pair), []).append(pair)
        elif pair in together:
            still.append(pair)
        elif not context.within_budget():
            context.cut_short.append(CODE)
            still.append(pair)
        else:
            names = tuple(context.table.offers[i].info.name for i in pair)
            answered = decided(context, Obligation("two seats", names), attended=True)
            if answered.verdict == "impossible":
                closed.add(answered.shown, *names)
            else:
                still.append(pair)
    for same in grouped.values():
        found = witnessed(context, same, met)
        if found is None:
            still += same
        else:
            findings.append(found)
    if still:
        findings.append(still_open(context, still))
    return closed.answers(findings)


def candidates(table: t.Table) -> Iterator[Pair]:
    """The pairs of offers to check. Leaves out two offers of the base game, moves that nobody has to make, and pairs of
    which one names the other."""
    usual = {o.name for o in table.options if o.default} | {None}
    for first, a in enumerate(table.offers):
        for second, b in enumerate(table.offers[first:], first):
            if a.mode in t.LEFT_ALONE or b.mode in t.LEFT_ALONE or a.absent or b.absent:
                continue
            if a.info.option in usual and b.info.option in usual:
                continue
            if a.info.name in b.info.instead or b.info.name in a.info.instead:
                continue
            yield first, second


def about(table: t.Table, pair: Pair) -> tuple[str, ...]:
    """The subject of a race: the rules of options among its offers."""
    offers = [table.offers[i].info for i in pair]
    return tuple(sorted({x.name for x in offers if x.option is not None}))


def races(context: Context, pairs: Iterable[Pair]) -> tuple[dict[Pair, list[OpenRace]], set[Pair]]:
    """The pairs that race in states of play, each with some of these states, the fewest cards first; and the pairs that
    were legal at once."""
    wanted = set(pairs)
    met: dict[Pair, list[OpenRace]] = {}
    together: set[Pair] = set()
    tried: dict[Pair, int] = {}
    steps = context.samples.steps
    stride = max(1, len(steps) // MOST_STATES)
    for step in steps[::stride]:
        if not wanted or not context.within_budget():
            break
        state = step.state
        if not state[MATCH] or not state[ROUND]:
            continue
        by_offer: dict[int, list[Move]] = {}
        for move in context.executor.legal(state, mistakes=False):
            by_offer.setdefault(move.offer, []).append(move)
        for pair in sorted(wanted & {(i, j) for i in by_offer for j in by_offer if i <= j}):
            for one, other in of_two_players(by_offer[pair[0]], by_offer[pair[1]]):
                together.add(pair)
                tried[pair] = tried.get(pair, 0) + 1
                if closes(context, state, one, other):
                    met.setdefault(pair, []).append(OpenRace(state, one, other))
                    break
            if len(met.get(pair, ())) == MOST_WRITTEN or tried.get(pair, 0) >= MOST_TRIED:
                wanted.discard(pair)
    for found in met.values():
        found.sort(key=lambda x: in_hands(context, x.state))
    return met, together


def of_two_players(mine: list[Move], theirs: list[Move]) -> list[tuple[Move, Move]]:
    """One pair of moves for any two players."""
    first: dict[tuple[int, int], tuple[Move, Move]] = {}
    for one in mine:
        for other in theirs:
            if one.seat != other.seat and (one.offer != other.offer or one.seat < other.seat):
                first.setdefault((one.seat, other.seat), (one, other))
    return list(first.values())


def in_hands(context: Context, state: State) -> int:
    """How many cards players hold."""
    layout, zones = context.layout, context.table.zones
    own = [i for i, z in enumerate(zones) if z.each_player]
    return sum(layout.held(state, zone, seat).bit_count() for zone in own for seat in range(layout.seats))


def closes(context: Context, state: State, one: Move, other: Move) -> bool:
    """Whether two moves race in a state: each disables the other, the round goes on, and the outcomes differ
    observably."""
    legal = context.executor.legal(state, mistakes=False)
    if one not in legal or other not in legal:
        return False
    after: list[State] = []
    for move, late in ((one, other), (other, one)):
        trace = Trace()
        try:
            end = context.executor.apply(state, move, plain_chance(), trace)
        except EndlessCascade:
            return False
        if trace.ended or trace.rounds or not end[MATCH] or not end[ROUND] or can_still(context, end, late):
            return False
        after.append(end)
    return not renamed(context, state, one, other, *after) and not same_to_players(context, *after)


def can_still(context: Context, state: State, move: Move) -> bool:
    """Whether a player can still do the same act with the same argument, by any rule."""
    offers = context.table.offers
    mine = move.seat, offers[move.offer].act, move.argument
    return any((m.seat, offers[m.offer].act, m.argument) == mine for m in context.executor.legal(state))


def renamed(context: Context, before: State, one: Move, other: Move, first: State, second: State) -> bool:
    """Whether two players do the same act with the same argument, and the outcomes are equal up to swapping the
    players."""
    a, b = (context.table.offers[x.offer] for x in (one, other))
    if (a.act, one.argument) != (b.act, other.argument) or bare((a.stands_for, a.effects)) != bare(
        (b.stands_for, b.effects)
    ):
        return False
    return changed(context, before, first, one.seat) == changed(context, before, second, other.seat)


def changed(context: Context, before: State, after: State, actor: int) -> tuple[object, ...]:
    """The changes of a move, with seats counted from the player who made it."""
    layout, table = context.layout, context.table
    out: list[object] = []
    for zone, declared in enumerate(table.zones):
        if declared.each_player:
            turned = ((actor + i) % layout.seats for i in range(layout.seats))
            for seat in turned:
                old, new = layout.held(before, zone, seat), layout.held(after, zone, seat)
                out.append((sorted(layout.listed(old & ~new)), (new & ~old).bit_count()))
        else:
            out.append((layout.held(before, zone, 0) ^ layout.held(after, zone, 0)).bit_count())
    for slot in layout.owner:
        was, now = before[slot], after[slot]
        # the turn stays, or advances from the player who moved
        out.append("the same" if was == now else (now - actor) % layout.seats if now >= 0 else now)
    return tuple(out)


def witnessed(context: Context, pairs: list[Pair], met: dict[Pair, list[OpenRace]]) -> Finding | None:
    """The finding for pairs of one cause, with both orders of one of them side by side; a pair of the same act first."""
    offers = context.table.offers
    for pair in sorted(pairs, key=lambda p: (offers[p[0]].act != offers[p[1]].act, p)):
        for found in met[pair]:
            written = both_orders(context, found)
            if written is not None:
                return finding(context, pair, [p for p in pairs if p != pair], *written)
    return None


def both_orders(context: Context, found: OpenRace) -> tuple[str, tuple[Side, Side]] | None:
    """Scenarios of both orders from one position; None if they cannot be stated or do not replay."""
    keeps = partial(closes, context, one=found.one, other=found.other)
    for written in statable_positions(context, found.state, shrunk(context, found.state, keeps)):
        state = written.state
        if not keeps(state):
            continue
        after = [context.executor.apply(state, move, plain_chance()) for move in (found.one, found.other)]
        texts: list[str] = []
        sides: list[Side] = []
        for number, (move, late) in enumerate(((found.one, found.other), (found.other, found.one))):
            mine, theirs = after[number], after[1 - number]
            move_text = move_line(context, move, alike(context, state, move))
            title = f"{SEAT_NAMES[move.seat]} is first"
            cannot = f"{SEAT_NAMES[late.seat]} cannot {spoken(context, late)}"
            head = [*written.lines, move_text, f"expect {cannot}"]
            facts = [x for x in (*differences(context, mine, theirs), *openings(context, mine, theirs)) if x != cannot]

            def holds(x: str, head: list[str] = head, title: str = title) -> bool:
                return replays(
                    context, header(context) + "\n\n" + scenario_text(title, context, [*head, f"expect {x}"])
                )

            shown = [x for x in facts[: 2 * MOST_FACTS] if holds(x)][:MOST_FACTS]
            texts.append(scenario_text(title, context, [*head, *(f"expect {x}" for x in shown)]))
            rule = context.table.offers[move.offer].info.name
            sides.append(
                Side(f"{SEAT_NAMES[move.seat]} first", rule, (f"{move_text.partition(' by ')[0]}: {cannot}", *shown))
            )
        text = header(context) + "\n\n" + "\n\n".join(texts)
        if replays(context, text):
            return text, (sides[0], sides[1])
    return None


def spoken(context: Context, move: Move) -> str:
    """An act with its argument, in the notation of conditions."""
    act = context.table.acts[context.table.offers[move.offer].act]
    argument = "" if act.argument is None else value_text(context.table, act.argument, move.argument, SEAT_NAMES)
    return f"{short(act.name)} {argument}".strip()


def finding(context: Context, pair: Pair, others: list[Pair], text: str, sides: tuple[Side, Side]) -> Finding:
    a, b = (context.table.offers[i] for i in pair)
    offers = list({x.info.name: x for x in (a, b)}.values())
    names = [x.info.name for x in offers]
    what = " and ".join(f"`{x}`" for x in names) + ("" if len(names) > 1 else ", by two players")
    more = sorted({context.table.offers[i].info.name for p in others for i in p} - set(names))
    return finding_of(
        RACE,
        context,
        offers,
        f"{what}: whoever is first keeps the other from acting",
        "met in play from a legal deal; the engine played both orders from the stated position",
        witness=text,
        places=[Place(x.info.head, "may be done at that moment") for x in offers],
        details=(
            *(f"{x.label}: {'; '.join(x.facts)}" for x in sides),
            *([f"the same with {', '.join(f'`{x}`' for x in more)}"] if more else []),
        ),
        sides=sides,
    )


def still_open(context: Context, pairs: list[Pair]) -> Finding:
    """The open finding about pairs that may be legal at once without a race in play; one for all of them."""
    offers = context.table.offers
    number = f"{len(pairs)} pair{'s' if len(pairs) > 1 else ''} of moves"
    return finding_of(
        RACE,
        context,
        (),
        f"it is not known whether it matters who is first: {number}",
        f"no race was met in {context.samples.moves} moves of play",
        options=tuple(sorted({o for p in pairs for o in context.options_of(*(offers[i] for i in p))})),
        places=(),
    )
