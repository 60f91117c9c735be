"""Termination of cascades, situations, rounds and matches."""
