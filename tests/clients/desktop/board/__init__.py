"""Boards in the window."""
