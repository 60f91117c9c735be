# Nothing here yet.

# And nothing here.
