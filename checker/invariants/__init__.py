"""What holds in every reachable state, or whenever the table is at rest: proved by induction."""
