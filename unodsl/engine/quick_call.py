"""Fast calls of compiled functions, in a microsecond each: wasmtime's own call from Python checks and converts types
each time, which takes twenty."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

_RAW = 2
"""The 64-bit words of one argument or result."""


def quick(machine: Any, name: str, *, arguments: int) -> Callable[..., int]:
    """An exported function of a machine that takes so many integers and returns one of 32 bits (or none). If this
    wasmtime has no fast calls, the ordinary call."""
    function = machine.exports[name]
    try:
        library = import_module("wasmtime._bindings").dll
        prototype = ctypes.CFUNCTYPE(
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
        )
        call = prototype(("wasmtime_func_call_unchecked", library))
        context = ctypes.cast(machine.store._context(), ctypes.c_void_p).value
        target = ctypes.addressof(function._func)
    except (ImportError, AttributeError, TypeError, ValueError):
        ordinary: Callable[..., int] = partial(function, machine.store)
        return ordinary
    size = max(1, arguments)
    values = (ctypes.c_int64 * (_RAW * size))()
    result = ctypes.c_int32.from_buffer(values)
    trap = ctypes.c_void_p()
    made = partial(call, context, target, ctypes.addressof(values), size, ctypes.addressof(trap))

    def failed() -> None:
        raise RuntimeError(f"compiled code broke off in `{name}`")

    if arguments == 0:

        def without() -> int:
            if made() or trap.value:
                failed()
            return result.value

        out: Callable[..., int] = without
    elif arguments == 1:

        def with_one(first: int) -> int:
            values[0] = first
            if made() or trap.value:
                failed()
            return result.value

        out = with_one
    else:

        def with_several(*given: int) -> int:
            for i, x in enumerate(given):
                values[_RAW * i] = x
            if made() or trap.value:
                failed()
            return result.value

        out = with_several
    # the buffers of the call must live as long as the function
    held: Any = out
    held.kept = (machine, function, values, trap)
    return out
