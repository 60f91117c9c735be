"""Trees to a table: names looked up, types checked, options composed, parameters filled in."""

from unodsl.resolve.compose import Resolved, TableSpec, load_table, resolve_table
from unodsl.resolve.project import Project, load_project

__all__ = ["Project", "Resolved", "TableSpec", "load_project", "load_table", "resolve_table"]
