"""Finished matches: replays, saved games, and scenarios."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from unodsl.api.match import Match
from unodsl.diagnostics import RulesError
from unodsl.engine.describe import View, short
from unodsl.studio.children import Failed
from unodsl.studio.room import Room
from unodsl.studio.telling import view_json

MOST_FRAMES = 3_000


def finished(room: Room) -> None:
    """Raises `Failed` for a match in progress, which stays hidden."""
    if not (room.match.over or room.stopped or room.match.stuck):
        raise Failed("this match goes on: it can be replayed when it is over")


def replayed(room: Room) -> dict[str, Any]:
    """A finished match, as positions that show everything. Raises `Failed`."""
    finished(room)
    frames = []
    for number, match in room.frames():
        if number >= MOST_FRAMES:
            break
        entry = room.log[number]
        words = "the match begins" if entry.choice is None else entry.choice.words
        fired = [*([] if entry.choice is None else [entry.choice.rule]), *entry.fired]
        frames.append(
            {
                "words": words,
                "line": 0,
                "view": view_json(match.view()),
                "fired": fired,
                "notes": [n[0] for n in entry.notes],
            }
        )
    return {"title": room.setup.described, "frames": frames, "table": room.table, "message": ""}


def saved_game(room: Room, folder: Path) -> str:
    """A match as a saved game, with paths relative to the folder. Raises `Failed`."""
    finished(room)
    try:
        held = room.match.saved()
    except RulesError as error:
        raise Failed(str(error)) from None

    def near(name: str) -> str:
        path = Path(name)
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else name

    return replace(held, files=tuple(near(x) for x in held.files)).text()


def scenario_of(room: Room, number: int, title: str) -> str:
    """A move of a match, from 1, as a scenario file: the position before it, the move, and its consequences, as far as
    the scenario reproduces them. Raises `Failed`."""
    finished(room)
    moves = room.match.made
    if not 1 <= number <= len(moves):
        raise Failed(f"there is no move {number}: they go from 1 to {len(moves)}")
    matches = dict(room_frames(room, number))
    before, after = matches[number - 1], matches[number]
    choice = room.log[number].choice
    assert choice is not None
    move_text = f"{choice.words} by {choice.rule}"
    safe = "".join(c for c in title if c.isprintable() and c not in '"\\').strip()[:80] or move_text
    try:
        lines = before.scenario(safe).rstrip().splitlines()
    except RulesError as error:
        raise Failed(str(error)) from None
    at = next(i for i, line in enumerate(lines) if line.startswith("scenario "))
    body = [*lines[at:], f"  {move_text}"]
    expected = [f"  expect {x}" for x in facts(before.view(), after.view(), room.setup.names)]
    try:
        room.setup.from_scenario("\n".join(body))
        kept = [line for line in expected if holds(room, [*body, line])]
    except RulesError as error:
        raise Failed(f"this move cannot be written as a scenario: {error}") from None
    head = [f'use "{Path(f).name if f.endswith(".uno") else f + ".uno"}"' for f in room.rules.files]
    return "\n".join([*head, f"options for {room.setup.table.games[0]}", "", *body, *kept, ""])


def room_frames(room: Room, last: int) -> list[tuple[int, Match]]:
    """The match before and after a move."""
    out = []
    for number, match in room.frames():
        if number >= last - 1:
            out.append((number, match.copy()))
        if number == last:
            break
    return out


def holds(room: Room, lines: list[str]) -> bool:
    """Whether a scenario passes."""
    try:
        room.setup.from_scenario("\n".join(lines))
    except RulesError:
        return False
    return True


def facts(before: View, after: View, names: tuple[str, ...]) -> list[str]:
    """Conditions of the language that hold after a move but not before."""
    out = [f"{short(name)} of {who}" for name, who, _ in after.situations[:1] if "+" not in who]
    for old, new in zip(before.places, after.places, strict=True):
        whose = f" of {names[new.seat]}" if new.seat >= 0 else ""
        if old.count != new.count:
            out.append(f"number of cards in {short(new.zone)}{whose} is {new.count}")
        elif old.cards != new.cards and new.cards and new.seat < 0:
            out.append(f"top of {short(new.zone)} is {new.cards[0]}")
    for (name, seat, old_text), (_, _, text) in zip(before.variables, after.variables, strict=True):
        if old_text != text:
            out.append(f"{short(name)}{f' of {names[seat]}' if seat >= 0 else ''} is {text}")
    return out
