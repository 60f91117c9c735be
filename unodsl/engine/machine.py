"""A module of machine code with its memory, and calls of it. Knows nothing of tables."""

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
    """A table that only the Python executor can run; the message says why, for users."""


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("wasmtime") is not None and find_spec("platformdirs") is not None


@cache
def engine() -> wasmtime.Engine:
    """The compiler and its settings, one for all modules of a process. Single-threaded: compiling is fast, and
    processes may be forked later."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = False
    # otherwise the module's data is put into an in-memory file, which needs permissions; there is next to no data
    config.memory_init_cow = False
    # release it before the interpreter unloads its modules
    atexit.register(engine.cache_clear)
    return wasmtime.Engine(config)


def kept_module(name: str) -> wasmtime.Module | None:
    """The cached module of a name; None if there is none, or it was made on another processor. Raises `Unusable`."""
    import wasmtime

    found = compiled_cache.read(name)
    if found is not None:
        with contextlib.suppress(wasmtime.WasmtimeError):
            return wasmtime.Module.deserialize(engine(), found)
    return None


class Instance:
    """A module with its own memory. `host`: its imports by name: parameters, results, and function. Raises
    `NotCompiled` if this machine cannot run it."""

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
            # a limit of the machine, such as the address space
            raise NotCompiled(f"compiled rules cannot run here: {str(error).splitlines()[0].lower()}") from None
        # the instance must stay alive as long as its memory is used
        self.exports: Any = exports
        self.bytes = self.memory_view()

    def memory_view(self) -> memoryview:
        """The current memory: growing may move it."""
        memory = self.exports["memory"]
        size, at = memory.data_len(self.store), memory.data_ptr(self.store)
        return memoryview((c_ubyte * size).from_address(addressof(at.contents))).cast("B")

    def window(self, type_: Any, at: int, many: int) -> Any:
        """A ctypes array in memory, which keeps the memory alive."""
        out = (type_ * many).from_address(addressof(c_ubyte.from_buffer(self.bytes)) + at)
        out.machine = self
        return out

    def grow(self, pages: int) -> int:
        """Grows the memory by pages of 64 KiB; returns the first new address. Raises `MemoryError`."""
        import wasmtime

        try:
            before: int = self.exports["memory"].grow(self.store, pages)
        except wasmtime.WasmtimeError:
            raise MemoryError from None
        self.bytes = self.memory_view()
        return before * PAGE

    def call(self, name: str, *arguments: int) -> Any:
        """Calls an exported function."""
        return self.exports[name](self.store, *arguments)

    def numbers(self, at: int, many: int, letter: str = "q") -> tuple[int, ...]:
        """An array of numbers in memory."""
        return Struct(f"<{many}{letter}").unpack_from(self.bytes, at)
