"""The symbolic reader of the model: translates it to z3. Never imports the engine."""
