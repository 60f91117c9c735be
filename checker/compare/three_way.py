"""Three-way merge of behavior: where two options answer one decision differently, undo each other, or come to something new together.

Four answers are compared: of the base, of each option alone, and of both. An option *speaks* to a decision if one of its own rules decides
it: allows it, forbids it, changes what comes of it, or writes something observable in its cascade. What both do side by side (one draws,
the other turns play round) is nothing to report. Under-approximates: only decisions met in play are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, islice, product

from checker.compare.dealt import beginnings
from checker.compare.four_tables import SIDES, Answers, Decision, FourTables, four_tables
from checker.compare.judge import Clash, Judge
from checker.context import Context, stage
from checker.invariants.known import ask
from checker.invariants.rule_enabled import question_of
from checker.kernel.apart import never_apart
from checker.kernel.proved import Shown
from checker.search.concretize import games_towards
from checker.smt.factory import conj
from unodsl.engine.api import State
from unodsl.engine.layout import MATCH, ROUND, TOP

MOST_STATES = 1200
"""So many states are looked at for one pair of options."""

FEW_STATES = 150
"""So many where it is one pair of many."""

MOST_SOUGHT, MOST_NEAR = 4, 60
"""For so many pairs of rules that play never met together positions are solved, and so many states are looked at for each."""

MOST_ALIKE = 6
"""So many decisions are compared in which the same rules run for the same act; the next ones say the same."""


@dataclass(slots=True)
class Compared:
    """What the comparison of two options came to. `states`: so many were looked at; `not_shared`: so many of them one of the
    tables cannot hold; `decisions`: so many were compared; `both_spoke`: to so many of them both options speak; `said`: at so many the text says how the two
    stand to each other; `shown`: that they never meet, as the kernel says; `in_time`: whether nothing was cut short; `beside`: whether all other options that are on
    were on at all four tables."""

    options: tuple[str, str]
    clashes: list[Clash] = field(default_factory=list)
    states: int = 0
    not_shared: int = 0
    decisions: int = 0
    both_spoke: int = 0
    side_by_side: int = 0
    said: int = 0
    shown: Shown | None = None
    in_time: bool = True
    beside: bool = False

    @property
    def proved(self) -> str:
        """Why they never meet, "" where that is not proved."""
        return "" if self.shown is None else WHY[self.shown.about[0]]


WHY = {
    "decide nothing": "the rules of one of them decide nothing",
    "never meet": "no decision has rules of both in it",
}


def pairs(context: Context) -> Iterator[tuple[str, str]]:
    """The pairs of options that are on, or of those that are asked about; not two that are on by default and that nobody named, which
    are judged with the options of their file."""
    on = [o.name for o in context.table.options if o.on]
    if context.asking.about:
        yield from (x for x in combinations(on, 2) if context.asking.about >= set(x))
        return
    usual = {o.name for o in context.table.options if o.default} - context.named
    yield from (x for x in combinations(on, 2) if not usual >= set(x))


@stage
def compared(context: Context) -> dict[tuple[str, str, bool], tuple[Compared, FourTables] | None]:
    """The comparisons of pairs of options at a table, made as they are asked for."""
    return {}


def compare(context: Context, one: str, other: str, beside: bool = False, most: int | None = None) -> Compared | None:
    """The comparison of two options that are on; None where there is nothing to compare (one comes along with the other). `beside`: where
    others are on as well, which stay on at all four tables. `most`: so many states are looked at, and none is solved for; None: as the
    effort says."""
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
    """The states at which two options are compared."""

    def __init__(self, four: FourTables, most: int | None = None) -> None:
        self.four, self.judge = four, Judge(four)
        self.out = Compared(four.options, beside=bool(four.others))
        self.met: dict[tuple[object, ...], int] = {}
        self.most = most or (MOST_STATES if four.context.effort.far else FEW_STATES)
        self.seeking = most is None and four.context.effort.far

    def run(self) -> Compared:
        """Compare, as long as the budget lasts."""
        context = self.four.context
        none, one, other, both = (self.four.at[side].table for side in SIDES)
        self.out.shown = never_apart(none, one, other, both, self.four.options)
        if self.out.shown is not None:
            return self.out
        for number, state in enumerate(chain(islice(self.states(), self.most), self.sought())):
            if not context.going_on():
                self.out.in_time = False
                break
            self.at(state, number)
        for answers in beginnings(self.four) if context.going_on() else ():
            self.judged(answers)
        return self.out

    def sought(self) -> Iterator[State]:
        """States of games dealt with the cards of a position, solved for, in which rules of both could happen; only where play by itself
        met no decision to which both speak."""
        context = self.four.context
        if self.out.both_spoke or not self.seeking:
            return
        rules = self.judge.rules
        asked = 0
        for a, b in product(*(sorted(x & self.judge.speaking) for x in self.four.own)):
            questions = [question_of(context, rules[x]) for x in (a, b)]
            if any(x is None for x in questions) or not context.going_on():
                continue
            question = conj([x for x in questions if x is not None])
            if ask(context, question) == "impossible":
                continue
            asked += 1
            if asked > MOST_SOUGHT:
                return
            steps = games_towards(context, question).steps
            near = [s.state for s in steps if a in s.fired or b in s.fired]
            yield from islice(dict.fromkeys(s for s in near if s[MATCH] and s[ROUND]), MOST_NEAR)

    def states(self) -> Iterator[State]:
        """States at rest of the table with both: those met in play there, those first in which rules of both options run."""
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
        for group in (both, *each, rest):
            stride = max(1, len(group) // third)
            for state in group[::stride]:
                if state not in seen and state[MATCH] and state[ROUND]:
                    seen.add(state)
                    yield state

    def at(self, like: State, number: int) -> None:
        """Compare the decisions of one state to which an option may speak."""
        self.out.states += 1
        states = self.four.carried(like)
        if states is None:
            self.out.not_shared += 1
            return
        legal = {side: self.four.legal(side, state) for side, state in states.items()}
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
            self.out.both_spoke += self.judged(answers)

    def judged(self, answers: Answers) -> bool:
        """Judge one decision; whether both options speak to it."""
        self.out.decisions += 1
        clash, how = self.judge.judged(answers)
        if clash is not None:
            self.out.clashes.append(clash)
        elif how == "said":
            self.out.said += 1
        elif how == "side by side":
            self.out.side_by_side += 1
        return self.judge.both_spoke

    def kind_of(self, decision: Decision) -> str:
        """What tells arguments apart: the card as it is called (the argument itself)."""
        return decision[3]
