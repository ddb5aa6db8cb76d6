"""The tests, and what they share: pictures of boards and a game of their own."""
