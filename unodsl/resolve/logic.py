"""Resolution of `and`, `or` and `not`: which operands continue the preceding comparison, and which conditions are
ambiguous when read aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from unodsl.diagnostics import Edit
from unodsl.model import expressions as e
from unodsl.model.types import Card, Enumeration, Player, YesNo
from unodsl.resolve.kinds import one_line
from unodsl.resolve.names import Names
from unodsl.resolve.scope import YES_NO, Context, Symbol, Words, both, either, negation
from unodsl.resolve.words import Mistake, plain
from unodsl.source import Span
from unodsl.syntax import nodes as s


class Logics(Names):
    """Resolves compound conditions."""

    if TYPE_CHECKING:

        def pattern(self, node: s.Expr, subject: e.Expr, ctx: Context) -> e.Expr: ...

        def predicate(self, words: Words, ctx: Context, nouns: bool = True) -> Symbol | None: ...

    def logic(self, node: s.Logic, ctx: Context) -> e.Expr:
        """Resolves `x is a or b`: an operand that is only a value continues the preceding comparison."""
        parts: list[e.Expr] = []
        first = len(ctx.counter.parts)
        before: s.Expr | None = None
        chain: list[s.Expr] = []
        """The operands of the current comparison: the one with `is` first."""
        for operand in node.operands:
            if chain and self.goes_on(operand, chain[0], ctx):
                chain.append(operand)
                parts.append(self.joined_on(operand, chain, node, ctx))
                continue
            self.check_and_or(operand, before, chain, node, ctx)
            self.check_subject(operand, before, ctx)
            chain = [operand] if comparison(operand) is not None else []
            before = operand
            parts.append(self.condition(operand, ctx))
        self.refuse_and_or(node)
        ctx.words(first, node.kind, node.operands, parts)
        return both(parts) if node.kind == "and" else either(parts)

    # ------------------------------------------------------------------------------------------------------- what goes on

    def goes_on(self, operand: s.Expr, first: s.Expr, ctx: Context) -> bool:
        """Whether an operand is a value that could continue the preceding comparison (`x is a or b`), and not a
        condition itself."""
        compare = comparison(first)
        assert compare is not None
        if isinstance(operand, s.Not):
            return not isinstance(first, s.Not) and self.goes_on(operand.operand, first, ctx)
        if not isinstance(operand, s.Phrase | s.Range | s.Apply | s.Listed):
            return False
        left = self.attempt(lambda: self.value(compare.left, None, ctx), ctx)
        if left is None or (
            isinstance(left.type, YesNo) and plain(getattr(operand, "words", ())) not in (("yes",), ("no",))
        ):
            return False
        read = self.attempt(lambda: self.pattern(operand, left, ctx), ctx)
        alone = self.alone(operand, ctx)
        if read is None or alone is None:
            return alone is None
        if read != alone and isinstance(operand, s.Phrase) and self.own_predicate(plain(operand.words), ctx):
            words = one_line(operand)
            hint = f"`{one_line(compare.left)} is {words}`, or `{implied(left)} is {words}`"
            raise Mistake("UNO106", f"who or what is `{words}` here?", operand.span, f"say {hint}")
        return True

    @staticmethod
    def attempt(resolve: Callable[[], e.Expr | None], ctx: Context) -> e.Expr | None:
        """Tries to resolve words; None if they have no meaning. Restores the counters of the rule on failure."""
        locals_, nodes, parts = ctx.counter.next_local, ctx.counter.nodes, len(ctx.counter.parts)
        try:
            return resolve()
        except Mistake:
            return None
        finally:
            ctx.counter.next_local, ctx.counter.nodes = locals_, nodes
            del ctx.counter.parts[parts:]

    def own_predicate(self, words: Words, ctx: Context) -> bool:
        """Whether words name a definition of the file itself or of its ancestors; definitions of other files do not
        matter."""
        named = self.predicate(words, ctx)
        return named is not None and bool({m.page for m in named.meanings} & set(self.v.chain(ctx.view)))

    def alone(self, operand: s.Expr, ctx: Context) -> e.Expr | None:
        """The operand as a condition of its own; None if it is not one."""
        own = self.attempt(lambda: self.value(operand, YES_NO, ctx), ctx)
        return own if own is not None and isinstance(own.type, YesNo) else None

    def joined_on(self, operand: s.Expr, chain: list[s.Expr], node: s.Logic, ctx: Context) -> e.Expr:
        """Resolves an operand that continues a comparison."""
        first, compare = chain[0], comparison(chain[0])
        assert compare is not None
        left = one_line(compare.left)
        if isinstance(first, s.Not) or (compare.relation == "is not" and node.kind == "or"):
            behind = node.operands[node.operands.index(operand) + 1 :]
            chain = [*chain, *takewhile(lambda o: self.goes_on(o, first, ctx), behind)]
            each = f" {node.kind} ".join(
                f"{left} is {'' if isinstance(first, s.Not) and at else 'not '}{one_line(value)}"
                for at, value in enumerate((compare.right, *chain[1:]))
            )
            message = f"what belongs together here: `not` or `{node.kind}`?"
            values = " ".join(self.after_is(chain, node.kind).split())
            hint = f"write `not ({left} is {values})` if it is none of them, or `{each}`"
            if node.kind == "and":
                hint = f"write `not ({left} is {values})` if it is not all of them, or `{each}`"
            raise Mistake("UNO106", message, self.reach(chain), hint)
        inner = operand.operand if isinstance(operand, s.Not) else operand
        subject = self.value(compare.left, None, ctx)
        if isinstance(subject.type, Card):
            self.refuse_shared(compare.right if len(chain) == 2 else chain[-2], inner, node.kind)
        meant = self.pattern(inner, subject, ctx)
        if compare.relation == "is not":
            values = " ".join(self.after_is(chain, node.kind).split())
            if not isinstance(operand, s.Not) and not self.exclusive([compare.right, inner], subject, ctx):
                hint = (
                    f"`not ({left} is {values})` or `{left} is not {one_line(compare.right)} and not {one_line(inner)}`"
                )
                raise Mistake(
                    "UNO106", "what belongs together here: `not` or `and`?", self.reach(chain), f"write {hint}"
                )
            return negation(meant)
        if isinstance(operand, s.Not):
            return negation(meant)
        if node.kind == "and":
            plains = [v for v in (compare.right, *chain[1:]) if not isinstance(v, s.Not)]
            self.refuse_both(plains, subject, ctx)
        return meant

    def after_is(self, chain: list[s.Expr], kind: str) -> str:
        """The values of a comparison, as written."""
        compare = comparison(chain[0])
        assert compare is not None
        return f" {kind} ".join(one_line(v) for v in (compare.right, *chain[1:]))

    @staticmethod
    def reach(chain: list[s.Expr]) -> Span:
        """The span of a comparison with the operands that continue it."""
        return chain[0].span.to(chain[-1].span)

    # ---------------------------------------------------------------------------------------------------- never both

    def refuse_both(self, values: Sequence[s.Expr], subject: e.Expr, ctx: Context) -> None:
        """Raises UNO106 if one thing would have to be two: `5 and 6`."""
        if self.exclusive(values[-2:], subject, ctx):
            one, other = (one_line(v) for v in values[-2:])
            what = {Card: "a card", Player: "a player"}.get(type(subject.type), "it")
            raise Mistake(
                "UNO106",
                f"{what} is never both `{one}` and `{other}`",
                values[-2].span.to(values[-1].span),
                f"write `{one} or {other}` if either will do",
            )

    def exclusive(self, values: Sequence[s.Expr], subject: e.Expr, ctx: Context) -> bool:
        """Whether values exclude each other: two faces, two players, two numbers."""
        if len(values) < 2:
            return False
        if isinstance(subject.type, Card):
            found = [self.attribute_values(plain(v.words)) if isinstance(v, s.Phrase) else None for v in values]
            known = [f for f in found if f is not None]
            return len(known) == len(values) and any(
                a in b and x != b[a] for i, one in enumerate(known) for a, x in one.items() for b in known[i + 1 :]
            )
        read = [self.value(v, subject.type, ctx) for v in values]
        return all(isinstance(r, e.Constant) and type(r.type) is type(subject.type) for r in read) and len(
            {r.value for r in read if isinstance(r, e.Constant)}
        ) == len(read)

    # ------------------------------------------------------------------------------------------- what belongs together

    def check_and_or(
        self, operand: s.Expr, before: s.Expr | None, chain: list[s.Expr], node: s.Logic, ctx: Context
    ) -> None:
        """Raises UNO106 if values of one comparison are combined by both `and` and `or`."""
        if chain and isinstance(operand, s.Logic) and self.goes_on(operand.operands[0], chain[0], ctx):
            first = operand.operands[0]
            at = chain[0].span
            text = " ".join(at.source.text[at.start : first.span.end].split())
            hint = f"put `{text}` in parentheses"
            raise Mistake("UNO106", f"what belongs together here: `and` or `{node.kind}`?", operand.span, hint)
        if isinstance(before, s.Logic):
            last = before.operands[-1]
            inner = next((o for o in reversed(before.operands) if comparison(o) is not None), None)
            if inner is not None and self.is_tail(before, inner, ctx) and self.goes_on(operand, inner, ctx):
                text = " ".join(inner.span.source.text[inner.span.start : operand.span.end].split())
                hint = f"put `{text}` in parentheses"
                span = last.span.to(operand.span)
                raise Mistake("UNO106", f"what belongs together here: `{before.kind}` or `{node.kind}`?", span, hint)

    @staticmethod
    def refuse_and_or(node: s.Logic) -> None:
        """Raises UNO106 if whole conditions are combined by both `and` and `or` without parentheses."""
        at = next((i for i, x in enumerate(node.operands) if isinstance(x, s.Logic)), None)
        if at is None:
            return
        inner = node.operands[at]
        assert isinstance(inner, s.Logic)
        words = [one_line(x) for x in node.operands]
        first, *rest = (one_line(x) for x in inner.operands)
        joint, other = f" {inner.kind} ", f" {node.kind} "
        one = other.join((*words[:at], f"({words[at]})", *words[at + 1 :]))
        if at == 0:
            two = joint.join((first, *rest[:-1], f"({other.join((rest[-1], *words[1:]))})"))
        else:
            two = joint.join((f"({other.join((*words[:at], first))})", *rest))
            two = other.join((f"({two})", *words[at + 1 :])) if at + 1 < len(words) else two
        # the refused meaning: `and` binds tighter than `or`
        edit = Edit(inner.span, f"({inner.span.text})")
        message = f"what belongs together here: `{inner.kind}` or `{node.kind}`?"
        raise Mistake("UNO106", message, node.span, f"write `{one}` or `{two}`", edit)

    def is_tail(self, logic: s.Logic, inner: s.Expr, ctx: Context) -> bool:
        """Whether all operands after a comparison in a condition continue it."""
        behind = logic.operands[logic.operands.index(inner) + 1 :]
        return all(self.goes_on(o, inner, ctx) for o in behind)

    def check_subject(self, operand: s.Expr, before: s.Expr | None, ctx: Context) -> None:
        """Raises UNO106 if a word could be about the cards or players of the preceding condition, but is about the
        subject of the rule."""
        tail = before.operands[-1] if isinstance(before, s.Logic) else before
        tail = tail.operand if isinstance(tail, s.Not) else tail
        if tail is None or not has_referent(tail):
            return
        first = operand.operands[0] if isinstance(operand, s.Logic) else operand
        first = first.operand if isinstance(first, s.Not) else first
        words: tuple[str, ...] = ()
        if isinstance(first, s.Phrase):
            words = plain(first.words)
            named = self.predicate(words, ctx)
            if named is not None and named.meanings[0].parameter is not None and self.alone(first, ctx) is not None:
                what = "the card" if isinstance(named.meanings[0].parameter, Card) else "the player"
                text = one_line(first)
                hint = f"put it in parentheses together with what it is about, or write `{what} is {text}`"
                raise Mistake("UNO106", f"who or what is `{text}` here?", first.span, hint)
        cards = isinstance(tail, s.Exists) and tail.over.place is not None
        start = leading(first)
        if isinstance(tail, s.Exists) and start and start[0] in (("it", "its") if cards else ("they", "their")):
            what = "the cards in question" if cards else "the players in question"
            hint = "put the whole condition behind `where` in parentheses: `where (... and ...)`"
            raise Mistake("UNO106", f"`{start[0]}` is none of {what} here: that ends in front of it", first.span, hint)


def comparison(node: s.Expr) -> s.Compare | None:
    """The comparison by `is` or `is not` in an operand, possibly negated; None for others."""
    inner = node.operand if isinstance(node, s.Not) else node
    return inner if isinstance(inner, s.Compare) and inner.relation in ("is", "is not") else None


def has_referent(node: s.Expr) -> bool:
    """Whether a condition is about cards or players to which a following word could refer."""
    return isinstance(node, s.Exists) or (
        isinstance(node, s.Compare) and node.relation in ("holds", "can", "cannot", "in", "not in")
    )


def leading(node: s.Expr) -> tuple[str, ...]:
    """The first words of a condition."""
    match node:
        case s.Phrase():
            return tuple(w.text for w in node.words)
        case s.Apply() | s.Listed():
            return tuple(w.text for w in node.head.words)
        case s.Compare():
            return leading(node.left)
        case s.Arithmetic():
            return leading(node.first)
        case _:
            return ()


def implied(left: e.Expr) -> str:
    """The implicit subject of a word."""
    return "the card" if isinstance(left.type, Card | Enumeration) else "the player"
