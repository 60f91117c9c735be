"""Completion: what the grammar and the names in view allow at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from lark.exceptions import LarkError

from unodsl.data import codes_dir, rulesets_dir
from unodsl.lsp.index import ends
from unodsl.lsp.workspace import View, Workspace, rule_files
from unodsl.model.table import Act, SituationKind
from unodsl.model.types import Enumeration
from unodsl.resolve.inventory import carried
from unodsl.resolve.related import kind_of
from unodsl.resolve.scope import Vocabulary
from unodsl.resolve.survey import Group
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.comments import split_comment
from unodsl.syntax.grammar import grammar
from unodsl.syntax.layout import clean, joined, outline, width_of
from unodsl.syntax.parse import shown_terminals
from unodsl.syntax.vocabulary import FORMS, INSIDE

NO_LETTER = "\x00"
"""Appended to the parsed text: no token of the grammar begins with it."""

_PARTIAL = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*$")
_TABLE_EVENTS = (
    "the match begins",
    "the match ends",
    "the round begins",
    "the round ends",
    "the table settles",
    "player joins",
    "player leaves",
)
_PLAYERS = (
    "player",
    "players",
    "other players",
    "its player",
    "left of player",
    "right of player",
    "everyone",
    "winners",
)
_EFFECTS = (
    "begin",
    "end",
    "exclude",
    "give",
    "include",
    "move",
    "note",
    "pass",
    "show",
    "shuffle",
    "swap",
)
"""The words that begin an effect."""

_OTHERS = ("yes", "no", "nothing", "seats", "deck size", "moved card", "the card", "they", "their", "it", "its")
_SEEN = ("face up", "face down", "private")


@dataclass(frozen=True, slots=True)
class Offer:
    """A completion item that begins at `start`. `rank`: lower is more likely."""

    text: str
    kind: str
    start: int
    detail: str = ""
    rank: int = 5


def completions(workspace: Workspace, path: Path, offset: int) -> list[Offer]:
    """The completion items at a place, the most likely first."""
    view = workspace.view(path)
    line_start = view.positions.start_of(view.positions.line_of(offset))
    before = view.text[line_start:offset]
    code, comment = split_comment(before)
    if comment:
        return []
    quoted = code.count('"') % 2 == 1
    if quoted:
        start = line_start + code.rindex('"') + 1
        return list(_files(view, start)) if code.split('"')[0].strip() == "use" else []
    partial = _PARTIAL.search(before)
    typed = partial[0] if partial else ""
    start = offset - len(typed)
    line = " ".join(before[: len(before) - len(typed)].split())
    accepted = expected(view.text, start)
    out: dict[str, Offer] = {}
    seats = _seats(view, offset)
    for offer in (*_named(view, line, start, offset), *_keywords(accepted, line, start, seats)):
        if offer.text != typed:
            out.setdefault(offer.text, offer)
    if accepted is None or "WORD" in accepted:
        group = group_at(view, offset)
        if group is not None:
            for offer in _phrases(view, group.rules.v, line, start, offset, seats):
                out.setdefault(offer.text, offer)
    return sorted(out.values(), key=lambda x: (x.rank, x.text))


# ------------------------------------------------------------------------------------------------------------- grammar


def expected(text: str, offset: int) -> frozenset[str] | None:
    """The terminals that the grammar accepts at a place, by lark's names; None if the text before it cannot be parsed.
    Only the line and its parent lines are parsed, so that other errors do not matter."""
    prefix = context(text, offset)
    reading = grammar().parse_interactive(prefix + NO_LETTER)
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):  # type: ignore[no-untyped-call]
            reading.feed_token(token)
    except LarkError as error:
        at = getattr(error, "pos_in_stream", None)
        if at is None or at < len(prefix):
            return None
    return frozenset(reading.accepts())  # type: ignore[no-untyped-call]


def context(text: str, offset: int) -> str:
    """The enclosing lines of a place, each without its block, and its own line up to the place."""
    block = max(0, *(m.start() for m in re.finditer(r"^(?=[a-z])", text[:offset], re.MULTILINE)), 0)
    piece = text[block:offset]
    lead = piece[piece.rfind("\n") + 1 :]
    source = Source("context", piece + ("x" if not lead.strip() else ""))
    cleaned, _ = clean(source)
    seen = outline(source, cleaned)
    whole = joined(cleaned, seen.lines)
    out: list[str] = []
    width = None
    for line in reversed(seen.lines):
        words = whole[line.start : line.end]
        mine = width_of(whole[line.begin : line.start])
        if width is None:
            last = words[:-1] if not lead.strip() else words + " " * (len(lead) - len(lead.rstrip()))
            out.append(" " * mine + last)
            width = mine
        elif mine < width:
            out.append(" " * mine + words.replace("\n", " "))
            width = mine
        if width == 0:
            break
    return "\n".join(reversed(out))


def _keywords(
    accepted: frozenset[str] | None, line: str, start: int, seats: frozenset[str] = frozenset()
) -> Iterator[Offer]:
    names = shown_terminals()
    likely = _likely(line.split(), seats)
    heads = set().union(*INSIDE.values())
    for name in accepted or ():
        word = names.get(name, "")
        if word[:1].isalpha():
            form = FORMS.get(word, "") if not line and word in heads else ""
            yield Offer(word, "keyword", start, form, 1 if word in likely else 3 if not line else 6)


def _likely(words: list[str], seats: frozenset[str]) -> tuple[str, ...]:
    """The words of the language that the preceding words make likely."""
    if words == ["then"] or words[-1:] == [";"]:
        return _EFFECTS
    if words[-2:-1] == ["begin"]:
        return ("on",)
    if words[-2:-1] == ["pass"]:
        return ("to",)
    return ("holds", "cannot", "can") if words[-1:] and words[-1] in seats else ()


def _seats(view: View, offset: int) -> frozenset[str]:
    """The names of the seats, in a scenario."""
    block = view.text[max(view.text.rfind("\nscenario ", 0, offset), 0) : offset]
    if not block.lstrip("\n").startswith("scenario ") or re.search(r"^(?!scenario)\w", block, re.MULTILINE):
        return frozenset()
    found = re.search(r"^\s+seats (.*)$", block, re.MULTILINE)
    return frozenset(re.findall(r"[\w-]+", found[1])) if found else frozenset()


# --------------------------------------------------------------------------------------------------------------- names


def _named(view: View, line: str, start: int, offset: int) -> Iterator[Offer]:
    """Yields names of one word: options, rules, games, clauses, codes, manners."""
    project, page = view.project, view.page
    if project is None or page is None:
        return
    words = line.replace(",", " ").split()
    head = words[0] if words else ""
    scenario = any(ends(x.span)[0] < offset <= ends(x.span)[1] + 1 for x in page.scenarios)
    in_rule = not scenario and not any(line.startswith(x) for x in ("without", "requires", "brings", "excludes"))
    if head in ("requires", "brings", "excludes", "with") or (head == "without" and scenario):
        for full in project.option_names():
            own, _, name = full.partition(".")
            near = own in project.chain(view.name)
            option = project.pages[own].options[full]
            title = option.title.text if option.title else ""
            yield Offer(name if near else full, "option", start, title, 1 if own == view.name else 2)
        return
    rules = head in ("before", "after", "despite", "without") or line.startswith("instead of")
    rules = rules or (head == "allow" and words[-1] == "with") or words[-1:] == ["by"] or words[-2:] == ["takes", "up"]
    kind = {"before": "trigger", "after": "trigger", "despite": "ban"}.get(head)
    kind = "offer" if words[-1:] == ["by"] or words[-2:] == ["takes", "up"] else kind
    if rules and (in_rule or head == "without" or scenario):
        for other in project.pages.values():
            near = other.name in project.chain(view.name)
            for _, items in other.blocks():
                for item in items:
                    if isinstance(item, s.Rule) and kind in (None, kind_of(item)):
                        text = item.name.text if other.name == view.name else f"{other.name}.{item.name.text}"
                        title = item.title.text if item.title else ""
                        yield Offer(text, "rule", start, title, 1 if other.name == view.name else 2 if near else 4)
        return
    if words[-1:] == ["extends"] or line == "options for" or (scenario and head == "game"):
        for game in project.pages.values():
            if game.game is not None and game.name != view.name:
                yield Offer(game.name, "game", start, game.game.title.text if game.game.title else "", 1)
        for shipped in sorted(rulesets_dir().glob("*.uno")):
            yield Offer(shipped.stem, "game", start, "comes with unodsl", 2)
    elif head == "clause":
        for clause in sorted(carried(project)):
            yield Offer(clause, "clause", start, "", 1 if clause.startswith(f"{view.name}.") else 3)
    elif head == "allow" and len(words) == 1:
        for code in sorted(codes_dir().glob("UNO*.md")):
            with code.open(encoding="utf-8") as file:
                yield Offer(code.stem, "code", start, file.readline().lstrip("# ").strip(), 1)
    elif words[-1:] == ["as"] or head == "manners":
        for group in view.groups[:1]:
            for act in declared(group.rules.v):
                for manner in act.manners[1:]:
                    yield Offer(manner, "manner", start, f"a manner of `{act.name.partition('.')[2]}`", 1)
    elif words[-1:] == ["naming"]:
        for group in view.groups[:1]:
            for act in declared(group.rules.v):
                for x in act.named:
                    detail = f"named along with `{act.name.partition('.')[2]}`"
                    yield Offer(f"{'an' if x.noun[0] in 'aeiou' else 'a'} {x.noun}", "value", start, detail, 1)
                    if isinstance(x.type, Enumeration):
                        yield from (Offer(value, "value", start, detail, 2) for value in x.type.values)


def declared(v: Vocabulary) -> list[Act]:
    """The declared acts, without their variants with named values."""
    return [act for act in v.acts if act.name == act.verb]


def group_at(view: View, offset: int) -> Group | None:
    """The names in view at a place: those of its option."""
    if view.page is None or not view.groups:
        return None
    option = None
    for name, block in view.page.options.items():
        if ends(block.name.span)[0] <= offset:
            option = name
    return next((g for g in view.groups if option in g.options), view.groups[0])


def _phrases(view: View, v: Vocabulary, line: str, start: int, offset: int, seats: frozenset[str]) -> Iterator[Offer]:
    """Yields names of several words, and words of the language, ranked by the preceding words."""
    words = line.split()
    head, last = (words[0], words[-1]) if words else ("", "")
    typed = view.text[view.positions.start_of(view.positions.line_of(offset)) : offset]
    wanted = {"verbs"} if last in seats else _wanted(words, head, last)
    begun = line.partition(" begin ")[2].split(" ")[0] if re.search(r"\bbegin\b.* with\b(?:.*,)?$", line) else ""
    if head == "zone" and line.endswith(","):
        for text in _SEEN:
            yield Offer(text, "keyword", start, "", 1)
        return
    if words[-2:] == ["number", "of"]:
        for text in ("cards", "players"):
            yield Offer(text, "word", start, "", 1)
    if wanted == {"event"}:
        for text in _TABLE_EVENTS:
            yield Offer(text, "event", start, "", 2)
        for act in declared(v):
            yield Offer(f"player {act.third}", "act", start, "", 1)
        for situation in v.situations:
            for what in get_args(SituationKind):
                yield Offer(f"{situation.name.partition('.')[2]} {what}", "event", start, "", 3)
        return
    seen: set[tuple[str, ...]] = set()
    for page in v.views.get(view.name, ()):
        for name, symbol in v.symbols.get(page, {}).items():
            if name in seen:
                continue
            seen.add(name)
            third = symbol.kind == "act" and " ".join(name[1:]) == v.acts[symbol.index].third
            kind = "act" if symbol.kind == "act" else "parameter" if symbol.kind == "setting" else symbol.kind
            form = ("verb" if not third else "verbs") if kind == "act" else kind
            text = " ".join(w for w in name if w != "act:")
            rank = (3 if "effect" in wanted else 1) if form in wanted else 4 if kind != "act" else 7
            yield Offer(text, kind, begin_of(typed, text, start, offset), f"{kind} of {page}", rank)
    if v.deck is not None:
        for attribute in v.deck.attributes:
            for value in attribute.values:
                yield Offer(value, "value", start, attribute.name, 2 if "value" in wanted else 6)
    for choice in v.enumerations:
        for value in choice.values:
            yield Offer(value, "value", begin_of(typed, value, start, offset), " or ".join(choice.values), 4)
    for situation in v.situations:
        for field in situation.fields:
            rank = 1 if begun == situation.name.partition(".")[2] else 4
            yield Offer(field.name, "field", begin_of(typed, field.name, start, offset), f"of {situation.name}", rank)
    for text in (*_PLAYERS, *_OTHERS):
        people = text in _PLAYERS and ("effect" in wanted or last in ("of", "on"))
        rank = 2 if people and words[-2:] == ["number", "of"] else 1 if people else 5
        yield Offer(text, "word", begin_of(typed, text, start, offset), "", rank)


def _wanted(words: list[str], head: str, last: str) -> set[str]:
    """The kinds of names that the preceding words make likely."""
    if not words or last in ("of", "on"):
        return set()
    if (head == "then" and len(words) == 1) or last == ";":
        return {"effect", "definition", "variable"}
    if words[-2:-1] in (["begin"], ["pass"]) or re.search(r"\bbegin\b.* with\b(?:.*,)?$", " ".join(words)):
        return set()
    if head == "when" and len(words) == 1:
        return {"event"}
    if head == "during" or last in ("begin", "end", "pass") or (head == "in" and last == "is"):
        return {"situation"}
    if head in ("set",):
        return {"parameter"}
    if last in ("may", "must", "cannot", "can", "otherwise", "mistake", "will"):
        return {"verb"}
    if last in ("from", "into", "shuffle", "swap", "deck", "every") or (last == "to" and "move" in words):
        return {"zone"}
    if last in ("plays", "play", "card", "holds", "move", "remove"):
        return {"value", "definition"}
    if last in ("player", "players"):
        return {"verbs"}
    return {"variable", "definition", "value"}


def begin_of(typed: str, name: str, start: int, offset: int) -> int:
    """Where a partly typed name begins."""
    words = name.split()
    for count in range(len(words) - 1, 0, -1):
        match = re.search(r"(?:^|\s)(" + r"\s+".join(map(re.escape, words[:count])) + r")\s+[\w.-]*$", typed)
        if match:
            return offset - (len(typed) - match.start(1))
    return start


def _files(view: View, start: int) -> Iterator[Offer]:
    """Yields the files that can be used: those in this folder and below, and shipped ones."""
    folder = view.path.parent
    seen: set[str] = set()
    for path in rule_files(folder):
        if path != view.path:
            text = path.relative_to(folder).as_posix()
            seen.add(text)
            yield Offer(text, "file", start, "", 1)
    for shipped in sorted(rulesets_dir().glob("*.uno")):
        if shipped.name not in seen:
            yield Offer(shipped.name, "file", start, "comes with unodsl", 2)
