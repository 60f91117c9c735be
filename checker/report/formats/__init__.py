"""Report formats for other programs, one module each."""
