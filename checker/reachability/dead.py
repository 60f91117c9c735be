"""Dead and shadowed rules by a greatest fixpoint.

A rule that is proved never to run causes nothing. So the queries are repeated without its effects, until no new rule is
found. Each iteration over-approximates the reachable states, more tightly than the last.

Rules that only enable each other remain. For these the argument is coinductive: assume that none of them ever runs. If
then none is enabled, none ever is, since one of them would have to be the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from checker.context import Context, stage
from checker.effects.never_meet import concerns
from checker.effects.same_rules import queried_by_condition
from checker.effects.summary import summaries
from checker.invariants.certified import knowing, supposing
from checker.invariants.decided import shown
from checker.invariants.known import ask
from checker.invariants.likely import by_moves
from checker.invariants.rule_enabled import question_of
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.play.sample import Samples, otherwise, towards
from checker.reachability.shadowed import Blockers, shadowed
from checker.search.banned import taken_away
from checker.search.simulate import games
from checker.smt.factory import disj
from unodsl.engine.api import State
from unodsl.engine.layout import TOP
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import locals_in

MOST_OTHERWISE = 20_000
"""The most alternative moves, in sampled states, that are tried for rules not seen yet."""

MOST_FORBIDDEN = 40
"""The most sampled states for each situation that are searched for a move that a ban forbids."""

MOST_RARE, MOST_MET = 4_000, 400
"""The most states for a ban that is rarely active, and the most of these that satisfy its conditions."""


@dataclass(slots=True)
class Reach:
    """`seen`: rules that ran in play. `dead`: rules that are never enabled, with the reason. `shadowed`: rules that are
    enabled, but always replaced or forbidden. `unseen`: rules that are neither seen nor excluded. `alive`: the others, and
    bans that may forbid something. `strong`: the context that assumes all of this."""

    seen: set[str] = field(default_factory=set)
    dead: dict[str, str] = field(default_factory=dict)
    shadowed: dict[str, Blockers] = field(default_factory=dict)
    unseen: list[t.Rule] = field(default_factory=list)
    alive: list[t.Rule] = field(default_factory=list)
    forbidding: frozenset[str] = frozenset()
    """Bans that forbade a move in play."""
    bans: set[str] = field(default_factory=set)
    """The bans among the dead rules."""
    uncertified: dict[str, str] = field(default_factory=dict)
    """Rules that an analysis excludes, with the reason, without an accepted certificate."""
    by_moves: dict[str, Shown] = field(default_factory=dict)
    """The dead rules that wait for what no move brings about, such as a hand of twenty cards, with the kernel's evidence."""
    strong: Context | None = None


@stage
def reach(context: Context) -> Reach:
    """Classifies each rule of a table."""
    about = context.selection.about
    if context.selection.again:
        # a proof needs no samples
        sure = by_proof(context, about)
        if about <= sure.dead.keys() | sure.shadowed.keys():
            return sure
    rules: list[t.Rule] = [*context.table.triggers, *context.table.offers, *context.table.bans]
    # bans never fire: if only they are in question, no samples are needed
    played = not about or any(r.info.name in about for r in rules if not isinstance(r, t.Ban))
    out = Reach(set(context.samples.fired) if played else set())
    open_ = []
    for rule in rules:
        if rule.info.name in out.seen or for_positions(rule):
            out.alive.append(rule)
        else:
            open_.append(rule)
    mine = [r for r in open_ if not about or r.info.name in about]
    if played:
        out.forbidding = forbidding_in_play(context, [r for r in mine if isinstance(r, t.Ban)], context.samples)
    left = _settled(context, out, mine)
    if left and len(mine) < len(open_) and not context.selection.first:
        # more rules may follow once others are known never to run
        left = _settled(context, out, open_)
    open_ = [r for r in left if not about or r.info.name in about]
    strong = out.strong
    assert strong is not None
    bans = [r for r in open_ if isinstance(r, t.Ban)]
    rest = [r for r in open_ if not isinstance(r, t.Ban)]
    names = frozenset(r.info.name for r in rest) - context.selection.sought
    # (a first answer tells only which rules are proved never to run)
    if names and context.within_budget() and not context.selection.first:
        out.seen |= games(context).fired
        names -= out.seen
        if names:
            kinds = range(len(context.table.deck.kinds))
            out.seen |= set(
                towards(context.executor, context.layout, kinds, 60, 200, context.within_budget, names).fired
            )
        if names - out.seen:
            out.seen |= otherwise(
                context.executor, context.samples, MOST_OTHERWISE, context.within_budget, names - out.seen
            )
    out.forbidding |= forbidding_rarely(context, [r for r in bans if r.info.name not in out.forbidding])
    # a ban needs only to be possible
    out.unseen = without_moves(strong, out, [r for r in rest if r.info.name not in out.seen])
    without_moves(strong, out, [r for r in bans if r.info.name not in out.forbidding])
    likely = [r for r in bans if r.info.name not in out.by_moves]
    out.alive += [*likely, *(r for r in rest if r.info.name in out.seen)]
    return out


def without_moves(context: Context, out: Reach, rules: Iterable[t.Rule]) -> list[t.Rule]:
    """Classifies the rules that wait for what no move brings about as dead, and returns the others."""
    left: list[t.Rule] = []
    for rule in rules:
        question = Obligation("runs", (rule.info.name,))
        found = by_moves(context, question)
        if found is None:
            left.append(rule)
            continue
        out.by_moves[rule.info.name], out.dead[rule.info.name] = found
        if isinstance(rule, t.Ban):
            out.bans.add(rule.info.name)
    return left


def for_positions(rule: t.Rule) -> bool:
    """Whether a rule is only about positions stated by scenarios."""
    return isinstance(rule, t.Trigger) and set(rule.events) == {t.TableEvent("position")}


def never_runs(context: Context, name: str) -> Shown | None:
    """The kernel's evidence that a rule never runs, or that a ban never forbids a move."""
    found = reach(context)
    return found.by_moves.get(name) or shown(found.strong or context, Obligation("runs", (name,)))


def never_begins(context: Context, situation: str) -> Shown | None:
    """The kernel's evidence that a situation is never open."""
    found = shown(context, Obligation("begins", (situation,)))
    return found or shown(reach(context).strong or context, Obligation("begins", (situation,)))


def never_of(context: Context, names: frozenset[str]) -> frozenset[str]:
    """Those of the rules, by name, that are proved never to run, without samples. The others may run."""
    out = by_proof(context, names)
    return frozenset(out.dead) | frozenset(out.shadowed)


def by_proof(context: Context, names: frozenset[str], attended: bool = True) -> Reach:
    """Classifies rules, by name, without samples. `attended`: whether who takes part is proved first, which shows some
    more rules dead."""
    rules: list[t.Rule] = [*context.table.triggers, *context.table.offers, *context.table.bans]
    out = Reach()
    _settled(context, out, [r for r in rules if r.info.name in names], attended)
    return out


def _settled(context: Context, out: Reach, open_: list[t.Rule], attended: bool = True) -> list[t.Rule]:
    """Runs the fixpoint; returns the rules that remain undecided. A rule whose claim the kernel rejects remains, and is
    tried again once more is known of the others."""
    strong = context
    doubted: dict[str, int] = {}
    refused: frozenset[e.Expr] = frozenset()
    while True:
        left: list[t.Rule] = []
        news: set[str] = set()
        for rule in open_:
            name = rule.info.name
            if not strong.within_budget():
                # building the queries takes time, and there is none left to solve them
                strong.cut_short.append("which rules never run")
                left.append(rule)
                continue
            if name in out.forbidding or doubted.get(name) == len(strong.never):
                left.append(rule)
                continue
            question = question_of(strong, rule)
            at_rest = isinstance(rule, t.Offer) or (
                isinstance(rule, t.Ban) and not queried_by_condition(context.table, rule.act)
            )
            if question is None or ask(strong, question, at_rest, attended=at_rest and attended) == "impossible":
                if isinstance(rule, t.Ban):
                    if shown(strong, Obligation("runs", (name,))) is None:
                        out.uncertified[name] = "whenever it holds, no rule offers what it forbids"
                        left.append(rule)
                        continue
                    out.bans.add(name)
                out.dead[name] = (
                    "whenever it holds, no rule offers what it forbids"
                    if isinstance(rule, t.Ban)
                    else "its event never happens at this table"
                    if question is None
                    else "no state of any deal satisfies its conditions"
                )
                news.add(name)
                continue
            blockers = shadowed(strong, rule)
            if blockers is not None:
                out.shadowed[name] = blockers
                news.add(name)
                continue
            left.append(rule)
        running = {r.info.name for r in open_ if isinstance(r, t.Trigger | t.Offer)}
        if news:
            strong = knowing(strong, frozenset(news))
            left += not_accepted(out, strong, open_, frozenset(news), doubted)
        branches = false_conditions(strong) - refused if left and not news & running else frozenset()
        if branches:
            strong = knowing(strong, frozenset(), branches)
            refused |= branches - strong.false_conditions
        elif not news & running or not left:
            waiting = {n for n in none_first(strong, left) if doubted.get(n) != len(strong.never)}
            if not waiting:
                out.strong = strong
                for name in out.dead.keys() | out.shadowed.keys():
                    out.uncertified.pop(name, None)
                return left
            out.dead |= dict.fromkeys(waiting, "only rules that never happen could bring it about")
            left = [r for r in left if r.info.name not in waiting]
            strong = knowing(strong, frozenset(waiting))
            left += not_accepted(out, strong, open_, frozenset(waiting), doubted)
        open_ = left


def not_accepted(
    out: Reach, strong: Context, rules: list[t.Rule], news: frozenset[str], doubted: dict[str, int]
) -> list[t.Rule]:
    """Returns those of the new rules that the kernel did not accept as never running: neither dead nor shadowed. (Bans
    are separate obligations.) `doubted`: the number of rules known never to run at that time."""
    gone = news - strong.never
    for name in gone:
        doubted[name] = len(strong.never)
        why = out.dead.pop(name, "") or ("others push it aside each time" if out.shadowed.pop(name, None) else "")
        out.uncertified[name] = why
    return [r for r in rules if r.info.name in gone]


def forbidding_in_play(context: Context, bans: Iterable[t.Ban], samples: Samples) -> frozenset[str]:
    """The bans that forbid a move in a sampled state, which saves a solver query."""
    table, by_top = context.table, dict[int, list[State]]()
    for step in samples.steps:
        by_top.setdefault(step.state[TOP], []).append(step.state)
    return frozenset(
        ban.info.name
        for ban in bans
        if any(
            True
            for index, offer in enumerate(table.offers)
            if concerns(ban, offer)
            for top, states in by_top.items()
            if top in (ban.situations or by_top) and top in (offer.situations or by_top)
            for state in states[:: max(1, len(states) // MOST_FORBIDDEN)]
            for _ in taken_away(context, table.bans.index(ban), index)(state)
        )
    )


def forbidding_rarely(context: Context, bans: Iterable[t.Ban]) -> frozenset[str]:
    """The same for bans that were not seen, by searching states in which their conditions about the state hold."""
    if not context.selection.about and not context.is_sampled:
        return frozenset()
    table, reference, steps = context.table, context.reference, context.samples.steps
    out: set[str] = set()
    for ban in bans:
        index = table.bans.index(ban)
        conditions, _ = reference.conditions_of(index)
        offers = [i for i, x in enumerate(table.offers) if concerns(ban, x)]
        # conditions that do not read the player are the same for all
        by_player = any(t.PLAYER_LOCAL in locals_in(x) for x in conditions)
        seats = range(table.seats) if by_player else (-1,)
        there = (s.state for s in islice(steps, MOST_RARE) if not ban.situations or s.state[TOP] in ban.situations)
        met = (
            state
            for state in dict.fromkeys(there)
            if reference.all_hold(state, conditions, [(seat, -1) for seat in seats])
        )
        states = islice(met, MOST_MET)
        if any(taken_away(context, index, i)(state) for state in states for i in offers):
            out.add(ban.info.name)
    return frozenset(out)


def false_conditions(context: Context) -> frozenset[e.Expr]:
    """Branch conditions that never hold, for any player, where an event depends on them. They are evaluated after other
    effects, so the rule's guard is not assumed. Without those already known."""
    out: set[e.Expr] = set()
    for rule in context.table.running:
        if rule.info.name in context.never:
            continue
        for condition in conditions_in(context.table, rule.effects, context.false_conditions):
            # a local that is neither the player nor bound inside has no value here
            if t.ARGUMENT_LOCAL in locals_in(condition) or condition in out or not context.within_budget():
                continue
            holds = disj(
                [
                    context.reader.truth(condition, {t.PLAYER_LOCAL: seat})
                    for seat in (-1, *context.reader.seats_to_query(condition))
                ]
            )
            if ask(context, holds) == "impossible":
                out.add(condition)
    return frozenset(out)


def conditions_in(
    table: t.Table, effects: Iterable[f.Effect], false_conditions: frozenset[e.Expr] = frozenset()
) -> Iterator[e.Expr]:
    """Yields the conditions of branches that emit an event, outside of loops; the negated condition for `otherwise`.
    `false_conditions`: conditions known never to hold, which are skipped."""
    all_ = summaries(table)
    for block in (block for x in effects for block in all_.of(x).blocks):
        if block.how != "branch" or block.given is None or block.given in false_conditions:
            continue
        if any(x.emits is not None for x in all_.flat(block.effects, false_conditions)):
            yield block.given
            yield from conditions_in(table, block.effects, false_conditions)


def none_first(context: Context, rules: list[t.Rule]) -> list[str]:
    """The names of triggers and offers that can only run after one of them has run: a greatest fixpoint."""
    left = [r for r in rules if isinstance(r, t.Trigger | t.Offer)]
    while left and context.within_budget():
        names = frozenset(r.info.name for r in left)
        supposed = supposing(context, names)
        waiting = []
        for rule in left:
            if not context.within_budget():
                return []
            question = question_of(supposed, rule)
            if question is None or ask(supposed, question, isinstance(rule, t.Offer)) == "impossible":
                waiting.append(rule)
        if len(waiting) == len(left):
            return sorted(names)
        left = waiting
    return []
