"""Reports for other programs: what they read, they can read, and what comes from ruleset files stays text."""

from __future__ import annotations

import ast
import json
import os
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker.checks.registry import CHECKS
from checker.report.code_pages import pages
from checker.report.formats.github import command
from checker.report.formats.html import rendered
from checker.report.formats.position import face
from tests.reports import HOUSE, check, findings
from unodsl.data import rulesets_dir
from unodsl.resolve import load_project, load_table
from unodsl.source import Source, Span

SCHEMAS = Path(__file__).parent / "schemas"
NASTY = "<script>alert(1)</script> ]]> 100%: ::error file=x,line=1::no & 'more' ´ü"
"""A reason that an author gave."""

pytestmark = pytest.mark.usefixtures("folder", "shared_checks")


# --------------------------------------------------------------------------------------------------------------- SARIF


def sarif(*arguments: str, code: int = 1) -> dict[str, Any]:
    """The log that a call prints, held against the schema: the strict one of ours and, where SARIF_SCHEMA names a file, the
    published one."""
    value = json.loads(check(*arguments, "--format", "sarif", code=code).stdout)
    assert isinstance(value, dict)
    schemas = [SCHEMAS / "sarif-used.json"]
    if os.environ.get("SARIF_SCHEMA"):
        schemas.append(Path(os.environ["SARIF_SCHEMA"]))
    for schema in schemas:
        jsonschema.Draft7Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(value)
    return value


def results(*arguments: str, code: int = 1) -> dict[tuple[str, ...], dict[str, Any]]:
    """The results of a log by code and rules."""
    found = sarif(*arguments, code=code)["runs"][0]["results"]
    return {(r["ruleId"], *sorted(r["properties"]["rules"])): r for r in found}


CLASH = ("UNO203", "house.jump", "house.slap")
DEAD = ("UNO401", "house.hotter-star")
ALLOWED = ("UNO401", "house.hot-star")


def test_sarif_has_a_page_for_each_code() -> None:
    rules = sarif(*HOUSE)["runs"][0]["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == sorted(code for code, _, _ in CHECKS)
    assert all("## How it is decided" in r["help"]["markdown"] for r in rules)


def test_sarif_names_both_places(folder: Path) -> None:
    result = results(*HOUSE)[CLASH]
    assert result["level"] == "error"
    lines = (folder / "house.uno").read_text(encoding="utf-8").splitlines()
    assert len(result["relatedLocations"]) == 2
    for place in result["relatedLocations"]:
        at = place["physicalLocation"]
        region = at["region"]
        assert at["artifactLocation"] == {"uri": "house.uno", "uriBaseId": "SRCROOT"}
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "any other player may play a card"
    assert result["locations"][0]["physicalLocation"] == result["relatedLocations"][0]["physicalLocation"]


def test_sarif_keeps_what_is_suppressed() -> None:
    found = results(*HOUSE)
    assert found[ALLOWED]["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": NASTY}]
    assert "suppressions" not in found[DEAD]
    assert "baselineState" not in found[DEAD]


def test_sarif_keeps_what_is_in_the_baseline(folder: Path) -> None:
    check("house.uno", "--with", "hot", "--with", "cold", "--seats", "3", "--write-baseline", "old.json", code=0)
    check(*HOUSE, "--write-baseline", "all.json", code=0)
    assert {r["baselineState"] for r in results(*HOUSE, "--baseline", "all.json", code=0).values()} == {"unchanged"}
    assert {k: r["baselineState"] for k, r in results(*HOUSE, "--baseline", "old.json").items()}[CLASH] == "new"


def test_sarif_tells_of_unused_suppressions() -> None:
    notes = sarif(*HOUSE)["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    note, *others = notes
    assert [x["message"]["text"].partition(":")[0] for x in others] == ["judged"]
    assert "`allow UNO201` of house.cold-one" in note["message"]["text"]
    assert note["locations"][0]["physicalLocation"]["region"]["startLine"] == 37


@pytest.mark.slow
def test_sarif_offers_the_fixes(folder: Path) -> None:
    fixes = results(*HOUSE)[CLASH]["fixes"]
    (change,) = fixes[0]["artifactChanges"]
    (replacement,) = change["replacements"]
    text = (folder / "house.uno").read_text(encoding="utf-8").splitlines(keepends=True)
    at = replacement["deletedRegion"]["startLine"] - 1
    (folder / "house.uno").write_text("".join([*text[:at], replacement["insertedContent"]["text"], *text[at:]]))
    assert CLASH not in results(*HOUSE)


@pytest.mark.slow
def test_marks_stay_when_lines_move(folder: Path) -> None:
    before = {k: r["fingerprints"] for k, r in results(*HOUSE).items()}
    text = (folder / "house.uno").read_text(encoding="utf-8")
    # Four more lines above everything, and the two options that clash the other way round.
    head, jump, slap, rest = re.split(r"(?=^option (?:jump|slap|hot) )", text, flags=re.MULTILINE)
    (folder / "house.uno").write_text("# more\n" * 4 + head + slap + jump + rest, encoding="utf-8")
    assert {k: r["fingerprints"] for k, r in results(*HOUSE).items()} == before
    assert len({str(m) for m in before.values()}) == len(before)


def test_sarif_file_names_are_addresses(folder: Path) -> None:
    odd = folder / "my rules" / "a#1 é%.uno"
    odd.parent.mkdir()
    odd.write_text((folder / "house.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (odd.parent / "base.uno").write_text((folder / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    pair = ("--with", "jump", "--with", "slap", "--seats", "3")
    found = sarif(str(odd.relative_to(folder)), *pair)["runs"][0]["results"]
    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in found}
    assert uris - {"my%20rules/base.uno"} == {"my%20rules/a%231%20%C3%A9%25.uno"}


@pytest.mark.slow
def test_sarif_files_from_elsewhere_have_whole_addresses(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = folder / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    for name in (str(folder / "house.uno"), "../house.uno"):
        for result in results(name, "--with", "jump", "--with", "slap", "--seats", "3").values():
            at = result["locations"][0]["physicalLocation"]["artifactLocation"]
            assert at["uri"].startswith("file:///")
            assert ".." not in at["uri"]
            assert "uriBaseId" not in at


def test_an_open_question_has_no_level(folder: Path) -> None:
    found = results("house.uno", "--with", "jump", "--with", "slap", "--seats", "2", code=0)
    assert (found[CLASH]["kind"], found[CLASH]["level"]) == ("open", "none")


# --------------------------------------------------------------------------------------------------------------- JUnit


def junit(*arguments: str, code: int = 1) -> ET.Element:
    """The suites that a call prints."""
    text = check(*arguments, "--format", "junit", code=code).stdout
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    (suite,) = root
    for part in (root, suite):
        assert int(part.attrib["tests"]) == len(suite.findall("testcase"))
        assert int(part.attrib["failures"]) == len(suite.findall("testcase/failure"))
    assert int(suite.attrib["skipped"]) == len(suite.findall("testcase/skipped"))
    for case in suite.findall("testcase"):
        assert set(case.attrib) == {"classname", "name", "time"}
    return root


def test_junit_has_a_test_for_each_code_and_finding() -> None:
    cases = {(c.attrib["classname"], c.attrib["name"]): c for c in junit(*HOUSE).iter("testcase")}
    assert {c for c, _ in cases} == {f"unodsl.{code}" for code, _, _ in CHECKS}
    failed = {k for k, c in cases.items() if c.find("failure") is not None}
    assert sorted(c for c, _ in failed) == ["unodsl.UNO203", "unodsl.UNO401"]
    skipped = [c.find("skipped") for c in cases.values() if c.find("skipped") is not None]
    assert f"allowed: {NASTY}" in [s.attrib["message"] for s in skipped if s is not None]


def test_junit_tells_of_unused_suppressions() -> None:
    assert "`allow UNO201` of house.cold-one" in (junit(*HOUSE).findtext("testsuite/system-out") or "")


def test_junit_fails_as_the_command_does() -> None:
    failures = junit(*HOUSE, "--fail-on", "error").findall(".//failure")
    assert [f.attrib["type"] for f in failures] == ["error"]
    undecided = ("house.uno", "--with", "jump", "--with", "slap", "--seats", "2")
    assert {f.attrib["type"] for f in junit(*undecided, "--fail-on", "open", code=3).findall(".//failure")} == {"open"}
    assert junit(*undecided, code=0).findall(".//failure") == []


# -------------------------------------------------------------------------------------------------------------- GitHub

_COMMAND = re.compile(r"::(error|warning|notice) file=([^,:]+),line=(\d+),endLine=(\d+)(,[^:]*)?,title=([^,:]*)::(.*)")


def test_github_has_a_command_for_each_finding() -> None:
    lines = check(*HOUSE, "--format", "github", code=1).stdout.splitlines()
    told = [x for x in lines if not x.startswith("::")]
    assert told[0].startswith("base with ")
    assert told[-2].startswith("1 contradiction, 1 pointless part; ")
    commands = [_COMMAND.fullmatch(x) for x in lines if x not in told]
    assert all(commands), lines
    shown = [(c[1], c[2], int(c[3]), c[6]) for c in commands if c]
    assert [x for x in shown if x[0] != "notice" or "suppression" in x[3]] == [
        ("error", "house.uno", 9, "UNO203 two-outcomes"),
        ("warning", "house.uno", 30, "UNO401 dead"),
        ("notice", "house.uno", 37, "unused suppression"),
    ]
    assert NASTY not in "\n".join(lines)


def test_github_words_cannot_leave_their_command() -> None:
    source = Source("a,b:c%\n::error::.uno", "some words\nmore")
    made = command("error", Span(source, 0, 4), "t,:", "100%\r\n::warning::no, really: no")
    assert made == (
        "::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3A.uno,"
        "line=1,endLine=1,col=1,endColumn=5,title=t%2C%3A::100%25%0D%0A::warning::no, really: no"
    )
    assert "\n" not in made
    assert ",col=" not in command("notice", Span(source, 0, 15), "t", "over two lines")


# ---------------------------------------------------------------------------------------------------------------- HTML

VOID = {"meta", "br", "img", "link", "input", "path", "circle", "rect"}


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed, and in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def page(*arguments: str, code: int = 1) -> Reader:
    """The page that a call prints."""
    reader = Reader()
    reader.feed(check(*arguments, "--format", "html", code=code).stdout)
    reader.close()
    assert reader.open == []
    return reader


def test_html_needs_nothing_from_elsewhere() -> None:
    seen = page(*HOUSE)
    assert not {t for t, _ in seen.tags} & {"script", "img", "link", "iframe", "object", "embed", "base", "form"}
    for tag, attributes in seen.tags:
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("href", "src", "srcset", "data", "action"):
            assert (attributes.get(name) or "#").startswith("#")
    assert ("meta", "default-src 'none'; style-src 'unsafe-inline'") in [(t, a.get("content")) for t, a in seen.tags]


def test_html_links_only_to_itself() -> None:
    text = "[a](UNO203.md) [b](UNO999.md) [c](https://example.com) <b>d</b>"
    made = rendered(text, {"UNO203"})
    assert made == '<p><a href="#UNO203">a</a> <a>b</a> <a>c</a> &lt;b&gt;d&lt;/b&gt;</p>\n'


def test_html_shows_what_files_say_as_text() -> None:
    words = "".join(page(*HOUSE).words)
    assert NASTY in words
    assert "<b>and</b>" not in words  # a title of an option, which no finding quotes


def test_html_shows_rules_positions_and_the_graph() -> None:
    seen = page(*HOUSE)
    words = "".join(seen.words)
    classes = [a.get("class") or "" for _, a in seen.tags]
    assert classes.count("finding error") == classes.count("finding warning") == 1
    assert classes.count("finding warning quiet") == 1
    # Both rules are quoted whole, and in each of the two scenarios of the witness everybody has cards.
    assert words.count("any other player may play a card") >= 2
    assert "over becomes yes" in words
    assert "over becomes no" in words
    assert classes.count("table") >= 2
    assert sum(c.startswith("seat") for c in classes) >= 6
    assert classes.count("seat here") >= 2
    assert classes.count("card") > 6
    assert "svg" in [t for t, _ in seen.tags]
    assert classes.count("rule marked") >= 1  # the dead rule is a trigger; the offers are not in the graph
    assert {"event", "rule"} <= set(classes)


def test_a_card_has_the_shade_of_its_value_whatever_the_deck_calls_it() -> None:
    deck = load_table(load_project([Path(__file__).parent / "cases" / "checks" / "base.uno"])).deck
    first, second = deck.attributes[0].values[:2]
    faces = [face(deck, next(k.name for k in deck.kinds if k.values[0] == i)) for i in (0, 1)]
    assert f"color-mix(in srgb, {first} " in faces[0]
    assert "hsl(0 " in faces[0]
    assert f"color-mix(in srgb, {second} " in faces[1]
    assert "background" not in face(deck, "no such card")


def test_no_color_of_a_game_stands_where_cards_are_drawn() -> None:
    deck = load_table(load_project([rulesets_dir() / "official.uno"])).deck
    words = set(deck.attributes[0].values)
    for path in sorted((Path(__file__).parent.parent / "checker" / "report" / "formats").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        assert not texts & words, path


def test_html_of_a_clean_table() -> None:
    seen = page("house.uno", "--with", "cold", "--seats", "2", code=0)
    assert "Findings" in "".join(seen.words)
    classes = [a.get("class") or "" for _, a in seen.tags]
    assert not [c for c in classes if c.startswith(("finding error", "finding warning"))]


# -------------------------------------------------------------------------------------------------------------- all


def test_several_formats_at_once(folder: Path) -> None:
    names = ("text", "json", "sarif", "junit", "github", "html")
    outputs = [x for n in names for x in ("--output", f"{n}=out.{n}")]
    check(*HOUSE, *outputs, code=1)
    for name in names:
        text = (folder / f"out.{name}").read_text(encoding="utf-8")
        shown = check(*HOUSE, "--format", name, code=1).stdout
        timed = re.compile(r"in \d+\.\d s|\"seconds\": [\d.]+|time=\"[\d.]+\"")
        assert timed.sub("", text) == timed.sub("", shown)


@pytest.mark.parametrize("value", ["sarif", "=x", "sarif=", "xml=x", "x"])
def test_wrong_outputs(value: str) -> None:
    assert "FORMAT=FILE" in check(*HOUSE, "--output", value, code=2).output


def test_an_output_that_cannot_be_written(folder: Path) -> None:
    assert "cannot be written" in check(*HOUSE, "--output", "sarif=no/such/folder/x.sarif", code=2).output


def test_json_marks_are_those_of_sarif() -> None:
    marks = {f["fingerprint"] for f in findings(*HOUSE, code=1)}
    assert marks == {r["fingerprints"]["unodsl/v1"] for r in results(*HOUSE).values()}


def test_each_page_has_a_summary_and_a_severity() -> None:
    for described in pages():
        assert len(described.summary) > 30
        assert f"Severity: {described.severity}" in described.text


@pytest.mark.parametrize("form", ["text", "junit", "github", "html", "sarif"])
def test_every_finding_says_its_seats(form: str) -> None:
    found = [f for f in findings(*HOUSE, code=1) if not f["suppressed"]]
    assert any(not f["options"] for f in found), "a finding of the game itself"
    more = ("--list", "all") if form == "text" else ()
    assert check(*HOUSE, "--format", form, *more, code=1).stdout.count("at 3 seats") >= len(found)
