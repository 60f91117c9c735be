"""Certificates: what is written can be read again, what is damaged is refused by name, and another solver says the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker.check_table import check_seats
from checker.kernel.accept import Accepted, accept, nothing_known
from checker.kernel.certificates import Damaged, read, read_rest, written, written_rest
from checker.known_tables import memo_of
from checker.smt.at_rest import Rest
from checker.smt.claims import Claim, Happens, NeverRuns, Range
from checker.smt.literals import SlotValue
from tests import engine_tables as k
from tests.comparisons.claims import lies
from tests.effort import marked
from tests.tables import shipped
from unodsl.engine.layout import layout_of
from unodsl.model import table as t
from unodsl.resolve import TableSpec

TABLE = k.build(k.offer("rests", k.REST), k.trigger("never", t.ActEvent(k.NAME, 0)))
DEPTHS = layout_of(TABLE).depth


def honest() -> Accepted:
    """What is left of all that can be claimed."""
    return accept(nothing_known(TABLE, DEPTHS), lies(TABLE, Random(1)))


def test_a_certificate_is_read_again() -> None:
    found = honest()
    assert len(found.claims) > 20
    assert read(written(found.layers, TABLE)[1], TABLE, DEPTHS).claims == found.claims


def forged(*layers: list[Claim]) -> str:
    """A certificate with the right number that nobody has accepted."""
    return written(layers, TABLE)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is no certificate"),
        ("[]", "this is no certificate"),
        (forged([NeverRuns("kit.rests")]), "NeverRuns.*kit.rests.* does not hold"),
        (forged([Range(k.NUMBER, 4, 9)]), "Range.* does not hold: not so at the start"),
        (forged([Happens(t.ActEvent(k.REST, 0))]), "Happens.* does not hold"),
        (forged([Range(99, 0, 1)]), "there is no such variable"),
        (written([], k.build(seats=5))[1], "about kit at 5 seats"),
    ],
)
def test_damaged_and_forged_ones_are_refused(text: str, words: str) -> None:
    with pytest.raises(Damaged, match=words):
        read(text, TABLE, DEPTHS)


def test_a_certificate_that_was_changed_is_refused() -> None:
    body = json.loads(written(honest().layers, TABLE)[1])
    body["layers"][0].pop()
    with pytest.raises(Damaged, match="not the one that its number"):
        read(json.dumps(body), TABLE, DEPTHS)


def test_what_holds_at_rest_is_read_again() -> None:
    basis = honest()
    claims = (Rest("literals", literals=(SlotValue(k.WHO, -1, -1), SlotValue(k.WHO, -1, -1))), Rest("one plays"))
    text = written_rest(claims, TABLE, "12")[1]
    assert read_rest(text, basis).claims == claims
    for wrong, words in (
        ("{", "this is no certificate"),
        (text.replace('"one plays"', '"two play"'), "not the one that its number"),
        (written_rest([Rest("open", k.WAIT)], TABLE, "12")[1], "not kept by every move"),
        (written_rest([Rest("open", 99)], TABLE, "12")[1], "not kept by every move"),
        (written_rest([Rest("literals", literals=(SlotValue(99, -1, 0),))], TABLE, "12")[1], "this is no certificate"),
        (written_rest([Rest("literals", literals=(SlotValue(k.WHO, -1, 1, 0),))], TABLE, "12")[1], "not kept by"),
    ):
        with pytest.raises(Damaged, match=words):
            read_rest(wrong, basis)


SAMPLE = 15
"""So many questions of each shipped ruleset are put to the other solver, chosen by a fixed seed."""

SHIPPED: dict[str, tuple[tuple[str, ...], ...]] = {
    "official": (("official.jump-in", "psycho.matching"), ("official.progressive",)),
    "psycho": (("psycho.matching", "psycho.stacking"),),
    "power": (("power.matching", "power.draw2-on-draw2"),),
    "spicy": (("spicy.slap",),),
    "drapegnik": (("drapegnik.stack",),),
}
"""Tables of each shipped ruleset, by the options that are on."""


@pytest.mark.parametrize("game", [marked(x, long=x == "psycho") for x in SHIPPED])
def test_both_solvers_agree(game: str, tmp_path: Path) -> None:
    """Questions of shipped tables that z3 refuted are unsatisfiable for cvc5 as well."""
    cvc5 = pytest.importorskip("cvc5", reason="cvc5 comes with the dev extra")
    project = shipped("official", *(x for x in SHIPPED if x != "official"))
    memo_of(project).obligations = tmp_path
    codes = {"UNO201", "UNO202", "UNO203", "UNO206", "UNO303", "UNO501"}
    if game not in ("power", "spicy"):
        # (there the search for endless stacks is long, and puts no question to the solver)
        codes.add("UNO302")
    for options in SHIPPED[game]:
        check_seats(project, TableSpec(games=(game,), options=options, seats=2), float("inf"), codes=frozenset(codes))
    entries = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert len(entries) >= 10
    some = Random(1).sample(entries, min(SAMPLE, len(entries)))
    assert [x["file"] for x in some if solved(cvc5, tmp_path / x["file"]) != "unsat"] == []


def solved(cvc5: Any, file: Path) -> str:
    """What cvc5 says of a file."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", "60000")
    parser = cvc5.InputParser(solver)
    text = "(set-logic ALL)" + file.read_text(encoding="utf-8")
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, file.name)
    symbols, said = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    return str(said)


TRUSTED = (
    "summary",
    "footprints",
    "values",
    "left_behind",
    "deeds",
    "counted",
    "bare",
    "no_op",
    "settling",
    "same_rules",
    "references",
    "never_meet",
    "liveness",
    "declarations",
    "just_after",
    "facts",
)
"""The modules of `effects` that the kernel rests on."""


def test_the_trusted_base_is_what_is_stated() -> None:
    """The counts in the README are those of the files, to within a tenth."""
    folder = Path(__file__).parent.parent / "checker"
    said = (folder / "README.md").read_text(encoding="utf-8").partition("The trusted base:")[2]
    said = said.replace("(1500 at most)", "")
    numbers = [int(x) for x in re.findall(r"`?(\d{3,})(?: lines|\.|,)", said)][:3]
    groups = (
        (folder / "kernel").glob("*.py"),
        (folder / "smt").glob("*.py"),
        (folder / "effects" / f"{x}.py" for x in TRUSTED),
    )
    counts = [sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) for files in groups]
    assert all(abs(said - count) <= count / 10 for said, count in zip(numbers, counts, strict=True)), counts
    assert all(f"`{x}`" in said for x in TRUSTED)


def test_the_kernel_is_small() -> None:
    """It stays so small that one can read it."""
    folder = Path(__file__).parent.parent / "checker" / "kernel"
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in folder.glob("*.py")) <= 1_500
