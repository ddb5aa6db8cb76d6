"""The lobby of a server, as its services see it."""
