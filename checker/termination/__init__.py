"""Whether cascades, situations and rounds come to an end."""
