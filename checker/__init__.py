"""Judges tables: contradictions, loops, dead rules; each finding witnessed, proved or bounded."""
