"""The studio under load: many matches at once, each seat a websocket of its own that plays as soon as it can.

`python benchmarks/studio.py --matches 200 --seats 4 --moves 20` starts a studio on this machine, and prints how long the server takes
from a move to the position that follows it, as the player who made it sees it. No move may be lost: at the end each match has as many
moves in its file as were answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

RULES = 'use "official.uno"\noptions for official\n'


class Match:
    """One match and its seats. `times`: seconds from a move to its answer."""

    def __init__(self, port: int, tokens: list[str], moves: int, luck: random.Random, pause: float) -> None:
        self.port, self.tokens, self.moves, self.luck, self.pause = port, tokens, moves, luck, pause
        self.times: list[float] = []
        self.made = 0

    async def seat(self, token: str) -> ClientConnection:
        socket = await connect(f"ws://127.0.0.1:{self.port}/seat", max_size=None, open_timeout=120)
        await socket.send(json.dumps({"hello": token}))
        return socket

    async def come(self) -> None:
        self.sockets = [await self.seat(x) for x in self.tokens]
        self.now = [await self.hear(s, 0) for s in self.sockets]

    async def hear(self, socket: ClientConnection, made: int) -> dict[str, Any]:
        while True:
            said: dict[str, Any] = json.loads(await socket.recv())
            if said["type"] == "refused":
                raise RuntimeError(said["why"])
            if said["made"] >= made:
                return said

    async def play(self) -> None:
        await asyncio.sleep(self.luck.random() * self.pause)
        for _ in range(self.moves):
            able = [i for i, now in enumerate(self.now) if now["legal"]]
            if not able:
                return
            seat = self.luck.choice([i for i in able if i in self.now[i]["waits"]] or able)
            move = self.luck.choice(self.now[seat]["legal"])["move"]
            began = time.perf_counter()
            await self.sockets[seat].send(json.dumps({"move": move}))
            self.made += 1
            self.now[seat] = await self.hear(self.sockets[seat], self.made)
            self.times.append(time.perf_counter() - began)
            for other, socket in enumerate(self.sockets):
                if other != seat:
                    self.now[other] = await self.hear(socket, self.made)
            # people think
            await asyncio.sleep(self.pause * (0.5 + self.luck.random()))


async def matches_of(port: int, token: str, arguments: argparse.Namespace) -> list[Match]:
    """So many matches, begun by the author."""
    out = []
    async with connect(f"ws://127.0.0.1:{port}/author", max_size=None) as author:
        await author.send(json.dumps({"hello": token}))
        for number in range(arguments.matches):
            kinds = ["person"] * arguments.seats
            asked = {
                "id": number,
                "ask": "begin",
                "name": "rules.uno",
                "kinds": kinds,
                "seats": len(kinds),
                "seed": number + 1,
            }
            await author.send(json.dumps(asked))
            while (said := json.loads(await author.recv())).get("id") != number:
                pass
            tokens = [s["link"].partition("#")[2] for s in said["answer"]["seats"]]
            out.append(Match(port, tokens, arguments.moves, random.Random(number), arguments.pause))
    return out


async def measured(port: int, token: str, arguments: argparse.Namespace) -> list[Match]:
    """All matches played."""
    matches = await matches_of(port, token, arguments)
    for at in range(0, len(matches), 20):
        await asyncio.gather(*(m.come() for m in matches[at : at + 20]))
    await asyncio.gather(*(m.play() for m in matches))
    return matches


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--moves", type=int, default=20, help="of each match")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds that players think")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rules.uno").write_text(RULES, encoding="utf-8")
        store = Path(folder) / "matches.sqlite"
        command = [
            sys.executable,
            "-m",
            "unodsl.commands.main",
            "studio",
            folder,
            "--no-browser",
            "--port",
            "0",
            "--matches",
            str(store),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = next(x for x in (re.search(r"127\.0\.0\.1:(\d+)/#(\S+)", line) for line in server.stdout) if x)
            matches = asyncio.run(measured(int(found[1]), found[2], arguments))
        finally:
            server.terminate()
            server.wait()
        kept = sqlite3.connect(store).execute("select count(*) from move").fetchone()[0]
    times = sorted(t * 1000 for m in matches for t in m.times)
    made = sum(m.made for m in matches)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(matches)} matches, {len(matches) * arguments.seats} seats, {made} moves, {made - kept} lost")
    print(
        f"answer: median {statistics.median(times):.1f} ms, 95th of 100 {times[len(times) * 95 // 100]:.1f} ms, slowest {times[-1]:.1f} ms"
    )
    print(
        f"processor time of the server: {used.ru_utime + used.ru_stime:.1f} s, {1000 * (used.ru_utime + used.ru_stime) / made:.2f} ms a move"
    )


if __name__ == "__main__":
    main()
