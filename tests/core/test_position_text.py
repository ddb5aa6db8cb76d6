"""A position as one line: what is read, and what is refused with one clear reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import BLACK, LANGUAGES, WHITE, Board, Color, ErrorCode, GameError, Prisoners, Setup, parse_position


def setups() -> st.SearchStrategy[Setup]:
    def board(size: int) -> st.SearchStrategy[Board]:
        cells = st.lists(st.integers(0, 2), min_size=size * size, max_size=size * size)
        return cells.map(lambda found: Board(size, size, bytes(found)))

    prisoners = st.builds(Prisoners, st.integers(0, 361), st.integers(0, 361))
    return st.builds(Setup, st.integers(1, 26).flatmap(board), st.sampled_from(Color), prisoners)


@given(setups())
def test_every_position_reads_back(setup: Setup) -> None:
    cells = "".join("-XO"[cell] for cell in setup.board.cells)
    written = f"{cells} {'X' if setup.to_move is BLACK else 'O'} {setup.prisoners.black}:{setup.prisoners.white}"
    assert parse_position(written) == setup
    assert parse_position(written.lower()) == setup


def test_blanks_between_cells_mean_nothing_and_a_dot_is_empty_too() -> None:
    assert parse_position("-X- XO.\n--- O") == parse_position("-X-XO---- O")
    assert parse_position("-X-XO---- O") == Setup(Board(3, 3, bytes([0, 1, 0, 1, 2, 0, 0, 0, 0])), WHITE)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("", "position.no_side"),
        ("X", "position.no_side"),
        ("-X-XO----", "position.no_side"),
        ("-X-XO---- ?", "position.no_side"),
        ("-X-XO---- 3:2", "position.no_side"),
        ("-X-?O---- O", "position.bad_cell"),
        ("-X-XO--- O", "position.not_square"),
        ("-" * (65 * 65) + " O", "position.not_square"),
        ("-" * 1_000_000 + " O", "position.not_square"),
        ("\x1b[2J" * 999 + " O", "position.bad_cell"),
    ],
)
def test_what_is_no_position_is_refused_in_one_short_line(written: str, key: str) -> None:
    with pytest.raises(GameError) as refused:
        parse_position(written)
    assert (refused.value.code, refused.value.key) == (ErrorCode.BAD_NOTATION, key)
    for language in LANGUAGES:
        assert 0 < len(refused.value.text(language)) < 200
