"""Executes games. Knows cards, zones, seats, variables, situations, moves and effects, but no rule of any game."""
