"""The language server: what an editor asks of rule files while somebody writes them."""
