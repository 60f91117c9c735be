"""Prints a program as WebAssembly text. Parts that do not depend on the table's rules (the queue, whole games) are in
`wasm_driver`."""

from __future__ import annotations

from typing import assert_never

from unodsl.engine import program as p
from unodsl.engine import wasm_moves
from unodsl.engine.wasm_memory import Memory, signed
from unodsl.engine.wasm_runtime import target
from unodsl.engine.wasm_types import CARDS, NUMBER, Types

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr_u"}
_COMPARED = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s"}
_BITWISE = {"&": "and", "|": "or", "^": "xor"}


class FunctionPrinter:
    """Prints one function. `traced`: events are reported to the host as well. `texts`: collects the texts of notes."""

    def __init__(self, function: p.Function, types: Types, memory: Memory, traced: bool, texts: list[str]) -> None:
        self.function = function
        self.types = types
        self.memory = memory
        self.traced = traced
        self.texts = texts
        self.locals: list[str] = []
        self.loops: list[int] = []
        self.labels = 0

    def text(self) -> str:
        """The function as text."""
        f = self.function
        names = self.types.names[f.name]
        self.result = self.types.results[f.name]
        body = self.block(f.body)
        head = [f"(func ${f.name}"]
        for parameter in f.parameters:
            head += [f"(param ${x} i64)" for x in self.spread(parameter)]
        if self.result is not None:
            head.append("(result" + " i64" * self.size(self.result) + ")")
            # every path returns before
            body.append("unreachable")
        for name in names:
            if name not in f.parameters:
                head += [f"(local ${x} i64)" for x in self.spread(name)]
        return "\n".join([" ".join(head + self.locals), *body, ")"])

    # ------------------------------------------------------------------------------------------------------------ names

    def size(self, kind: int) -> int:
        """The number of words of a value of a type."""
        return 1 if kind == NUMBER else self.memory.words.count if kind == CARDS else kind

    def of(self, x: p.Node) -> int:
        return self.types.of(x, self.function.name)

    def spread(self, name: str) -> list[str]:
        """The names of a local's words."""
        kind = self.types.names[self.function.name].get(name, NUMBER)
        return [name] if kind == NUMBER else [f"{name}.{i}" for i in range(self.size(kind))]

    def fresh(self, kind: str = "i64") -> str:
        self.labels += 1
        name = f"${kind}.{self.labels}"
        self.locals.append(f"(local {name} {kind})")
        return name

    def declare(self, name: str) -> None:
        """Declares a loop variable."""
        if name not in self.types.names[self.function.name] and f"(local ${name} i64)" not in self.locals:
            self.locals.append(f"(local ${name} i64)")

    # ------------------------------------------------------------------------------------------------------- statements

    def block(self, body: tuple[p.Statement, ...]) -> list[str]:
        return [line for statement in body for line in self.statement(statement)]

    def statement(self, x: p.Statement) -> list[str]:
        match x:
            case p.Set():
                kind = self.types.names[self.function.name][x.name]
                if kind == NUMBER:
                    return [f"(local.set ${x.name} {self.value(x.value)})"]
                before: list[str] = []
                words = self.words(x.value, kind, before)
                return before + [f"(local.set ${n} {w})" for n, w in zip(self.spread(x.name), words, strict=True)]
            case p.Store():
                return self.store(x)
            case p.When():
                then, other = self.block(x.then), self.block(x.otherwise)
                if not then and not other:
                    return []
                otherwise = ["(else", *other, ")"] if other else []
                return [f"(if {self.condition(x.condition)} (then", *then, ")", *otherwise, ")"]
            case p.Count():
                return self.count(x)
            case p.EachBit():
                return self.each(x.name, x.bits, x.body, self.of(x.bits), None)
            case p.EachKind():
                return self.each(x.name, x.cards, x.body, CARDS, self.first_bits(), not x.firsts)
            case p.Leave():
                return [f"(br $out{self.loops[-1]})"]
            case p.Do():
                before = []
                call = self.call(x.call, before)
                result = self.types.results.get(target(x.call)[0])
                return [*before, call, *(["drop"] * self.size(result) if result is not None else [])]
            case p.Emit():
                return [f"(call $emit (i32.const {x.event}) {self.value(x.player)} {self.value(x.argument)})"]
            case p.Fired():
                at = f"(i32.const {self.memory.fired + 8 * x.rule})"
                counted = f"(i64.store {at} (i64.add (i64.load {at}) (i64.const 1)))"
                return [counted, f"(call $fired (i32.const {x.rule}))"] if self.traced else [counted]
            case p.Report():
                if not self.traced:
                    return []
                to = self.value(x.to)
                if x.text is not None:
                    self.texts.append(x.text)
                    return [f"(call $told (i32.const {len(self.texts) - 1}) {to})"]
                return [f"(call $showed (i32.const {x.zone}) {self.value(x.what)} {to})"]
            case p.Note():
                if not self.traced:
                    return []
                given = [f"(call $valued {self.value(v)})" for v in x.values]
                return [*given, f"(call $noted (i32.const {x.note}) {self.value(x.to)})"]
            case p.Ended():
                return [f"(call $ended (i32.const {int(x.whole)}))"] if self.traced else []
            case p.RanOut():
                return [f"(call $ran_out (i32.const {x.zone}))"] if self.traced else []
            case p.Offered():
                key = wasm_moves.key(x.offer, self.value(x.seat), self.value(x.argument))
                on = "(global.set $moves_end (i32.add (global.get $moves_end) (i32.const 8)))"
                return [f"(i64.store (global.get $moves_end) {key})", on]
            case p.Return():
                assert self.result is not None
                if self.result == NUMBER:
                    return [f"(return {self.value(x.value)})"]
                before = []
                words = self.words(x.value, self.result, before)
                return [*before, f"(return {' '.join(words)})"]
            case _:
                assert_never(x)

    def store(self, x: p.Store) -> list[str]:
        if isinstance(x.value, p.Call) and x.value.function in ("add card", "take card"):
            there, kind = x.value.arguments
            # a set of cards changes in place: one word of it does
            assert isinstance(there, p.Slot)
            assert there.index == x.index
            name = "add_at" if x.value.function == "add card" else "take_at"
            return [f"(call ${name} {self.pointer(x.index)} {self.value(kind)})"]
        at, offset = self.address(x.index)
        if self.of(x.value) != CARDS:
            return [f"(i64.store offset={offset} {at} {self.value(x.value)})"]
        before: list[str] = []
        words = self.words(x.value, CARDS, before)
        if not isinstance(x.index, p.Int):
            name = self.fresh("i32")
            before.append(f"(local.set {name} {at})")
            at = f"(local.get {name})"
        return before + [f"(i64.store offset={offset + 8 * i} {at} {w})" for i, w in enumerate(words)]

    def count(self, x: p.Count) -> list[str]:
        self.labels += 1
        label = self.labels
        self.loops.append(label)
        body = self.block(x.body)
        self.loops.pop()
        if not body or x.times == p.Int(0):
            return []
        start = f"(local.set ${x.name} (i64.const 0))"
        self.declare(x.name)
        if x.times == p.Int(1):
            return [start, f"(block $out{label}", *body, ")"]
        if isinstance(x.times, p.Int):
            before, limit = [], self.value(x.times)
        else:
            name = self.fresh()
            before, limit = [f"(local.set {name} {self.value(x.times)})"], f"(local.get {name})"
        return [
            *before,
            start,
            f"(block $out{label} (loop $on{label}",
            f"(br_if $out{label} (i64.ge_s (local.get ${x.name}) {limit}))",
            *body,
            f"(local.set ${x.name} (i64.add (local.get ${x.name}) (i64.const 1)))",
            f"(br $on{label})))",
        ]

    def first_bits(self) -> tuple[int, ...]:
        return self.memory.words.split(self.memory.layout.first_bits)

    def each(
        self,
        name: str,
        bits: p.Node,
        body: tuple[p.Statement, ...],
        kind: int,
        masks: tuple[int, ...] | None,
        masked: bool = False,
    ) -> list[str]:
        """A loop over the bits of a set, or over the kinds of a set of cards."""
        inner = self.block(body)
        self.declare(name)
        self.labels += 1
        label = self.labels
        before: list[str] = []
        words = [self.value(bits)] if kind == NUMBER else self.words(bits, kind, before)
        rest = [self.fresh() for _ in words]
        for i, (left, word) in enumerate(zip(rest, words, strict=True)):
            if masks is not None and masked:
                word = f"(i64.and {word} (i64.const {signed(masks[i])}))"
            before.append(f"(local.set {left} {word})")

        def found(i: int) -> list[str]:
            left = rest[i]
            index = f"(i64.ctz (local.get {left}))"
            if masks is not None:
                at, load = self.memory.tables["KIND_AT"]
                step = self.memory.step("KIND_AT")
                index = f"({load} offset={at + (64 * i << step)} (i32.shl (i32.wrap_i64 {index}) (i32.const {step})))"
            elif i:
                index = f"(i64.add {index} (i64.const {64 * i}))"
            less = f"(i64.and (local.get {left}) (i64.sub (local.get {left}) (i64.const 1)))"
            return [f"(local.set ${name} {index})", f"(local.set {left} {less})"]

        step = [f"(br_if $out{label} (i64.eqz (local.get {rest[-1]})))", *found(len(rest) - 1)]
        for i in reversed(range(len(rest) - 1)):
            step = [f"(if (i64.ne (local.get {rest[i]}) (i64.const 0)) (then", *found(i), ") (else", *step, "))"]
        return [*before, f"(block $out{label} (loop $on{label}", *step, *inner, f"(br $on{label})", "))"]

    # ------------------------------------------------------------------------------------------------------- addresses

    def address(self, index: p.Node) -> tuple[str, int]:
        """A pointer and an offset to a slot of the state."""
        if isinstance(index, p.Int):
            return "(i32.const 0)", self.memory.slot(index.value)
        return f"(i32.shl {self.narrow(index)} (i32.const {self.memory.shift}))", self.memory.state

    def pointer(self, index: p.Node) -> str:
        at, offset = self.address(index)
        if isinstance(index, p.Int):
            return f"(i32.const {offset})"
        return f"(i32.add {at} (i32.const {offset}))"

    def narrow(self, x: p.Node) -> str:
        """A small number as 32 bits."""
        return f"(i32.const {x.value})" if isinstance(x, p.Int) else f"(i32.wrap_i64 {self.value(x)})"

    def entry(self, x: p.Entry) -> str:
        at, load = self.memory.tables[x.table]
        step = self.memory.step(x.table)
        index = self.narrow(x.index)
        if step:
            index = f"(i32.shl {index} (i32.const {step}))"
        return f"({load} offset={at} {index})"

    # ----------------------------------------------------------------------------------------------------------- nodes

    def call(self, x: p.Call, before: list[str]) -> str:
        """A call; sets of cards among the arguments are computed before it."""
        if x.function == "pick":
            assert isinstance(x.arguments[0], p.Slot)
            return f"(call $pick {self.pointer(x.arguments[0].index)})"
        if x.function == "draw":
            places = [self.pointer(a.index) for a in x.arguments if isinstance(a, p.Slot)]
            return f"(call $draw {' '.join(places)})"
        if x.function == "choose":
            return f"(call $choose {' '.join(self.value(a) for a in x.arguments)})"
        name, arguments = target(x)
        parameters = list(self.types.names[name].items())
        out = []
        for argument, (_, kind) in zip(arguments, parameters, strict=False):
            out += self.words(argument, kind, before) if kind != NUMBER else [self.value(argument)]
        return f"(call ${name} {' '.join(out)})"

    def wrapped(self, before: list[str], expression: str, kind: str = "i64") -> str:
        return f"(block (result {kind}) {' '.join(before)} {expression})" if before else expression

    def value(self, x: p.Node) -> str:
        """A number as 64 bits."""
        match x:
            case p.Int() | p.Cards():
                return f"(i64.const {signed(x.value)})"
            case p.Name():
                return f"(local.get ${x.name})"
            case p.Slot():
                at, offset = self.address(x.index)
                return f"(i64.load offset={offset} {at})"
            case p.Entry():
                return self.entry(x)
            case p.OneOf():
                return f"(i64.shl (i64.const 1) {self.value(x.index)})"
            case p.Op():
                return self.operation(x)
            case p.All() | p.IsZero():
                return f"(i64.extend_i32_u {self.condition(x)})"
            case p.Select():
                then, other = self.value(x.then), self.value(x.otherwise)
                if then == "(i64.const 1)" and other == "(i64.const 0)":
                    return f"(i64.extend_i32_u {self.flag(x.condition)})"
                if cheap(x.then) and cheap(x.otherwise):
                    return f"(select {then} {other} {self.condition(x.condition)})"
                return f"(if (result i64) {self.condition(x.condition)} (then {then}) (else {other}))"
            case p.Bits():
                if self.of(x.operand) == NUMBER:
                    return f"(i64.popcnt {self.value(x.operand)})"
                before: list[str] = []
                words = [f"(i64.popcnt {w})" for w in self.sparse(x.operand, before)]
                return self.wrapped(before, folded("add", words))
            case p.LowBit():
                name = self.fresh()
                kept = f"(i64.ctz (local.tee {name} {self.value(x.operand)}))"
                # the operands are evaluated in order: the name has its value before its use
                return f"(select {kept} (i64.const -1) (i64.ne (local.get {name}) (i64.const 0)))"
            case p.Clamp():
                name = self.fresh()
                get, low, high = f"(local.get {name})", f"(i64.const {x.low})", f"(i64.const {x.high})"
                raised = f"(select (local.tee {name} {self.value(x.operand)}) {low} (i64.ge_s {get} {low}))"
                return f"(select (local.tee {name} {raised}) {high} (i64.le_s {get} {high}))"
            case p.Call():
                before = []
                call = self.call(x, before)
                return self.wrapped(before, call)
            case _:
                assert_never(x)

    def operation(self, x: p.Op) -> str:
        if x.operator in _COMPARED:
            return f"(i64.extend_i32_u {self.condition(x)})"
        left, right = self.value(x.left), self.value(x.right)
        if x.operator == "/":
            return f"(call $divided {left} {right})"
        if x.operator == "&~":
            return f"(i64.and {left} (i64.xor {right} (i64.const -1)))"
        return f"(i64.{_ARITHMETIC[x.operator]} {left} {right})"

    def flag(self, x: p.Node) -> str:
        """The truth of a value, as 0 or 1 in 32 bits."""
        if isinstance(x, p.All | p.IsZero) or (isinstance(x, p.Op) and x.operator in _COMPARED):
            return self.condition(x)
        if self.of(x) != NUMBER:
            before: list[str] = []
            words = self.sparse(x, before)
            return self.wrapped(before, f"(i64.ne {folded('or', words)} (i64.const 0))", "i32")
        if isinstance(x, p.Op) and x.operator == "&" and x.right == p.Int(1):
            return f"(i32.wrap_i64 {self.value(x)})"
        return f"(i64.ne {self.value(x)} (i64.const 0))"

    def condition(self, x: p.Node) -> str:
        """The truth of a value, in 32 bits."""
        if isinstance(x, p.Read | p.Made):
            return self.flag(x)
        match x:
            case p.Op() if x.operator in _COMPARED:
                kind = max(self.of(x.left), self.of(x.right), key=abs)
                if kind == NUMBER:
                    return f"(i64.{_COMPARED[x.operator]} {self.value(x.left)} {self.value(x.right)})"
                assert x.operator in ("==", "!=")
                before: list[str] = []
                pairs = zip(self.words(x.left, kind, before), self.words(x.right, kind, before), strict=True)
                apart = folded("or", [f"(i64.xor {a} {b})" for a, b in pairs])
                test = f"(i64.eqz {apart})" if x.operator == "==" else f"(i64.ne {apart} (i64.const 0))"
                return self.wrapped(before, test, "i32")
            case p.IsZero():
                if self.of(x.operand) == NUMBER and not isinstance(x.operand, p.All | p.IsZero | p.Op):
                    return f"(i64.eqz {self.value(x.operand)})"
                return f"(i32.eqz {self.flag(x.operand)})"
            case p.All():
                out = self.flag(x.parts[-1])
                for position in reversed(range(len(x.parts) - 1)):
                    part = self.flag(x.parts[position])
                    if all(cheap(q) for q in x.parts[position + 1 :]):
                        out = f"(i32.{x.kind} {part} {out})"
                    elif x.kind == "and":
                        out = f"(if (result i32) {part} (then {out}) (else (i32.const 0)))"
                    else:
                        out = f"(if (result i32) {part} (then (i32.const 1)) (else {out}))"
                return out
            case p.Op() | p.Select():
                return self.flag(x)
            case _:
                assert_never(x)

    # ------------------------------------------------------------------------------------------------------- wide values

    def sparse(self, x: p.Node, before: list[str]) -> list[str]:
        """The words of a set that may be nonzero: at least one."""
        if not isinstance(x, p.Op):
            return self.both(x, before)
        match x:
            case p.Op(operator="&", left=p.Slot(cards=True) as slot, right=p.Entry(table="CARDS", index=index)) if (
                max(self.memory.words.parts) == 1
            ):
                # all cards of a kind lie in one word
                number = self.kept(self.narrow(index), before)
                at, offset = self.address(slot.index)
                if self.memory.words.count > 1:
                    word = f"(i32.load offset={self.memory.word_of} (i32.shl {number} (i32.const 2)))"
                    at = f"(i32.add {at} {word})"
                field = f"(i64.load offset={self.memory.field} (i32.shl {number} (i32.const 3)))"
                return [f"(i64.and (i64.load offset={offset} {at}) {field})"]
            case (
                p.Op(operator="&", left=p.Cards() as mask, right=other)
                | p.Op(operator="&", left=other, right=p.Cards() as mask)
            ):
                constants = self.memory.words.split(mask.value)
                words = self.words(other, CARDS, before)
                pairs = zip(words, constants, strict=True)
                some = [f"(i64.and {w} (i64.const {signed(c)}))" for w, c in pairs if c]
                return some or ["(i64.const 0)"]
            case p.Op():
                return self.both(x, before)
            case _:
                assert_never(x)

    def both(self, x: p.Node, before: list[str]) -> list[str]:
        return self.words(x, self.of(x), before)

    def words(self, x: p.Node, kind: int, before: list[str]) -> list[str]:
        """A set as words, the lowest first; each is used exactly once. Statements that must run before are added to
        `before`."""
        size = self.size(kind)
        match x:
            case p.Int() | p.Cards():
                if kind == CARDS:
                    return [f"(i64.const {signed(w)})" for w in self.memory.words.split(x.value)]
                return [f"(i64.const {signed(x.value >> (64 * i))})" for i in range(size)]
            case p.Name() if self.of(x) != NUMBER:
                own = [f"(local.get ${n})" for n in self.spread(x.name)]
                return own + ["(i64.const 0)"] * (size - len(own))
            case p.Slot(cards=True):
                at, offset = self.address(x.index)
                if not isinstance(x.index, p.Int):
                    at = self.kept(at, before)
                return [f"(i64.load offset={offset + 8 * i} {at})" for i in range(size)]
            case p.Entry() if x.table in self.memory.card_tables:
                offset = self.memory.card_tables[x.table]
                at = self.kept(f"(i32.shl {self.narrow(x.index)} (i32.const {self.memory.shift}))", before)
                return [f"(i64.load offset={offset + 8 * i} {at})" for i in range(size)]
            case p.Op(operator="&" | "|" | "^" | "&~"):
                left, right = self.words(x.left, kind, before), self.words(x.right, kind, before)
                if x.operator == "&~":
                    right = [f"(i64.xor {w} (i64.const -1))" for w in right]
                name = _BITWISE.get(x.operator, "and")
                return [f"(i64.{name} {a} {b})" for a, b in zip(left, right, strict=True)]
            case p.Select() if self.of(x) != NUMBER:
                return self.selected(x, kind, before)
            case p.OneOf() if self.of(x) != NUMBER:
                index = self.fresh()
                before.append(f"(local.set {index} {self.value(x.index)})")
                bit = f"(i64.shl (i64.const 1) (local.get {index}))"
                word = f"(i64.shr_u (local.get {index}) (i64.const 6))"
                return [f"(select {bit} (i64.const 0) (i64.eq {word} (i64.const {i})))" for i in range(size)]
            case p.Call() if self.of(x) != NUMBER:
                before.append(self.call(x, before))
                names = [self.fresh() for _ in range(self.size(self.of(x)))]
                before += [f"(local.set {n})" for n in reversed(names)]
                return [f"(local.get {n})" for n in names] + ["(i64.const 0)"] * (size - len(names))
            case p.Name() | p.Slot() | p.Entry() | p.Op() | p.Select() | p.OneOf() | p.Call():
                return self.one_word(x, kind, size)
            case p.All() | p.IsZero() | p.Bits() | p.LowBit() | p.Clamp():
                return self.one_word(x, kind, size)
            case _:
                assert_never(x)

    def one_word(self, x: p.Node, kind: int, size: int) -> list[str]:
        """A number as the lowest word of a set other than one of cards."""
        assert kind != CARDS
        return [self.value(x)] + ["(i64.const 0)"] * (size - 1)

    def kept(self, pointer: str, before: list[str]) -> str:
        name = self.fresh("i32")
        before.append(f"(local.set {name} {pointer})")
        return f"(local.get {name})"

    def selected(self, x: p.Select, kind: int, before: list[str]) -> list[str]:
        condition = self.condition(x.condition)
        easy = (p.Int, p.Cards, p.Name)
        then_before: list[str] = []
        other_before: list[str] = []
        then, other = self.words(x.then, kind, then_before), self.words(x.otherwise, kind, other_before)
        if isinstance(x.then, easy) and isinstance(x.otherwise, easy):
            test = self.kept(condition, before)
            return [a if a == b else f"(select {a} {b} {test})" for a, b in zip(then, other, strict=True)]
        names = [self.fresh() for _ in then]
        then_before += [f"(local.set {n} {w})" for n, w in zip(names, then, strict=True)]
        other_before += [f"(local.set {n} {w})" for n, w in zip(names, other, strict=True)]
        before += [f"(if {condition} (then", *then_before, ") (else", *other_before, "))"]
        return [f"(local.get {n})" for n in names]


def cheap(x: p.Node, depth: int = 3) -> bool:
    """Whether evaluating a value has no side effects and takes less time than a jump."""
    match x:
        case p.Int() | p.Name():
            return True
        case p.Slot():
            return isinstance(x.index, p.Int) and not x.cards
        case p.Op():
            return depth > 0 and x.operator != "/" and cheap(x.left, depth - 1) and cheap(x.right, depth - 1)
        case p.IsZero():
            return depth > 0 and cheap(x.operand, depth - 1)
        case p.Cards() | p.Entry() | p.All() | p.Select() | p.OneOf() | p.Bits() | p.LowBit() | p.Clamp() | p.Call():
            return False
        case _:
            assert_never(x)


def folded(operator: str, words: list[str]) -> str:
    """Combines several words into one."""
    out = words[0]
    for word in words[1:]:
        out = f"(i64.{operator} {out} {word})"
    return out
