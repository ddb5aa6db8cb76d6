"""The six situations that the REST interface was specified with, over HTTP."""

from __future__ import annotations

import pytest

from tests.server.process import Web


def test_a_stone_without_liberties_is_taken(web: Web) -> None:
    game = web.start("GO", 9)
    state = game.moves((3, 4), (4, 4), (4, 5), (0, 0), (5, 4), (1, 0), (4, 3))
    assert state["grid"][4][4] is None
    assert state["grid"][4][3:6] == ["BLACK", None, "BLACK"]
    assert state["prisoners"] == {"BLACK": 1, "WHITE": 0}
    assert state["message"] == "WHITE's turn. Captured 1 stones."
    assert state["lastMove"] == {"x": 4, "y": 3}


def test_suicide_is_refused_and_changes_nothing(web: Web) -> None:
    game = web.start("GO", 9)
    before = game.moves((0, 8), (4, 3), (1, 8), (3, 4), (2, 8), (5, 4), (3, 8), (4, 5))
    answer = game.post("move", {"x": 4, "y": 4})
    assert answer.status_code == 400
    refused = answer.json()
    assert refused["success"] is False
    assert refused["error"] == refused["detail"] == "Invalid move: Suicide move (no liberties and no captures)."
    assert refused["code"] == "SUICIDE"
    assert refused["state"] == game.state == before


def test_five_in_a_row_win(web: Web) -> None:
    game = web.start("GOMOKU", 15)
    state = game.moves((0, 10), (0, 0), (1, 10), (2, 0), (2, 10), (4, 0), (3, 10), (6, 0))
    assert (state["isGameOver"], state["winner"], state["message"]) == (False, None, "BLACK's turn.")
    state = game.move(4, 10)
    assert (state["isGameOver"], state["winner"], state["message"]) == (True, "BLACK", "BLACK wins!")
    assert game.post("move", {"x": 9, "y": 9}).json()["code"] == "GAME_OVER"


def test_a_stone_that_takes_is_no_suicide(web: Web) -> None:
    game = web.start("GO", 9)
    state = game.moves((2, 4), (3, 4), (3, 3), (4, 3), (3, 5), (4, 5), (0, 8), (5, 4), (4, 4))
    assert state["grid"][4][3] is None
    assert state["grid"][4][4] == "BLACK"
    assert state["prisoners"] == {"BLACK": 1, "WHITE": 0}
    assert state["message"] == "WHITE's turn. Captured 1 stones."


def test_five_on_a_diagonal_win(web: Web) -> None:
    game = web.start("GOMOKU", 15)
    state = game.moves((5, 5), (0, 0), (6, 6), (2, 0), (7, 7), (4, 0), (8, 8), (6, 0), (9, 9))
    assert (state["isGameOver"], state["winner"], state["message"]) == (True, "BLACK", "BLACK wins!")


@pytest.mark.parametrize("game_type", ["GOMOKU", "GO"])
def test_undo_leaves_nothing_behind(web: Web, game_type: str) -> None:
    game = web.start(game_type)
    assert game.move(10, 10)["grid"][10][10] == "BLACK"
    answer = game.post("undo")
    assert answer.status_code == 200
    state = answer.json()["state"]
    assert state["grid"][10][10] is None
    assert (state["currentPlayer"], state["lastMove"], state["moveNumber"]) == ("BLACK", None, 0)
    assert state["moves"] == []
    state = game.move(5, 5)
    stones = [(x, y) for y, row in enumerate(state["grid"]) for x, cell in enumerate(row) if cell]
    assert stones == [(5, 5)]
    assert state["message"] == "WHITE's turn."
