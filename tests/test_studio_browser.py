"""The studio in a real browser: rules are written, mended, checked and played."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette", reason="the server comes with the studio extra")
pytest.importorskip("playwright", reason="what drives a browser comes with the dev extra")

from playwright.sync_api import Browser, expect, sync_playwright

from tests.effort import marked
from tests.studio_page import HOUSE, TOKEN, Desk, studio
from tests.studio_play import CLASH, CLICKER
from unodsl.data import rulesets_dir
from unodsl.engine.generated import Generated
from unodsl.resolve import TableSpec, load_project, load_table

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

CHROMIUM = next((x for x in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if x), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here (Debian: apt-get install chromium)"),
]

MILLISECONDS = 180_000
"""After these a test gives up. It is no measure: the machine may be busy."""

MOST_MOVES = 3000
"""A match that is not over by then is one that does not end."""

RULESETS = sorted(p.stem for p in rulesets_dir().glob("*.uno"))
SHORT = {"psycho": {"target": "50", "rounds": "1"}}
"""Parameters with which a match does not take long; the others have a target alone."""


def overheard(heard: list[str], socket: WebSocket) -> None:
    """Keep all that a socket receives."""

    def keep(text: str | bytes) -> None:
        heard.append(text if isinstance(text, str) else text.decode())

    socket.on("framereceived", keep)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with studio(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@contextmanager
def opened(browser: Browser, address: str, **context: Any) -> Iterator[Page]:
    """A page in a browser of its own; nothing may go wrong in it."""
    found = browser.new_context(**context)
    found.set_default_timeout(MILLISECONDS)
    page = found.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(address)
    yield page
    found.close()
    assert wrong == []


def author_page(desk: Desk) -> str:
    return f"http://127.0.0.1:{desk.port}/#{TOKEN}"


def test_a_mistake_is_mended_by_its_suggestion(desk: Desk, browser: Browser) -> None:
    (desk.folder / "house.uno").write_text(HOUSE.replace("next player draws", "next playr draws"), encoding="utf-8")
    with opened(browser, author_page(desk)) as page:
        fix = page.locator(".problems .fix").first
        fix.wait_for()
        fix.click()
        page.locator(".problems li").first.wait_for(state="detached")
        page.keyboard.press("Control+s")
        expect(page.locator(".state")).to_have_text("saved")
    assert (desk.folder / "house.uno").read_text(encoding="utf-8") == HOUSE


def test_a_contradiction_is_found_stepped_through_and_mended(desk: Desk, browser: Browser) -> None:
    (desk.folder / "house.uno").write_text(CLASH, encoding="utf-8")
    with opened(browser, author_page(desk)) as page:
        page.locator(".cm-content", has_text="same-card").wait_for()
        page.get_by_role("button", name="check these rules").click()
        between = page.locator(".finding.error", has_text="house.same-card").filter(has_text="house.throw-in").first
        between.wait_for()
        assert "contradict" in page.locator(".verdict").inner_text()
        between.get_by_role("button", name="both stories").click()
        page.locator(".stories").wait_for()
        assert page.locator(".story").count() == 2
        assert page.locator(".differs").count() == 0
        page.keyboard.press("ArrowRight")
        assert page.locator(".step").inner_text().startswith("step 1 of")
        assert page.locator(".differs").count() > 0
        assert page.locator(".cm-line.lit").count() == 2
        title = between.locator("strong").inner_text()
        fix = between.locator(".fix", has_text="stand instead").first
        fix.click()
        assert "instead of" in page.locator(".diff ins").inner_text()
        page.get_by_role("button", name="apply it, and check again").click()
        page.locator(".verdict.busy").wait_for()
        page.locator(".verdict:not(.busy)").wait_for()
        assert (
            page.locator(".finding.error", has_text="house.same-card").filter(has_text="house.throw-in").count() == 0
        ), title
    assert "instead of" in (desk.folder / "house.uno").read_text(encoding="utf-8")


def test_a_phone_plays_by_touch_and_a_keyboard_does_too(desk: Desk, browser: Browser) -> None:
    with desk.author() as author:
        found = author.ask("begin", name="house.uno", kinds=["person", "person"], seats=2, seed=5)
    links = [s["link"] for s in found["seats"]]
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    with opened(browser, links[0], **phone) as touch, opened(browser, links[1]) as keys:
        for page in (touch, keys):
            page.locator(".board .table").wait_for()
        assert touch.evaluate("document.documentElement.scrollWidth") <= 360
        for _ in range(6):
            waiting = touch if touch.locator(".mine.turn").count() else keys
            before = touch.locator(".log li").count()
            if waiting is touch:
                touch.locator(".playable, .actions button:not(.quiet)").first.tap()
            else:
                keys.locator(".playable, .actions button:not(.quiet)").first.focus()
                keys.keyboard.press("Enter")
            if waiting.locator("dialog[open]").count():
                waiting.locator("dialog p button").first.press("Enter")
            for page in (touch, keys):
                page.locator(".log li").nth(before).wait_for(state="attached")
        assert touch.locator("[role=log][aria-live=polite]").count() == 1
        touch.reload()
        touch.locator(".board .table").wait_for()


@pytest.mark.parametrize("name", [marked(x, long=x not in ("official", "power")) for x in RULESETS])
def test_four_browsers_play_to_the_end(tmp_path: Path, browser: Browser, name: str) -> None:
    """Four pages play, and the server is killed in between; the record is that of the engine, and no page was sent a hidden card."""
    parameters = SHORT.get(name, {"target": "50"})
    with studio(tmp_path) as desk:
        with desk.author() as author:
            found = author.ask(
                "begin", name=f"{name}.uno", kinds=["person"] * 4, seats=4, seed=3, parameters=parameters
            )
            match = found["match"]
        heard: list[list[str]] = [[] for _ in range(4)]
        context = [browser.new_context() for _ in range(4)]
        pages = [c.new_page() for c in context]
        for number, page in enumerate(pages):
            page.set_default_timeout(MILLISECONDS)
            page.on("websocket", partial(overheard, heard[number]))
            page.goto(found["seats"][number]["link"])
            page.locator(".board .table").wait_for()
            # each page clicks what it can, as soon as it can
            page.evaluate(CLICKER)
        killed = False
        while True:
            over = pages[0].evaluate(
                "document.querySelector('.over') !== null && document.querySelector('.over').textContent.includes('match')"
            )
            if over:
                break
            made = max(json.loads(t).get("made", 0) for t in heard[0][-5:])
            assert made < MOST_MOVES
            if made >= 8 and not killed:
                killed = True
                port = desk.port
                desk.end()
                desk.start(port)
            pages[0].wait_for_timeout(300)
        assert killed
        for seat, texts in enumerate(heard):
            piles: dict[str, Any] = {}
            for text in texts:
                said = json.loads(text)
                piles = said["table"]["zones"] if said["type"] == "welcome" else piles
                for zone, owner, cards, _ in said["view"]["places"] if "view" in said else ():
                    assert cards is None or owner in (-1, seat) or piles[zone]["pile"], zone
        with desk.author() as author:
            assert next(m for m in author.ask("matches") if m["match"] == match)["made"] >= 8
        for c in context:
            c.close()
        replayed(desk, name, match, parameters)


def replayed(desk: Desk, name: str, match: str, parameters: dict[str, str]) -> None:
    """The moves that were kept are those of a match of the engine, up to its end."""
    from unodsl import saved
    from unodsl.engine.layout import MATCH
    from unodsl.studio.store import Store

    kept = next(k for k in Store(desk.matches).all() if k.name == match)
    table = load_table(
        load_project([rulesets_dir() / f"{name}.uno"]),
        TableSpec(seats=4, parameters={k: int(v) for k, v in parameters.items()}),
    )
    runner = Generated(table)
    state = runner.start(kept.seed)
    for number, move in enumerate(kept.moves):
        state = runner.apply(state, saved.numbered(table, runner, state, move, number))
    assert not runner.legal(state)
    assert not state[MATCH]
