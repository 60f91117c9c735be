"""State search: sampled states, the state graph around them, and states from models of the solver."""
