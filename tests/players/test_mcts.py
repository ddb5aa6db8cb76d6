"""The generic search: what it must see, and when it must stop."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

import pytest

from tengen.core import (
    BLACK,
    CHOICE,
    PLAY,
    WHITE,
    Action,
    Agree,
    Board,
    BoardSpec,
    Choose,
    Color,
    ErrorCode,
    Game,
    GameState,
    IllegalMove,
    Move,
    Outcome,
    Pass,
    Place,
    Point,
    Position,
    Reason,
    Ruleset,
    Setup,
    celled_board,
    create_game,
    create_rules,
)
from tengen.players import NO_INTEREST, Analysis, Avoid, Budget, Interest, MctsPlayer, RandomPlayer, StopToken, Turn
from tengen.players.builtin import mcts
from tengen.players.builtin.search import Search, SearchLimits, softened
from tests.pictures import game_from, move, play
from tests.players.sittings import choice, played, points

FIVE_FOR_BLACK = """
    . . . . . . . . .
    . . . . . . . . .
    . . # # # # o . .
    . . . . . . . . .
    . . o o o o . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""

FOUR_TO_STOP = """
    . . . . . . . . .
    . . . . . . . . .
    . . # . # . . . .
    . . . . . . . . .
    . # o o o o . . .
    . . . . . . . . .
    . . . . # . . . .
    . . . . . . . . .
    . . . . . . . . ."""

THREE_TO_STOP = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . # . . .
    . . . . . . . . .
    . . . o o o . . .
    . . . . . . . . .
    . . . . . # . . .
    . . . . . . . . .
    # . . . . . . . ."""


# --- seeing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_win_at_hand_is_played_before_any_defence(seed: int) -> None:
    game = game_from("gomoku", FIVE_FOR_BLACK)
    assert choice(MctsPlayer(Random(seed), nodes=1), game) == move(game, "B7")


@pytest.mark.parametrize("seed", range(3))
def test_the_opponents_four_is_stopped(seed: int) -> None:
    game = game_from("gomoku", FOUR_TO_STOP)
    assert choice(MctsPlayer(Random(seed), nodes=8), game) == move(game, "G5")


def test_the_opponents_open_three_is_stopped() -> None:
    game = game_from("gomoku", THREE_TO_STOP)
    stops = [move(game, name) for name in ("B5", "C5", "G5", "H5")]
    assert choice(MctsPlayer(Random(1), nodes=500), game) in stops


def test_a_lost_game_is_played_on() -> None:
    game = game_from("gomoku", FOUR_TO_STOP.replace("# o o o o", ". o o o o"))
    chosen = choice(MctsPlayer(Random(1), nodes=8), game)
    assert game.ruleset.refusal(game.state, chosen) is None


def test_the_pass_that_wins_is_played() -> None:
    game = game_from("go", ". . # . .\n" * 5)
    game.act(Place(BLACK, Point(1, 1)))
    game.act(Pass(WHITE))
    assert choice(MctsPlayer(Random(1), nodes=1), game) == Pass(BLACK)


def test_nobody_passes_a_lost_game_away() -> None:
    game = game_from("go", ". . # . .\n" * 5, to_move=WHITE)
    assert choice(MctsPlayer(Random(1), nodes=40), game) != Pass(WHITE)


def test_dead_stones_are_agreed_to() -> None:
    game = create_game("go", 5, {"dead_stones": "agree"})
    game.act(Pass(BLACK))
    game.act(Pass(WHITE))
    turn = Turn.of(game.timeline, WHITE)
    assert asyncio.run(MctsPlayer(Random(1), nodes=4).choose(turn, Budget(), StopToken())) == Agree(WHITE)


def test_the_only_move_needs_no_thought() -> None:
    game = game_from(
        "othello",
        """o o # .
           o # # #
           # # # #
           # # # #""",
        to_move=WHITE,
    )
    assert choice(MctsPlayer(Random(1)), game, Budget(ms=60_000)) == move(game, "d1")


# --- colours that change hands ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OneStone(Position):
    """Any empty point may be taken."""

    board: Board
    to_move: Color

    def legal_points(self) -> list[Point]:
        return self.board.empties()

    def can_pass(self) -> bool:
        return False

    def play(self, move: Move) -> OneStone:
        if move is None:
            raise IllegalMove(ErrorCode.NO_PASS, move)
        self._check_free(move)
        return OneStone(self.board.with_stones({move: self.to_move}), self.to_move.other)


@dataclass(frozen=True, slots=True)
class ChooseFirst(Ruleset):
    """White chooses a colour; then Black's first stone decides the game."""

    first_stone_wins: bool

    KIND: ClassVar[str] = "choose-first"
    SIZES: ClassVar[tuple[int, ...]] = (3,)
    DEFAULT_SIZE: ClassVar[int] = 3

    def board_spec(self) -> BoardSpec:
        return celled_board(self.size)

    def actors(self, state: GameState) -> tuple[Color, ...]:
        return (WHITE,) if state.phase == CHOICE else Ruleset.actors(self, state)

    def choices(self, state: GameState) -> tuple[str, ...]:
        return ("black", "white") if state.phase == CHOICE else ()

    def _start(self) -> GameState:
        return GameState(OneStone(Board.empty(self.size), BLACK), CHOICE)

    def _set_up(self, setup: Setup) -> GameState:
        return GameState(OneStone(setup.board, setup.to_move))

    def _judge(self, state: GameState) -> Outcome | None:
        if state.position.board.count(BLACK) == 0:
            return None
        return Outcome.won(BLACK if self.first_stone_wins else WHITE, Reason.LINE)

    def _choose(self, state: GameState, action: Choose) -> GameState:
        return replace(state, phase=PLAY, swapped=action.choice != action.player.word)


@pytest.mark.parametrize(("first_stone_wins", "colour"), [(True, "black"), (False, "white")])
def test_the_colour_that_wins_is_chosen(first_stone_wins: bool, colour: str) -> None:
    game = Game(ChooseFirst(3, first_stone_wins))
    for seed in range(4):
        assert choice(MctsPlayer(Random(seed), nodes=12), game) == Choose(WHITE, colour)


def test_swap2_is_played_through() -> None:
    rules = create_rules("gomoku", 9, {"opening": "swap2"})
    player = MctsPlayer(Random(2), nodes=2)
    game = played(rules, player, player, most=9)
    assert game.state.phase == PLAY
    assert any(isinstance(action, Choose) for action in game.actions)


# --- limits ----------------------------------------------------------------------------------


def test_a_node_limit_makes_the_same_choice_every_time() -> None:
    game = create_game("othello")
    for _ in range(4):
        chosen = {choice(MctsPlayer(Random(11), nodes=20), game) for _ in range(3)}
        assert len(chosen) == 1
        game.act(chosen.pop())


def test_the_smaller_of_two_node_limits_counts() -> None:
    game = create_game("othello")
    started = time.monotonic()
    choice(MctsPlayer(Random(1), nodes=10**9), game, Budget(nodes=5))
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(("kind", "size"), [("go", 19), ("gomoku", 15), ("othello", 16)])
async def test_a_stop_is_obeyed_soon_and_the_loop_runs_on_meanwhile(kind: str, size: int) -> None:
    game = create_game(kind, size)
    stop = StopToken()
    search = asyncio.create_task(MctsPlayer(Random(1)).choose(Turn.of(game.timeline), Budget(ms=60_000), stop))
    started = time.monotonic()
    await asyncio.sleep(0.1)
    asked = time.monotonic()
    assert not search.done()
    stop.stop()
    chosen = await search
    answered = time.monotonic()
    assert game.ruleset.refusal(game.state, chosen) is None
    assert asked - started < 1
    assert answered - asked < 0.5


def test_a_stop_before_the_beginning_still_gives_a_legal_action() -> None:
    game = create_game("go", 9)
    stop = StopToken()
    stop.stop()
    chosen = asyncio.run(MctsPlayer(Random(1)).choose(Turn.of(game.timeline), Budget(), stop))
    assert game.ruleset.refusal(game.state, chosen) is None


def test_the_time_given_is_used_and_not_passed_by_much() -> None:
    started = time.monotonic()
    choice(MctsPlayer(Random(1)), create_game("go", 9), Budget(ms=150))
    assert 0.14 < time.monotonic() - started < 5


@pytest.mark.parametrize(("moves", "searched_ms"), [("", [4000, 1000]), ("pass", [2000])])
async def test_who_thinks_again_whether_to_pass_shares_the_time_of_the_move(
    monkeypatch: pytest.MonkeyPatch, moves: str, searched_ms: list[int]
) -> None:
    """A search that would pass is followed by a search for what can still be gained: both on one clock."""
    asked: list[int | None] = []

    async def passes(search: Search, limits: SearchLimits, stop: StopToken) -> Action:
        del search, stop
        asked.append(limits.ms)
        return Pass(turn.actor)

    monkeypatch.setattr(mcts, "_run", passes)
    turn = Turn.of(play(create_game("go", 5), moves).timeline)
    await MctsPlayer(Random(1)).choose(turn, Budget(ms=4000), StopToken())
    assert asked == searched_ms


async def test_giving_up_the_wait_stops_the_search() -> None:
    stop = StopToken()
    turn = Turn.of(create_game("othello").timeline)
    search = asyncio.create_task(MctsPlayer(Random(1)).choose(turn, Budget(ms=60_000), stop))
    await asyncio.sleep(0.05)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    assert stop.stopped


# --- strength and priors ---------------------------------------------------------------------


def test_searching_beats_chance() -> None:
    rules = create_rules("othello", 6)
    assert points(rules, lambda rng: MctsPlayer(rng, nodes=24), RandomPlayer, 12) >= 10


def test_priors_follow_the_hints_whatever_their_scale() -> None:
    small = softened([1.0, 2.0, 3.0])
    assert small == pytest.approx(softened([100.0, 200.0, 300.0]))
    assert small[0] < small[1] < small[2]
    assert sum(small) == pytest.approx(1)


def test_minus_infinity_is_for_when_nothing_else_is_left() -> None:
    assert softened([-math.inf, 0.0]) == [0.0, 1.0]
    assert softened([-math.inf, -math.inf]) == [0.5, 0.5]
    assert softened([math.inf, 5.0, math.inf]) == [0.5, 0.0, 0.5]
    assert softened([7.0]) == [1.0]


# --- thinking aloud ----------------------------------------------------------------------------


def thoughts(game: Game, budget: Budget, interest: Interest = NO_INTEREST, seed: int = 1) -> Analysis:
    """What the search thinks of a position."""
    return asyncio.run(MctsPlayer(Random(seed)).analyze(Turn.of(game.timeline), budget, StopToken(), interest))


def test_its_thoughts_are_told_on_the_way_and_grow() -> None:
    heard: list[Analysis] = []
    found = thoughts(create_game("othello"), Budget(ms=400), Interest(heard.append, 0.05))
    assert len(heard) > 1
    assert heard[-1] == found
    assert [told.visits for told in heard] == sorted(told.visits for told in heard)


def test_an_analysis_is_limited_by_its_budget_and_not_by_the_strength_of_the_player() -> None:
    turn = Turn.of(create_game("othello").timeline)
    found = asyncio.run(MctsPlayer(Random(1), nodes=5).analyze(turn, Budget(nodes=60), StopToken()))
    assert found.visits == 60


def test_it_thinks_until_it_is_stopped() -> None:
    stop = StopToken()
    heard: list[Analysis] = []

    def tell(analysis: Analysis) -> None:
        heard.append(analysis)
        if len(heard) == 3:
            stop.stop()

    turn = Turn.of(create_game("othello").timeline)
    found = asyncio.run(MctsPlayer(Random(1)).analyze(turn, Budget(), stop, Interest(tell, 0.02)))
    assert found == heard[-1]


def test_the_move_it_likes_best_is_the_one_it_plays() -> None:
    game = create_game("gomoku", 9)
    interest = Interest()
    turn = Turn.of(game.timeline)
    told: list[Analysis] = []
    chosen = asyncio.run(MctsPlayer(Random(7), 100).choose(turn, Budget(), StopToken()))
    aloud = asyncio.run(
        MctsPlayer(Random(7), 100).choose_aloud(turn, Budget(), StopToken(), replace(interest, tell=told.append))
    )
    assert aloud == chosen
    assert isinstance(chosen, Place)
    assert told[-1].best[0].move == chosen.point


def test_a_win_in_sight_is_certain_and_black_s_in_every_case() -> None:
    black = thoughts(game_from("gomoku", FIVE_FOR_BLACK), Budget(nodes=50)).best[0]
    assert (black.win, black.is_certain) == (1.0, True)


def test_what_an_only_move_is_worth_is_asked_for_all_the_same() -> None:
    game = create_game("othello", 4)
    for x, y in ((2, 3), (3, 3), (0, 1), (1, 3)):
        game.act(Place(Turn.of(game.timeline).actor, Point(x, y)))
    assert len(game.ruleset.legal_points(game.state)) == 1
    (only,) = thoughts(game, Budget(nodes=30)).best
    assert only.win is not None
    assert only.visits or only.is_certain


def test_players_who_do_not_think_have_nothing_to_tell() -> None:
    turn = Turn.of(create_game("othello").timeline)
    assert asyncio.run(RandomPlayer(Random(1)).analyze(turn, Budget(), StopToken())) == Analysis()


def test_whoever_fails_to_listen_stops_the_search() -> None:
    def fail(analysis: Analysis) -> None:
        del analysis
        raise OSError("nobody there")

    stop = StopToken()
    turn = Turn.of(create_game("othello").timeline)
    with pytest.raises(OSError, match="nobody there"):
        asyncio.run(MctsPlayer(Random(1)).analyze(turn, Budget(), stop, Interest(fail, 0.02)))
    assert stop.stopped


def test_what_the_opponent_shall_avoid_proves_nothing() -> None:
    game = game_from("gomoku", FOUR_TO_STOP)
    wins = frozenset(point for point in game.ruleset.legal_points(game.state) if point.y == 4)
    lost = thoughts(game, Budget(nodes=40))
    assert sum(candidate.is_certain for candidate in lost.best) > 1
    spared = thoughts(game, Budget(nodes=40), Interest(avoid=(Avoid(WHITE, wins, 9),)))
    assert not any(candidate.is_certain and candidate.win == 0.0 for candidate in spared.best)
