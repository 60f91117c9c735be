"""What effects read, write, emit and move: read off the rules, without a solver."""
