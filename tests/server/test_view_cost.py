"""A look at a match is cheap for the server, in every game and however many look."""

from __future__ import annotations

import random
import statistics
import time

import pytest

from tengen.core import BLACK, Board, Place, create_rules
from tengen.games.go import grid, scoring
from tengen.games.go.past import Past
from tengen.games.gomoku import renju
from tengen.match import Match, Seat, advance, create
from tengen.protocol import Surroundings, Viewer, view_of

LOOKS = 9
MOST_MS = 30.0
"""Three times what is promised: a machine that tests may be slow, and busy with other things."""


def played(kind: str, size: int, preset: str, moves: int, seed: int = 1) -> Match:
    """A match after so many moves by chance that end nothing: near others, in no own eye."""
    rng = random.Random(seed)
    ruleset = create_rules(kind, size, {"preset": preset})
    match, _ = create("x", ruleset, Seat(""), Seat(""), 0)
    while match.timeline.cursor < moves:
        state = match.state
        legal = ruleset.legal_points(state)
        points = [point for point in legal if ruleset.is_sensible(state, point)] or legal
        rng.shuffle(points)
        match = next(
            after
            for after in (advance(match, Place(state.position.to_move, point), 0)[0] for point in points)
            if not after.is_over
        )
    return match


def look(match: Match, caller: str | None = None) -> str:
    view = view_of(match, Viewer("x", () if caller is None else (caller,)), Surroundings(1))
    return view.model_dump_json(by_alias=True)


def forget() -> None:
    """As if nobody had looked at any board, or any line of one."""
    for kept in (renju.fouls, renju._shape, scoring.owners, scoring.independent_regions):
        kept.cache_clear()


@pytest.mark.parametrize(
    ("kind", "size", "preset", "moves"),
    [
        ("gomoku", 15, "renju", 100),
        ("go", 19, "japanese", 200),
        ("go", 19, "chinese-kgs", 200),
        ("go", 19, "chinese-kgs", 400),
    ],
)
def test_the_first_look_at_a_middle_game_costs_little(kind: str, size: int, preset: str, moves: int) -> None:
    match = played(kind, size, preset, moves)
    costs = []
    for _ in range(LOOKS):
        forget()
        begin = time.process_time()
        look(match)
        costs.append((time.process_time() - begin) * 1000)
    assert statistics.median(costs) < MOST_MS


def test_the_fouls_of_a_board_are_judged_once_for_all_who_look(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("gomoku", 15, "renju", 60)
    forget()
    judged = []
    judge = renju._Judge

    def counted(board: Board) -> renju._Judge:
        judged.append(board)
        return judge(board)

    monkeypatch.setattr(renju, "_Judge", counted)
    assert len({look(match, caller) for caller in (None, "a", "b")}) == 1
    assert judged == [match.state.position.board]


def test_whose_the_points_of_a_go_board_are_is_found_once_for_all_who_look(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("go", 9, "japanese", 30)
    forget()
    divided = []

    def counted(cells: grid.Cells, beside: tuple[tuple[int, ...], ...]) -> list[tuple[list[int], frozenset[int]]]:
        divided.append(cells)
        return grid.regions(cells, beside)

    monkeypatch.setattr(scoring, "regions", counted)
    for caller in (None, "a", "b"):
        look(match, caller)
    assert len(divided) == 1


def test_only_lines_with_black_stones_enough_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.empty(15)
    forget()
    monkeypatch.setattr(renju, "_shape", lambda _: pytest.fail("there is nothing to judge"))
    assert renju.fouls(board) == {}
    assert renju.fouls(board.with_stone([board.point(112)], BLACK)) == {}


@pytest.mark.parametrize("size", [15, 20])
@pytest.mark.parametrize("pattern", ["rows", "diagonals"])
def test_also_boards_made_to_be_costly_are_judged_in_no_time(size: int, pattern: str) -> None:
    cells = bytearray(size * size)
    for index in range(len(cells)):
        y, x = divmod(index, size)
        is_stone = y % 3 == 1 and 0 < x < size - 1 if pattern == "rows" else (x - y) % 3 == 1
        cells[index] = BLACK if is_stone else 0
    board = Board(size, size, bytes(cells))
    forget()
    begin = time.process_time()
    renju.fouls(board)
    assert (time.process_time() - begin) * 1000 < 10 * MOST_MS


def test_the_fullest_board_of_a_long_game_is_known_without_looking_through_all() -> None:
    rng = random.Random(1)
    boards = [bytes(rng.choice((0, 1, 2)) for _ in range(25)) for _ in range(200)]
    past = Past()
    for number, board in enumerate(boards, start=1):
        past = past.add(board)
        assert past.most_stones == max(25 - board.count(0) for board in boards[:number])
    assert all(board in past for board in boards)
