"""The language server: what an editor asks of ruleset files while somebody writes them."""
