"""Sampled play: games that are played to meet states. Nothing is concluded from what they do not meet."""
