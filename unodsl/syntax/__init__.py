"""Parsing: from text to a syntax tree, with a span for every node."""
