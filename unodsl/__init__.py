"""House rules for UNO-family games as text files: read, resolved, executed."""

__version__ = "0.1.0"
