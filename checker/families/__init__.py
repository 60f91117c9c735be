"""All tables that a set of options allows, judged at once."""
