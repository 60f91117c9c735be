"""Keeps what tables came to, by the texts that they depend on: after an edit only tables that it concerns are checked again."""
