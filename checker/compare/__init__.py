"""Comparison of two tables: the differences, or a proof that there are none."""
