"""The forms of the messages of findings, by code, each with its severities. `{rule}` is the next rule of the finding, `{rules}`
are all of them, `{}` is any text. The first form that fits decides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker import codes as c
from checker.results import UNSTATED

NOTE, WARNING, ERROR = ("note",), ("warning",), ("error",)
OPEN: tuple[str, ...] = ("open",)
"""A note about a question that is open."""

Form = tuple[tuple[str, ...], str]
"""The severities that a message can have, and the form of its text."""

ANY_CODE: tuple[Form, ...] = (
    (OPEN, "there was no time for this question"),
    (("error", "warning", "note"), "{} of rules were not checked"),
    (("error", "warning", "note"), "{} of rules was not checked"),
)
"""Open questions of any code that the budget left."""

OF_OPTIONS: tuple[Form, ...] = (
    (("error", "note"), "{rule} and {rule} answer the same move differently"),
    (("error", "note"), "{option} and {option} answer the same move differently"),
    (("error", "note"), "{rule} and {rule} let a match begin differently"),
    (("error", "note"), "{option} and {option} let a match begin differently"),
    (ERROR, "{rule} and {rule} together never let anybody {}"),
    (ERROR, "{rules} together never let anybody {}"),
    (OPEN, "{option} and {option} may answer some decision differently, or undo each other"),
    (OPEN, "{} pairs of options may answer some decision differently, or undo each other"),
)

TOGETHER: tuple[Form, ...] = (
    (OPEN, "`{}` and `{}` share no state: no decision was compared, only what they declare"),
    (OPEN, "`{}` and `{}` may answer some other decision differently"),
    (OPEN, f"`{{}}` and `{{}}` seem to answer {UNSTATED}"),
    (NOTE, "what a table may choose: {}"),
    *(
        (NOTE, f"{x}; only `{{}}` speaks of it")
        for x in ("when a player may {}", "what comes of {}", "who takes part {}")
    ),
    (WARNING, "{}; only `{}` speaks of it"),
    (ERROR, "{}"),
)
"""Differences of two rulesets laid together: an error if both speak of it."""

FORMS: Mapping[str, tuple[Form, ...]] = {
    c.ORDER.id: (
        (ERROR, "{rule} and {rule} answer the same event, nothing says which comes first, and it matters"),
        (NOTE, "the order of {rule} and {rule} matters where {} runs out of cards"),
        (OPEN, "it is not known whether the order of {rule} and {rule} matters"),
    ),
    c.PERMIT_FORBID.id: (
        (WARNING, "{rule} offers a move that {rule} forbids, and neither says which of them wins"),
        (WARNING, "{rule} makes a player do what {rule} forbids, and neither says which of them wins"),
        (OPEN, "{rule} may forbid what {rule} offers"),
    ),
    c.TWO_OUTCOMES.id: (
        (ERROR, "{rule} and {rule} both offer the same act, with different outcomes"),
        (OPEN, "{rule} and {rule} may offer the same act with different outcomes"),
    ),
    c.TWO_REPLACEMENTS.id: (
        (WARNING, "{rule} and {rule} both stand instead of `{}`, and both run"),
        (OPEN, "{rule} and {rule} may both stand instead of `{}`"),
    ),
    c.PARAMETER.id: (
        (
            WARNING,
            "`{}` sets the number of packs of another game than its own, so the game's own number decides nothing: {}",
        ),
        (WARNING, "several options set the parameter `{}` differently: {}"),
        (("warning", "note"), "{rule} and {rule} give `{}` different meanings"),
        (OPEN, "{rule} and {rule} may give `{}` different meanings"),
    ),
    c.DOUBLE.id: (
        (("warning", "note"), "{rule} and {rule} do the same thing for the same event, so it happens twice"),
        (OPEN, "{rule} and {rule} may do the same thing twice"),
    ),
    c.CONTRADICTION.id: OF_OPTIONS,
    c.UNDONE.id: (
        (("warning", "note"), "{option} has no effect here once {option} is on as well, and nothing says so"),
        (("warning", "note"), "{option} and {option} let a match begin differently"),
    ),
    c.INTERACTION.id: (
        (NOTE, "{rule} and {rule} together do what neither of them says"),
        (NOTE, "{option} and {option} together do what neither of them says"),
    ),
    c.ENDLESS_CASCADE.id: (
        (ERROR, "these rules set each other off for ever: {rules}"),
        (ERROR, "in one move, these rules set each other off more than {} times: {rules}"),
        (OPEN, "these rules can set each other off, and nothing shows that they stop: {rules}"),
    ),
    c.ENDLESS_STACK.id: (
        (ERROR, "moves can go on for ever while {} is open, whatever cards come: {rules}"),
        (ERROR, "moves can go round for ever while {} is open: {rules}"),
        (OPEN, "nothing shows that {} is ever answered"),
    ),
    c.STUCK.id: (
        (ERROR, "the game can get stuck: with {} open nobody has a legal move{}"),
        (ERROR, "the game can get stuck: no situation is open, and nobody has a move"),
        (OPEN, "nothing shows that a situation is always open while the match runs"),
        (OPEN, "nothing shows that somebody can always move while {} is open"),
    ),
    c.TRAP.id: (
        (ERROR, "no round ever ends: nothing brings about {rules}"),
        (ERROR, "no round ever ends: nothing makes {rules} end one"),
        (ERROR, "the round can no longer end: from {}, as in the witness, no sequence of moves ends it"),
        (ERROR, "the round can no longer end: from {}, as in the witness, no sequence of moves ends it, because {}"),
        (OPEN, "nothing shows that a round can always still end"),
    ),
    c.ENDLESS_BY_CHOICE.id: (
        (NOTE, "a round can go on for ever if all wish it: {rules}"),
        (OPEN, "nothing shows that a round must end"),
    ),
    c.ENDLESS_MATCH.id: (
        (WARNING, "no rule ends the match: rounds follow each other for ever"),
        (WARNING, "no rule ends the match"),
        (ERROR, "the match never ends: {} begins a round where {} has ended it"),
        (ERROR, "the match never ends: {rules} never ends it{}"),
        (ERROR, "once {}, it stays so, and the match can no longer end"),
        (OPEN, "nothing shows that a match can always still end"),
    ),
    c.DEAD.id: (
        (NOTE, "{rule} never happens at {} seats"),
        (NOTE, "{rule} forbids nothing at this table: what it is about is not switched on"),
        (NOTE, "{rule} never happens with these options"),
        (NOTE, "{rule} never happens with {} {}"),
        (WARNING, "{rule} forbids nothing at this table"),
        (WARNING, "{rule} never happens at this table"),
        (OPEN, "{rule} was never seen to happen"),
        (OPEN, "{} rules were not seen to happen, because endless cascades cut play off; resolve UNO301 first"),
    ),
    c.OVERSHADOWED.id: ((("warning", "note"), "{rule} never gets its turn: each time {}"),),
    c.WITHOUT_EFFECT.id: (
        (WARNING, "{rule} changes nothing, whenever it runs"),
        (WARNING, "{rule} changes nothing, whenever it is made use of"),
        (NOTE, "{rule} changes nothing with {} {}"),
        (OPEN, "it is not known whether {rule} ever changes anything"),
        (OPEN, "not all of {} rules were checked for whether they change anything"),
    ),
    c.OPTION_WITHOUT_EFFECT.id: ((("warning", "note"), "the option {option} changes nothing at this table"),),
    c.DEAD_PART.id: (
        (("warning", "note"), "in {rule}, `{}` is never true{}"),
        (("warning", "note"), "in {rule}, `{}` is always true{}"),
        (("warning", "note"), "in {rule}, `{}` changes nothing{}"),
        (OPEN, "in {rule}, `{}` may never be true{}"),
        (OPEN, "in {rule}, `{}` may always be true{}"),
        (OPEN, "in {rule}, `{}` may change nothing{}"),
    ),
    c.UNREAD.id: ((NOTE, "{rule} only sets `{}`, and no rule reads that"),),
    c.UNANSWERED.id: (
        (WARNING, "{} can be open with no move that answers it{}"),
        (WARNING, "{} can be open, and no rule says how it is answered"),
        (OPEN, "nothing shows that {} can always be answered"),
    ),
    c.RACE.id: (
        (NOTE, "{rule} and {rule}: whoever is first keeps the other from acting"),
        (NOTE, "{rule}, by two players: whoever is first keeps the other from acting"),
        (OPEN, "it is not known whether it matters who is first: {}"),
    ),
}

NO_RULE_DOES_ANYTHING: Form = (WARNING, "no rule of {option} ever does anything at this table: {rules}")
"""The findings on the rules of an option, merged."""


def severities(
    code: str, message: str, rules: Sequence[str], options: Sequence[str], together: bool = False
) -> tuple[str, ...] | None:
    """The severities that a finding with some message can have; None if no finding of its code, about these rules or options, has
    such a message."""
    forms: list[Form] = [*ANY_CODE]
    forms += [NO_RULE_DOES_ANYTHING] if code in (c.DEAD.id, c.OVERSHADOWED.id, c.WITHOUT_EFFECT.id) else []
    forms += TOGETHER if together and code in (c.PARAMETER.id, c.CONTRADICTION.id) else FORMS.get(code, ())
    return next((allowed for allowed, form in forms if fits(form, message, rules, options)), None)


def fits(form: str, message: str, rules: Sequence[str], options: Sequence[str]) -> bool:
    """Whether a message has a form, and names rules or options of its finding, each once."""
    blanks = {"{}": "(?s:.*)", "{rule}": "`([^`]+)`", "{option}": "`([^`]+)`"}
    named_rules = [f"`{x}`" for x in rules]
    lists = [", ".join(named_rules), " and ".join([", ".join(named_rules[:-1]), *named_rules[-1:]])]
    blanks["{rules}"] = "(?:" + "|".join(map(re.escape, lists)) + ")"
    parts = re.split(r"(\{\w*\})", form)
    found = re.fullmatch("".join(blanks.get(x, re.escape(x)) for x in parts), message)
    named = [] if found is None else found.groups()
    among = rules if "{rule}" in form else options
    return found is not None and len(set(named)) == len(named) and set(named) <= set(among)
