"""UNO202 permit-forbid: a move is both offered and banned, and neither rule says which wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

import z3

from checker.checks.findings import MET_IN_PLAY, finding_of
from checker.checks.fix_suggestions import line_fix
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import PERMIT_FORBID
from checker.compare.four_tables import needed_by
from checker.compare.redeal import redealt
from checker.context import Context
from checker.effects.never_meet import concerns
from checker.effects.ways import written_name
from checker.invariants.decided import Answered
from checker.kernel.obligations import Obligation
from checker.play.sample import towards
from checker.results import Answers, Finding, Place, Side
from checker.search.banned import taken_away
from checker.search.concretize import games_towards, positions
from checker.search.simulate import many_games
from checker.smt.enabled import own_bans
from checker.smt.factory import boolean
from checker.witness.path import statable_positions
from checker.witness.scenario import MOST_REPLAYED, header, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import named_text, short, value_text
from unodsl.engine.layout import TOP
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = PERMIT_FORBID.id


MOST_SOLVED = 2
"""Solved positions that supply the forbidden card."""

MANY_GAMES, LONG_GAME, MANY_MOVES = 2000, 100, 20_000
"""Games dealt with that card on top of the pile, the moves of each, and of all of them."""

MOST_SEARCHED = 2000
"""The maximal number of states of these games to search."""


def check(context: Context) -> Answers:
    """Checks every ban against every offer that it was not written for. What rules make players do is checked where
    options are compared (`performed_acts`)."""
    return settle(context, CODE, pair_answers(context))


Pair = tuple[int, int]
"""A ban and an offer, by index."""


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The pairs of a ban and an offer that may concern one move."""

    def obligation(pair: Pair) -> Obligation:
        return Obligation(
            "permit and ban", (context.table.offers[pair[1]].info.name, context.table.bans[pair[0]].info.name)
        )

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        ban, offer = context.table.bans[pair[0]], context.table.offers[pair[1]]
        query = answered.formula
        search = partial(witnessed, context, *pair, boolean(True) if query is None else query)
        open_ = partial(still_open, context, ban, offer, answered.verdict)
        return OpenPair((offer.info.name, ban.info.name), query, search, open_, at_rest=True)

    def met(pair: Pair) -> bool:
        # (for all pairs of a table, this takes longer than the proofs)
        return wanted is not None and any(common_case(context, s, *pair) for s in in_play(context, pair[1]))

    return ask_pairs(context, CODE, ban_offer_pairs(context, wanted), obligation, doubt, met)


def ban_offer_pairs(context: Context, wanted: Wanted) -> Iterator[Pair]:
    """Each ban with each offer that it may concern and was not written for, lazily."""
    for number, ban in enumerate(context.table.bans):
        for index, offer in enumerate(context.table.offers):
            if not concerns(ban, offer) or is_intended(context, ban, offer):
                continue
            if is_wanted(wanted, offer.info.name, ban.info.name):
                yield number, index


def is_intended(context: Context, ban: t.Ban, offer: t.Offer) -> bool:
    """Whether the ban is meant to restrict this offer: it says so; both are of one option and one file; the ban's option needs
    the offer's; the offer is a base rule of the ban's file or of one that it extends; or it stands, for the same players in the
    same situations, instead of an offer that the ban is meant to restrict."""
    if offer.info.name in ban.info.instead or ban.info.name in offer.info.instead:
        return True
    if ban.info.option == offer.info.option and page(ban) == page(offer):
        return True
    needed = frozenset() if ban.info.option is None else needed_by(context.table, ban.info.option)
    if offer.info.option in needed:
        return True
    replaced = (x for x in context.table.offers if x.info.name in offer.info.instead and x is not offer)
    if any(no_wider(offer, x) and concerns(ban, x) and is_intended(context, ban, x) for x in replaced):
        return True
    return offer.info.option is None and page(offer) in context.project.chain(page(ban))


def no_wider(offer: t.Offer, other: t.Offer) -> bool:
    """Whether an offer is for no other players and situations than another one: a card that anybody may throw in at any time
    is, beside one that is played on the own turn."""
    within = not other.situations or (bool(offer.situations) and {*offer.situations} <= {*other.situations})
    return within and offer.who == other.who


def page(rule: t.Rule) -> str:
    """The name of the file of a rule."""
    return rule.info.name.partition(".")[0]


def common_case(context: Context, state: State, number: int, index: int) -> tuple[int, int] | None:
    """A seat and an argument of the offer that this ban removes and that no ban written for the offer removes."""
    found = taken_away(context, number, index)(state)
    if not found:
        return None
    bans, offer = context.table.bans, context.table.offers[index]
    others = [bans.index(b) for b in own_bans(context.table, offer, bans[number])]
    taken = {x for other in others for x in taken_away(context, other, index)(state)}
    return next((x for x in found if x not in taken), None)


def in_play(context: Context, index: int) -> Iterator[State]:
    """States of sampled play with the offer's situation on top; stuck ones first."""
    situations = context.table.offers[index].situations
    there = [s.state for s in context.samples.steps if not situations or s.state[TOP] in situations]
    yield from (s for s in context.samples.stuck if not situations or s[TOP] in situations)
    yield from there[:: max(1, len(there) // 500)]


def candidates(context: Context, index: int, question: z3.BoolRef) -> Iterator[State]:
    """Reachable states with the offer's situation on top: from sampled play, then from games dealt with the cards of a
    solved position."""
    situations = context.table.offers[index].situations
    yield from in_play(context, index)
    more = games_towards(context, question)
    yield from (s for s in (*more.stuck, *(x.state for x in more.steps)) if not situations or s[TOP] in situations)


def rare(context: Context, number: int, index: int, question: z3.BoolRef) -> Iterator[State]:
    """More such states: from many games whose deal favors the card that is forbidden in a solved position."""
    offer = context.table.offers[index]
    act = context.table.acts[offer.act]
    if act.origin is None or not context.within_budget():
        return
    solved = (common_case(context, s, number, index) for s in positions(context, question, most=MOST_SOLVED))
    kinds = {found[1] for found in solved if found is not None}
    if kinds and context.effort.far:
        games = towards(
            context.executor,
            context.layout,
            kinds,
            MANY_GAMES,
            LONG_GAME,
            context.within_budget,
            most_moves=MANY_MOVES,
            saved=frozenset(kinds),
        )
        states = [s.state for s in games.steps if not offer.situations or s.state[TOP] in offer.situations]
        yield from states[:: max(1, len(states) // MOST_SEARCHED)]
        yield from redealt(context, question, offer.situations, games)
    for state, *_ in many_games(context, kinds):
        if not offer.situations or state[TOP] in offer.situations:
            yield state


def witnessed(context: Context, number: int, index: int, question: z3.BoolRef) -> Finding | None:
    offer = context.table.offers[index]
    replayed = 0
    states = chain(
        candidates(context, index, question),
        redealt(context, question, offer.situations) if context.effort.far else (),
        rare(context, number, index, question),
    )
    for state in states:
        if common_case(context, state, number, index) is None:
            continue
        replayed += 1
        if replayed > MOST_REPLAYED:
            break
        small = shrunk(context, state, lambda s: common_case(context, s, number, index) is not None)
        cases = ((w, common_case(context, w.state, number, index)) for w in statable_positions(context, state, small))
        shown, case = next((x for x in cases if x[1] is not None), (None, None))
        if shown is None or case is None:
            continue
        found = finding(context, context.table.bans[number], offer, shown.lines, *case)
        if found is not None:
            return found
    return None


def finding(
    context: Context, ban: t.Ban, offer: t.Offer, position: Iterable[str], seat: int, argument: int
) -> Finding | None:
    """The finding with its scenario: a position in which a seat cannot make a move. None if that does not replay."""
    names = SEAT_NAMES[: context.layout.seats]
    act = context.table.acts[offer.act]
    action = short(act.verb)
    if act.argument is not None:
        action += " " + value_text(context.table, act.argument, argument, names)
    action += named_text(context.table, act, names)
    title = f"{written_name(ban.info.name)} forbids what {written_name(offer.info.name)} offers"
    lines = [*position, f"expect {names[seat]} cannot {action}"]
    text = header(context) + "\n\n" + scenario_text(title, context, lines)
    if not replays(context, text):
        return None
    sides = (
        Side(offer.info.name, offer.info.name, (f"{names[seat]} may {action}",)),
        Side(ban.info.name, ban.info.name, (f"{names[seat]} cannot {action}",)),
    )
    stands = f"let `{offer.info.name}` stand although `{ban.info.name}` forbids it"
    meant = f"say that `{ban.info.name}` is meant to forbid `{offer.info.name}`"
    test = settled(ban, offer)
    return finding_of(
        PERMIT_FORBID,
        context,
        (offer, ban),
        f"`{offer.info.name}` offers a move that `{ban.info.name}` forbids, and neither says which of them wins",
        MET_IN_PLAY,
        witness=text,
        places=(Place(offer.info.head, "offered here"), Place(ban.info.head, "forbidden here")),
        details=tuple(f"{x.label}: {x.facts[0]}" for x in sides),
        sides=sides,
        fixes=(
            line_fix(context, CODE, offer, ban, "despite", stands, test),
            line_fix(context, CODE, ban, offer, "instead of", meant, test),
        ),
    )


def settled(ban: t.Ban, offer: t.Offer) -> Callable[[Context], bool]:
    """Returns a test that the rules declare which of the two wins."""

    def test(other: Context) -> bool:
        new_ban = next((b for b in other.table.bans if b.info.name == ban.info.name), None)
        new_offer = next((o for o in other.table.offers if o.info.name == offer.info.name), None)
        return (
            new_ban is None
            or new_offer is None
            or new_ban.info.name in new_offer.info.despite
            or is_intended(other, new_ban, new_offer)
        )

    return test


def still_open(context: Context, ban: t.Ban, offer: t.Offer, answer: str) -> Finding:
    return finding_of(
        PERMIT_FORBID,
        context,
        (offer, ban),
        f"`{ban.info.name}` may forbid what `{offer.info.name}` offers",
        "the solver gave no answer" if answer == "unknown" else f"not met in {context.samples.moves} moves of play",
        places=(Place(offer.info.head, "offered here"), Place(ban.info.head, "forbidden here")),
    )
