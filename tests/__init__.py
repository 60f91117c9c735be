"""Tests of the language, the engine, the checker, and the commands."""
