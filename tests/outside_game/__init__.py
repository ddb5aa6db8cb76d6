"""A game of another distribution, found by its entry point: nothing in this project knows it."""
