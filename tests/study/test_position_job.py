"""Positions looked at as jobs: what comes of them at every moment of a game."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, Action, Choose, Pass, Place, Point, Ruleset, Timeline, create_rules
from tengen.jobs import EncodedGame, JobFailed
from tengen.players import StopToken
from tengen.study import PositionAnswer, PositionQuestion, decode_answer
from tengen.study.position_job import PositionHandler


def game_of(ruleset: Ruleset, *actions: Action) -> EncodedGame:
    timeline = Timeline.begin(ruleset)
    for action in actions:
        timeline = timeline.act(action)
    return EncodedGame.of(timeline)


async def looked_at(game: EncodedGame, *, lines: int = 2) -> PositionAnswer:
    return await answered(PositionQuestion(game, 50, lines, "ann").encode())


async def answered(body: bytes) -> PositionAnswer:
    handler = PositionHandler()
    try:
        return decode_answer(await handler.answer(body, StopToken(), lambda _: None))
    finally:
        await handler.close()


async def test_as_many_moves_are_told_as_are_wanted_each_with_its_win() -> None:
    answer = await looked_at(game_of(create_rules("othello")))
    assert len(answer.analysis.best) == 2
    assert answer.wins_in == (None, None)


async def test_while_players_settle_what_is_dead_nobody_has_a_move_to_look_for() -> None:
    rules = create_rules("go", 9, {"dead_stones": "agree"})
    answer = await looked_at(game_of(rules, Pass(BLACK), Pass(WHITE)))
    assert (answer.analysis.win, answer.analysis.best) == (None, ())


async def test_a_question_of_the_opening_is_worth_something_and_asks_for_no_stone() -> None:
    rules = create_rules("gomoku", 15, {"opening": "swap2"})
    opening = [Place(BLACK, Point(7, 7)), Place(BLACK, Point(8, 8)), Place(BLACK, Point(9, 6))]
    asking = await looked_at(game_of(rules, *opening))
    assert asking.analysis.win is not None
    assert asking.analysis.best == ()
    playing = await looked_at(game_of(rules, *opening, Choose(WHITE, "white")))
    assert playing.analysis.best


async def test_what_is_no_game_is_refused() -> None:
    twice = (*game_of(create_rules("othello"), Place(BLACK, Point(3, 2))).actions,) * 2
    with pytest.raises(JobFailed):
        await looked_at(EncodedGame("othello", 8, {}, twice))
    with pytest.raises(JobFailed):
        await answered(b"{}")
