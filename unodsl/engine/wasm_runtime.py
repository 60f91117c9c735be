"""The intrinsics of a program (put a card, open a situation, begin a round) as functions of a program: one for each
zone and situation with a call. They do the same as the runtime of `generated`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from unodsl.engine import program as p
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, MOVED, ROUND, TOP, Layout
from unodsl.engine.lower_body import NONE, ONE, ZERO, plus, plus_one

Block = tuple[p.Statement, ...]
EMPTY = p.Cards(0)
SEAT, KIND, AT = p.Name("seat"), p.Name("kind"), p.Name("at")
STEP, J = p.Name("i"), p.Name("j")


_OF_ONE = ("put", "take", "clear", "put under", "gather", "shuffle", "place cards", "open", "close")
"""The functions that exist once for each zone or situation."""


def target(call: p.Call) -> tuple[str, tuple[p.Node, ...]]:
    """The function of a call, and its arguments except the constants that are part of its name."""
    name = call.function.replace(" ", "_")
    if call.function in _OF_ONE and isinstance(call.arguments[0], p.Int):
        return f"{name}_{call.arguments[0].value}", call.arguments[1:]
    if call.function == "neighbor" and isinstance(call.arguments[1], p.Int):
        return ("next_seat" if call.arguments[1].value > 0 else "previous_seat"), call.arguments[:1]
    if call.function in ("empty stack", "new round"):
        return name, ()
    return call.function, call.arguments


def needed(functions: Iterable[p.Function], layout: Layout) -> list[p.Function]:
    """The runtime functions that functions call, transitively."""
    runtime = Runtime(layout)
    out: dict[str, p.Function] = {}
    own = {f.name for f in functions}
    todo = list(functions)
    while todo:
        for node in p.parts(todo.pop().body):
            if not isinstance(node, p.Call) or node.function in ("add card", "take card", "pick", "draw", "choose"):
                continue
            name, _ = target(node)
            if name not in own and name not in out:
                out[name] = runtime.function(name, node)
                todo.append(out[name])
    return list(out.values())


class Runtime:
    """Generates the functions for one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.scratch = p.Slot(p.Int(layout.size), True)
        self.work = p.Int(layout.size)

    def function(self, name: str, call: p.Call) -> p.Function:
        """The function for a call."""
        makers: dict[str, Callable[[int], tuple[tuple[str, ...], Block]]] = {
            "put": lambda z: (("seat", "kind"), self.put(z)),
            "take": lambda z: (("seat", "kind"), self.take(z)),
            "clear": lambda z: (("seat", "keep"), self.clear(z)),
            "put under": lambda z: (("seat", "cards"), self.put_under(z)),
            "place cards": lambda z: (("seat",), self.place_cards(z)),
            "gather": lambda z: (("seat",), self.gather(z)),
            "shuffle": lambda z: (("seat",), self.shuffle(z)),
            "open": lambda i: (("owner",), self.open(i)),
            "close": lambda i: ((), self.close(i)),
            "empty stack": lambda _: ((), self.empty_stack()),
            "new round": lambda _: ((), self.new_round()),
            "neighbor": lambda step: (("seat",), self.neighbor(step)),
            "blank": lambda _: ((), self.blank()),
            "number of cards": lambda _: ((), self.number_of_cards()),
            "conserved": lambda _: ((), self.conserved()),
        }
        which = call.arguments[1] if call.function == "neighbor" else call.arguments[0] if call.arguments else ZERO
        assert isinstance(which, p.Int)
        parameters, body = makers[call.function](which.value)
        return p.Function(name, parameters, body, cards=("cards",))

    # --------------------------------------------------------------------------------------------------------------- zones

    def first_slot(self, zone: int) -> p.Node:
        """The first slot of the place of `seat`."""
        start, stride = self.layout.zone[zone], self.layout.stride[zone]
        if not self.layout.table.zones[zone].each_player:
            return p.Int(start)
        return plus(SEAT if stride == 1 else p.Op("*", SEAT, p.Int(stride)), start)

    def put(self, zone: int) -> Block:
        depth = self.layout.depth[zone]
        top = p.Set("at", self.first_slot(zone))
        if not depth:
            return top, added(AT, KIND)
        last, rest = p.Slot(plus(AT, depth - 1)), plus(AT, depth)
        over = p.When(p.Op("<=", ZERO, last), (added(rest, last),))
        under = p.Op("-", plus(AT, depth - 1), STEP)
        down = p.Store(under, p.Slot(p.Op("-", under, ONE)))
        return top, over, p.Count("i", p.Int(depth - 1), (down,)), p.Store(AT, KIND)

    def take(self, zone: int) -> Block:
        depth = self.layout.depth[zone]
        here = p.Op("+", AT, STEP)
        out: list[p.Statement] = [p.Set("at", self.first_slot(zone))]
        if depth:
            moved = p.Op("+", here, J)
            up = p.Count("j", p.Op("-", p.Int(depth - 1), STEP), (p.Store(moved, p.Slot(plus(moved, 1))),))
            found = (up, p.Store(plus(AT, depth - 1), NONE), p.Return(ONE))
            out.append(p.Count("i", p.Int(depth), (p.When(p.Op("==", p.Slot(here), KIND), found),)))
        rest = plus(AT, depth)
        there = p.Op("&", p.Slot(rest, True), p.Entry("CARDS", plus_one(KIND)))
        taken = p.Store(rest, p.Call("take card", (p.Slot(rest, True), KIND)))
        return *out, p.When(there, (taken, p.Return(ONE))), p.Return(ZERO)

    def clear(self, zone: int) -> Block:
        depth = self.layout.depth[zone]
        rest = plus(AT, depth)
        out: list[p.Statement] = [p.Set("at", self.first_slot(zone))]
        if depth:
            here = p.Op("+", AT, p.Op("+", p.Name("keep"), STEP))
            one = p.When(p.Op("<=", ZERO, p.Slot(here)), (added(rest, p.Slot(here)), p.Store(here, NONE)))
            out.append(p.Count("i", p.Op("-", p.Int(depth), p.Name("keep")), (one,)))
        out += [p.Set("all", p.Slot(rest, True)), p.Store(rest, EMPTY), p.Return(p.Name("all"))]
        return tuple(out)

    def put_under(self, zone: int) -> Block:
        depth = self.layout.depth[zone]
        rest = plus(AT, depth)
        free, cards = p.Name("free"), p.Name("cards")
        out: list[p.Statement] = [p.Set("at", self.first_slot(zone)), p.Set("free", p.Int(depth))]
        lay: p.Statement = added(rest, KIND)
        if depth:
            find = p.When(p.Op("<", p.Slot(p.Op("+", AT, STEP)), ZERO), (p.Set("free", STEP), p.Leave()))
            out.append(p.Count("i", p.Int(depth), (find,)))
            room = (p.Store(p.Op("+", AT, free), KIND), p.Set("free", p.Op("+", free, ONE)))
            lay = p.When(p.Op("<", free, p.Int(depth)), room, (lay,))
        nothing = p.All("and", (p.Op("<=", p.Int(depth), free), p.IsZero(p.Slot(rest, True))))
        out.append(p.When(nothing, (p.Store(rest, cards), p.Return(ZERO))))
        copies = p.Bits(p.Op("&", cards, p.Entry("CARDS", plus_one(KIND))))
        return *out, p.EachKind("kind", cards, (p.Count("j", copies, (lay,)),)), p.Return(ZERO)

    def place_cards(self, zone: int) -> Block:
        depth = self.layout.depth[zone]
        here = p.Slot(p.Op("+", AT, STEP))
        one = (p.When(p.Op("<", here, ZERO), (p.Leave(),)), added(self.work, here))
        return (
            p.When(p.Op("<", SEAT, ZERO), (p.Return(EMPTY),)),
            p.Set("at", self.first_slot(zone)),
            p.Store(self.work, p.Slot(plus(AT, depth), True)),
            p.Count("i", p.Int(depth), one),
            p.Return(self.scratch),
        )

    def gather(self, zone: int) -> Block:
        everything = p.Cards(self.layout.all_cards)
        return *self.cleared(), p.Do(p.Call("put under", (p.Int(zone), SEAT, everything)))

    def cleared(self) -> Block:
        """Empties all places."""
        out: list[p.Statement] = []
        for zone, declared in enumerate(self.layout.table.zones):
            for seat in range(self.layout.seats if declared.each_player else 1):
                at, depth = self.layout.place(zone, seat), self.layout.depth[zone]
                if depth > 4:
                    out.append(p.Count("i", p.Int(depth), (p.Store(plus(STEP, at), NONE),)))
                else:
                    out += [p.Store(p.Int(at + i), NONE) for i in range(depth)]
                out.append(p.Store(p.Int(at + depth), EMPTY))
        return tuple(out)

    def shuffle(self, zone: int) -> Block:
        step = (
            p.When(p.IsZero(self.scratch), (p.Leave(),)),
            p.Set("kind", p.Call("pick", (self.scratch,))),
            p.Store(self.work, p.Call("take card", (self.scratch, KIND))),
            p.Do(p.Call("put", (p.Int(zone), SEAT, KIND))),
        )
        taken = p.Store(self.work, p.Call("clear", (p.Int(zone), SEAT, ZERO)))
        return taken, p.Count("n", p.Int(self.layout.table.deck.size), step)

    # ---------------------------------------------------------------------------------------------------------- situations

    def below(self, index: int) -> p.Slot:
        return p.Slot(p.Int(self.layout.below[index]))

    def reset(self, index: int) -> Block:
        layout, situation = self.layout, self.layout.table.situations[index]
        fields = zip(layout.field[index], situation.fields, strict=True)
        return (
            p.Store(p.Int(layout.below[index]), p.Int(CLOSED)),
            p.Store(p.Int(layout.owner[index]), ZERO if situation.on_players else NONE),
            *(p.Store(p.Int(slot), p.Int(field.starts)) for slot, field in fields),
        )

    def open(self, index: int) -> Block:
        return (
            p.When(p.Op("!=", self.below(index), p.Int(CLOSED)), (p.Do(p.Call("close", (p.Int(index),))),)),
            p.Store(p.Int(self.layout.below[index]), p.Slot(p.Int(TOP))),
            p.Store(p.Int(TOP), p.Int(index)),
            p.Store(p.Int(self.layout.owner[index]), p.Name("owner")),
        )

    def close(self, index: int) -> Block:
        under, above = p.Name("under"), p.Name("above")
        under_above = p.Entry("BELOW", above)
        walk = (
            p.When(p.Op("==", p.Slot(under_above), p.Int(index)), (p.Leave(),)),
            p.Set("above", p.Slot(under_above)),
        )
        find = (
            p.Set("above", p.Slot(p.Int(TOP))),
            p.Count("i", p.Int(len(self.layout.below)), walk),
            p.Store(under_above, under),
        )
        first = p.Op("==", p.Slot(p.Int(TOP)), p.Int(index))
        return (
            p.Set("under", self.below(index)),
            p.When(first, (p.Store(p.Int(TOP), under),), find),
            *self.reset(index),
        )

    def empty_stack(self) -> Block:
        resets = [s for index in range(len(self.layout.below)) for s in self.reset(index)]
        return *resets, p.Store(p.Int(TOP), NONE)

    # -------------------------------------------------------------------------------------------------------------- rounds

    def cleared_round(self, kept: bool) -> Block:
        """See `Layout.clear_round`."""
        layout = self.layout
        out: list[p.Statement] = [p.Store(p.Int(MOVED), NONE), *self.empty_stack()]
        for index, variable in enumerate(layout.table.variables):
            if kept or not variable.kept:
                for i in range(layout.seats if variable.each_player else 1):
                    out.append(p.Store(p.Int(layout.variable[index] + i), p.Int(variable.starts)))
        home = (p.Do(p.Call("put under", (p.Int(zone), ZERO, p.Cards(cards)))) for zone, cards in layout.homes)
        return *out, *self.cleared(), *home

    def new_round(self) -> Block:
        rounds = p.Int(self.layout.size + 1)
        return (
            *self.cleared_round(kept=False),
            p.Store(p.Int(ROUND), ONE),
            p.Store(p.Int(MATCH), ONE),
            p.Store(rounds, p.Op("+", p.Slot(rounds), ONE)),
        )

    def blank(self) -> Block:
        """See `Layout.blank`, for any generator: slot 0 is unchanged."""
        zero = [p.Store(p.Int(at), ZERO) for at in range(1, self.layout.size) if at not in self.layout.sets]
        everybody = p.Store(p.Int(IN_PLAY), p.Int((1 << self.layout.seats) - 1))
        return *zero, p.Store(p.Int(MATCH), ONE), everybody, *self.cleared_round(kept=True)

    def neighbor(self, step: int) -> Block:
        last = p.Int(self.layout.seats - 1)
        left = p.Select(p.Op("==", AT, last), ZERO, plus_one(AT))
        right = p.Select(p.Op("==", AT, ZERO), last, p.Op("-", AT, ONE))
        found = p.Op("&", p.Op(">>", p.Slot(p.Int(IN_PLAY)), AT), ONE)
        move = (p.Set("at", left if step > 0 else right), p.When(found, (p.Return(AT),)))
        return (
            p.When(p.Op("<", SEAT, ZERO), (p.Return(NONE),)),
            p.Set("at", SEAT),
            p.Count("i", p.Int(self.layout.seats), move),
            p.Return(SEAT),
        )

    # ------------------------------------------------------------------------------------------------------ counting cards

    def number_of_cards(self) -> Block:
        """See `Layout.number_of_cards`."""
        total: p.Node = ZERO
        for at in self.layout.sets:
            total = p.Op("+", total, p.Bits(p.Slot(p.Int(at), True)))
        one = p.Set("total", p.Op("+", p.Name("total"), p.Op("<=", ZERO, p.Slot(STEP))))
        return p.Set("total", total), *self.tops((one,)), p.Return(p.Name("total"))

    def tops(self, body: Block) -> Block:
        """A block for each slot `i` of an ordered card of a pile."""
        out: list[p.Statement] = []
        for zone, declared in enumerate(self.layout.table.zones):
            for seat in range(self.layout.seats if declared.each_player else 1):
                if self.layout.depth[zone]:
                    index = p.Set("i", plus(p.Name("n"), self.layout.place(zone, seat)))
                    out.append(p.Count("n", p.Int(self.layout.depth[zone]), (index, *body)))
        return tuple(out)

    def conserved(self) -> Block:
        """See `Layout.conserved`: 1 if every card is in exactly one place."""
        total: p.Node = ZERO
        mine = p.Entry("CARDS", plus_one(KIND))
        for at in self.layout.sets:
            total = p.Op("+", total, p.Bits(p.Op("&", p.Slot(p.Int(at), True), mine)))
        one = p.Set("total", p.Op("+", p.Name("total"), p.Op("==", p.Slot(STEP), KIND)))
        wrong = p.When(p.Op("!=", p.Name("total"), p.Bits(mine)), (p.Return(ZERO),))
        kinds = p.Int(len(self.layout.copies))
        return p.Count("kind", kinds, (p.Set("total", total), *self.tops((one,)), wrong)), p.Return(ONE)


def added(at: p.Node, kind: p.Node) -> p.Store:
    """Adds a card of a kind to the set at a slot."""
    return p.Store(at, p.Call("add card", (p.Slot(at, True), kind)))
