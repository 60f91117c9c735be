"""Unreachable rules: dead, shadowed, or in dead parts of conditions."""
