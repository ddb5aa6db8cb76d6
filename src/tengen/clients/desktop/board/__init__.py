"""Boards in the window: the shapes of `tengen.render` as SDL surfaces, what follows the pointer, stones in motion."""

from tengen.clients.desktop.board.fit import BoardFit
from tengen.clients.desktop.board.picture import Aim, BoardPicture, still_board
from tengen.clients.desktop.board.shown import BoardLook, look_of
from tengen.clients.desktop.board.sprites import small_board, surface_of

__all__ = [
    "Aim",
    "BoardFit",
    "BoardLook",
    "BoardPicture",
    "look_of",
    "small_board",
    "still_board",
    "surface_of",
]
