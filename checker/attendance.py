"""That whoever the table waits for takes part, where rules let players leave: proved by induction over the rules.

Each player that is kept anywhere (whom a situation waits for, in a field of one that is open, in a variable) takes part or is
nobody, and at least two take part, as long as the match runs. It holds when the match begins. Of these, those are kept that no
rule ends which finds all of them true; one rule runs to its end before the next does.

Where somebody may have left since the last move, or since the table settled, a match that is over may have too few. Elsewhere it
counts of a rule that hears an event that the player of that event takes part, where whoever sets it off does then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import z3

from checker.case import Case
from checker.symbolic.after import Aftermath, concerns
from checker.symbolic.facts import ALWAYS, Way, way_of
from checker.symbolic.moves import active
from checker.symbolic.read import Env, Value
from checker.symbolic.state import Mask, SymbolicState, one_of
from checker.symbolic.terms import boolean, conj, disj, implied, ite, less, neg, same, summed
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Player
from unodsl.model.walk import below

What = str | tuple[t.Event, int]
"""A claim, or that a player of an event (which of its locals) takes part."""

Claim = Callable[[SymbolicState], z3.BoolRef]
"""Something that may be true of a state."""


@dataclass(slots=True)
class Attendance:
    """What holds between two rules: `claims`, at tables with none of `but_for` on and off like this."""

    claims: dict[str, Claim] = field(default_factory=dict)
    but_for: set[Way] = field(default_factory=set)

    def of(self, st: SymbolicState, features: dict[str, z3.ArithRef]) -> list[z3.BoolRef]:
        """All of it about a state."""
        known = neg(one_of(features, frozenset(self.but_for)))
        return [implied(known, disj(st.match_over, claim(st))) for claim in self.claims.values()]


def attendance(case: Case) -> Attendance:
    """What is known of who takes part."""
    return Attendance() if case.facts.seats_fixed else _Proof(case).settled()


def claims(table: t.Table) -> dict[str, Claim]:
    """All that is tried."""
    out: dict[str, Claim] = {}
    if table.seats_low > 1:
        out["at least two take part"] = lambda st: less(1, summed(ite(x, 1, 0) for x in st.in_play))
    out["somebody takes part"] = lambda st: disj(st.in_play)
    for i, situation in enumerate(table.situations):
        out[f"owner of {situation.name}"] = partial(awaited, i)
        for j, kept in enumerate(situation.fields):
            if isinstance(kept.type, Player) and kept.starts in (-1, 0):
                out[f"{kept.name} of {situation.name}"] = partial(noted, i, j)
    for i, variable in enumerate(table.variables):
        if isinstance(variable.type, Player) and variable.starts in (-1, 0):
            out[variable.name] = partial(remembered, i)
    return out


def awaited(situation: int, st: SymbolicState) -> z3.BoolRef:
    """Whoever a situation waits for takes part."""
    return here_(st.owners[situation], st)


def noted(situation: int, position: int, st: SymbolicState) -> z3.BoolRef:
    """A player in a field of a situation does, while it is open."""
    return disj(neg(st.open[situation]), here_(st.fields[situation][position], st))


def remembered(variable: int, st: SymbolicState) -> z3.BoolRef:
    """The players in a variable do."""
    return conj([here_(x, st) for x in st.variables[variable]])


def here_(who: Value | Mask, st: SymbolicState) -> z3.BoolRef:
    """That a player takes part or is nobody; of a set, that all of it do."""
    if isinstance(who, tuple):
        return conj([disj(neg(x), here) for x, here in zip(who, st.in_play, strict=True)])
    return disj(same(who, -1), *(conj(same(who, i), here) for i, here in enumerate(st.in_play)))


class _Proof:
    def __init__(self, case: Case) -> None:
        self.case, self.table, self.reader = case, case.table, case.reader
        self.found = Attendance(claims(case.table))
        self.solver = case.bare_solver()
        rules: list[t.Trigger | t.Offer] = [*self.table.triggers, *self.table.offers]
        self.rules = [r for r in rules if r.info.name not in case.never]
        self.acts = {i: a.effects for i, a in enumerate(self.table.acts)}
        self.features = dict(self.table.features)
        self.parts: dict[str, list[_Followed]] = {}
        self.leaving = self.risky()
        # of events that somebody sets off: that the player, or the player that it is about, takes part
        self.present = {(x, local) for r in self.rules for x in self.heard(r) for local in self.players_of(x)}

    def heard(self, rule: t.Trigger | t.Offer) -> tuple[t.Event, ...]:
        return rule.events if isinstance(rule, t.Trigger) else ()

    def players_of(self, event: t.Event) -> tuple[int, ...]:
        """The locals that are players."""
        act = self.act_of(event)
        if act is None:
            return (t.PLAYER_LOCAL,) if isinstance(event, t.SituationEvent) else ()
        return (t.PLAYER_LOCAL, *((t.ARGUMENT_LOCAL,) if isinstance(act.argument, Player) else ()))

    def act_of(self, event: t.Event) -> t.Act | None:
        match event:
            case t.ActEvent():
                return self.table.acts[event.act]
            case t.OfferEvent():
                return self.table.acts[self.table.offers[event.offer].act]
            case _:
                return None

    def risky(self) -> dict[t.Event, set[Way]]:
        """The events that somebody may have left before, since the last move or since the table settled."""
        out: dict[t.Event, set[Way]] = {}
        offers = [x for x in self.rules if isinstance(x, t.Offer)]
        begin: list[tuple[set[t.Event], tuple[t.Offer, ...]]] = []
        begin += [(self.tells(x, self.effects_of(x)), (x,)) for x in offers]
        begin += [({t.TableEvent("settles")}, ()), ({t.TableEvent("match begins")}, ())]
        for first, rules in begin:
            events, triggers = follows(self.table, first)
            left = [x for x in (*rules, *triggers) if x in self.rules and self.removes(self.effects_of(x))]
            for event in events:
                out.setdefault(event, set()).update(way_of(x, self.features) for x in left)
        return out

    def effects_of(self, rule: t.Trigger | t.Offer) -> tuple[f.Effect, ...]:
        return (*self.acts[rule.act], *rule.effects) if isinstance(rule, t.Offer) else rule.effects

    def removes(self, effects: tuple[f.Effect, ...]) -> bool:
        """Whether players may leave by some effects."""
        return any(
            (isinstance(n, f.Seating) and n.kind == "remove")
            or (isinstance(n, f.Perform) and self.removes(self.acts[n.act]))
            for n in below(effects)
        )

    # ------------------------------------------------------------------------------------------------------- induction

    def settled(self) -> Attendance:
        """The claims that are left once no rule ends any."""
        while self.found.claims and self.case.going_on():
            rules = [r for r in self.rules if self.matters(r)]
            if sum(self.broken_by(r) for r in rules) == 0:
                return self.found
        return Attendance()

    def matters(self, rule: t.Trigger | t.Offer) -> bool:
        does = self.effects_of(rule)
        return concerns(does, self.table) or bool(self.tells(rule, does) & {event for event, _ in self.present})

    def tells(self, rule: t.Trigger | t.Offer, does: tuple[f.Effect, ...]) -> set[t.Event]:
        return {*emitted(self.table, does), *self.taken_up(rule)}

    def taken_up(self, rule: t.Trigger | t.Offer) -> tuple[t.Event, ...]:
        """The events of an offer that is taken up."""
        if isinstance(rule, t.Trigger):
            return ()
        return t.ActEvent(rule.act, rule.manner), t.OfferEvent(self.table.offers.index(rule))

    def broken_by(self, rule: t.Trigger | t.Offer) -> bool:
        """Whether a rule ends some of the claims; those are given up."""
        name = rule.info.name
        if name not in self.parts:
            self.parts[name] = [self.followed(rule, seat) for seat in self.seats_of(rule)]
        gave_up = False
        for late in (False, True):
            ways = (
                {way for x in self.heard(rule) for way in self.leaving.get(x, ())}
                if late
                else {way_of(rule, self.features)}
            )
            while ways:
                lost = self.violated(self.parts[name], late)
                if not lost:
                    break
                gave_up = True
                self.give_up(lost, ways)
        return gave_up

    def seats_of(self, rule: t.Trigger | t.Offer) -> list[int]:
        if isinstance(rule, t.Offer):
            return list(self.reader.askers)
        somebody = any(self.players_of(x) or x in _SOMEBODY for x in rule.events)
        nobody = any(not self.players_of(x) for x in rule.events) or any(
            isinstance(x, t.SituationEvent) for x in rule.events
        )
        return [*([-1] if nobody else []), *(self.reader.askers if somebody else ())]

    def followed(self, rule: t.Trigger | t.Offer, seat: int) -> _Followed:
        """A rule run by somebody: what has to be true for that, and what is true then."""
        st = self.reader.st
        argument = z3.Int("argument")
        env: Env = {t.PLAYER_LOCAL: seat, t.ARGUMENT_LOCAL: argument}
        told: list[tuple[tuple[t.Event, int], z3.BoolRef]] = []

        def tell(event: t.Event, given: z3.BoolRef, now: SymbolicState, player: Value, about: Value) -> None:
            for local in self.players_of(event):
                told.append(((event, local), conj(given, neg(here_((player, about)[local], now)))))

        after = Aftermath(self.reader, tell)
        known = [argument >= -1, after.truth(rule.guard, env, st)]
        if isinstance(rule, t.Offer):
            known += [self.offered(rule, seat, argument, after), *self.case.resting]
            shown = argument if rule.stands_for is None else z3.Int("shown")
            then = after.run(self.acts[rule.act], env, st)
            then = after.run(rule.effects, {**env, t.ARGUMENT_LOCAL: shown}, then)
            for event in self.taken_up(rule):
                tell(event, boolean(True), then, seat, shown)
        else:
            then = after.run(rule.effects, env, st)
        return _Followed(rule, seat, argument, conj([*known, *after.limits]), then, told)

    def offered(self, offer: t.Offer, seat: int, argument: z3.ArithRef, after: Aftermath) -> z3.BoolRef:
        st = self.reader.st
        who = cast(Mask, after.value(offer.who, {}, st))[seat]
        there = conj(st.exists[seat], neg(st.in_play[seat])) if offer.absent else st.in_play[seat]
        wanted = self.table.acts[offer.act].argument
        about = boolean(True)
        if isinstance(wanted, Player):
            if offer.argument is None:
                about = disj([conj(argument == i, here) for i, here in enumerate(st.in_play)])
            else:
                about = same(argument, after.value(offer.argument, {t.PLAYER_LOCAL: seat, t.ARGUMENT_LOCAL: -1}, st))
        return conj(neg(st.match_over), there, who, about, active(self.reader, offer.situations))

    def assumed(self, part: _Followed, late: bool) -> z3.BoolRef:
        """That a rule hears an event, and the players of that take part; `late`: somebody may have left before."""
        out: list[z3.BoolRef] = []
        for event in self.heard(part.rule):
            players = self.players_of(event)
            if part.seat < 0 and players and not isinstance(event, t.SituationEvent):
                continue
            left = one_of(self.reader.features, frozenset(self.leaving.get(event, ())))
            here = [here_((part.seat, part.argument)[x], self.reader.st) for x in players if (event, x) in self.present]
            out.append(left if late else conj(neg(left), *here))
        return disj(out) if out else boolean(not late)

    def violated(self, parts: list[_Followed], late: bool) -> set[What]:
        """Some claims that do not hold after a rule although all hold before; none: there are none. What the solver cannot say
        counts as broken. Where somebody may have left before (`late`), they may not hold at a match that is over."""
        st, found = self.reader.st, self.found
        claimed = [claim(st) for claim in found.claims.values()]
        bad: list[tuple[What, z3.BoolRef]] = []
        for part in parts:
            ran = conj(part.known, self.assumed(part, late))
            over = part.then.match_over if late or isinstance(part.rule, t.Offer) else boolean(False)
            bad += [(name, conj(ran, neg(disj(over, claim(part.then))))) for name, claim in found.claims.items()]
            bad += [(key, conj(ran, gone)) for key, gone in part.told if key in self.present]
        self.solver.push()
        self.solver.add(neg(one_of(self.reader.features, frozenset(found.but_for))))
        self.solver.add([disj(st.match_over, x) for x in claimed] if late else claimed)
        self.solver.add(disj([x for _, x in bad]))
        answer = self.solver.check()
        out: set[What] = set()
        if answer == z3.sat:
            model = self.solver.model()
            out = {what for what, x in bad if z3.is_true(model.eval(x, model_completion=True))}
        elif answer == z3.unknown:
            out = {what for what, _ in bad}
        self.solver.pop()
        return out

    def give_up(self, lost: set[What], ways: set[Way]) -> None:
        for what in lost:
            if not isinstance(what, str):
                self.present.discard(what)
            elif ALWAYS in ways:
                self.found.claims.pop(what, None)
            else:
                self.found.but_for |= ways


_SOMEBODY = (t.TableEvent("joins"), t.TableEvent("leaves"))


@dataclass(frozen=True, slots=True)
class _Followed:
    """A rule as somebody runs it: `known` says when; `then` is the state after; `told` are the players of events that it sets off,
    each with when that player does not take part."""

    rule: t.Trigger | t.Offer
    seat: int
    argument: z3.ArithRef
    known: z3.BoolRef
    then: SymbolicState
    told: list[tuple[tuple[t.Event, int], z3.BoolRef]]
