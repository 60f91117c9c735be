"""Reading texts: what the tree says, what is said about mistakes, and that no text whatever breaks the reader."""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from tests.collected import names
from tests.disk import fill
from tests.effort import examples
from tests.grammar_texts import derivations, texts, written
from tests.trees import bare, placed, read, wrong
from unodsl import limits
from unodsl.data import grammar_text, rulesets_dir
from unodsl.source import Source
from unodsl.syntax import grammar as keeping
from unodsl.syntax import nodes as s
from unodsl.syntax import parse as parsing
from unodsl.syntax import vocabulary
from unodsl.syntax.files import read_source
from unodsl.syntax.format import format_text
from unodsl.syntax.layout import Layout
from unodsl.syntax.parse import parse, shown_terminals

CASES = Path(__file__).parent / "cases" / "syntax"

SAMPLE = """\
game tour "A tour" extends official  # of the language
  clause official.players, official.deal
  seats 2 to 10

  parameter hand-size "cards dealt to each player": 1 to 20, default 7

  deck in draw pile
    color is red, yellow
    face is 0 to 9, skip
    2 of each color: 1 to 9, skip
    4 of wild,
      blank
    remove 0
    packs 2

  zone hand of each player, private
  variable direction: clockwise or counterclockwise, starts clockwise
  variable score of each player: -5 to 100000, kept, secret

  situation turn on a player
    over: yes or no

  act play a card from hand
    manners match
    then move card the card from hand of player to discard pile

  rule playable
    a card is playable means its color is current color or its face is face of top card

  rule play "Play a card"
    clause official.turn
    during turn or answer
    its player may play a card as match
    if the card is playable
      and drawn of turn is nothing
    if not (count is at least 3)
    despite ban
    allow UNO305 "meant"
    then over becomes yes; count += 2 * 3 - 1
      if there is no card in hand of player where (its color is red)
        pass turn to next player
      otherwise if count is more than 3 then do nothing
      otherwise
        (player of turn) draws 2

  rule deal
    when the round begins
    instead of other, old
    before x
    then
      for each player in players from left of dealer
        move top hand-size from draw pile to hand of player
      repeat at most 3 times while count is 0
        move all but top from discard pile to draw pile
      begin turn on left of dealer with count 2, kind red

scenario "it works"
  with stacking
  seats ann, bob
  ann holds red 1, red 2
  discard pile is red 5; turn of ann
  ann plays red 1 as match by bob
  expect turn on bob with count 2
  expect note "well done"
"""


def rule(text: str) -> s.Rule:
    """The one rule of a game that consists of these lines."""
    game = read("game g\n  rule r\n" + "".join(f"    {line}\n" for line in text.splitlines())).items[0]
    assert isinstance(game, s.Game)
    item = game.items[0]
    assert isinstance(item, s.Rule)
    return item


def value(text: str) -> Any:
    """The tree of a condition, without its places."""
    return bare(rule(f"if {text}").conditions[0])


def phrase(text: str) -> Any:
    """The tree of a run of words."""
    return ("Phrase", tuple(("Word", word) for word in text.split()))


# ------------------------------------------------------------------------------------------------------------ the tree


def test_a_sample_of_everything_is_read() -> None:
    file = read(SAMPLE)
    game, scenario = file.items
    assert isinstance(game, s.Game)
    assert isinstance(scenario, s.Scenario)
    assert [type(i).__name__ for i in game.items] == (
        [
            "Names",
            "Seats",
            "Parameter",
            "Deck",
            "Zone",
            "Variable",
            "Variable",
            "Situation",
            "Act",
            "Rule",
            "Rule",
            "Rule",
        ]
    )
    assert game.extends is not None
    assert game.extends.text == "official"
    assert [type(i).__name__ for i in scenario.lines] == (
        ["Names", "Names", "Statement", "Statement", "Statement", "Statement", "Expect", "ExpectNote"]
    )


def test_a_rule_keeps_its_lines_in_their_fields() -> None:
    game = read(SAMPLE).items[0]
    assert isinstance(game, s.Game)
    play, deal = (i for i in game.items if isinstance(i, s.Rule) and i.name.text in ("play", "deal"))
    assert [c.text for c in play.clauses] == ["official.turn"]
    assert bare(play.during) == (("During", (phrase("turn"), phrase("answer"))),)
    assert len(play.conditions) == 2
    assert [w.text for w in play.despite] == ["ban"]
    assert play.allows[0].reason.text == "meant"
    assert play.effects is not None
    assert [type(e).__name__ for e in play.effects] == ["Assign", "Assign", "If"]
    assert ([w.text for w in deal.instead], [w.text for w in deal.before]) == (["other", "old"], ["x"])
    assert deal.effects is not None
    assert [type(e).__name__ for e in deal.effects] == ["ForEach", "Repeat", "Begin"]


def test_every_head_of_a_rule_is_kept() -> None:
    heads = rule("when a begins\nits player may pass\nplayer cannot pass\nx means 3\na card is odd means y").heads
    assert [type(h).__name__ for h in heads] == ["When", "Offer", "Ban", "Means", "Means"]


@pytest.mark.parametrize(
    ("words", "mode"),
    [("may", "may"), ("must", "must"), ("must otherwise", "otherwise"), ("may by mistake", "mistake")],
)
def test_the_modes_of_an_offer(words: str, mode: str) -> None:
    head = rule(f"its player {words} pass").heads[0]
    assert isinstance(head, s.Offer)
    assert head.mode == mode


def test_at_any_time_is_during_nothing_in_particular() -> None:
    assert bare(rule("at any time\nplayer may pass").during) == (("During", ()),)


def test_a_rule_without_then_differs_from_one_that_does_nothing() -> None:
    assert rule("player may pass").effects is None
    assert bare(rule("player may pass\nthen do nothing").effects) == (("DoNothing",),)


@pytest.mark.parametrize(
    ("words", "relation"),
    [
        ("is", "is"),
        ("is not", "is not"),
        ("is at least", "at least"),
        ("is at most", "at most"),
        ("is more than", "more"),
        ("is less than", "less"),
        ("is fewer than", "less"),
        ("is in", "in"),
        ("is not in", "not in"),
        ("holds", "holds"),
        ("can", "can"),
        ("cannot", "cannot"),
        ("on", "on"),
    ],
)
def test_relations(words: str, relation: str) -> None:
    assert value(f"count {words} red 3") == ("Compare", relation, phrase("count"), phrase("red 3"), ())


def test_not_binds_tighter_than_and_and_tighter_than_or() -> None:
    a, b, c = phrase("a"), phrase("b"), phrase("c")
    assert value("not a and b or c") == ("Logic", "or", (("Logic", "and", (("Not", a), b)), c))


def test_points_before_lines() -> None:
    product = ("Arithmetic", phrase("2"), (("*", ("Negative", phrase("3"))),))
    assert value("1 - 2 * -3 + x")[1:] == (phrase("1"), (("-", product), ("+", phrase("x"))))


def test_of_reads_from_right_to_left() -> None:
    assert value("color of top of pile") == ("Apply", phrase("color"), ("Apply", phrase("top"), phrase("pile")))


def test_selections() -> None:
    group = ("Group", ("Compare", "is", phrase("its color"), phrase("red"), ()), None)
    over = ("Select", phrase("a card"), phrase("hand"), group)
    assert value("there is a card in hand where (its color is red)") == ("Exists", over, False)
    assert value("there is no a card in hand where (its color is red)") == ("Exists", over, True)
    assert value("total of points for a card in hand where (its color is red)") == (
        "Aggregate",
        "total",
        phrase("points"),
        over,
    )
    assert value("players where (its color is red)") == ("Select", phrase("players"), None, group)


def test_a_group_keeps_the_words_behind_it() -> None:
    deed = rule("when (player of turn) draws 2").heads[0]
    assert isinstance(deed, s.When)
    inner = ("Apply", phrase("player"), phrase("turn"))
    assert bare(deed.deed.body) == ("Group", inner, phrase("draws 2"))


def test_values_by_cases() -> None:
    head = rule("points means 20 if odd, 50 if even,\n  otherwise 0").heads[0]
    assert isinstance(head, s.Means)
    cases = ((phrase("20"), phrase("odd")), (phrase("50"), phrase("even")))
    assert bare(head.value) == ("Choose", cases, phrase("0"))


def test_places_are_those_of_the_words() -> None:
    text = "# first\ngame g  # note\n  rule r\n    when player plays 3  # note\n    # and more\n\n# end\n"
    file = read(text)
    game = file.items[0]
    assert isinstance(game, s.Game)
    assert game.span.text == text[8 : text.index("3") + 1]
    rule_node = game.items[0]
    assert isinstance(rule_node, s.Rule)
    assert rule_node.heads[0].span.text == "when player plays 3"


@pytest.mark.parametrize("text", ["", "\n", "   \n\t\n", "# only a note", "# a\n\n  # b\n", "\ufeff", "\r\n"])
def test_a_text_without_rules_is_a_file_without_items(text: str) -> None:
    assert read(text).items == ()


def test_line_ends_and_the_mark_at_the_start_do_not_matter() -> None:
    assert bare(read("\ufeff" + SAMPLE.replace("\n", "\r\n"))) == bare(read(SAMPLE))
    assert bare(read(SAMPLE.rstrip("\n"))) == bare(read(SAMPLE))


def test_tabs_reach_to_the_next_multiple_of_eight() -> None:
    assert bare(read("game g\n\trule r\n\t\tplayer may pass\n")) == bare(
        read("game g\n  rule r\n    player may pass\n")
    )


@pytest.mark.parametrize("path", sorted(rulesets_dir().glob("*.uno")), ids=lambda p: p.name)
def test_the_shipped_rulesets_are_read(path: Path) -> None:
    assert read(path.read_text(encoding="utf-8")).items


# --------------------------------------------------------------------------------------------------------- the grammar


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("lark")
    level = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, "lark"):
            Lark(grammar_text(), parser="lalr", postlex=Layout(), maybe_placeholders=True, debug=True)
    finally:
        logger.setLevel(level)
    assert not [r.getMessage() for r in caplog.records if "conflict" in r.getMessage().lower()]


def test_the_messages_know_only_words_of_the_grammar() -> None:
    fixed = set(shown_terminals().values())
    for known in (
        vocabulary.TOP_HEADS,
        vocabulary.ITEM_HEADS,
        vocabulary.RULE_HEADS,
        vocabulary.EFFECT_HEADS,
        vocabulary.SCENARIO_HEADS,
        vocabulary.DECK_HEADS,
        vocabulary.ACT_HEADS,
    ):
        assert known <= fixed


_HOUSES = {
    "": ("", ""),
    "item": ("game g\n  ", ""),
    "rule": ("game g\n  rule r\n    when a begins\n    ", ""),
    "effect": ("game g\n  rule r\n    when a begins\n    then\n      ", ""),
    "scenario": ('scenario "x"\n  ', ""),
    "deck": ("game g\n  deck\n    ", ""),
    "act": ("game g\n  act play\n    ", ""),
}
_OPENS = {
    "rule": "\n    player may pass",
    "deck": "\n    packs 2",
    "scenario": "\n  ann passes",
    "for": "\n        do nothing",
    "repeat": "\n        do nothing",
}


@pytest.mark.parametrize("head", sorted(vocabulary.FORMS))
def test_the_examples_in_hints_are_right(head: str) -> None:
    form = vocabulary.FORMS[head] + _OPENS.get(head, "")
    assert form.split()[0] == head
    assert any(not wrong(f"{before}{form}\n") for before, _ in _HOUSES.values())


# -------------------------------------------------------------------------------------------------------- the messages


def case_files() -> list[Path]:
    return sorted(CASES.glob("*.uno"))


@pytest.mark.parametrize("path", case_files(), ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    """A text with mistakes, and beside it the messages, as they are printed."""
    _, diagnostics = parse(Source(path.name, path.read_text(encoding="utf-8")))
    messages = "\n".join(d.render() for d in diagnostics)
    assert f"{messages}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_case_was_found() -> None:
    stems = sorted(p.stem for p in case_files())
    assert stems == names("tests/cases/syntax") == names("tests/cases/syntax", ".txt")


def test_the_good_rules_of_a_broken_file_are_in_the_tree() -> None:
    path = CASES / "three-mistakes.uno"
    file, diagnostics = parse(Source(path.name, path.read_text(encoding="utf-8")))
    game = file.items[0]
    assert isinstance(game, s.Game)
    assert [type(i).__name__ for i in game.items] == ["Seats", "Rule"]
    assert len(diagnostics) == 3


def test_a_broken_first_line_does_not_hide_what_is_below() -> None:
    text = "game my tour\n  rule r\n    when player plays\n    pass turn to player\n\noption o\n  seats 2\n"
    file, diagnostics = parse(Source("x", text))
    assert [(d.span.line, d.span.text) for d in diagnostics if d.span] == [(1, "my tour"), (4, "pass")]
    assert [type(i).__name__ for i in file.items] == ["Option"]


def test_there_is_no_flood() -> None:
    text = "game g\n" + "".join(f"  rule r{i}\n    whenever {i}\n" for i in range(1000))
    assert len(wrong(text)) == limits.DIAGNOSTICS


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("game g\n  seats 2\0 to 3\n", "UNO101", "\0"),
        ("game g\n# \x1b[31m\n", "UNO101", "\x1b"),
        ("game g\n# \u202e turned round\n", "UNO101", "\u202e"),
        ("game\u200b g\n", "UNO101", "\u200b"),
        ("game g\r  seats 2\r", "UNO101", "\r"),
        ("game\u00a0g\n", "UNO101", "\u00a0"),
        ("game g\ud800\n", "UNO101", "\ud800"),
    ],
)
def test_letters_that_no_rule_file_has(text: str, code: str, words: str) -> None:
    assert [(c, w) for c, _, w in wrong(text)] == [(code, words)]
    assert not set("\0\x1b\r") & set(parse(Source("x", text))[1][0].render())


# ----------------------------------------------------------------------------------------------------------- the limits


def test_a_file_too_large() -> None:
    file, diagnostics = parse(Source("big.uno", "seats 2\n" * 1_250_000))
    assert file.items == ()
    assert [d.code for d in diagnostics] == ["UNO103"]


@pytest.mark.parametrize(
    "lines",
    [
        "game g\n  rule r\n    if " + "(" * 10_000 + "a" + ")" * 10_000,
        "game g\n  rule r\n    if " + "(" * 41 + "a" + ")" * 41,
        "game g\n  rule r\n    if " + "not " * 390 + "a",
        "game g\n  rule r\n    if x is " + "- " * 380 + "1",
        "game g\n  rule r\n    if " + "a of " * 190 + "b is c",
        "game g\n  rule r\n    if " + "a " * 1001,
        "game g\n  requires " + "a,\n" * 600 + "b",
        "game g\n  rule r\n    when a\n    then\n      if a\n        do nothing\n"
        + "      otherwise if b\n        do nothing\n" * 1000,
        "".join(" " * i + "rule r\n" for i in range(1_000)),
        "game g\n  seats 2 to " + "9" * 5_000,
        "game g\n  seats 2 to " + "0" * 5_000,
    ],
    ids=range(11),
)
def test_what_is_too_long_or_too_deep(lines: str) -> None:
    assert [c for c, _, _ in wrong(lines)] == ["UNO103"]


def test_what_is_just_within_the_limits() -> None:
    depth = limits.NESTING
    assert bare(rule("if " + "(" * depth + "a" + ")" * depth))
    assert len(rule("if " + "a " * (limits.LINE_WORDS - 1)).conditions) == 1
    assert read(f"game g\n  seats 2 to {limits.NUMBER}\n").items


# ------------------------------------------------------------------------------------------------------------ the files


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.uno"
    path.write_bytes(b"\xef\xbb\xbfgame g\r\n")
    source, diagnostics = read_source(path, tmp_path)
    assert not diagnostics
    assert source is not None
    assert (source.text, source.name, source.key) == ("game g\r\n", str(path), str(path.resolve()))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.uno").mkdir()
    (tmp_path / "stacking.uno").write_text("game g\n")
    (tmp_path / "latin.uno").write_bytes(b"game g\n# caf\xe9\n")
    (tmp_path / "large.uno").write_bytes(b"#" * (limits.FILE_BYTES + 1))
    (tmp_path / "circle.uno").symlink_to(tmp_path / "circle.uno")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "out.uno").symlink_to(tmp_path / "stacking.uno")
    for name, root, code, message in (
        ("folder.uno", "", "UNO104", "is a folder, not a file"),
        ("staking.uno", "", "UNO104", "there is no file"),
        ("latin.uno", "", "UNO104", "is not a text in UTF-8 (line 2)"),
        ("large.uno", "", "UNO103", "is larger than"),
        ("circle.uno", "", "UNO104", "circle.uno"),
        ("a\0b.uno", "", "UNO104", "cannot be read"),
        ("inner/out.uno", "inner", "UNO104", "lies outside the folder"),
        ("inner/../stacking.uno", "inner", "UNO104", "lies outside the folder"),
    ):
        source, diagnostics = read_source(tmp_path / name, tmp_path / root)
        assert source is None
        assert [d.code for d in diagnostics] == [code], name
        assert message in diagnostics[0].message
    assert read_source(tmp_path / "staking.uno", tmp_path)[1][0].hint == "did you mean `stacking.uno`?"


# --------------------------------------------------------------------------------------------------------- line breaks

IN_ONE_LINE = """\
game g
  rule r
    half the table means (number of players + 1) / 2 if x is at least 3 and not (y is red or y is blue), otherwise 3
  rule t
    when player plays 3
    if number of players where (their score is more than 2 and their score is not in s) is fewer than a - b * c
    then score of player becomes 5 ; x += (1 + 2); move all red cards where (its face is 3) from hand of player to pile
"""


@pytest.mark.parametrize(
    "words",
    [
        *"()+-*/,",
        *["+=", "means", "becomes", "where", "is", "and", "or", "not"],
        "at least",
        "more than",
        "fewer than",
        "not in",
    ],
)
def test_a_line_goes_on_at_operators_and_in_parentheses(words: str) -> None:
    whole = bare(read(IN_ONE_LINE))
    sign = rf"\b{words}\b" if words[0].isalpha() else rf"(?<![+]){re.escape(words)}(?!=)"
    broken = []
    if words not in ("(", "at least", "more than", "fewer than", "not", "not in"):
        broken.append(re.sub(rf"[ ]*{sign}", lambda m: "  # (and\n\n        " + m[0].strip(), IN_ONE_LINE))
    if words != ")":
        broken.append(re.sub(sign + "[ ]*", lambda m: m[0].strip() + "  # )\n     # x\n          ", IN_ONE_LINE))
    for text in broken:
        assert text.count("\n") > IN_ONE_LINE.count("\n")
        assert bare(read(text)) == whole, text


def test_a_line_goes_on_at_every_word_in_parentheses() -> None:
    text = (
        "game g\n  rule r\n    half the table means a - (number of cards in hand of player + number of players) / 2\n"
    )
    start, end = text.index("("), text.index(")")
    for deeper in ("      ", "    "):
        inner = text[start:end].replace(" ", f"  # (\n{deeper}").replace("(number", f"(\n{deeper}number")
        assert bare(read(f"{text[:start]}{inner}\n    {text[end:]}")) == bare(read(text))
    # as far out as the line itself, what starts as lines do is a line of its own
    assert wrong("game g\n  rule r\n    if (x is 3\n    then do nothing\n")[0][1:] == (3, "3")


# ----------------------------------------------------------------------------------------------------------- any text


def test_each_rule_of_the_grammar_can_be_read() -> None:
    found = 0
    for rule_of_grammar, terminals in derivations().through_each():
        text = written(iter(terminals), lambda _: 0)
        assert text is not None
        assert not wrong(text), f"{rule_of_grammar}\n{text}"
        found += 1
    assert found > 300


@settings(max_examples=examples(20, 300))
@given(texts())
def test_what_the_grammar_derives_is_read(text: str) -> None:
    read(text)


@settings(max_examples=examples(10, 150))
@given(texts())
def test_a_mistake_below_changes_nothing_above(text: str) -> None:
    file, diagnostics = parse(Source("test.uno", f"{text.rstrip()}\n=\n"))
    assert len(diagnostics) == 1
    assert placed(file.items) == placed(read(text).items)


def is_sound(text: str) -> None:
    """Whatever a text is: it is read or refused, with places inside it, and the formatter agrees."""
    source = Source("test.uno", text)
    file, diagnostics = parse(source)
    assert isinstance(file, s.File)
    assert len(diagnostics) <= limits.DIAGNOSTICS
    for diagnostic in diagnostics:
        assert diagnostic.code in ("UNO101", "UNO102", "UNO103")
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start < diagnostic.span.end <= len(text) + 1
        assert diagnostic.render()
    assert (format_text(source)[0] is None) == bool(diagnostics)


@settings(max_examples=examples(20, 200))
@given(st.text())
def test_any_letters(text: str) -> None:
    is_sound(text)


@settings(max_examples=examples(10, 100))
@given(st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_bytes(text: str) -> None:
    is_sound(text)


WORDS = [
    *sorted(set(shown_terminals().values())),
    "red",
    "3",
    '"x"',
    '"',
    "#",
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "=",
    ",",
]


@settings(max_examples=examples(20, 300))
@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_any_words(text: str) -> None:
    is_sound(text)


@settings(max_examples=examples(20, 300))
@given(st.data())
def test_any_mutation_of_a_good_text(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 30))
        text = text[:start] + data.draw(st.sampled_from(["", " ", *WORDS])) + text[start + length :]
    is_sound(text)


@pytest.mark.slow
@pytest.mark.parametrize("beside", [True, False], ids=["beside the code", "in the user's cache"])
def test_a_parser_that_was_kept_reads_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: bool) -> None:
    """From where it is kept comes the parser that was made; damage and a full disk cost a moment and nothing else."""
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    monkeypatch.setattr(sys, "dont_write_bytecode", not beside)
    files = [rulesets_dir() / "drapegnik.uno", *sorted((CASES.parent / "errors").glob("*.uno"))[:20]]
    texts = [p.read_text(encoding="utf-8") for p in files]

    def read() -> list[object]:
        keeping.grammar.cache_clear()
        return [parsing.parse(Source("x.uno", text)) for text in texts]

    def kept_files() -> list[Path]:
        return [x for x in tmp_path.rglob("*") if x.is_file()]

    with monkeypatch.context() as disk:
        fill(disk)
        made = read()
        assert kept_files() == []
    assert read() == made
    (kept,) = kept_files()
    assert (tmp_path / "compiled" in kept.parents) == beside
    whole = kept.read_bytes()
    with monkeypatch.context() as unmade:
        unmade.setattr(keeping, "_made", None)
        assert read() == made
    for damage in (b"", whole[:-1], whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]):
        kept.write_bytes(damage)
        assert read() == made
        assert kept.read_bytes() != damage


WORD_USES = (
    "variable {n}: 0 to 5",
    "rule r\n    {n} means 3",
    "rule r\n    when player plays 5\n    if {n} is 1 + {n}\n    then do nothing",
    "rule r\n    when player plays 5\n    if number of {n} is 1\n    then do nothing",
    "rule r\n    when player plays 5\n    then player draws {n}",
    "rule r\n    when player plays 5\n    then move top {n} from draw pile to discard pile",
)


def test_words_that_no_name_can_have() -> None:
    """The vocabulary's lists are those of the grammar, and the reference has them."""

    def fits(name: str) -> bool:
        return all(not parse(Source("x", f"game g\n  {use.format(n=name)}\n"))[1] for use in WORD_USES)

    words = {w for w in shown_terminals().values() if w[0].isalpha()}
    inside = {w for w in words if not fits(f"foo {w} bar")}
    assert inside == vocabulary.INSIDE_NO_NAME | vocabulary.BEFORE_A_VALUE
    heads = vocabulary.EFFECT_HEADS | vocabulary.RULE_HEADS | {"at", "more", "less", "fewer"}
    begins = {w for w in words - inside - heads if not fits(f"{w} foo")}
    assert begins | {"not"} == vocabulary.STARTS_NO_NAME  # `not this` would be read, as the opposite of `this`
    page = (Path(__file__).parent.parent / "docs" / "reference" / "text.md").read_text(encoding="utf-8")
    assert all(f"`{w}`" in page for w in inside | begins)
