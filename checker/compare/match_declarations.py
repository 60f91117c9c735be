"""The mapping between the declarations of two tables, and the translation of rules from one to the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from checker.effects.bare import Numbers, bare
from checker.effects.references import declared
from unodsl.engine.describe import short
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration
from unodsl.model.walk import below
from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Counterparts:
    """The indices of the zones, variables, situations, acts, and fields of one table at the other. Unused acts may have
    no counterpart."""

    zones: Numbers
    variables: Numbers
    situations: Numbers
    acts: Numbers
    fields: dict[int, Numbers]


def nameless(node: t.Zone | t.Variable | t.Situation | t.SituationField) -> Any:
    """The declaration without its name."""
    if isinstance(node, t.Situation):
        return node.on_players, tuple(sorted(repr(nameless(x)) for x in node.fields))
    return bare(replace(node, name=""))


def any_order(node: t.Zone | t.Variable | t.Situation | t.SituationField) -> Any:
    """The declaration without its name, with the values of a choice in alphabetical order: two rulesets may list the same
    suits in another order."""
    if isinstance(node, t.Variable | t.SituationField) and isinstance(node.type, Enumeration):
        node = replace(node, type=replace(node.type, values=tuple(sorted(node.type.values))))
    return nameless(node)


def paired(mine: tuple[Any, ...], theirs: tuple[Any, ...], only_one: bool = False) -> Numbers:
    """Maps the declarations of one table to the other: by full name, by short name, and the rest by equal declarations.
    `only_one`: map the rest only where unambiguous."""
    full = {x.name: i for i, x in enumerate(theirs)}
    out: Numbers = {i: full[x.name] for i, x in enumerate(mine) if x.name in full}
    # (a field has no page, so no short name)
    brief = {name: i for i, x in enumerate(theirs) if i not in out.values() and (name := short(x.name))}
    for i, x in enumerate(mine):
        if i not in out and short(x.name) in brief:
            out[i] = brief.pop(short(x.name))
    left = [i for i in range(len(mine)) if i not in out]
    free = [j for j in range(len(theirs)) if j not in out.values()]
    shape_of = any_order if only_one else nameless
    for i in left:
        shape = shape_of(mine[i])
        like = [j for j in free if shape_of(theirs[j]) == shape]
        if like and not (only_one and (len(like) > 1 or sum(shape_of(mine[x]) == shape for x in left) > 1)):
            out[i] = like[0]
            free.remove(like[0])
    return out


def counterparts(old: t.Table, new: t.Table) -> tuple[Counterparts | None, list[str]]:
    """The mapping between two tables, or None with the differences between their declarations, in words."""
    out: list[str] = []
    if (old.seats, old.seats_low, old.seats_high) != (new.seats, new.seats_low, new.seats_high):
        out.append("the seats differ")
    maps: dict[str, Numbers] = {}
    for kind in ("zones", "variables", "situations"):
        mine, theirs = getattr(old, kind), getattr(new, kind)
        maps[kind] = paired(mine, theirs)
        same = len(mine) == len(theirs) == len(set(maps[kind].values()))
        if not same or any(nameless(mine[i]) != nameless(theirs[j]) for i, j in maps[kind].items()):
            out.append(f"the {kind} differ")
    homes = {maps["zones"].get(zone): copies for zone, copies in old.deck.homes}
    alike = bare(replace(old.deck, home=0, elsewhere=())) == bare(replace(new.deck, home=0, elsewhere=()))
    if not alike or homes != dict(new.deck.homes) or maps["zones"].get(old.deck.home) != new.deck.home:
        out.append("the cards differ")
    acts = same_acts(old, new)
    for table, known, what in ((old, set(acts), "gone"), (new, set(acts.values()), "new")):
        out += [f"the act `{short(table.acts[i].name)}` is {what}" for i in sorted(used_acts(table) - known)]
    inner: dict[int, Numbers] = {}
    if not out:
        for i, j in maps["situations"].items():
            inner[i] = paired(old.situations[i].fields, new.situations[j].fields)
            pairs = [(old.situations[i].fields[a], new.situations[j].fields[b]) for a, b in inner[i].items()]
            if len(pairs) < len(old.situations[i].fields) or any(nameless(a) != nameless(b) for a, b in pairs):
                out.append("the situations differ")
    if out:
        return None, out
    return Counterparts(maps["zones"], maps["variables"], maps["situations"], acts, inner), []


def same_acts(old: t.Table, new: t.Table) -> Numbers:
    """The acts of one table with those of the other: by full name, else by a short name that no other act has."""
    full = {a.name: j for j, a in enumerate(new.acts)}
    out = {i: full[a.name] for i, a in enumerate(old.acts) if a.name in full}
    left = [i for i in range(len(old.acts)) if i not in out]
    free = [j for j in range(len(new.acts)) if j not in out.values()]
    mine, theirs = Counter(short(x.name) for x in old.acts), Counter(short(x.name) for x in new.acts)
    there = {short(new.acts[j].name): j for j in free}
    for i in left:
        name = short(old.acts[i].name)
        if name in there and mine[name] == theirs[name] == 1:
            out[i] = there[name]
    return out


def used_acts(table: t.Table) -> frozenset[int]:
    """The acts that players can do, or that rules do, forbid, react to, or test."""
    nodes = below((table.triggers, table.offers, table.bans, *(x.effects for x in table.acts)))
    return frozenset(
        x.act for x in nodes if isinstance(x, e.Can | f.Perform | t.ActEvent | t.Offer | t.Ban) and x.act is not None
    )


def carried(node: Any, maps: Counterparts) -> Any:
    """A part of the model, translated to the indices of the other table."""
    if isinstance(node, tuple):
        return tuple(carried(x, maps) for x in node)
    if isinstance(node, Span | t.RuleInfo) or not is_dataclass(node) or isinstance(node, type):
        return node
    changes: dict[str, Any] = {x.name: carried(getattr(node, x.name), maps) for x in fields(node)}
    for name in changes:
        match declared(node, name):
            case "zones":
                changes[name] = maps.zones[getattr(node, name)]
            case "variables":
                changes[name] = maps.variables[getattr(node, name)]
            case "situations":
                changes[name] = maps.situations[getattr(node, name)]
            case "fields":
                situation: int = getattr(node, "situation", 0)
                changes[name] = maps.fields[situation][getattr(node, name)]
            case "acts":
                act: int | None = getattr(node, name)
                changes[name] = None if act is None else maps.acts[act]
            case "manners" | "attributes" | "cards" | "offers" | None:
                # (these have the same numbers at both tables)
                pass
    if isinstance(node, f.Begin):
        given = ((maps.fields[node.situation][i], value) for i, value in changes["fields"])
        changes["fields"] = tuple(sorted(given, key=lambda x: x[0]))
    elif isinstance(node, t.Act):
        changes["origin"] = None if node.origin is None else maps.zones[node.origin]
    elif isinstance(node, t.Offer | t.Ban):
        changes["situations"] = tuple(sorted(maps.situations[i] for i in node.situations))
        changes["act"] = None if node.act is None else maps.acts[node.act]
    return replace(node, **changes)


def moved(old: t.Table, new: t.Table, maps: Counterparts) -> t.Table:
    """The old rules on the new table's declarations."""
    there = {j: carried(old.acts[i], maps) for i, j in maps.acts.items()}
    return replace(
        new,
        triggers=carried(old.triggers, maps),
        offers=carried(old.offers, maps),
        bans=carried(old.bans, maps),
        acts=tuple(there.get(j, x) for j, x in enumerate(new.acts)),
        definitions=(),
        order=tuple((carried(event, maps), row) for event, row in old.order),
        ordered=old.ordered,
    )
