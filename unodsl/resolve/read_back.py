"""Help for the lines of a rule, read back: a line that help offers has to mean something where it would stand.

Help is made from the words of a line alone, by phrase books and by words that look alike. Here the rule is resolved once more with what
help says in its place. Help that means nothing there is left out, or gives way to what the resolver says of the offered line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from unodsl.diagnostics import Diagnostic
from unodsl.resolve.words import Mistake
from unodsl.source import Source
from unodsl.syntax import nodes as s

Resolve = Callable[[s.Rule], object]
"""Resolves a rule; raises `Mistake` on errors."""

_BELOW = r"(?:,? and (?:below it )?`(?P<below>[^`]+)`(?: on a line of its own(?: below)?| below it)?)?"
_DIGITS = re.compile(r"numbers are written as digits: `(?P<line>[^`]+)`(?P<below>)")
_ALIKE = re.compile(r"did you mean `(?P<line>[^`]+)`\?(?P<below>)")
_OFFERS = (
    _ALIKE,
    re.compile(r"what is so is a condition, and stands below what happens: (?P<line>)`(?P<below>if [^`]+)`"),
    re.compile(rf"(?:[^`;]*: )?write `(?P<line>[^`]+)`{_BELOW}(?:;(?! below it).*)?"),
    re.compile(rf"[^`;]+: `(?P<line>when [^`]+)`{_BELOW}(?:;.*)?"),
    _DIGITS,
)
"""Suggestions with a whole line, or a replacement of words; `below`: with a further line below it."""
_HEADS = ("when", "if", "then")
_OPENS = ("if", "for", "repeat")
_MOST = 2
"""The most rounds of checking suggestions for suggestions."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The text of a rule with a suggestion applied. `line`: the new line by itself; `first`, `last`: the new lines,
    from 1."""

    text: str
    line: str
    first: int
    last: int


def read_back(found: Diagnostic, rule: s.Rule, resolve: Resolve, events: Sequence[str] = ()) -> Diagnostic:
    """The error with a checked suggestion. If the suggested line is wrong, the suggestion is removed, or gives the
    error in that line. `events`: the events below which a suggested condition may stand in place of an event."""
    return _read_back(found, rule, resolve, events, _MOST)[0]


def _read_back(
    found: Diagnostic, rule: s.Rule, resolve: Resolve, events: Sequence[str], left: int
) -> tuple[Diagnostic, str | None]:
    """The error, and the suggested line if it is accepted."""
    offer = _offer(found.hint)
    if offer is None or found.span is None or found.edit is not None or found.span.source != rule.span.source:
        return found, None
    if not rule.span.start <= found.span.start < rule.span.end:
        return found, None
    instead: str | None = None
    for attempt in attempts(offer, found, rule, events):
        wrong, again = taken(attempt, resolve)
        if wrong is None or (again is not None and _is_another(wrong, attempt, offer, found)):
            return found, attempt.line
        if instead is None and left and again is not None:
            instead = _instead(found.hint or "", offer, *_read_back(wrong, again, resolve, events, left - 1))
    if instead is None and offer.re is _DIGITS:
        return found, None
    return replace(found, hint=instead), None


def _is_another(wrong: Diagnostic, attempt: Attempt, offer: re.Match[str], found: Diagnostic) -> bool:
    """Whether the error left in a suggested line is another mistake in the same condition, in words that the suggestion
    leaves alone."""
    line, span = offer["line"], wrong.span
    if not line or not attempt.line.startswith("if ") or span is None or found.span is None:
        return False
    at = attempt.text.find(line, sum(len(x) + 1 for x in attempt.text.split("\n")[: attempt.first - 1]))
    source, end = found.span.source.text, found.span.end
    rest = source[end : source.find("\n", end) if "\n" in source[end:] else len(source)]
    return at >= 0 and span.start >= at + len(line) and span.text in rest


def _instead(hint: str, offer: re.Match[str], wrong: Diagnostic, mended: str | None) -> str | None:
    """The replacement for a suggestion whose line has this error; None if it does not help."""
    line = offer["line"]
    if wrong.hint is not None and wrong.hint.startswith("what players do here"):
        return wrong.hint
    if wrong.hint is None or "..." in wrong.hint:
        return None
    if not line and mended is not None and mended.startswith("if "):
        return hint.replace(offer["below"], mended)
    if mended is not None and line.startswith("when "):
        return hint.replace(line, mended)
    if _offer(wrong.hint) is not None:
        return wrong.hint if wrong.hint.startswith("write `") else None
    if _ALIKE.fullmatch(hint) is not None and not wrong.hint.startswith("one of them"):
        return None
    # the words are known, and of another type
    return f"{hint.removesuffix('?')}; {wrong.hint}" if wrong.code == "UNO106" else None


def _offer(hint: str | None) -> re.Match[str] | None:
    """The suggested line, or words; None if the suggestion has none that can be checked."""
    match = next((m for x in _OFFERS if (m := x.fullmatch(hint or "")) is not None), None)
    return None if match is None or re.search(r"\.\.\.|\b[A-Z]\b|\bvariable\b", match[0]) else match


def attempts(offer: re.Match[str], found: Diagnostic, rule: s.Rule, events: Sequence[str]) -> Iterator[Attempt]:
    """The rule with the suggested line at each place where it may belong."""
    assert found.span is not None
    span, source = found.span, found.span.source.text
    start = source.rfind("\n", 0, rule.span.start) + 1
    here = source.rfind("\n", 0, span.start) + 1
    end = source.find("\n", span.end)
    end = len(source) if end < 0 else end
    before, behind, written = source[start:here], source[end : rule.span.end], source[here:end]
    indent = written[: len(written) - len(written.lstrip())]
    head = (written.split() or [""])[0]
    prefix, words, rest = written[: span.start - here], span.text, written[span.end - here :]
    first = before.count("\n") + 2
    for line in [offer["line"]] if offer["line"] else events:
        below = ""
        opens = line.split()[0] in _OPENS and head not in ("when", "if")
        # a block stands below its `then`
        between = f"\n{indent}  " if opens and head == "then" else " "
        if offer["below"]:
            deeper = "" if not opens else "    " if head == "then" else "  "
            below = f"\n{indent}{deeper}{offer['below']}"
        whole = line if head not in _HEADS or line.split()[0] in _HEADS else f"{head}{between}{line}"
        texts = [f"{indent}{whole}", f"{prefix}{line}{rest}"]
        if line.startswith("is "):
            texts.append(re.sub(r"\bis\s+$", "", prefix) + line + rest)
        texts += _stretched(prefix, words, rest, line)
        if offer.re is _ALIKE:
            near = get_close_matches(line, words.split(), 1)
            texts += [f"{prefix}{words.replace(near[0], line)}{rest}"] if near else []
        for text in dict.fromkeys(texts):
            last = first + text.count("\n") + below.count("\n")
            yield Attempt(f"option help\n{before}{text}{below}{behind}\n", text.strip(), first, last)


def _stretched(prefix: str, words: str, rest: str, line: str) -> Iterator[str]:
    """A line with the suggested words in place of a longer part than the underlined one."""
    known = [x for x in re.split(r"[ ,()]+", line) if x]
    starts = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(known[0])}(?![\w-])", prefix)] if known else []
    ends = [m.end() for m in re.finditer(rf"(?<![\w-]){re.escape(known[-1])}(?![\w-])\)?", rest)] if known else []
    for begin in (len(prefix), *starts[-1:]):
        for end in (0, *ends[:1]):
            yield prefix[:begin] + line + rest[end:]


def taken(attempt: Attempt, resolve: Resolve) -> tuple[Diagnostic | None, s.Rule | None]:
    """The error in the new part of a rule (None: none), and the rule, if it can be parsed."""
    # only where something is wrong: it loads the parser
    from unodsl.syntax.parse import parse

    tree, problems = parse(Source("help", attempt.text, "help"))
    rules = [x for o in tree.items if isinstance(o, s.Option) for x in o.items if isinstance(x, s.Rule)]
    if problems or len(rules) != 1:
        near = [d for d in problems if d.span is None or attempt.first <= d.span.line <= attempt.last]
        return next(iter((*near, *problems)), Diagnostic("UNO101", "this is no rule")), None
    try:
        resolve(rules[0])
    except Mistake as mistake:
        for d in mistake.diagnostics:
            here = d.span is not None and d.span.source == rules[0].span.source
            if here and d.span is not None and attempt.first <= d.span.line <= attempt.last:
                return d, rules[0]
    return None, rules[0]
