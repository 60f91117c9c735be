"""What rules read and write: two rules that touch nothing of each other come to the same in either order."""

from __future__ import annotations

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

Thing = tuple[str, int]
"""A part of the state: ("variable", index), ("zone", index), ("owner", situation), ("field", situation), ("stack", 0), ..."""

_EVERYTHING: Thing = ("everything", 0)


def reads(node: object) -> set[Thing]:
    """What expressions anywhere below look at."""
    out: set[Thing] = set()
    for x in below(node):
        match x:
            case e.Variable():
                out.add(("variable", x.index))
            case e.Field():
                out |= {("field", x.situation), ("stack", 0)}
            case e.Owner():
                out |= {("owner", x.situation), ("stack", 0)}
            case e.IsOpen() | e.IsTop():
                out.add(("stack", 0))
            case e.Place():
                out.add(("zone", x.zone))
            case e.Builtin():
                out.add((x.kind, 0))
            case e.Neighbor():
                out.add(("in play", 0))
            case e.Can():
                out.add(_EVERYTHING)
            case _:
                pass
    return out


def writes(table: t.Table, effects: tuple[f.Effect, ...]) -> set[Thing]:
    """What effects change. A queue of events is a thing too: two rules that both add to it are seen in their order."""
    out: set[Thing] = set()
    heard = {event for event, _ in table.order}

    def event(x: t.Event) -> None:
        if x in heard:
            out.add(("queue", 0))

    for node in below(effects):
        match node:
            case f.Assign(target=target) | f.ChangeSet(target=target):
                match target:
                    case e.Variable():
                        out.add(("variable", target.index))
                    case e.Field():
                        out.add(("field", target.situation))
                    case e.Owner():
                        out.add(("owner", target.situation))
                        event(t.SituationEvent("completes", target.situation))
            case f.MoveCard() | f.MoveTop() | f.MoveAll():
                out |= {("zone", node.origin.zone), ("zone", node.target.zone), ("moved", 0)}
                if isinstance(node, f.MoveTop):
                    out.add(("chance", 0))
            case f.Gather():
                out |= {("zone", i) for i in range(len(table.zones))}
            case f.Shuffle():
                if table.zones[node.place.zone].visibility == "face up":
                    out |= {("zone", node.place.zone), ("chance", 0)}
            case f.SwapPlaces():
                out |= {("zone", node.left.zone), ("zone", node.right.zone)}
            case f.GiveEvery():
                out.add(("zone", node.zone))
            case f.Begin():
                out |= {("stack", 0), ("owner", node.situation), ("field", node.situation)}
                event(t.SituationEvent("begins", node.situation))
            case f.End():
                out |= {("stack", 0), ("owner", node.situation), ("field", node.situation)}
                event(t.SituationEvent("ends", node.situation))
            case f.Perform():
                out |= writes(table, table.acts[node.act].effects)
                event(t.ActEvent(node.act, node.manner))
            case f.Seating():
                out |= {("in play", 0), ("queue", 0)}
            case f.BeginRound() | f.EndRound() | f.EndMatch():
                out.add(_EVERYTHING)
            case _:
                pass
    return out


def acts_read(table: t.Table, effects: tuple[f.Effect, ...]) -> set[Thing]:
    """What the acts that effects perform look at."""
    out: set[Thing] = set()
    for node in below(effects):
        if isinstance(node, f.Perform):
            inner = table.acts[node.act].effects
            out |= reads(inner) | acts_read(table, inner)
    return out


def clash(left: set[Thing], right: set[Thing]) -> bool:
    """Whether two footprints share a thing."""
    if _EVERYTHING in left:
        return bool(right)
    if _EVERYTHING in right:
        return bool(left)
    return bool(left & right)


def commute(table: t.Table, a: int, b: int) -> bool:
    """Whether two triggers certainly come to the same in either order. Repeated looks at the card last moved inside one
    rule are its own."""
    first, second = table.triggers[a], table.triggers[b]
    w1, w2 = writes(table, first.effects), writes(table, second.effects)
    r1 = reads((first.guard, first.effects)) | acts_read(table, first.effects)
    r2 = reads((second.guard, second.effects)) | acts_read(table, second.effects)
    return not (clash(w1, w2) or clash(w1, r2) or clash(w2, r1))


def independent_guards(table: t.Table, a: int, b: int) -> bool:
    """Whether neither trigger changes what the other's guard looks at."""
    first, second = table.triggers[a], table.triggers[b]
    w1, w2 = writes(table, first.effects), writes(table, second.effects)
    return not (clash(w1, reads(second.guard)) or clash(w2, reads(first.guard)))
