"""Effect summaries: what effects read, write, emit and move, found syntactically, without a solver."""
