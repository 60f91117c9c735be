"""Differential exploration of a change of rules: plays both versions side by side and shows each difference as two
scenarios."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from checker.compare.declarations import declared
from checker.compare.difference import Comparison, Difference, Key, Kind
from checker.compare.prove import changed, occasion, unproved
from checker.compare.redeal import reachable
from checker.compare.translate_state import Bridge, SameChance, Signature, signature
from checker.context import Context
from checker.results import Evidence, Place
from checker.search.concretize import permuted_states
from checker.smt.enabled import bans_on
from checker.witness.path import pile
from checker.witness.scenario import (
    act_text,
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
from unodsl.engine.chance import Again
from unodsl.engine.describe import short
from unodsl.engine.generated import Recorder
from unodsl.engine.layout import MATCH, ROUND, WINNERS
from unodsl.engine.reference import Reference, banned_moves
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES, Scripted

_DEAL: Key = ("deal",)

_MET = "met in play from a legal deal"
_CARRIED = "met in play from a legal deal with the old rules, and laid out in the same way with the new ones"

_BEGINNINGS = 400
"""The number of deals compared."""

_TRIES = 4
"""The maximal number of positions tried for one difference until its scenarios replay."""

_POSITIONS = 1500
"""The maximal number of sampled positions compared."""

_AIMED = 12
"""The maximal number of changed rules for which the solver searches positions."""

_UNSAID = "it came up in play, and no scenario was found that says it with both versions"

_PLACES = 4
"""The maximal number of rules of a side that are quoted for one difference."""

_MOST = 25
"""The maximal number of differences reported. There is one for each kind of change, act, and pair of rules."""


def compare(
    old: Context,
    new: Context,
    options: tuple[str, ...],
    known: frozenset[Key],
    parameters: tuple[tuple[str, str], ...],
) -> Comparison:
    """Compares two tables with the same number of seats. `known`: keys of differences shown at other tables, which are
    skipped."""
    started = time.monotonic()
    reasons = unproved(old, new)
    found = [d for d in declared(old, new) if ("declared", d.message) not in known]
    search = Search(old, new, known)
    if reasons:
        found += search.run()
    seen = search.shown | {("declared", d.message) for d in found}
    return Comparison(
        new.layout.seats,
        tuple(found),
        not reasons,
        tuple(reasons),
        search.moves,
        time.monotonic() - started,
        options=options,
        unfinished=tuple(search.unfinished),
        known=frozenset(seen),
        parameters=parameters,
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The differences between the two outcomes of a move. `now` and `before`: facts with the new or the old rules only.
    `ends`: whether the ends of round or match differ. `gone` and `added`: rules that ran on one side only.
    `rewritten`: rules that ran on both and whose text differs. `endless`: the side on which the cascade does not
    end, or ""."""

    now: tuple[str, ...]
    before: tuple[str, ...]
    ends: bool
    gone: tuple[str, ...]
    added: tuple[str, ...]
    rewritten: tuple[str, ...]
    endless: str = ""

    def rules(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The rules that may cause the difference, on the old side and on the new."""
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
        """One difference for each kind, act, and pair of rules."""
        start = None if _DEAL in self.seen else self.start()
        if start is not None:
            self.shown.add(_DEAL)
            yield start
        found = visited = lost = 0
        unmet: dict[Key, Difference] = {}
        for theirs in self.states():
            if found >= _MOST:
                self.unfinished.append(f"no more than {_MOST} differences are reported")
                break
            if not self.new.within_budget():
                self.unfinished.append(f"the budget ran out after {visited} positions")
                break
            visited += 1
            mine = self.back.carried(theirs)
            if mine is None:
                lost += 1
                continue
            for key, difference in self.at(mine, theirs):
                self.tried[key] += 1
                if difference is not None and difference.evidence == "bounded":
                    # another position may still show it
                    if key not in unmet or (difference.met and not unmet[key].met):
                        unmet[key] = difference
                    if difference.met and self.tried[key] >= _TRIES:
                        self.seen.add(key)
                    continue
                if difference is not None or self.tried[key] >= _TRIES:
                    self.seen.add(key)
                if difference is not None:
                    found += 1
                    self.shown.add(key)
                    yield difference
        for key, difference in unmet.items():
            if key not in self.shown:
                if difference.met:
                    self.shown.add(key)
                yield difference
        if lost:
            self.unfinished.append(f"{lost} of {visited} positions cannot be laid out with the other rules")

    def start(self) -> Difference | None:
        """The difference at the beginning of a match, if any: other cards dealt, another first player, or another first
        turn."""
        for seed in range(1, _BEGINNINGS + 1):
            try:
                found = self.begun(seed)
            except EndlessCascade:
                continue
            if found is not None:
                return found
            if not self.new.within_budget():
                self.unfinished.append(f"the budget ran out after {seed} deals")
                return None
        return None

    def begun(self, seed: int) -> Difference | None:
        """The difference for one deal. The cards are those that the new rules deal for this seed."""
        dealt = Recorder(Scripted([], Again(seed)))
        there = self.new.executor.happen(self.new.executor.blank(1), 0, dealt)
        script = [self.back.kinds.get(kind, -1) for kind in dealt.picks]
        here = self.old.executor.happen(self.old.executor.blank(1), 0, Scripted(script, Again(seed)))
        carried = self.forth.carried(here, like=there)
        if carried == there:
            return None
        # a scenario without cards to come deals as for the first seed
        title, first = "how a match begins", [*(pile(self.new, dealt.picks) if seed > 1 else []), "the match begins"]
        now, before = self.apart(here, there, carried, self.old.executor.blank(1), self.new.executor.blank(1))
        if not now and not before:
            return None
        shown = tuple(
            [x for x in facts if replays(context, self.scenario(context, title, first, [f"expect {x}"]))]
            for context, facts in ((self.old, before), (self.new, now))
        )
        details = (f"before: {'; '.join(shown[0] or before)}", f"now: {'; '.join(shown[1] or now)}")
        what = "a match begins otherwise"
        if not all(shown):
            return Difference("deal", what, (), (), "bounded", _UNSAID, details=details, met=True)
        old = self.scenario(self.old, title, first, [f"expect {x}" for x in shown[0]])
        new = self.scenario(self.new, title, first, [f"expect {x}" for x in shown[1]])
        return Difference("deal", what, (), (), "witnessed", self.basis, old, new, details)

    def apart(
        self, left: State, right: State, carried: State | None, mine: State, theirs: State
    ) -> tuple[list[str], list[str]]:
        """The facts of the new state that the old one lacks, and vice versa. `carried`: the old state at the new table.
        If None, the changes on each side since the states `mine` and `theirs` are compared in words."""
        if carried is not None:
            return differences(self.new, right, carried), differences(self.new, carried, right)
        now, before = differences(self.new, right, theirs, 12), differences(self.old, left, mine, 12)
        return [x for x in now if x not in before], [x for x in before if x not in now]

    def states(self) -> Iterator[State]:
        """Positions of the new table: from its play, from play at the old table, and solved ones. `basis` states which."""
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
                for state, met in permuted_states(context, question):
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
        """Whether a position shows a difference. Only then does its reachability matter."""
        mine = self.back.carried(theirs)
        if mine is None:
            return False
        before, after = self.legal(self.old, mine), self.legal(self.new, theirs)
        return set(before) != set(after) or any(
            self.outcomes(mine, theirs, before[sign], after[sign]) is not None for sign in before
        )

    def at(self, mine: State, theirs: State) -> Iterator[tuple[Key, Difference | None]]:
        """The differences in one position: between the legal moves, and between the outcomes of shared ones."""
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
            kind = "ending" if found.ends else "outcome"
            # rules that run on one side only identify the change; if the same rules run, the kinds of facts do
            subject: Key = found.rules() if any(found.rules()) else self.slots(found)
            subject = (found.endless,) if found.endless else subject
            key = (kind, sign[0], sign[1], rules, subject)
            if key not in self.seen:
                yield key, self.shown_outcome(kind, sign, theirs, rules)

    def slots(self, found: Outcome) -> tuple[str, ...]:
        """The kinds of things that differ."""
        return tuple(sorted({x.partition(" is ")[0].partition(" of ")[0] for x in found.now}))

    def legal(self, context: Context, state: State) -> dict[Signature, Move]:
        """The legal moves by their observable signature."""
        return {signature(context.table, m): m for m in context.executor.legal(state)}

    def outcomes(self, mine: State, theirs: State, one: Move, other: Move) -> Outcome | None:
        """The difference between the two outcomes of a move, or None."""
        before, after = Trace(), Trace()
        left = self.applied(self.old, mine, one, before)
        right = self.applied(self.new, theirs, other, after)
        ran, runs = set(before.fired), set(after.fired)
        rules = tuple(sorted(ran - runs)), tuple(sorted(runs - ran)), tuple(sorted(ran & runs & self.changed))
        if left is None or right is None:
            return (
                None if left is right else Outcome((), (), False, *rules, endless="before" if left is None else "now")
            )
        carried = self.in_order(self.forth.carried(left, like=right), right)
        notes = self.shown_differences(before, after)
        if carried == right and not any(notes):
            return None
        now, then = self.apart(left, right, carried, mine, theirs)
        if not (now or then or any(notes)):
            return None
        ends = any(left[x] != right[x] for x in (MATCH, ROUND, WINNERS))
        return Outcome((*now, *notes[0]), (*then, *notes[1]), ends, *rules)

    def in_order(self, state: State | None, like: State) -> State | None:
        """A state of the old table, at the new one, with the order of another one in piles that have none at the old table: who sees
        these cards is a difference of its own."""
        if state is None:
            return None
        out, layout, zones = list(state), self.new.layout, self.forth.zones
        for zone, there in zones.items():
            for seat in range(layout.seats if self.new.table.zones[there].each_player else 1):
                at, depth = layout.place(there, seat), layout.depth[there]
                if self.old.layout.depth[zone] < depth and layout.held(state, there, seat) == layout.held(
                    like, there, seat
                ):
                    out[at : at + depth + 1] = like[at : at + depth + 1]
        return tuple(out)

    def applied(self, context: Context, state: State, move: Move, trace: Trace) -> State | None:
        """The state after a move; None if its cascade does not end."""
        try:
            return context.executor.apply(state, move, SameChance(context.table, Again(1)), trace)
        except EndlessCascade:
            return None

    def shown_differences(self, before: Trace, after: Trace) -> tuple[list[str], list[str]]:
        """Notes and cards shown to players on one side only, as expectations of the new side and of the old one."""
        sides: list[list[str]] = [[], []]
        for number, (here, there) in enumerate(((after, before), (before, after))):
            texts, others = {x for x, _ in here.shown}, {x for x, _ in there.shown}
            for text in sorted(texts - others):
                sides[number].append(f'note "{text}"')
                sides[1 - number].append(f'no note "{text}"')
            here_seen, there_seen = self.noted(here), self.noted(there)
            for text, who in sorted(x for x in here_seen - there_seen if x[0] in others):
                sides[number].append(f'note "{text}" to {who}')
                sides[1 - number].append(f'no note "{text}" to {who}')
        shown = self.shown_cards(self.old, before), self.shown_cards(self.new, after)
        for number, (some, rest) in enumerate((shown[::-1], shown)):
            for who, card in sorted(some - rest):
                sides[number].append(f"{who} is shown {card}")
                sides[1 - number].append(f"{who} is not shown {card}")
        return sides[0], sides[1]

    def noted(self, trace: Trace) -> set[tuple[str, str]]:
        """The notes of a move, each with a player who sees it."""
        seats = range(self.new.layout.seats)
        return {(text, SEAT_NAMES[seat]) for text, to in trace.shown for seat in seats if to >> seat & 1}

    def shown_cards(self, context: Context, trace: Trace) -> set[tuple[str, str]]:
        """The cards that a move shows to each player, in words."""
        kinds = context.table.deck.kinds
        return {
            (SEAT_NAMES[seat], kinds[card].name)
            for x in trace.seen
            for card in x.cards
            for seat in range(context.layout.seats)
            if x.to >> seat & 1
        }

    # --------------------------------------------------------------------------------------------------------- in words

    def shown_legality(self, kind: Kind, sign: Signature, theirs: State, rule: str) -> Difference | None:
        """The difference for a move that is legal on one side only, with a scenario for each."""

        def still(state: State) -> bool:
            back = self.back.carried(state)
            if back is None:
                return False
            here, there = sign in self.legal(self.new, state), sign in self.legal(self.old, back)
            return (here, there) == ((True, False) if kind == "allowed" else (False, True))

        manner = f" as {sign[1]}" if sign[1] else ""
        word = "newly allowed" if kind == "allowed" else "no longer allowed"
        texts = self.texts(shrunk(self.new, theirs, still), still) or self.texts(theirs, still)
        stories = None if texts is None else self.legality_stories(kind, sign, texts)
        if texts is None or stories is None:
            return self.unsaid(kind, f"{word}: `{sign[0]}{manner}` (rule `{rule}`)", (rule,), ())
        bans = self.bans(self.old if kind == "allowed" else self.new, sign, texts[2])
        old, new = stories
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

    def legality_stories(
        self, kind: Kind, sign: Signature, texts: tuple[list[str], list[str], State]
    ) -> tuple[str, str] | None:
        """A scenario in which a move is legal, and one in which it is not; None if one cannot be stated."""
        move, who = expected_move(sign), SEAT_NAMES[sign[2]]
        able = kind == "forbidden", kind == "allowed"
        out: list[str] = []
        for context, lines, can, when in zip((self.old, self.new), texts[:2], able, ("before", "now"), strict=True):
            title = f"{when}: {who} {'can' if can else 'cannot'} {move}"
            expectations = [f"expect {who} {'can' if can else 'cannot'} {move}"]
            if not can:
                # rules without such an act have no word for it: list all legal moves instead
                expectations.append(self.all_moves(context, sign[2], texts[2]))
            stories = (self.scenario(context, title, lines, [line]) for line in expectations)
            story = next((text for text in stories if replays(context, text)), None)
            if story is None:
                return None
            out.append(story)
        return out[0], out[1]

    def all_moves(self, context: Context, seat: int, theirs: State) -> str:
        """The expectation that lists all moves of a seat, without those in `LEFT_ALONE`."""
        state = theirs if context is self.new else self.back.carried(theirs)
        moves = () if state is None else context.executor.legal(state)
        offers = context.table.offers
        able = {
            expected_move(signature(context.table, x))
            for x in moves
            if x.seat == seat and offers[x.offer].mode not in t.LEFT_ALONE
        }
        who = SEAT_NAMES[seat]
        return f"expect {who} can only {', '.join(sorted(able))}" if able else f"expect {who} cannot do anything"

    def unsaid(self, kind: Kind, message: str, rules: tuple[str, ...], details: tuple[str, ...]) -> Difference:
        """A difference that occurred, and that no scenario states."""
        met = self.evidence == "witnessed"
        basis = f"{self.basis}; {_UNSAID}" if met else self.basis
        places = self.places((), rules) or self.places(rules, ())
        return Difference(kind, message, rules, places, "bounded", basis, details=details, met=met)

    def bans(self, context: Context, sign: Signature, theirs: State) -> tuple[str, ...]:
        """The bans that remove a move on the side where it is not legal."""
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
        """The difference for a move with different outcomes, with a scenario for each side."""

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
        by_rules = first[2].rules()

        def still(state: State) -> bool:
            found = pair(state)
            if found is None or found[2].rules() != by_rules:
                return False
            return found[2].ends == (kind == "ending")

        manner = f" as {sign[1]}" if sign[1] else ""
        what = "ends the round or the match otherwise" if kind == "ending" else "leads elsewhere"
        if first[2].endless:
            what = "never comes to rest now" if first[2].endless == "now" else "comes to rest now, and did not before"
        message = f"the same move {what}: `{sign[0]}{manner}` (rule `{rules[1]}`)"
        named = tuple(dict.fromkeys((*rules, *by_rules[0], *by_rules[1])))
        move = f"the move, in the position of the witness: {SEAT_NAMES[sign[2]]}: {expected_move(sign)}"
        for state in () if first[2].endless else (shrunk(self.new, theirs, still), theirs):
            texts = self.texts(state, still)
            found = None if texts is None else pair(texts[2])
            if texts is None or found is None:
                continue
            one, other, outcome = found
            before, old = self.story(self.old, "before", texts[0], one, outcome.before)
            now, new = self.story(self.new, "now", texts[1], other, outcome.now)
            if before and now:
                ran = [f"only before runs: {', '.join(outcome.gone)}"] if outcome.gone else []
                runs = [f"only now runs: {', '.join(outcome.added)}"] if outcome.added else []
                return Difference(
                    kind,
                    message,
                    named,
                    self.places(*by_rules) if any(by_rules) else self.places(rules, rules),
                    self.evidence,
                    self.basis,
                    old,
                    new,
                    (move, f"before: {'; '.join(before)}", f"now: {'; '.join(now)}", *ran, *runs),
                )
        sides = (("before", first[2].before), ("now", first[2].now))
        details = tuple(f"{when}: {'; '.join(facts)}" for when, facts in sides if facts)
        return self.unsaid(kind, message, named, details)

    def story(
        self, context: Context, title: str, lines: list[str], move: Move, facts: tuple[str, ...]
    ) -> tuple[list[str], str]:
        """The facts after a move that can be stated (one side may lack a word that the other has), and the scenario."""
        moved = move_line(context, move, True)
        good = [x for x in facts if replays(context, self.scenario(context, title, lines, [moved, f"expect {x}"]))]
        return good, self.scenario(context, title, lines, [moved, *(f"expect {x}" for x in good)])

    def texts(self, state: State, still: Callable[[State], bool]) -> tuple[list[str], list[str], State] | None:
        """The lines that state a position on either side, and the new side's position."""
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
        """The places of rules, on the old side and on the new."""
        out = []
        for context, label, rules in ((self.old, "before", gone), (self.new, "now", added)):
            heads = {name: r.info.head for name, r in written_rules(context.table).items()}
            out += [Place(heads[name], f"{label}: {name}") for name in rules[:_PLACES] if name in heads]
        return tuple(out)


def expected_move(sign: Signature) -> str:
    """A move in the notation of expectations."""
    return act_text(sign[0], sign[3]) + (f" as {sign[1]}" if sign[1] else "")
