"""Which games there are, and by which names they are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import (
    COLORS,
    ErrorCode,
    Features,
    GameError,
    GameKind,
    GameState,
    Outcome,
    Reason,
    Setup,
    SgfTraits,
    create_game,
    create_rules,
    find_kind,
    kinds,
    register,
    words,
)
from tests.pictures import board
from tests.toygame import KIND
from tests.toygame.rules import CornersRules


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


# --- what a game declares must hold together


class Komi(CornersRules):
    FEATURES = Features(komi=True)


class Unsized(CornersRules):
    FEATURES = Features(rating_sizes=(2, 3))


class Disordered(CornersRules):
    FEATURES = Features(rating_sizes=(9, 3, 20))


class Bored(CornersRules):
    REASONS = (Reason("boredom"),)


@pytest.mark.parametrize(
    ("kind", "mistake"),
    [
        (replace(KIND, name="odd", aliases=(), rules=Komi), r"without their options: .'komi'"),
        (replace(KIND, name="odd", aliases=(), rules=Unsized), "sizes without a class of ratings"),
        (replace(KIND, name="odd", aliases=(), rules=Disordered), "sizes without a class of ratings"),
        (replace(KIND, name="odd", aliases=(), rules=Bored), r"no words .en. for .*boredom.*status.won.boredom.white"),
        (replace(KIND, name="odd", aliases=(), sgf=SgfTraits(number=1)), "go have the same number in SGF"),
    ],
    ids=[
        "a feature needs its options",
        "every size is rated",
        "classes of ratings ascend",
        "a reason needs its words",
        "a number in SGF is one game's",
    ],
)
def test_a_game_whose_parts_do_not_fit_is_a_mistake_and_not_half_known(kind: GameKind, mistake: str) -> None:
    before = kinds()
    with pytest.raises(AssertionError, match=mistake):
        register(kind)
    assert kinds() == before
    assert not any(key.startswith("odd.") for key in words("en"))


def test_a_game_does_not_end_for_a_reason_that_it_does_not_declare() -> None:
    class Odd(CornersRules):
        def _judge(self, state: GameState) -> Outcome | None:
            del state
            return Outcome.draw(Reason("oddness"))

    with pytest.raises(AssertionError, match="does not declare the reason oddness"):
        Odd.parse().initial()
