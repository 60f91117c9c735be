"""Sizes on the command line."""

from __future__ import annotations

import click

_UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class Size(click.ParamType):  # type: ignore[type-arg]
    """A size in bytes, with an optional suffix `K`, `M` or `G`."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Converts to a number of bytes, at least 1 MiB."""
        if isinstance(value, int):
            return value
        text = str(value).strip().lower().removesuffix("b").removesuffix("i")
        unit = _UNITS.get(text[-1:], 1)
        digits = text[:-1] if text[-1:] in _UNITS else text
        if not digits.isascii() or not digits.isdigit() or int(digits) * unit < 1 << 20:
            self.fail(f"`{value}` should be a size of at least 1M, such as 500M or 2G", param, ctx)
        return int(digits) * unit
