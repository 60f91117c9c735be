"""What has to be installed for some of it, and a clear word where it is not."""

from __future__ import annotations

from importlib import import_module

from unodsl.diagnostics import wrong


def need(module: str, extra: str, what: str) -> None:
    """Raise `RulesError`, in one line, where a module is missing that `what` cannot do without."""
    try:
        import_module(module)
    except ImportError:
        raise wrong(f'{what} needs {module}, which is not there: `pip install "unodsl[{extra}]"`') from None
