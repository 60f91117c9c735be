"""Keywords at the beginning of lines, and common words of other languages: for messages only."""

from __future__ import annotations

TOP_HEADS = frozenset(["use", "game", "options", "option", "scenario"])
"""The first words of lines at top level."""
ITEM_HEADS = frozenset(
    [
        "seats",
        "needs",
        "parameter",
        "set",
        "requires",
        "brings",
        "excludes",
        "without",
        "on",
        "clause",
        "deck",
        "zone",
        "variable",
        "situation",
        "act",
        "rule",
    ]
)
"""The first words of lines in a game or an option."""
RULE_HEADS = frozenset(
    ["clause", "during", "at", "when", "if", "instead", "before", "after", "despite", "allow", "then"]
)
"""The first words of lines in a rule, except offers, bans and definitions."""
EFFECT_HEADS = frozenset(
    [
        "begin",
        "end",
        "pass",
        "move",
        "gather",
        "shuffle",
        "swap",
        "give",
        "show",
        "note",
        "remove",
        "seat",
        "include",
        "exclude",
        "do",
        "if",
        "for",
        "repeat",
        "otherwise",
    ]
)
"""The first words of effects, except acts and assignments."""
SCENARIO_HEADS = frozenset(["clause", "game", "with", "without", "set", "seats", "expect"])
"""The first words of lines in a scenario, except positions and moves."""
DECK_HEADS = frozenset(["remove", "packs"])
"""The first words of lines in a deck, except attributes and numbers of cards."""
ACT_HEADS = frozenset(["manners", "naming", "then"])
"""The first words of lines in an act."""

HEADS = TOP_HEADS | ITEM_HEADS | RULE_HEADS | EFFECT_HEADS | SCENARIO_HEADS | DECK_HEADS | ACT_HEADS
"""All first words of lines."""

INSIDE = {
    "": TOP_HEADS,
    "game": ITEM_HEADS,
    "option": ITEM_HEADS,
    "rule": RULE_HEADS,
    "scenario": SCENARIO_HEADS,
    "deck": DECK_HEADS,
    "act": ACT_HEADS,
    "situation": frozenset[str](),
}
"""The first words of lines in a block, by the word that opens it; empty for top level."""
BLOCKS = frozenset(["then", "if", "otherwise", "for", "repeat"])
"""Words that open a block of effects."""
CLOSED = (TOP_HEADS, ITEM_HEADS, ACT_HEADS)
"""The blocks in which every line starts with one of these words."""
NAMED = frozenset(["game", "option", "rule"])
"""Lines with a name and a title."""
LISTS = frozenset(
    [
        "requires",
        "brings",
        "excludes",
        "without",
        "clause",
        "instead",
        "before",
        "after",
        "despite",
        "with",
        "manners",
        "seats",
    ]
)
"""Lines with names separated by commas."""

FORMS = {
    "use": 'use "file.uno"',
    "game": 'game my-game "My game"',
    "options": "options for official",
    "option": 'option my-option "What it changes"',
    "scenario": 'scenario "what it shows"',
    "seats": "seats 2 to 10",
    "needs": 'needs seats * hand-size is less than deck size "there are not enough cards"',
    "parameter": 'parameter hand-size "cards dealt": 1 to 20, default 7',
    "set": "set hand-size to 5",
    "requires": "requires first-option, second-option",
    "brings": "brings first-option, second-option",
    "excludes": "excludes first-option, second-option",
    "without": "without first-rule, second-rule",
    "on": "on by default",
    "clause": "clause official.deal",
    "deck": "deck in draw pile",
    "zone": "zone draw pile, face down",
    "variable": "variable score of each player: 0 to 500, starts 0",
    "situation": "situation turn on a player",
    "act": "act play a card from hand",
    "manners": "manners answer, match",
    "naming": "naming a color",
    "rule": 'rule my-rule "What it says"',
    "during": "during turn",
    "at": "at any time",
    "instead": "instead of first-rule",
    "before": "before first-rule",
    "after": "after first-rule",
    "despite": "despite first-rule",
    "allow": 'allow UNO305 "why this is meant"',
    "with": "with first-option, second-option",
    "pass": "pass turn to next player",
    "begin": "begin turn on next player",
    "move": "move top 3 from draw pile to hand of player",
    "gather": "gather into draw pile",
    "shuffle": "shuffle draw pile",
    "swap": "swap hand of player with hand of next player",
    "give": "give every hand to next player",
    "show": "show hand of player to everyone",
    "note": 'note "what to say" to player',
    "include": "include player among winners",
    "exclude": "exclude player from winners",
    "do": "do nothing",
    "for": "for each player",
    "repeat": "repeat 3 times",
    "packs": "packs 2",
    "remove": "remove 0, 2 to 4",
}
"""For the first word of a line, an example."""

FIRST_WORDS = {
    "whenever": "`when`",
    "once": "`when`",
    "else": "`otherwise`",
    "elif": "`otherwise if`",
    "elseif": "`otherwise if`",
    "unless": "`if not`",
    "while": "`repeat at most 10 times while`",
    "loop": "`repeat 10 times`",
    "foreach": "`for each player` or `for each card in ...`",
    "import": "`use`",
    "let": "`variable`",
    "var": "`variable`",
    "ruleset": "`game`",
    "test": "`scenario`",
    "default": "`on by default`",
    "enabled": "`on by default`",
    "assert": "`expect`",
    "check": "`expect`",
}
"""Common wrong words at the start of a line, with suggestions."""
DECLARED_ELSEWHERE = {
    "include": "`use`",
    "require": "`use`",
    "load": "`use`",
    "def": "`rule`",
    "function": "`rule`",
    "const": "`parameter`",
    "int": "`variable`",
    "class": "`game`",
    "describe": "`scenario`",
    "it": "`scenario`",
    "given": "`scenario`",
    "player": "`seats`",
    "place": "`zone`",
    "pile": "`zone`",
    "state": "`situation`",
    "phase": "`situation`",
    "action": "`act`",
    "verb": "`act`",
    "move": "`act`",
}
"""Declaration keywords of other languages, with suggestions for files and blocks."""
ANYWHERE = {
    "colour": "the language spells it `color`",
    "colours": "the language spells it `colors`",
    "equals": "write `is` to compare",
    "can't": "write `cannot`",
    "don't": "write `not`",
    "else": "write `otherwise`",
    "anytime": "write `any time`",
}
"""Common wrong words elsewhere, with suggestions."""
SIGNS = {
    ":=": "write `becomes`",
    "==": "write `is` to compare",
    "!=": "write `is not`",
    "<>": "write `is not`",
    ">=": "write `is at least`",
    "<=": "write `is at most`",
    "&&": "write `and`",
    "||": "write `or`",
    "++": "write `+= 1`",
    "--": "write `-= 1`",
    "->": "write `becomes` to change, `then` before effects",
    "=>": "write `becomes` to change, `then` before effects",
    "//": "a note starts with `#`",
    "/*": "a note starts with `#`",
    "=+": "write `+=`",
    "=-": "write `-=`",
    "=": "write `is` to compare, `becomes` to change",
    ">": "write `is more than`",
    "<": "write `is less than`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "'": 'a text stands in double quotes: `"..."`',
    "`": 'a text stands in double quotes: `"..."`',
    "{": "blocks are made by indenting lines",
    "}": "blocks are made by indenting lines",
    "[": "items of a list have commas between them and no brackets",
    "]": "items of a list have commas between them and no brackets",
    "%": "write the number itself",
    "_": "a name starts with a letter, and its words are joined with hyphens",
    ".": "a line ends without a period",
    "?": "a line ends without a question mark",
}
"""Operators of other languages, with suggestions; the longest one wins."""
QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a"
"""Characters that look like quotes."""
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""Characters that look like hyphens."""
NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""Number words, which the language does not have, by index."""

NO_DEEDS = frozenset(["becomes", "holds", "is", "means", "times"])
"""Words that never say what a player does: `player holds 7` is a condition."""
INSIDE_NO_NAME = frozenset(
    [
        "after",
        "among",
        "and",
        "as",
        "becomes",
        "by",
        "can",
        "cannot",
        "for",
        "from",
        "holds",
        "if",
        "in",
        "is",
        "may",
        "means",
        "must",
        "of",
        "on",
        "or",
        "standing",
        "then",
        "times",
        "to",
        "when",
        "where",
        "with",
        "won",
    ]
)
"""Keywords that no name can contain: they end a name."""
BEFORE_A_VALUE = frozenset(["naming"])
"""Keywords before values only; a name can end with one, or be one."""
STARTS_NO_NAME = frozenset(["highest", "lowest", "not", "number", "there", "total"])
"""Further keywords that no name can begin with: a value of another kind begins with them."""
THIRD_PERSON = {
    head + ("es" if head == "pass" else "s"): head
    for head in (
        "begin",
        "end",
        "pass",
        "move",
        "gather",
        "shuffle",
        "swap",
        "give",
        "show",
        "remove",
        "include",
        "exclude",
    )
}
"""Third-person verbs of people who think that effects have an actor."""
