"""Invariants of every reachable state, and of quiescent states, proved by induction."""
