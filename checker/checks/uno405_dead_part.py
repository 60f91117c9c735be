"""UNO405 dead-part: a branch, a case, or a word of a condition that is never true, or always; or a line that changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from checker.checks.findings import finding_of
from checker.checks.uno403_without_effect import idle_rules
from checker.codes import DEAD_PART
from checker.context import Context
from checker.effects.ways import written_name
from checker.invariants.decided import SEEN, Ledger, proved
from checker.known_tables import written
from checker.reachability.dead import reach
from checker.reachability.dead_everywhere import (
    DeadEverywhere,
    all_tables,
    at_these_options,
    dead_at,
    dead_at_all_tables,
    dead_with_options,
    everywhere,
    own_option,
    tables_with_options,
)
from checker.reachability.dead_parts import Uses, Verdict, dead_parts, known, obligations, seen_in_play, uses_of, varies
from checker.results import Answers, Finding, Place
from checker.witness.scenario import written_rules
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below
from unodsl.source import Span

CODE = DEAD_PART.id


def check(context: Context) -> Answers:
    """Checks the parts of the rules that can run. A part that is dead at this table but not at every table is no
    finding, unless options that the caller named disable it."""
    found = reach(context)
    uses = uses_of(context.table, frozenset(found.dead) | frozenset(found.shadowed))
    wanted = {
        s
        for s, rules in uses.items()
        if (not context.selection.about or any(r.info.name in context.selection.about for r, _ in rules))
        and judged(context, *rules[0])
    }
    all_ = dead_parts(context, frozenset(wanted))
    dead = {x: v for x, v in innermost(all_, uses).items() if not covered(context, all_, uses, x)}
    lasting: dict[t.Rule, list[tuple[Span, Verdict]]] = {}
    named: dict[tuple[t.Rule, tuple[str, ...]], list[tuple[Span, Verdict]]] = {}
    open_: dict[t.Rule, list[tuple[Span, Verdict]]] = {}
    for span, verdict in dead.items():
        rule = rule_at(context, span) or uses[span][0][0]
        match everywhere(context, span, verdict):
            case "dead":
                lasting.setdefault(rule, []).append((span, verdict))
            case "open":
                open_.setdefault(rule, []).append((span, verdict))
            case "alive":
                options = responsible_options(context, span, verdict)
                if options:
                    named.setdefault((rule, options), []).append((span, verdict))
    findings = [finding(context, rule, parts, kernel_answer(context, parts)) for rule, parts in lasting.items()]
    for (rule, options), parts in named.items():
        table = context.narrowed(options)
        findings.append(because(finding(context, rule, parts, kernel_answer(table, parts, exactly=True)), options))
    findings += [finding(context, rule, parts, NOTHING) for rule, parts in open_.items()]
    if not context.within_budget():
        context.cut_short.append(CODE)
    ledger, strong = Ledger(CODE), found.strong or context
    # (a part that is dead because of an inner part needs no proof of its own)
    for span in (s for s in uses if s in wanted and s not in all_):
        how = SEEN if varies(strong, uses[span]) else None
        only_alone = None if how else seen_only_alone(context, span, uses[span])
        if only_alone is None:
            ledger.add(how, uses[span][0][0].info.name, words_of(span))
        else:
            findings.append(only_alone)
    return ledger.answers(findings)


def judged(context: Context, rule: t.Rule, part: t.Part) -> bool:
    """Whether a part is checked. No effects of files that the caller did not name: a game that extends another one may
    leave some of the other's unused. And none that sets what another file declares back to its start: an option that is
    not here may have set it."""
    page = rule.info.name.partition(".")[0]
    if part.effect is None:
        return True
    if isinstance(part.effect, f.Assign) and isinstance(part.effect.value, e.Constant):
        target = part.effect.target
        if isinstance(target, e.Variable):
            variable = context.table.variables[target.index]
            name, starts = variable.name, variable.starts
        elif isinstance(target, e.Field):
            situation = context.table.situations[target.situation]
            name, starts = situation.name, situation.fields[target.index].starts
        else:
            name, starts = "", None
        if part.effect.value.value == starts and name.partition(".")[0] != page:
            return False
    return page in context.project.named


def innermost(dead: dict[Span, Verdict], uses: Uses) -> dict[Span, Verdict]:
    """The dead parts that contain no other dead part. A condition of several words with known values is left out: with
    other parameters each may have another value."""

    def settled(span: Span) -> bool:
        return all(known(part.condition) for _, part in uses[span])

    return {
        x: v
        for x, v in dead.items()
        if not any(inside(y, x) for y in dead) and not (settled(x) and any(inside(y, x) for y in uses))
    }


def covered(context: Context, dead: dict[Span, Verdict], uses: Uses, span: Span) -> bool:
    """Whether another finding covers a part: it is an effect in a dead branch, or in a rule without any effect."""
    for rule, part in uses[span]:
        if part.effect is not None and isinstance(rule, t.Trigger | t.Offer):
            known = [x.condition for y in dead for other, x in uses[y] if other is rule and x.effect is None]
            branches = (x for x in below(rule.effects) if isinstance(x, f.If))
            if any(x.condition in known and any(y is part.effect for y in below(x)) for x in branches):
                return True
            return rule in idle_rules(context)
    return False


def inside(one: Span, other: Span) -> bool:
    """Whether a span lies properly inside another."""
    return one != other and one.source == other.source and other.start <= one.start and one.end <= other.end


def rule_at(context: Context, span: Span) -> t.Rule | None:
    """The rule or definition whose text contains a part."""
    rules = written_rules(context.table).values()
    return next((r for r in rules if r.info.span == span or inside(span, r.info.span)), None)


def responsible_options(context: Context, span: Span, verdict: Verdict) -> tuple[str, ...]:
    """A smallest set of options that disables a part of an option's rule, larger than the closure of the rule's own
    option. Empty if there is none, or if the caller named no options."""
    own = own_option(context, span)
    if not context.effort.far or own is None:
        return ()
    needed = context.table.closed([own], brought=False)
    left = set(context.spec.options)
    alone = context.narrowed(tuple(sorted(needed)))
    if left <= needed or alone is None or dead_at(alone, span, verdict):
        return ()
    for option in sorted(left - needed):
        fewer = {x for x in left if option not in context.table.closed([x], brought=False)}
        other = context.narrowed(tuple(sorted(fewer)))
        if other is not None and own in fewer and at_these_options(other, span, verdict) == "dead":
            left = fewer
    table = context.narrowed(tuple(sorted(left)))
    return tuple(sorted(left)) if table is not None and at_these_options(table, span, verdict) == "dead" else ()


def seen_only_alone(context: Context, span: Span, uses: list[tuple[t.Rule, t.Part]]) -> Finding | None:
    """The open question whether options that the caller named disable a part of another option's rule: play met both of its
    values at the table with that option alone, and one of them here. None if play does not show that."""
    own = own_option(context, span)
    needed = set() if own is None else context.table.closed([own], brought=False)
    if not context.effort.far or not needed or set(context.spec.options) <= needed or not context.within_budget():
        return None
    alone = context.narrowed(tuple(sorted(needed)))
    there = None if alone is None else uses_of(alone.table, at=span).get(span)
    if alone is None or not there or not alone.samples.moves or not varies(alone, there):
        return None
    verdict: Verdict = "always" if any(0 not in seen_in_play(context, *use) for use in uses) else "never"
    rule = rule_at(context, span) or uses[0][0]
    basis = (
        f"with `{own}` alone it was otherwise in play; with all these options it never was in {context.samples.moves} moves of "
        "play, and no proof shows that it never can be"
    )
    return replace(finding(context, rule, [(span, verdict)], NOTHING), options=context.spec.options, basis=basis)


def words_of(span: Span) -> str:
    """The text of a part, on one line."""
    return " ".join(span.text.split())


def kernel_answer(context: Context | None, parts: list[tuple[Span, Verdict]], exactly: bool = False) -> DeadEverywhere:
    """The kernel's proofs about several parts."""
    if context is None:
        return NOTHING
    found = [(dead_with_options if exactly else dead_at_all_tables)(context, span, verdict) for span, verdict in parts]
    return DeadEverywhere(tuple(y for x in found for y in x.shown), tuple(sorted({y for x in found for y in x.left})))


NOTHING = DeadEverywhere((None,))
"""No proof that a part is dead at all these tables."""


def finding(context: Context, rule: t.Rule, parts: list[tuple[Span, Verdict]], dead: DeadEverywhere) -> Finding:
    """The finding that some parts of a rule are dead; open if the kernel has not accepted it."""
    certificates = proved(dead.shown)
    apart = f"; {', '.join(f'`{x}`' for x in dead.left)} each by itself" if dead.left else ""
    words = [words_for(rule, *x) for x in parts]
    return finding_of(
        DEAD_PART,
        context,
        (rule,),
        message_of(rule, parts, bool(certificates)),
        f"in no state that can be reached; at every number of seats that the game allows, with every set of options{apart}, and with "
        "each parameter at its usual, its least and its greatest value"
        if certificates
        else OPEN,
        certificates=certificates,
        places=tuple(
            Place(
                span,
                x + (TAKEN[v] if behind(rule, span, v) else READ if v == "never" and after_others(rule, span) else ""),
            )
            for x, (span, v) in zip(words, parts, strict=True)
        ),
    )


def words_for(rule: t.Rule, span: Span, verdict: Verdict) -> str:
    """What the message says of a dead part."""
    return "changes nothing" if is_line(rule, span) else f"{verdict} true"


def is_line(rule: t.Rule, span: Span) -> bool:
    """Whether a part is an effect."""
    return any(x.effect is not None for x in rule.info.parts if x.span == span)


def message_of(rule: t.Rule, parts: Sequence[tuple[Span, Verdict]], certain: bool) -> str:
    """The message of the finding that some parts of a rule are dead."""
    (first, verdict), *others = parts
    line, words = is_line(rule, first), words_for(rule, first, verdict)
    doubtful = "may change nothing" if line else f"may {verdict} be true"
    phrase = doubtful if not certain else words if line else f"is {words}"
    message = f"in `{rule.info.name}`, `{words_of(first)}` {phrase}"
    if others:
        lines = [is_line(rule, span) for span, _ in others]
        noun, verb = ("line", "change") if all(lines) else ("part" if any(lines) else "condition", "decide")
        verb = f"{verb}{'s' if len(others) == 1 else ''}" if certain else f"may {verb}"
        message += f", and {len(others)} more {noun}{'' if len(others) == 1 else 's'} of it {verb} nothing"
    return message


TAKEN = {"never": " where those before it are false", "always": " where those before it are true"}
"""The end of the note at a case, or a word, that others come before."""


READ = " where it is read"
"""The same at a word whose line is about what the rule is about: a card that is played, for one."""


def after_others(rule: t.Rule, span: Span) -> bool:
    """Whether a word of a line is read only where the conditions before the line hold."""
    return any(x.role == "word" and x.span == span and x.given for x in rule.info.parts)


def behind(rule: t.Rule, span: Span, verdict: Verdict) -> bool:
    """Whether other conditions come before a part and decide if they are true, or if they are false."""
    rows = [x.unless if verdict == "never" else x.given for x in rule.info.parts if x.span == span]
    if verdict == "never" and after_others(rule, span):
        return False
    return any(x.condition in row for x in rule.info.parts for row in rows)


OPEN = "so it is at this table; that it is so at each table of the game is not proved"


def needed(context: Context, row: Mapping[str, Any]) -> Iterator[tuple[Any, list[tuple[str, ...]]]]:
    """The questions that have to be closed for a proved finding of a JSON report, with the choice of their table. Raises
    `KeyError` if one of its places is no part of a rule."""
    with_these = context.narrowed(tuple(row["options"])) if row["basis"].startswith(WITH_THESE) else None
    for span, verdict in parts_of(context, row):
        tables = all_tables(context, span)[0] if with_these is None else tables_with_options(with_these)
        for table in tables or [context]:
            questions = [(x.question, *x.names) for x in obligations(table.table, span, verdict)]
            yield json.loads(written(table.spec)), questions


def parts_of(context: Context, row: Mapping[str, Any]) -> list[tuple[Span, Verdict]]:
    """The parts at the places of a finding in a JSON report, each with its verdict. Raises `KeyError`."""
    spans = {(x.source.name, x.line, x.column, x.end - x.start): x for x in uses_of(context.table)}
    return [
        (
            spans[x["file"], x["line"], x["column"], x["length"]],
            "always" if x["label"].startswith("always") else "never",
        )
        for x in row["locations"]
    ]


def is_its_message(context: Context, row: Mapping[str, Any]) -> bool:
    """Whether the message of a proved finding of a JSON report is that of its rule and places. Raises `KeyError`."""
    parts = parts_of(context, row)
    rule = next(x for name, x in written_rules(context.table).items() if written_name(name) == row["rules"][0])
    labels = all(x["label"].startswith(words_for(rule, *y)) for x, y in zip(row["locations"], parts, strict=True))
    return labels and row["message"] == message_of(rule, parts, True)


WITH_THESE = "in no state that can be reached with these options"
"""How the basis of a finding for a part that options disable begins."""


def because(one: Finding, options: tuple[str, ...]) -> Finding:
    """The finding for a part that options disable."""
    if one.evidence != "proved":
        return replace(one, options=options)
    basis = f"{WITH_THESE}; at every number of seats that they allow, and at this one with each "
    return replace(one, options=options, basis=f"{basis}parameter at its least and its greatest value")
