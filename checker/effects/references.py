"""References: the fields of model nodes that are numbers of declarations. Example: the index of a `Field` is the number
of a field of a situation. Exact: a test checks the list against every integer field of every node."""

from __future__ import annotations

from typing import Literal

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card

Declared = Literal["variables", "situations", "fields", "zones", "acts", "manners", "attributes", "cards", "offers"]

_SITUATION: dict[str, Declared] = {"situation": "situations"}
_ACT: dict[str, Declared] = {"act": "acts", "manner": "manners"}

REFERENCES: dict[type, dict[str, Declared]] = {
    e.Variable: {"index": "variables"},
    e.Field: {"situation": "situations", "index": "fields"},
    e.Owner: _SITUATION,
    e.IsOpen: _SITUATION,
    e.IsTop: _SITUATION,
    e.Place: {"zone": "zones"},
    e.Can: {"act": "acts"},
    e.Attribute: {"attribute": "attributes"},
    e.FaceNumber: {"attribute": "attributes"},
    f.Begin: _SITUATION,
    f.End: _SITUATION,
    f.GiveEvery: {"zone": "zones"},
    f.Perform: _ACT,
    t.ActEvent: _ACT,
    t.OfferEvent: {"offer": "offers"},
    t.SituationEvent: _SITUATION,
}
"""For each class of nodes, the declarations that its fields refer to. (Each pair in `fields` of a `Begin` starts with a
field's number.)"""

NUMBERS: dict[type, frozenset[str]] = {
    e.Constant: frozenset({"value"}),
    e.Local: frozenset({"index"}),
    e.TopCard: frozenset({"depth"}),
    f.MoveAll: frozenset({"keep"}),
}
"""Integers that are not references. (A constant that is a card is one.)"""


def declared(node: object, field: str) -> Declared | None:
    """The kind of declaration that a field of a node refers to; None for other fields."""
    if field == "value" and isinstance(node, e.Constant) and isinstance(node.type, Card):
        return "cards"
    return REFERENCES.get(type(node), {}).get(field)
