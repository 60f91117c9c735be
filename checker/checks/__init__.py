"""The checks, one module for each code. The registry lists them in order."""
