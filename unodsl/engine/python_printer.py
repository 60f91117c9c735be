"""Prints a program as plain Python text. It runs with the names of `unodsl.engine.generated.Module.runtime`, and
nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from unodsl.engine import program as p
from unodsl.engine.layout import IN_PLAY

_SAFE = re.compile(r"[^A-Za-z0-9 .,()'=_<>:-]")
_RUNTIME = {
    "add card": "add_card",
    "take card": "take_card",
    "put": "put",
    "take": "take",
    "clear": "clear",
    "put under": "put_under",
    "gather": "gather",
    "shuffle": "shuffle",
    "open": "open_situation",
    "close": "close_situation",
    "empty stack": "empty_stack",
    "new round": "new_round",
    "pick": "pick",
    "choose": "choose",
    "place cards": "place_cards",
}
_STATELESS = frozenset({"add card", "take card"})


class Printer:
    """Prints one program. `traced`: records rules that run, notes and shown cards, at some cost. `counts`: counts how
    often each rule ran."""

    def __init__(self, program: p.Program, traced: bool, counts: bool = True) -> None:
        self.counts = counts
        self.program = program
        self.traced = traced
        self.names = 0
        self.functions = {f.name: f for f in program.functions}
        self.direct = frozenset(name for name in program.take_up if self.ends_with_event(name))
        """The functions that end with their only event: the queue is empty before it, so its handler is inlined."""

    def ends_with_event(self, name: str) -> bool:
        body = self.functions[name].body
        return bool(body) and isinstance(body[-1], p.Emit) and not self.emits(body[:-1])

    def handled(self, event: p.Emit) -> tuple[p.Statement, ...]:
        """The inlined handler of an event, at the end of a function, whose names are no longer needed."""
        handler = self.functions[self.program.handlers[event.event][1]]
        both = (p.Set("player", event.player), p.Set("argument", event.argument))
        if any(isinstance(x, p.Return) for x in p.parts(handler.body)) or event.argument == p.Name("player"):
            return (p.Do(p.Call(handler.name, (event.player, event.argument))),)
        return (*(x for x in both if x.value != p.Name(x.name)), *handler.body)

    def emits(self, body: tuple[p.Statement, ...]) -> bool:
        """Whether a block emits events, directly or in its callees."""
        return any(
            isinstance(x, p.Emit)
            or (isinstance(x, p.Call) and x.function in self.functions and self.emits(self.functions[x.function].body))
            for x in p.parts(body)
        )

    def text(self) -> str:
        """The whole module."""
        return "\n\n".join(self.parts())

    def parts(self) -> Iterator[str]:
        """Yields the parts of the module's text: a head, each function, and the dispatch tables. A function has the
        same text in every module in which it does the same with the same numbers."""
        lines = ["# Made from a table's model. Cards, seats and rules are numbers; comments name them.", ""]
        for name, values in self.program.tables:
            lines.append(f"{name} = ({''.join(f'{whole(v)}, ' for v in values)})")
        yield "\n".join(lines) + "\n"
        for function in self.program.functions:
            self.names = 0
            lines = []
            if function.comment:
                lines.append(f"# {_SAFE.sub('?', function.comment)}")
            lines.append(f"def {function.name}({', '.join(('s', *function.parameters))}):")
            if function.name in self.direct:
                *before, last = function.body
                assert isinstance(last, p.Emit)
                body = self.block((*before, *self.handled(last)), "    ")
            else:
                body = self.block(function.body, "    ")
            lines += body or ["    pass"]
            yield "\n".join(lines) + "\n"
        lines = ["LEGAL = {" + ", ".join(f"{top}: {name}" for top, name, _ in self.program.legal) + "}"]
        lines.append("LEGAL_SOBER = {" + ", ".join(f"{top}: {name}" for top, _, name in self.program.legal) + "}")
        lines.append("TAKE_UP = (" + "".join(f"{name}, " for name in self.program.take_up) + ")")
        lines.append("CALLED = (" + "".join(f"{name in self.direct:d}, " for name in self.program.take_up) + ")")
        lines.append("HANDLERS = (" + "".join(f"{name}, " for _, name in self.program.handlers) + ")")
        yield "\n".join(lines) + "\n"

    # -------------------------------------------------------------------------------------------------------- statements

    def block(self, body: tuple[p.Statement, ...], indent: str) -> list[str]:
        return [line for statement in body for line in self.statement(statement, indent)]

    def inner(self, body: tuple[p.Statement, ...], indent: str) -> list[str]:
        return self.block(body, indent + "    ") or [indent + "    pass"]

    def fresh(self) -> str:
        self.names += 1
        return f"m{self.names}"

    def statement(self, x: p.Statement, indent: str) -> list[str]:
        match x:
            case p.Set():
                return [f"{indent}{x.name} = {self.node(x.value)}"]
            case p.Store():
                return [f"{indent}s[{self.node(x.index)}] = {self.node(x.value)}"]
            case p.When():
                if not x.then and not x.otherwise:
                    return []
                lines = [f"{indent}if {self.condition(x.condition)}:", *self.inner(x.then, indent)]
                if x.otherwise:
                    if len(x.otherwise) == 1 and isinstance(x.otherwise[0], p.When):
                        rest = self.statement(x.otherwise[0], indent)
                        return [*lines, indent + "el" + rest[0][len(indent) :], *rest[1:]] if rest else lines
                    rest = self.block(x.otherwise, indent + "    ")
                    lines += [f"{indent}else:", *rest] if rest else []
                return lines
            case p.Count():
                return [f"{indent}for {x.name} in range({self.node(x.times)}):", *self.inner(x.body, indent)]
            case p.EachBit():
                m = self.fresh()
                head = [f"{indent}{m} = {bare(self.node(x.bits))}", f"{indent}while {m}:"]
                step = [f"{indent}    {x.name} = ({m} & -{m}).bit_length() - 1", f"{indent}    {m} &= {m} - 1"]
                return [*head, *step, *self.block(x.body, indent + "    ")]
            case p.EachKind():
                m = self.fresh()
                first = "" if x.firsts else " & FIRST_BITS"
                head = [f"{indent}{m} = {self.node(x.cards)}{first}", f"{indent}while {m}:"]
                step = [
                    f"{indent}    low = {m} & -{m}",
                    f"{indent}    {m} ^= low",
                    f"{indent}    {x.name} = KIND_AT[low.bit_length() - 1]",
                ]
                return [*head, *step, *self.block(x.body, indent + "    ")]
            case p.Leave():
                return [f"{indent}break"]
            case p.Do():
                return [f"{indent}{self.node(x.call)}"]
            case p.Emit():
                handler = self.program.handlers[x.event][1]
                return [f"{indent}queue(({handler}, {self.node(x.player)}, {self.node(x.argument)}))"]
            case p.Fired():
                if not self.counts:
                    return []
                name = _SAFE.sub("?", self.program.rules[x.rule])
                return [f"{indent}{f'fired({x.rule})' if self.traced else f'FIRED[{x.rule}] += 1'}  # {name}"]
            case p.Report():
                if not self.traced:
                    return []
                if x.text is not None:
                    return [f"{indent}told({x.text!r}, {self.node(x.to)})"]
                return [f"{indent}showed(s, {x.zone}, {self.node(x.what)}, {self.node(x.to)})"]
            case p.Note():
                values = "".join(f"{self.node(v)}, " for v in x.values)
                return [f"{indent}noted({x.note}, ({values}), {self.node(x.to)})"] if self.traced else []
            case p.Ended():
                return [f"{indent}ended(s, {x.whole})"] if self.traced else []
            case p.RanOut():
                return [f"{indent}ran_out({x.zone})"] if self.traced else []
            case p.Offered():
                return [f"{indent}offered(({x.offer}, {self.node(x.seat)}, {self.node(x.argument)}))"]
            case p.Return():
                return [f"{indent}return {bare(self.node(x.value))}"]
            case _:
                assert_never(x)

    def condition(self, x: p.Node) -> str:
        """The condition of a statement. Whether a set of seats is not empty is tested seat by seat, since mostly it is
        empty."""
        whole_ = bare(self.node(truth_of(x)))
        if isinstance(x, p.Op) and x.operator == "&":
            members = members_of(x.left)
            if members is not None and len(members) > 1:
                return f"({' or '.join(self.node(truth_of(m)) for m in members)}) and {self.node(x)}"
        return whole_

    # ------------------------------------------------------------------------------------------------------------- nodes

    def node(self, x: p.Node) -> str:
        match x:
            case p.Int() | p.Cards():
                return whole(x.value)
            case p.OneOf():
                return f"(1 << {self.node(x.index)})"
            case p.Name():
                return x.name
            case p.Slot():
                return f"s[{bare(self.node(x.index))}]"
            case p.Entry():
                return f"{x.table}[{bare(self.node(x.index))}]"
            case p.Op():
                left, right = self.node(x.left), self.node(x.right)
                if x.operator == "&~":
                    return f"({left} & ~{right})"
                if x.operator == "/":
                    return f"divided({left}, {right})"
                return f"({left} {x.operator} {right})"
            case p.All():
                return "(" + f" {x.kind} ".join(self.node(q) for q in x.parts) + ")"
            case p.IsZero():
                return f"(not {self.node(x.operand)})"
            case p.Select():
                return f"({self.node(x.then)} if {self.node(x.condition)} else {self.node(x.otherwise)})"
            case p.Bits():
                return f"({self.node(x.operand)}).bit_count()"
            case p.LowBit():
                value = self.node(x.operand)
                return f"(({value} & -{value}).bit_length() - 1)"
            case p.Clamp():
                return f"min({x.high}, max({x.low}, {self.node(x.operand)}))"
            case p.Call():
                if x.function == "neighbor":
                    seat, step = x.arguments
                    table = "LEFT" if step == p.Int(1) else "RIGHT"
                    return f"{table}[s[{IN_PLAY}]][{bare(self.node(seat))}]"
                if x.function == "draw":
                    places = [bare(self.node(a.index)) for a in x.arguments if isinstance(a, p.Slot)]
                    return f"draw(s, {', '.join(places)})"
                if x.function in _STATELESS:
                    cards, kind = x.arguments
                    if simple(cards) and simple(kind):
                        held, index = self.node(cards), bare(self.node(kind))
                        if x.function == "add card":
                            return f"({held} | {held} + ONES[{index}])"
                        field = f"(mine := {held} >> OFFSETS[{index}] & WIDTHS[{index}])"
                        return f"({held} ^ ({field} ^ mine >> 1) << OFFSETS[{index}])"
                name = _RUNTIME.get(x.function, x.function)
                arguments = [bare(self.node(a)) for a in x.arguments]
                return f"{name}({', '.join(arguments if x.function in _STATELESS else ['s', *arguments])})"
            case _:
                assert_never(x)


def members_of(x: p.Node) -> list[p.Node] | None:
    """The membership conditions of a set that is given by its elements; None for other sets."""
    if isinstance(x, p.Select) and isinstance(x.then, p.Int) and x.otherwise == p.Int(0):
        return [x.condition]
    if isinstance(x, p.Op) and x.operator == "|":
        one, other = members_of(x.left), members_of(x.right)
        return None if one is None or other is None else one + other
    return None


def simple(x: p.Node) -> bool:
    """Whether a node is cheap enough to evaluate twice: a name or a slot."""
    return isinstance(x, p.Name) or (isinstance(x, p.Slot) and not isinstance(x.index, p.Call | p.Entry))


def truth_of(x: p.Node) -> p.Node:
    """A node with the same truth value."""
    if isinstance(x, p.IsZero) and isinstance(x.operand, p.IsZero):
        return truth_of(x.operand.operand)
    if isinstance(x, p.Select) and (x.then, x.otherwise) == (p.Int(1), p.Int(0)):
        return truth_of(x.condition)
    return x


def whole(value: int) -> str:
    """An integer literal. Large ones are hexadecimal, which parse in linear time and without Python's limit."""
    if value < 0:
        return f"({value})"
    return str(value) if value < 1 << 64 else hex(value)


def bare(text: str) -> str:
    """An expression without outer parentheses."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and position < len(text) - 1:
            return text
    return text[1:-1]
