"""Checks of families: all tables that a set of options allows, at once."""
