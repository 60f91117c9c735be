"""A small table built by hand, with one thing of every kind, for tests of the engine that go without any text."""

from __future__ import annotations

from dataclasses import replace

from unodsl import limits
from unodsl.engine.api import Executor
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.layout import CLOSED, MATCH, ROUND, TOP, Layout
from unodsl.engine.reference import Reference
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.source import Source, Span

SPAN = Span(Source("built by hand", ""), 0, 0)
YES_NO, CARD, MAYBE_CARD = YesNo(), Card(), Card(True)
PLAYER, MAYBE_PLAYER, PLAYERS = Player(), Player(True), Players()
SHADES = Enumeration("shade", ("dark", "light"))
MAYBE_SHADE = replace(SHADES, optional=True)

HAND, PILE, STOCK, TRAY = range(4)
"""Zones: each player's private cards, the face-up pile, the home of all cards, and each player's own face-up pile."""

DARK_1, DARK_2, LIGHT_1, LIGHT_3, BLANK = range(5)
"""Kinds, with 2, 1, 2, 1, and 2 copies."""

FLAG, KEPT, MARK, NUMBER, SCORE, SET, WHO, DEBT = range(8)
"""Variables: yes or no of each player (secret), a kept number, a card, a number 0 to 10 that starts at 3, a number of
each player, a set of players, a player, a kept number of each player that is always below 0."""

VOTE, WAIT = range(2)
"""Situations: on players, with a set; on a player, with a number 0 to 5 that starts at 1, a shade, and a number below 0."""

DRAW, NAME, PICK, PLAY, REST, SHOW, BID, GUESS, OWE, PLAY_DARK, PLAY_LIGHT = range(11)
"""Acts: draw a number of 1 to 4, name a shade, pick an opponent, play a card from hand (plain or `hard`), rest, show any
card; bid a number of -3 to 2, guess one of more numbers than a word has bits, owe a number at the lowest end of all, play a card and name a shade along with it."""

NUMBERED = (DRAW, BID, GUESS, OWE)
"""The acts that are done with a number."""

KINDS = (
    t.CardKind("dark one", (0, 0), 2),
    t.CardKind("dark two", (0, 1), 1),
    t.CardKind("light one", (1, 0), 2),
    t.CardKind("light three", (1, 2), 1),
    t.CardKind("blank", (-1, 3), 2),
)
DECK = t.Deck(
    (
        t.CardAttribute("shade", ("dark", "light"), (None, None)),
        t.CardAttribute("sign", ("one", "two", "three", "star"), (1, 2, 3, None)),
    ),
    KINDS,
    STOCK,
)
ZONES = (
    t.Zone("kit.hand", True, "seen by its player", None),
    t.Zone("kit.pile", False, "face up", None),
    t.Zone("kit.stock", False, "face down", None),
    t.Zone("kit.tray", True, "face up", None),
)
VARIABLES = (
    t.Variable("kit.flag", True, YES_NO, 0, False, True, None),
    t.Variable("kit.kept", False, Number(-5, 5), 2, True, False, None),
    t.Variable("kit.mark", False, MAYBE_CARD, -1, False, False, None),
    t.Variable("kit.number", False, Number(0, 10), 3, False, False, None),
    t.Variable("kit.score", True, Number(0, 20), 0, True, False, None),
    t.Variable("kit.set", False, PLAYERS, 0, False, False, None),
    t.Variable("kit.who", False, MAYBE_PLAYER, -1, False, False, None),
    t.Variable("kit.debt", True, Number(-20, -2), -7, True, False, None),
)
SITUATIONS = (
    t.Situation("kit.vote", True, (t.SituationField("yes", PLAYERS, 0),), None),
    t.Situation(
        "kit.wait",
        False,
        (
            t.SituationField("count", Number(0, 5), 1),
            t.SituationField("shade", MAYBE_SHADE, -1),
            t.SituationField("loss", Number(-9, -4), -5),
        ),
        None,
    ),
)

ACTOR = e.Local(0, "player", PLAYER)
CARD_ARGUMENT = e.Local(1, "card", CARD)
NUMBER_ARGUMENT = e.Local(1, "number", Number(1, 4))
SHADE_ARGUMENT = e.Local(1, "shade", SHADES)
PLAYER_ARGUMENT = e.Local(1, "opponent", PLAYER)
IN_PLAY_SET = e.Builtin("in play", PLAYERS)
ABSENT = e.SetOperation("difference", e.Constant((1 << 16) - 1, PLAYERS), IN_PLAY_SET, PLAYERS)


def number(value: int) -> e.Constant:
    """A known number."""
    return e.Constant(value, Number(value, value))


def yes(value: bool = True) -> e.Constant:
    """Yes, or no."""
    return e.Constant(int(value), YES_NO)


def seat(index: int) -> e.Constant:
    """A known seat; -1 is nothing."""
    return e.Constant(index, MAYBE_PLAYER if index < 0 else PLAYER)


def card(kind: int) -> e.Constant:
    """A known card; -1 is nothing."""
    return e.Constant(kind, MAYBE_CARD if kind < 0 else CARD)


def players(mask: int) -> e.Constant:
    """A known set of players."""
    return e.Constant(mask, PLAYERS)


def variable(index: int, of: e.Expr | None = None) -> e.Variable:
    """A variable of the kit."""
    return e.Variable(index, of, VARIABLES[index].type)


def place(zone: int, of: int | e.Expr | None = None) -> e.Place:
    """A place; `of` for zones of each player."""
    return e.Place(zone, seat(of) if isinstance(of, int) else of)


def owner(situation: int) -> e.Owner:
    """Whom a situation waits for."""
    return e.Owner(situation, PLAYERS if SITUATIONS[situation].on_players else MAYBE_PLAYER)


def field(situation: int, index: int) -> e.Field:
    """A field of a situation."""
    return e.Field(situation, index, SITUATIONS[situation].fields[index].type)


def same(left: e.Expr, right: e.Expr) -> e.Expr:
    """Whether two values are the same."""
    return e.Compare("==", left, right, YES_NO)


def info(name: str, **relations: tuple[str, ...]) -> t.RuleInfo:
    """What every rule has."""
    given = {"instead": (), "before": (), "after": (), "despite": (), **relations}
    return t.RuleInfo(
        f"kit.{name}",
        "",
        (),
        None,
        given["instead"],
        given["before"],
        given["after"],
        given["despite"],
        (),
        SPAN,
        SPAN,
    )


def act(
    name: str,
    argument: Type | None,
    *effects: f.Effect,
    origin: int | None = None,
    manners: tuple[str, ...] = ("",),
    excludes_self: bool = False,
) -> t.Act:
    """An act."""
    return t.Act(f"kit.{name}", f"{name}s", argument, "argument", excludes_self, origin, manners, effects, None)


ACTS = (
    act("draw", Number(1, 4), f.MoveTop(NUMBER_ARGUMENT, place(STOCK), place(HAND, ACTOR))),
    act("name", SHADES),
    act("pick", PLAYER, excludes_self=True),
    act("play", CARD, f.MoveCard(CARD_ARGUMENT, place(HAND, ACTOR), place(PILE)), origin=HAND, manners=("", "hard")),
    act("rest", None),
    act("show", CARD),
    act("bid", Number(-3, 2)),
    act("guess", Number(-50, 30)),
    act("owe", Number(-limits.NUMBER, 3 - limits.NUMBER)),
    *(
        replace(
            act(
                "play",
                CARD,
                f.MoveCard(CARD_ARGUMENT, place(HAND, ACTOR), place(PILE)),
                origin=HAND,
                manners=("", "hard"),
            ),
            name=f"kit.play naming {shade}",
            named=(t.Named("shade", SHADES),),
            values=(value,),
            base="kit.play",
        )
        for value, shade in enumerate(SHADES.values)
    ),
)


def trigger(
    name: str,
    event: t.Event | tuple[t.Event, ...],
    *effects: f.Effect,
    guard: e.Expr | None = None,
    replaced_by: tuple[int, ...] = (),
) -> t.Trigger:
    """A trigger."""
    events = event if isinstance(event, tuple) else (event,)
    return t.Trigger(info(name), events, guard or yes(), effects, replaced_by)


def offer(
    name: str,
    act_: int,
    *effects: f.Effect,
    mode: t.OfferMode = "may",
    situations: tuple[int, ...] = (),
    who: e.Expr = IN_PLAY_SET,
    argument: e.Expr | None = None,
    choices: tuple[int, int] | None = None,
    manner: int = 0,
    stands_for: e.Expr | None = None,
    guard: e.Expr | None = None,
    replaced_by: tuple[int, ...] = (),
    despite: tuple[str, ...] = (),
    absent: bool = False,
) -> t.Offer:
    """An offer."""
    return t.Offer(
        info(name, despite=despite),
        mode,
        situations,
        who,
        act_,
        argument,
        choices,
        manner,
        stands_for,
        guard or yes(),
        effects,
        replaced_by,
        absent,
    )


def ban(
    name: str,
    act_: int | None,
    guard: e.Expr | None = None,
    *,
    who: e.Expr = IN_PLAY_SET,
    situations: tuple[int, ...] = (),
    manners: tuple[int, ...] | None = None,
) -> t.Ban:
    """A ban."""
    return t.Ban(info(name), situations, who, act_, manners, guard or yes())


def build(*rules: t.Trigger | t.Offer | t.Ban, seats: int = 3, acts: tuple[t.Act, ...] = ACTS) -> t.Table:
    """The kit with some rules. Triggers of one event run in the order given here."""
    triggers = tuple(r for r in rules if isinstance(r, t.Trigger))
    order: dict[t.Event, list[int]] = {}
    for index, rule in enumerate(triggers):
        for event in rule.events:
            order.setdefault(event, []).append(index)
    return t.Table(
        name="kit",
        title="Kit",
        games=("kit",),
        clauses=(),
        seats=seats,
        seats_low=2,
        seats_high=16,
        deck=DECK,
        zones=ZONES,
        variables=VARIABLES,
        situations=SITUATIONS,
        acts=acts,
        triggers=triggers,
        offers=tuple(r for r in rules if isinstance(r, t.Offer)),
        bans=tuple(r for r in rules if isinstance(r, t.Ban)),
        definitions=(),
        settings=(),
        options=(),
        order=tuple((event, tuple(indexes)) for event, indexes in order.items()),
        ordered=frozenset(),
    )


def executors(table: t.Table) -> tuple[Executor, ...]:
    """Everything that can run a table, the reference first; the compiled one where its extra is installed."""
    if not available():
        return Reference(table), Generated(table)
    return Reference(table), Generated(table), Compiled(table, keep=False)


class Position:
    """A state being set up and read by name."""

    def __init__(self, layout: Layout, state: tuple[int, ...] | None = None, round_runs: bool = True) -> None:
        self.layout = layout
        self.s = list(state) if state is not None else layout.blank(7)
        if state is None:
            self.s[ROUND], self.s[MATCH] = int(round_runs), 1

    @property
    def state(self) -> tuple[int, ...]:
        """The state."""
        return tuple(self.s)

    def lay(self, zone: int, of: int, *kinds: int) -> Position:
        """Cards from the stock, the last one on top."""
        for kind in kinds:
            assert self.layout.take_card(self.s, STOCK, 0, kind)
            self.layout.put(self.s, zone, of, kind)
        return self

    def set(self, index: int, value: int, of: int = 0) -> Position:
        """A variable's value."""
        self.s[self.layout.variable[index] + of] = value
        return self

    def open(self, situation: int, owner_: int, *fields: int) -> Position:
        """A situation, on top."""
        assert self.s[self.layout.below[situation]] == CLOSED
        self.s[self.layout.below[situation]] = self.s[TOP]
        self.s[TOP] = situation
        self.s[self.layout.owner[situation]] = owner_
        for slot, value in zip(self.layout.field[situation], fields, strict=False):
            self.s[slot] = value
        return self

    def cards(self, zone: int, of: int = 0) -> list[int]:
        """The kinds in a place: a pile's ordered ones top first, then the others in their order."""
        at, depth = self.layout.place(zone, of), self.layout.depth[zone]
        return [k for k in self.s[at : at + depth] if k >= 0] + self.layout.listed(self.s[at + depth])

    def get(self, index: int, of: int = 0) -> int:
        """A variable's value."""
        return self.s[self.layout.variable[index] + of]

    def field(self, situation: int, index: int) -> int:
        """A field's value."""
        return self.s[self.layout.field[situation][index]]

    def owner(self, situation: int) -> int:
        """Whom a situation waits for."""
        return self.s[self.layout.owner[situation]]

    def stack(self) -> list[int]:
        """The open situations, topmost first."""
        return self.layout.stack(self.s)
