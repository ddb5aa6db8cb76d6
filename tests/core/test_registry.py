"""Which games there are, and by which names they are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import (
    COLORS,
    ErrorCode,
    GameError,
    Setup,
    create_game,
    create_rules,
    find_kind,
    kinds,
    register,
)
from tests.pictures import board
from tests.toygame import KIND


def test_every_game_is_listed_once_by_name() -> None:
    names = [kind.name for kind in kinds()]
    assert names == sorted(set(names))
    assert {"corners", "othello", "peace"} <= set(names)


def test_a_game_is_found_by_name_and_alias_in_any_case() -> None:
    for name in ("othello", "Othello", "OTHELLO", "reversi", "黑白棋"):
        assert find_kind(name).name == "othello"
    assert find_kind("抢角") is KIND


@pytest.mark.parametrize("name", ["chess", "", "othello ", "preset"])
def test_an_unknown_game_is_refused_and_the_known_ones_are_named(name: str) -> None:
    with pytest.raises(GameError) as refused:
        create_game(name)
    assert refused.value.code is ErrorCode.NO_SUCH_KIND
    assert refused.value.values["name"] == name
    assert "othello" in str(refused.value)
    assert "corners" in refused.value.text("zh")


def test_to_register_the_same_game_again_changes_nothing() -> None:
    before = kinds()
    assert register(KIND) is KIND
    assert kinds() == before


def test_two_games_of_one_name_are_a_mistake_and_neither_is_half_known() -> None:
    before = kinds()
    taken_name = replace(KIND, aliases=("angles",))
    taken_alias = replace(KIND, name="angles", aliases=("REVERSI",))
    for other in (taken_name, taken_alias):
        with pytest.raises(AssertionError, match="two games"):
            register(other)
    assert kinds() == before
    with pytest.raises(GameError):
        find_kind("angles")


def test_a_game_is_made_by_the_name_of_its_kind() -> None:
    setup = Setup(board("#..\n...\n..o"), COLORS[1])
    game = create_game("CORNERS", 3, "misere", setup)
    assert game.ruleset == create_rules("corners", 3, "misere")
    assert game.timeline.setup == setup
    assert game.state.position.board == setup.board
