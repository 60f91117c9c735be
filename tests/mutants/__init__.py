"""Shipped rulesets with one thing changed, and what a check must say about each."""
