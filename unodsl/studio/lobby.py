"""All matches of a studio: begins them, restores them after a restart, and finds them by the secret of a seat."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from unodsl.api.setup import Setup
from unodsl.diagnostics import RulesError
from unodsl.studio.children import Failed
from unodsl.studio.folder import Folder
from unodsl.studio.loading import loaded
from unodsl.studio.room import Room, words_of
from unodsl.studio.rules import Rules
from unodsl.studio.store import Kept, Sitting, Store

MOST_MATCHES = 1_000
"""The most matches."""

KINDS = ("person", "bot")


class Lobby:
    """The matches. Those of an earlier run are loaded on demand."""

    def __init__(self, store: Store, pace: float) -> None:
        self.store, self.pace = store, pace
        self.kept = {k.name: k for k in store.all()}
        self.rooms: dict[str, Room] = {}
        self.seats: dict[str, tuple[str, int]] = {}
        """The match and the seat of each link."""
        self.loading = asyncio.Lock()
        self.known: dict[str, Setup] = {}
        """A cache of tables by their rules, texts included: matches of the same rules share one."""
        self.read_rules: dict[str, tuple[Rules, list[str]]] = {}
        """For rules without texts, the rules with texts that were read, and the files in their folder then."""
        for kept in self.kept.values():
            self.remember(kept)

    def remember(self, kept: Kept) -> None:
        """Registers the links of a match."""
        for number, seat in enumerate(kept.seats):
            if seat.kind == "person":
                self.seats[seat.token] = kept.name, number

    async def setup(self, rules: Rules) -> tuple[Rules, Setup]:
        """A table, loaded in another process unless the same one is cached. Raises `Failed`."""
        async with self.loading:
            before = self.read_rules.get(rules.text())
            if before is not None and unchanged(*before):
                rules = before[0]
            setup = self.known.get(rules.text()) if rules.texts else None
            if setup is not None:
                return rules, setup
            names = listed(rules.root)
            whole, setup = await loaded(rules)
            setup = self.known.setdefault(whole.text(), setup)
            if not rules.texts:
                self.read_rules[rules.text()] = whole, names
            return whole, setup

    async def begin(self, rules: Rules, seed: int, kinds: Iterable[str]) -> Room:
        """Begins a match. `kinds`: the player of each seat; the rest are bots. Raises `Failed`."""
        if len(self.kept) >= MOST_MATCHES:
            raise Failed(f"there are {MOST_MATCHES} matches already: remove some that are over")
        whole, setup = await self.setup(rules)
        given = list(kinds)
        if len(given) > setup.seats or not set(given) <= set(KINDS):
            raise Failed(f"there are {setup.seats} seats, for a `person` or a `bot` each")
        given += ["bot"] * (setup.seats - len(given))
        seats = tuple(Sitting(secrets.token_urlsafe(24), kind) for kind in given)
        kept = Kept(secrets.token_hex(6), whole, setup.digest, seed, seats, ())
        room = await self.opened(kept, setup)
        self.store.began(kept)
        self.kept[kept.name] = kept
        self.remember(kept)
        self.rooms[kept.name] = room
        room.wake()
        return room

    async def opened(self, kept: Kept, setup: Setup) -> Room:
        """Restores a match. Raises `Failed`."""
        if setup.digest != kept.digest:
            raise Failed("this match was begun with another version of unodsl, in which these rules play otherwise")
        try:
            return await asyncio.to_thread(Room, kept, setup, self.store, self.pace)
        except RulesError as error:
            raise Failed(words_of(error)) from error

    async def room(self, name: str) -> Room:
        """A match by its name. Raises `Failed`."""
        if name not in self.rooms:
            kept = self.kept.get(name)
            if kept is None:
                raise Failed("there is no such match any more")
            _, setup = await self.setup(kept.rules)
            room = await self.opened(kept, setup)
            # two requests may have come at once
            self.rooms.setdefault(name, room)
        return self.rooms[name]

    async def seat(self, token: str) -> tuple[Room, int]:
        """The match and the seat of a link. Raises `Failed`."""
        found = self.seats.get(token)
        if found is None:
            raise Failed(
                "this link leads to no seat: the match may have been removed; ask whoever sent it for a new one"
            )
        name, number = found
        return await self.room(name), number

    def remove(self, name: str) -> None:
        """Removes a match and its links."""
        kept = self.kept.pop(name, None)
        if kept is None:
            return
        for seat in kept.seats:
            self.seats.pop(seat.token, None)
        room = self.rooms.pop(name, None)
        if room is not None:
            room.stopped = "this match was removed"
            room.tell()
        self.store.removed(name)

    def listed(self) -> list[dict[str, Any]]:
        """Lists all matches for their author, the newest first."""
        out = []
        for kept in self.kept.values():
            room = self.rooms.get(kept.name)
            out.append(
                {
                    "match": kept.name,
                    "files": list(kept.rules.files),
                    "options": list(kept.rules.options),
                    "seats": [s.kind for s in kept.seats],
                    "made": len(room.log) - 1 if room else len(kept.moves),
                    "over": room.match.over if room else None,
                    "table": room.setup.described if room else None,
                }
            )
        return out[::-1]

    def end(self) -> None:
        """Shuts down: stops bots, and closes the file of the matches."""
        for room in self.rooms.values():
            if room.bots is not None:
                room.bots.cancel()
        self.store.close()


def listed(root: str) -> list[str]:
    """The ruleset files of a folder."""
    return Folder(Path(root)).names()


def unchanged(rules: Rules, names: list[str]) -> bool:
    """Whether the files of rules are unchanged, with no new files beside them that they might use now."""
    try:
        same = all(Path(path).read_bytes().decode() == text for path, text in rules.texts.items())
    except (OSError, UnicodeDecodeError):
        return False
    return same and listed(rules.root) == names
