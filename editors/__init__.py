"""What editors get."""
