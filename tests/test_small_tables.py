"""Cut decks and every state of them: what the checker answers exhaustively, and when it does not."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from checker.check_table import check_seats
from checker.checks import on_small_tables
from checker.checks.on_small_tables import always_somebody, bans_in_question, held, in_question, may_run, on_every_state
from checker.checks.uno302_endless_stack import still_open
from checker.context import Context
from checker.effects.counters import counters
from checker.results import Finding
from checker.search import cut_deck, gathering
from checker.search import small_tables as module
from checker.search.cut_deck import Class, Cut, Cutter, small_hands
from checker.search.gathering import can_gather, not_with_so_many
from checker.search.graph import counters_of
from checker.search.guided import counts_something, goes_by_hands
from checker.search.prune_rules import without_dead_rules
from checker.search.small_tables import Visited, carried, rounds_differ, small_tables
from checker.search.staying import winning_region
from checker.termination.situations import LATE
from tests import engine_tables as k
from tests.effort import few_and_slow
from tests.test_commands import as_json, call
from unodsl.commands.common import project_of, spec_of
from unodsl.engine.api import Move, State
from unodsl.engine.compiled import available
from unodsl.engine.explore_graph import Way
from unodsl.engine.explore_question import OVER
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import resolve_table

RULESETS = Path(__file__).parent.parent / "rulesets"
CASES = Path(__file__).parent / "cases" / "checks"
compiled_only = pytest.mark.skipif(not available(), reason="needs the extra `fast`: in Python fewer states are visited")


def context_of(file: Path, seats: int, *options: str, files: tuple[Path, ...] = ()) -> Context:
    project = project_of((file, *files), options, None)
    spec = spec_of(options, {}, seats, (), None)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 300, sampled_moves=2_000)


@pytest.fixture(scope="module")
def base() -> Context:
    return context_of(CASES / "base.uno", 2)


def names(table: t.Table, kinds: tuple[int, ...]) -> set[str]:
    return {table.deck.kinds[k].name for k in kinds}


def test_classes_are_what_the_rules_tell_apart() -> None:
    table = context_of(RULESETS / "official.uno", 2).table
    cutter = Cutter(table)
    classes = [names(table, kinds) for kinds in cutter.classes.values()]
    # no rule names a color or a number; each of the others is named by some rule
    assert classes[0] == {f"{color} {n}" for color in ("red", "yellow", "green", "blue") for n in range(10)}
    faces = ("skip", "reverse", "draw-two")
    assert classes[1:4] == [{f"{color} {face}" for color in ("red", "yellow", "green", "blue")} for face in faces]
    assert classes[4:] == [{"wild"}, {"wild-draw-four"}]


def test_a_named_number_is_a_class() -> None:
    table = context_of(RULESETS / "official.uno", 2, "official.seven", "official.zero").table
    classes = [names(table, kinds) for kinds in Cutter(table).classes.values()]
    assert {"red 7", "yellow 7", "green 7", "blue 7"} in classes
    assert {"red 0", "yellow 0", "green 0", "blue 0"} in classes


def cut_of(context: Context, *special: int, plain: int = 4, twice: int = 1, hand: int = 2) -> Cut:
    cutter = Cutter(context.table)
    return cutter.cut([list(cutter.classes)[i] for i in special], plain, twice, hand)


def test_a_cut_has_few_cards_and_small_hands() -> None:
    context = context_of(RULESETS / "official.uno", 3)
    cut = cut_of(context, 1, hand=1)
    there = {k.name: k.copies for k in cut.table.deck.kinds if k.copies}
    assert there == {"red 1": 2, "red 2": 1, "yellow 1": 1, "yellow 2": 1, "red skip": 1, "yellow skip": 1}
    layout = Layout(cut.table)
    hands = next(i for i, z in enumerate(cut.table.zones) if z.each_player)
    for seed in range(12):
        state = Generated(cut.table).start(seed)
        assert layout.conserved(state)
        # (whoever is skipped, or draws what was turned up, may have drawn since)
        assert sum(layout.held(state, hands, seat).bit_count() for seat in range(3)) <= 3
    assert small_hands(context.table, 30) == small_hands(small_hands(context.table, 30), 30)


def test_nobody_names_a_color_that_no_card_has() -> None:
    context = context_of(RULESETS / "official.uno", 2)
    cut = cut_of(context, 4)
    engine = Generated(cut.table)
    act = next(i for i, x in enumerate(cut.table.acts) if x.name == "official.name")
    said = set()
    for seed in range(40):
        state = engine.start(seed)
        for _ in range(30):
            moves = engine.legal(state, mistakes=False)
            if not moves:
                break
            said |= {m.argument for m in moves if cut.table.offers[m.offer].act == act}
            state = engine.apply(state, moves[seed % len(moves)])
    assert said == {0, 1}


@compiled_only
@pytest.mark.parametrize(
    ("file", "options"),
    few_and_slow(
        [
            ("official", ("official.seven", "official.no-wild-ending")),
            ("psycho", ("psycho.stacking", "psycho.spreading")),
            ("power", ("power.matching", "power.en-passant")),
            ("spicy", ("spicy.slap",)),
        ],
        1,
    ),
)
def test_without_rules_that_never_run_a_cut_is_the_same_game(
    file: str, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_of(RULESETS / f"{file}.uno", 2, *options)
    fewer = 0
    for number in range(1, len(Cutter(context.table).classes)):
        here: list[Visited] = []
        for prune in (without_dead_rules, lambda table: table):
            monkeypatch.setattr(cut_deck, "without_dead_rules", prune)
            one = module.visit_cut(context, cut_of(context, number, plain=2))
            assert one is not None
            here.append(one)
        few, all_ = here
        fewer += len(few.cut.table.triggers) < len(all_.cut.table.triggers)
        assert few.fired == all_.fired
        assert few.graph.refilled == all_.graph.refilled
        assert few.graph.found.states == all_.graph.found.states
    assert fewer


@compiled_only
def test_options_without_their_cards_share_a_game(tmp_path: Path) -> None:
    house = tmp_path / "house.uno"
    house.write_text(
        f"""use "{RULESETS / "official.uno"}"
options for official
option fives "A 5 makes everyone else draw"
  rule five
    when player plays 5
    then other players draw 1
  rule no-five-ending
    any player cannot play 5
    if number of cards in hand of player is 1
option skips "A skip makes its player draw"
  rule drawing
    when player plays skip
    then player draws 1
""",
        encoding="utf-8",
    )
    plain, fives, skips = (context_of(house, 2, *x) for x in ((), ("house.fives",), ("house.skips",)))

    def visited(context: Context, card: str) -> Visited | None:
        cutter = Cutter(context.table)
        (special,) = (x for x, kinds in cutter.classes.items() if card in names(context.table, kinds))
        return module.visit_cut(context, cutter.cut((special,), 4, 1, 2))

    reverses = [visited(x, "red reverse") for x in (plain, fives, skips)]
    assert reverses[0] is not None
    assert [x is not None and x.graph is reverses[0].graph for x in reverses] == [True, True, True]
    with_skips = [visited(x, "red skip") for x in (plain, fives, skips)]
    assert with_skips[0] is not None
    assert [x is not None and x.graph is with_skips[0].graph for x in with_skips] == [True, True, False]


def met_without_mistakes(context: Context) -> frozenset[str]:
    """The rules that ran in sampled play, except after moves that the search of small tables leaves out."""
    left_alone = {i for i, x in enumerate(context.table.offers) if x.mode in t.LEFT_ALONE}
    steps = (x for x in context.samples.steps if x.move.offer not in left_alone)
    return frozenset(rule for step in steps for rule in step.fired)


@compiled_only
def test_every_rule_that_play_met_runs_on_some_cut(base: Context) -> None:
    small = small_tables(base)
    assert small.counted
    met = met_without_mistakes(base)
    assert base.samples.fired.keys() >= met > {"base.play", "base.draw", "base.going-out"}
    assert met <= frozenset().union(*(x.fired for x in small.counted))
    for one in small.counted:
        assert one.graph.complete
        assert one.graph.refilled
        assert one.graph.roots > 1
        assert one.trapped() is None


def test_classes_that_have_no_cut_are_wished_for_once() -> None:
    """Where there are many seats, a cut with several special classes may be larger than the deck."""
    context = context_of(RULESETS / "official.uno", 2)
    done: set[frozenset[Class]] = set()
    for special in module.classes_to_visit(Cutter(context.table), frozenset(context.table.rule_names()), [], done):
        assert frozenset(special) not in done
        done.add(frozenset(special))
    assert max(map(len, done)) == 3


def test_a_cut_that_is_too_small_does_not_count(base: Context) -> None:
    tiny = module.visit_cut(base, cut_of(base, plain=3, twice=0, hand=1))
    assert tiny is not None
    assert tiny.graph.complete
    large = module.visit_cut(base, cut_of(base, plain=4, twice=2))
    assert large is not None
    assert large.counts
    assert not replace_graph(large, refilled=0).counts
    assert not replace_graph(large, states=large.graph.found.states - 1).counts


def replace_graph(one: Visited, refilled: int | None = None, states: int | None = None) -> Visited:
    """The same where nothing went home, or not every state was visited."""
    graph = replace(one.graph)
    if refilled is not None:
        graph.refilled = refilled
    if states is not None:
        graph.found = replace(graph.found, stopped="states")
    return Visited(one.cut, graph, one.ground, one.question)


def test_a_state_of_a_cut_is_carried_to_the_full_table(base: Context) -> None:
    one = module.visit_cut(base, cut_of(base, plain=4, twice=2))
    assert one is not None
    here, there = Layout(one.cut.table), base.layout
    for number in range(0, one.graph.found.states, 97):
        state = one.graph.state(number)
        found = list(carried(base, one.cut, state))
        assert len(found) == sum(not z.each_player for z in base.table.zones)
        for full in found:
            assert there.conserved(full)
            for zone, declared in enumerate(base.table.zones):
                if declared.each_player:
                    for seat in range(2):
                        assert here.listed(here.held(state, zone, seat)) == there.listed(there.held(full, zone, seat))


def found_of(context: Context, *codes: str) -> list[Finding]:
    part = check_seats(
        context.project, context.spec, context.deadline, codes=frozenset(codes), moves=context.sampled_moves
    )
    return part.findings


@compiled_only
def test_an_open_question_is_answered_on_every_state(base: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = found_of(base, "UNO304")
    assert finding.evidence == "bounded"
    assert finding.exhaustive
    assert finding.scope is not None
    small = small_tables(base)
    assert finding.scope.states == sum(x.graph.found.states for x in small.counted)
    assert (finding.scope.seats, finding.scope.cards) == (2, max(x.cut.cards for x in small.counted))
    assert len(finding.details) == len(small.counted)
    # where later rounds may have other states, it stays as it was, and so with no room for the states
    with monkeypatch.context() as patched:
        patched.setattr(on_small_tables, "rounds_differ", lambda *_: True)
        (later,) = found_of(base, "UNO304")
        assert later.sampled
        assert "later ones go by what is left of it" in later.basis
    monkeypatch.setattr(module, "MOST_STATES", 50)
    (finding,) = found_of(base, "UNO304")
    assert finding.sampled
    assert finding.scope is not None
    assert finding.scope.kind == "sampled"
    assert finding.scope.cards == base.table.deck.size


@compiled_only
def test_a_rule_that_runs_on_no_cut_leaves_it_open(base: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "base.going-out" in in_question(base, frozenset())
    never = property(lambda self: frozenset({"base.play", "base.draw"}))
    monkeypatch.setattr(Visited, "fired", never)
    (finding,) = found_of(base, "UNO304")
    assert finding.sampled


@compiled_only
def test_a_rule_that_nothing_ever_met_is_named_and_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players never have a call to make good once others have moved; no invariant says so."""
    context = context_of(RULESETS / "official.uno", 3)
    (finding,) = found_of(context, "UNO304")
    assert finding.exhaustive
    assert finding.basis.endswith("; `official.nothing-due` ran neither there nor in play with all cards")
    # a rule that asks for more than a small deck has is another matter
    monkeypatch.setattr(on_small_tables, "largest_number", lambda _: 14)
    (finding,) = found_of(context, "UNO304")
    assert finding.sampled


def test_the_largest_number_of_a_condition() -> None:
    few, many = (e.Compare("<=", k.number(n), k.number(2), k.YES_NO) for n in (1, 14))
    rules = (k.trigger("first", t.SETTLES, guard=few), k.trigger("second", t.SETTLES, guard=many))
    assert [on_small_tables.largest_number(x) for x in k.build(*rules).triggers] == [2, 14]


@pytest.mark.slow
@compiled_only
def test_what_only_a_small_deck_knows_is_said_as_such() -> None:
    """With cards drawn by force, two players may draw the only card of a pile in turn, for ever: not with all cards."""
    context = context_of(RULESETS / "drapegnik.uno", 2, "drapegnik.force-play")
    (finding,) = found_of(context, "UNO304")
    assert finding.sampled
    assert "on a smaller deck there is such a state" in finding.basis


@pytest.mark.slow
@compiled_only
def test_reports_tell_how_far_it_was_searched() -> None:
    value = as_json("check", str(CASES / "base.uno"), "--seats", "2", "--no-cache")
    (trap,) = [f for f in value["findings"] if f["code"] == "UNO304"]
    assert trap["scope"]["kind"] == "exhaustive"
    assert trap["scope"].keys() == {"kind", "states", "seats", "cards"}
    summary = value["summary"]
    assert summary["open_exhaustive"] == 1
    assert summary["open_bounded"] == summary["open_exhaustive"] + summary["open_sampled"]
    kinds = [f["scope"]["kind"] for f in value["findings"] if f["evidence"] == "bounded"]
    assert kinds.count("exhaustive") == 1
    assert kinds.count("sampled") == summary["open_sampled"]
    assert all(f["scope"] is None for f in value["findings"] if f["evidence"] != "bounded")
    text = call("check", str(CASES / "base.uno"), "--seats", "2", "--no-cache", "--fail-on", "open").stdout
    assert "1 checked on every state of a small deck, 0 open" in " ".join(text.split())
    assert "--list small" in text
    listed = call("check", str(CASES / "base.uno"), "--seats", "2", "--no-cache", "--list", "small").stdout
    assert "every state of a round was visited" in " ".join(listed.split())


def test_debts_larger_than_the_deck_are_one() -> None:
    context = context_of(RULESETS / "official.uno", 2, "official.progressive")
    cut = cut_of(context, 3)
    layout = Layout(cut.table)
    due = next(i for i, x in enumerate(cut.table.situations) if x.name == "official.draw-due")
    count = next(i for i, x in enumerate(cut.table.situations[due].fields) if x.name == "count")
    assert (layout.field[due][count], cut.cards) in module.numbers_alike(
        cut.table, layout, cut.cards, counters_of(context)
    )
    # a cut counts as the table does
    assert counters(cut.table) == counters_of(context)
    one = module.visit_cut(context, cut)
    assert one is not None
    assert one.graph.complete == available()


def test_states_that_need_never_be_left() -> None:
    """As the definition says, over random games: the greatest set in which everybody can stay, with a good move again and again."""
    random, found = Random(3), 0

    def good(way: Way) -> bool:
        return way.move.offer == 1

    for _ in range(400):
        states = range(random.randint(1, 7))
        ways = [
            Way(
                random.choice(states),
                Move(random.randrange(2), 0, 0),
                tuple({random.choice((*states, *states, OVER)) for _ in range(random.randint(1, 3))}),
            )
            for _ in range(random.randint(1, 14))
        ]
        among = {x.origin for x in ways}
        while True:
            inside = [x for x in ways if x.origin in among and set(x.targets) <= among]
            near: set[int] = set()
            while True:
                more = {x.origin for x in inside if good(x) or set(x.targets) <= near}
                if more <= near:
                    break
                near |= more
            if near == among:
                break
            among = near
        chosen = winning_region(ways, good)
        assert chosen.keys() == among
        assert all(x in ways and x.origin == at and set(x.targets) <= among for at, x in chosen.items())
        found += bool(among)
    assert 50 < found < 350


def test_a_number_that_rules_compare_with_is_in_a_class_of_its_own() -> None:
    """Whether a number is below 1, is 1, or is above it, is what `less than 1` and `at most 1` tell apart together."""
    sign = e.FaceNumber(1, k.CARD_ARGUMENT, Number(0, 3))
    plays = k.offer("plays", k.PLAY, guard=e.Compare("<", sign, k.number(2), k.YES_NO))
    cutter = Cutter(k.build(plays))
    one, two, three = (cutter.class_of(x) for x in (k.DARK_1, k.DARK_2, k.LIGHT_3))
    assert len({one, two, three}) == 3
    assert cutter.class_of(k.LIGHT_1) == one


LATER = """use "base.uno"
options for base

option tired "In the five hundredth round nobody moves any more"
  variable rounds: 0 to 1000, kept

  rule tired
    any player cannot do anything
    if rounds is at least 500

  rule again
    when the round ends
    instead of one-round
    then rounds += 1
      begin a round
"""


@compiled_only
def test_later_rounds_go_by_what_is_left_of_earlier_ones(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(LATER, encoding="utf-8")
    for text, differ in ((LATER, True), (LATER.replace("if rounds is at least 500", "if the match is over"), False)):
        (tmp_path / "house.uno").write_text(text, encoding="utf-8")
        assert differs(context_of(tmp_path / "house.uno", 2, "house.tired")) is differ
    (tmp_path / "house.uno").write_text(LATER, encoding="utf-8")
    context = context_of(tmp_path / "house.uno", 2, "house.tired")
    report = check_seats(context.project, context.spec, time.monotonic() + 60, codes=frozenset({"UNO303"}))
    assert [x.sampled for x in report.findings] == [True]


def differs(context: Context) -> bool:
    """Whether later rounds may have other states than a first one."""
    return rounds_differ(context.table, always_somebody(context))


DEALT = """
use "base.uno"

game house "The deal goes round" extends base
  without base.deal, base.one-round
  variable dealer: player, kept
  variable loser: player, kept
  variable host: player, kept
  variable guest: player or nothing, kept

  rule deal
    when the round begins
    then
      for each player
        move top hand-size from draw pile to hand of player
      move top from draw pile to discard pile
      top card becomes top of discard pile
      begin turn on {first}

  rule another-round
    when the round ends
    then loser becomes dealer
      guest becomes dealer
      dealer becomes left of dealer
      begin a round

  rule first
    when player plays star
    then
      if player is {named}
        over of turn becomes no
"""


@pytest.mark.parametrize(
    ("first", "named", "differ"),
    [
        ("left of dealer", "player of turn", False),
        ("left of dealer", "first of players", True),
        ("first of players", "first of players", False),
        ("left of dealer\n      if dealer is host then (left of dealer) draws 1", "player of turn", True),
        ("left of dealer\n      if dealer is loser then (left of dealer) draws 1", "player of turn", True),
        ("left of dealer\n      if guest is nothing then (left of dealer) draws 1", "player of turn", True),
    ],
)
def test_a_dealer_turns_the_table_unless_rules_name_a_seat(
    tmp_path: Path, first: str, named: str, differ: bool
) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(DEALT.format(first=first, named=named), encoding="utf-8")
    assert differs(context_of(tmp_path / "house.uno", 2)) is differ


PASSING = """
use "base.uno"

game house "A round begins, and more follows" extends base
  without base.one-round
  act nod
  variable marked: yes or no

  rule another-round
    when the round ends
    then {effects}

  rule last
    when the round ends
    after another-round
    then {last}

  rule mark
    when player nods
    then marked becomes yes
"""


@pytest.mark.parametrize(
    ("effects", "last", "differ"),
    [
        ("begin a round", "score of first of players += 1", False),
        ("begin a round", "marked becomes yes", True),
        ("begin a round; marked becomes yes", "do nothing", True),
        ("(first of players) nods; begin a round", "do nothing", True),
        ("begin a round; (first of players) draws 1", "do nothing", True),
    ],
)
def test_what_follows_where_a_round_has_begun(tmp_path: Path, effects: str, last: str, differ: bool) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(PASSING.format(effects=effects, last=last), encoding="utf-8")
    assert differs(context_of(tmp_path / "house.uno", 2)) is differ


POOR = """
use "base.uno"
options for base

option poor "Who has few cards is poor"
  variable poor of each player: yes or no
  variable known: yes or no
  variable marked: yes or no

  rule few
    when player plays a card
    then
      if number of cards in hand of player is at most 2
        poor of player becomes yes

  rule known
    when player plays star
    if poor of player is yes
    then known becomes yes

  rule marked
    when player plays star
    after known
    then marked becomes yes
"""


def test_values_that_go_by_the_sizes_of_hands(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(POOR, encoding="utf-8")
    context = context_of(tmp_path / "house.uno", 2, "house.poor")
    found = {context.table.variables[i].name for i, field in goes_by_hands(context) if field < 0}
    assert found == {"house.poor", "house.known"}
    known = context.layout.variable[[x.name for x in context.table.variables].index("house.known")]
    state = list(context.samples.steps[0].state)
    assert not counts_something(context, tuple(state), frozenset())
    state[known] = 1
    assert counts_something(context, tuple(state), frozenset())


def test_cards_that_the_small_deck_leaves_out_lie_where_play_can_bring_them(base: Context) -> None:
    """Hands of eight cards at most, and a discard pile of five at most."""
    context = context_of(CASES / "endless-hands-stay-small.uno", 2)
    zones = [x.name.partition(".")[2] for x in context.table.zones]
    size = context.table.deck.size
    assert not can_gather(context, zones.index("hand"), size - 6)
    assert not can_gather(context, zones.index("discard pile"), size - 6)
    assert can_gather(context, zones.index("draw pile"), size - 6)
    hand = next(i for i, x in enumerate(base.table.zones) if x.each_player)
    assert can_gather(base, hand, base.table.deck.size - 3)


def test_what_a_number_is_where_somebody_holds_many_cards() -> None:
    """Whoever holds half of the cards has drawn most of them, and has had five before."""
    name = "endless-not-with-so-many-cards"
    context = context_of(CASES / f"{name}.uno", 2, f"{name}.duty")
    layout, zones = context.layout, [x.name.partition(".")[2] for x in context.table.zones]
    hand, slots = zones.index("hand"), {x.name.rpartition(".")[2]: i for i, x in enumerate(context.table.variables)}
    state = list(context.samples.starts[0])
    layout.put_under(state, hand, 0, layout.clear(state, zones.index("draw pile"), 0))
    for draws, many, wrong in ((0, 0, True), (30, 0, True), (30, 1, False)):
        state[layout.variable[slots["draws"]]], state[layout.variable[slots["many"]]] = draws, many
        assert not_with_so_many(context, tuple(state), hand, frozenset()) == wrong


def test_the_game_that_gathers_most_goes_on_too(base: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first games may bring too few cards to one hand."""
    half = base.table.deck.size / 2
    monkeypatch.setattr(gathering, "gathered", lambda context, zone, enough: (half, 57))
    begun: list[int] = []
    real = gathering.Gathering.best

    def best(self: gathering.Gathering, enough: float) -> State:
        begun.append(self.number)
        return real(self, enough)

    monkeypatch.setattr(gathering.Gathering, "best", best)
    list(gathering.played_on(base, 0, half))
    assert begun == [57, 0, 1, 2, 3]


RICH = """
use "base.uno"
options for base

option rich "Whoever is rich need not answer"
  situation duel on a player
  act pass

  rule star
    when player plays star
    then begin duel on next player after player

  rule need-not
    during duel
    its player may pass
    if number of cards in hand of player is at least 14
    then pass duel to left of player

  rule give-in
    during duel
    its player may draw 1
    then end duel
"""


@pytest.mark.slow
@compiled_only
def test_a_rule_for_larger_hands_than_those_of_a_cut_leaves_it_open(tmp_path: Path) -> None:
    """Sampled play has no such hand either."""
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(RICH, encoding="utf-8")
    context = context_of(tmp_path / "house.uno", 2, "house.rich")
    duel = frozenset(i for i, x in enumerate(context.table.situations) if x.name == "house.duel")
    small = small_tables(context)
    assert "house.need-not" in in_question(context, duel) & may_run(context) - met_without_mistakes(context)
    finding = still_open(context, duel, set(), LATE)
    assert on_every_state(context, finding, duel, small.counted) is finding


STANDING = """
use "base.uno"
options for base

option three "One instead of another, twice"
  variable n: 0 to 9

  rule first
    when player plays a card
    instead of second
    then n += 1

  rule second
    when player plays star
    instead of third
    then n += 2

  rule third
    when player plays a card
    then n += 3
"""


@pytest.mark.parametrize("between", [True, False])
def test_a_rule_between_two_others_stays_without_its_cards(tmp_path: Path, between: bool) -> None:
    """The first rule stands instead of the second one, and so of the third one, whatever is played."""
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    text = STANDING if between else STANDING.replace("    instead of second\n", "")
    (tmp_path / "house.uno").write_text(text, encoding="utf-8")
    cut = cut_of(context_of(tmp_path / "house.uno", 2, "house.three"))
    assert "star" not in {x.name for x in cut.table.deck.kinds if x.copies}
    assert ("house.second" in {x.info.name for x in cut.table.triggers}) == between


JAMMED = """
use "base.uno"
options for base

option jammed "With enough cards in hand, nobody moves any more"

  rule jammed
    any player cannot do anything
    if number of cards in hand of player is {many}
"""


@compiled_only
@pytest.mark.parametrize(("many", "sampled"), [(14, True), (5, False)])
def test_a_ban_has_to_hold_on_some_small_deck(tmp_path: Path, many: int, sampled: bool) -> None:
    (tmp_path / "base.uno").write_text((CASES / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(JAMMED.format(many=many), encoding="utf-8")
    context = context_of(tmp_path / "house.uno", 2, "house.jammed")
    found = [x for x in bans_in_question(context, frozenset()) if not held(context, x, small_tables(context).counted)]
    assert found == ["house.jammed"] * sampled
