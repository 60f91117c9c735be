"""Games of random mixtures of options, over all pages: does every game end, or say why not, and are all cards kept?

    python benchmarks/mixtures.py --games 20000 --per-table 40 --seed 1 --jobs 2

Each table has a random page as its base, random options of all pages (what excludes each other or fits no number of seats is
drawn again), random seats, and short matches (the parameters `target` and `rounds` at their least). Bots choose uniformly among
all legal moves (at every third table they shed cards where they can); every tenth table also lets them make mistakes, claims, and
leave. The cards are counted after every move. On
every fifth table the beginning of one match is played on the reference executor too, and compared move for move.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.engine.api import EndlessCascade
from unodsl.engine.batch import Bot, Playing
from unodsl.engine.choose import choose
from unodsl.engine.generated import Generated
from unodsl.engine.reference import Reference
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.resolve.project import Project

SHORT = ("target", "rounds")
"""Parameters that make a match short at their least."""


@dataclass
class Outcome:
    """What the games of one table came to. `unequal`: a move where the executors differ, in words."""

    command: str
    base: str
    options: int
    games: int = 0
    moves: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    unequal: str = ""
    refused: str = ""


def project() -> Project:
    """All shipped pages."""
    return load_project(sorted(rulesets_dir().glob("*.uno")))


def table_of(everything: Project, generator: random.Random, most: int) -> tuple[TableSpec, str]:
    """A random choice of base, options, and seats."""
    pages = sorted(p.name for p in everything.pages.values() if p.game is not None)
    base = generator.choice(pages)
    options = everything.option_names()
    chosen = generator.sample(options, min(len(options), generator.choice((1, 2, 3, 4, 6, 8, 12, most))))
    seats = generator.choice((2, 3, 4, 4, 5, 6, 8, 10))
    words = [f"rulesets/{base}.uno", *(f"--with {o}" for o in sorted(chosen)), f"--seats {seats}"]
    return TableSpec(games=(base,), options=tuple(sorted(chosen)), seats=seats), " ".join(words)


def play(seed: int, games: int, most_moves: int) -> Outcome:
    """One random table and its games."""
    everything = project()
    generator = random.Random(seed)
    for _ in range(200):
        spec, command = table_of(everything, generator, 20)
        try:
            table = load_table(everything, spec)
            least = {s.name.partition(".")[2]: s.type.low for s in table.settings if s.name.partition(".")[2] in SHORT}  # type: ignore[union-attr]
            table = load_table(everything, TableSpec(spec.games, spec.options, dict(least), spec.seats))
        except RulesError as error:
            if any(d.code != "UNO111" for d in error.diagnostics):
                return Outcome(command, "", 0, refused=str(error).splitlines()[0])
            continue
        break
    else:
        raise AssertionError("no mixture fits")
    outcome = Outcome(command, table.name, len(spec.options))
    runner = choose(table, None, games * most_moves).runner
    bot: Bot = "random" if seed % 3 else "shedding"
    batch = runner.batch(
        range(seed * 1000, seed * 1000 + games), Playing(most_moves, seed % 10 == 0, check=True, bot=bot)
    )
    outcome.games, outcome.moves = batch.games, batch.moves
    outcome.ends.update(capped=batch.capped, stuck=batch.stuck, endless=batch.endless, cards_lost=batch.unconserved)
    outcome.ends["won"] = batch.games - sum(outcome.ends.values())
    if seed % 5 == 0:
        compare(Generated(table), Reference(table), seed, outcome)
    return outcome


def compare(fast: Generated, slow: Reference, seed: int, outcome: Outcome) -> None:
    """The beginning of one match on both executors."""
    generator = random.Random(seed)
    state = fast.start(seed)
    if state != slow.start(seed):
        outcome.unequal = "at the start"
    for step in range(120):
        moves = fast.legal(state)
        if moves != slow.legal(state):
            outcome.unequal = f"legal moves at step {step}"
        if outcome.unequal or not moves:
            break
        move = generator.choice(moves)
        try:
            after = fast.apply(state, move)
        except EndlessCascade:
            break
        if after != slow.apply(state, move):
            outcome.unequal = f"the state after step {step}"
        outcome.compared += 1
        state = after


def main() -> None:
    """Play them, and print what they came to; exit code 1 where anything is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="games in all")
    parser.add_argument("--per-table", type=int, default=20, help="games a table")
    parser.add_argument("--most-moves", type=int, default=20_000, help="a game that goes on for longer is stopped")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + max(1, given.games // given.per_table))
    ends: Counter[str] = Counter()
    bases: Counter[str] = Counter()
    games = moves = compared = 0
    wrong: list[str] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for outcome in pool.map(
            play, seeds, [given.per_table] * len(seeds), [given.most_moves] * len(seeds), chunksize=4
        ):
            games, moves, compared = games + outcome.games, moves + outcome.moves, compared + outcome.compared
            ends.update(outcome.ends)
            bases[outcome.base] += outcome.games
            bad = {k: n for k, n in outcome.ends.items() if n and k in ("stuck", "endless", "cards_lost")}
            if bad or outcome.unequal or outcome.refused:
                wrong.append(f"{outcome.command}: {bad or outcome.unequal or outcome.refused}")
    print(f"{len(seeds)} tables, {games} games, {moves} moves, seed {given.seed}")
    print("games by base: " + ", ".join(f"{b} {n}" for b, n in sorted(bases.items())))
    print("ends: " + ", ".join(f"{e} {n}" for e, n in sorted(ends.items())))
    print(f"moves compared with the reference: {compared}")
    for line in wrong:
        print(line)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
