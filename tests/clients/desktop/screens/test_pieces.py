"""Pieces beside the board: rows of moves, and players with their clocks."""

from __future__ import annotations

import pygame
import pytest
from tests.clients.desktop.stage import LOOK, Stage

from tengen.clients.desktop.canvas import Canvas
from tengen.clients.desktop.geometry import Rect
from tengen.clients.desktop.screens.game.moves import MoveList, MoveRow, rows_of
from tengen.clients.desktop.screens.game.players import PlayerCard
from tengen.clients.sitting.clock_words import ClockFace
from tengen.clients.sitting.table_words import MoveLine, PlayerLine
from tengen.core import BLACK, WHITE, Color, SideTime


def played(*colors: Color) -> tuple[MoveLine, ...]:
    return tuple(MoveLine(number, color, f"m{number}") for number, color in enumerate(colors, 1))


def test_black_and_white_stand_beside_each_other() -> None:
    assert rows_of(played(BLACK, WHITE, BLACK)) == (MoveRow(1, 1, 2), MoveRow(3, 3))


def test_who_moves_twice_or_first_keeps_to_the_own_column() -> None:
    assert rows_of(played(WHITE, BLACK, BLACK, WHITE)) == (MoveRow(1, white=1), MoveRow(2, 2), MoveRow(3, 3, 4))


def test_what_is_no_move_has_a_row_of_its_own_and_counts_as_a_place() -> None:
    lines = (*played(BLACK), MoveLine(None, WHITE, "takes Black"), MoveLine(2, WHITE, "d4"))
    assert rows_of(lines) == (MoveRow(1, 1), MoveRow(wide=2), MoveRow(2, white=3))


def test_a_click_on_a_move_goes_there_also_in_a_list_that_is_scrolled() -> None:
    went: list[int] = []
    moves = MoveList()
    lines = played(*(BLACK, WHITE) * 100)
    stage = Stage(lambda: moves.show(lines, len(lines), went.append, ""), (300, 200))
    stage.click(260, 190)
    assert went == [200]
    stage.wheel(100, 100, 1000)
    stage.click(60, 30)
    assert went == [200, 1]
    assert stage.drawn().get_size() == (300, 200)


def test_a_list_without_moves_says_so_and_hears_no_click() -> None:
    went: list[int] = []
    moves = MoveList()
    stage = Stage(lambda: moves.show((), 0, went.append, "No moves yet."), (300, 200))
    stage.click(100, 40)
    stage.drawn()
    assert went == []


@pytest.mark.parametrize("width", [120, 320])
@pytest.mark.parametrize("name", ["Ann", "W" * 60, "李" * 40])
def test_name_and_clock_keep_inside_the_card(width: int, name: str) -> None:
    player = PlayerLine(BLACK, name, True, False, True, "3 captured", SideTime(5000), True)
    card = PlayerCard(player, "is thinking…", ClockFace("0:05.0", "byo-yomi, 3 left", is_low=True))
    card.place(LOOK, Rect(20, 20, width, 66))
    surface = pygame.Surface((width + 40, 106))
    surface.fill("#123456")
    card.draw(Canvas(surface, LOOK))
    beside = [surface.get_at((x, y))[:3] for x in (5, width + 30) for y in range(0, 106, 3)]
    assert set(beside) == {(0x12, 0x34, 0x56)}
