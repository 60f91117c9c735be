"""The comparison of decisions of two rulesets, in states of play of either.

An under-approximation: only decisions in sampled states are compared. States that the other ruleset cannot represent
are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest

import networkx as nx

from checker.compare.rulesets.definitions import Definitions
from checker.compare.rulesets.forbidden_rules import ForbiddenRules
from checker.compare.rulesets.judge import EVENTS, Difference, Judge
from checker.compare.rulesets.outcomes import Answers, Decision, Narrator
from checker.compare.rulesets.same_moves import ENOUGH as ENOUGH_TOGETHER
from checker.compare.rulesets.same_moves import SameMoves
from checker.compare.rulesets.tables import PAIR, Rulesets, Side
from checker.effects.ways import written_name
from checker.invariants.rule_enabled import forbidding, question_of
from checker.search.concretize import games_towards
from checker.witness.bans_in_the_way import forbidden
from checker.witness.scenario import written_rules
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.describe import short
from unodsl.engine.layout import MATCH, ROUND, TOP
from unodsl.model import table as t

MOST_STATES = 1_500
"""The maximal number of states compared for two rulesets."""

MOST_ALIKE = 4
"""The maximal number of decisions with the same act, card, and offers; further ones repeat these."""

ENOUGH = 20
"""The minimal number of cards left to draw, where the two decks differ."""

MOST_TOGETHER = 12
"""The same in positions that the same moves lead to, where something may be counted."""

MOST_LAST = 20
"""The same as `MOST_ALIKE` where the player has a last card: what is counted then differs each time."""

MOST_ENDS = 60
"""The number of states of each ruleset in which a move ends a round: what follows depends on all that is counted."""

POSITION = t.TableEvent("position")
"""The event of scenarios that lay out a position."""

ENDS = frozenset({("ends", ""), ("match", "")})
"""What rules write that end a round or the match."""

MOST_SOUGHT, MOST_NEAR = 8, 40
"""The maximal number of rules of a table for which the solver looks for a position, and of states that are compared for one
of them, or where the cards run out."""

STRIDE = 3
"""Every so many sampled states, the cards that can be played there are tried as last ones."""

MOST_MOVES, FEW_LEFT = 200, 2
"""The moves of a game in which the cards to draw run out, and how many of these cards are hardly any."""

MOST_KEPT = 12
"""The maximal number of decisions kept for one difference, to show the plainest."""

Tried = tuple[Side, State, Decision | None]
"""A state of one of the tables, and a decision there that has to be compared."""


@dataclass(slots=True)
class Compared:
    """The result of the comparison: the numbers of `states` and `decisions` compared, and of states `not_shared` by
    both tables. `found`: the differences by cause, as (side of the state, difference)."""

    states: int = 0
    not_shared: int = 0
    decisions: int = 0
    in_time: bool = True
    found: dict[tuple[object, ...], list[tuple[Side, Difference]]] = field(default_factory=dict)
    speaking: dict[object, tuple[bool, bool]] = field(default_factory=dict)
    doubted: set[tuple[object, ...]] = field(default_factory=set)
    """Causes of differences in positions that may not be the same for both."""
    ended: bool = False
    """Whether a compared decision ended a round at both tables."""
    met: set[str] = field(default_factory=set)
    """The rules that ran at compared decisions, and the bans that forbade a move there."""
    sought: set[str] = field(default_factory=set)
    """The rules for which games were played, because sampled play did not meet them."""

    def add(self, origin: Side, found: Difference) -> None:
        """Adds a difference."""
        kept = self.found.setdefault(found.cause, [])
        if sum(x.paired == found.paired for _, x in kept) < MOST_KEPT:
            kept.append((origin, found))
        about = found.topic if found.topic in EVENTS else found.cause
        before = self.speaking.get(about, (False, False))
        self.speaking[about] = before[0] or found.spoke[0], before[1] or found.spoke[1]

    def causes(self, own: Mapping[Side, frozenset[str]]) -> Iterator[list[tuple[object, ...]]]:
        """The causes, those of the end of the match together if they name a rule in common: one ruleset ends it and the other
        one goes on, or the other way round. So are those of the end of a round if only one names a rule of its `own`, and it
        is the same. First those that name a rule of each."""
        graph: nx.Graph[tuple[object, ...]] = nx.Graph()
        by_rule: dict[tuple[int, str], tuple[object, ...]] = {}
        for cause, rows in self.found.items():
            graph.add_node(cause)
            found = rows[0][1]
            rows_of = found.rules if found.topic == "end of the match" else ()
            if found.topic == "going out":
                mine = [tuple(n for n in x if n in own[side]) for side, x in zip(PAIR, found.rules, strict=True)]
                rows_of = (mine[0], mine[1]) if not all(mine) else ()
            for number, names in enumerate(rows_of):
                graph.add_edges_from((cause, by_rule.setdefault((number, name), cause)) for name in names)
        order = {cause: (not all(rows[0][1].rules), i) for i, (cause, rows) in enumerate(self.found.items())}
        for some in nx.connected_components(graph):
            yield sorted(some, key=order.__getitem__)

    def spoke(self, cause: tuple[object, ...]) -> tuple[bool, bool]:
        """Which of the two rulesets speak to a cause. To an event of the table, such as scoring, a ruleset speaks if it
        does so at any decision."""
        topic = self.found[cause][0][1].topic
        return self.speaking[topic if topic in EVENTS else cause]


class Comparison:
    """Compares the decisions of players."""

    def __init__(self, rulesets: Rulesets, narrator: Narrator) -> None:
        self.rulesets, self.narrator = rulesets, narrator
        self.judge = Judge(rulesets, narrator)
        self.out = Compared()
        self.met: dict[tuple[object, ...], int] = {}
        self.together, self.same_moves = SameMoves(rulesets, narrator, self.judge), 0
        self.forbidden, self.definitions = ForbiddenRules(rulesets), Definitions(rulesets)
        decks = [{k.name: k.copies for k in rulesets.at[side].table.deck.kinds} for side in rulesets.at]
        self.other_decks = any(deck != decks[0] for deck in decks)

    def undrawn(self, side: Side, state: State) -> int:
        """How many cards are left in the draw zones."""
        return sum(cards.bit_count() for cards in self.rulesets.to_draw(side, state))

    def run(self, seeking: bool = True) -> Compared:
        """Runs the comparison, as long as the budget lasts. `seeking`: in states, too, that sampled play does not come to."""
        for states, dealt in self.together.positions():
            self.same_moves += dealt
            if dealt:
                self.after_the_same(states)
            for position, played in self.together.last_cards(states):
                self.after_the_same(position, played)
        self.met.clear()
        for side, state, made in chain(self.states(), self.last_of_each(), self.sought() if seeking else ()):
            if not self.rulesets.one.within_budget():
                self.out.in_time = False
                break
            self.at(side, state, made)
        self.out.in_time &= self.rulesets.one.within_budget()
        for cause in [*self.out.found]:
            rows = self.out.found[cause]
            found = [(o, self.forbidden.contradicted(x) or self.definitions.named(x) or x) for o, x in rows]
            if found != rows:
                del self.out.found[cause]
                for origin, difference in found:
                    self.out.add(origin, difference)
        return self.out

    def after_the_same(self, states: dict[Side, State], made: Decision | None = None) -> None:
        """Compares the decisions of a position that the same moves lead to. `made`: one that is no repetition of others."""
        self.out.states += 1
        base = self.rulesets.moved("one", "base", states["one"]) if "base" in self.rulesets.at else None
        all_ = states if base is None else {**states, "base": base}
        self.compare("one", all_, made, MOST_TOGETHER, same=True, paired=True)

    def closing(self, side: Side) -> list[State]:
        """The sampled states of a table in which a move ends the round or the match."""
        rules = {r for (at, r), what in self.rulesets.writes.items() if at == side and not ENDS.isdisjoint(what)}
        return [
            s.state for s in self.rulesets.at[side].samples.steps if not rules.isdisjoint(map(written_name, s.fired))
        ]

    def states(self) -> Iterator[Tried]:
        """Sampled states of either table, alternating: first those before the end of a round, then those in which rules run that
        seldom do, and own rules."""
        rows: list[list[Tried]] = []
        for side in PAIR:
            steps = self.rulesets.at[side].samples.steps
            own = self.rulesets.own[side]
            last = self.closing(side)
            seldom: dict[str, int] = {}
            rare: dict[State, Move] = {}
            first: list[State] = []
            for step in steps:
                new = [r for r in step.fired if seldom.get(r, 0) < 6]
                for r in new:
                    seldom[r] = seldom.get(r, 0) + 1
                if new:
                    rare.setdefault(step.state, step.move)
                if not own.isdisjoint(map(written_name, step.fired)):
                    first.append(step.state)
            half = MOST_STATES // 2
            stride = max(1, 2 * len(steps) // half)
            some = [*first[:: max(1, 2 * len(first) // half)], *(s.state for s in steps[::stride])]
            made = {x: self.decision(side, move) for x, move in rare.items()}
            all_ = dict.fromkeys([*last[:MOST_ENDS], *made, *some])
            rows.append([(side, s, made.get(s)) for s in all_ if s[MATCH] and s[ROUND]])
        for pair in zip_longest(*rows):
            yield from (x for x in pair if x is not None)

    def last_of_each(self) -> Iterator[Tried]:
        """Positions in which each player has one card, for each card that can be played: rules about a last card seldom meet one of
        these in play."""
        for side in PAIR:
            acts, offers = self.rulesets.at[side].table.acts, self.rulesets.at[side].table.offers
            known: set[tuple[str, str]] = set()
            for step in self.rulesets.at[side].samples.steps[::STRIDE]:
                if not step.state[MATCH] or not step.state[ROUND]:
                    continue
                for move in self.rulesets.at[side].executor.legal(step.state):
                    decision = self.decision(side, move)
                    if acts[offers[move.offer].act].origin is None or decision[1:] in known:
                        continue
                    short_hands = self.together.one_each(side, step.state, decision)
                    if short_hands is not None:
                        known.add(decision[1:])
                        yield side, short_hands, decision

    def decision(self, side: Side, move: Move) -> Decision:
        """A move of one table as a decision."""
        return move.seat, *self.narrator.act_words(side, move)

    def sought(self) -> Iterator[Tried]:
        """States that sampled play does not come to, of either table: of games dealt with the cards of a solved position in which
        a rule of its own applies, where that rule ran; and of a game in which the cards to draw run out."""
        for side in PAIR:
            context = self.rulesets.at[side]
            times = self.rulesets.frequency[side]
            mine = self.rulesets.own[side] & self.rulesets.speaking
            known = written_rules(context.table)
            rare = sorted(
                name
                for name, rule in known.items()
                if written_name(name) in mine
                and not times[written_name(name)]
                and isinstance(rule, t.Trigger | t.Offer)
            )
            bans = sorted(name for name, x in known.items() if isinstance(x, t.Ban) and written_name(name) in mine)
            # (the same acts in other states are no repetitions)
            self.met.clear()
            scenarios = {name for name, x in known.items() if isinstance(x, t.Trigger) and x.events == (POSITION,)}
            self.out.sought |= {written_name(x) for x in (*bans, *rare) if x not in scenarios}
            for name in bans[:MOST_SOUGHT]:
                ban = known[name]
                assert isinstance(ban, t.Ban)
                question = forbidding(context, ban, alone=True) if context.within_budget() else None
                steps = [] if question is None else games_towards(context, question).steps
                met = (x.state for x in steps if next(forbidden(context, x.state, ban), None) is not None)
                for state in islice(met, MOST_NEAR):
                    self.out.met.add(written_name(name))
                    yield side, state, None
            for name in rare[:MOST_SOUGHT]:
                question = question_of(context, known[name]) if context.within_budget() else None
                steps = [] if question is None else games_towards(context, question, frozenset({name})).steps
                ran = (x for x in steps if name in x.fired)
                yield from ((side, x.state, self.decision(side, x.move)) for x in islice(ran, MOST_NEAR))
            # (the same acts in other states are no repetitions)
            self.met.clear()
            yield from ((side, x, None) for x in islice(self.running_out(side), MOST_NEAR))

    def running_out(self, side: Side) -> Iterator[State]:
        """States of a game with hardly a card left to draw: each player makes the move that leaves the fewest."""
        context = self.rulesets.at[side]
        state = context.executor.start(1)
        for _ in range(MOST_MOVES):
            if not context.within_budget() or not state[MATCH] or not state[ROUND]:
                return
            if self.undrawn(side, state) <= FEW_LEFT:
                yield state
            try:
                after = [context.executor.apply(state, move) for move in context.executor.legal(state)]
            except EndlessCascade:
                return
            if not after:
                return
            state = min(after, key=lambda x: (not x[ROUND], self.undrawn(side, x)))

    def at(self, origin: Side, state: State, made: Decision | None = None) -> None:
        """Compares the decisions of one state, laid out at the other table. `made`: one that is no repetition of others."""
        self.out.states += 1
        states = self.rulesets.carried(origin, state)
        if states is None:
            self.out.not_shared += 1
            return
        if self.other_decks and any(self.undrawn(side, s) < ENOUGH for side, s in states.items()):
            # a larger deck lasts longer, which is no rule of either
            return
        count = self.same_moves >= ENOUGH_TOGETHER
        self.compare(origin, states, made, MOST_ALIKE, not count or self.together.may_be_the_same(states))

    def compare(
        self,
        origin: Side,
        states: Mapping[Side, State],
        made: Decision | None,
        most: int,
        same: bool,
        paired: bool = False,
    ) -> None:
        """Compares the decisions of one position of the tables. `most`: how often the like of them at most. `same`: whether it may be
        the same position. `paired`: whether the same moves lead to it."""
        state = states[origin]
        legal = {side: self.narrator.legal(side, s) for side, s in states.items()}
        table = self.rulesets.at[origin].table
        waits = short(table.situations[state[TOP]].name) if state[TOP] >= 0 else ""
        for decision in dict.fromkeys(d for side in PAIR for d in legal[side]):
            makers = tuple(
                frozenset(self.rulesets.at[side].table.offers[m.offer].info.name for m in legal[side].get(decision, ()))
                for side in legal
            )
            last = self.last_card(origin, state, decision)
            key = (waits, decision[1], decision[2] if decision[1] else "", makers, last)
            times = self.met.get(key, 0)
            if decision != made and times >= (MOST_LAST if last == 1 else most):
                continue
            self.met[key] = times + 1
            answers = self.narrator.answers(states, decision, legal)
            if answers is None:
                continue
            self.out.decisions += 1
            differences = self.judge.judged(self.where_apart(answers))
            self.out.ended |= all(any(x.over for x in answers.by[side] or ()) for side in PAIR)
            self.out.met |= {r for x in answers.by.values() for y in x or () for r in y.fired}
            self.out.met |= {r for x in differences for names in x.rules for r in names}
            if same:
                self.forbidden.add(answers, differences)
            for found in differences:
                if same:
                    self.out.add(origin, replace(found, paired=paired))
                else:
                    self.out.doubted.add(found.cause)

    def where_apart(self, answers: Answers) -> Answers:
        """The answers to the first decision that two outcomes do not have in common: what is owed is played out, and where both
        tables stand alike after a move, a later one tells them apart. Of two rulesets without a common game."""
        while self.judge.strangers:
            one, other = (answers.by[side] or () for side in PAIR)
            if len(one) != 1 or len(other) != 1 or not one[0].owed or not other[0].owed:
                break
            mine, theirs = one[0].after, other[0].after
            states = self.rulesets.carried("one", mine)
            if states is None or states["other"] != theirs:
                break
            due = [
                (x.owed[0].seat, *self.narrator.act_words(side, x.owed[0]))
                for side, x in zip(PAIR, (one[0], other[0]), strict=True)
            ]
            later = self.narrator.decided({"one": mine, "other": theirs}, due[0]) if due[0] == due[1] else None
            if later is None:
                break
            answers = later
        return answers

    def last_card(self, origin: Side, state: State, decision: Decision) -> int:
        """How many cards the player holds, up to 3."""
        context = self.rulesets.at[origin]
        zones = context.table.zones
        held = sum(context.layout.held(state, i, decision[0]).bit_count() for i, z in enumerate(zones) if z.each_player)
        return min(held, 3)
