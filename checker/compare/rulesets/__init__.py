"""Three-way comparison of rulesets: two games against the nearest one that both extend."""
