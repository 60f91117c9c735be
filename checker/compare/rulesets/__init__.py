"""Three-way comparison of whole rulesets: two games against the nearest one that both extend."""
