"""Temporary."""
from unodsl.engine.reference import Reference
class Generated(Reference):
    name = "python"
