"""The symbolic semantics of the model: translation to z3. Never imports the engine."""
