"""Codec of invariant certificates: claims as JSON, and a reader that rejects a damaged text and names the damage."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from hashlib import sha256
from typing import Any, get_args

from checker.kernel.accept import Accepted, accept, nothing_known
from checker.kernel.at_rest import AtRest, accept_at_rest
from checker.smt import claims as c
from checker.smt.at_rest import Kind as RestKind
from checker.smt.at_rest import Rest, Steps
from checker.smt.claims import Claim, Since
from checker.smt.literals import SlotValue
from unodsl.model import table as t

_KINDS: dict[str, type[Any]] = {x.__name__: x for x in get_args(c.Claim)}
_EVENTS: dict[str, type[Any]] = {x.__name__: x for x in get_args(t.Event)}


class Damaged(Exception):
    """A text is not a valid certificate; the message says what is wrong."""


def written(layers: Sequence[Sequence[Claim]], table: t.Table, since: Since | None = None) -> tuple[str, str]:
    """Returns the id of an invariant certificate, a hash of its content, and its JSON text."""
    rows = [sorted((plain(x) for x in layer), key=json.dumps) for layer in layers]
    # (only the last layer can hold since some moment)
    body = {"table": table.name, "seats": table.seats, "layers": rows} | (
        {} if since is None else {"since": plain(since)}
    )
    number = sha256(json.dumps(body).encode()).hexdigest()[:16]
    return number, json.dumps({"id": number, **body})


def written_rest(claims: Sequence[Rest], table: t.Table, invariant: str) -> tuple[str, str]:
    """Returns id and JSON text of a certificate of claims between two moves, given an invariant by its id."""
    body = {"table": table.name, "seats": table.seats, "invariant": invariant, "at_rest": rows_of(claims)}
    number = sha256(json.dumps(body).encode()).hexdigest()[:16]
    return number, json.dumps({"id": number, **body})


def rows_of(claims: Iterable[Rest]) -> list[list[Any]]:
    """Encodes claims between two moves as JSON values."""
    return [[x.kind, x.one, x.other, *map(list, x.literals)] for x in claims]


def claims_of(rows: Any) -> list[Rest]:
    """Decodes them. Raises `TypeError` or `ValueError` on bad values."""
    if any(kind not in get_args(RestKind) for kind, *_ in rows):
        raise ValueError("no such claim")
    return [
        Rest(kind, whole(one), whole(other), tuple(SlotValue(*map(whole, x)) for x in more))
        for kind, one, other, *more in rows
    ]


def read_rest(text: str, basis: Accepted) -> AtRest:
    """Reads a certificate of claims between two moves and proves them again. Raises `Damaged`."""
    try:
        body = json.loads(text)
        claims = claims_of(body["at_rest"])
        if json.loads(written_rest(claims, basis.table, body["invariant"])[1]) != body:
            raise Damaged(f"the certificate is not the one that its number {body['id']} says")
        found = accept_at_rest(Steps(basis), claims)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(f"this is no certificate: {error}") from None
    if found is None:
        raise Damaged("what it says of rests is not kept by every move")
    return found


def plain(x: object) -> Any:
    """Encodes a claim or an event as JSON values."""
    if type(x).__name__ in _KINDS or type(x).__name__ in _EVENTS:
        return [type(x).__name__, *(plain(getattr(x, f.name)) for f in fields(x))]  # type: ignore[arg-type]
    if isinstance(x, frozenset):
        return sorted((plain(y) for y in x), key=json.dumps)
    return [plain(y) for y in x] if isinstance(x, tuple) else x


def read(text: str, table: t.Table, depths: tuple[int, ...], limit: Callable[[Accepted], object] = id) -> Accepted:
    """Reads an invariant certificate and proves its claims again. Raises `Damaged` if a claim does not hold, or the text is not a certificate
    of this table. `limit` adds to the claims of a family which combinations of options are allowed."""
    try:
        body = json.loads(text)
        rows, identity = body["layers"], body.pop("id")
        layers = [[claim(row) for row in layer] for layer in rows]
        if (body["table"], body["seats"]) != (table.name, table.seats):
            raise Damaged(f"the certificate is about {body['table']} at {body['seats']} seats")
        since = None if "since" not in body else tuple((whole(v), tuple(map(whole, row))) for v, row in body["since"])
        if written(layers, table, since)[0] != identity:
            raise Damaged(f"the certificate is not the one that its number {identity} says")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(f"this is no certificate: {error}") from None
    out = nothing_known(table, depths)
    for number, layer in enumerate(layers):
        out = accept(out, layer, since=since if number + 1 == len(layers) else None)
        limit(out)
    if out.dropped:
        lost, why = out.dropped[0]
        raise Damaged(f"{lost} does not hold: {why}")
    return out


def claim(row: Any) -> Claim:
    """Decodes a claim from JSON values. Raises `KeyError`, `IndexError`, `TypeError`, `ValueError` or `AttributeError` on bad values."""
    kind = _KINDS[row[0]]
    values = dict(zip((f.name for f in fields(kind)), row[1:], strict=True))
    for name, value in values.items():
        match name:
            case "event":
                values[name] = event(value)
            case "presence" | "other":
                values[name] = presence(value)
            case "slot":
                values[name] = whole(value) if isinstance(value, int) else (whole(value[0]), whole(value[1]))
            case "values" if kind is c.Values:
                values[name] = tuple((whole(v), presence(w)) for v, w in value)
            case "values":
                values[name] = None if value is None else tuple(map(whole, value))
            case "low" | "high" | "start" | "step" | "situation" | "number":
                values[name] = whole(value)
            case "nothing" | "otherwise" if not isinstance(value, bool):
                raise ValueError(f"{value} is neither true nor false")
            case "rule" if not isinstance(value, str):
                raise ValueError(f"{value} is no name")
    return kind(**values)  # type: ignore[no-any-return]


def event(value: Any) -> t.Event:
    """Decodes an event."""
    return _EVENTS[value[0]](*value[1:])  # type: ignore[no-any-return]


def presence(value: Any) -> c.PresenceCondition:
    """Decodes a presence condition."""
    return frozenset(frozenset((str(option), bool(on)) for option, on in literals) for literals in value)


def whole(value: Any) -> int:
    """Returns an integer, and raises `ValueError` for any other value."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value} is no whole number")
    return value
