"""Plain move strings of Othello and Gomoku: see `format`."""

from tengen.formats.moves.format import FORMAT

__all__ = ["FORMAT"]
