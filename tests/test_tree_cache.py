"""Trees that are kept: the same as those that are read, from whatever lies in the cache folder."""

from __future__ import annotations

import pickle
import subprocess
import sys
import zlib
from collections import Counter
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from tests.disk import fill
from unodsl import entries
from unodsl.entries import KEY_BYTES, Damaged
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax import tree_cache
from unodsl.syntax.grammar import grammar
from unodsl.syntax.parse import parse, parse_changed

CASES = Path(__file__).parent / "cases"
EXAMPLES = CASES.parent.parent / "examples"
TEXT = (CASES / "checks" / "base.uno").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where trees are kept; nothing is there yet."""
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path))
    return tmp_path / "trees"


def again(text: str = TEXT, name: str = "base.uno") -> s.File:
    """The tree of a text as another process would have it."""
    tree_cache.parse.cache_clear()
    tree_cache._earlier.clear()
    tree, problems = tree_cache.parse(Source(name, text))
    assert not problems
    return tree


def kinds_in(node: object) -> set[type]:
    """The classes in a tree."""
    parts = node if isinstance(node, tuple) else ()
    if is_dataclass(node) and not isinstance(node, Source):
        parts = tuple(getattr(node, x.name) for x in fields(node))
    own = {type(node)} if is_dataclass(node) and not isinstance(node, Source) else set()
    return own.union(*map(kinds_in, parts))


def no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be read."""
    monkeypatch.setattr(tree_cache, "_parsed", None)


def test_every_kind_of_node_comes_back() -> None:
    kinds: set[type] = set()
    for path in sorted([*CASES.rglob("*.uno"), *EXAMPLES.rglob("*.uno")]):
        source = Source(path.name, path.read_text(encoding="utf-8", errors="replace"))
        tree, problems = parse(source)
        # (only what has a kind that no other had)
        if not problems and not kinds_in(tree) <= kinds:
            assert tree_cache.unpacked(tree_cache.packed(tree), source) == tree
            kinds |= kinds_in(tree)
    # no text has a `Positive` in it: only the resolver makes them
    assert kinds == set(tree_cache._values()) - {s.Positive}


def test_a_kept_tree_is_that_of_the_text_at_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = again()
    assert len(list(folder.iterdir())) == 1
    no_parser(monkeypatch)
    other = again(name="elsewhere.uno")
    assert other != first
    assert other.items[0].span.source is other.source
    assert (other.source.name, other.items[0].span.text) == ("elsewhere.uno", first.items[0].span.text)
    assert again() == first


def edited(text: str, random: Random) -> str:
    """A text after one to three edits of whole lines or words."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(lines))
        words = lines[at].split(" ")
        match random.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, random.choice(lines))
            case 2:
                lines[at] = "  " + lines[at]
            case 3:
                lines[at] = lines[at].removeprefix("  ")
            case 4:
                words[random.randrange(len(words))] = random.choice(("3", "and", "x", "(", "rule", '"t"', "#", "yes"))
                lines[at] = " ".join(words)
            case 5:
                lines[at:at] = ["", "# a note"]
            case 6:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] += "  # a note"
    return "\n".join(lines)


def test_an_edited_text_has_the_tree_that_parsing_it_all_gives() -> None:
    random = Random(7)
    texts = [Source("base.uno", TEXT)]
    texts += [Source(x.name, x.read_text(encoding="utf-8")) for x in sorted(EXAMPLES.rglob("*.uno"))[:3]]
    parsed = [(source, parse(source)) for source in texts]
    kept = [(source, tree_cache.packed(tree)) for source, (tree, problems) in parsed if not problems]
    outcomes: Counter[bool] = Counter()
    for _ in range(40):
        earlier, content = random.choice(kept)
        source = Source(earlier.name, edited(earlier.text, random))
        tree = parse_changed(source, earlier, partial(tree_cache.unpacked, content, source))
        whole, problems = parse(source)
        assert (tree is None) == bool(problems)
        assert tree is None or tree == whole
        outcomes[tree is None] += 1
    assert min(outcomes[True], outcomes[False]) > 8


def test_only_the_changed_items_are_parsed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again()
    no_parser(monkeypatch)
    lark, read = grammar(), []

    def parsed(text: str) -> object:
        read.append(text)
        return lark.parse(text)

    monkeypatch.setattr("unodsl.syntax.parse.grammar", lambda: SimpleNamespace(parse=parsed))
    source = Source("base.uno", "# a note\n" + TEXT.replace("may draw 1", "may draw 2"))
    tree, problems = tree_cache.parse(source)
    monkeypatch.undo()
    assert (tree, problems) == parse(source)
    # the first line of the game, and the rule
    assert [x.count("\n") for x in read] == [1, 5]
    assert "may draw 2" in read[1]


def test_another_text_and_another_version_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = again()
    assert again(TEXT.replace("Two colors", "Three colors")) != first
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(tree_cache, "_version", lambda: "another")
    assert again() == first
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("part", ["unodsl/source.py", "lark/__init__.py"])
def test_what_reads_a_text_is_part_of_the_version(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes
    tree_cache._version.cache_clear()
    before = tree_cache._version()
    monkeypatch.setattr(Path, "read_bytes", lambda x: read(x) + b"#" * x.as_posix().endswith(part))
    tree_cache._version.cache_clear()
    after = tree_cache._version()
    tree_cache._version.cache_clear()
    assert before != after


@pytest.mark.parametrize("text", ["game g\n", TEXT + "\nrule nonsense nonsense\n"], ids=["short", "broken"])
def test_what_is_short_or_broken_is_not_kept(folder: Path, text: str) -> None:
    tree_cache.parse.cache_clear()
    assert tree_cache.parse(Source("x.uno", text)) == parse(Source("x.uno", text))
    assert not folder.exists()


def test_damage_costs_a_moment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as disk:
        fill(disk)
        first = again()
        assert list(folder.iterdir()) == []
    assert again() == first
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for damage in (b"", whole[:-1], whole[:500] + bytes([whole[500] ^ 1]) + whole[501:]):
        kept.write_bytes(damage)
        assert again() == first
        assert kept.read_bytes() != damage


def test_a_folder_that_others_can_write_to_is_not_read(folder: Path) -> None:
    first = again()
    (kept,) = folder.iterdir()
    kept.write_bytes(b"")
    folder.chmod(0o777)
    assert again() == first
    assert kept.read_bytes() == b""


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_no_folder_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path / place))
    assert again() == parse(Source("base.uno", TEXT))[0]


class Touching:
    """Would touch a file if somebody unpickled it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def test_entries_name_nodes_and_nothing_else(tmp_path: Path) -> None:
    """Also where the entry is whole: its kind and its digest are right, as anybody could write them."""
    for thing in (Touching(tmp_path / "touched"), Source("x", TEXT), Source, "text", 5, [parse]):
        with pytest.raises(Damaged):
            tree_cache.unpacked(zlib.compress(pickle.dumps(thing)), Source("x", ""))
    assert not (tmp_path / "touched").exists()
    with pytest.raises(Damaged):
        tree_cache.unpacked(b"", Source("x", ""))


def test_an_entry_that_unfolds_to_very_much_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("base.uno", TEXT)
    kept = tree_cache.packed(parse(source)[0])
    monkeypatch.setattr(tree_cache, "MOST_BYTES", 1_000)
    with pytest.raises(Damaged):
        tree_cache.unpacked(kept, source)


def test_no_parser_is_loaded_for_what_is_kept(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(TEXT, encoding="utf-8")
    script = (
        "import sys; from unodsl.resolve import load_project; "
        f"print(len(load_project([{str(tmp_path / 'base.uno')!r}]).pages), 'lark' in sys.modules)"
    )
    called = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in range(2)
    ]
    assert [x.stdout.split() for x in called] == [["1", "True"], ["1", "False"]]


def test_a_text_is_read_in_another_process(folder: Path) -> None:
    """What another process has read is not read again; where it finds something wrong, or keeps nothing, this one reads."""
    code = """
import sys
from unodsl.source import Source
from unodsl.syntax import tree_cache
text = open(sys.argv[1], encoding="utf-8").read()
right, wrong = Source("right.uno", text), Source("wrong.uno", text + "what is this")
for source in (right, wrong):
    tree_cache.read_ahead(source)
assert len(tree_cache._ahead) == 2
_, problems = tree_cache.parse(wrong)
assert problems
tree_cache._parsed = None
tree, problems = tree_cache.parse(right)
assert not problems and tree.source is right and not tree_cache._ahead
tree_cache.read_ahead(right)
assert not tree_cache._ahead
"""
    subprocess.run([sys.executable, "-c", code, CASES / "checks" / "base.uno"], check=True)
    assert len(list(folder.iterdir())) == 1


def test_a_process_beside_this_one_says_yes_or_no() -> None:
    """Whatever happens in it, it writes nothing, and leaves the work to the first one."""
    code = """
import sys
from unodsl.beside import begun, ended

def fails():
    raise ValueError

print("begun")
for do, answer in ((lambda: True, True), (lambda: False, False), (fails, False), (sys.exit, False)):
    number = begun(do)
    assert number is not None and ended(number) is answer and not ended(number)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("begun\n", "")


SCENARIO = """
scenario "red on red"
  seats ann, bob
  ann holds red 1, red 2
  bob holds blue 1
  discard pile is red 4; turn of ann
  ann plays red 1
  expect number of cards in hand of ann is 1
"""


def test_no_command_loads_the_parser_for_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(TEXT + SCENARIO, encoding="utf-8")
    script = """
import sys
from click.testing import CliRunner
from unodsl.commands.main import main
for call in ("simulate --games 1 --most-moves 10", "test", "show", "play --bots --seed 1"):
    print(CliRunner().invoke(main, [*call.split(), "base.uno"]).exit_code, "lark" in sys.modules)
"""
    for _ in range(2):
        call = [sys.executable, "-c", script]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["0 False"] * 4


def no_links(_: object, __: object) -> None:
    """A file system without hard links."""
    raise PermissionError


def test_of_two_processes_that_make_a_key_at_once_the_first_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that there is none; the second must not replace the one that the first has read."""
    path = tmp_path / "cache.key"
    first = entries.key(path)
    entries._new_key(path)
    assert path.read_bytes() == first
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.setattr("os.link", no_links)
    other = tmp_path / "other" / "cache.key"
    assert len(entries.key(other)) == KEY_BYTES
    assert list(other.parent.iterdir()) == [other]
