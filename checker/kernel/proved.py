"""What the kernel has accepted, as evidence. Nobody else can make it.

Example: `Shown("unsat", ("a", "b"), "1f2e")` says that no state satisfies the conditions of both rules, under the invariant of that number.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import InitVar, dataclass

from checker.results import Certificate, CertificateKind

KEY = object()
"""Who has it may say that something is shown: the kernel, and the reader of entries that this checker wrote."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One question that the kernel has closed. `about`: what it is about; `invariant`: the number of the certificate that it supposes,
    if any."""

    kind: CertificateKind
    about: tuple[str, ...]
    invariant: str
    key: InitVar[object] = None

    def __post_init__(self, key: object) -> None:
        if key is not KEY:
            raise ValueError("only the kernel says what is shown")


@dataclass(frozen=True, slots=True)
class Accepted(Certificate):
    """A certificate that the kernel has accepted."""

    key: InitVar[object] = None

    def __post_init__(self, key: object) -> None:
        if key is not KEY:
            raise ValueError("only the kernel accepts certificates")

    @property
    def accepted(self) -> bool:
        return True


def certificate(shown: Sequence[Shown]) -> Accepted:
    """One certificate for questions that were closed in one way, under one invariant."""
    (kind,), (number,) = {x.kind for x in shown}, {x.invariant for x in shown}
    data = {"closes": [list(x.about) for x in shown]} | ({"invariant": number} if number else {})
    return Accepted(kind, json.dumps(data), KEY)


def certificates(shown: Sequence[Shown]) -> tuple[Accepted, ...]:
    """Certificates for questions that were closed in several ways."""
    rows: dict[tuple[CertificateKind, str], list[Shown]] = {}
    for x in shown:
        rows.setdefault((x.kind, x.invariant), []).append(x)
    return tuple(map(certificate, rows.values()))


def kept(kind: CertificateKind, data: str) -> Accepted:
    """A certificate out of an entry that this checker wrote itself, and nobody has changed."""
    return Accepted(kind, data, KEY)
