"""What a change of rules changes at the table: both versions are played side by side, and what differs is shown on each."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from checker.compare.prove import changed, occasion, unproved
from checker.compare.redeal import reachable
from checker.compare.translate_state import Bridge, SameChance, Signature, signature
from checker.context import Context
from checker.results import Evidence, Place
from checker.search.concretize import rearranged
from checker.smt.enabled import bans_on
from checker.witness.path import pile
from checker.witness.scenario import (
    differences,
    header,
    move_line,
    position,
    replays,
    scenario_text,
    shrunk,
    written_rules,
)
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.choose import Name
from unodsl.engine.describe import short
from unodsl.engine.generated import Recorder
from unodsl.engine.layout import MATCH, ROUND, WINNERS
from unodsl.engine.reference import Reference, banned_moves
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES, Scripted

Kind = Literal["option", "table", "deal", "allowed", "forbidden", "outcome", "ending"]

Key = tuple[object, ...]
"""What makes two differences the same one."""

_DEAL: Key = ("deal",)

_MET = "met in play from a legal deal"
_CARRIED = "met in play from a legal deal with the old rules, and laid out in the same way with the new ones"

_BEGINNINGS = 400
"""Deals that are compared."""

_TRIES = 4
"""How many positions are tried for one difference until its scenarios replay."""

_POSITIONS = 1500
"""How many positions are looked at, from play on both sides."""

_AIMED = 12
"""For how many changed rules positions are solved in which they come up."""

_PLACES = 4
"""How many rules of a side are quoted for one difference."""

_MOST = 25
"""How many differences are shown; one is found for each kind of change, act, and pair of rules."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the change does. `old` and `new` are scenarios that pass with the old and with the new rules (None for
    what is read off the declarations). `rules` are the rules that make the move on either side."""

    kind: Kind
    message: str
    rules: tuple[str, ...]
    places: tuple[Place, ...]
    evidence: Evidence
    basis: str
    old: str | None = None
    new: str | None = None
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences found at one number of seats. `proved`: there are none, at any state. `reasons`: what keeps that from
    being proved. `moves`: how many moves were compared, on the `executor`. `options`: what is switched on besides what the caller
    chooses. `unfinished`: what was not looked at, in words. `known`: what tells the differences found from others."""

    seats: int
    differences: tuple[Difference, ...]
    proved: bool
    reasons: tuple[str, ...]
    moves: int
    seconds: float
    executor: Name = "python"
    """Each position is looked at in itself: that is not what compiled games are for."""
    options: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    known: frozenset[Key] = frozenset()


def compare(
    old: Context, new: Context, options: tuple[str, ...] = (), known: frozenset[Key] = frozenset()
) -> Comparison:
    """Compare two tables with as many seats. `known`: differences that were shown at other tables, and are not looked for."""
    started = time.monotonic()
    reasons = unproved(old, new)
    seats = new.layout.seats
    if not reasons:
        return Comparison(seats, (), True, (), 0, time.monotonic() - started, options=options)
    search = Search(old, new, known)
    found = [*(d for d in declared(old, new) if ("declared", d.message) not in known), *search.run()]
    seen = search.shown | {("declared", d.message) for d in found}
    return Comparison(
        seats,
        tuple(found),
        False,
        tuple(reasons),
        search.moves,
        time.monotonic() - started,
        options=options,
        unfinished=tuple(search.unfinished),
        known=frozenset(seen),
    )


def declared(old: Context, new: Context) -> Iterator[Difference]:
    """What differs before anybody plays: the cards, the parameters, the numbers of players."""

    def told(message: str) -> Difference:
        return Difference("table", message, (), (), "proved", "read off the declarations")

    a, b = old.table, new.table
    if (a.seats_low, a.seats_high) != (b.seats_low, b.seats_high):
        yield told(f"{a.seats_low} to {a.seats_high} players could play, and now {b.seats_low} to {b.seats_high} can")
    mine = {k.name: k.copies for k in a.deck.kinds}
    theirs = {k.name: k.copies for k in b.deck.kinds}
    changed = [
        f"{name}: {mine.get(name, 0)}, now {theirs.get(name, 0)}"
        for name in sorted({*mine, *theirs})
        if mine.get(name, 0) != theirs.get(name, 0)
    ]
    if changed:
        more = f" and {len(changed) - 6} more" if len(changed) > 6 else ""
        yield told(f"the deck has other cards ({', '.join(changed[:6])}{more})")
    before = {x.name: x.value for x in a.settings}
    for setting in b.settings:
        if setting.name in before and before[setting.name] != setting.value:
            yield told(f"`{setting.name.partition('.')[2]}` was {before[setting.name]} and is {setting.value}")
    if a.name != b.name:
        yield from ends(a, b)


ENDS = (
    (t.TableEvent("round ends"), "rules for the end of a round"),
    (t.TableEvent("match ends"), "rules for the end of the match"),
)
"""The events of which play from a deal meets few, with words for their rules."""


def ends(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Which rules score a round and end the match, where two games do not have the same ones. Play meets few of these."""
    for event, words in ENDS:
        before, now = ({x.triggers[i].info.name: x.triggers[i] for i in dict(x.order).get(event, ())} for x in (a, b))
        gone, added = (
            [r for name, r in side.items() if name not in other] for side, other in ((before, now), (now, before))
        )
        if gone or added:
            what = [", ".join(f"`{r.info.name}`" for r in side) or "nothing more" for side in (gone, added)]
            yield Difference(
                "table",
                f"{words}: before, {what[0]}; now, {what[1]}",
                tuple(r.info.name for r in (*gone, *added)),
                tuple(Place(r.info.head, label) for side, label in ((gone, "before"), (added, "now")) for r in side),
                "proved",
                "read off the declarations",
            )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The states after one move, both as states of the new table; the rules that ran on one side only, and those that ran on
    both and are written otherwise."""

    new: State
    old: State
    gone: tuple[str, ...]
    added: tuple[str, ...]
    rewritten: tuple[str, ...]

    def rules(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The rules to look at, on the old side and on the new."""
        return (*self.gone, *self.rewritten), (*self.added, *self.rewritten)


class Search:
    """Plays both tables from the same positions, with the same cards drawn."""

    def __init__(self, old: Context, new: Context, known: frozenset[Key] = frozenset()) -> None:
        self.old, self.new = old, new
        self.shown: set[Key] = set()
        self.unfinished: list[str] = []
        self.back = Bridge(new.layout, old.layout)
        self.forth = Bridge(old.layout, new.layout)
        self.moves = 0
        self.changed = frozenset(changed(old, new))
        self.basis = _MET
        self.evidence: Evidence = "witnessed"
        self.seen: set[Key] = set(known)
        self.tried: Counter[Key] = Counter()

    def run(self) -> Iterator[Difference]:
        """One difference of each kind, act, and pair of rules."""
        start = None if _DEAL in self.seen else self.start()
        if start is not None:
            self.shown.add(_DEAL)
            yield start
        found = looked = lost = 0
        unmet: dict[Key, Difference] = {}
        for theirs in self.states():
            if found >= _MOST:
                self.unfinished.append(f"no more than {_MOST} differences are looked for")
                break
            if not self.new.going_on():
                self.unfinished.append(f"the budget ran out after {looked} positions")
                break
            looked += 1
            mine = self.back.carried(theirs)
            if mine is None:
                lost += 1
                continue
            for key, difference in self.at(mine, theirs):
                self.tried[key] += 1
                if difference is not None and difference.evidence == "bounded":
                    # another position may still show it
                    unmet.setdefault(key, difference)
                    continue
                if difference is not None or self.tried[key] >= _TRIES:
                    self.seen.add(key)
                if difference is not None:
                    found += 1
                    self.shown.add(key)
                    yield difference
        yield from (difference for key, difference in unmet.items() if key not in self.shown)
        if lost:
            self.unfinished.append(f"{lost} of {looked} positions cannot be laid out with the other rules")

    def start(self) -> Difference | None:
        """How a match begins, where that differs: other cards dealt, another first player, another first turn with some card."""
        for seed in range(1, _BEGINNINGS + 1):
            try:
                found = self.begun(seed)
            except EndlessCascade:
                continue
            if found is not None:
                return found
            if not self.new.going_on():
                self.unfinished.append(f"the budget ran out after {seed} deals")
                return None
        return None

    def begun(self, seed: int) -> Difference | None:
        """The same of one deal: the cards that come are those that the new rules deal with this seed."""
        dealt = Recorder(Scripted([], random.Random(seed)))
        there = self.new.executor.happen(self.new.executor.blank(1), 0, dealt)
        script = [self.back.kinds.get(kind, -1) for kind in dealt.picks]
        here = self.old.executor.happen(self.old.executor.blank(1), 0, Scripted(script, random.Random(seed)))
        carried = self.forth.carried(here, like=there)
        if carried is None or carried == there:
            return None
        # a scenario that says nothing of the cards to come deals as the first seed does
        title, first = "how a match begins", [*(pile(self.new, dealt.picks) if seed > 1 else []), "the match begins"]
        now, before = differences(self.new, there, carried), differences(self.new, carried, there)
        before = [x for x in before if replays(self.old, self.scenario(self.old, title, first, [f"expect {x}"]))]
        old = self.scenario(self.old, title, first, [f"expect {x}" for x in before])
        new = self.scenario(self.new, title, first, [f"expect {x}" for x in now])
        if not (before and now and replays(self.old, old) and replays(self.new, new)):
            return None
        details = (f"before: {'; '.join(before)}", f"now: {'; '.join(now)}")
        return Difference("deal", "a match begins otherwise", (), (), "witnessed", self.basis, old, new, details)

    def states(self) -> Iterator[State]:
        """Positions of the new table, met in play there, or met at the old one and carried over; `basis` says which."""
        stride = max(1, 2 * len(self.new.samples.steps) // _POSITIONS)
        here = [s.state for s in self.new.samples.steps[::stride]]
        there = [s.state for s in self.old.samples.steps[::stride]]
        for mine, theirs in zip_longest(here, there):
            if mine is not None:
                self.basis = _MET
                yield mine
            carried = None if theirs is None else self.forth.carried(theirs)
            if carried is not None:
                self.basis = _CARRIED
                yield carried
        for rule in sorted(self.changed)[:_AIMED]:
            for context in (self.new, self.old):
                question = occasion(context, rule)
                if question is None:
                    continue
                for state, met in rearranged(context, question):
                    aimed = state if context is self.new else self.forth.carried(state)
                    if aimed is None or not self.differs_at(aimed):
                        continue
                    if reachable(context, met, state):
                        whose = "" if context is self.new else "; it was played with the old rules"
                        self.basis = f"a match from a legal deal was replayed to this position{whose}"
                        self.evidence = "witnessed"
                    else:
                        self.basis, self.evidence = (
                            "no match was found that leads to this position from a deal",
                            "bounded",
                        )
                    yield aimed

    def differs_at(self, theirs: State) -> bool:
        """Whether there is anything to show in a position: only then it matters whether it can be reached."""
        mine = self.back.carried(theirs)
        if mine is None:
            return False
        before, after = self.legal(self.old, mine), self.legal(self.new, theirs)
        return set(before) != set(after) or any(
            self.outcomes(mine, theirs, before[sign], after[sign]) is not None for sign in before
        )

    def at(self, mine: State, theirs: State) -> Iterator[tuple[Key, Difference | None]]:
        """What differs in one position: the moves that are legal, and what the shared ones lead to."""
        before, after = self.legal(self.old, mine), self.legal(self.new, theirs)
        for sign in sorted(set(before) ^ set(after)):
            kind: Kind = "allowed" if sign in after else "forbidden"
            context, move = (self.new, after[sign]) if sign in after else (self.old, before[sign])
            rule = context.table.offers[move.offer].info.name
            key: Key = (kind, sign[0], sign[1], rule)
            if key not in self.seen:
                yield key, self.shown_legality(kind, sign, theirs, rule)
        for sign in sorted(set(before) & set(after)):
            self.moves += 1
            rules = tuple(
                c.table.offers[m.offer].info.name for c, m in ((self.old, before[sign]), (self.new, after[sign]))
            )
            found = self.outcomes(mine, theirs, before[sign], after[sign])
            if found is None:
                continue
            kind = "ending" if any(found.new[x] != found.old[x] for x in (MATCH, ROUND, WINNERS)) else "outcome"
            # what runs on one side only is the change; where the same runs, the place that it changes tells it apart
            told = found.rules() if any(found.rules()) else self.slots(found)
            key = (kind, sign[0], sign[1], rules, told)
            if key not in self.seen:
                yield key, self.shown_outcome(kind, sign, theirs, rules)

    def slots(self, found: Outcome) -> tuple[str, ...]:
        """What kinds of things differ."""
        return tuple(
            sorted({x.partition(" is ")[0].partition(" of ")[0] for x in differences(self.new, found.new, found.old)})
        )

    def legal(self, context: Context, state: State) -> dict[Signature, Move]:
        """The legal moves as they are seen."""
        return {signature(context.table, m): m for m in context.executor.legal(state)}

    def outcomes(self, mine: State, theirs: State, one: Move, other: Move) -> Outcome | None:
        """What the same move comes to on both, if that differs."""
        before, after = Trace(), Trace()
        try:
            left = self.old.executor.apply(mine, one, SameChance(self.old.table, random.Random(1)), before)
            right = self.new.executor.apply(theirs, other, SameChance(self.new.table, random.Random(1)), after)
        except EndlessCascade:
            return None
        carried = self.forth.carried(left, like=right)
        if carried is None or carried == right or not differences(self.new, right, carried):
            return None
        ran, runs = set(before.fired), set(after.fired)
        rewritten = tuple(sorted(ran & runs & self.changed))
        return Outcome(right, carried, tuple(sorted(ran - runs)), tuple(sorted(runs - ran)), rewritten)

    # --------------------------------------------------------------------------------------------------------- in words

    def shown_legality(self, kind: Kind, sign: Signature, theirs: State, rule: str) -> Difference | None:
        """Where a move is legal on one side only, with a scenario for each."""

        def still(state: State) -> bool:
            back = self.back.carried(state)
            if back is None:
                return False
            here, there = sign in self.legal(self.new, state), sign in self.legal(self.old, back)
            return (here, there) == ((True, False) if kind == "allowed" else (False, True))

        texts = self.texts(shrunk(self.new, theirs, still), still) or self.texts(theirs, still)
        if texts is None:
            return None
        bans = self.bans(self.old if kind == "allowed" else self.new, sign, texts[2])
        manner = f" as {sign[1]}" if sign[1] else ""
        move = f"{sign[0]} {sign[3]}".strip() + manner
        who = SEAT_NAMES[sign[2]]
        yes, no = f"expect {who} can {move}", f"expect {who} cannot {move}"
        lines = (no, yes) if kind == "allowed" else (yes, no)
        old = self.scenario(
            self.old, f"before: {who} {'cannot' if kind == 'allowed' else 'can'} {move}", texts[0], [lines[0]]
        )
        new = self.scenario(
            self.new, f"now: {who} {'can' if kind == 'allowed' else 'cannot'} {move}", texts[1], [lines[1]]
        )
        if not (replays(self.old, old) and replays(self.new, new)):
            return None
        word = "newly allowed" if kind == "allowed" else "no longer allowed"
        return Difference(
            kind,
            f"{word}: `{sign[0]}{manner}` (rule `{rule}`)",
            (rule, *bans),
            self.places(bans, (rule,)) if kind == "allowed" else self.places((rule,), bans),
            self.evidence,
            self.basis,
            old,
            new,
            tuple(f"`{b}` {'forbade' if kind == 'allowed' else 'forbids'} it" for b in bans),
        )

    def bans(self, context: Context, sign: Signature, theirs: State) -> tuple[str, ...]:
        """The bans that take a move away on the side where it is not legal."""
        state = theirs if context is self.new else self.back.carried(theirs)
        assert state is not None
        reference = Reference(context.table)
        out = []
        for number, ban in enumerate(context.table.bans):
            for index, offer in enumerate(context.table.offers):
                if short(context.table.acts[offer.act].name) != sign[0] or ban not in bans_on(context.table, offer):
                    continue
                for seat, argument in banned_moves(reference, state, number, index):
                    if signature(context.table, Move(index, seat, argument)) == sign:
                        out.append(ban.info.name)
        return tuple(dict.fromkeys(out))

    def shown_outcome(self, kind: Kind, sign: Signature, theirs: State, rules: tuple[str, ...]) -> Difference | None:
        """Where the same move leads elsewhere, with a scenario for each side."""

        def pair(state: State) -> tuple[Move, Move, Outcome] | None:
            back = self.back.carried(state)
            if back is None:
                return None
            one, other = self.legal(self.old, back).get(sign), self.legal(self.new, state).get(sign)
            if one is None or other is None:
                return None
            found = self.outcomes(back, state, one, other)
            return None if found is None else (one, other, found)

        first = pair(theirs)
        assert first is not None
        told = first[2].rules()

        def still(state: State) -> bool:
            found = pair(state)
            if found is None or found[2].rules() != told:
                return False
            ends = any(found[2].new[x] != found[2].old[x] for x in (MATCH, ROUND, WINNERS))
            return ends == (kind == "ending")

        for state in (shrunk(self.new, theirs, still), theirs):
            texts = self.texts(state, still)
            if texts is None:
                continue
            found = pair(texts[2])
            if found is None:
                continue
            one, other, outcome = found
            now = differences(self.new, outcome.new, outcome.old)
            before = differences(self.new, outcome.old, outcome.new)
            moved = move_line(self.old, one, True)
            # the old rules may lack a word for what the new ones see
            before = [
                x for x in before if replays(self.old, self.scenario(self.old, "", texts[0], [moved, f"expect {x}"]))
            ]
            old = self.scenario(self.old, "before", texts[0], [moved, *(f"expect {x}" for x in before)])
            new_lines = [move_line(self.new, other, True), *(f"expect {x}" for x in now)]
            new = self.scenario(self.new, "now", texts[1], new_lines)
            if before and replays(self.old, old) and replays(self.new, new):
                manner = f" as {sign[1]}" if sign[1] else ""
                move = f"{SEAT_NAMES[sign[2]]}: {sign[0]} {sign[3]}".strip() + manner
                what = "ends the round or the match otherwise" if kind == "ending" else "leads elsewhere"
                ran = [f"only before runs: {', '.join(outcome.gone)}"] if outcome.gone else []
                runs = [f"only now runs: {', '.join(outcome.added)}"] if outcome.added else []
                return Difference(
                    kind,
                    f"the same move {what}: `{sign[0]}{manner}` (rule `{rules[1]}`)",
                    tuple(dict.fromkeys((*rules, *told[0], *told[1]))),
                    self.places(*told) if any(told) else self.places(rules, rules),
                    self.evidence,
                    self.basis,
                    old,
                    new,
                    (
                        f"the move, in the position of the witness: {move}",
                        f"before: {'; '.join(before)}",
                        f"now: {'; '.join(now)}",
                        *ran,
                        *runs,
                    ),
                )
        return None

    def texts(self, state: State, still) -> tuple[list[str], list[str], State] | None:  # type: ignore[no-untyped-def]
        """The lines that state a position on either side, and the position that they give on the new one."""
        for fewest in (True, False):
            here = position(self.new, state, fewest)
            if here is None or not still(here.state):
                continue
            back = self.back.carried(here.state)
            there = None if back is None else position(self.old, back, fewest)
            if there is not None:
                return list(there.lines), list(here.lines), here.state
        return None

    def scenario(self, context: Context, title: str, lines: list[str], more: list[str]) -> str:
        return header(context) + "\n\n" + scenario_text(title, context, [*lines, *more])

    def places(self, gone: tuple[str, ...], added: tuple[str, ...]) -> tuple[Place, ...]:
        """Where rules stand, on the old side and on the new."""
        out = []
        for context, label, rules in ((self.old, "before", gone), (self.new, "now", added)):
            heads = {name: r.info.head for name, r in written_rules(context.table).items()}
            out += [Place(heads[name], f"{label}: {name}") for name in rules[:_PLACES] if name in heads]
        return tuple(out)
