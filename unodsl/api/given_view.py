"""Validates a view made or changed by a caller, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from unodsl.api import arguments
from unodsl.diagnostics import wrong
from unodsl.engine.describe import PlaceView, View


def checked(seen: View) -> View:
    """Returns the same view with Python's own integers, strings and tuples; values may be given as numbers, or as
    `True`. Raises `RulesError` with the name of an invalid part."""
    return View(
        None if seen.seat is None else arguments.whole(seen.seat, "seat"),
        tuple(_place(x) for x in _several(seen.places, "`places`")),
        tuple(_variable(x) for x in _several(seen.variables, "`variables`")),
        tuple(_situation(x) for x in _several(seen.situations, "`situations`")),
        _seats(seen.in_play, "in_play"),
        arguments.truth(seen.round_runs, "round_runs"),
        arguments.truth(seen.match_runs, "match_runs"),
        _seats(seen.winners, "winners"),
    )


def _place(given: object) -> PlaceView:
    if not isinstance(given, PlaceView):
        raise wrong(f"`places` of a view holds values of `PlaceView`, not {given!r}")
    zone = _text(given.zone, "the zone of a place")
    seat = arguments.whole(given.seat, f"{zone}: seat")
    count = arguments.whole(given.count, f"{zone}: count")
    if given.cards is None:
        return PlaceView(zone, seat, None, count)
    cards = tuple(_text(x, f"a card of `{zone}`") for x in _several(given.cards, f"`cards` of `{zone}`"))
    if len(cards) != count:
        raise wrong(
            f"`{zone}` shows {len(cards)} card{'' if len(cards) == 1 else 's'} in this position, and its count is {count}",
            "`cards=None` where only the number is known",
        )
    return PlaceView(zone, seat, cards, count)


def _variable(given: object) -> tuple[str, int, str]:
    name, seat, value = _parts(given, 3, "a variable of a view is (name, seat or -1, value)")
    name = _text(name, "the name of a variable")
    return name, arguments.whole(seat, f"{name}: seat"), _value(value, f"`{name}`")


def _situation(given: object) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    shape = "a situation of a view is (name, owner, fields), each field (name, value)"
    name, owner, fields = _parts(given, 3, shape)
    found = [_parts(x, 2, shape) for x in _several(fields, "what a situation holds")]
    pairs = tuple((_text(k, "the name of a field"), _value(v, f"`{k}`")) for k, v in found)
    return _text(name, "the name of a situation"), _text(owner, "the owner of a situation"), pairs


def _several(given: object, what: str) -> tuple[Any, ...]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong(f"{what} is a list, not {given!r}")
    return tuple(given)


def _parts(given: object, many: int, shape: str) -> tuple[Any, ...]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable) or len(out := tuple(given)) != many:
        raise wrong(f"{shape}, not {given!r}")
    return out


def _text(given: object, what: str) -> str:
    if not isinstance(given, str):
        raise wrong(f"{what} is a text, not {given!r}")
    return str(given)


def _value(given: object, what: str) -> str:
    if isinstance(given, str):
        return str(given)
    if arguments.is_truth(given):
        return arguments.spelled(given)
    try:
        return str(index(given))  # type: ignore[arg-type]
    except TypeError:
        raise wrong(f"the value of {what} is a text or a whole number, not {given!r}") from None


def _seats(given: object, name: str) -> tuple[int, ...]:
    out = tuple(arguments.whole(x, name) for x in _several(given, f"`{name}`"))
    if len(set(out)) < len(out):
        raise wrong(f"`{name}` names a seat twice")
    return out
