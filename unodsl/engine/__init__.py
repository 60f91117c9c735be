"""Games are executed here. Knows cards, zones, seats, variables, situations, moves and effects; no rule of any game."""
