"""The resolved table: typed, options composed, parameters filled in, no names left to look up."""
