"""The studio in Firefox: a mistake is mended, a contradiction found and settled, a match played to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the server comes with the studio extra")

from tests.firefox import FIREFOX, Firefox, firefox
from tests.studio_page import HOUSE, TOKEN, Desk, studio
from tests.studio_play import CLASH, CLICKER

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed here (Debian: apt-get install firefox-esr)"),
]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with studio(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as started:
        yield started


def author_page(desk: Desk) -> str:
    return f"http://127.0.0.1:{desk.port}/#{TOKEN}"


def button(words: str, within: str = "document") -> str:
    """The expression for the first button with these words."""
    return f"[...{within}.querySelectorAll('button')].find(b => b.textContent.trim().startsWith({words!r}))"


def test_a_mistake_is_mended_by_its_suggestion(desk: Desk, browser: Firefox) -> None:
    (desk.folder / "house.uno").write_text(HOUSE.replace("next player draws", "next playr draws"), encoding="utf-8")
    with browser.page(author_page(desk)) as page:
        page.click("document.querySelector('.problems .fix')")
        page.until("document.querySelector('.problems li') === null")
        page.press("Control", "s")
        page.until("document.querySelector('.state').textContent === 'saved'")
    assert (desk.folder / "house.uno").read_text(encoding="utf-8") == HOUSE


@pytest.mark.long
def test_a_contradiction_is_found_stepped_through_and_mended(desk: Desk, browser: Firefox) -> None:
    (desk.folder / "house.uno").write_text(CLASH, encoding="utf-8")
    clash = """[...document.querySelectorAll('.finding.error')].find(
        x => x.textContent.includes('house.same-card') && x.textContent.includes('house.throw-in'))"""
    with browser.page(author_page(desk)) as page:
        page.until("document.querySelector('.cm-content')?.textContent.includes('same-card')")
        page.click(button("check these rules"))
        page.until(f"Boolean({clash})")
        assert "contradict" in page.says("document.querySelector('.verdict').textContent")
        page.click(button("both stories", clash))
        page.until("document.querySelectorAll('.story').length === 2")
        assert page.says("document.querySelectorAll('.differs').length") == 0
        page.press("ArrowRight")
        page.until("document.querySelectorAll('.differs').length > 0")
        assert page.says("document.querySelectorAll('.cm-line.lit').length") == 2
        page.click(f"[...{clash}.querySelectorAll('.fix')].find(x => x.textContent.includes('stand instead'))")
        page.until("document.querySelector('.diff ins')?.textContent.includes('instead of')")
        page.click(button("apply it, and check again"))
        page.until("document.querySelector('.verdict.busy') !== null")
        page.until("document.querySelector('.verdict:not(.busy)') !== null")
        assert page.says(f"Boolean({clash})") is False
    assert "instead of" in (desk.folder / "house.uno").read_text(encoding="utf-8")


@pytest.mark.long
def test_two_pages_play_a_match_to_its_end(desk: Desk, browser: Firefox) -> None:
    with desk.author() as author:
        parameters = {"target": "50"}
        kinds = ["person", "person"]
        found = author.ask("begin", name="official.uno", kinds=kinds, seats=2, seed=3, parameters=parameters)
    links = [seat["link"] for seat in found["seats"]]
    with browser.page(links[0]) as ann, browser.page(links[1]) as bob:
        for page in (ann, bob):
            page.until("document.querySelector('.board .table') !== null")
            page.says(f"({CLICKER})()")
        for page in (ann, bob):
            page.until("document.querySelector('.over')?.textContent.includes('match') ?? false")
