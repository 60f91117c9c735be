"""What a project needs to live with the checker: a baseline, suppressions, fixes, a cache, several processes, and an end when
somebody presses Ctrl-C."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import z3

from checker.check_table import check_table
from checker.checks.fix_suggestions import indentation
from checker.checks.registry import CHECKS
from checker.context import Context
from checker.interrupts import listening, stop_if_missed
from checker.kept import answers
from checker.report import cache as store
from checker.report.codec import packed, unpacked
from checker.results import POSSIBLE, Answers, Certificate, Judged, Proof, Report, Side
from checker.smt.query import RLIMIT, Solver, checked_answer
from tests.disk import fill
from tests.effort import few_and_slow
from tests.reports import HOUSE, check, findings, lay_down
from unodsl.commands.check_question import Question
from unodsl.entries import KEY_BYTES, key
from unodsl.resolve import Project, TableSpec, load_project

CASES = Path(__file__).parent / "cases" / "checks"
QUICK = ("house.uno", "--with", "hot", "--with", "cold", "--seats", "2")
"""A call that takes a moment: a dead rule, one that is allowed, a suppression that is not used."""
CLASH = ("house.uno", "--with", "jump", "--with", "slap", "--seats", "3")
"""A call that finds a contradiction, which one line resolves."""


pytestmark = pytest.mark.usefixtures("folder")


def edit(path: Path, old: str, new: str) -> None:
    """Change a text that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# ------------------------------------------------------------------------------------------------------------ baseline


def forged(raw: bytes) -> bytes:
    """An entry with other content, and with the digest that belongs to it."""
    head, _, content = raw.partition(b"\n")
    content = content.replace(b'"bounded"', b'"proved"').replace(b"hotter-star", b"colder-star") + b" "
    start = head.rpartition(b" ")[0]
    return start + b" " + sha256(content).hexdigest().encode() + b"\n" + content


@pytest.mark.usefixtures("checks_once")
class TestBaseline:
    """`--baseline` and `--write-baseline`."""

    def test_only_what_is_new_counts(self, folder: Path) -> None:
        check(*QUICK, code=1)
        check(*QUICK, "--write-baseline", "known.json", code=0)
        output = check(*QUICK, "--baseline", "known.json", code=0).output
        assert re.search(r"^\d findings in the baseline: .*UNO401.* --list baseline$", output, re.MULTILINE)
        listed = check(*QUICK, "--baseline", "known.json", "--list", "baseline", code=0).output
        assert "warning UNO401 `house.hotter-star`" in listed
        edit(folder / "house.uno", "when player plays red 1", "when player plays red star")
        output = check(*QUICK, "--baseline", "known.json", code=1).output
        assert "warning UNO401 `house.cold-one`" in output
        assert "warning UNO401 `house.hotter-star`" not in output

    def test_what_is_gone_is_said(self, folder: Path) -> None:
        check(*QUICK, "--write-baseline", "known.json", code=0)
        edit(folder / "house.uno", "when player plays blue star", "when player plays star")
        output = check(*QUICK, "--baseline", "known.json", code=0).output
        assert "no longer found, though the baseline lists it: UNO401 house.hotter-star" in " ".join(output.split())

    def test_a_suppression_that_is_taken_away_is_news(self, folder: Path) -> None:
        check(*QUICK, "--write-baseline", "known.json", code=0)
        text = (folder / "house.uno").read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / "house.uno").write_text("".join(x for x in text if "allow UNO401" not in x), encoding="utf-8")
        assert "`house.hot-star`" in check(*QUICK, "--baseline", "known.json", code=1).output

    def test_writing_twice_gives_the_same_bytes(self, folder: Path) -> None:
        check(*QUICK, "--write-baseline", "one.json", code=0)
        check(*QUICK, "--write-baseline", "two.json", "--no-cache", code=0)
        assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "no JSON text"),
            ("\x00\x01", "no JSON text"),
            ("[" * 100_000, "no JSON text"),
            ("{}", "is not a baseline of unodsl"),
            ("[]", "is not a baseline of unodsl"),
            ('{"version": "2.1.0", "runs": []}', "is not a baseline of unodsl"),
            ('{"unodsl_baseline": 2, "findings": []}', "has version 2, and this unodsl reads version 1"),
            ('{"unodsl_baseline": true, "findings": []}', "has version True"),
            ('{"unodsl_baseline": 1}', "has no list of findings"),
            ('{"unodsl_baseline": 1, "findings": [3]}', "finding 1 is not what its fingerprint says"),
            ('{"unodsl_baseline": 1, "findings": [{"fingerprint": "aa"}]}', "finding 1 is not"),
        ],
        ids=lambda x: x[:40],
    )
    def test_what_is_no_baseline_is_refused(self, folder: Path, text: str, words: str) -> None:
        (folder / "known.json").write_text(text, encoding="utf-8")
        output = check(*QUICK, "--baseline", "known.json", code=2).output
        assert words in output
        assert "known.json" in output

    def test_an_entry_that_was_changed_by_hand_is_refused(self, folder: Path) -> None:
        check(*QUICK, "--write-baseline", "known.json", code=0)
        edit(folder / "known.json", '"house.hotter-star"', '"house.cold-one"')
        assert "is not what its fingerprint says" in check(*QUICK, "--baseline", "known.json", code=2).output

    def test_a_missing_one_and_a_folder_are_named(self, folder: Path) -> None:
        for name in ("nowhere.json", "."):
            output = check(*QUICK, "--baseline", name, code=2).output
            assert f"`{name}`" in output
            assert "--write-baseline" in output
        assert "cannot be written" in check(*QUICK, "--write-baseline", "no/such/x.json", code=2).output


# -------------------------------------------------------------------------------------------------------- suppressions


class TestTime:
    """A budget that is too small."""

    @pytest.mark.parametrize("more", [(), ("--every-combination", "--jobs", "1")])
    @pytest.mark.usefixtures("slow_screening")
    def test_what_was_not_asked_is_open(self, folder: Path, more: tuple[str, ...]) -> None:
        call = ("house.uno", *more, "--budget", "0.1", "--no-cache")
        value = told(*call, code=0)
        assert value["cut_short"]
        if not more:
            asked = {code for code, _, _ in CHECKS} - {f["code"] for f in value["findings"]}
            assert len(asked) < len(CHECKS)
            assert value["summary"]["open_bounded"] == sum(f["evidence"] == "bounded" for f in value["findings"]) > 0
        check(*call, "--fail-on", "open", code=3)
        check(*call, "--output", "junit=tests.xml", code=0)
        suite = ET.parse(folder / "tests.xml").getroot()[0]
        assert [c.get("classname") for c in suite.iter("testcase") if not len(c)] == []


@pytest.mark.usefixtures("checks_once")
class TestSuppressions:
    """`allow CODE with RULE "why"`."""

    def test_an_unused_one_is_shown_with_its_line(self) -> None:
        assert "1 line `allow` without use here" in check(*QUICK, code=1).output
        output = check(*QUICK, "--list", "unused", code=1).output
        assert "note: `allow UNO201` of house.cold-one suppresses nothing at this table" in output
        assert "house.uno:37:5" in output
        (unused,) = json.loads(check(*QUICK, "--format", "json", code=1).stdout)["unused_suppressions"]
        assert (unused["rule"], unused["code"], unused["with"]) == ("house.cold-one", "UNO201", "house.hot-star")
        assert (unused["location"]["file"], unused["location"]["line"]) == ("house.uno", 37)

    def test_each_line_is_judged_by_itself(self, folder: Path) -> None:
        edit(folder / "house.uno", "    allow UNO401", '    allow UNO401 with cold-one "never"\n    allow UNO401')
        output = check(*QUICK, "--list", "unused,allowed", code=1).output
        assert "`allow UNO401` of house.hot-star suppresses nothing" in output
        assert "allowed by its author: <script>" in output

    def test_nothing_is_said_of_checks_that_were_not_made(self) -> None:
        project = load_project(["house.uno"])
        spec = TableSpec(options=("house.hot", "house.cold"))
        assert check_table(project, spec, range(2, 3), 60.0).unused
        late = check_table(project, spec, range(2, 3), 0.0)
        assert late.cut_short
        assert late.unused == ()


# --------------------------------------------------------------------------------------------------------------- fixes


@pytest.mark.usefixtures("checks_once")
class TestFix:
    """`--fix`."""

    def test_it_is_shown_and_nothing_is_written(self, folder: Path) -> None:
        before = (folder / "house.uno").read_bytes()
        output = check(*CLASH, "--fix=show", code=1).stderr
        assert "--- a/house.uno\n+++ b/house.uno\n" in output
        assert "+    instead of jump\n" in output or "+    instead of house.jump\n" in output
        assert "would resolve UNO203" in output
        assert (folder / "house.uno").read_bytes() == before

    @pytest.mark.parametrize(("end", "mark"), few_and_slow([("\r\n", ""), ("\n", ""), ("\n", "\ufeff")], 1))
    def test_one_line_is_put_in_and_all_else_stays(self, folder: Path, end: str, mark: str) -> None:
        path = folder / "house.uno"
        text = path.read_text(encoding="utf-8")
        path.write_bytes((mark + text.replace("\n", end)).encode())
        path.chmod(0o640)
        before = path.read_bytes().splitlines(keepends=True)
        result = check(*CLASH, "--fix", code=0)
        assert "resolved UNO203" in result.stderr
        assert "UNO203" not in result.stdout
        after = path.read_bytes().splitlines(keepends=True)
        added = [i for i in range(len(after)) if after[:i] + after[i + 1 :] == before]
        assert len(added) == 1
        assert after[added[0]].strip().startswith(b"instead of")
        assert after[added[0]].endswith(end.encode())
        assert path.stat().st_mode & 0o777 == 0o640
        assert sorted(p.name for p in folder.iterdir()) == ["base.uno", "house.uno"]
        assert "UNO203" not in check(*CLASH, code=0).stdout

    def test_it_may_stand_before_a_file(self) -> None:
        assert "resolved UNO203" in check("--fix", *CLASH, code=0).stderr

    @pytest.mark.slow
    def test_all_of_them(self, folder: Path) -> None:
        (folder / "more.uno").write_bytes((CASES / "order-fires.uno").read_bytes())
        options = ("--with", "jump", "--with", "slap", "--with", "more.swaps", "--with", "more.pays", "--seats", "3")
        both = ("house.uno", "more.uno", *options, "--fail-on", "error")
        codes = {f["code"] for f in findings(*both, code=1) if f["severity"] == "error"}
        assert codes == {"UNO201", "UNO203"}
        stderr = check(*both, "--fix=all", code=1).stderr
        assert "resolved UNO203" in stderr
        assert "UNO201 more.draws / more.pass-hands is for you to choose" in stderr

    @pytest.mark.slow
    def test_a_line_that_breaks_a_scenario_is_not_put_in(self, folder: Path) -> None:
        # Both rules are wanted by a scenario, so neither may stand instead of the other; apart, they may stay.
        lines = ["  with jump, slap", "  seats ann, bob, cyd", "  ann holds red 1, red 2", "  bob holds red 3, red 4"]
        lines += ["  discard pile is red 3", "  turn of ann"]
        for rule in ("jump", "slap"):
            scenario = [f'scenario "by {rule}"', *lines, f"  bob plays red 3 by {rule}"]
            with (folder / "house.uno").open("a", encoding="utf-8") as file:
                file.write("\n" + "\n".join(scenario) + "\n")
        before = (folder / "house.uno").read_bytes()
        assert "no fix that resolves a finding" in check(*CLASH, "--fix", code=1).stderr
        assert (folder / "house.uno").read_bytes() == before

    @pytest.mark.parametrize("margin", ["\t", " ", "        "])
    def test_a_line_below_a_rule_stands_as_far_in_as_the_others(self, margin: str) -> None:
        lines = ["option a", f"{margin}rule b", f"{margin * 2}when player plays 1"]
        assert indentation(lines, 2) == margin * 2

    @pytest.mark.slow
    def test_it_is_indented_as_its_author_does(self, folder: Path) -> None:
        margin = "\t"
        text = (folder / "house.uno").read_text(encoding="utf-8")
        lines = [re.sub("^(  )+", lambda m: margin * (len(m[0]) // 2), x) for x in text.splitlines(keepends=True)]
        (folder / "house.uno").write_text("".join(lines), encoding="utf-8")
        output = check(*CLASH, "--fix", code=0).stderr
        assert "resolved UNO203" in output
        assert f"\n+{margin * 2}instead of" in output

    @pytest.mark.slow
    def test_options_that_set_one_number_are_kept_apart(self, folder: Path) -> None:
        rules = 'use "base.uno"\noptions for base\n\noption a "A"\n   set hand-size to 1\n\noption b "B"\n   set hand-size to 2\n'
        (folder / "pair.uno").write_text(rules, encoding="utf-8")
        both = ("pair.uno", "--with", "a", "--with", "b")
        (found,) = (f for f in findings(*both, code=1) if f["code"] == "UNO205")
        assert [(x["line"], x["text"], x["verified"]) for x in found["fixes"]] == [(7, "   excludes pair.a", True)]
        assert "`pair.b` and `pair.a` exclude each other" in check(*both, "--fix", code=2).stderr
        assert (folder / "pair.uno").read_text(encoding="utf-8") == rules.replace('"B"\n', '"B"\n   excludes pair.a\n')
        check("pair.uno", "--with", "a", code=0)
        check("pair.uno", "--with", "b", code=0)

    @pytest.mark.slow
    def test_each_file_can_still_be_used_by_itself(self, folder: Path) -> None:
        """A line that names a rule of another file leaves its own file whole, also where only that one is given."""
        head = 'use "base.uno"\noptions for base\n\n'
        one = 'option a "A"\n  rule a\n    when player plays 1\n    then give every hand to next player\n'
        two = 'option b "B"\n  rule b\n    when player plays 1\n    then player draws 1\n'
        (folder / "one.uno").write_text(head + one, encoding="utf-8")
        (folder / "two.uno").write_text(head + two, encoding="utf-8")
        both = ("one.uno", "two.uno", "--with", "a", "--with", "b", "--seats", "3")
        check(*both, "--fix", code=0)
        changed = [n for n in ("one", "two") if " before " in (folder / f"{n}.uno").read_text(encoding="utf-8")]
        assert len(changed) == 1
        check(f"{changed[0]}.uno", "--with", {"one": "a", "two": "b"}[changed[0]], code=0)

    def test_a_file_for_reading_only_stays_as_it_is(self, folder: Path) -> None:
        path = folder / "house.uno"
        before = path.read_bytes()
        path.chmod(0o444)
        assert "it is only for reading" in check(*CLASH, "--fix", code=2).output
        assert path.read_bytes() == before

    @pytest.mark.slow
    def test_what_keeps_the_table_comes_first(self, folder: Path) -> None:
        """After `excludes` the same options make no table, on which nothing else could be resolved."""
        rules = 'use "base.uno"\noptions for base\n\n'
        for name, size, effect in (("a", 1, "give every hand to next player"), ("b", 2, "player draws 1")):
            rules += f'option {name} "{name}"\n  set hand-size to {size}\n  rule {name}\n'
            rules += f"    when player plays star\n    then {effect}\n"
        later = '\noption c "C"\n  rule c\n    when player plays 3\n    then next player draws 1\n'
        later += '\noption d "D"\n  rule d\n    when player plays red\n    then next player draws 1\n'
        (folder / "pair.uno").write_text(rules + later, encoding="utf-8")
        call = ("pair.uno", *(x for o in "abcd" for x in ("--with", o)), "--seats", "3")
        assert {f["code"] for f in findings(*call, code=1)} >= {"UNO205", "UNO206"}
        stderr = check(*call, "--fix=all", code=2).stderr
        resolved = re.findall(r"^note: resolved (UNO\d+)", stderr, re.MULTILINE)
        assert "UNO206" in resolved
        assert resolved.index("UNO205") == len(resolved) - 1

    def test_options_that_exclude_each_other_are_said(self, folder: Path) -> None:
        """Where only `excludes` helps, it is put in, and the call that asked for both is told so."""
        text = (CASES / "base.uno").read_text(encoding="utf-8")
        (folder / "base.uno").write_text(text, encoding="utf-8")
        rules = (
            'use "base.uno"\noptions for base\n\noption a "A"\n  rule a\n    when player plays 1\n'
            '    then player draws 1\n\noption b "B"\n  excludes a\n  rule b\n    when player plays 1\n'
            "    then give every hand to next player\n"
        )
        (folder / "pair.uno").write_text(rules, encoding="utf-8")
        assert "UNO111" in check("pair.uno", "--with", "a", "--with", "b", "--fix", code=2).output

    @pytest.mark.slow
    def test_nothing_to_fix(self) -> None:
        assert "no fix" in check("house.uno", "--with", "cold", "--fix", code=0).stderr

    def test_a_wrong_word(self) -> None:
        check(*CLASH, "--fix=some", code=2)


# --------------------------------------------------------------------------------------------------------------- cache


def untimed(value: dict[str, Any]) -> dict[str, Any]:
    """A report without the time that it took."""
    return {**value, "summary": {k: v for k, v in value["summary"].items() if k != "seconds"}}


def told(*arguments: str, code: int = 1) -> dict[str, Any]:
    """What a call prints as JSON, without its time."""
    return untimed(json.loads(check(*arguments, "--format", "json", code=code).stdout))


@pytest.fixture
def asked(checks_once: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one with each call that is answered by a check, not from what was kept."""
    real = Question.report
    calls: list[str] = []

    def counting(question: Question, project: Project) -> Report:
        calls.append("")
        return real(question, project)

    monkeypatch.setattr(Question, "report", counting)
    return calls


def answered_as_the_first(monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """Grows by one as well, where each call is answered as the first was."""
    real = Question.report
    answers: list[Report] = []

    def answered(question: Question, project: Project) -> Report:
        answers.append(answers[0] if answers else real(question, project))
        return answers[-1]

    monkeypatch.setattr(Question, "report", answered)
    return answers


@pytest.fixture
def one_answer(checks_once: None, monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """For tests of when a check is made."""
    return answered_as_the_first(monkeypatch)


@pytest.fixture
def one_new_answer(monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """For tests that change the key with which everything is kept."""
    return answered_as_the_first(monkeypatch)


class TestCache:
    """What was checked before."""

    def test_the_second_time_nothing_is_asked(self, asked: list[str]) -> None:
        first = told(*QUICK)
        assert told(*QUICK) == first
        assert len(asked) == 1
        assert told(*QUICK, "--no-cache") == first
        assert len(asked) == 2

    @pytest.mark.slow
    def test_the_second_time_no_solver_is_loaded(self) -> None:
        script = (
            "import sys\nfrom unodsl.commands.main import main\n"
            f"try:\n    main({['check', 'house.uno', '--with', 'cold', '--seats', '2']!r})\nexcept SystemExit:\n    pass\n"
            "print(sorted({'z3', 'networkx', 'markdown_it'} & set(sys.modules)))\n"
        )
        run = [sys.executable, "-c", script]
        shown = [subprocess.run(run, capture_output=True, text=True, check=True).stdout for _ in range(2)]
        first, second = (x.splitlines() for x in shown)
        assert "z3" in first[-1]
        assert second[-1] == "[]"

    def test_any_change_is_seen(self, folder: Path, one_answer: list[Report]) -> None:
        asked = one_answer
        check(*QUICK, code=1)
        changes: list[Callable[[], object]] = [
            lambda: edit(folder / "house.uno", "when player plays red 1", "when player plays red 2"),
            lambda: edit(folder / "base.uno", "1 to 4, default 3", "1 to 5, default 3"),
            lambda: (folder / "more.uno").write_text("# a new file beside the others\n"),
        ]
        for count, change in enumerate(changes[:2], start=2):
            change()
            check(*QUICK, code=1)
            assert len(asked) == count
        check(*QUICK, "--seats", "3", code=1)
        check("house.uno", "--with", "hot", "--seats", "2", code=1)
        check(*QUICK, "--set", "hand-size=2", code=1)
        assert len(asked) == 6
        # A file that nothing uses makes us read the rules again, and find that they are the same.
        changes[2]()
        check(*QUICK, code=1)
        assert len(asked) == 6

    def test_a_changed_checker_asks_again(self, one_answer: list[Report], monkeypatch: pytest.MonkeyPatch) -> None:
        check(*QUICK, code=1)
        for module in (store, answers):
            monkeypatch.setattr(module, "checker_digest", lambda: "another")
        check(*QUICK, code=1)
        assert len(one_answer) == 2

    def test_the_same_text_elsewhere_is_not_asked_again(
        self, folder: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        check(*QUICK, code=1)
        other = folder / "elsewhere"
        other.mkdir()
        lay_down(other)
        monkeypatch.chdir(other)
        check(*QUICK, code=1)
        assert len(asked) == 1

    def test_damaged_entries_are_named_and_left_aside(self, own_cache: Path, asked: list[str]) -> None:
        first = told(*QUICK)
        entries = sorted((own_cache / "checks").iterdir())
        assert len(entries) == 3
        kept = {e: e.read_bytes() for e in entries}
        damages: list[Callable[[bytes], bytes]] = [
            lambda raw: b"",
            lambda raw: raw[:-20],
            lambda raw: raw.replace(b"hotter-star", b"colder-star") if b"hotter-star" in raw else raw[:-1],
            lambda raw: b"\x80" + raw,
            lambda raw: raw.replace(b"unodsl %d " % store.VERSION, b"unodsl 999 "),
            lambda raw: raw[:100] + bytes([raw[100] ^ 1]) + raw[101:],
            forged,
        ]
        for count, damage in enumerate(damages, start=2):
            for entry in entries:
                entry.write_bytes(damage(kept[entry]))
            result = check(*QUICK, "--format", "json", code=1)
            assert untimed(json.loads(result.stdout)) == first
            assert "is damaged or from elsewhere: left aside" in result.stderr
            assert len(asked) == count

    @pytest.mark.usefixtures("one_new_answer")
    def test_entries_count_only_with_the_key_that_sealed_them(
        self, own_cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A folder of entries that somebody brings along, made by the same version elsewhere."""
        monkeypatch.setenv("UNODSL_CACHE_KEY", str(own_cache / "theirs" / "cache.key"))
        first = told(*QUICK)
        (entry,) = (own_cache / "checks").glob("result-*")
        theirs = entry.read_bytes()
        monkeypatch.setenv("UNODSL_CACHE_KEY", str(own_cache / "mine" / "cache.key"))
        result = check(*QUICK, "--format", "json", code=1)
        assert untimed(json.loads(result.stdout)) == first
        assert result.stderr.count("is damaged or from elsewhere: left aside") == 3
        assert entry.read_bytes() != theirs
        assert check(*QUICK, code=1).stderr == ""

    @pytest.mark.usefixtures("one_new_answer")
    @pytest.mark.skipif(os.name != "posix", reason="who may read what is told otherwise there")
    def test_a_key_that_others_know_is_refused(
        self, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("UNODSL_CACHE_KEY", str(tmp_path / "cache.key"))
        for content, mode, words in (
            (b"0" * KEY_BYTES, 0o644, "others can read its key"),
            (b"0", 0o600, "is damaged: remove it"),
        ):
            (tmp_path / "cache.key").write_bytes(content)
            (tmp_path / "cache.key").chmod(mode)
            key.cache_clear()
            assert words in check(*QUICK, code=1).stderr
            assert not list(own_cache.rglob("result-*"))

    @pytest.mark.slow
    @pytest.mark.usefixtures("checks_once")
    def test_an_entry_under_another_name_is_not_trusted(self, own_cache: Path, asked: list[str]) -> None:
        """Somebody puts the clean report of other rules where ours would be."""
        clean = ("house.uno", "--with", "cold")
        check(*clean, code=0)
        (good,) = (own_cache / "checks").glob("result-*")
        text = good.read_bytes()
        found = told(*QUICK)
        for entry in (own_cache / "checks").glob("result-*"):
            entry.write_bytes(text)
        assert told(*QUICK) == found

    @pytest.mark.usefixtures("checks_once")
    @pytest.mark.skipif(os.name != "posix", reason="who may write where is told otherwise there")
    def test_a_folder_that_others_can_write_to_is_refused(self, folder: Path) -> None:
        (folder / "shared").mkdir()
        (folder / "shared").chmod(0o777)
        result = check(*QUICK, "--cache-dir", "shared", code=1)
        assert "the cache folder `shared` is not used: others can write to it" in result.stderr
        assert list((folder / "shared").iterdir()) == []

    @pytest.mark.usefixtures("checks_once")
    def test_a_folder_that_is_none(self) -> None:
        assert "is not used" in check(*QUICK, "--cache-dir", "house.uno", code=1).stderr

    @pytest.mark.usefixtures("checks_once")
    def test_a_full_disk_changes_nothing_but_a_line(self, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = told(*QUICK, "--no-cache")
        with monkeypatch.context() as disk:
            fill(disk)
            for _ in range(2):
                result = check(*QUICK, "--format", "json", code=1)
                assert untimed(json.loads(result.stdout)) == first
                assert re.fullmatch(r".*`.*checks` is not used: no space left on device\n", result.stderr)
                assert list((own_cache / "checks").iterdir()) == []
        assert told(*QUICK) == first
        assert len(list((own_cache / "checks").iterdir())) == 3

    def test_time_decides_what_is_kept_and_what_counts(self, own_cache: Path) -> None:
        """A report that was stopped or ran out of time is not kept; one that took longer than is allowed now does not count,
        because without the cache there would be none."""
        project = load_project(["house.uno"])
        call = store.Call(("house.uno",), (), (), "", False)
        place = store.Store(own_cache, lambda what: pytest.fail(what))
        late = check_table(project, TableSpec(), range(2, 3), 0.0)
        whole = check_table(project, TableSpec(), range(2, 3), 60.0)
        for unfinished in (late, replace(whole, stopped=True), replace(whole, seconds=60.0)):
            place.keep(call, project, unfinished, 60.0)
            assert place.result(call, project, 600.0) is None
        place.keep(call, project, replace(whole, seconds=30.0), 60.0)
        assert place.result(call, project, 29.0) is None
        again = place.result(call, project, 31.0)
        assert again is not None
        assert again.findings == whole.findings

    @pytest.mark.parametrize("names", few_and_slow(["cold hot", "cold hot jump slap"], 1))
    def test_nothing_of_a_report_is_lost(self, names: str) -> None:
        project = load_project(["house.uno"])
        options = tuple(f"house.{x}" for x in names.split())
        report = check_table(project, TableSpec(options=options), range(3, 4), 60.0)
        assert report.findings
        assert report.unused
        judged = Judged(
            "table",
            ("house",),
            options,
            (("house.x", "off"),),
            ("house",),
            (2, 3),
            (("n", "1"),),
            ("house.n 2",),
            ("house.y",),
            ("house.z",),
            ("a remark",),
            (("house.y", (3,)),),
        )
        proofs = (Proof("UNO302", "a", "b", Certificate("ranking", "{}")), Proof("UNO401", "c", POSSIBLE, None, 3))
        side = replace(report.findings[0], scene="a", sides=(Side("b", "x", ("c", "d")),), parameters=(("n", "1"),))
        kept = replace(report, proofs=proofs, judged=judged, findings=(side, *report.findings))
        value = json.loads(json.dumps(packed(kept)))
        assert unpacked(value, {s.name: s for s in store.sources_of(project)}) == kept

    @pytest.mark.usefixtures("one_answer")
    def test_old_entries_go(self, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "MOST_FILES", 2)
        for seats in ("2", "3", "4"):
            check(*QUICK, "--seats", seats, code=1)
        assert len(list((own_cache / "checks").iterdir())) == 2


# ------------------------------------------------------------------------------------------------- processes and order


@pytest.mark.slow
def test_the_number_of_processes_does_not_show() -> None:
    several = (*QUICK, "--with", "jump", "--with", "slap", "--seats", "2..3", "--no-cache")
    one = told(*several)
    assert one["summary"]["tables"] == 2
    assert told(*several, "--jobs", "7") == one


@pytest.mark.long
def test_what_was_asked_before_does_not_show() -> None:
    first = told(*HOUSE, "--no-cache")
    check("house.uno", "--with", "slap", "--no-cache", code=0)
    assert told(*HOUSE, "--no-cache") == first


@pytest.mark.slow
def test_the_order_of_files_and_options_does_not_show(folder: Path) -> None:
    (folder / "more.uno").write_bytes((CASES / "order-fires.uno").read_bytes())
    options = ("house.hot", "more.swaps", "more.pays")
    given = [x for o in options for x in ("--with", o)]
    turned = [x for o in reversed(options) for x in ("--with", o)]
    one = told("house.uno", "more.uno", "base.uno", *given, "--seats", "3", "--no-cache")
    assert told("base.uno", "more.uno", "house.uno", *turned, "--seats", "3", "--no-cache") == one


# -------------------------------------------------------------------------------------------------------------- Ctrl-C


def pressed(folder: Path, processes: int) -> threading.Thread:
    """Press Ctrl-C once so many processes are at the check that takes long."""

    def press() -> None:
        while len(list(folder.glob("reached-*"))) < processes:
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    return thread


def slow(case: Context) -> Answers:
    """A check that takes long, in steps as Python code has them."""
    Path(f"reached-{os.getpid()}").touch()
    for _ in range(600):
        time.sleep(0.1)
    return Answers((), 0)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent otherwise there")
@pytest.mark.usefixtures("interruptible")
class TestCtrlC:
    """Somebody presses Ctrl-C."""

    @pytest.mark.parametrize("jobs", few_and_slow(["2", "1"], 1))
    def test_what_was_decided_is_shown(
        self, folder: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
    ) -> None:
        dead = next(c for c in CHECKS if c[0] == "UNO401")
        monkeypatch.setattr("checker.check_table.CHECKS", (dead, ("UNO999", "slow", slow)))
        timer = pressed(folder, int(jobs))
        started = time.monotonic()
        result = check(*QUICK, "--seats", "2..4", "--jobs", jobs, "--write-baseline", "known.json", code=130)
        timer.join()
        assert time.monotonic() - started < 40
        assert "stopped before the end" in " ".join(result.stdout.split())
        assert "warning UNO401 `house.hotter-star`" in result.stdout
        assert not (folder / "known.json").exists()
        assert not list(own_cache.rglob("result-*"))
        assert not list(own_cache.rglob("call-*"))

    def test_a_fix_that_is_being_tried_is_given_up(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        check(*CLASH, code=1)
        before = (folder / "house.uno").read_bytes()
        monkeypatch.setattr("checker.check_table.CHECKS", (("UNO999", "slow", slow),))
        timer = pressed(folder, 1)
        result = check(*CLASH, "--fix", code=130)
        timer.join()
        assert "error UNO203 house.jump / house.slap" in result.stdout
        assert "stopped" in result.stdout
        assert (folder / "house.uno").read_bytes() == before

    def test_it_is_heard_where_python_would_drop_it(self) -> None:
        """While an object is thrown away, nothing can be raised."""

        class Presses:
            def __del__(self) -> None:
                os.kill(os.getpid(), signal.SIGINT)

        project = load_project(["house.uno"])
        spec = TableSpec()
        with listening():
            thrown: list[Presses] = [Presses()]
            thrown.clear()
            assert check_table(project, spec, range(2, 3), 60.0).stopped
            assert not check_table(project, spec, range(2, 3), 60.0).stopped
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    @pytest.mark.parametrize(
        ("reason", "units", "stops"),
        [
            ("interrupted from keyboard", 5, True),
            ("canceled", RLIMIT - 1, True),
            ("canceled", RLIMIT, False),
            ("max. resource limit exceeded", RLIMIT, False),
            ("(incomplete (theory arithmetic))", 5, False),
        ],
    )
    def test_why_a_solver_gives_no_answer(
        self, monkeypatch: pytest.MonkeyPatch, reason: str, units: int, stops: bool
    ) -> None:
        solver = Solver()
        monkeypatch.setattr(solver, "reason_unknown", lambda: reason)
        monkeypatch.setattr("checker.smt.query.spent", lambda _: 70 + units)
        if stops:
            with pytest.raises(KeyboardInterrupt):
                checked_answer(solver, z3.unknown, 70)
        else:
            assert checked_answer(solver, z3.unknown, 70) == z3.unknown

    def test_before_anything_is_loaded_it_just_ends(self) -> None:
        script = (
            "import os, signal, sys\n"
            "class Presses:\n"
            "    def find_spec(self, name, *_):\n"
            "        if name == 'unodsl.commands.main':\n"
            "            os.kill(os.getpid(), signal.SIGINT)\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "sys.meta_path.insert(0, Presses())\n"
            "from unodsl.commands.start import main\n"
            "main()\n"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")

    def test_a_solver_that_is_stopped_stops_the_check(self) -> None:
        """z3 takes the signal for itself, and would answer `unknown` as if nothing had happened."""
        solver = Solver()
        a, b, c, d, e = z3.Ints("a b c d e")
        solver.add(a**3 + b**3 + c**3 + d**3 + e**3 == 33_000_001, a * b * c == d * d + 13)
        solver.add([x > 7 for x in (a, b, c, d, e)])
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solver.check()
        timer.join()


@pytest.mark.usefixtures("interruptible")
def test_it_is_heard_where_an_argument_is_converted() -> None:
    """Of whatever is raised there, ctypes makes an error of its own."""

    class Pressing:
        @staticmethod
        def from_param(value: int) -> ctypes.c_int:
            os.kill(os.getpid(), signal.SIGINT)
            return ctypes.c_int(value)

    absolute = ctypes.PyDLL(None).abs
    absolute.argtypes = [Pressing]  # type: ignore[list-item]
    with listening():
        assert absolute(-3) == 3
        with pytest.raises(KeyboardInterrupt):
            stop_if_missed()
