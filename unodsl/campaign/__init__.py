"""Campaigns: many games of one table, played in this process, in several, or on other machines, and kept on disk meanwhile."""
