"""Rules that never run, are always pushed aside, or change nothing."""
