"""One finding, one module. The registry lists them in the order of their codes."""
