"""Scenarios for differences between two rulesets: one decision or beginning at each of their tables, replayed before it
is reported.

Each scenario names its game, so one file holds both. `unodsl test` replays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from checker.compare.rulesets.beginnings import Beginning, StartedMatch
from checker.compare.rulesets.judge import Difference, Judge, act_of
from checker.compare.rulesets.outcomes import Answers, Key, Narrator, Outcome, PlaceCards, drawn_in
from checker.compare.rulesets.tables import PAIR, Rulesets, Side
from checker.context import Context
from checker.witness.path import alike, pile, played_lines
from checker.witness.scenario import differences, move_line, openings, position, scenario_text, shrunk, waiting
from unodsl.diagnostics import RulesError
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.resolve.project import Page
from unodsl.scenarios import SEAT_NAMES, run_scenario
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse

NO_SUCH_MOVE = "there is no such move: "
"""The fact about a ruleset without an act that the other one has; the name of the act follows."""

MOST_FACTS = 2
"""The maximal number of facts stated about each table."""

MOST_TRIED = 5
"""The maximal number of decisions of one cause to write until one replays."""


@dataclass(frozen=True, slots=True)
class DecisionStory:
    """A difference as scenarios, and the facts at each of the two tables."""

    text: str
    facts: tuple[tuple[str, ...], tuple[str, ...]]


class Stories:
    """Writes differences as scenarios."""

    def __init__(self, rulesets: Rulesets, narrator: Narrator, judge: Judge) -> None:
        self.rulesets, self.narrator, self.judge = rulesets, narrator, judge
        pages = rulesets.one.project.pages
        uses = {pages[name].path.name for name in rulesets.names}
        for side in PAIR:
            uses |= {pages[o.partition(".")[0]].path.name for o in rulesets.at[side].spec.options}
        self.head = "\n".join(f'use "{name}"' for name in sorted(uses))
        # one project for all replays, so that its tables are resolved once
        empty = parse(Source("witness.uno", ""))[0]
        self.page = Page("witness", Path("witness.uno"), empty, None, None, {}, ())
        self.project = replace(rulesets.one.project, pages={**pages, "witness": self.page})

    def scenario(self, side: Side, lines: list[str], context: Context | None = None) -> str:
        """A scenario at one of the tables."""
        context = context or self.rulesets.at[side]
        name = self.rulesets.name(side)
        text = scenario_text(f"with {name}", context, lines)
        title, _, rest = text.partition("\n")
        return f"{title}\n  game {name}\n{rest}"

    def passes(self, side: Side, lines: list[str], context: Context | None = None) -> bool:
        """Whether a scenario with some lines replays."""
        return self.replays(self.scenario(side, lines, context))

    def replays(self, text: str) -> bool:
        """Whether all scenarios of a text pass, parsed from the text alone."""
        tree, problems = parse(Source("witness.uno", text + "\n"))
        try:
            return not problems and all(
                run_scenario(self.project, self.page, x).passed for x in tree.items if isinstance(x, s.Scenario)
            )
        except RulesError:
            return False

    # ---------------------------------------------------------------------------------------------------------- decisions

    def decision(self, found: Sequence[tuple[Side, Difference]]) -> tuple[Difference, DecisionStory] | None:
        """The plainest difference of one cause that can be written as scenarios; None if there is none."""
        plainest = sorted(
            found,
            # (a position that the same moves lead to is shown as it is, and others with fewer cards)
            key=lambda x: (
                not all(x[1].spoke),
                x[1].paired,
                len(drawn_in(x[1].answers)),
                self.cards(x),
                x[1].answers.decision,
            ),
        )
        for origin, difference in plainest[:MOST_TRIED]:
            # (with fewer cards it may be no position that the same moves lead to)
            smaller = () if difference.paired else (self.smaller(origin, difference),)
            for answers in (*smaller, difference.answers):
                story = self.story(difference, answers)
                if story is not None:
                    return difference, story
        return None

    def cards(self, found: tuple[Side, Difference]) -> int:
        """How many cards players hold in a position."""
        origin, difference = found
        layout = self.rulesets.at[origin].layout
        state = difference.answers.states[origin]
        zones = layout.table.zones
        return sum(
            layout.held(state, i, seat).bit_count()
            for i, z in enumerate(zones)
            if z.each_player
            for seat in range(layout.seats)
        )

    def smaller(self, origin: Side, difference: Difference) -> Answers:
        """The same decision in a position with fewer cards, as long as the difference stays."""
        decision = difference.answers.decision

        def answered(state: State) -> Answers | None:
            states = self.rulesets.carried(origin, state)
            return None if states is None else self.narrator.decided(states, decision)

        def still(state: State) -> bool:
            answers = answered(state)
            if answers is None:
                return False
            return any(
                x.cause == difference.cause and sorts(x.keys) == sorts(difference.keys)
                for x in self.judge.judged(answers)
            )

        state = shrunk(self.rulesets.at[origin], difference.answers.states[origin], still)
        return answered(state) or difference.answers

    def story(self, difference: Difference, answers: Answers) -> DecisionStory | None:
        """The scenarios of a decision at both tables; None if one cannot be stated or does not replay."""
        # (where a round is over, the other facts are those of the next deal)
        over = any(x.over for side in PAIR for x in answers.by[side] or ())
        ways = ((False, True), (True, True)) if over else ((False, True), (True, True), (False, False), (True, False))
        for later, strict in ways:
            scenes: list[tuple[list[str], tuple[str, ...]]] = []
            for side in PAIR:
                scenario = self.side(difference, answers, side, later, strict)
                if scenario is None:
                    return None
                scenes.append(scenario)
            facts = [shown for _, shown in scenes]
            if all(facts) and self.tell_apart(scenes):
                break
        else:
            return None
        texts = [self.scenario(side, lines) for side, (lines, _) in zip(PAIR, scenes, strict=True) if lines]
        text = f"{self.head}\n\n" + "\n\n".join(texts)
        return None if not self.replays(text) else DecisionStory(text, (facts[0], facts[1]))

    def tell_apart(
        self, scenes: Sequence[tuple[list[str], tuple[str, ...]]], at: Sequence[Context | None] = (None, None)
    ) -> bool:
        """Whether some fact of one of two scenarios does not hold in the other one. (Whoever wins nothing in a round that goes
        on does so at both tables.) `at`: the tables, if not those that are compared."""
        if not all(lines for lines, _ in scenes):
            # (one of the two has no such move)
            return True
        for number, side in enumerate(PAIR):
            lines = [x for x in scenes[number][0] if not x.startswith("expect ")]
            facts = (x for x in scenes[1 - number][1] if f"expect {x}" in scenes[1 - number][0])
            if any(not self.passes(side, [*lines, f"expect {x}"], at[number]) for x in facts):
                return True
        return False

    def side(
        self, difference: Difference, answers: Answers, side: Side, later: bool, strict: bool
    ) -> tuple[list[str], tuple[str, ...]] | None:
        """The lines of a scenario at one table, and the facts there. No lines if that table has no such act."""
        context = self.rulesets.at[side]
        state = answers.states[side]
        written = position(context, state)
        if written is None:
            return None
        seat, act, _ = answers.decision
        who = SEAT_NAMES[seat]
        outcomes = answers.by[side]
        if outcomes is None:
            lines = [*written.lines, f"expect {who} cannot {act_of(answers.decision)}"]
            if not any(self.narrator.word(context.table, i) == act for i in range(len(context.table.acts))):
                return [], (NO_SUCH_MOVE + act,)
            return (lines, (f"{who} cannot {act_of(answers.decision)}",)) if self.passes(side, lines) else None
        if difference.why == "refused" and all(context.table.offers[x.move.offer].mode == "mistake" for x in outcomes):
            return self.by_mistake(side, [*written.lines], state, outcomes[0])
        if difference.why == "refused":
            lines = [*written.lines, f"expect {who} can {act_of(answers.decision)}"]
            return (lines, (f"{who} can {act_of(answers.decision)}",)) if self.passes(side, lines) else None
        outcome = self.named_outcome(difference, side, outcomes)
        move_text = move_line(context, outcome.move, alike(context, state, outcome.move) or len(outcomes) > 1)
        lines = [*written.lines, move_text]
        after = outcome.after
        if later:
            lines += played_lines(context, outcome.after, outcome.owed)[0]
            after = outcome.end
        found: list[str] = []
        other = self.rulesets.other(side)
        for theirs in answers.by[other] or ():
            found += self.apart(side, after, theirs.end if later else theirs.after)
            found += shown_apart(outcome, theirs)
        chosen = self.chosen(side, lines, self.relevant(side, found, difference.keys, strict))
        if not chosen and not self.passes(side, [*lines, f"expect {who} is in players"]):
            return None
        shown = [f"expect {x}" for x in chosen]
        chosen = *chosen, *self.remembered(side, written.lines, lines[len(written.lines) :], shown)
        return [*lines, *(f"expect {x}" for x in chosen)], chosen

    def remembered(
        self, side: Side, position: Sequence[str], moves: Sequence[str], shown: Sequence[str]
    ) -> tuple[str, ...]:
        """A variable that only this table has, and without whose value in the position the facts would be others."""
        other = {short(v.name) for v in self.rulesets.at[self.rulesets.other(side)].table.variables}
        mine = [n for v in self.rulesets.at[side].table.variables if (n := short(v.name)) not in other]
        for line in position if shown else ():
            rest = [x for x in position if x != line]
            if any(line.startswith((f"{name} is ", f"{name} of ")) for name in mine) and (
                self.passes(side, [*position, *moves, f"expect {line}"])
                and not self.passes(side, [*rest, *moves, *shown])
            ):
                return (line,)
        return ()

    def apart(self, side: Side, mine: State, theirs: State, context: Context | None = None) -> list[str]:
        """The facts of a state of one table that a state of the other table lacks, as conditions. Where only that one
        waits for something that this one does not know, what this one waits for."""
        context = context or self.rulesets.at[side]
        there = self.rulesets.moved(self.rulesets.other(side), side, theirs, like=mine, partly=True)
        if there is None:
            return []
        return [*differences(context, mine, there, 40), *openings(context, mine, there)] or waiting(context, mine)

    def by_mistake(
        self, side: Side, lines: list[str], state: State, outcome: Outcome
    ) -> tuple[list[str], tuple[str, ...]] | None:
        """The scenario of a move that is possible only by mistake, with its effects: no condition states that it is
        legal."""
        context = self.rulesets.at[side]
        move_text = move_line(context, outcome.move, alike(context, state, outcome.move))
        chosen = self.chosen(side, [*lines, move_text], differences(context, outcome.after, state))
        return ([*lines, move_text, *(f"expect {x}" for x in chosen)], (move_text, *chosen)) if chosen else None

    def named_outcome(self, difference: Difference, side: Side, outcomes: tuple[Outcome, ...]) -> Outcome:
        """The outcome by the rule that the difference names."""
        mine = difference.rules[PAIR.index(side)]
        return next((x for x in outcomes if any(r in x.fired for r in mine)), outcomes[0])

    def chosen(
        self, side: Side, lines: list[str], facts: Iterable[str], context: Context | None = None
    ) -> tuple[str, ...]:
        """The first facts that replay after some lines."""
        good = (x for x in facts if self.passes(side, [*lines, f"expect {x}"], context))
        found = tuple(islice(good, MOST_FACTS))
        # (that something is not so says least)
        return tuple(x for x in found if not x.endswith(" is no")) or found

    def relevant(self, side: Side, facts: Sequence[str], keys: Iterable[Key], strict: bool = False) -> list[str]:
        """Distinct facts, those about the differing parts first; only these if `strict`."""
        each = self.narrator.shared_each - self.narrator.shared_one
        words = {
            f"{key[1]} of {SEAT_NAMES[key[2]]} " if key[0] == "variable" and key[1] in each else key[1]
            for key in keys
            if key[1] and key[0] != "open"
        }
        if any(key[0] == "match" for key in keys):
            words |= {"match", "winners"}
        if any(key[0] == "ends" for key in keys):
            words.add("winners")
        if any(key[0] == "shown" for key in keys):
            words |= {"is shown", "is not shown"}
        waits: tuple[str, ...] = ()
        if any(key[0] in ("waits", "open") for key in keys):
            # (not the fields: that a turn is over is a note until somebody else has it)
            waits = tuple(f"{short(x.name)} " for x in self.rulesets.at[side].table.situations)
        about = {x: x.startswith(waits) or any(w in x for w in words) for x in facts}
        kept = [x for x in about if about[x] or not (strict and (words or waits))]
        # a hand says more than the pile that its cards come from
        hands = any(in_a_hand(x) for x in kept)
        ends = any(key[0] == "ends" for key in keys)
        return sorted(
            kept,
            key=lambda x: (
                not about[x],
                ends and not x.endswith(" in winners"),
                x.endswith((" is 0", " is no")),
                hands and of_a_pile(x),
            ),
        )

    # --------------------------------------------------------------------------------------------------------- beginnings

    def beginning(self, found: Beginning) -> DecisionStory | None:
        """The scenarios of how a match begins at both tables; None if one cannot be stated or does not replay."""
        scenes: list[tuple[list[str], tuple[str, ...]]] = []
        for number, side in enumerate(PAIR):
            context, other = found.at[number], found.at[1 - number]
            mine, theirs = found.begun[number], found.begun[1 - number]
            lines = [*pile(context, mine.picks), "the match begins"]
            changes = self.apart(side, mine.state, theirs.state, context)
            # who has which card is chance
            specific = [x for x in changes if not x.startswith("number of ") or x.startswith("number of cards in ")]
            # (a table without these cards, or with fewer of them, cannot hold the other one's position)
            specific = specific or list(sizes(mine, theirs))
            chosen = self.chosen(side, lines, self.relevant(side, specific or changes, found.keys), context)
            if not chosen or other is None:
                return None
            scenes.append(([*lines, *(f"expect {x}" for x in chosen)], chosen))
        if not self.tell_apart(scenes, found.at):
            return None
        texts = [self.scenario(PAIR[i], lines, found.at[i]) for i, (lines, _) in enumerate(scenes)]
        text = f"{self.head}\n\n" + "\n\n".join(texts)
        return None if not self.replays(text) else DecisionStory(text, (scenes[0][1], scenes[1][1]))

    def meaning(self, shown: tuple[str, str]) -> DecisionStory | None:
        """The scenarios of a card's value at each table; None if one cannot be stated or does not replay."""
        if not all(shown):
            return None
        texts = [self.scenario(side, [f"expect {x}"]) for side, x in zip(PAIR, shown, strict=True)]
        text = f"{self.head}\n\n" + "\n\n".join(texts)
        return None if not self.replays(text) else DecisionStory(text, ((shown[0],), (shown[1],)))

    def deal(self) -> DecisionStory | None:
        """The scenarios of a parameter's effect on the beginning of a match, with each table's own value; None if there
        is no visible effect."""
        begun: dict[Side, State] = {}
        for side in PAIR:
            context = self.rulesets.at[side]
            begun[side] = context.executor.start(1)
        texts: list[str] = []
        facts: list[tuple[str, ...]] = []
        for side in PAIR:
            context = self.rulesets.at[side]
            other = self.rulesets.other(side)
            there = self.rulesets.moved(other, side, begun[other], like=begun[side])
            changes = [] if there is None else differences(context, begun[side], there, 40)
            numbers = [x for x in changes if x.startswith("number of cards")]
            chosen = tuple(x for x in numbers if self.passes(side, ["the match begins", f"expect {x}"]))[:1]
            if not chosen:
                return None
            facts.append(chosen)
            texts.append(self.scenario(side, ["the match begins", *(f"expect {x}" for x in chosen)]))
        text = f"{self.head}\n\n" + "\n\n".join(texts)
        return None if not self.replays(text) else DecisionStory(text, (facts[0], facts[1]))


def shown_apart(mine: Outcome, theirs: Outcome) -> Iterator[str]:
    """The cards that are shown to players after one move and not after another one, or the other way round, as conditions."""
    keys = (k for k in {**mine.seen, **theirs.seen} if k[0] == "shown")
    for key in sorted(keys):
        here, there = (x.seen.get(key, PlaceCards(0, ())) for x in (mine, theirs))
        if isinstance(here, PlaceCards) and isinstance(there, PlaceCards):
            yield from (f"{SEAT_NAMES[key[2]]} is shown {x}" for x in here.cards if x not in there.cards)
            yield from (f"{SEAT_NAMES[key[2]]} is not shown {x}" for x in there.cards if x not in here.cards)


def sizes(mine: StartedMatch, theirs: StartedMatch) -> Iterator[str]:
    """How many cards the places of one beginning hold that hold another number in another one, as conditions."""
    for key, cards in sorted(mine.seen.items(), key=lambda x: x[0]):
        other = theirs.seen.get(key)
        if isinstance(cards, PlaceCards) and isinstance(other, PlaceCards) and cards.number != other.number:
            yield f"number of cards in {key[1]} of {SEAT_NAMES[key[2]]} is {cards.number}"


def in_a_hand(fact: str) -> bool:
    """Whether a fact counts the cards of a player."""
    return fact.startswith("number of ") and any(f" of {name} is " in fact for name in SEAT_NAMES)


def of_a_pile(fact: str) -> bool:
    """Whether a fact counts the cards of a place that is nobody's."""
    return fact.startswith("number of ") and not in_a_hand(fact)


def sorts(keys: Iterable[Key]) -> frozenset[tuple[str, str]]:
    """The kinds of parts that differ, for any seat."""
    return frozenset((k[0], k[1]) for k in keys)
