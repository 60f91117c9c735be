"""Words: articles, third-person verbs, and splitting a deed at its verb."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from unodsl.diagnostics import Diagnostic, Edit
from unodsl.source import Span
from unodsl.syntax import english
from unodsl.syntax import nodes as s
from unodsl.syntax.vocabulary import NUMBER_WORDS as NUMBER_WORDS

ARTICLES = frozenset({"a", "an", "the"})
NOUNS = frozenset({"card", "cards"})
"""Nouns after the words of a card, which add no condition."""


class Mistake(Exception):
    """One or more errors that end the resolution of one rule or declaration; the composer collects them. `diagnostic`:
    the first."""

    def __init__(
        self, code: str, message: str, span: Span | None, hint: str | None = None, edit: Edit | None = None
    ) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = (Diagnostic(code, message, span, hint, edit),)
        super().__init__(message)

    @property
    def diagnostic(self) -> Diagnostic:
        return self.diagnostics[0]

    def with_hint(self, hint: str) -> Mistake:
        """The same error with another suggestion."""
        first = self.diagnostic
        return Mistake(first.code, first.message, first.span, hint, first.edit)


class Mistakes:
    """Collects errors of several parts of a text that are resolved independently."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Continues after an error."""
        try:
            yield
        except Mistake as mistake:
            self.found.extend(mistake.diagnostics)

    def stop_if_any(self) -> None:
        """Raises `Mistake` with all collected errors, if there are any."""
        if self.found:
            first = self.found[0]
            mistake = Mistake(first.code, first.message, first.span, first.hint, first.edit)
            mistake.diagnostics = tuple(dict.fromkeys(self.found))
            raise mistake


def of_another_option(option: str) -> str:
    """The help for a name that only an option declares which is off."""
    return f"it belongs to the option `{option}`: say `requires {option}`, or switch it on"


def plain(words: tuple[s.Word, ...]) -> tuple[str, ...]:
    """The words without articles."""
    return tuple(w.text for w in words if w.text not in ARTICLES)


def same(one: s.Expr, other: s.Expr) -> bool:
    """Whether two expressions have the same words, ignoring articles."""
    first, second = ([w for w in x.span.text.split() if w not in ARTICLES] for x in (one, other))
    return first == second


def number_in(word: str) -> int | None:
    """The number of a word, in digits or written out; None for others."""
    if word.isdigit():
        return int(word[:9])
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else None


def key(phrase: s.Phrase) -> tuple[str, ...]:
    """The lookup key of a declared name."""
    return plain(phrase.words)


def third_person(verb: tuple[str, ...]) -> tuple[str, ...]:
    """Converts `play` to `plays`, `carry on` to `carries on`."""
    return (english.third_person(verb[0]), *verb[1:])


def verb_of(act: s.Act) -> tuple[str, ...]:
    """The verb of `act play a card`: the words before the article."""
    words = [w.text for w in act.phrase.words]
    cut = next((i for i, w in enumerate(words) if w in ARTICLES), len(words))
    return tuple(words[:cut])


def leftmost(node: s.Expr) -> s.Phrase | s.Group | None:
    """The phrase (or group with words after it) that a deed starts with; None for others."""
    match node:
        case s.Phrase():
            return node
        case s.Group():
            return node
        case s.Range():
            return node.phrase
        case s.Apply() | s.Listed() | s.Followed():
            return node.head
        case s.Arithmetic():
            return leftmost(node.first)
        case s.Compare():
            return leftmost(node.left)
        case s.Logic():
            return leftmost(node.operands[0])
        case _:
            return None


def with_leftmost(node: s.Expr, new: s.Phrase | None) -> s.Expr | None:
    """The tree with its leftmost phrase replaced; None if nothing is left. Raises UNO101 if a node would lose its left
    side, so that no word after a verb is ever ignored."""
    match node:
        case s.Phrase():
            return new
        case s.Group():
            return None if node.trailing is None else with_leftmost(node.trailing, new)
        case s.Range():
            return replace(node, phrase=new, span=(new.span if new is not None else node.low.span).to(node.high.span))
        case s.Apply() | s.Listed():
            if new is not None:
                return replace(node, head=new, span=new.span.to(node.span))
            raise lost("of", node, node.argument if isinstance(node, s.Apply) else node.values[0])
        case s.Followed():
            return node.group if new is None else replace(node, head=new, span=new.span.to(node.span))
        case s.Arithmetic():
            inner = with_leftmost(node.first, new)
            if inner is None:
                inner = signed(node)
                return (
                    inner
                    if len(node.rest) == 1
                    else replace(node, first=inner, rest=node.rest[1:], span=inner.span.to(node.span))
                )
            return replace(node, first=inner, span=inner.span.to(node.span))
        case s.Compare():
            inner = with_leftmost(node.left, new)
            if inner is None:
                raise lost(node.relation, node, node.right)
            return replace(node, left=inner, span=inner.span.to(node.span))
        case s.Logic():
            inner = with_leftmost(node.operands[0], new)
            if inner is None:
                other = node.operands[1]
                raise Mistake(
                    "UNO110",
                    f"`{node.kind} {other.span.text}` stands behind a verb with nothing to do it with",
                    other.span,
                    "one line is about one act: make two rules of it",
                )
            return replace(node, operands=(inner, *node.operands[1:]), span=inner.span.to(node.span))
        case _:
            return None


def signed(node: s.Arithmetic) -> s.Expr:
    """The first operand of a sum without a left side, with its sign: `+ 2`, `- 1`."""
    sign, operand = node.rest[0]
    at = node.span.source.text.rfind(sign, node.first.span.end, operand.span.start)
    span = replace(operand.span, start=at if at >= 0 else operand.span.start)
    if sign == "+":
        return s.Positive(operand, span)
    if sign == "-":
        return s.Negative(operand, span)
    raise Mistake("UNO101", f"a number is missing in front of this `{sign}`", span)


def lost(word: str, node: s.Expr, right: s.Expr) -> Mistake:
    """The error for an operator whose left side was the verb."""
    shown = {"at least": "is at least", "at most": "is at most", "more": "is more than", "less": "is less than"}
    shown |= {"in": "is in", "not in": "is not in"}
    text = shown.get(word, word)
    hint = f"a condition has a line of its own: `if ... {text} {right.span.text}`" if word != "of" else None
    return Mistake("UNO101", f"`{text}` stands right behind a verb: something is missing between them", node.span, hint)


@dataclass(frozen=True, slots=True)
class Split:
    """A deed split at its verb: the actor (words, or an expression in parentheses), the verb, and the rest."""

    subject: s.Expr | None
    verb: tuple[str, ...]
    rest: s.Expr | None
    verb_span: Span


def phrase_of(words: tuple[s.Word, ...]) -> s.Phrase | None:
    """A phrase of words; None without words."""
    return s.Phrase(words, words[0].span.to(words[-1].span)) if words else None


def split_at_verb(node: s.Expr, verbs: frozenset[tuple[str, ...]]) -> Split | None:
    """Splits a deed at the earliest, longest verb of its leftmost phrase; None if it has none of `verbs`."""
    first = leftmost(node)
    if first is None:
        return None
    subject: s.Expr | None = None
    if isinstance(first, s.Group):
        if first.trailing is None:
            return None
        behind = leftmost(first.trailing)
        assert isinstance(behind, s.Phrase)
        subject, words = first.inner, behind.words
    else:
        words = first.words
    longest = max((len(v) for v in verbs), default=0)
    for at in range(len(words)):
        if subject is not None and at:
            break
        # Articles inside a verb mean nothing: `act do the dare` is done by whoever `does the dare`.
        inside = [i for i in range(at, len(words)) if i == at or words[i].text not in ARTICLES][:longest]
        for length in range(len(inside), 0, -1):
            found = tuple(words[i].text for i in inside[:length])
            if found in verbs:
                end = inside[length - 1]
                rest = with_leftmost(node, phrase_of(words[end + 1 :]))
                who = subject if subject is not None else phrase_of(words[:at])
                return Split(who, found, rest, words[at].span.to(words[end].span))
    return None
