"""Text to tree: the grammar's product, with a place for every node."""
