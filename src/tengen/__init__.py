"""Tengen (天元): a platform to play Go, Gomoku, Othello and Peace."""

__version__ = "0.1.0"
