"""
Compiled rules and searches of the games. Points are y * columns + x from the top left; -1 is a pass.
"""

from collections.abc import Mapping, Sequence


def kinds() -> list[str]:
    """Games with native rules, sorted."""

def perft(kind: str, depth: int, options: Mapping[str, bool | int | float | str] = {}) -> int:
    """
    Leaves `depth` plies below the start. A pass is a ply; a finished game is one leaf.

    Raises ValueError for an unknown kind, a negative depth, and options that the game refuses.
    """

class Position:
    """A mutable position of one game."""

    def __init__(self, kind: str, options: Mapping[str, bool | int | float | str] = {}, setup: tuple[bytes, int, int, int] | None = None) -> None:
        """
        The start of a game, or a set-up: cells, side to move, prisoners of Black and of White.

        Raises ValueError for an unknown kind, and for options or a set-up that the game refuses.
        """

    def clone(self) -> Position:
        """An independent copy."""

    def legal_moves(self) -> list[int]:
        """
        In rising order, a pass first where it is legal; empty when the game is over or a word is to be chosen.
        """

    def is_legal(self, point: int) -> bool:
        """Whether `point` may be played now."""

    def play(self, point: int) -> None:
        """Play `point` for the side to move. Raises ValueError if it is illegal."""

    def choices(self) -> list[str]:
        """The words of which one is to be chosen now."""

    def choose(self, word: str) -> None:
        """Choose a word. Raises ValueError if it is none of the choices."""

    def result(self) -> tuple[int, float | None] | None:
        """
        The winner (1 black, 2 white, 0 nobody) and Black's lead where the game counts one; None while the game goes on.
        """

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

class Stop:
    """Ends one search, from any thread, for good."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """Ask for the answer now."""

    @property
    def stopped(self) -> bool:
        """Whether the answer is asked for."""

class Limits:
    """How far a search may go. 0 is no limit; the first one ends it."""

    def __init__(self, nodes: int = 0, ms: int = 0, most_ms: int = 0, depth: int = 0, exact: bool = False, lines: int = 1, avoid: Sequence[tuple[int, Sequence[int], int]] = []) -> None:
        """
        `ms` is what to plan with, `most_ms` what never to pass. `lines` is how many moves to value in full.

        `avoid`: a colour, moves that it shall not be thought to make, and for how many plies.
        Raises ValueError for a limit below 0, lines or plies below 1, and a colour that there is not.
        """

class Choice:
    """A move, a pass, giving up, or the word of an opening."""

    @property
    def move(self) -> int:
        """A point, or -1 for a pass."""

    @property
    def resigns(self) -> bool:
        """Whether it gives up; then the move means nothing."""

    @property
    def word(self) -> str:
        """The word that it chooses; empty where a move is made."""

class Candidate:
    """A move and what follows; its values are Black's."""

    @property
    def line(self) -> list[int]:
        """The move itself, then what is expected."""

    @property
    def win(self) -> float:
        """A probability."""

    @property
    def margin(self) -> float:
        """Discs or points; 0 in games without."""

    @property
    def spread(self) -> float:
        """The standard deviation of the margin; 0 where it is not told."""

    @property
    def prior(self) -> float:
        """How likely it looked before the search."""

    @property
    def visits(self) -> int:
        """How often it was tried, or how many nodes it took."""

    @property
    def proof(self) -> str:
        """`won`, `lost` or `drawn` for Black where that is certain, else `open`."""

    @property
    def defences(self) -> list[tuple[int, list[list[int]]]]:
        """
        What the losing side has at its turns in a proven line: the number of the turn's move, from 1, and every answer with what follows, that of the line first; none where nothing answers.
        """

class Analysis:
    """What a search tells of a position; its values are Black's."""

    @property
    def win(self) -> float:
        """A probability."""

    @property
    def margin(self) -> float:
        """Discs or points; 0 in games without."""

    @property
    def exact(self) -> int | None:
        """The proven margin for the side to move."""

    @property
    def best(self) -> list[Candidate]:
        """Best first."""

    @property
    def ownership(self) -> list[float]:
        """From -1, White's, to 1, Black's, row by row; empty in games without."""

    @property
    def marks(self) -> list[tuple[str, list[int]]]:
        """Points that somebody should look at, and as what."""

    @property
    def nodes(self) -> int:
        """Positions looked at."""

    @property
    def depth(self) -> int:
        """How far ahead."""

class Ownership:
    """What came of a board played out; all values are Black's."""

    @property
    def points(self) -> list[float]:
        """From -1, White's, to 1, Black's, row by row."""

    @property
    def win(self) -> float:
        """The share of games won, a draw half of one."""

    @property
    def margin(self) -> float:
        """The mean lead by the rules' count, komi in it."""

    @property
    def spread(self) -> float:
        """The standard deviation of the lead."""

    @property
    def games(self) -> int:
        """How many were played."""

class Searcher:
    """
    A search for games under one rule set. One call at a time, but `latest` beside any.
    """

    def sync(self, setup: tuple[bytes, int, int, int] | None, plays: Sequence[tuple[int, int, str]]) -> None:
        """
        Go to the position after these plays: colour, point or -1, and the word that was chosen.

        Raises ValueError for what the rules refuse; then nothing has changed.
        """

    def choose(self, level: int, limits: Limits, stop: Stop) -> Choice:
        """
        What the player of a level from 3 to 10 does. Raises ValueError where the game is over.
        """

    def think(self, limits: Limits, stop: Stop) -> Analysis:
        """What the position is worth. Raises ValueError where the game is over."""

    def latest(self) -> Analysis:
        """What is thought so far, or was thought last; from any thread."""

def searches(kind: str) -> bool:
    """
    Whether a game has a search, under some rules at least. Raises ValueError for an unknown kind.
    """

def searcher(kind: str, options: Mapping[str, bool | int | float | str], seed: int, threads: int, memory_mb: int) -> Searcher | None:
    """
    A search, or None for rules that it does not play.

    Raises ValueError for an unknown kind, for options that it refuses, and for threads or memory beyond all bounds.
    """

def nodes(kind: str, options: Mapping[str, bool | int | float | str], level: int) -> int | None:
    """
    How many nodes a level from 3 to 9 may visit; None in a game without a search of its own.

    Raises ValueError for an unknown kind, for options that it refuses and for other levels.
    """

def ownership(kind: str, options: Mapping[str, bool | int | float | str], board: tuple[bytes, int, int, int], games: int, ms: int, seed: int, both_begin: bool, stop: Stop) -> Ownership | None:
    """
    What comes of a board (a set-up) in so many games; None in a game that counts no surrounded points.

    `ms` ends it earlier, 0 sets no limit. Where both begin, either side does in half of the games.
    Raises ValueError for what the game refuses, for no games and for limits beyond all bounds.
    """

def weights(kind: str) -> list[str]:
    """
    The names of the files of weights that a game plays better with. Raises ValueError for an unknown kind.
    """

def load(kind: str, file: str, content: bytes) -> None:
    """
    Hand over a file of weights. Raises ValueError for bytes that are none.
    """

def isas() -> list[str]:
    """
    The instruction sets that this machine and this build can use, the best last.
    """

def isa() -> str:
    """
    The instruction set in use: the best, or the one that TENGEN_ISA names.
    """
