"""Saved games: files, options, parameters, seed and moves of a match. Replaying them gives the same match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from unodsl.diagnostics import wrong
from unodsl.engine.api import EndlessCascade, Executor, Move, State
from unodsl.model.fingerprint import fingerprint
from unodsl.model.table import Offer, Table
from unodsl.resolve import TableSpec

VERSION = 2
"""Format version. Incremented when the same table can play differently, or when the format changes."""


class SavedMove(NamedTuple):
    """A move in a saved game: the rule of the offer, the seat, the argument, and the values named along with it, by
    position (-1: nothing; empty if the act has none)."""

    rule: str
    seat: int
    argument: int
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game. `digest` identifies the table and `end` the final state."""

    files: tuple[str, ...]
    options: tuple[str, ...]
    parameters: dict[str, str]
    seats: int
    seed: int
    moves: tuple[SavedMove, ...]
    digest: str
    end: str
    without: tuple[str, ...]
    game: str

    def text(self) -> str:
        """Serializes the saved game deterministically."""
        head: dict[str, Any] = {
            "unodsl": VERSION,
            "files": list(self.files),
            "game": self.game,
            "options": list(self.options),
            "without": list(self.without),
            "parameters": self.parameters,
            "seats": self.seats,
            "seed": self.seed,
            "digest": self.digest,
            "end": self.end,
        }
        moves = ",\n    ".join(json.dumps([*m[:3], *m.named]) for m in self.moves)
        return json.dumps(head, indent=2)[:-2] + ',\n  "moves": [\n    ' + moves + "\n  ]\n}\n"


def digest_of(table: Table) -> str:
    """Returns a hash of the behavior of a table: of all rules, cards, seats and parameters, but not of titles and
    comments."""
    return fingerprint(table)[:16]


def refuse_others(game: SavedGame, digest: str) -> None:
    """Raises UNO115 if a saved game has a different table digest, since its moves would have a different meaning."""
    if game.digest != digest:
        raise wrong(
            "the rules have changed since this game was saved",
            "play it again with the files, options and parameters of then, and this version of unodsl",
        )


def digest_of_state(state: State) -> str:
    """Returns a hash of a state."""
    return hashlib.sha256(json.dumps([int(x) for x in state]).encode()).hexdigest()[:16]


def read(path: Path) -> SavedGame:
    """Reads a saved game. Raises UNO115 if the file is not one."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise wrong(f"there is no file `{path}`") from error
    except (OSError, ValueError, RecursionError) as error:  # a number of thousands of digits is a `ValueError`, too
        raise wrong(f"`{path}` is not a saved game") from error
    try:
        if raw["unodsl"] != VERSION:
            raise wrong(
                f"`{path}` was saved by another version of unodsl",
                "the same moves could mean something else now, so it is not played again",
            )
        return SavedGame(
            _texts(raw, "files"),
            _texts(raw, "options"),
            {_text(k, "parameters"): _text(v, "parameters") for k, v in raw["parameters"].items()},
            _whole(raw["seats"], "seats"),
            _whole(raw["seed"], "seed"),
            tuple(_move(*x) for x in raw["moves"]),
            _text(raw["digest"], "digest"),
            _text(raw["end"], "end"),
            _texts(raw, "without"),
            _text(raw["game"], "game"),
        )
    except _Odd as odd:
        raise wrong(f"`{path}` is not a saved game", str(odd)) from odd
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise wrong(f"`{path}` is not a saved game") from error


class _Odd(Exception):
    """An invalid part of a saved game."""


def _move(rule: object, seat: object, argument: object, *named: object) -> SavedMove:
    values = tuple(_whole(x, "moves") for x in named)
    return SavedMove(_text(rule, "moves"), _whole(seat, "moves"), _whole(argument, "moves"), values)


def _texts(raw: dict[str, Any], part: str) -> tuple[str, ...]:
    if not isinstance(raw[part], list):
        raise _Odd(f"`{part}` should be a list of texts")
    return tuple(_text(x, part) for x in raw[part])


def _text(value: object, part: str) -> str:
    if not isinstance(value, str):
        raise _Odd(f"in `{part}`, a text is wanted, not `{json.dumps(value)[:40]}`")
    return value


def _whole(value: object, part: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Odd(f"in `{part}`, a whole number is wanted, not `{json.dumps(value)[:40]}`")
    return value


def spec_of(game: SavedGame) -> TableSpec:
    """Returns the table selection of a saved game."""
    return TableSpec(
        games=(game.game,),
        options=game.options,
        parameters=dict(game.parameters),
        seats=game.seats,
        without=game.without,
    )


def named(table: Table, move: Move) -> SavedMove:
    """Converts a move to its saved form."""
    offer = table.offers[move.offer]
    return SavedMove(offer.info.name, move.seat, move.argument, _values(table, offer))


def _values(table: Table, offer: Offer) -> tuple[int, ...]:
    values = table.acts[offer.act].values
    return values if any(v >= 0 for v in values) else ()


@contextmanager
def at_rest(what: str) -> Iterator[None]:
    """Context manager that raises UNO115 if a part of a saved game causes a non-terminating cascade."""
    try:
        yield
    except EndlessCascade as endless:
        raise wrong(f"{what} of the saved game does not come to rest: {endless}") from endless


def numbered(table: Table, executor: Executor, state: State, saved: SavedMove, number: int) -> Move:
    """Converts a saved move to a legal move. Raises UNO115 if it is not legal."""
    name, seat, argument, values = saved
    mine = (i for i, o in enumerate(table.offers) if o.info.name == name and _values(table, o) == values)
    index = next(mine, None)
    move = None if index is None else Move(index, seat, argument)
    if move is None or move not in executor.legal(state):
        raise wrong(
            f"move {number} of the saved game ({name}, seat {seat + 1}) is not legal in these rules",
            "the rules have changed since it was saved",
        )
    return move
