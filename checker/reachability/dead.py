"""Which rules never run: dead ones, those always pushed aside, and those that are dead because of these.

A rule that is proved never to run makes nothing happen. So the question is asked again of a table at which what it would do
does not count, and so on until nothing new comes: each round starts from a smaller set of states that still holds all that can
be reached.

Rules that only set each other off are left over by this. Of those it is supposed that none ever runs. If then none of them can,
none does: one of them would have to be the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from checker.context import Context, stage
from checker.effects.never_meet import concerns
from checker.effects.same_rules import asked_for
from checker.effects.summary import summaries
from checker.invariants.certified import knowing, supposing
from checker.invariants.decided import shown
from checker.invariants.known import ask
from checker.invariants.rule_enabled import question_of
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.play.sample import Samples, otherwise, towards
from checker.reachability.shadowed import Blockers, shadowed
from checker.search.simulate import games
from checker.smt.factory import disj
from unodsl.engine.api import State
from unodsl.engine.layout import TOP
from unodsl.engine.reference import banned_moves
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import locals_in

MOST_OTHERWISE = 20_000
"""Other moves, in states met in play, that are tried for rules that were not met yet."""


MOST_FORBIDDEN = 40
"""So many states met in play are looked at, for each situation, for a move that a ban takes away."""


MOST_RARE, MOST_MET = 4_000, 400
"""So many for one that was met in none of them, and so many of those that its conditions leave."""


@dataclass(slots=True)
class Reach:
    """`seen`: rules met in play. `dead`: rules that cannot happen, with the reason. `shadowed`: rules that could, and are
    pushed aside each time. `unseen`: rules that are neither. `strong`: the case that knows all of it."""

    seen: set[str] = field(default_factory=set)
    dead: dict[str, str] = field(default_factory=dict)
    shadowed: dict[str, Blockers] = field(default_factory=dict)
    unseen: list[t.Rule] = field(default_factory=list)
    alive: list[t.Rule] = field(default_factory=list)
    forbidding: frozenset[str] = frozenset()
    """Bans that took a move away in play."""
    bans: set[str] = field(default_factory=set)
    """The bans among the dead rules."""
    uncertified: dict[str, str] = field(default_factory=dict)
    """Rules that an analysis rules out, with the reason, without a certificate that the kernel accepts."""
    strong: Context | None = None


@stage
def reach(context: Context) -> Reach:
    """What there is to say about each rule of a table, worked out once."""
    about = context.asking.about
    if context.asking.again:
        # what is proved needs no play
        sure = by_proof(context, about)
        if about <= sure.dead.keys() | sure.shadowed.keys():
            return sure
    rules: list[t.Rule] = [*context.table.triggers, *context.table.offers, *context.table.bans]
    # a ban is never seen to fire: where nothing else is asked about, nothing has to be played
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
    if left and len(mine) < len(open_):
        # more can be said of these once it is known which others never run
        left = _settled(context, out, open_)
    open_ = [r for r in left if not about or r.info.name in about]
    strong = out.strong
    assert strong is not None
    bans = [r for r in open_ if isinstance(r, t.Ban)]
    rest = [r for r in open_ if not isinstance(r, t.Ban)]
    names = frozenset(r.info.name for r in rest) - context.asking.sought
    if names and context.going_on():
        out.seen |= games(context).fired
        names -= out.seen
        if names:
            kinds = range(len(context.table.deck.kinds))
            out.seen |= set(towards(context.executor, context.layout, kinds, 60, 200, context.going_on, names).fired)
        if names - out.seen:
            out.seen |= otherwise(context.executor, context.samples, MOST_OTHERWISE, context.going_on, names - out.seen)
    out.forbidding |= forbidding_rarely(context, [r for r in bans if r.info.name not in out.forbidding])
    # that a ban could is all that is asked of it
    out.alive += [*bans, *(r for r in rest if r.info.name in out.seen)]
    out.unseen = [r for r in rest if r.info.name not in out.seen]
    return out


def for_positions(rule: t.Rule) -> bool:
    """Whether a rule is about positions that a scenario states, and about nothing in play."""
    return isinstance(rule, t.Trigger) and set(rule.events) == {t.TableEvent("position")}


def never_runs(context: Context, name: str) -> Shown | None:
    """That a rule never runs, or a ban never forbids anything, as the kernel says."""
    return shown(reach(context).strong or context, Obligation("runs", (name,)))


def never_begins(context: Context, situation: str) -> Shown | None:
    """That a situation is never open, as the kernel says."""
    found = shown(context, Obligation("begins", (situation,)))
    return found or shown(reach(context).strong or context, Obligation("begins", (situation,)))


def begun(context: Context) -> frozenset[int]:
    """The situations that something could begin, as far as it is not proved never to run."""
    strong = reach(context).strong
    assert strong is not None
    return strong.facts.begun


def never_of(context: Context, names: frozenset[str]) -> frozenset[str]:
    """Those of some rules, by name, that are proved never to run at a table, without any play; all others may run."""
    out = by_proof(context, names)
    return frozenset(out.dead) | frozenset(out.shadowed)


def by_proof(context: Context, names: frozenset[str]) -> Reach:
    """What there is to say about some rules, by name, without any play."""
    rules: list[t.Rule] = [*context.table.triggers, *context.table.offers, *context.table.bans]
    out = Reach()
    _settled(context, out, [r for r in rules if r.info.name in names])
    return out


def _settled(context: Context, out: Reach, open_: list[t.Rule]) -> list[t.Rule]:
    """The rules about which the solver has nothing to say, once it has said all it can of the others. A rule of which the kernel does
    not accept that it never runs is one of them; it is asked about again once more is known of the others."""
    strong = context
    doubted: dict[str, int] = {}
    refused: frozenset[e.Expr] = frozenset()
    while True:
        left: list[t.Rule] = []
        news: set[str] = set()
        for rule in open_:
            name = rule.info.name
            if not strong.going_on():
                # nobody will ask, and to put all such questions together takes its time
                strong.cut_short.append("which rules never run")
                left.append(rule)
                continue
            if name in out.forbidding or doubted.get(name) == len(strong.never):
                left.append(rule)
                continue
            question = question_of(strong, rule)
            at_rest = isinstance(rule, t.Offer) or (isinstance(rule, t.Ban) and not asked_for(context.table, rule.act))
            if question is None or ask(strong, question, at_rest, attended=at_rest) == "impossible":
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
        branches = untaken(strong) - refused if left and not news & running else frozenset()
        if branches:
            strong = knowing(strong, frozenset(), branches)
            refused |= branches - strong.untaken
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
    """Those of some rules of which the kernel does not accept that they never run: they are neither dead nor shadowed. (Of a ban, which
    does nothing, that is a question by itself.) `doubted`: how many rules were known never to run when that was so."""
    gone = news - strong.never
    for name in gone:
        doubted[name] = len(strong.never)
        why = out.dead.pop(name, "") or ("others push it aside each time" if out.shadowed.pop(name, None) else "")
        out.uncertified[name] = why
    return [r for r in rules if r.info.name in gone]


def forbidding_in_play(context: Context, bans: Iterable[t.Ban], samples: Samples) -> frozenset[str]:
    """Those of some bans that take a move away in a state met in play: there is no need to ask the solver whether they could."""
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
            for _ in banned_moves(context.reference, state, table.bans.index(ban), index)
        )
    )


def forbidding_rarely(context: Context, bans: Iterable[t.Ban]) -> frozenset[str]:
    """The same of bans that were met in none of some states: those are looked at in which the conditions hold that are about no move."""
    if not context.asking.about and "samples" not in context.__dict__:
        return frozenset()
    table, reference, steps = context.table, context.reference, context.samples.steps
    out: set[str] = set()
    for ban in bans:
        index = table.bans.index(ban)
        conditions, _ = reference.conditions_of(index)
        offers = [i for i, x in enumerate(table.offers) if concerns(ban, x)]
        # what asks nothing of the player is the same for all
        asking = any(t.PLAYER_LOCAL in locals_in(x) for x in conditions)
        seats = range(table.seats) if asking else (-1,)
        there = (s.state for s in islice(steps, MOST_RARE) if not ban.situations or s.state[TOP] in ban.situations)
        met = (
            state
            for state in dict.fromkeys(there)
            if reference.all_hold(state, conditions, [(seat, -1) for seat in seats])
        )
        states = islice(met, MOST_MET)
        if any(True for state in states for i in offers for _ in banned_moves(reference, state, index, i)):
            out.add(ban.info.name)
    return frozenset(out)


def untaken(context: Context) -> frozenset[e.Expr]:
    """Conditions inside effects that never hold, whoever plays, where something that could happen hangs on them. They are looked
    at behind other effects, so what holds at the beginning of the rule counts for nothing. Those already known are left out."""
    out: set[e.Expr] = set()
    rules: list[t.Trigger | t.Offer] = [*context.table.triggers, *context.table.offers]
    for rule in rules:
        if rule.info.name in context.never:
            continue
        for condition in conditions_in(context.table, rule.effects, context.untaken):
            # a local that is neither the player nor bound inside has no value here
            if t.ARGUMENT_LOCAL in locals_in(condition) or condition in out or not context.going_on():
                continue
            holds = disj(
                [
                    context.reader.truth(condition, {t.PLAYER_LOCAL: seat})
                    for seat in (-1, *context.reader.asked(condition))
                ]
            )
            if ask(context, holds) == "impossible":
                out.add(condition)
    return frozenset(out)


def conditions_in(
    table: t.Table, effects: Iterable[f.Effect], untaken: frozenset[e.Expr] = frozenset()
) -> Iterator[e.Expr]:
    """The conditions of branches that set something off, outside of loops; of the other branch, that it does not hold. `untaken`:
    those that are known never to hold, which are left out."""
    all_ = summaries(table)
    for block in (block for x in effects for block in all_.of(x).blocks):
        if block.how != "branch" or block.given is None or block.given in untaken:
            continue
        if any(x.emits is not None for x in all_.flat(block.effects, untaken)):
            yield block.given
            yield from conditions_in(table, block.effects, untaken)


def none_first(context: Context, rules: list[t.Rule]) -> list[str]:
    """Of some triggers and offers, by name, those that can only happen after one of them has."""
    left = [r for r in rules if isinstance(r, t.Trigger | t.Offer)]
    while left and context.going_on():
        names = frozenset(r.info.name for r in left)
        supposed = supposing(context, names)
        waiting = []
        for rule in left:
            if not context.going_on():
                return []
            question = question_of(supposed, rule)
            if question is None or ask(supposed, question, isinstance(rule, t.Offer)) == "impossible":
                waiting.append(rule)
        if len(waiting) == len(left):
            return sorted(names)
        left = waiting
    return []
