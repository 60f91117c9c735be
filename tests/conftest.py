"""Settings that hold for every test."""

from hypothesis import settings

# The same examples on every machine and in every run: a failure can be repeated by anybody.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.load_profile("ci")
