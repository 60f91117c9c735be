"""Dead code elimination: the part of a program that a search can reach. Other parts are not printed, compiled or
counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from unodsl.engine import program as p

BEGINS = 0
"""The table event with which a match begins, by its index in `Program.table_events`."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The functions of a program that are called, the events that are emitted, and the offers that are listed."""

    functions: frozenset[str]
    events: frozenset[int]
    offers: frozenset[int]


def reached(program: p.Program, mistakes: bool, begins: bool, also: tuple[str, ...] = ()) -> Reached:
    """The reachable part if moves are listed with or without mistakes, and a match `begins` or goes on. `also`: entry
    points."""
    bodies = {x.name: x.body for x in program.functions}
    handlers = dict(program.handlers)
    functions: set[str] = set()
    events: set[int] = set()
    offers: set[int] = set()
    todo = [names[not mistakes] for _, *names in program.legal] + list(also)

    def happens(event: int | None) -> None:
        if event is not None and event not in events:
            events.add(event)
            todo.append(handlers[event])

    happens(program.settles)
    if begins:
        happens(program.table_events[BEGINS])
    while todo:
        name = todo.pop()
        if name in functions or name not in bodies:
            continue
        functions.add(name)
        for node in p.parts(bodies[name]):
            if isinstance(node, p.Call):
                todo.append(node.function)
            elif isinstance(node, p.Emit):
                happens(node.event)
            elif isinstance(node, p.Offered):
                offers.add(node.offer)
                # the number of its arguments is computed by its function, even if that is inlined in the list
                todo += (program.take_up[node.offer], f"offer_{node.offer}")
    return Reached(frozenset(functions), frozenset(events), frozenset(offers))


def pruned(program: p.Program, mistakes: bool, begins: bool, also: tuple[str, ...] = ()) -> p.Program:
    """The program without unreachable parts: removed handlers, offers and lists of moves have no name."""
    there = reached(program, mistakes, begins, also)
    legal = tuple(
        (top, all_ if all_ in there.functions else "", meant if meant in there.functions else "")
        for top, all_, meant in program.legal
    )
    return replace(
        program,
        functions=tuple(x for x in program.functions if x.name in there.functions),
        legal=legal,
        take_up=tuple(name if i in there.offers else "" for i, name in enumerate(program.take_up)),
        handlers=tuple((number, name if number in there.events else "") for number, name in program.handlers),
    )
