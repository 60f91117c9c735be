"""The judge of one decision of two rulesets: the differences between their answers, by topic, and which of them speaks.

A ruleset *speaks* to a part of an outcome if its own rules change it, or write it again in the place of a base rule.
Contradiction: both speak and differ. One-sided: only one speaks. Where each changes a part of its own, both can be done: two
one-sided differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from checker.compare.rulesets.outcomes import NAMING, Answers, Decision, Key, Narrator, Outcome, Seen, drawn_in, plain
from checker.compare.rulesets.tables import PAIR, Names, Rulesets, Side
from checker.effects.never_meet import concerns
from checker.effects.ways import written_name
from unodsl.engine.api import Move, State
from unodsl.engine.layout import IN_PLAY, TOP
from unodsl.model import table as t
from unodsl.model.types import Card

Topic = Literal["beginning", "legality", "effect", "joining", "going out", "scoring", "next round", "end of the match"]
"""The topic of a difference. All but legality, effect, and joining are events of the table, each by itself."""

EVENTS: frozenset[Topic] = frozenset({"beginning", "going out", "scoring", "next round", "end of the match"})
"""The events that every table has to decide in one way."""


ENDS: Key = ("ends", "", 0)
"""The part that rules write that end a round."""

ENDED_BY: Mapping[Topic, Key] = {"going out": ENDS, "end of the match": ("match", "", 0)}
"""The part that rules write that bring about an event."""

SEATED: frozenset[Key] = frozenset({("players", "", 0)})
"""The part that rules write that seat or remove a player."""

ENDING: frozenset[Key] = frozenset({ENDS, ("match", "", 0)})
"""The parts that rules write that end a round or the match."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two answers. `spoke`: which of the two rulesets speak. `rules`: the rules of each that make
    the answer. `answers`: all of them. `keys`: the parts that differ. `usual`: the rules by which the base allows
    what one of the two refuses. `paired`: the same moves lead to the position."""

    topic: Topic
    why: str
    spoke: tuple[bool, bool]
    rules: tuple[Names, Names]
    answers: Answers
    keys: frozenset[Key] = frozenset()
    usual: Names = ()
    paired: bool = False

    @property
    def cause(self) -> tuple[object, ...]:
        """The key under which two differences are the same finding."""
        act = self.answers.decision[1] if self.topic in ("legality", "effect") else ""
        return self.topic, act if not any(self.rules) else "", self.why, self.rules


class Judge:
    """Judges the answers of two rulesets, and of their base, to one decision."""

    def __init__(self, rulesets: Rulesets, narrator: Narrator) -> None:
        self.rulesets, self.narrator = rulesets, narrator
        self.strangers = "base" not in rulesets.at

    def judged(self, answers: Answers) -> list[Difference]:
        """The differences between two answers, by topic."""
        a, b = answers.by["one"], answers.by["other"]
        if a is None and b is None:
            return []
        if a is None or b is None:
            return [self.refused(answers, "one" if a is None else "other")]
        mistaken = [self.by_mistake(side, x) for side, x in zip(PAIR, (a, b), strict=True)]
        if mistaken[0] != mistaken[1]:
            # (a move that is possible by mistake only is not allowed)
            return [self.refused(answers, PAIR[mistaken.index(True)])]
        drawn = drawn_in(answers)
        seen = {side: plain(x, drawn) for side, x in answers.by.items() if x is not None}
        mine = [x for x in seen["one"] if x not in seen["other"]]
        theirs = [x for x in seen["other"] if x not in seen["one"]]
        if not mine and not theirs:
            return []
        if not mine or not theirs:
            return [self.another_way(answers, seen, "one" if mine else "other")]
        base = seen.get("base")
        usual = None if base is None else next((x for x in base if x in (*mine, *theirs)), base[0])
        return self.parts(answers, mine[0], theirs[0], usual)

    # ------------------------------------------------------------------------------------------------------ allowed or not

    def by_mistake(self, side: Side, outcomes: tuple[Outcome, ...]) -> bool:
        """Whether a decision is possible by mistake only."""
        offers = self.rulesets.at[side].table.offers
        return all(offers[x.move.offer].mode == "mistake" for x in outcomes)

    def refused(self, answers: Answers, refusing: Side) -> Difference:
        """The difference where one allows what the other refuses."""
        allowing = self.rulesets.other(refusing)
        usual = answers.by.get("base")
        known = "base" in answers.by
        offers = dict.fromkeys(self.offer(allowing, x) for x in answers.by[allowing] or ())
        own_offers = tuple(x for x in offers if x in self.rulesets.own[allowing])
        forbidding = self.forbidding(answers, refusing, allowing)
        own_bans = tuple(x for x in forbidding if x in self.rulesets.own[refusing])
        speaks = {
            allowing: bool(own_offers) or (known and usual is None),
            refusing: bool(own_bans) or (usual is not None if known else bool(self.instead_of(answers, refusing))),
        }
        rules = {
            allowing: own_offers or tuple(offers),
            refusing: own_bans or forbidding or self.instead_of(answers, refusing),
        }
        return Difference(
            "legality",
            "refused",
            (speaks["one"], speaks["other"]),
            (rules["one"][:2], rules["other"][:2]),
            answers,
            usual=tuple(dict.fromkeys(self.offer("base", x) for x in usual or ())),
        )

    def instead_of(self, answers: Answers, refusing: Side) -> Names:
        """The own rule that offers the same act in another way, in the place of a removed offer: the most usual one."""
        table = self.rulesets.at[refusing].table
        _, act, _ = answers.decision
        top = answers.states[refusing][TOP]
        found = [
            name
            for o in table.offers
            if self.narrator.word(table, o.act) == act
            and (not o.situations or top in o.situations)
            and (name := written_name(o.info.name)) in self.rulesets.own[refusing]
        ]
        return tuple(sorted(found, key=self.rulesets.frequency[refusing].__getitem__)[-1:])

    def offer(self, side: Side, outcome: Outcome) -> str:
        """The rule that offers a move."""
        return written_name(self.rulesets.at[side].table.offers[outcome.move.offer].info.name)

    def forbidding(self, answers: Answers, refusing: Side, allowing: Side) -> Names:
        """The rules of a ruleset that refuse a move of the other: bans, and offers that must come first."""
        context = self.rulesets.at[refusing]
        state = answers.states[refusing]
        seat, act, _ = answers.decision
        out: list[str] = []
        waiting = False
        for outcome in answers.by[allowing] or ():
            like = self.like(refusing, allowing, outcome.move)
            if like is None:
                continue
            offers, argument = like
            waiting |= any(o.mode in ("may", "otherwise") and state[TOP] in o.situations for o in offers)
            for offer in offers:
                out += self.bans(refusing, state, offer, Move(0, seat, argument))
        for other in context.executor.legal(state) if waiting else ():
            offer = context.table.offers[other.offer]
            if other.seat == seat and offer.mode == "must" and self.narrator.word(context.table, offer.act) != act:
                out.append(written_name(offer.info.name))
        return tuple(dict.fromkeys(out))

    def like(self, target: Side, origin: Side, move: Move) -> tuple[list[t.Offer], int] | None:
        """The offers of the same act at another table, and the argument there; None if it lacks that act or card."""
        mine, theirs = self.rulesets.at[origin].table, self.rulesets.at[target].table
        act = mine.acts[mine.offers[move.offer].act]
        argument = move.argument
        if isinstance(act.argument, Card) and argument >= 0:
            argument = self.rulesets.bridges[origin, target].kinds.get(argument, -1)
            if argument < 0:
                return None
        word = self.narrator.word(mine, mine.offers[move.offer].act)
        found = [o for o in theirs.offers if self.narrator.word(theirs, o.act) == word]
        return (found, argument) if found else None

    def bans(self, side: Side, state: State, offer: t.Offer, move: Move) -> list[str]:
        """The bans that remove a move."""
        context = self.rulesets.at[side]
        out: list[str] = []
        for ban in context.table.bans:
            if not concerns(ban, offer) or ban.info.name in offer.info.despite:
                continue
            if ban.situations and state[TOP] not in ban.situations:
                continue
            who = context.executor.condition(state, ban.who)
            if who >> move.seat & 1 and context.executor.condition(state, ban.guard, (move.seat, move.argument)):
                out.append(written_name(ban.info.name))
        return out

    def another_way(self, answers: Answers, seen: Mapping[Side, tuple[Seen, ...]], side: Side) -> Difference:
        """The difference where one offers a second way beside the common one."""
        other = self.rulesets.other(side)
        more = tuple(
            dict.fromkeys(
                self.offer(side, x)
                for x in answers.by[side] or ()
                if not any(y in seen[other] for y in plain((x,), drawn_in(answers)))
            )
        )
        base = seen.get("base")
        took = base is not None and any(x in seen[side] and x not in seen[other] for x in base)
        speaks = {side: not took or self.strangers, other: took}
        fewer = self.instead_of(answers, other)
        rules = {side: more[:2], other: fewer}
        return Difference(
            "legality",
            "another way",
            (speaks["one"], speaks["other"]),
            (rules["one"], rules["other"]),
            answers,
        )

    # -------------------------------------------------------------------------------------------------------- part by part

    def parts(
        self,
        answers: Answers,
        mine: Seen,
        theirs: Seen,
        usual: Seen | None,
    ) -> list[Difference]:
        """The differences between two outcomes, by topic."""
        keys = frozenset(k for k in {*mine, *theirs} if mine.get(k) != theirs.get(k))
        outcome = {side: self.which(answers, side, x) for side, x in zip(PAIR, (mine, theirs), strict=True)}
        absent = ~(answers.states["one"][IN_PLAY] & answers.states["other"][IN_PLAY])
        groups = self.by_topic(outcome["one"], outcome["other"], keys, absent)
        out: list[Difference] = []
        for topic, some, spoke in self.spoken(answers, outcome, (mine, theirs), usual, groups):
            # the rule that ends the round or the match is to be named, not the move after which the other one goes on
            decisive = ENDING if topic == "going out" else self.seated(outcome, some) if topic == "joining" else some
            if topic == "end of the match" and not self.alone_writes(outcome, some):
                # the same rule ends it at both tables, and what it asks about differs
                decisive = groups.get("scoring", some)
            one, other = (
                tuple(
                    r for r in self.named(outcome, side, decisive) if speaks or self.base_rule_writes(side, r, decisive)
                )
                for side, speaks in zip(PAIR, spoke if any(spoke) else (True, True), strict=True)
            )
            rules = one, other
            if topic in EVENTS:
                writing = tuple(
                    tuple(r for r in names if self.writes(side, r, decisive))
                    for side, names in zip(PAIR, rules, strict=True)
                )
                if topic in ENDED_BY and self.strangers and any(writing):
                    # of the one whose round or match goes on, the rule that would end it
                    end = ENDED_BY[topic]
                    writing = tuple(
                        names or tuple(sorted(r for r in self.rulesets.own[side] if self.writes(side, r, [end])))[:1]
                        for side, names in zip(PAIR, writing, strict=True)
                    )
                # (a rule that writes it alike at both tables is not why they differ)
                unshared = any(
                    r not in self.rulesets.rules[self.rulesets.other(side)]
                    for side, names in zip(PAIR, writing, strict=True)
                    for r in names
                )
                rules = (writing[0], writing[1]) if unshared else rules
            out.append(Difference(topic, "answers", spoke if any(spoke) else (True, True), rules, answers, some))
        return out

    def spoken(
        self,
        answers: Answers,
        outcome: Mapping[Side, Outcome],
        seen: tuple[Seen, Seen],
        usual: Seen | None,
        groups: Mapping[Topic, frozenset[Key]],
    ) -> Iterator[tuple[Topic, frozenset[Key], tuple[bool, bool]]]:
        """Yields the differing parts by topic, and which of the two rulesets speak to them. If each changes a part of its own,
        both can be done: only one speaks to each part."""
        for topic, some in self.by_cause(groups):
            one, other = (
                self.speaks(answers, side, outcome[side], x, usual, some, topic)
                for side, x in zip(PAIR, seen, strict=True)
            )
            if topic == "effect" and (one or other) and self.both_set(outcome):
                one = other = True
            elif topic == "effect" and usual is not None and one and other:
                mine, theirs = (frozenset(k for k in some if x.get(k) != usual.get(k)) for x in seen)
                if mine and theirs and not mine & theirs:
                    yield topic, mine, (True, False)
                    yield topic, theirs, (False, True)
                    continue
            yield topic, some, (one, other)

    def both_set(self, outcome: Mapping[Side, Outcome]) -> bool:
        """Whether own rules of both rulesets that ran set one variable or field to different values: what the two differ in may follow
        from that later in the cascade."""
        mine, theirs = (
            {x for r in outcome[side].fired if r in self.rulesets.own[side] for x in self.rulesets.sets(side, r)}
            for side in PAIR
        )
        both = {name for name, _ in mine} & {name for name, _ in theirs}
        return {x for x in mine if x[0] in both} != {x for x in theirs if x[0] in both}

    def by_cause(self, groups: Mapping[Topic, frozenset[Key]]) -> Iterable[tuple[Topic, frozenset[Key]]]:
        """The differing parts by topic. Where every rule is one's own, several differ for reasons of their own: whose turn
        it is, and how many cards somebody has."""
        for topic, keys in groups.items():
            sorts = {sort_of(k)[0] for k in keys} if topic == "effect" and self.strangers else {""}
            for sort in sorted(sorts, reverse=True):
                yield topic, frozenset(k for k in keys if sort in ("", sort_of(k)[0]))

    def which(self, answers: Answers, side: Side, seen: Seen) -> Outcome:
        """The outcome with some observable parts."""
        drawn = drawn_in(answers)
        return next(x for x in answers.by[side] or () if plain((x,), drawn)[0] == seen)

    def by_topic(self, one: Outcome, other: Outcome, keys: frozenset[Key], absent: int) -> dict[Topic, frozenset[Key]]:
        """The differing parts, by topic. `absent`: the set of the seats that took no part before."""
        if one.over != other.over or one.winners != other.winners:
            return {"going out": keys}
        out: dict[Topic, set[Key]] = {}
        for key in keys:
            topic: Topic = "effect"
            if key[0] == "players":
                topic = "joining"
            elif one.over and key[0] != "shown":
                if key[0] == "match":
                    topic = "end of the match"
                elif self.narrator.kept.get(key[1]):
                    topic = "joining" if self.late(key, absent) else "scoring"
                elif ("match", "", 0) in keys:
                    # no round follows a finished match
                    continue
                else:
                    topic = "next round"
            elif key[0] == "match":
                topic = "end of the match"
            out.setdefault(topic, set()).add(key)
        return {topic: frozenset(some) for topic, some in out.items()}

    def seated(self, outcome: Mapping[Side, Outcome], keys: frozenset[Key]) -> frozenset[Key]:
        """The parts to name rules by: who takes part, if an own rule of each ruleset changes that, else some parts."""
        own = ((x for x in outcome[side].fired if x in self.rulesets.own[side]) for side in PAIR)
        return (
            SEATED if all(any(self.writes(s, r, SEATED) for r in x) for s, x in zip(PAIR, own, strict=True)) else keys
        )

    def late(self, key: Key, absent: int) -> bool:
        """Whether a part is a variable of a player who took no part before."""
        return key[1] in self.narrator.shared_each - self.narrator.shared_one and bool(absent >> key[2] & 1)

    def speaks(
        self,
        answers: Answers,
        side: Side,
        outcome: Outcome,
        seen: Seen,
        usual: Seen | None,
        keys: frozenset[Key],
        topic: Topic,
    ) -> bool:
        """Whether a ruleset speaks to some parts of an outcome."""
        if self.strangers:
            return True
        if usual is None and "base" in answers.by:
            # the base refuses it, so whoever allows it speaks
            return True
        if usual is not None and any(seen.get(k) != usual.get(k) for k in keys):
            return True
        own = [r for r in outcome.fired if r in self.rulesets.own[side] and r in self.rulesets.speaking]
        again = [r for r in own if self.writes(side, r, keys)]
        if not again:
            return topic in EVENTS and self.relies(side, outcome, keys)
        if topic in EVENTS or self.rulesets.name(side) == self.rulesets.choice.base:
            return True
        # a rule that repeats the base speaks if it runs in the place of a base rule
        ran = {r for x in answers.by.get("base") or () for r in x.fired}
        return any(self.writes("base", r, keys) for r in ran - set(outcome.fired) if r in self.rulesets.rules["base"])

    def relies(self, side: Side, outcome: Outcome, keys: frozenset[Key]) -> bool:
        """Whether an own rule that ran is ordered relative to a base rule that writes these parts, and so relies on it."""
        rules = self.rulesets.rules[side]
        ran = set(outcome.fired)
        for name in ran & self.rulesets.own[side]:
            info = rules[name].info
            if any(r in ran and self.writes(side, r, keys) for r in (*info.before, *info.after)):
                return True
        return False

    def writes(self, side: Side, rule: str, keys: Iterable[Key]) -> bool:
        """Whether a rule writes some part."""
        known = self.rulesets.writes.get((side, rule), frozenset())
        return any(sort_of(k) in known for k in keys)

    def base_rule_writes(self, side: Side, rule: str, keys: Iterable[Key]) -> bool:
        """Whether a rule of the base writes some parts: it is named for a ruleset that does not speak to them."""
        own = rule in self.rulesets.own[side] and self.rulesets.name(side) != self.rulesets.choice.base
        return not own and self.writes(side, rule, keys)

    def alone_writes(self, outcome: Mapping[Side, Outcome], keys: frozenset[Key]) -> bool:
        """Whether a rule that ran at only one of the tables writes some parts."""
        return any(
            self.writes(side, r, keys)
            for side in PAIR
            for r in set(outcome[side].fired) - set(outcome[self.rulesets.other(side)].fired)
        )

    def named(self, outcome: Mapping[Side, Outcome], side: Side, keys: frozenset[Key]) -> Names:
        """The rule to name: one that ran only at this table and writes a differing part; own rules come first. Where
        every rule is one's own, the one that runs most rarely: it says more about this card than the rule of all cards."""
        fired = [r for r in dict.fromkeys(outcome[side].fired) if r in self.rulesets.rules[side]]
        theirs = set(outcome[self.rulesets.other(side)].fired)
        own = self.rulesets.own[side]
        alone = [r for r in fired if r not in theirs]
        writing = [r for r in alone if self.writes(side, r, keys)]
        if not writing and all(k[0] == "shown" for k in keys):
            # (no other rule says that nothing is shown)
            return tuple(fired[:1])
        for some in ([r for r in writing if r in own], writing, [r for r in alone if r in own]):
            if some:
                rarest = min(some, key=self.rulesets.frequency[side].__getitem__) if self.strangers else some[0]
                return (rarest,)
        again = [r for r in fired if self.writes(side, r, keys)]
        return (again[0],) if again else ()


def sort_of(key: Key) -> tuple[str, str]:
    """A part in the terms of write sets."""
    if key[0] in ("open", "waits"):
        return "waits", ""
    if key[0] == "top":
        return "cards", key[1]
    return key[0], key[1]


def act_of(decision: Decision) -> str:
    """An act with its argument, in the notation of conditions."""
    verb, naming, named = decision[1].partition(NAMING)
    return f"{verb} {decision[2]}".strip() + naming + named
