"""`unodsl play`: one person against bots, in the terminal."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text

from unodsl import saved
from unodsl.commands.bookkeeping import shown_to_players
from unodsl.commands.common import print_table, project_of, table_of
from unodsl.commands.console import Console
from unodsl.commands.play_telling import Narrator
from unodsl.commands.replay import rules_of
from unodsl.deal import check_deal
from unodsl.diagnostics import did_you_mean, wrong
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.batch import DEFAULT_BOT, Bot, kept_numbers
from unodsl.engine.describe import PlaceView, move_text, short, table_text, value_text, view
from unodsl.engine.generated import Generated
from unodsl.engine.laying import lays
from unodsl.engine.layout import IN_PLAY, MATCH, TOP
from unodsl.engine.search_bot import SearchBot, judge_of
from unodsl.engine.why import why_not
from unodsl.files import write_whole
from unodsl.model.table import LEFT_ALONE, SEAT_NAMES, Table
from unodsl.model.types import Card
from unodsl.resolve import load_table

_COLORS = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "orange": "dark_orange",
    "purple": "purple",
    "pink": "pink1",
    "teal": "cyan",
}
_MOST = 50_000

HANGING = "    "

_UNDONE = Move(-1, -1, -1)
"""The answer after a move was taken back: the question is repeated."""


@dataclass(frozen=True, slots=True)
class Mode:
    """How a game is played. `bots`: bots play all seats; `bot`: which one; `pace`: the seconds before each move of a
    bot."""

    bots: bool = False
    bot: Bot = DEFAULT_BOT
    pace: float = 0.0


def run(
    files: tuple[Path, ...],
    options: tuple[str, ...],
    parameters: dict[str, str],
    seats: int | None,
    seed: int | None,
    save: Path | None,
    bots: bool,
    bot: Bot,
    pace: float,
    resume: Path | None,
    without: tuple[str, ...] = (),
    game: str | None = None,
) -> int:
    """Plays a new or saved game until the match is over or the player leaves; saves it if requested."""
    mode = Mode(bots, bot, pace)
    if resume is not None:
        if files or options or parameters or without or game or seats is not None or seed is not None:
            raise wrong("a saved game contains its own table", f"use only `--resume {resume}`")
        held = saved.read(resume)
        project = project_of([rules_of(resume, Path(name)) for name in held.files], held.options, held.game)
        table = load_table(project, saved.spec_of(held))
        saved.refuse_others(held, saved.digest_of(table))
    else:
        if not files:
            raise wrong("no ruleset file is given", "`unodsl play official`, or `--resume FILE` for a saved game")
        project, table = table_of(files, options, parameters, seats, without, game)
        chosen = seed if seed is not None else random.SystemRandom().randrange(1, 1_000_000)
        held = saved.SavedGame(
            tuple(str(p) for p in files),
            options,
            parameters,
            table.seats,
            chosen,
            (),
            saved.digest_of(table),
            "",
            without,
            table.name,
        )
    check_deal(table)
    print_table(project, table, table.title)
    played = Game(table, held.seed, mode)
    played.go_on(held.moves)
    if resume is not None and saved.digest_of_state(played.state) != held.end:
        raise wrong(
            f"the moves in `{resume}` do not lead to where the game was left",
            f"the file has been changed: `unodsl replay {resume}` shows where its moves lead",
        )
    played.loop()
    if save is not None:
        held = replace(held, moves=tuple(played.moves), end=saved.digest_of_state(played.state))
        write_whole(save, held.text().encode())
        click.echo(f"saved in {save}")
    return 0


def colored(name: str) -> str:
    """The name of a card or color, with markup in its own color."""
    first = name.split(" ")[0]
    style = _COLORS.get(first)
    return f"[bold {style}]{escape(name)}[/]" if style else f"[bold]{escape(name)}[/]"


class Game:
    """One game in progress."""

    def __init__(self, table: Table, seed: int, mode: Mode) -> None:
        self.table = table
        self.runner = Generated(table)
        self.layout = self.runner.layout
        self.names = ("you", *SEAT_NAMES[: table.seats - 1]) if not mode.bots else SEAT_NAMES[: table.seats]
        self.mode = mode
        self.bots = mode.bots
        self.lays = None if mode.bot == "random" else lays(table)
        self.thinking = SearchBot(judge_of(self.runner)) if mode.bot == "search" else None
        self.console = Console(highlight=False)
        self.luck = random.Random(seed)
        self.moves: list[saved.SavedMove] = []
        self.behind: list[tuple[State, int, object]] = []
        """The points to undo to: the state, the number of moves, and the bots' random state."""
        self.narrator = Narrator(self.layout, self.names)
        self.unsaid = unsaid(table)
        self.taken_from = {table.zones[a.origin].name for a in table.acts if a.origin is not None}
        trace = Trace(names=self.names)
        try:
            self.state: State = self.runner.start(seed, None, trace)
        except EndlessCascade as endless:
            raise wrong(f"this game cannot begin: {endless}") from endless
        self.console.print(f"seed {seed}")
        self.tell(trace)

    def go_on(self, moves: tuple[saved.SavedMove, ...]) -> None:
        """Replays the moves of a saved game."""
        for number, entry in enumerate(moves, 1):
            move = saved.numbered(self.table, self.runner, self.state, entry, number)
            with saved.at_rest(f"move {number}"):
                self.state = self.runner.apply(self.state, move)
            self.moves.append(entry)
        if moves:
            self.luck = random.Random(f"{self.luck.random()} {len(moves)}")
            self.console.print(f"continuing after {len(moves)} moves")

    def loop(self) -> None:
        """Plays moves until the match is over, nobody can move, or the player leaves."""
        try:
            while self.state[MATCH] and len(self.moves) < _MOST:
                move = self.next_move()
                if move is None:
                    return
                self.make(move)
        except (KeyboardInterrupt, EOFError, click.Abort):
            self.console.print("\nthe game stops here" if self.bots else "\nyou leave the table")
            return
        if not self.state[MATCH]:
            won = [self.names[i] for i in view(self.layout, self.state, None, self.names).winners]
            self.console.print(f"[bold]the match is over[/], won by {', '.join(won) or 'nobody'}")

    def next_move(self) -> Move | None:
        """The next move: sometimes of a bot that may act out of turn; otherwise of whoever the table waits for."""
        legal = self.runner.legal(self.state, mistakes=False)
        if not legal:
            self.console.print("nobody can move: the rules let the game get stuck (see `unodsl explain UNO303`)")
            return None
        mine = [] if self.bots else [m for m in legal if m.seat == 0]
        theirs = legal if self.bots else [m for m in legal if m.seat != 0]
        expected = self.expected()
        racing = [m for m in theirs if m.seat not in expected]
        bot_to_act = any(m.seat in expected for m in theirs)
        if racing and (self.luck.random() < 0.4 or not mine) and (not bot_to_act or self.luck.random() < 0.5):
            quick = self.chosen(racing, leave=bool(mine) or bot_to_act)
            if quick is not None:
                return quick
        if mine:
            chosen = self.ask(mine, 0 in expected or not theirs)
            if chosen is _UNDONE:
                return self.next_move()
            if chosen is not None:
                return chosen
        waiting = [m for m in theirs if m.seat in expected] or theirs
        return self.chosen(waiting, leave=False) if waiting else self.ask(mine, True)

    def chosen(self, moves: list[Move], leave: bool) -> Move | None:
        """The choice of one of the bots with legal moves; None if it leaves it to others, if it may."""
        if self.mode.pace and self.console.is_terminal:
            time.sleep(self.mode.pace)
        if self.thinking is not None:
            seat = self.luck.choice(sorted({m.seat for m in moves}))
            return self.thinking.choose(
                self.state, [m for m in moves if m.seat == seat], leave, self.luck.getrandbits(64)
            )
        lays = self.lays
        better = moves if lays is None else [m for m in moves if lays[m.offer]]
        return self.luck.choice(better or moves)

    def expected(self) -> list[int]:
        """The seats that the table waits for."""
        top = self.state[TOP]
        if top < 0:
            return list(range(self.table.seats))
        owner = self.state[self.layout.owner[top]]
        if self.table.situations[top].on_players:
            return [i for i in range(self.table.seats) if owner >> i & 1]
        return [owner]

    def make(self, move: Move) -> None:
        """Makes a move and prints its consequences."""
        trace = Trace(names=self.names)
        text = self.move_text(move)
        before = self.state
        try:
            self.state = self.runner.apply(self.state, move, None, trace)
        except EndlessCascade as endless:
            self.console.print(f"[red]{escape(str(endless))}[/]; the move is taken back")
            raise KeyboardInterrupt from endless
        self.moves.append(saved.named(self.table, move))
        act = self.table.acts[self.table.offers[move.offer].act]
        if act.argument is not None:
            argument = value_text(self.table, act.argument, move.argument, self.names)
            text = escape(text).replace(escape(argument), colored(argument), 1)
        self.console.print(text)
        self.tell(trace)
        for line in self.narrator.lines(before, move, self.state, trace):
            self.item(f"  {escape(line)}")

    def move_text(self, move: Move) -> str:
        """A move in words: `ann plays red 5`, but `you play red 5`."""
        text = move_text(self.table, move, self.names)
        act = self.table.acts[self.table.offers[move.offer].act]
        mine = f"{self.names[move.seat]} {act.third}"
        return text.replace(mine, f"you {short(act.verb)}", 1) if self.names[move.seat] == "you" else text

    def tell(self, trace: Trace) -> None:
        """Prints notes and cards shown."""
        me = None if self.bots else 0
        for text, to in trace.shown:
            if me is None or to & 1:
                self.item(f"  [italic]{escape(text)}[/]")
        for seen in trace.seen:
            if me is not None and not seen.to & 1:
                continue
            cards = ", ".join(colored(self.table.deck.kinds[k].name) for k in seen.cards if k >= 0) or "nothing"
            if seen.zone < 0:
                self.console.print(f"  shown: {cards}")
                continue
            zone, who = self.table.zones[seen.zone], self.names[seen.what]
            if not zone.each_player:
                head = f"{short(zone.name)} is shown"
            else:
                head = f"{who} {'show' if who == 'you' else 'shows'} {short(zone.name)}"
            self.console.print(f"  {head}: {cards}")

    def ask(self, mine: list[Move], needed: bool) -> Move | None:
        """The player's choice; None if the player lets others go first."""
        self.show_table()
        texts = [self.move_text(m).partition(" ")[2] for m in mine]
        for number, (move, text) in enumerate(zip(mine, texts, strict=True), 1):
            rule = self.table.offers[move.offer].info
            self.item(f"  {number}) {colored_move(text)}" + (f"  [dim]{escape(rule.title)}[/]" if rule.title else ""))
        if not needed:
            self.console.print("  enter) wait for the others")
        while True:
            answer = input("> ").strip() if sys.stdin.isatty() else self.piped()
            if not answer and not needed:
                return None
            if answer in ("quit", "exit", "q"):
                raise KeyboardInterrupt
            if answer == "undo":
                if self.undo():
                    return _UNDONE
                continue
            if answer in ("?", "help"):
                self.explain(mine, texts)
                continue
            if answer == "table":
                self.console.print(escape(table_text(self.layout, self.state, self.names, 0)))
                continue
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(mine):
                return self.remembered(mine[int(answer) - 1])
            plain = [t.split(" ", 1)[-1] for t in texts]
            hits = [m for m, t, p in zip(mine, texts, plain, strict=True) if answer and answer in (t, p)]
            if len(hits) == 1:
                return self.remembered(hits[0])
            self.item("  " + escape(self.refusal(answer, texts)))

    def remembered(self, move: Move) -> Move:
        """Records an undo point before a move of the player."""
        self.behind.append((self.state, len(self.moves), self.luck.getstate()))
        return move

    def undo(self) -> bool:
        """Undoes the player's last move and those since; False if there is none."""
        if not self.behind:
            self.console.print("  you have made no move to take back")
            return False
        self.state, made, luck = self.behind.pop()
        self.luck.setstate(luck)  # type: ignore[arg-type]
        taken = len(self.moves) - made
        del self.moves[made:]
        self.console.print(f"[dim]{taken} move{'' if taken == 1 else 's'} taken back[/]")
        return True

    def explain(self, mine: list[Move], texts: list[str]) -> None:
        """Prints the rule of each legal move, and why the other cards in hand cannot be played."""
        for move, text in zip(mine, texts, strict=True):
            offer = self.table.offers[move.offer]
            title = f": {escape(offer.info.title)}" if offer.info.title else ""
            self.item(f"  {colored_move(text)}  [dim]by {offer.info.name}{title}[/]")
        offered = sorted({o.act for o in self.table.offers if o.mode not in LEFT_ALONE})
        for act in {self.table.acts[i].verb: i for i in reversed(offered)}.values():
            declared = self.table.acts[act]
            if declared.origin is None or not isinstance(declared.argument, Card) or not declared.effects:
                continue
            can = {m.argument for m in mine if self.table.same_verb(self.table.offers[m.offer].act, act)}
            why: dict[str, list[str]] = {}
            for kind in dict.fromkeys(self.layout.in_order(self.state, declared.origin, 0)):
                if kind not in can:
                    reason_text = why_not(self.runner, self.layout, self.state, act, 0, kind, self.names)
                    name = self.table.deck.kinds[kind].name
                    head, _, reason = reason_text.partition(": ")
                    why.setdefault(reason, []).append(name)
                    why[reason][0] = head if len(why[reason]) == 1 else why[reason][0]
            for reason, (first, *others) in why.items():
                line = ", ".join([first, *others]) + (f": {reason}" if reason else "")
                self.item(f"  [dim]{escape(line)}[/]")
        self.item("  `table` shows everything that the rules remember, `undo` takes back your last move, `quit` leaves")

    def piped(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def refusal(self, answer: str, texts: list[str]) -> str:
        """Why an answer is not a legal move."""
        words = answer.removeprefix("play ").removeprefix("plays ").strip()
        kind = next((i for i, k in enumerate(self.table.deck.kinds) if k.name == words), None)
        act = next((i for i, a in enumerate(self.table.acts) if a.origin is not None and a.effects), None)
        if kind is not None and act is not None:
            return why_not(self.runner, self.layout, self.state, act, 0, kind, self.names)
        hint = did_you_mean(answer, [*texts, *(t.split(" ", 1)[-1] for t in texts)])
        return "type a move or its number; `?` explains the moves, `undo` takes back your last one, `quit` leaves" + (
            f" - {hint}" if hint else ""
        )

    def show_table(self) -> None:
        """Prints the player's view: cards, shown variables, whom the table waits for."""
        seen = view(self.layout, self.state, 0, self.names)
        self.console.print()
        for place in seen.places:
            self.in_lines(*self.described(place))
        by_name: dict[str, list[str]] = {}
        for name, owner, text in seen.variables:
            if name in self.unsaid and text != self.unsaid[name]:
                line = colored(text) if owner < 0 else f"{self.names[owner]} {text}"
                by_name.setdefault(short(name), []).append(line)
        for name, texts in by_name.items():
            self.in_lines(f"{name}: ", texts)
        self.in_lines("clockwise: ", [f"[bold]{n}[/]" if i in self.expected() else n for i, n in self.seated()])
        for name, whose, fields in seen.situations[:1]:
            extra = "".join(f", {k} {v}" for k, v in fields if v not in ("nothing", "no"))
            self.console.print(f"the table waits for [bold]{whose}[/]: {short(name)}{escape(extra)}")

    def seated(self) -> list[tuple[int, str]]:
        """The seats that take part, in order."""
        return [(i, name) for i, name in enumerate(self.names) if self.state[IN_PLAY] >> i & 1]

    def described(self, place: PlaceView) -> tuple[str, list[str]]:
        """A place with its visible cards: all if they are the player's own or can be taken, else the top one with the
        number below it, or only their number."""
        name = short(place.zone)
        many = f"{place.count} card{'s' if place.count != 1 else ''}"
        if place.cards is None:
            return (f"{self.names[place.seat]}: ", [f"{many} in {name}"]) if place.seat >= 0 else (f"{name}: ", [many])
        whose = "" if place.seat < 0 else "your " if self.names[place.seat] == "you" else f"{self.names[place.seat]}'s "
        cards = [colored(c) for c in place.cards]
        if place.seat < 0 and place.zone not in self.taken_from and len(cards) > 1:
            others = f"{len(cards) - 1} other{'s' if len(cards) > 2 else ''}"
            cards = [f"{cards[0]} on top of {others}"]
        return f"{whose}{name}: ", cards or ["nothing"]

    def item(self, markup: str) -> None:
        """An indented text; further lines of it are indented deeper."""
        first, *more = Text.from_markup(markup).wrap(self.console, max(self.console.width - len(HANGING), 20))
        for line in (first, *(Text(HANGING) + x for x in more)):
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def in_lines(self, head: str, parts: list[str]) -> None:
        """A heading with items, in lines that break between items only."""
        lines = [head]
        for i, part in enumerate(parts):
            piece = part + ("," if i < len(parts) - 1 else "")
            glue = "" if not i else " "
            if i and cell_len(Text.from_markup(lines[-1] + glue + piece).plain) > self.console.width:
                lines.append("  " + piece)
            else:
                lines[-1] += glue + piece
        for line in lines:
            self.console.print(line, soft_wrap=True)


def unsaid(table: Table) -> dict[str, str | None]:
    """For each variable (qualified name) shown to players, the value that need not be shown: its start value; None for
    scores, which are always shown. Other variables are internal notes, shown on request only, and left out here."""
    scores, shown = set(kept_numbers(table)), shown_to_players(table)
    return {
        v.name: None if i in scores else value_text(table, v.type, v.starts, ())
        for i, v in enumerate(table.variables)
        if i in shown
    }


def colored_move(text: str) -> str:
    """A move with its card in color."""
    verb, _, rest = text.partition(" ")
    return f"{escape(verb)} {colored(rest)}" if rest else escape(verb)
