"""Campaigns: many games of one table, played in this process, in several, or on other machines, with results stored on
disk."""
