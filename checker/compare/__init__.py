"""Two tables compared: what differs, or the proof that nothing does."""
