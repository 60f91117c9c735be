"""How well the bot that thinks plays: one seat thinks, the others shed cards; the share of rounds that it wins.

    python benchmarks/bots.py --rounds 150

The seat goes round. A round that is not over after 600 moves is left out. The interval is Wilson's, for 95 of 100 samples.
"""

from __future__ import annotations

import argparse
import random

from measured import machine

import unodsl
from unodsl.api.comparing import share
from unodsl.api.setup import Setup
from unodsl.engine.api import Move, Trace
from unodsl.engine.layout import WINNERS
from unodsl.engine.search_bot import PLAYOUTS, SearchBot, judge_of

GAMES = ("official", "drapegnik", "power", "psycho", "spicy")
MOST_MOVES = 600


def winners(setup: Setup, bot: SearchBot, seed: int, me: int) -> int | None:
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
            if seat == me:
                move = bot.choose(match.state, mine, bool(left), luck.getrandbits(64))
            else:
                move = luck.choice([m for m in mine if lays[m.offer]] or mine)
        trace = Trace()
        match.make(move, trace)
        if trace.ended or match.over:
            state = trace.ended[0].state if trace.ended else match.state
            return state[WINNERS]
    return None


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=150, help="rounds of each game (default 150)")
    arguments.add_argument("--seats", type=int, default=3)
    arguments.add_argument("--playouts", type=int, default=PLAYOUTS, help="games played on for each decision")
    arguments.add_argument("games", nargs="*", default=GAMES, help="rulesets (all five)")
    given = arguments.parse_args()
    print(machine("unodsl", "wasmtime"))
    print(
        f"one seat of {given.seats} thinks ({given.playouts} playouts), the others shed; by chance {1 / given.seats:.1%}\n"
    )
    for game in given.games:
        setup = unodsl.load(game, seats=given.seats)
        bot = SearchBot(judge_of(setup.runner), given.playouts)
        won = []
        for seed in range(1, given.rounds + 1):
            me = seed % given.seats
            found = winners(setup, bot, seed, me)
            if found is not None:
                won.append(found >> me & 1)
        x = share(won)
        print(f"{game:<12} {x.value:6.1%}   ({x.low:.1%} to {x.high:.1%}), {len(won)} rounds", flush=True)


if __name__ == "__main__":
    main()
