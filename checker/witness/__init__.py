"""Scenarios that show a finding, written from states and replayed before anybody sees them."""
