"""Checks the expectations of a scenario, and describes what holds instead."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from unodsl.diagnostics import underlined
from unodsl.engine.api import Ended, Executor, Shown, State, Trace
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import MATCH, ROUND, WINNERS, Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Players
from unodsl.resolve.words import Mistake
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.words import Describer, listed, owner_text
from unodsl.source import Span


class Failed(Exception):
    """A scenario fails."""

    def __init__(self, span: Span, message: str) -> None:
        self.span = span
        self.message = message
        super().__init__(message)


def warning(message: str, span: Span, hint: str | None) -> str:
    """Formats a warning."""
    lines = [f"warning: {message}", underlined(span)]
    return "\n".join(lines if hint is None else [*lines, f"  help: {hint}"])


class Judge:
    """Checks expectations in one state. `trace`: the consequences of the last step; `moved`: it was a move, not the
    position. `warnings` collects warnings."""

    def __init__(self, desk: Desk, executor: Executor, layout: Layout, state: State, trace: Trace, moved: bool) -> None:
        self.desk = desk
        self.table = desk.table
        self.executor = executor
        self.layout = layout
        self.state = state
        self.trace = trace
        self.moved = moved
        self.warnings: list[str] = []
        self.describer = Describer(desk, executor, layout, state)

    def expect(self, at: steps.Expectation) -> None:
        """Checks an expectation. Raises `Failed` if it does not hold, `Mistake` if nothing happened that it could be
        about."""
        match at:
            case steps.Holds():
                self.holds(at)
            case steps.Exactly():
                self.exactly(at)
            case steps.Legal():
                self.legal(at)
            case steps.OnlyLegal():
                self.only_legal(at)
            case steps.Sees():
                self.sees(at)
            case steps.IsShown():
                self.is_shown(at)
            case steps.IsOver():
                self.is_over(at)
            case steps.Noted():
                self.noted(at)
            case steps.Refused():
                raise Failed(at.span, "this table is not refused")
            case _:
                assert_never(at)

    def whose(self, who: e.Expr | None, span: Span, state: State | None = None) -> int:
        """The seat of an owner or an actor; 0 for the table. Raises `Failed` if it is nobody."""
        if who is None:
            return 0
        seat = self.executor.condition(self.state if state is None else state, who)
        if seat < 0:
            raise Failed(span, f"this does not hold: {owner_text(self.table, who)} is nobody")
        return seat

    # ---------------------------------------------------------------------------------------------------------- conditions

    def at_moment(self, when: steps.Moment, span: Span) -> State:
        """The current state, or the state at the end of the round or the match in the last move."""
        if when == "now":
            return self.state
        ended = self.ended(when == "match", span)
        if ended is None:
            raise Failed(span, f"no {when} ended in this move")
        return ended.state

    def holds(self, at: steps.Holds) -> None:
        state = self.at_moment(at.when, at.span)
        over = e.Builtin("round over", at.condition.type)
        dealt_again = bool(self.trace.ended) and bool(self.state[ROUND])
        if self.executor.condition(state, at.condition):
            if dealt_again and at.condition == e.Not(over, at.condition.type):
                hint = "say `expect the round ended`, or `expect the round continues`"
                message = "a round ended in this move, and the next one has begun: this says nothing of it"
                self.warnings.append(warning(message, at.span, hint))
            return
        message = "this does not hold"
        found = Describer(self.desk, self.executor, self.layout, state).found(at.node, at.span.end > at.node.span.end)
        if found:
            message += f": {found}"
        if dealt_again and at.condition == over:
            message += "\n  a round ended in this move, and the next one has begun: say `expect the round ended`"
        raise Failed(at.span, message)

    def exactly(self, at: steps.Exactly) -> None:
        state = self.at_moment(at.when, at.span)
        seat = self.whose(at.place.seat, at.span, state)
        there = self.layout.in_order(state, at.place.zone, seat)
        in_order = bool(self.layout.depth[at.place.zone])
        if there == at.kinds or (not in_order and Counter(there) == Counter(at.kinds)):
            return
        missing, extra = Counter(at.kinds) - Counter(there), Counter(there) - Counter(at.kinds)
        parts = [f"{self.place_text(at.place.zone, seat)} is {listed(self.table, there)}"]
        if missing:
            parts.append(f"missing: {listed(self.table, tuple(missing.elements()))}")
        if extra:
            parts.append(f"more than expected: {listed(self.table, tuple(extra.elements()))}")
        if not missing and not extra:
            parts.append("the cards are right, in another order")
        raise Failed(at.span, "this does not hold: " + "\n  ".join(parts))

    def place_text(self, zone: int, seat: int) -> str:
        """Describes a place."""
        name, declared = short(self.table.zones[zone].name), self.table.zones[zone]
        return f"{name} of {self.desk.names[seat]}" if declared.each_player else name

    # --------------------------------------------------------------------------------------------------------------- moves

    def fits(self, deed: steps.Deed, offer: t.Offer, argument: int) -> bool:
        """Whether a legal move is of a sort."""
        if offer.act not in deed.ways or deed.manner not in (None, steps.ANY_MANNER, offer.manner):
            return False
        return deed.where is None or self.suits(deed, argument)

    def suits(self, deed: steps.Deed, argument: int) -> bool:
        """Whether what is done with something is of a sort."""
        return deed.where is None or bool(
            self.executor.condition(self.state, deed.where, (*(0,) * deed.local, argument))
        )

    def legal(self, at: steps.Legal) -> None:
        """Mistakes count only where `by` names them; of `anything`, moves at will neither."""
        seat = self.whose(at.seat, at.span)
        moves = [(m, self.table.offers[m.offer]) for m in self.executor.legal(self.state) if m.seat == seat]
        if at.by is None:
            moves = [(m, o) for m, o in moves if o.mode != "mistake"]
        else:
            moves = [(m, o) for m, o in moves if at.by in (o.info.name, short(o.info.name))]
        if at.deed is None:
            moves = [(m, o) for m, o in moves if at.by is not None or o.mode not in t.LEFT_ALONE]
        else:
            moves = [(m, o) for m, o in moves if self.fits(at.deed, o, m.argument)]
        if at.can and not moves:
            raise Failed(at.span, f"this does not hold\n  {self.describer.can(seat)}")
        if not at.can and moves:
            raise Failed(at.span, f"this does not hold\n  `{moves[0][1].info.name}` allows it")
        if not at.can and at.deed is not None:
            self.find_card(seat, at.deed, at.span)

    def find_card(self, seat: int, deed: steps.Deed, span: Span) -> None:
        """Nobody can play what is not there, whatever the rules say."""
        act = self.table.acts[deed.act]
        if act.origin is None:
            return
        zone = self.table.zones[act.origin]
        owner = seat if zone.each_player else 0
        if any(self.suits(deed, kind) for kind in self.layout.in_order(self.state, act.origin, owner)):
            return
        self.warn_of_no_card(f"in the {self.place_text(act.origin, owner)}", span)

    def warn_of_no_card(self, where: str, span: Span) -> None:
        """A line that comes true because a card is not there."""
        message = f"this cannot fail, whatever the rules say: there is no such card {where}"
        hint = "put the card there in the position, or leave this line out"
        self.warnings.append(warning(message, span, hint))

    def only_legal(self, at: steps.OnlyLegal) -> None:
        """The moves of the play: without mistakes and the like."""
        seat = self.whose(at.seat, at.span)
        moves = [(m, self.table.offers[m.offer]) for m in self.executor.legal(self.state) if m.seat == seat]
        moves = [(m, o) for m, o in moves if o.mode not in t.LEFT_ALONE]
        for deed in at.deeds:
            if not any(self.fits(deed, o, m.argument) for m, o in moves):
                message = f"{self.desk.names[seat]} cannot {deed.text}"
                raise Failed(at.span, f"this does not hold: {message}\n  {self.describer.can(seat)}")
        for m, o in moves:
            if not any(self.fits(deed, o, m.argument) for deed in at.deeds):
                message = f"`{o.info.name}` allows something else as well"
                raise Failed(at.span, f"this does not hold: {message}\n  {self.describer.can(seat)}")

    # --------------------------------------------------------------------------------------------------------------- sight

    def last(self, span: Span) -> Trace:
        """The consequences of the last move."""
        if not self.moved:
            hint = "this is about the last move; make one first"
            raise Mistake("UNO113", "nothing has happened yet", span, hint)
        return self.trace

    def sees(self, at: steps.Sees) -> None:
        what, seat = at.what, self.whose(at.seat, at.span)
        why: str | None
        match what:
            case e.Place():
                seen, why = self.sees_place(seat, what.zone, self.whose(what.seat, at.span))
            case e.Variable():
                owner = self.whose(what.seat, at.span)
                secret = self.table.variables[what.index].secret
                seen = not secret or owner == seat
                why = "each player sees only the own one" if secret else "it is no secret"
            case e.Field():
                seen = not self.table.situations[what.situation].fields[what.index].secret
                why = "it is no secret" if seen else "it is a secret: only rules look at it"
            case steps.CardOf():
                owner = self.whose(what.seat, at.span)
                seen, why = self.sees_card(seat, what.kind, owner)
                if not at.can and why is None:
                    self.warn_of_no_card(f"among those of {self.desk.names[owner]}", at.span)
                why = why or f"{self.desk.names[owner]} has no {self.table.deck.kinds[what.kind].name}"
            case _:
                assert_never(what)
        if seen != at.can:
            raise Failed(at.span, f"this does not hold: {why}")

    def sees_place(self, seat: int, zone: int, owner: int) -> tuple[bool, str]:
        """Whether a seat can look at a place, and why."""
        name, declared = short(self.table.zones[zone].name), self.table.zones[zone]
        if any(x.zone == zone and x.what == owner and x.to >> seat & 1 for x in self.trace.seen):
            return True, f"the last move showed the {name} to {self.desk.names[seat]}"
        if declared.visibility == "face up":
            return True, f"the {name} lies face up"
        if declared.visibility == "seen by its player":
            return owner == seat, f"the {name} is seen by its player"
        return False, f"the {name} lies face down"

    def sees_card(self, seat: int, kind: int, owner: int) -> tuple[bool, str | None]:
        """Whether a seat can look at a card of another seat, and why; None if there is no such card."""
        there = False
        for zone, declared in enumerate(self.table.zones):
            if not declared.each_player or kind not in self.layout.in_order(self.state, zone, owner):
                continue
            there = True
            seen, why = self.sees_place(seat, zone, owner)
            if seen:
                return True, why
        return False, f"nobody shows {self.table.deck.kinds[kind].name} to {self.desk.names[seat]}" if there else None

    def is_shown(self, at: steps.IsShown) -> None:
        seat = self.whose(at.seat, at.span)
        seen = [x for x in self.last(at.span).seen if x.to >> seat & 1]
        cards = Counter(k for x in seen for k in x.cards)
        wanted = Counter(at.kinds)
        places = [(p.zone, self.whose(p.seat, at.span)) for p in at.places]
        if not at.places and not at.kinds and not at.exactly:
            found = bool(seen)
        else:
            found = all(any(x.zone == zone and x.what == owner for x in seen) for zone, owner in places) and (
                cards == wanted if at.exactly else not wanted - cards
            )
        if found == at.shown:
            return
        shown = ", ".join(f"{self.shown_text(x)}{listed(self.table, x.cards)}" for x in seen)
        raise Failed(at.span, f"this does not hold: {self.desk.names[seat]} is shown {shown or 'nothing'}")

    def shown_text(self, seen: Shown) -> str:
        """The owner of the shown cards; empty for a single card."""
        if seen.zone < 0:
            return ""
        zone = self.table.zones[seen.zone]
        whose = f" of {self.desk.names[seen.what]}" if zone.each_player else ""
        return f"{short(zone.name)}{whose}: "

    def noted(self, at: steps.Noted) -> None:
        """Checks the notes of the last move."""
        shown = self.trace.shown
        hit = shown if at.text is None else [x for x in shown if x[0] == at.text]
        if at.to is not None:
            to = self.executor.condition(self.state, at.to)
            if not to:
                raise Failed(at.span, "this does not hold: it is to nobody")
            hit = [x for x in hit if not to & ~x[1]]
        if at.shown and not hit:
            shown_text = "; ".join(
                f"{text} (to {self.players(to)})" if at.to is not None else text for text, to in shown
            )
            raise Failed(at.span, f"this note was not shown (shown: {shown_text or 'no note at all'})")
        if not at.shown and hit:
            raise Failed(at.span, f"a note was shown: {hit[0][0]}")

    def players(self, seats: int) -> str:
        """Describes a set of players."""
        return value_text(self.table, Players(), seats, self.desk.names)

    # ------------------------------------------------------------------------------------------------------------- the end

    def ended(self, whole: bool, span: Span) -> Ended | None:
        """The end of the round or the match in the last move; None if it goes on."""
        ends = self.last(span).ended
        # the end of a match ends its round, unless that has ended by itself
        found = [x for x in ends if x.whole == whole] or ([] if whole else ends)
        return found[-1] if found else None

    def is_over(self, at: steps.IsOver) -> None:
        name = "match" if at.whole else "round"
        ended = self.ended(at.whole, at.span)
        if at.how == "continues":
            if ended is not None:
                raise Failed(at.span, f"this does not hold: the {name} ended, won by {self.winners(ended)}")
            if not self.state[MATCH if at.whole else ROUND]:
                raise Failed(at.span, f"this does not hold: the {name} is over")
            return
        if ended is None:
            raise Failed(at.span, f"this does not hold: no {name} ended in this move")
        if at.how == "ended":
            return
        wanted = 0
        for who in at.winners:
            wanted |= 1 << self.whose(who, at.span)
        if ended.state[WINNERS] != wanted:
            raise Failed(at.span, f"this does not hold: the {name} was won by {self.winners(ended)}")
        if at.condition is not None and not self.executor.condition(self.state, at.condition):
            raise Failed(at.span, f"this does not hold: {self.values_of(at.condition)}")

    def winners(self, ended: Ended) -> str:
        """Describes the winners."""
        return self.players(ended.state[WINNERS])

    def values_of(self, condition: e.Expr) -> str:
        """Describes the values of the compared variables."""
        parts = condition.operands if isinstance(condition, e.Logic) else (condition,)
        out: list[str] = []
        for part in parts:
            if isinstance(part, e.Compare) and isinstance(part.left, e.Variable) and part.left.seat is not None:
                name = short(self.table.variables[part.left.index].name)
                value = value_text(
                    self.table, part.left.type, self.executor.condition(self.state, part.left), self.desk.names
                )
                out.append(
                    f"{name} of {self.desk.names[self.executor.condition(self.state, part.left.seat)]} is {value}"
                )
        return ", ".join(out)
