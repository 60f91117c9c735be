"""What the checker says of random tables, compared with what the reference executor does at them."""
