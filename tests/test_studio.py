"""The server of the studio: files, matches, what each seat is sent, and what is refused."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the server comes with the studio extra")
pytest.importorskip("uvicorn", reason="the server comes with the studio extra")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.effort import few_and_slow
from tests.studio_page import HOUSE, TOKEN, WAIT, Desk, Page, joined, studio
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.studio import loading
from unodsl.studio.application import SEAT_MOST
from unodsl.studio.folder import Folder
from unodsl.studio.room import MOST_LINKS
from unodsl.studio.serving import bound, folder_of


@pytest.fixture
def apart() -> None:
    """Rules are loaded in a process of its own, as in a studio."""


@pytest.fixture(autouse=True)
def loaded_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are loaded in this process, unless a test says `apart`: another takes half a second to start."""
    if "apart" in request.fixturenames:
        return

    async def work(module: str, asked: dict[str, Any], seconds: float) -> bytes:
        answers: list[bytes] = []
        monkeypatch.setattr(loading, "question", lambda: asked)
        monkeypatch.setattr(loading, "answer", answers.append)
        loading.main()
        return answers[0]

    monkeypatch.setattr(loading, "work", work)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with studio(tmp_path) as found:
        yield found


def begun(author: Page, kinds: list[str], name: str = "house.uno", **more: Any) -> list[str]:
    """The secrets of the seats of a new match; bots have none."""
    found = author.ask("begin", name=name, kinds=kinds, **{"seats": len(kinds), "seed": 5, **more})
    assert "wrong" not in found, found
    return [s["link"].partition("#")[2] if s["link"] else "" for s in found["seats"]]


class Seat:
    """A page at a seat, with where the match stands as it knows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = self.welcome = page.until("welcome")
        self.number: int = self.welcome["seat"]

    def at(self, made: int) -> dict[str, Any]:
        """Where the match stands after so many moves."""
        while self.now["made"] < made:
            self.now = self.page.until("table")
        return self.now


def seated(desk: Desk, stack: ExitStack, tokens: list[str]) -> list[Seat]:
    return [Seat(stack.enter_context(desk.page("/seat", x))) for x in tokens]


def played(seats: list[Seat], moves: int, luck: random.Random) -> int:
    """Let people make so many moves, or play to the end; how many were made."""
    made: int = seats[0].now["made"]
    for _ in range(moves):
        able = [s for s in seats if s.at(made)["legal"]]
        waiting = [s for s in able if s.number in s.now["waits"]] or able
        if not waiting:
            break
        seat = luck.choice(waiting)
        seat.page.send({"move": luck.choice(seat.now["legal"])["move"]})
        made += 1
        for other in seats:
            other.at(made)
    return made


def end_of(page: Page) -> int | None:
    """The code with which the server ends a connection."""
    while True:
        try:
            page.hear()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else closed.rcvd.code


# ------------------------------------------------------------------------------------------------------------------- the page


def fetched(desk: Desk, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    request = urllib.request.Request(f"http://127.0.0.1:{desk.port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


def test_the_page_runs_no_script_but_its_own(desk: Desk) -> None:
    for path in ("/", "/seat"):
        status, content, headers = fetched(desk, path)
        policy = headers["content-security-policy"]
        assert status == 200
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        nonce = policy.partition("'nonce-")[2].partition("'")[0]
        assert nonce.encode() in content
        assert b"<script>" not in content
    assert nonce.encode() not in fetched(desk, "/seat")[1]


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/rules.py", "/application.py", "/house.uno", "/page/index.html", "/author.js/"],
)
def test_nothing_but_the_page_is_served(desk: Desk, path: str) -> None:
    assert fetched(desk, path)[0] == 404


def test_a_foreign_name_of_this_machine_is_no_way_in(desk: Desk) -> None:
    assert fetched(desk, "/", Host="rebound.example")[0] == 421
    assert fetched(desk, "/", Host=f"localhost:{desk.port}")[0] == 200


@pytest.mark.parametrize("path", ["/author", "/language", "/seat"])
def test_pages_from_elsewhere_are_turned_away(desk: Desk, path: str) -> None:
    with pytest.raises(InvalidStatus), desk.page(path, TOKEN, "https://elsewhere.example"):
        pass
    with desk.page(path, TOKEN, f"http://127.0.0.1:{desk.port}") as page:
        page.send({"id": 1, "ask": "files"})


@pytest.mark.parametrize("path", ["/author", "/language"])
def test_the_secret_of_a_seat_is_not_that_of_the_author(desk: Desk, path: str) -> None:
    with desk.author() as author:
        (ann,) = (x for x in begun(author, ["person", "bot"]) if x)
    for token in (ann, "", "the-autho"):
        with desk.page(path, token) as page:
            with suppress(ConnectionClosed):  # (the server may have turned the page away already)
                page.socket.send('{"id": 1, "ask": "files"}')
            assert end_of(page) == 4001
            assert page.heard == []


# ---------------------------------------------------------------------------------------------------------------------- files


def test_files_are_saved_whole_and_never_over_a_stranger_s(desk: Desk) -> None:
    with desk.author() as author:
        listed = author.ask("files")
        assert (listed["names"], listed["writable"]) == (["house.uno"], True)
        read = author.ask("read", name="house.uno")
        assert read["text"] == HOUSE
        text = HOUSE.replace("draws 2", "draws 3")
        saved = author.ask("write", name="house.uno", text=text, mark=read["mark"])
        assert (desk.folder / "house.uno").read_text(encoding="utf-8") == text
        (desk.folder / "house.uno").write_text("# by another program\n", encoding="utf-8")
        refused = author.ask("write", name="house.uno", text=HOUSE, mark=saved["mark"])
        assert "changed by another program" in refused["wrong"]
        assert (desk.folder / "house.uno").read_text(encoding="utf-8") == "# by another program\n"
        assert [p.name for p in desk.folder.iterdir()] == ["house.uno"]


def test_changes_from_outside_are_noticed(desk: Desk) -> None:
    with desk.author() as author:
        author.ask("files")
        (desk.folder / "second.uno").write_text("# new\n", encoding="utf-8")
        while "changed" not in (said := author.hear()):
            pass
        assert said["changed"] == ["second.uno"]


@pytest.mark.parametrize(
    "name",
    [
        "../outside.uno",
        "/etc/passwd",
        "..",
        "",
        "a\0b.uno",
        "sub/../../outside.uno",
        ".hidden.uno",
        "notes.txt",
        "link.uno",
        5,
        None,
        "x" * 400 + ".uno",
    ],
)
def test_no_file_but_those_of_the_folder(desk: Desk, name: object) -> None:
    (desk.folder.parent / "outside.uno").write_text("# outside\n", encoding="utf-8")
    (desk.folder / "notes.txt").write_text("secret", encoding="utf-8")
    (desk.folder / "link.uno").symlink_to(desk.folder.parent / "outside.uno")
    with desk.author() as author:
        for ask in ("read", "write", "check", "coverage", "table", "begin", "story"):
            found = author.ask(ask, name=name, text="# over", mark=None, kinds=["person"], witness="")
            assert "wrong" in found, (ask, found)
    assert (desk.folder.parent / "outside.uno").read_text(encoding="utf-8") == "# outside\n"


def test_an_odd_question_is_answered_plainly(desk: Desk) -> None:
    with desk.author() as author:
        for asked in ({"ask": "fly"}, {"ask": "read"}, {"ask": "begin", "name": "house.uno"}, {"ask": ["x"]}):
            author.send({"id": 1, **asked})
            assert "wrong" in author.hear()
        assert author.ask("files")["names"] == ["house.uno"]


@pytest.mark.slow
def test_the_language_server_sees_the_folder_and_no_other(desk: Desk) -> None:
    outside = desk.folder.parent / "outside.uno"
    outside.write_text("# outside\n", encoding="utf-8")
    with desk.page("/language", TOKEN) as page:
        page.send(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {"rootUri": "file:///", "processId": None, "capabilities": {}},
            }
        )
        while (said := page.hear()).get("id") != 1:
            pass
        assert said["result"]["capabilities"]["renameProvider"]
        page.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
        uri = (desk.folder / "house.uno").as_uri()
        text = HOUSE.replace("next player", "nxt player")
        page.send(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didOpen",
                "params": {"textDocument": {"uri": uri, "languageId": "uno", "version": 1, "text": text}},
            }
        )
        # the text is right: names are looked at after it
        while not (found := page.hear().get("params") or {}).get("diagnostics"):
            pass
        assert found["uri"] == uri
        assert "nxt" in found["diagnostics"][0]["message"]
        page.send(
            {
                "jsonrpc": "2.0",
                "id": 2,
                "method": "textDocument/hover",
                "params": {"textDocument": {"uri": outside.as_uri()}, "position": {"line": 0, "character": 1}},
            }
        )
        while (said := page.hear()).get("id") != 2:
            pass
        assert "outside the folder" in said["error"]["message"]


# -------------------------------------------------------------------------------------------------------------------- matches


def test_a_move_reaches_every_seat(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        assert played(seats, 1, random.Random(1)) == 1
        assert [s.now["log"][-1]["number"] for s in seats] == [1, 1]
        assert seats[0].now["log"] == seats[1].now["log"]


@pytest.mark.slow
def test_bots_take_the_other_seats(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["bot", "bot", "bot"])
        assert tokens == ["", "", ""]
        ended(author, author.ask("matches")[0]["match"])


@pytest.mark.parametrize("name", few_and_slow(sorted(p.stem for p in rulesets_dir().glob("*.uno")), 2))
def test_no_seat_hears_of_hidden_cards(desk: Desk, name: str) -> None:
    """All that a seat is sent, through a part of a match, is rebuilt from what the engine says it may see."""
    with desk.author() as author:
        tokens = begun(author, ["person"] * 3, f"{name}.uno")
        match = author.ask("matches")[0]["match"]
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        played(seats, 60, random.Random(3))
        for seat in seats:
            for text in seat.page.heard:
                said = json.loads(text)
                for zone, owner, cards, _ in said["view"]["places"]:
                    words = seat.welcome["table"]["zones"][zone]
                    if cards is not None:
                        assert owner in (-1, seat.number) or words["pile"], (zone, owner)
                assert {m["move"][1] for m in said["legal"]} <= {seat.number}
                for key in ("state", "drawn", "seed", "token"):
                    assert key not in said
                assert not any(t in text for t in tokens)
    assert match


SECRET = """use "official.uno"
options for official

option bids "A secret bid"
  act bid a number: 0 to 3
  variable bid of each player: 0 to 3, secret
  situation bidding on players
  rule six
    when player draws
    then begin bidding on players
  rule make-a-bid
    during bidding
    its players must bid a number
    then bid of player becomes the number
      exclude player from players of bidding
  rule bids-are-shown
    when bidding completes
    then end bidding
"""


def test_a_secret_choice_is_told_to_nobody_else(desk: Desk) -> None:
    (desk.folder / "secret.uno").write_text(SECRET, encoding="utf-8")
    with desk.author() as author:
        tokens = begun(author, ["person"] * 3, "secret.uno", options=["secret.bids"])
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        first = next(s for s in seats if s.now["legal"])
        draw = next(m for m in first.now["legal"] if m["act"] == "draw")
        first.page.send({"move": draw["move"]})
        for seat in seats:
            assert {m["act"] for m in seat.at(1)["legal"]} == {"bid"}
        chosen = next(m for m in seats[0].now["legal"] if m["words"].endswith("2"))
        seats[0].page.send({"move": chosen["move"]})
        for seat in seats:
            seat.at(2)
        assert seats[0].now["log"][-1]["words"] == "ann bids 2"
        for seat in seats[1:]:
            assert seat.now["log"][-1]["words"] == "ann chooses in secret"
            assert "ann bids" not in seat.page.heard[-1]
            assert ["secret.bid", 0, "2"] not in seat.now["view"]["variables"]


FORGED = [
    [0, 1, 0],
    [10**9, 0, 0],
    [0, 0],
    [0, 0, 0, 0],
    ["0", 0, 0],
    [True, 0, 0],
    [0.5, 0, 0],
    None,
    "draw",
    {"x": 1},
    [-1, 0, -1],
    [0, -1, 0],
]


def test_forged_moves_are_refused_and_disturb_nobody(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        mover, other = sorted(seats, key=lambda s: not s.now["legal"])
        for forged in (*FORGED, *(m["move"] for m in mover.now["legal"])):
            other.page.send({"move": forged})
            assert other.page.until("refused")["why"]
        for odd in ({"undo": "yes"}, {"undo": 3}, {}, {"hello": tokens[0]}):
            other.page.send(odd)
            other.page.until("refused")
        assert other.now["made"] == 0
        assert played(seats, 1, random.Random(1)) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    few_and_slow(
        [("x" * (SEAT_MOST + 1), 1009), ("nothing", 1008), ("[" * 1900, 1008), ("[]", 1008), (b"bytes", 1008)], 2
    ),
)
def test_odd_messages_end_their_own_connection(desk: Desk, text: str | bytes, code: int) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        one, other = seated(desk, stack, tokens)
        one.page.socket.send(text)
        assert end_of(one.page) == code
        (again,) = seated(desk, stack, tokens[:1])
        assert played([again, other], 1, random.Random(1)) == 1


def test_a_flood_ends_its_own_connection(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        one, other = seated(desk, stack, tokens)
        with suppress(ConnectionClosed):
            for _ in range(200):
                one.page.send({"move": [0, 0, 0]})
        assert end_of(one.page) == 4008
        (again,) = seated(desk, stack, tokens[:1])
        assert played([again, other], 1, random.Random(1)) == 1


@pytest.mark.usefixtures("apart")
def test_a_link_that_leads_nowhere_says_so(desk: Desk) -> None:
    with desk.author() as author:
        (ann, _) = begun(author, ["person", "bot"])
        for token in ("", "x" * 32, ann[:-1]):
            with desk.page("/seat", token) as page:
                found = page.hear()
                assert (found["type"], found["final"]) == ("refused", True)
        author.ask("remove", match=author.ask("matches")[0]["match"])
        with desk.page("/seat", ann) as page:
            assert "removed" in page.hear()["why"]


def test_a_second_page_at_a_seat_sees_the_same(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        seats = seated(desk, stack, [*tokens, tokens[0]])
        played(seats[:2], 4, random.Random(2))
        assert seats[2].at(4)["view"] == seats[0].now["view"]
        for _ in range(MOST_LINKS - 2):
            seated(desk, stack, tokens[:1])
        with desk.page("/seat", tokens[0]) as page:
            assert "too many pages" in page.until("refused")["why"]


def test_moves_are_taken_back_when_all_agree(desk: Desk) -> None:
    with desk.author() as author:
        tokens = begun(author, ["person", "person", "person"])
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        before = seats[0].now["view"]
        played(seats, 1, random.Random(1))
        first, second, third = seats
        first.page.send({"undo": "ask"})
        assert second.page.until("table")["undo"]["seat"] == 0
        second.page.send({"undo": "no"})
        while first.page.until("table")["undo"] is not None:
            pass
        first.page.send({"undo": "ask"})
        for seat in (second, third):
            seat.page.send({"undo": "yes"})
        for seat in seats:
            while (found := seat.page.until("table"))["made"] != 0:
                pass
        assert found["undo"] is None
        seats[0].now = found = Seat(stack.enter_context(desk.page("/seat", tokens[0]))).now
        assert found["view"] == before


@pytest.mark.slow
def test_a_match_survives_the_server_and_its_rules(desk: Desk) -> None:
    """Matches go on where they were, with the rules they began with, though the file no longer loads."""
    with desk.author() as author:
        tokens = begun(author, ["person", "person"], options=["house.sevens"])
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        played(seats, 9, random.Random(4))
        left = [s.now["view"] for s in seats]
        played(seats, 0, random.Random(4))
    (desk.folder / "house.uno").write_text("this is no ruleset file", encoding="utf-8")
    desk.end()
    desk.start()
    with ExitStack() as stack:
        seats = seated(desk, stack, tokens)
        assert [s.now["view"] for s in seats] == left
        assert "house.sevens" in seats[0].welcome["table"]["described"]
        assert played(seats, 3, random.Random(5)) == 12


@pytest.mark.slow
def test_a_match_that_is_over_can_be_kept(desk: Desk, tmp_path: Path) -> None:
    from unodsl import saved
    from unodsl.api import load

    with desk.author() as author:
        begun(author, ["bot", "bot"], parameters={"target": "50"})
        match = author.ask("matches")[0]["match"]
        assert "goes on" in author.ask("replay", match=begun_running(author))["wrong"]
        ended(author, match)
        story = author.ask("replay", match=match)
        assert story["frames"][-1]["view"]["match"] is False
        assert author.ask("save-game", match=match, file="../x")["wrong"]
        assert author.ask("save-game", match=match, file="game") == {"file": "game.json"}
        assert "already" in author.ask("save-game", match=match, file="game")["wrong"]
        told = author.ask("scenario", match=match, number=len(story["frames"]) // 2, title="a move")["text"]
        assert author.ask("save-scenario", match=match, number=1, title="first", file="first") == {"file": "first.uno"}
    held = saved.read(desk.folder / "game.json")
    assert held.files == ("house.uno",)
    setup = load(desk.folder / "house.uno", parameters={"target": 50}, seats=2)
    assert setup.replay(held).over
    assert "expect" in told
    assert setup.from_scenario(told).made == ()


def ended(author: Page, match: str) -> None:
    """Wait until bots have played a match to its end."""
    while not next(m for m in author.ask("matches") if m["match"] == match)["over"]:
        threading.Event().wait(0.1)


def begun_running(author: Page) -> str:
    """A match that waits for somebody who is not there."""
    found = author.ask("begin", name="house.uno", kinds=["person", "person"], seats=2, seed=5)
    return str(found["match"])


@pytest.mark.usefixtures("apart")
def test_rules_that_take_for_ever_are_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unodsl.studio.loading.SECONDS", 0.01)
    with desk.author() as author:
        found = author.ask("begin", name="house.uno", kinds=["person", "bot"], seats=2)
        assert "take longer" in found["wrong"]
        assert author.ask("files")["names"] == ["house.uno"]


@pytest.mark.usefixtures("apart")
def test_rules_that_do_not_load_say_where(desk: Desk) -> None:
    (desk.folder / "house.uno").write_text(HOUSE.replace("next player", "nxt player"), encoding="utf-8")
    with desk.author() as author:
        found = author.ask("begin", name="house.uno", kinds=["person", "bot"], seats=2, options=["house.sevens"])
        assert "nxt" in found["wrong"]
        assert "house.uno:8" in found["wrong"]


# ------------------------------------------------------------------------------------------------------------- findings, play


def test_a_finding_is_told_step_by_step(desk: Desk) -> None:
    witness = """use "official.uno"
options for official

scenario "it ends"
  seats ann, bob
  ann holds red 7, red 1
  bob holds blue 1
  discard pile is red 3; turn of ann
  ann plays red 7
  expect turn of bob
"""
    with desk.author() as author:
        (story,) = author.ask("story", name="house.uno", witness=witness)["stories"]
        assert [f["words"] for f in story["frames"]] == ["the position", "ann plays red 7"]
        assert "official.play" in story["frames"][1]["fired"]
        last = {(z, s): cards for z, s, cards, _ in story["frames"][1]["view"]["places"]}
        assert last["official.discard pile", -1] == ["red 7", "red 3"]
        assert "wrong" in author.ask("story", name="house.uno", witness="nonsense")


def test_coverage_counts_scenarios_and_play(desk: Desk) -> None:
    with desk.author() as author:
        found = author.ask("coverage", name="house.uno")
        assert [s["passed"] for s in found["scenarios"]] == [True]
        assert found["played"] == {}


# --------------------------------------------------------------------------------------------------------------------- starting


def test_a_port_in_use_is_said_or_left(monkeypatch: pytest.MonkeyPatch) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RulesError, match=f"port {port} is in use"):
            bound("127.0.0.1", port)
        monkeypatch.setattr("unodsl.studio.serving.PORT", port)
        with bound("127.0.0.1", None) as other:
            assert other.getsockname()[1] != port


def test_what_can_be_opened(tmp_path: Path) -> None:
    (tmp_path / "mine.uno").write_text(HOUSE, encoding="utf-8")
    assert folder_of(tmp_path / "mine.uno").first == "mine.uno"
    assert folder_of(tmp_path).first is None
    for wrong, says in (
        ("other.uno", "there is no file"),
        ("mine.txt", "no ruleset file"),
        ("x/y.uno", "there is no folder"),
    ):
        with pytest.raises(RulesError, match=says):
            folder_of(tmp_path / wrong)
    with pytest.raises(RulesError, match="comes with unodsl"):
        folder_of(Path("official"))


def test_a_read_only_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert not Folder(tmp_path).writable


@pytest.mark.slow
def test_a_server_that_is_killed_loses_no_move(tmp_path: Path) -> None:
    """A studio in a process of its own, killed at once in the middle of a match, and started again."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "house.uno").write_text(HOUSE, encoding="utf-8")
    matches = tmp_path / "matches.sqlite"

    def started() -> tuple[subprocess.Popen[str], int, str]:
        command = [sys.executable, "-m", "unodsl.commands.main", "studio", str(folder), "--no-browser", "--port", "0"]
        process = subprocess.Popen([*command, "--matches", str(matches)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = next(x for x in (re.search(r":(\d+)/#(\S+)", line) for line in process.stdout) if x)
        return process, int(found[1]), found[2]

    process, port, token = started()
    with joined(port, "/author", token) as author:
        tokens = begun(author, ["person", "person"])
    with ExitStack() as stack:
        seats = [Seat(stack.enter_context(joined(port, "/seat", x))) for x in tokens]
        made = played(seats, 12, random.Random(6))
        left = [s.now["view"] for s in seats]
        process.kill()
        process.wait()
    process, port, token = started()
    try:
        with ExitStack() as stack:
            seats = [Seat(stack.enter_context(joined(port, "/seat", x))) for x in tokens]
            assert [s.now["made"] for s in seats] == [made, made] == [12, 12]
            assert [s.now["view"] for s in seats] == left
            assert played(seats, 2, random.Random(6)) == 14
    finally:
        process.kill()
        process.wait()
