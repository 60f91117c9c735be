"""States of one table at another, and chance that draws the same cards at both."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from checker.compare.translate_state import Bridge, SameChance, by_name
from checker.play.sample import sample
from unodsl.engine.cards import Pool
from unodsl.engine.generated import Generated
from unodsl.engine.layout import GENERATOR, Layout
from unodsl.model.table import Table
from unodsl.resolve import TableSpec, load_project, load_table

RULESETS = Path(__file__).parent.parent / "rulesets"


def table(*options: str) -> Table:
    project = load_project([RULESETS / "psycho.uno", RULESETS / "official.uno"])
    games = (options[0].partition(".")[0],) if options else ("psycho",)
    return load_table(project, TableSpec(games=games, options=options[1:], seats=3))


@pytest.mark.parametrize(
    ("without", "with_them", "same_cards"),
    [
        (table("psycho"), table("psycho", "psycho.matching", "psycho.sevens"), True),
        (table("official"), table("official", "official.jump-in", "official.new-wilds"), False),
    ],
    ids=["same deck", "more cards"],
)
def test_a_state_comes_back_as_it_was(without: Table, with_them: Table, same_cards: bool) -> None:
    here, there = Layout(without), Layout(with_them)
    forth, back = Bridge(here, there), Bridge(there, here)
    assert forth.same_cards == same_cards
    states = [x.state for x in sample(Generated(without), here, 600, lambda: True).steps]
    assert len(states) == 600
    for state in states:
        carried = forth.carried(state)
        assert carried is not None
        for zone, declared in enumerate(without.zones):
            other = forth.zones[zone]
            for seat in range(3 if declared.each_player else 1):
                if zone not in dict(without.deck.homes):
                    held = [without.deck.kinds[k].name for k in here.listed(here.held(state, zone, seat))]
                    kept = [with_them.deck.kinds[k].name for k in there.listed(there.held(carried, other, seat))]
                    assert sorted(held) == sorted(kept)
        again = back.carried(carried)
        assert again is not None
        assert again == state
        assert again[GENERATOR] == state[GENERATOR]


def test_a_state_with_what_the_other_table_lacks_is_none_there() -> None:
    without, with_them = table("psycho"), table("psycho", "psycho.sevens")
    here, there = Layout(with_them), Layout(without)
    bridge = Bridge(here, there)
    lacking = {i for i, x in enumerate(with_them.situations) if i not in bridge.situations}
    states = [x.state for x in sample(Generated(with_them), here, 3000, lambda: True).steps]
    met = [bool(lacking & set(here.stack(state))) for state in states]
    assert any(met)
    assert [bridge.carried(state) is None for state in states] == met


def test_chance_goes_by_what_cards_are_called() -> None:
    deck = table("psycho")
    layout = Layout(deck)
    names = [x.name for x in deck.deck.kinds]
    ranked = by_name(deck)
    assert [names[k] for k in ranked] == sorted(names)
    draw = random.Random(5)
    for seed in range(300):
        cards = layout.cards(draw.choices(range(len(names)), k=draw.randrange(1, 9))) & layout.all_cards
        listed = sorted((names[k], k) for k in layout.listed(cards))
        wanted = listed[random.Random(seed).randrange(len(listed))][1]
        for chance in (SameChance(deck, random.Random(seed), ranked), SameChance(deck, random.Random(seed))):
            assert chance.pick(Pool(layout, cards)) == wanted
