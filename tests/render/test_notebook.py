"""Boards in notebooks."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tengen.core import Board, create_game, create_rules, kinds
from tengen.render import draw, render_svg
from tengen.render.notebook import show
from tests.pictures import play
from tests.render.boards import opening, record_of


def test_a_picture_displays_itself() -> None:
    assert show(opening(3))._repr_svg_().startswith("<svg ")


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_a_position_is_shown_on_its_own_games_board(kind: object) -> None:
    game = create_game(getattr(kind, "name", ""))
    expected = render_svg(draw(game.state, game.ruleset.board_spec()), 420)
    assert show(game.state.position).svg == show(game.state).svg == expected


def test_a_game_and_its_record_show_the_last_move() -> None:
    game = play(create_game("go", 9), "e5 c3")
    assert show(game).svg == show(record_of(game)).svg != show(game.state).svg


def test_a_board_that_no_game_is_played_on_has_plain_lines() -> None:
    position = create_rules("othello", 8).initial().position
    odd = type(position)(Board.empty(7, 30), position.to_move)  # type: ignore[call-arg]  # a dataclass of its game
    assert show(odd).svg.count(">30</text>") == 2


def test_games_states_positions_and_records_show_themselves() -> None:
    game = opening(3)
    for shown in (game, game.state, game.state.position, record_of(game)):
        assert shown._repr_svg_() == show(shown).svg


def test_without_the_render_layer_there_is_no_picture_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.core.picture.GROUP", "tengen.nothing_of_this_name")
    assert opening(3)._repr_svg_() is None


def test_a_notebook_that_imports_only_the_core_shows_pictures() -> None:
    code = (
        "import sys, tengen.core; game = tengen.core.create_game('go', 9);"
        "assert 'tengen.render' not in sys.modules;"
        "sys.stdout.write(game._repr_svg_() or '')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == show(create_game("go", 9)).svg
