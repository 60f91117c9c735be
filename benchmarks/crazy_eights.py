"""The same game on both sides: OpenSpiel's `crazy_eights` as a ruleset file (`crazy_eights.uno`), checked against OpenSpiel step by step,
then measured.

    pip install "unodsl[fast,numpy]" open_spiel
    python benchmarks/crazy_eights.py

Moves per second of processor time, in turn, in one run, from fixed seeds, as in `same_game.py`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import others
import same_game
from measured import machine

import unodsl
from unodsl.api.actions import Choice
from unodsl.api.match import Match
from unodsl.api.setup import Setup

SEATS, SEED = 4, 20_000
SUITS = ("clubs", "diamonds", "hearts", "spades")
FACES = (*map(str, range(2, 11)), "jack", "queen", "king", "ace")
CARDS = tuple(f"{suit} {face}" for face in FACES for suit in SUITS)
DRAW, PASS, NAME = len(CARDS), len(CARDS) + 1, len(CARDS) + 2
HAND = 5


def setup_of() -> Setup:
    """Their game as a ruleset file."""
    return unodsl.load(Path(__file__).with_name("crazy_eights.uno"), seats=SEATS)


def action(choice: Choice) -> int:
    """A move of ours by their number."""
    if choice.card is not None:
        return CARDS.index(choice.card)
    if choice.value is not None:
        return NAME + SUITS.index(str(choice.value))
    return {"draw": DRAW, "pass": PASS}[choice.act]


def ours_seen(match: Match) -> dict[str, Any]:
    """Our state, in words that both sides have."""
    state = match.view(None)
    places = {(p.zone.partition(".")[2], p.seat): p.cards for p in state.places}
    values = {name.partition(".")[2]: value for name, _, value in state.variables}
    top = places["discard pile", -1][0]
    return {
        "hands": [sorted(places["hand", seat]) for seat in range(SEATS)],
        "draw pile": sorted(places["draw pile", -1]),
        "top": top,
        "suit": values["current suit"],
        "clockwise": values["direction"] == "clockwise",
    }


def theirs_seen(state: Any) -> dict[str, Any]:
    """Their state in the same words: read off what each player observes, and the cards that can still come."""
    hands = []
    for seat in range(SEATS):
        row = state.observation_tensor(seat)
        hands.append(sorted(card for i, card in enumerate(CARDS) if row[2 * i + 1]))
        counts = row[3 * len(CARDS) + len(SUITS) :]
    top = row[2 * len(CARDS) : 3 * len(CARDS)].index(1)
    return {
        "hands": hands,
        "draw pile": sorted(card for card, there in zip(CARDS, state.get_dealer_deck(), strict=True) if there),
        "top": CARDS[top],
        "suit": SUITS[row[3 * len(CARDS) : 3 * len(CARDS) + len(SUITS)].index(1)],
        "clockwise": counts[-1] == 1,
    }


def same_steps(setup: Setup, games: int) -> int:
    """Both play these games, move by move, with the same cards by chance; how many steps were the same: legal moves, whose turn it is, all
    cards, the suit and the direction, and points at the end. Raises `AssertionError` where one is not."""
    game = others.crazy_eights(SEATS)
    bot, steps = random.Random(SEED), 0

    def chance(state: Any) -> list[int]:
        """Until a player is asked; what came."""
        came = []
        while state.is_chance_node():
            came.append(others.drawn(state.chance_outcomes(), bot.random()))
            state.apply_action(came[-1])
        return came

    for number in range(games):
        theirs = game.new_initial_state()
        dealer, *came = chance(theirs)
        dealt, rest = came[: HAND * SEATS], came[HAND * SEATS :]
        # here all five cards of a player come in a row, there one after the other round the table
        hands = [dealt[i] for seat in range(SEATS) for i in range(seat, HAND * SEATS, SEATS)]
        ours = setup.start(1, chance=[setup.names[dealer - len(CARDS)], *(CARDS[card] for card in (*hands, *rest))])
        while not theirs.is_terminal():
            at = (number, steps)
            choices = {action(c): c for c in ours.legal()}
            assert sorted(choices) == theirs.legal_actions(), (at, sorted(choices), theirs.legal_actions())
            assert {c.seat for c in choices.values()} == {theirs.current_player()}, at
            assert ours_seen(ours) == theirs_seen(theirs), (at, ours_seen(ours), theirs_seen(theirs))
            chosen = bot.choice(theirs.legal_actions())
            theirs.apply_action(chosen)
            ours = setup.from_state(ours.state, chance=[CARDS[card] for card in chance(theirs)])
            ours.step(choices[chosen])
            steps += 1
        assert ours.over, (number, steps)
        assert list(ours.scores["crazy-eights.score"]) == theirs.returns(), (number, ours.scores, theirs.returns())
    return steps


def main() -> None:
    given = same_game.asked(__doc__)
    peer = others.open_spiel(SEATS)
    if not peer:
        sys.exit("OpenSpiel is not installed, so there is nothing to compare with: pip install open_spiel")
    setup = setup_of()
    print(machine("unodsl", "wasmtime", "open_spiel", "numpy"))
    print(f"{setup.actions.size - 1} actions here (and leaving it to others), {NAME + len(SUITS)} in OpenSpiel")
    print(f"{same_steps(setup, given.checked):,} steps of {given.checked} games are the same in OpenSpiel")
    same_game.measured(setup, peer, {"/ apply_action": "apply_action", "/ its own bots": "its own bots"}, given)


if __name__ == "__main__":
    main()
