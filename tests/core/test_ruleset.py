"""Rule sets asked for by name and option, and what every game's `apply` checks first. The game is Corners."""

from __future__ import annotations

import pytest

from tengen.core import (
    AGREE,
    BLACK,
    WHITE,
    Agree,
    Board,
    Choose,
    ErrorCode,
    Game,
    GameError,
    IllegalAction,
    MarkDead,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Resume,
    RulesInput,
    Score,
    Setup,
    UnmarkDead,
    create_game,
    create_rules,
)
from tests.pictures import game_from, play, refusal, shows, tidy


def refused(size: object = None, rules: object = None, kind: str = "corners") -> GameError:
    with pytest.raises(GameError) as error:
        create_rules(kind, size, rules)  # type: ignore[arg-type]  # as a careless caller
    assert error.value.code is ErrorCode.BAD_RULES
    assert error.value.text("zh")
    return error.value


# --- making a rule set


def test_nothing_asked_for_is_the_default_size_and_the_first_preset() -> None:
    rules = create_rules("corners")
    assert rules.size == 4
    assert rules.options() == {"preset": "plain", "goal": "most", "corner_points": 3, "rest": True}


@pytest.mark.parametrize("rules", ["misere", {"preset": "misere"}, {"goal": "fewest", "corner_points": 5}])
def test_a_preset_is_a_name_for_its_options(rules: RulesInput) -> None:
    assert create_rules("corners", 4, rules) == create_rules("corners", 4, "misere")
    assert create_rules("corners", 4, rules).preset == "misere"


def test_an_option_goes_before_its_preset() -> None:
    rules = create_rules("corners", 4, {"preset": "misere", "corner_points": 1})
    assert rules.options() == {"goal": "fewest", "corner_points": 1, "rest": True}
    assert rules.preset is None


@pytest.mark.parametrize("size", [5, 7, 0, -4, True, False, 4.0, "4", [4], 10**30])
def test_a_size_that_is_not_offered_is_refused_with_the_sizes_named(size: object) -> None:
    assert refused(size).values["sizes"] == "3, 4, 6"


def test_sizes_without_gaps_are_named_by_their_ends() -> None:
    error = refused(7, kind="othello")
    assert (error.key, error.values["sizes"]) == ("rules.bad_even_size", "4-16")


def test_an_unknown_option_is_refused_and_the_known_ones_are_named() -> None:
    error = refused(rules={"komi": 7.5})
    assert error.values["option"] == "komi"
    assert error.values["options"] == "preset, goal, corner_points, rest"
    assert refused(rules={4: 4}).values["option"] == "4"


@pytest.mark.parametrize("preset", ["Plain", "", "chinese", 3, True, ["plain"]])
def test_an_unknown_preset_is_refused_and_the_known_ones_are_named(preset: object) -> None:
    assert refused(rules={"preset": preset}).values["presets"] == "plain, misere"


def test_a_game_without_presets_says_so() -> None:
    assert refused(rules="plain", kind="peace").values["presets"] == "-"


@pytest.mark.parametrize("rules", [3, 1.5, True, ["plain"], b"plain"])
def test_what_is_neither_a_name_nor_options_is_refused(rules: object) -> None:
    assert refused(rules=rules).key == "rules.not_rules"


def test_a_bad_value_names_its_option_and_its_bounds() -> None:
    error = refused(rules={"corner_points": 10})
    assert (error.values["option"], error.values["minimum"], error.values["maximum"]) == ("corner_points", "1", "9")
    assert refused(rules={"goal": "none"}).values["choices"] == "most, fewest"


# --- the beginning


def test_a_set_up_of_another_size_is_a_bad_record() -> None:
    for board in (Board.empty(3), Board.empty(4, 3), Board.empty(6)):
        with pytest.raises(GameError) as error:
            create_game("corners", 4, setup=Setup(board, BLACK))
        assert error.value.code is ErrorCode.BAD_RECORD


def test_a_set_up_that_is_already_decided_is_over_at_once() -> None:
    game = game_from(
        "corners",
        """# # #
           # # o
           o o o""",
    )
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 1, Score(9, 8))
    assert refusal(game, "a1") is ErrorCode.GAME_OVER


# --- what all games share


def start() -> Game:
    return create_game("corners", 3)


def test_only_the_side_to_move_may_act() -> None:
    game = start()
    for action in (Place(WHITE, Point(1, 1)), Pass(WHITE), Agree(WHITE), Choose(WHITE, "black")):
        with pytest.raises(IllegalAction) as error:
            game.act(action)
        assert error.value.code is ErrorCode.NOT_YOUR_TURN
        assert error.value.action == action
    assert game.state == start().state


def test_either_side_may_resign_at_any_time() -> None:
    for quitter in (BLACK, WHITE):
        game = start()
        game.act(Resign(quitter))
        assert game.state.outcome == Outcome(quitter.other, Reason.RESIGN)
        assert game.ruleset.legal_actions(game.state) == []


def test_once_it_is_over_nothing_more_can_be_done() -> None:
    game = start()
    game.act(Resign(WHITE))
    for action in (Place(BLACK, Point(1, 1)), Pass(BLACK), Resign(BLACK), Agree(WHITE), Choose(BLACK, "black")):
        assert game.ruleset.refusal(game.state, action) is ErrorCode.GAME_OVER


def test_what_belongs_to_another_phase_is_refused_as_that() -> None:
    game = start()
    corner = (Point(0, 0),)
    for action in (Agree(BLACK), Resume(BLACK), MarkDead(BLACK, corner), UnmarkDead(BLACK, corner), Choose(BLACK, "x")):
        assert game.ruleset.refusal(game.state, action) is ErrorCode.WRONG_PHASE
    assert game.state.phase != AGREE


def test_passes_in_a_row_are_counted() -> None:
    game = play(start(), "b2 pass")
    assert game.state.passes == 1
    assert play(game, "pass").state.passes == 2
    assert play(game, "b1").state.passes == 0


# --- Corners itself, so that the other tests may lean on it


def test_who_takes_a_corner_moves_again() -> None:
    assert play(start(), "a1").state.position.to_move is BLACK
    assert play(start(), "a1 b2").state.position.to_move is WHITE


def test_each_side_may_rest_once() -> None:
    game = play(start(), "pass pass")
    assert refusal(game, "pass") is ErrorCode.NO_PASS
    assert refusal(create_game("corners", 3, {"rest": False}), "pass") is ErrorCode.NO_PASS


def test_a_full_board_is_counted_and_the_goal_decides() -> None:
    for rules, winner in (("plain", BLACK), ({"goal": "fewest"}, WHITE)):
        game = play(create_game("corners", 3, rules), "a1 c1 a3 b2 b1 a2 b3 c2 c3")
        assert shows(game) == tidy("""
            # o #
            # # #
            # o o""")
        assert game.state.outcome == Outcome(winner, Reason.SCORE, 7, Score(12, 5))
