"""Persistent storage of matches. Survives termination of the server at any time."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from unodsl.diagnostics import wrong
from unodsl.saved import SavedMove
from unodsl.studio.rules import Rules

VERSION = 1

_SCHEMA = """
create table if not exists match (
  name text primary key, began text not null default (datetime('now')), rules text not null, digest text not null,
  seed integer not null, seats text not null
) strict;
create table if not exists move (
  match text not null references match, number integer not null, rule text not null, seat integer not null,
  argument integer not null, named text not null, primary key (match, number)
) strict, without rowid;
"""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat of a match: its secret, and whether a `person` or a `bot` occupies it."""

    token: str
    kind: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored match."""

    name: str
    rules: Rules
    digest: str
    seed: int
    seats: tuple[Sitting, ...]
    moves: tuple[SavedMove, ...]


class Store:
    """The matches of a studio in one file. Each move is stored before clients see it."""

    def __init__(self, path: Path) -> None:
        """Opens the file. Raises `RulesError` if it is not usable."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            # the file contains access links to seats, so only its owner may read it
            path.chmod(0o600)
            self.connection.execute("pragma journal_mode = wal")
            self.connection.execute("pragma synchronous = normal")
            version = self.connection.execute("pragma user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise wrong(f"`{path}` was written by another version of unodsl", "name another file with `--matches`")
            self.connection.executescript(_SCHEMA)
            self.connection.execute(f"pragma user_version = {VERSION}")
        except (OSError, sqlite3.Error) as error:
            raise wrong(f"matches cannot be kept in `{path}`: {error}", "name another file with `--matches`") from error

    def began(self, kept: Kept) -> None:
        """Stores a new match."""
        seats = json.dumps([[s.token, s.kind] for s in kept.seats])
        self.connection.execute(
            "insert into match (name, rules, digest, seed, seats) values (?, ?, ?, ?, ?)",
            (kept.name, kept.rules.text(), kept.digest, kept.seed, seats),
        )

    def moved(self, name: str, number: int, move: SavedMove) -> None:
        """Stores a move with its number, starting at 0."""
        row = (name, number, move.rule, move.seat, move.argument, json.dumps(move.named))
        self.connection.execute("insert into move values (?, ?, ?, ?, ?, ?)", row)

    def taken_back(self, name: str, number: int) -> None:
        """Deletes the moves from this number on."""
        self.connection.execute("delete from move where match = ? and number >= ?", (name, number))

    def removed(self, name: str) -> None:
        """Deletes a match."""
        self.connection.execute("delete from move where match = ?", (name,))
        self.connection.execute("delete from match where name = ?", (name,))

    def all(self) -> list[Kept]:
        """Returns all matches, the oldest first."""
        rows = self.connection.execute("select name, rules, digest, seed, seats from match order by began, rowid")
        return [
            Kept(
                name,
                Rules.read(rules),
                digest,
                seed,
                tuple(Sitting(*s) for s in json.loads(seats)),
                tuple(self._moves(name)),
            )
            for name, rules, digest, seed, seats in rows.fetchall()
        ]

    def _moves(self, name: str) -> list[SavedMove]:
        found = self.connection.execute(
            "select rule, seat, argument, named from move where match = ? order by number", (name,)
        )
        return [SavedMove(rule, seat, argument, tuple(json.loads(named))) for rule, seat, argument, named in found]

    def close(self) -> None:
        """Closes the file."""
        self.connection.close()
