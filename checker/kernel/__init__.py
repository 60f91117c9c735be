"""The kernel: decides which certificates hold. Imports the model, `effects` and `smt`, and nothing of a prover."""
