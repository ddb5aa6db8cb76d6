"""
Compiled rules of the games. Points are y * columns + x from the top left; -1 is a pass.
"""



def kinds() -> list[str]:
    """Games with native rules, sorted."""

def perft(kind: str, depth: int) -> int:
    """
    Leaves `depth` plies below the start. A pass is a ply; a finished game is one leaf.

    Raises ValueError for an unknown kind or a negative depth.
    """

class Position:
    """A mutable position of one game."""

    def __init__(self, kind: str) -> None:
        """The start of a game. Raises ValueError for an unknown kind."""

    def clone(self) -> Position:
        """An independent copy."""

    def legal_moves(self) -> list[int]:
        """
        In rising order, a pass first where it is legal; empty exactly when the game is over.
        """

    def is_legal(self, point: int) -> bool:
        """Whether `point` may be played now."""

    def play(self, point: int) -> None:
        """Play `point` for the side to move. Raises ValueError if it is illegal."""

    def cells(self) -> bytes:
        """One byte per point, row by row: 0 empty, 1 black, 2 white."""

    @property
    def to_move(self) -> int:
        """1 black, 2 white."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""

    @property
    def columns(self) -> int:
        """Width of the board."""

    @property
    def rows(self) -> int:
        """Height of the board."""
