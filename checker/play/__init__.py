"""Sampled play: games that sample reachable states. Under-approximates: nothing follows from what is not sampled."""
