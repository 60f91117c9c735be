"""States met by play, the state graph around them, and states that the solver names."""
