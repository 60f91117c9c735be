"""How well the bot that thinks plays: one seat thinks, the others shed cards; the share of rounds that it wins.

    python benchmarks/bots.py --rounds 150 --seats 2 3 4

The seat goes round. A round that is not over after 600 moves is left out. The interval is Wilson's, for 95 of 100 samples.
"""

from __future__ import annotations

import argparse
import random

from measured import machine

import unodsl
from unodsl.api.comparing import Estimate, share
from unodsl.api.setup import Setup
from unodsl.engine.api import Move, Trace
from unodsl.engine.layout import WINNERS
from unodsl.engine.search_bot import PLAYOUTS, SearchBot, judge_of

GAMES = ("official", "drapegnik", "power", "psycho", "spicy")
MOST_MOVES = 600

SHEDDING = 1000
"""Rounds in which the seat sheds cards, as all others do: what the rounds that it wins by thinking are held against."""


def winners(setup: Setup, bot: SearchBot | None, seed: int, me: int) -> int | None:
    """The seats, as bits, that win the first round of a match; None where it does not end."""
    match, luck, lays = setup.start(seed), random.Random(seed), setup.runner.program.lays
    for _ in range(MOST_MOVES):
        left, move = list(match.moves), None
        while move is None:
            if not left:
                return None
            # whoever is quicker: all moves are equally likely
            seat = luck.choice(left).seat
            mine: list[Move] = [m for m in left if m.seat == seat]
            left = [m for m in left if m.seat != seat]
            if bot is not None and seat == me:
                move = bot.choose(match.state, mine, bool(left), luck.getrandbits(64))
            else:
                move = luck.choice([m for m in mine if lays[m.offer]] or mine)
        trace = Trace()
        match.make(move, trace)
        if trace.ended or match.over:
            state = trace.ended[0].state if trace.ended else match.state
            return state[WINNERS]
    return None


def with_own_options(game: str, seats: int) -> Setup:
    """The table with all options of a ruleset that go together, first ones first."""
    setup = unodsl.load(game, seats=seats)
    chosen: tuple[str, ...] = ()
    for option in sorted(x.name for x in setup.table.options if x.name.startswith(f"{game}.")):
        try:
            setup = unodsl.load(game, options=(*chosen, option), seats=seats)
        except unodsl.RulesError:
            continue
        chosen = (*chosen, option)
    return setup


def rounds_won(setup: Setup, rounds: int, bot: SearchBot | None) -> tuple[Estimate, int]:
    """The share of rounds that a seat wins which thinks, or sheds cards as all others do; and how many there were. The seat goes round."""
    won = []
    for seed in range(1, rounds + 1):
        me = seed % setup.seats
        found = winners(setup, bot, seed, me)
        if found is not None:
            won.append(found >> me & 1)
    return share(won), len(won)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=150, help="rounds of each table (default 150)")
    arguments.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    arguments.add_argument("--playouts", type=int, default=PLAYOUTS, help="games played on for each decision")
    arguments.add_argument("--games", nargs="+", default=GAMES, help="rulesets (all five)")
    arguments.add_argument(
        "--only", choices=("plain", "options"), help="tables without options, or with all that go together"
    )
    given = arguments.parse_args()
    print(machine("unodsl", "wasmtime"))
    print(f"one seat thinks ({given.playouts} playouts a decision), the others shed; rounds won, intervals of 95 %\n")
    print(f"| ruleset |{''.join(f' {seats} seats | shedding |' for seats in given.seats)}")
    print(f"| --- |{' ---: | ---: |' * len(given.seats)}")
    clear = True
    for game in given.games:
        # without options, all five play the official rules but for the deck and the points
        tables = {"plain": (game, unodsl.load), "options": (f"{game}, its options", with_own_options)}
        for name, made in tables.values() if given.only is None else (tables[given.only],):
            cells = []
            for seats in given.seats:
                setup = made(game, seats=seats)
                x, rounds = rounds_won(setup, given.rounds, SearchBot(judge_of(setup.runner), given.playouts))
                # (where several win together, more than one of so many seats)
                sheds, _ = rounds_won(setup, SHEDDING, None)
                clear = clear and x.low > sheds.high
                cells.append(f"{x.value:.0%} ({x.low:.0%} to {x.high:.0%}) of {rounds} | {sheds.value:.0%}")
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print("\nclearly better at every table" if clear else "\nnot clearly better at every table")


if __name__ == "__main__":
    main()
