"""A module of machine code in the memory that it runs in, and what calls it. Nothing here knows of tables."""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Callable, Mapping
from ctypes import addressof, c_ubyte
from functools import cache
from importlib.util import find_spec
from struct import Struct
from typing import TYPE_CHECKING, Any

from unodsl.engine import compiled_cache

if TYPE_CHECKING:
    import wasmtime

    Imports = Mapping[str, tuple[list[wasmtime.ValType], list[wasmtime.ValType], Callable[..., Any]]]

PAGE = 65536
"""Bytes by which memory grows."""


class NotCompiled(Exception):
    """A table that only the Python executor can run; the message says why, in words for a user."""


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("wasmtime") is not None and find_spec("platformdirs") is not None


@cache
def engine() -> wasmtime.Engine:
    """The compiler and its settings, one for all modules of a process. One thread: it is done in a moment, and processes may be forked later."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = False
    # else the module's data is put into a file in memory, which needs rights of its own; there is next to no data
    config.memory_init_cow = False
    # what is still there when the interpreter takes its modules apart cannot be let go any more
    atexit.register(engine.cache_clear)
    return wasmtime.Engine(config)


def kept_module(name: str) -> wasmtime.Module | None:
    """The module that the cache has under a name; None where it has none, or it was made on another processor. Raises `Unusable`."""
    import wasmtime

    found = compiled_cache.read(name)
    if found is not None:
        with contextlib.suppress(wasmtime.WasmtimeError):
            return wasmtime.Module.deserialize(engine(), found)
    return None


class Instance:
    """A module in a memory of its own. `host`: what it imports, by name: what each takes, gives, and does. Raises `NotCompiled` where this machine
    does not let it run."""

    def __init__(self, made: Callable[[], wasmtime.Module], host: Imports | None = None) -> None:
        import wasmtime

        self.engine = engine()
        self.store = wasmtime.Store(self.engine)
        linker = wasmtime.Linker(self.engine)
        for name, (takes, gives, does) in (host or {}).items():
            linker.define_func("host", name, wasmtime.FuncType(takes, gives), does)
        try:
            self.module = made()
            exports = linker.instantiate(self.store, self.module).exports(self.store)
        except wasmtime.WasmtimeError as error:
            # a limit of the machine, such as that of addresses
            raise NotCompiled(f"compiled rules cannot run here: {str(error).splitlines()[0].lower()}") from None
        # it must stay alive for as long as its memory is looked at
        self.exports: Any = exports
        self.bytes = self.looked_at()

    def looked_at(self) -> memoryview:
        """The memory as it lies now: growing may move it."""
        memory = self.exports["memory"]
        size, at = memory.data_len(self.store), memory.data_ptr(self.store)
        return memoryview((c_ubyte * size).from_address(addressof(at.contents))).cast("B")

    def window(self, type_: Any, at: int, many: int) -> Any:
        """Some numbers in memory, as ctypes has them: a window that keeps the memory alive."""
        out = (type_ * many).from_address(addressof(c_ubyte.from_buffer(self.bytes)) + at)
        out.machine = self
        return out

    def grow(self, pages: int) -> int:
        """More memory, in pages of 64 KiB: the address where it begins. Raises `MemoryError`."""
        import wasmtime

        try:
            before: int = self.exports["memory"].grow(self.store, pages)
        except wasmtime.WasmtimeError:
            raise MemoryError from None
        self.bytes = self.looked_at()
        return before * PAGE

    def call(self, name: str, *arguments: int) -> Any:
        """Call an exported function."""
        return self.exports[name](self.store, *arguments)

    def numbers(self, at: int, many: int, letter: str = "q") -> tuple[int, ...]:
        """Numbers that lie one after the other."""
        return Struct(f"<{many}{letter}").unpack_from(self.bytes, at)
