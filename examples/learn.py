"""What does a house rule teach? The same small learner plays a game with and without it; then see what it came to like.

    python examples/learn.py --picture learned.png

The learner sits at seat 0, everybody else does anything that is legal. It has one weight for each word that actions are told
in: for `official.play: play red 5` those of the rule, of `red` and of `5`. It takes an action the more often the greater the
sum of its weights is. After each match the weights of what it did go up if it won, and down if it lost (REINFORCE, with the
mean reward as a baseline). It learns several times over from different seeds, since what it comes to like is part luck: what
is shown is the mean, and twice its standard error either way. Where matches last longer it plays fewer of them, and learns
less. Needs numpy; the picture needs matplotlib. Takes about half a minute.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import unodsl

RATE = 0.08
"""How far one match moves the weights."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of one table: `weights` by word; `won` for each match in the order of their ends, 1 or 0."""

    setup: unodsl.Setup
    weights: dict[str, float]
    won: NDArray[np.float64]


def learn(setup: unodsl.Setup, steps: int, side_by_side: int, seed: int) -> Learned:
    """Play so many steps in so many matches at once."""
    luck = np.random.default_rng(seed)
    matches = setup.matches(side_by_side, seed=seed, most_moves=3000)
    told = [words(setup, i) for i in range(setup.actions.size)]
    known = sorted(set().union(*told))
    has = np.array([[word in of for word in known] for of in told], np.float64)
    weights = np.zeros(len(known))
    did = np.zeros((side_by_side, setup.actions.size))
    won: list[float] = []
    expected = 0.0
    for _ in range(steps):
        mine = matches.seats == 0
        scores = np.where(matches.masks, np.where(mine[:, None], has @ weights, 0.0), -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        # the greatest of these is each action as often as its chance says
        actions = np.argmax(scores + luck.gumbel(size=scores.shape), axis=1)
        did[mine] -= chances[mine]
        did[mine, actions[mine]] += 1
        step = matches.step(actions)
        for i in np.flatnonzero(step.ended):
            if not step.winners[i].any():
                # stopped: nothing is to be learned from it
                did[i] = 0
                continue
            reward = float(step.rewards[i, 0])
            way = did[i] @ has
            # a long match says no more than a short one
            weights += RATE * (reward - expected) * way / max(1.0, float(np.linalg.norm(way)))
            expected += 0.01 * (reward - expected)
            won.append(float(reward > 0))
            did[i] = 0
    return Learned(setup, dict(zip(known, weights.tolist(), strict=True)), np.array(won))


def words(setup: unodsl.Setup, action: int) -> set[str]:
    """The words that an action is told in: its rule, and what is done with what, without the verb."""
    rule, _, rest = setup.actions.words(action).partition(": ")
    return {rule, *rest.split()[1:]}


def liking(runs: list[Learned]) -> dict[str, tuple[float, float]]:
    """How much each word came to be liked: the mean over runs, and twice its standard error."""
    out = {}
    for word in runs[0].weights:
        values = np.array([r.weights[word] for r in runs])
        out[word] = float(values.mean()), float(2 * values.std(ddof=1) / np.sqrt(len(values)))
    return out


def curve(runs: list[Learned], points: int = 20) -> NDArray[np.float64]:
    """How often it won in each of so many equal parts of what was played, the runs taken together."""
    return np.array(
        [
            np.mean([part.mean() for part in parts])
            for parts in zip(*(np.array_split(r.won, points) for r in runs), strict=True)
        ]
    )


def draw(names: tuple[str, str], both: tuple[list[Learned], list[Learned]], path: Path) -> None:
    """How often it wins as it learns, and what it likes at either table."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6), layout="constrained")
    left, right = figure.subplots(1, 2)
    colors = ("#5b6b7b", "#d1495b")
    for name, runs, color in zip(names, both, colors, strict=True):
        wins = curve(runs)
        left.plot(np.linspace(0, 1, len(wins)), wins, color=color, label=name)
    left.axhline(1 / both[0][0].setup.seats, color="#c9d0d6", zorder=0)
    left.set(title="How often it wins", xlabel="from the first match to the last", xticks=[], ylim=(0, 1))
    left.legend(frameon=False, loc="lower right")
    liked = [liking(x) for x in both]
    shared = liked[0].keys() & liked[1].keys()
    shown = sorted(shared, key=lambda w: (abs(liked[1][w][0] - liked[0][w][0]), w))[-14:]
    for y, word in enumerate(shown):
        for values, color, dy in zip(liked, colors, (0.12, -0.12), strict=True):
            middle, spread = values[word]
            right.plot([middle - spread, middle + spread], [y + dy, y + dy], color=color, linewidth=1.3)
            right.plot(middle, y + dy, "o", color=color)
    right.axvline(0, color="#c9d0d6", zorder=0)
    right.set_yticks(range(len(shown)), shown, fontsize=9)
    right.set_title("What it likes better at one table than at the other", fontsize=11)
    right.set_xlabel("less liked                    more liked")
    figure.savefig(path, dpi=130)


def main() -> None:
    """Learn at both tables and say what differs."""
    parser = argparse.ArgumentParser(description="What does a house rule teach?")
    parser.add_argument("--game", default="official", help="the game that both tables play")
    parser.add_argument("--option", default="official.seven", help="what only the second table plays by")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--steps", type=int, default=1500, help="answers in each of the matches")
    parser.add_argument("--side-by-side", type=int, default=64, help="matches at once")
    parser.add_argument("--runs", type=int, default=4, help="how often it learns anew; two or more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="draw it in this file")
    chosen = parser.parse_args()
    names = (chosen.game, f"{chosen.game} + {chosen.option}")
    # short matches, so that there are many of them
    parameters = {"target": 50, "hand-size": 3}
    setups = [
        unodsl.load(chosen.game, options=options, parameters=parameters, seats=chosen.seats)
        for options in ((), (chosen.option,))
    ]
    seeds = [chosen.seed + 1_000_000 * i for i in range(max(2, chosen.runs))]
    one, two = ([learn(s, chosen.steps, chosen.side_by_side, seed) for seed in seeds] for s in setups)
    for name, runs in zip(names, (one, two), strict=True):
        wins = curve(runs, 4)
        print(f"{name}: {sum(len(r.won) for r in runs)} matches in {len(runs)} runs")
        print(f"  won {wins[0]:.0%} of the first quarter and {wins[-1]:.0%} of the last")
    before, after = liking(one), liking(two)
    print(f"with {chosen.option} it likes")
    clear = 0
    for word in sorted(before.keys() & after.keys(), key=lambda w: (-abs(after[w][0] - before[w][0]), w)):
        difference = after[word][0] - before[word][0]
        if abs(difference) > float(np.hypot(before[word][1], after[word][1])):
            clear += 1
            print(f"  {'more' if difference > 0 else 'less'} ({difference:+.2f})  {word}")
    if not clear:
        print("  nothing clearly more, or less")
    if chosen.picture is not None:
        draw(names, (one, two), chosen.picture)
        print(f"drawn in {chosen.picture}")


if __name__ == "__main__":
    main()
