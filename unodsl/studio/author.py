"""The requests of the author's page: files, checks, stories, matches. Each request has a number, and gets one
answer."""

from __future__ import annotations

import asyncio
import io
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import segno

from unodsl.data import codes_dir
from unodsl.diagnostics import RulesError
from unodsl.studio import checking, replaying, stories
from unodsl.studio.children import Failed, work
from unodsl.studio.folder import Folder
from unodsl.studio.lobby import Lobby
from unodsl.studio.rules import Rules
from unodsl.studio.sockets import Broken, Guarded

POLL_SECONDS = 1.0
"""The interval in seconds at which the folder is checked for changes."""

BUDGET = 60.0
"""The default seconds of a check."""

MOST_BUDGET = 600.0

MOST_REQUESTS = 16
"""The most concurrent requests."""

Request = dict[str, Any]


class Author:
    """One connection of the author's page."""

    def __init__(self, folder: Folder, lobby: Lobby, address: str, link: Guarded) -> None:
        self.folder, self.lobby, self.address, self.link = folder, lobby, address, link
        self.check: checking.Process | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.answers: dict[str, Callable[[Request], Awaitable[Any]]] = {
            "begin": self.begin,
            "check": self.checked,
            "coverage": self.coverage,
            "explain": self.explain,
            "files": self.files,
            "matches": self.matches,
            "open": self.open,
            "read": self.read,
            "remove": self.remove,
            "replay": self.replay,
            "save-game": self.save_game,
            "save-scenario": self.save_scenario,
            "scenario": self.scenario,
            "stop": self.stop,
            "story": self.story,
            "table": self.table,
            "write": self.write,
        }

    async def serve(self) -> None:
        """Answers requests until the page closes. Raises `Broken`, `WebSocketDisconnect`."""
        polling = asyncio.create_task(self.poll())
        try:
            while True:
                request = await self.link.json()
                if len(self.tasks) >= MOST_REQUESTS:
                    raise Broken(1008, "too many questions at once")
                task = asyncio.create_task(self.answer(request))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
        finally:
            for task in (polling, *self.tasks):
                task.cancel()
            if self.check is not None:
                checking.end(self.check)

    async def answer(self, request: Request) -> None:
        """Answers one request."""
        number = request.get("id")
        try:
            found = self.answers.get(str(request.get("ask")))
            if found is None:
                raise Failed("the studio does not know this question: reload the page")
            self.link.send({"id": number, "answer": await found(request)})
        except Failed as failed:
            self.link.send({"id": number, "wrong": str(failed)})
        except RulesError as error:
            self.link.send({"id": number, "wrong": str(error)})
        except (KeyError, TypeError, ValueError, AttributeError) as odd:
            self.link.send({"id": number, "wrong": f"this question cannot be read: {odd}"})

    async def poll(self) -> None:
        """Notifies the page of changed files."""
        self.folder.changed()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            names = self.folder.changed()
            if names:
                self.link.send({"changed": names})

    # ----------------------------------------------------------------------------------------------------------------- files

    async def files(self, request: Request) -> Any:
        """The files of the folder."""
        return {
            "folder": self.folder.place.name,
            "root": self.folder.place.as_uri(),
            "names": self.folder.names(),
            "first": self.folder.first,
            "writable": self.folder.writable,
        }

    async def read(self, request: Request) -> Any:
        """The content of a file."""
        return self.folder.read(request["name"])

    async def write(self, request: Request) -> Any:
        """Saves a file."""
        return self.folder.write(request["name"], request["text"], request["mark"])

    # ---------------------------------------------------------------------------------------------------------------- checks

    def named(self, name: object) -> str:
        """The path of a file for a command, relative to the folder. Raises `Failed`."""
        path = self.folder.path(name)
        if not path.is_file() and self.folder.shipped(name):
            return path.name
        return f"./{path.relative_to(self.folder.place).as_posix()}"

    async def checked(self, request: Request) -> Any:
        """The findings of the checker in the last saved version of a file."""
        if self.check is not None and self.check.returncode is None:
            raise Failed("a check is under way: stop it first")
        options = [str(x) for x in request.get("options") or []]
        budget = min(MOST_BUDGET, max(1.0, float(request.get("budget") or BUDGET)))

        def started(process: checking.Process) -> None:
            self.check = process

        call = checking.check_arguments(self.named(request["name"]), options, budget)
        found = await checking.command(call, self.folder.place, started)
        return {**found, "proofs": [], "not_proved": [], "findings": [self.finding(f) for f in found["findings"]]}

    def finding(self, found: dict[str, Any]) -> dict[str, Any]:
        """A finding for the page: paths relative to the folder, without certificates."""

        def place(at: dict[str, Any]) -> dict[str, Any]:
            path = (self.folder.place / at["file"]).resolve()
            inside = path.is_relative_to(self.folder.place)
            return at | {"file": path.relative_to(self.folder.place).as_posix() if inside else path.name, "own": inside}

        return found | {
            "certificates": [],
            "locations": [place(x) for x in found["locations"]],
            "fixes": [place(x) for x in found["fixes"]],
        }

    async def stop(self, request: Request) -> Any:
        """Stops the check."""
        if self.check is not None:
            checking.end(self.check)
        return {}

    async def explain(self, request: Request) -> Any:
        """The documentation of a code."""
        code = str(request["code"])
        page = codes_dir() / f"{code}.md"
        if not code.isalnum() or not page.is_file():
            raise Failed(f"there is no page on `{code[:20]}`")
        return {"text": page.read_text(encoding="utf-8")}

    async def story(self, request: Request) -> Any:
        """The scenarios of a finding, step by step."""
        near = self.folder.path(request["name"]).parent
        question = {"folder": str(near), "root": str(self.folder.place), "text": str(request["witness"])}
        found = json.loads(await work("stories", question, stories.SECONDS))
        if "wrong" in found:
            raise Failed(found["wrong"])
        return found

    async def coverage(self, request: Request) -> Any:
        """The rules of a file that fired: in its scenarios, and in its matches in this studio."""
        name = self.named(request["name"])
        tested = await checking.command(["test", name], self.folder.place)
        own = Path(name).stem
        played: dict[str, int] = {}
        for room in self.lobby.rooms.values():
            for rule, times in room.fired.items():
                if rule.partition(".")[0] == own:
                    played[rule] = played.get(rule, 0) + times
        return {
            "scenarios": tested["scenarios"],
            "unread": tested["unread"],
            "never_fired": tested["never_fired"],
            "played": played,
        }

    # --------------------------------------------------------------------------------------------------------------- matches

    def rules(self, request: Request) -> Rules:
        """The table that the page chose. Raises `Failed`."""
        name = self.named(request["name"])
        shipped = not name.startswith("./")
        file = name if shipped else str(self.folder.place / name)
        seats = request.get("seats")
        return Rules(
            (file,),
            str(self.folder.place),
            tuple(sorted(str(x) for x in request.get("options") or [])),
            (),
            {str(k): str(v) for k, v in (request.get("parameters") or {}).items()},
            None if seats is None else int(seats),
        )

    async def table(self, request: Request) -> Any:
        """The choices for a table of a file."""
        _, setup = await self.lobby.setup(self.rules(request))
        table = setup.table
        return {
            "described": setup.described,
            "seats": setup.seats,
            "low": table.seats_low,
            "high": table.seats_high,
            "options": [{"name": o.name, "title": o.title, "on": o.on, "usual": o.default} for o in table.options],
        }

    async def begin(self, request: Request) -> Any:
        """Begins a match."""
        seed = request.get("seed")
        number = random.SystemRandom().randrange(1, 1_000_000) if seed is None else int(seed)
        room = await self.lobby.begin(self.rules(request), number, [str(x) for x in request["kinds"]])
        return self.links(room.name)

    def links(self, name: str) -> dict[str, Any]:
        """The links to the seats of a match, each with its QR code."""
        kept = self.lobby.kept.get(name)
        if kept is None:
            raise Failed("there is no such match any more")
        out = []
        for number, seat in enumerate(kept.seats):
            link = f"{self.address}/seat#{seat.token}" if seat.kind == "person" else None
            out.append(
                {"seat": number, "kind": seat.kind, "link": link, "code": None if link is None else code_of(link)}
            )
        return {"match": name, "seats": out, "files": list(kept.rules.files)}

    async def open(self, request: Request) -> Any:
        """Opens an existing match."""
        room = await self.lobby.room(str(request["match"]))
        room.wake()
        return self.links(room.name)

    async def matches(self, request: Request) -> Any:
        """Lists all matches."""
        return self.lobby.listed()

    async def remove(self, request: Request) -> Any:
        """Removes a match."""
        self.lobby.remove(str(request["match"]))
        return {}

    async def replay(self, request: Request) -> Any:
        """A finished match, step by step, with all cards visible."""
        room = await self.lobby.room(str(request["match"]))
        return await asyncio.to_thread(replaying.replayed, room)

    async def save_game(self, request: Request) -> Any:
        """Saves a match as a saved game in the folder."""
        room = await self.lobby.room(str(request["match"]))
        text = await asyncio.to_thread(replaying.saved_game, room, self.folder.place)
        return {"file": self.folder.beside(request["file"], ".json", text)}

    async def scenario(self, request: Request) -> Any:
        """A move of a finished match, as a scenario."""
        room = await self.lobby.room(str(request["match"]))
        text = await asyncio.to_thread(replaying.scenario_of, room, int(request["number"]), str(request["title"]))
        return {"text": text}

    async def save_scenario(self, request: Request) -> Any:
        """Saves that scenario in a new file of the folder."""
        found = await self.scenario(request)
        return {"file": self.folder.beside(request["file"], ".uno", found["text"])}


def code_of(link: str) -> str:
    """The QR code of a link, as SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, border=2, xmldecl=False, dark="#000", light="#fff")
    return out.getvalue().decode()
