"""Scenarios that witness a finding, written from states and replayed before they are reported."""
