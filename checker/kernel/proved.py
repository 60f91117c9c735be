"""Evidence of what the kernel has accepted. Only holders of `KEY` can make it.

Example: `Shown("unsat", ("a", "b"), "1f2e")`: no state satisfies the conditions of both rules, given the invariant with that id.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import InitVar, dataclass

from checker.results import Certificate, CertificateKind

KEY = object()
"""The capability to make evidence, held by the kernel and by the reader of this checker's own cache entries."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One question that the kernel has closed. `about`: its names; `invariant`: the id of the certificate that it assumes, or ""."""

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
    """Makes one certificate for questions closed in one way, under one invariant."""
    (kind,), (number,) = {x.kind for x in shown}, {x.invariant for x in shown}
    data = {"closes": [list(x.about) for x in shown]} | ({"invariant": number} if number else {})
    return Accepted(kind, json.dumps(data), KEY)


def certificates(shown: Sequence[Shown]) -> tuple[Accepted, ...]:
    """Makes certificates for questions, grouped by kind and invariant."""
    rows: dict[tuple[CertificateKind, str], list[Shown]] = {}
    for x in shown:
        rows.setdefault((x.kind, x.invariant), []).append(x)
    return tuple(map(certificate, rows.values()))


def kept(kind: CertificateKind, data: str) -> Accepted:
    """Restores a certificate from an unchanged cache entry that this checker wrote."""
    return Accepted(kind, data, KEY)
