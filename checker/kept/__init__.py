"""The answer store: results by the texts that they depend on, so that an edit rechecks only the tables that it affects."""
