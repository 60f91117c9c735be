"""Optional dependencies: checks that they are installed."""

from __future__ import annotations

from importlib import import_module

from unodsl.diagnostics import wrong


def need(module: str, extra: str, what: str) -> None:
    """Raises `RulesError`, in one line, if a module that `what` needs is missing."""
    try:
        import_module(module)
    except ImportError:
        raise wrong(f'{what} needs {module}, which is not there: `pip install "unodsl[{extra}]"`') from None
