"""Bans against effects: a rule of one option makes a player do what a ban of another option forbids that player at that
moment.

Bans take moves away, and never stop what rules make players do, so the act happens. Who reads the two does not learn
that. Example: a drawn card that fits is played by itself, and some card may not be played while another one would fit.
An under-approximation: moves of play in which the rule ran. Only cards played from a zone count: to draw as a penalty is no
move that was forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.checks.co_enabled import related, replayed_scenario
from checker.checks.findings import MET_IN_PLAY, finding_of
from checker.checks.fix_suggestions import exclusion_fix
from checker.codes import PERMIT_FORBID
from checker.context import SAMPLED_MOVES, Context
from checker.effects.summary import summaries
from checker.play.sample import Samples, Step, sample
from checker.results import Finding, Place, Side
from checker.witness.scenario import differences
from checker.witness.trace import Performed, Watcher
from unodsl.engine.api import State
from unodsl.engine.describe import short, value_text
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

MOST_REPLAYED = 4_000
"""The most sampled moves of one rule that are replayed."""

Forced = tuple[t.Ban, t.Trigger | t.Offer, tuple[f.Perform, ...]]
"""A ban, a rule, and those of its effects that perform the forbidden act."""


def forbidden_effects(context: Context) -> Iterator[Finding]:
    """The rules that make a player do what another option forbids, each with a scenario."""
    samples: Samples | None = None
    for ban, rule, nodes in pairs(context):
        if not context.within_budget():
            return
        samples = samples or well_sampled(context)
        found = witnessed(context, samples, ban, rule, nodes)
        if found is not None:
            yield found


def well_sampled(context: Context) -> Samples:
    """As many sampled moves as in the check of a single table: few of them show such a move."""
    if context.sampled_moves >= SAMPLED_MOVES:
        return context.samples
    return sample(context.executor, context.layout, SAMPLED_MOVES, context.within_budget)


def pairs(context: Context) -> Iterator[Forced]:
    """Each ban of an option with each rule of another one that performs the act, unless one of the two names the other."""
    table = context.table
    for ban in table.bans:
        if ban.act is None or ban.info.option is None or table.acts[ban.act].origin is None:
            continue
        for rule in table.running:
            if rule.info.option in (None, ban.info.option) or related(ban, rule):
                continue
            nodes = tuple(
                x.performs
                for x in summaries(table).flat(rule.effects)
                if x.performs is not None
                and x.performs.act == ban.act
                and (ban.manners is None or x.performs.manner in ban.manners)
            )
            if nodes:
                yield ban, rule, nodes


def witnessed(
    context: Context, samples: Samples, ban: t.Ban, rule: t.Trigger | t.Offer, nodes: tuple[f.Perform, ...]
) -> Finding | None:
    """A sampled move in which the rule makes a player do what the ban forbids, as a scenario that replays."""
    watcher = Watcher(context)
    steps = samples.steps_with(rule.info.name)

    for step in steps[:: max(1, len(steps) // MOST_REPLAYED)]:
        if watcher.forbidden(step.state, step.move, nodes, ban) is not None:
            found = written(context, watcher, ban, rule, nodes, step)
            if found is not None:
                return found
    return None


def written(
    context: Context, watcher: Watcher, ban: t.Ban, rule: t.Trigger | t.Offer, nodes: tuple[f.Perform, ...], step: Step
) -> Finding | None:
    """The finding with its scenario, if the position can be stated and replays."""

    def forced(state: State) -> Performed | None:
        return watcher.forbidden(state, step.move, nodes, ban)

    def shown(state: State) -> tuple[list[str], Performed]:
        found = forced(state)
        assert found is not None
        return differences(context, found.after, state, most=2), found

    title = f"{rule.info.name} makes a player do what {ban.info.name} forbids"
    scenario = replayed_scenario(context, step.state, step.move, lambda s: forced(s) is not None, shown, title)
    return None if scenario is None else finding(context, ban, rule, *scenario)


def finding(context: Context, ban: t.Ban, rule: t.Trigger | t.Offer, text: str, performed: Performed) -> Finding:
    act = context.table.acts[performed.act]
    who = SEAT_NAMES[performed.player]
    what = "" if act.argument is None else f" {value_text(context.table, act.argument, performed.argument, SEAT_NAMES)}"
    sides = (
        Side(rule.info.name, rule.info.name, (f"{who} {act.third}{what}",)),
        Side(ban.info.name, ban.info.name, (f"{who} cannot {short(act.verb)}{what}",)),
    )
    apart = exclusion_fix(context, PERMIT_FORBID.id, rule, ban, lambda _: True)
    return finding_of(
        PERMIT_FORBID,
        context,
        (rule, ban),
        f"`{rule.info.name}` makes a player do what `{ban.info.name}` forbids, and neither says which of them wins",
        MET_IN_PLAY,
        witness=text,
        places=(Place(rule.info.head, "made to do it here"), Place(ban.info.head, "forbidden here")),
        details=tuple(f"{x.label}: {x.facts[0]}" for x in sides),
        sides=sides,
        fixes=() if apart is None else (apart,),
    )
