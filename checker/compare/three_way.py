"""Three-way merge of behavior: decisions on which two options contradict each other, undo each other, or interact.

Compares the answers of the base, of each option alone, and of both. An option *speaks* to a decision if one of its own
rules decides it: allows it, forbids it, changes its outcome, or writes something observable in its cascade. Changes
side by side (one draws, the other reverses play) are no finding. An under-approximation: only decisions in sampled
states are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, islice, product

from checker.compare.dealt import beginnings
from checker.compare.four_tables import SIDES, Answers, Decision, FourTables, Side, flat, four_tables
from checker.compare.judge import Clash, Judge
from checker.context import Context, stage
from checker.effects.never_meet import base_situation, concerns
from checker.invariants.known import ask
from checker.invariants.rule_enabled import question_of
from checker.kernel.apart import never_apart
from checker.kernel.proved import Shown
from checker.play.sample import Step
from checker.search.banned import forbidden_by, taken_away
from checker.search.concretize import games_towards
from checker.search.simulate import again, shed
from checker.smt.factory import conj
from unodsl.engine.api import State
from unodsl.engine.layout import MATCH, ROUND, TOP

MOST_STATES = 1200
"""The maximal number of states for one pair of options."""

FEW_STATES = 150
"""The same for one pair of many, and for a pair with an option that is on without the caller having named it."""

MOST_SOUGHT, MOST_NEAR = 4, 60
"""For pairs of rules that play never co-enabled: the maximal number of pairs for which positions are solved, and of
states for each."""

MOST_FORBIDDING, FEW_FORBIDDING = 2_000, 40
"""The maximal number of sampled states in which a move that a ban takes away is searched; and where fewer have one, others are
searched in which players hold few cards."""

MOST_ALIKE = 6
"""The maximal number of decisions with the same act and the same rules; further ones repeat these."""


@dataclass(slots=True)
class Compared:
    """The result of a comparison of two options. `states`: how many were compared. `not_shared`: how many of them a
    table cannot represent. `decisions`: how many were compared. `both_spoke`: decisions to which both options speak.
    `related`: decisions for which the text relates the two. `shown`: the kernel's proof that they never meet.
    `in_time`: whether it completed. `beside`: whether all other options stayed on at all four tables. `settled`: whether
    a finding beside its clashes answers the question. `permitted`: by table, each act with its argument that somebody
    could do there, with the first such state (of the table with both) and decision."""

    options: tuple[str, str]
    clashes: list[Clash] = field(default_factory=list)
    states: int = 0
    not_shared: int = 0
    decisions: int = 0
    both_spoke: int = 0
    side_by_side: int = 0
    related: int = 0
    shown: Shown | None = None
    in_time: bool = True
    beside: bool = False
    settled: bool = False
    permitted: dict[Side, dict[tuple[str, str], tuple[State, Decision]]] = field(
        default_factory=lambda: {side: {} for side in SIDES}
    )

    @property
    def lost(self) -> tuple[tuple[str, str], ...]:
        """The acts, with their arguments, that were possible with one of the options and never with both."""
        one, other, both = (self.permitted[side] for side in SIDES[1:])
        return tuple(x for x in {**one, **other} if x not in both)

    @property
    def proved(self) -> str:
        """Why they never meet; "" if that is not proved."""
        return "" if self.shown is None else WHY[self.shown.about[0]]


WHY = {
    "decide nothing": "the rules of one of them decide nothing",
    "never meet": "no decision has rules of both in it",
}


def pairs(context: Context) -> Iterator[tuple[str, str]]:
    """The pairs of options to compare: those that are on, or those requested. Leaves out two default options that the
    caller did not name; these are compared with the options of their own file."""
    on = [o.name for o in context.table.options if o.on]
    if context.selection.about:
        yield from (x for x in combinations(on, 2) if context.selection.about >= set(x))
        return
    usual = {o.name for o in context.table.options if o.default} - context.named
    yield from (x for x in combinations(on, 2) if not usual >= set(x))


def all_named(context: Context, options: Collection[str]) -> bool:
    """Whether the caller named each of some options: none is on by default only."""
    return context.named.issuperset(options)


@stage
def compared(context: Context) -> dict[tuple[str, str, bool], tuple[Compared, FourTables] | None]:
    """The memo of comparisons at a table, by pair of options."""
    return {}


def compare(context: Context, one: str, other: str, beside: bool = False, most: int | None = None) -> Compared | None:
    """Compares two options that are on; None if one brings the other. `beside`: other options stay on at all four
    tables. `most`: the maximal number of states, without solved ones; None: by effort."""
    known = compared(context)
    if (one, other, beside) not in known:
        four = four_tables(context, one, other, beside)
        known[one, other, beside] = None if four is None else (Comparison(four, most).run(), four)
    found = known[one, other, beside]
    return None if found is None else found[0]


def four_of(context: Context, result: Compared) -> FourTables:
    """The tables at which two options were compared."""
    one, other = result.options
    found = compared(context)[one, other, result.beside]
    assert found is not None
    return found[1]


class Comparison:
    """The comparison of two options over a set of states."""

    def __init__(self, four: FourTables, most: int | None = None) -> None:
        self.four, self.judge = four, Judge(four)
        self.out = Compared(four.options, beside=bool(four.others))
        self.met: dict[tuple[object, ...], int] = {}
        far = four.context.effort.far and all_named(four.context, four.options)
        self.most = most or (MOST_STATES if far else FEW_STATES)
        self.seeking = most is None and far

    def run(self) -> Compared:
        """Runs the comparison, as long as the budget lasts."""
        context = self.four.context
        none, one, other, both = (self.four.at[side].table for side in SIDES)
        shown = never_apart(none, one, other, both, self.four.options)
        # (what a decision leaves open is played out as far as the base situation that play shows)
        if shown is not None and base_situation(both) in (None, *context.ground):
            self.out.shown = shown
            return self.out
        for number, state in enumerate(chain(islice(self.states(), self.most), self.sought())):
            if not context.within_budget():
                self.out.in_time = False
                break
            self.at(state, number)
        for answers in beginnings(self.four) if context.within_budget() else ():
            self.out.both_spoke += self.judged(answers)
        return self.out

    def sought(self) -> Iterator[State]:
        """States of games in which rules run that sampled play does not come to, then of games dealt with the cards of a
        solved position in which rules of both options may apply. Only if sampled play shows no decision to which both speak."""
        context = self.four.context
        if self.out.both_spoke or not self.seeking:
            return
        rules = self.judge.rules
        rare = (self.four.own[0] | self.four.own[1]) & self.judge.speaking - context.samples.fired.keys()
        steps = again(context, rare).steps if rare else []
        # (the same acts in other states are no repetitions)
        self.met.clear()
        yield from islice(dict.fromkeys(s.state for s in steps if not rare.isdisjoint(s.fired)), MOST_NEAR)
        queries = 0
        for a, b in product(*(sorted(x & self.judge.speaking) for x in self.four.own)):
            questions = [question_of(context, rules[x]) for x in (a, b)]
            if any(x is None for x in questions) or not context.within_budget():
                continue
            question = conj([x for x in questions if x is not None])
            if ask(context, question) == "impossible":
                continue
            queries += 1
            if queries > MOST_SOUGHT:
                return
            steps = games_towards(context, question).steps
            near = [s.state for s in steps if a in s.fired or b in s.fired]
            yield from islice(dict.fromkeys(s for s in near if s[MATCH] and s[ROUND]), MOST_NEAR)

    def states(self) -> Iterator[State]:
        """Quiescent states of sampled play at the table with both, those first in which rules of both options run, then those in which
        a rule of one runs or forbids something."""
        context = self.four.context
        own = self.four.own
        steps = context.samples.steps
        both = [s.state for s in steps if not own[0].isdisjoint(s.fired) and not own[1].isdisjoint(s.fired)]
        each = [
            [s.state for s in steps if not mine.isdisjoint(s.fired) and theirs.isdisjoint(s.fired)]
            for mine, theirs in (own, own[::-1])
        ]
        rest = [s.state for s in steps]
        seen: set[State] = set()
        third = self.most // 4
        for group in (both, *each, self.forbidding(), rest):
            stride = max(1, len(group) // third)
            for state in group[::stride]:
                if state not in seen and state[MATCH] and state[ROUND]:
                    seen.add(state)
                    yield state

    def forbidding(self) -> list[State]:
        """Sampled states in which a ban of one of the options takes a move away: what the other option makes of that move never
        runs in play with both."""
        context = self.four.context
        table, own = context.table, self.four.own[0] | self.four.own[1]
        mine = [i for i, x in enumerate(table.bans) if x.info.name in own]
        rows = [(i, offer) for i in mine for offer in forbidden_by(table, table.bans[i])]
        if not rows:
            return []
        found = self.where_forbidden(rows, context.samples.steps)
        return found if len(found) >= FEW_FORBIDDING else [*found, *self.where_forbidden(rows, shed(context).steps)]

    def where_forbidden(self, rows: list[tuple[int, int]], steps: Iterable[Step]) -> list[State]:
        """The states of some play in which a ban takes a move of an offer away, of a sample of them. `rows`: bans and offers."""
        states = dict.fromkeys(s.state for s in steps)
        tried = islice(states, 0, None, max(1, len(states) // MOST_FORBIDDING))
        return [state for state in tried if any(self.forbids(state, *x) for x in rows)]

    def forbids(self, state: State, ban: int, offer: int) -> bool:
        """Whether a ban takes a move of an offer away that no ban of other options, or of the game, takes away."""
        context = self.four.context
        taken = set(taken_away(context, ban, offer)(state))
        for index, other in enumerate(context.table.bans) if taken else ():
            if other.info.name not in self.four.own[0] | self.four.own[1] and concerns(
                other, context.table.offers[offer]
            ):
                taken -= set(taken_away(context, index, offer)(state))
        return bool(taken)

    def at(self, like: State, number: int) -> None:
        """Compares the decisions of one state to which an option may speak."""
        self.out.states += 1
        states = self.four.carried(like)
        if states is None:
            self.out.not_shared += 1
            return
        legal = {side: self.four.legal(side, state) for side, state in states.items()}
        for side, decisions in legal.items():
            for x in decisions:
                self.out.permitted[side].setdefault((x[1], x[3]), (like, x))
        for decision in dict.fromkeys(d for side in SIDES for d in legal[side]):
            allowed = tuple(decision in legal[side] for side in SIDES)
            makers = tuple(
                frozenset(self.four.at[side].table.offers[m.offer].info.name for m in legal[side].get(decision, ()))
                for side in SIDES
            )
            key = (like[TOP], decision[1], allowed, makers, self.kind_of(decision))
            times = self.met.get(key, 0)
            if times >= MOST_ALIKE:
                continue
            self.met[key] = times + 1
            answers = self.four.answers(like, states, legal, decision, number)
            if answers is None:
                continue
            clashes, both_spoke = len(self.out.clashes), self.judged(answers)
            self.out.both_spoke += both_spoke
            silent = both_spoke and len(self.out.clashes) == clashes
            if silent and any(x.end != x.rest for x in flat(answers.by.values())):
                # what one option lets a player choose may be by chance what the other one sets
                other_choice = self.four.answers(like, states, legal, decision, number, last=True)
                clash = None if other_choice is None else self.judge.judged(other_choice)[0]
                self.out.clashes += [] if clash is None else [clash]

    def judged(self, answers: Answers) -> bool:
        """Judges one decision; returns whether both options speak to it."""
        self.out.decisions += 1
        clash, how = self.judge.judged(answers)
        if clash is not None:
            self.out.clashes.append(clash)
        elif how == "said":
            self.out.related += 1
        elif how == "side by side":
            self.out.side_by_side += 1
        return self.judge.both_spoke

    def kind_of(self, decision: Decision) -> str:
        """The class of a decision's argument: the argument itself."""
        return decision[3]
