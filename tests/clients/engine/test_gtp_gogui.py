"""What GoGui asks of an engine: any game by its rules, and questions whose answers it draws."""

from __future__ import annotations

import re

import pytest
from tests.clients.engine.talk import gtp
from tests.players.sure import SurePlayer

from tengen.core import Point, kinds
from tengen.players import Mark

GAMES = [kind.name for kind in kinds() if kind.package.startswith("tengen.")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_name_that_gogui_takes(game: str) -> None:
    assert gtp("gogui-rules_game_id", game=game) == [f"= {game.capitalize()}"]


@pytest.mark.parametrize(("game", "size"), [("go", 19), ("gomoku", 15), ("othello", 8), ("peace", 8)])
def test_a_game_has_its_usual_board(game: str, size: int) -> None:
    assert gtp("gogui-rules_board_size", game=game) == [f"= {size}"]
    rows = gtp("gogui-rules_board", game=game)[0].removeprefix("= ").splitlines()
    assert [len(row.split()) for row in rows] == [size] * size


def gogui_board(answer: str) -> dict[str, str]:
    """The board as GoGui reads it: the last row is number 1."""
    rows = [row.split() for row in answer.removeprefix("= ").splitlines()]
    return {
        f"{'ABCDEFGHJKLMNOPQRST'[x]}{len(rows) - y}": cell for y, row in enumerate(rows) for x, cell in enumerate(row)
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end_by_what_gogui_is_told(game: str) -> None:
    """As GoGui does it: take a legal move for the side to move, and look at the board after it."""
    size = {"go": 5, "gomoku": 8, "othello": 4, "peace": 4}[game]
    told = [f"boardsize {size}", "clear_board"]
    for _ in range(3 * size * size):
        side, legal, board, result = gtp(
            *told,
            "gogui-rules_side_to_move",
            "gogui-rules_legal_moves",
            "gogui-rules_board",
            "gogui-rules_final_result",
            game=game,
        )[-4:]
        moves = legal.removeprefix("=").split()
        if not moves:
            assert re.fullmatch(r"= (?:(?:Black|White) wins.*|Draw|No result)", result)
            return
        assert result == "="
        cells = gogui_board(board)
        assert all(move == "pass" or cells[move] == "." for move in moves)
        told.append(f"play {side.removeprefix('= ')} {moves[len(told) % len(moves)]}")
    pytest.fail("the game did not end")


def test_points_have_one_name_on_both_sides() -> None:
    """Othello counts rows from the top and GoGui from the bottom, so its board is shown upside down."""
    cells = gogui_board(gtp("play b D3", "gogui-rules_board", game="othello")[-1])
    assert {name for name, cell in cells.items() if cell == "X"} == {"D3", "D4", "E4", "D5"}
    cells = gogui_board(gtp("play b C7", "gogui-rules_board", size=9)[-1])
    assert cells["C7"] == "X"


def test_the_pass_is_among_the_moves_where_there_is_one() -> None:
    assert gtp("gogui-rules_legal_moves", size=5)[0].split()[-1] == "pass"
    assert gtp("gogui-rules_legal_moves", game="othello") == ["= D3 C4 F5 E6"]
    assert "pass" not in gtp("gogui-rules_legal_moves", game="gomoku")[0]


def test_captured_stones_are_counted_by_their_colour() -> None:
    lines = ("play b A1", "play w B1", "play w A2", "gogui-rules_captured_count")
    assert gtp(*lines, size=5)[-1] == "= 1 0"
    assert gtp("gogui-rules_captured_count", game="othello") == ["= 0 0"]


FOUL = ("play b H8", "play b H9", "play b J10", "play b K10", "play w A1")


def test_forbidden_points_are_marked() -> None:
    lines = (*FOUL, "gogui-rules_board_gfx", "tengen-forbidden_points")
    assert gtp(*lines, game="gomoku", rules="renju")[-2:] == ["= MARK H10", "= H10"]
    assert gtp(*lines, game="gomoku")[-2:] == ["=", "="]


@pytest.mark.parametrize("game", GAMES)
def test_every_question_on_the_list_is_answered(game: str) -> None:
    lines = gtp("gogui-analyze_commands", game=game)[0].removeprefix("= ").splitlines()
    for line in lines:
        kind, label, command = line.split("/")
        assert kind in ("plist", "string", "gfx", "pspairs")
        assert label
        played = "play b C3" if game in ("go", "gomoku") else "gogui-interrupt"
        answer = gtp(played, command, game=game, size=5 if game == "go" else 8)[-1]
        assert answer.startswith("=") or (game, command, answer) == ("othello", "final_score", "? cannot score")


def test_territory_is_drawn_without_dead_stones() -> None:
    lines = ["gogui-play_sequence b C1 b C2 b C3 b C4 b C5 w D1 w D2 w D3 w D4 w D5 b A3 w E1", "tengen-territory"]
    black, white = gtp(*lines, size=5)[-1].removeprefix("= ").splitlines()
    assert black.split()[0] == "TERRITORY_BLACK"
    assert "A1" in black.split()
    assert white.split()[0] == "TERRITORY_WHITE"
    assert "E5" in white.split()


def test_the_best_moves_have_chances() -> None:
    answer = gtp("tengen-best_moves", game="othello")[0]
    for line in answer.removeprefix("= ").splitlines():
        assert re.fullmatch(r"[A-H][1-8] [0-9]{1,3}", line)


def test_threats_have_signs_and_a_proven_win_is_a_line_of_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    line = tuple(Point(x, 7) for x in (7, 0, 6, 1, 5, 2, 4, 13, 3))
    line = tuple(point if at % 2 == 0 else Point(point.x, 0) for at, point in enumerate(line))
    marks = (Mark("five", (Point(3, 3),)), Mark("open-four", (Point(3, 3), Point(4, 4))), Mark("winning-line", line))
    monkeypatch.setattr("tengen.clients.engine.thinking.player_of_level", lambda *_: SurePlayer(line, marks))
    stones, signs, words = gtp("tengen-threats", game="gomoku")[0].removeprefix("= ").splitlines()
    assert stones == "VAR b H8 w A15 b G8 w B15 b F8 w C15 b E8 w O15 b D8"
    assert sorted(signs.removeprefix("LABEL ").split()) == sorted(["D12", "5", "E11", "4"])
    assert words == "TEXT black wins in 5: H8 A15 G8 B15 F8 C15 E8 O15 D8"


def test_where_nothing_threatens_nothing_is_drawn() -> None:
    assert gtp("tengen-threats", game="gomoku")[0].rstrip() == "="


def test_that_it_can_be_interrupted_is_said() -> None:
    assert gtp("gogui-interrupt") == ["="]
