"""Slips: explains a broken line by its most likely intention, in words for players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.syntax.deck_phrases import deck_line
from unodsl.syntax.faults import Fault, first_word, heads_in, opener, values_above
from unodsl.syntax.layout import BLANK
from unodsl.syntax.rule_slips import (
    RULE_SLIPS,
    commas,
    condition_phrase,
    effect_phrase,
    event_phrase,
    line_phrase,
    names,
    of_several,
    offer_phrase,
    scenario_phrase,
    whose,
    wrong_sign,
)
from unodsl.syntax.vocabulary import (
    ANYWHERE,
    BLOCKS,
    CLOSED,
    DASHES,
    DECK_HEADS,
    DECLARED_ELSEWHERE,
    EFFECT_HEADS,
    FIRST_WORDS,
    FORMS,
    ITEM_HEADS,
    NUMBER_WORDS,
    QUOTES,
    RULE_HEADS,
    SIGNS,
    TOP_HEADS,
)


def explain(fault: Fault) -> Diagnostic:
    """The message for a fault: the first slip that matches, or the unexpected word and the expected ones."""
    for slip in _SLIPS:
        found = slip(fault)
        if found is not None:
            return found
    return _ends(fault) if fault.kind == "end" else _does_not_fit(fault)


# --------------------------------------------------------------------------------------------------------------- slips


def _deep(fault: Fault) -> Diagnostic | None:
    if fault.kind != "deep":
        return None
    message = f"this is nested more than {limits.NESTING} deep"
    return fault.wrong(message, "give parts of it names with `means`", code="UNO103")


def _letter(fault: Fault) -> Diagnostic | None:
    """Slip: an invalid character."""
    if fault.kind != "letter":
        return None
    text, start = fault.text, fault.start
    letter = text[start : start + 1]
    if letter == '"':
        end = text.find("\n", start)
        rest = text[start : end if end >= 0 else len(text)].rstrip(BLANK)
        return fault.wrong(
            "the text in quotes does not end", 'put a `"` at its end', fault.place(start, start + len(rest))
        )
    one = fault.place(start, start + 1)
    if letter in QUOTES:
        return fault.wrong(f"`{letter}` is not the quote that is meant", 'use plain quotes: `"..."`', one)
    if letter in DASHES:
        return fault.wrong(f"`{letter}` is not the hyphen that is meant", "use the plain hyphen `-`", one)
    if letter.isspace():
        return fault.wrong("this blank is not an ordinary space", "type it again with the space bar", one)
    for length in (2, 1):
        sign = text[start : start + length]
        if sign == "!" and not text[start + 1 :].split("\n", 1)[0].strip():
            return fault.wrong("`!` does not fit here", "a line ends without an exclamation mark", one)
        if sign in SIGNS:
            return wrong_sign(fault, text, start, sign)
    if letter.isalpha():
        end = start
        while end < len(text) and (text[end].isalnum() or text[end] in "-_"):
            end += 1
        while start > fault.line.start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            start -= 1
        message = f"`{text[start:end]}` is not a name that can be used"
        return fault.wrong(message, "names are made of the letters a to z, digits and hyphens", fault.place(start, end))
    return fault.wrong(f"`{letter}` does not fit here", None, one)


def _deeper(fault: Fault) -> Diagnostic | None:
    """Slip: an indented line without a block above it."""
    if fault.kind != "deeper":
        return None
    above = fault.lines[fault.index - 1] if fault.index else fault.line
    # the line above may have been meant to open a block
    opening = replace(fault, index=max(0, fault.index - 1), start=above.start, end=above.end, kind="end")
    found = _first_words(opening) or _misspelled(opening)
    if found is not None:
        return found
    hint = "line it up with the line above; a line goes on below inside `( )` and behind or before a `,` or an operator"
    if first_word(fault.text, above) == "if" and opener(fault, max(0, fault.index - 1)) == "rule":
        hint = "line it up with the `if`; effects come after `then`"
    elif first_word(fault.text, fault.line) == "then":
        hint = f"line the `then` up with the `{first_word(fault.text, above)}` above it"
    message = "this line is indented, and nothing above opens a block"
    return fault.wrong(message, hint, fault.place(fault.line.start, fault.line.end), "UNO102")


def _unclosed(fault: Fault) -> Diagnostic | None:
    """Slip: an unclosed parenthesis, which made the line continue below."""
    open_: list[int] = []
    for piece, at in fault.words:
        if piece == "(":
            open_.append(at)
        elif piece == ")" and open_:
            open_.pop()
    first = next((at for at in open_ if "\n" in fault.source.text[at : fault.start]), None)
    if first is None:
        return None
    return fault.wrong("this parenthesis is not closed", "put a `)` where it ends", fault.place(first, first + 1))


def _first_words(fault: Fault) -> Diagnostic | None:
    """Slip: a first word of another language, or with a capital letter."""
    head, known = fault.head, heads_in(fault.where)
    low = head.lower()
    if head in known:
        return None
    if low in known:
        return fault.at_head(f"`{head}` does not fit here", f"write it in lower case: `{low}`")
    words = fault.words
    if low == "else" and len(words) > 1 and words[1][0] == "if":
        return fault.at_head(f"`{head}` does not fit here", "write `otherwise if`")
    if low == "do" and fault.where == "rule" and len(words) > 1 and words[1][0] != "nothing":
        rest = " ".join(w for w, _ in words[1:])
        return fault.at_head(f"`{head}` does not fit here", f"write `then {rest}`")
    if low in DECLARED_ELSEWHERE and fault.where in ("", "game", "option"):
        return fault.at_head(f"`{head}` does not fit here", f"write {DECLARED_ELSEWHERE[low]}")
    if low in FIRST_WORDS:
        return fault.at_head(f"`{head}` does not fit here", f"write {FIRST_WORDS[low]}")
    return None


def _capitals(fault: Fault) -> Diagnostic | None:
    """Slip: a keyword in capital letters, at the fault or further up in the line."""
    for word, start in fault.words:
        if start > fault.start:
            break
        low = word.lower()
        if word != low and (low in fault.wanted or low in _JOINTS):
            hint = f"write it in lower case: `{low}`"
            return fault.wrong(f"`{word}` does not fit here", hint, fault.place(start, start + len(word)))
    return None


_JOINTS = frozenset(
    [
        "and",
        "or",
        "not",
        "is",
        "of",
        "to",
        "from",
        "may",
        "must",
        "cannot",
        "means",
        "then",
        "otherwise",
        "becomes",
        "with",
        "by",
        "as",
        "holds",
    ]
)


def _words_of_others(fault: Fault) -> Diagnostic | None:
    if fault.kind != "word":
        return None
    sign = fault.text[fault.start : fault.start + 2]
    if sign in SIGNS:
        return fault.wrong(f"`{sign}` does not fit here", SIGNS[sign], fault.place(fault.start, fault.start + 2))
    number = re.match(r"\+\d+", fault.text[fault.start :])
    if number is not None:
        place = fault.place(fault.start, fault.start + number.end())
        called = "a card is called by its name in the deck, and a number stands without `+`"
        return fault.wrong(f"`{number[0]}` is neither a card nor a number", called, place)
    named = re.search(r"\bnaming ((?:[\w-]+ )*[\w-]+)[ \t]+$", fault.text[: fault.start])
    if fault.word in ("or", "and") and named is not None:
        behind = re.match(rf"{fault.word}[ \t]+((?:an? |the )?[\w-]+)", fault.text[fault.start :])
        if behind is not None:
            whole = f"naming ({named[1]} {fault.word} {behind[1]})"
            return fault.wrong(f"`{fault.word}` does not fit here", f"put what is named in parentheses: `{whole}`")
    hint = ANYWHERE.get(fault.word.lower())
    return None if hint is None else fault.wrong(f"`{fault.word}` does not fit here", hint)


def _missing_then(fault: Fault) -> Diagnostic | None:
    """Slip: an effect in a rule, or an act, without `then` before it."""
    where, head = fault.where, fault.head
    if where not in ("rule", "act"):
        return None
    if head == "otherwise":
        hint = "put the `if` that it belongs to below `then`, both indented alike"
        return fault.at_head("there is no effect with an `if` that this `otherwise` belongs to", hint)
    words = [w for w, _ in fault.words]
    changes = any(sign in words for sign in ("becomes", "+=", "-="))
    if (head in EFFECT_HEADS and head not in RULE_HEADS) or (changes and head not in RULE_HEADS):
        return fault.at_head("an effect needs `then` in front of it", f"write `then {head} ...`")
    return None


_OWN_LINE = ("if", "then", "when", "during", "instead", "before", "after", "despite")
"""Words that begin a line of a rule and are often joined to the line above."""


def _one_breath(fault: Fault) -> Diagnostic | None:
    """Slip: two lines of a rule in one."""
    word = fault.word
    if fault.where != "rule" or fault.kind != "word" or word not in _OWN_LINE or fault.start == fault.line.start:
        return None
    before = [w for w, start in fault.words if start < fault.start]
    if word == "if" and before.count("(") > before.count(")"):
        hint = "give the value a name, in a rule of its own: `... means 1 if ..., otherwise 0`"
        return fault.wrong("a value that depends on a condition does not stand in parentheses", hint)
    return fault.wrong(f"`{word}` starts a line of its own here", "put it on the next line")


def _colon(fault: Fault) -> Diagnostic | None:
    """Slip: a colon before a block, as in other languages."""
    if fault.word != ":" or fault.kind != "word" or fault.words[-1] != (":", fault.start):
        return None
    return fault.wrong("there is a `:` too many", "leave it out: blocks are made by indenting lines")


_LINES: tuple[tuple[str, str], ...] = (
    (
        r"variable (?P<name>[a-z][a-z -]*?) (?:is|=|from|goes from) (?P<low>\d+) to (?P<high>\d+)",
        "variable {name}: {low} to {high}",
    ),
    (
        r"variable ?: ?(?P<name>[a-z][a-z-]*),? (?P<low>\d+) ?(?:to|-|\.\.) ?(?P<high>\d+)",
        "variable {name}: {low} to {high}",
    ),
    (
        r"(?P<kind>variable|parameter) (?P<name>[a-z][a-z -]*?)(?P<each> of each player)? ?[:=] ?(?P<low>\d+) ?(?:-|\.\.+) ?(?P<high>\d+)",
        "{kind} {name}{each}: {low} to {high}",
    ),
    (r"variable (?P<name>[a-z][a-z -]*?) ?= ?(?P<low>\d+)", "variable {name}: 0 to 100, starts {low}"),
    (r"set (?P<name>[a-z][a-z -]*?) ?(?:=|:=|:|is|as|at|equals|becomes)? ?(?P<low>\d+)", "set {name} to {low}"),
    (r"(?P<kind>zone|situation|act) ?: ?(?P<name>[a-z].*)", "{kind} {name}"),
    (r"zone (?P<name>[a-z][a-z -]*?) (?P<kind>face up|face down|private)", "zone {name}, {kind}"),
    (
        r"situation (?P<name>[a-z-]+(?: [a-z-]+)?) (?:for|of|at) (?P<kind>a player|players|player)",
        "situation {name} on {kind}",
    ),
    (
        r"(?P<kind>game|option|rule|seats|requires|brings|excludes|without|clause|with|during|when|if|then|instead of|before|after|despite|set|needs|use) ?: ?(?P<name>.+)",
        "{kind} {name}",
    ),
    (r"(?:the )?hand of (?P<name>[a-z]+) ?[:=] ?(?P<low>[a-z0-9].*)", "{name} holds {low}"),
    (r"(?P<name>[a-z]+) ?[:=] ?(?P<low>(?:\d+ \* )?[a-z]+ [a-z0-9-]+(?:, .+)?)", "{name} holds {low}"),
)
"""Declarations in the syntax of other languages, mostly with `:` or `=`, and their form here."""


def _as_elsewhere(fault: Fault) -> Diagnostic | None:
    """Slip: a declaration, or a hand of a scenario, in the syntax of another language."""
    line = " ".join(fault.text[fault.line.start : fault.line.end].partition("#")[0].split())
    held = fault.where == "scenario"
    for pattern, form in _LINES:
        found = re.fullmatch(pattern, line)
        if found is not None and (held or " holds " not in form):
            meant = form.format_map({k: v or "" for k, v in found.groupdict().items()})
            whole = fault.place(fault.line.start, fault.line.end)
            return fault.wrong("this is not a valid line", f"write `{meant}`", whole)
    return None


def _not_below(fault: Fault) -> Diagnostic | None:
    """Slip: the effects beside an `if`, not below it; and `then` with a block below."""
    if fault.kind == "end" and fault.word == "then" and fault.head == "if":
        hint = "what happens stands behind `then`; or below the line, indented, without `then`"
        return fault.wrong("this line ends too early", hint)
    above = first_word(fault.text, fault.lines[fault.index - 1]) if fault.index else ""
    level = fault.index > 0 and fault.lines[fault.index - 1].depth == fault.line.depth
    if fault.start == fault.line.start and level and above in BLOCKS and fault.wanted <= {"_INDENT", "then", "_NL"}:
        hint = f"indent what happens below the `{above}` once more"
        place = fault.place(fault.line.start, fault.line.end)
        return fault.wrong(f"this stands beside the `{above}`, not below it", hint, place, "UNO102")
    return None


def _at_the_end(fault: Fault) -> Diagnostic | None:
    """Slip: a `;` or `,` at the end of a line, as in other languages."""
    word, start = fault.words[-1] if fault.words else ("", 0)
    if word not in (";", ",") or fault.start != start or fault.kind not in ("word", "end"):
        return None
    return fault.wrong(f"there is a `{word}` too many", "leave it out: a line just ends", fault.place(start, start + 1))


def _note(fault: Fault) -> Diagnostic | None:
    """Slip: a comment in the syntax of other languages, whose first sign divides here."""
    text, start = fault.text, fault.start
    begins = start - 1 if text[start - 1 : start] == "/" else start
    if fault.kind != "word" or text[begins : begins + 2] != "//":
        return None
    return fault.wrong("`//` does not fit here", SIGNS["//"], fault.place(begins, begins + 2))


def _range(fault: Fault) -> Diagnostic | None:
    """Slip: a range with numbers in words, or with words after its `to`."""
    words = [w for w, _ in fault.words]
    places = [start for _, start in fault.words]
    at = places.index(fault.start) if fault.start in places else 0
    if fault.kind != "word" or fault.word != "to" or not 0 < at < len(words) - 1:
        return None
    before, behind = words[at - 1], words[at + 1]
    numbers = [str(NUMBER_WORDS.index(w)) if w in NUMBER_WORDS else w for w in (before, behind)]
    if numbers != [before, behind] and all(n.isdigit() for n in numbers):
        place = fault.place(places[at - 1], places[at + 1] + len(behind))
        return fault.wrong("a range is written in digits", f"write `{numbers[0]} to {numbers[1]}`", place)
    if before.isdigit() and places[at + 2 :] and words[at + 2].isdigit():
        place = fault.place(places[at - 1], places[at + 2] + len(words[at + 2]))
        hint = f"write `{behind} {before} to {words[at + 2]}`"
        return fault.wrong("a range goes from a number to a number", hint, place)
    return None


def _two_deeds(fault: Fault) -> Diagnostic | None:
    """Slip: two effects with a comma between them."""
    if fault.word != "," or fault.kind != "word" or (fault.head != "then" and fault.where not in BLOCKS):
        return None
    return fault.wrong("`,` does not fit here", "each thing that happens has a line of its own below `then`")


def _elsewhere(fault: Fault) -> Diagnostic | None:
    """Slip: a line that belongs in another kind of block."""
    where, head = fault.where, fault.head
    if head in heads_in(where) or (fault.word != head and where not in ("rule", "scenario")):
        return None
    at = f"`{head}` does not stand here"
    if head in TOP_HEADS:
        return fault.at_head(at, "it starts at the left edge of the file")
    if head in ITEM_HEADS and where not in BLOCKS:
        return fault.at_head(at, "it stands in a `game` or an `option`, indented")
    if head in RULE_HEADS and where in ("", "game", "option"):
        return fault.at_head(at, "it stands in a `rule`, indented")
    if head in ("with", "expect") and where in ("", "game", "option"):
        return fault.at_head(at, "it stands in a `scenario`, indented")
    return None


def _misspelled(fault: Fault) -> Diagnostic | None:
    """Slip: a misspelled first word."""
    known, head = heads_in(fault.where), fault.head
    if not head[:1].isalpha() or head in known:
        return None
    if fault.where == "rule" and fault.kind == "end" and low_head(fault) in _NEARLY:
        return fault.at_head(f"no line here starts with `{head}`", f"did you mean `{_NEARLY[low_head(fault)]}`?")
    # where other lines start with names, a word has to be very similar to a keyword
    closed = any(known is each for each in CLOSED)
    if not closed and not (len(head) > 3 and get_close_matches(head.lower(), known, 1, 0.75)):
        return None
    near = did_you_mean(head.lower(), known)
    return None if near is None else fault.at_head(f"no line here starts with `{head}`", near)


_NEARLY = {
    **dict.fromkeys(("wen", "whn", "wehn", "hwen", "wehen", "whe", "whem", "wenn", "whenn"), "when"),
    **dict.fromkeys(("the", "than", "hten", "thn", "tehn", "thne", "ten", "thenn", "dann"), "then"),
    **dict.fromkeys(("fi", "iff", "ifs"), "if"),
}
"""Short keywords of rules, which are often misspelled."""


def low_head(fault: Fault) -> str:
    """The first word of the line in lower case."""
    return fault.head.lower()


def _choices(fault: Fault) -> Diagnostic | None:
    """Slip: the last of several values without `otherwise`."""
    words = [w for w, _ in fault.words]
    if fault.kind != "end" or "if" not in fault.wanted or "if" not in words or "," not in words:
        return None
    hint = "write `otherwise` in front of the value that holds in all other cases"
    return fault.wrong("this list of values has no last one", hint)


def _no_deed(fault: Fault) -> Diagnostic | None:
    """Slip: `may` and the like with nothing after it."""
    if fault.kind != "end" or fault.word not in ("may", "must", "cannot") or fault.where != "rule":
        return None
    return fault.wrong("this line ends too early", f"say what: for example `{fault.word} play a card`")


_SLIPS: tuple[Callable[[Fault], Diagnostic | None], ...] = (
    _deep,
    effect_phrase,
    condition_phrase,
    event_phrase,
    offer_phrase,
    line_phrase,
    scenario_phrase,
    _as_elsewhere,
    whose,
    _letter,
    _unclosed,
    _deeper,
    _first_words,
    _capitals,
    _words_of_others,
    _missing_then,
    _one_breath,
    _colon,
    _not_below,
    _at_the_end,
    _note,
    _range,
    of_several,
    commas,
    _two_deeds,
    *RULE_SLIPS,
    names,
    _elsewhere,
    _misspelled,
    _choices,
    _no_deed,
)


# ------------------------------------------------------------------------------------------------------- anything else

_EMPTY = {
    "rule": "what it says stands below it, indented: `when`, `then` and so on",
    "scenario": "what happens stands below it, indented",
    "deck": "its cards stand below it, indented",
    "then": "effects stand behind it, or below it, indented",
}


def _ends(fault: Fault) -> Diagnostic:
    head = fault.head
    if "_INDENT" in fault.wanted and not _specific(fault.wanted):
        below = _EMPTY.get(head, "what belongs to it stands below it, indented")
        return fault.at_head(f"there is nothing in this `{head}`", below)
    hint = _listed(fault)
    form = _example(fault)
    if hint is None and form is None:
        known = sorted(heads_in(fault.where))
        hint = f"a line here starts with {_either(f'`{w}`' for w in known)}" if known else None
    return fault.wrong("this line ends too early", _together(hint, form))


def _does_not_fit(fault: Fault) -> Diagnostic:
    word = fault.word
    if fault.start == fault.line.start:
        known = sorted(heads_in(fault.where))
        hint = f"a line here starts with {_either(f'`{w}`' for w in known)}" if known else None
        return fault.wrong(f"no line here starts with `{word}`", hint)
    near = did_you_mean(word.lower(), [w for w in fault.wanted if w.isalpha() and w.islower()])
    hint = near or _together(_listed(fault), _example(fault))
    return fault.wrong(f"`{word}` does not fit here", hint)


def _together(hint: str | None, form: str | None) -> str | None:
    """The help: the whole line to write if that is known, else what could stand here, with an example."""
    return "; ".join(filter(None, (None if (form or "").startswith("write ") else hint, form))) or None


def _example(fault: Fault) -> str | None:
    where = fault.where
    if where == "deck" and fault.head not in DECK_HEADS:
        meant = deck_line(fault.text[fault.line.start : fault.line.end], values_above(fault))
        if meant is not None:
            return f"write `{meant}`"
        return f"for example `{'2 of each color: 1 to 9' if fault.head.isdigit() else 'color is red, blue'}`"
    if (
        fault.head not in heads_in(where)
        or fault.head not in FORMS
        or (fault.head in ("seats", "game") and where == "scenario")
    ):
        return None
    return f"for example `{FORMS[fault.head]}`"


# continuations that fit nearly any value, and help nobody
_GOES_ON = frozenset(
    [
        "RANGE",
        "+",
        "-",
        "*",
        "/",
        "is",
        "holds",
        "can",
        "cannot",
        "and",
        "or",
        "of",
        "after",
        "where",
        "on",
        "_NL",
        "_INDENT",
        "_DEDENT",
        "$END",
    ]
)
_VALUE = frozenset(["WORD", "NUMBER", "RANGE", "(", "-", "not", "there", "number", "total", "highest", "lowest"])
_KINDS = {
    "STRING": 'a text in quotes (`"..."`)',
    "NUMBER": "a number",
    "NAME": "a name",
    "WORD": "a word",
}


def _specific(wanted: frozenset[str]) -> frozenset[str]:
    """The expected tokens at this place, without the continuations that fit any value."""
    if {"WORD", "("} <= wanted:
        return wanted - _VALUE - _GOES_ON | ({"WORD"} if "of" not in wanted else set())
    return wanted - _GOES_ON - ({"WORD", "NUMBER"} if "of" in wanted else set())


def _listed(fault: Fault) -> str | None:
    """The missing tokens, if they are few enough to help."""
    wanted = _specific(fault.wanted)
    value = "WORD" in wanted and "(" in fault.wanted
    parts = ["a value"] if value else []
    parts += sorted(_KINDS[w] for w in wanted if w in _KINDS and not (value and w == "WORD"))
    parts += sorted(f"`{w}`" for w in wanted if w not in _KINDS)
    if not parts or len(parts) > 6:
        return None
    if len(parts) == 1 and fault.kind == "end" and not value:
        return f"{parts[0]} is missing"
    return f"here could stand {_either(parts)}"


def _either(names: Iterable[str]) -> str:
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
