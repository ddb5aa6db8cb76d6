"""Moments of games that the tests of pictures look at, and the scenes that are kept as golden pictures."""

from __future__ import annotations

from dataclasses import replace

from tengen.core import BLACK, WHITE, Game, Mark, Participant, Point, Record, create_game
from tengen.render import THEMES, PictureOptions, Scene, diagrams_of, draw
from tests.pictures import game_from, play

OPENING = """
q16 d4 d16 q4 o3 r6 c6 f3 c10 f17 d17 r14 q14 r13 q13 r12 r15 s15 r16 q12 p12 q11 o4 k3 q5 r4 p5 r5 m3 k16
n17 c14 c12 d14 f15 f14 g15 e15 e16 g17 g14 f13 h17 h18 h16 j17 g18 f18 g16 j18 d12 d11 e12 d13 c13 e13 b14 c15
d15 c16
"""
"""Sixty moves on a board of 19 lines, with captures."""

SMALL = """
. . . . . . . . .
. o . . . o . . .
. . . . o o o # .
. . . . . # # . .
. o o o # . o . .
. o . # # . # . .
. . . # # # o o .
. . # . . . # . .
. . . . . . . . .
"""

DISCS = """
. . . . . . . .
. . # o . o . .
# # o . o o o o
. o # # # o . .
o o o # o o . .
. . . . # # . .
. . . . . # # .
. . . . . . . #
"""

FOULS = """
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . # . . . . . . . . . .
. . . . # . . . o . . . . . .
. . # # . . . o . . . . . . .
. . . . . . # . . . . . . . .
. . . . . . . . . . # # # . .
. . . o . . . . . . # . . . .
. . . o . . . . . o # . . . .
. . . . . . . . o . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
"""
"""Two double threes for Black."""

MARKS = (
    Mark("triangle", ((2, 2), (4, 2), (4, 4))),
    Mark("square", ((0, 8), (5, 2), (5, 3))),
    Mark("circle", ((8, 0), (6, 4), (6, 3))),
    Mark("cross", ((8, 8), (1, 4), (3, 6))),
    Mark("selected", ((0, 0), (1, 5), (4, 6))),
    Mark("label", ((2, 4),), "A"),
    Mark("label", ((4, 5),), "b"),
    Mark("label", ((7, 8),), "12"),
    Mark("arrow", ((0, 6), (2, 7))),
    Mark("line", ((8, 2), (8, 6))),
    Mark("dim", ((1, 1), (1, 0))),
    Mark("view", ((0, 0), (8, 8))),
    Mark("territory_black", ((4, 8),)),
    Mark("territory_white", ((5, 8),)),
    Mark("a kind of another program", ((7, 1),)),
)
"""Every kind of mark, on empty points and on stones of both colours."""


def opening(moves: int = 60) -> Game:
    """The game of 19 lines after so many moves."""
    return play(create_game("go", 19), " ".join(OPENING.split()[:moves]))


def record_of(game: Game) -> Record:
    return Record.of(game.timeline, Participant("A"), Participant("B"))


def view(theme: str, **shown: object) -> PictureOptions:
    """A view by the name of its theme."""
    return replace(PictureOptions(theme=THEMES[theme]), **shown)  # type: ignore[arg-type]  # tests name the fields


def scene(game: Game, theme: str = "wood", **shown: object) -> Scene:
    """The game as it stands."""
    return draw(game.state, game.ruleset.board_spec(), view(theme, **shown))


def golden_scenes() -> dict[str, Scene]:
    """A dozen pictures that show everything there is to draw."""
    small, discs, fouls = game_from("go", SMALL), game_from("othello", DISCS), game_from("gomoku", FOULS, rules="renju")
    points = list(small.state.position.board.points())
    start = create_game("othello", 8)
    return {
        "lines-19-wood": scene(
            opening(), last=Point(2, 3), message="White captured 2. Your move.", turn=BLACK, caption="After 60 moves"
        ),
        "lines-9-marks-wood": scene(small, marks=MARKS, last=Point(5, 1)),
        "lines-9-marks-contrast": scene(small, "contrast", marks=MARKS, last=Point(5, 1)),
        "lines-9-owners-paper": scene(
            small,
            "paper",
            owners={point: (point.x - 4) / 4 for point in points},
            dead={Point(1, 1), Point(7, 2)},
            last=Point(3, 4),
        ),
        "lines-13-handicap-dark": scene(create_game("go", 13, {"handicap": 5}), "dark", turn=WHITE, message=""),
        "lines-5-bare-wood": scene(create_game("go", 5), coordinates=False),
        "lines-15-fouls-wood": scene(fouls, forbidden=fouls.ruleset.forbidden_points(fouls.state), turn=BLACK),
        "diagram-print": diagrams_of(record_of(opening()), view("print"), moves_each=60)[0],
        "cells-8-start-wood": scene(
            start, legal=start.ruleset.legal_points(start.state), turn=BLACK, message="轮到黑方。"
        ),
        "cells-8-contrast": scene(discs, "contrast", last=Point(3, 1), turn=BLACK, message='<Black> & "White"'),
        "cells-8-bare-dark": scene(discs, "dark", coordinates=False, last=Point(3, 1)),
        "cells-6-paper": scene(
            play(create_game("peace", 6), "a1 b1"), "paper", numbers={Point(0, 0): 1, Point(1, 0): 2}
        ),
        "cells-16-wood": scene(create_game("othello", 16), caption="第一图：十六路棋盘的开局四子，黑先。" * 3),
    }
