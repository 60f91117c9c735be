"""Hash of the behavior of a table: equal for tables with the same matches and the same rule names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, is_dataclass
from hashlib import sha256

from unodsl.model.effects import MoveTop
from unodsl.model.table import Act, Deck, Offer, Rule, RuleInfo, Setting, Table
from unodsl.source import Span

_DISPLAY_FIELDS: dict[type, frozenset[str]] = {
    Table: frozenset({"title", "clauses", "games", "options", "definitions", "whole_piles"}),
    Deck: frozenset({"packs"}),
    Setting: frozenset({"title", "set_by", "usual"}),
    MoveTop: frozenset({"span"}),
    RuleInfo: frozenset({"title", "clauses", "option", "allows", "parts", "written"}),
    # the names of acts contain the values named along with them
    Act: frozenset({"named", "values", "base"}),
}
"""Fields without influence on matches. Definitions are unfolded at every use."""


def fingerprint(table: Table) -> str:
    """Returns 64 hexadecimal digits that depend on the model only: locations, formatting, titles and allowed findings
    have no influence; the names of rules and cards do."""
    return sha256(_text(table).encode("utf-8", "surrogatepass")).hexdigest()


def rule_fingerprints(table: Table) -> dict[str, tuple[str, ...]]:
    """Texts that depend on what each offer, trigger and ban means, by name: an offer's includes the effects of its act. The
    texts of two tables are comparable where they number the same variables, zones, and so on."""
    out: dict[str, list[str]] = defaultdict(list)
    rules: list[Rule] = [*table.triggers, *table.offers, *table.bans]
    for rule in rules:
        act = _text(table.acts[rule.act]) if isinstance(rule, Offer) else ""
        out[rule.info.name].append(_text(rule) + act)
    return {name: tuple(texts) for name, texts in out.items()}


def _text(value: object) -> str:
    """Serializes a value injectively."""
    if value is None or isinstance(value, bool | int | str):
        return repr(value)
    if isinstance(value, tuple):
        return "(" + ",".join(map(_text, value)) + ")"
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_text, value))) + "}"
    if isinstance(value, Span):
        return "."
    assert is_dataclass(value), value
    left_out = _DISPLAY_FIELDS.get(type(value), frozenset())
    parts = [_text(getattr(value, f.name)) for f in fields(value) if f.name not in left_out]
    return f"{type(value).__name__}({','.join(parts)})"
