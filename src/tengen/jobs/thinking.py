"""The handler of questions to players: finds the player, follows the game, has it choose, analyse, judge, estimate."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import msgspec

from tengen.core import ErrorCode, GameError, find_kind
from tengen.jobs.followed_games import FollowedGames
from tengen.jobs.handlers import Handler, Tell, register_handler
from tengen.jobs.question import THINKING, Question, Wanted, decode_question
from tengen.jobs.replies import (
    ActionReply,
    AnalysisReply,
    DeadReply,
    EstimateReply,
    JobFailed,
    PublicReason,
    Reply,
    encode_reply,
)
from tengen.players import (
    NO_INTEREST,
    Analysis,
    EngineFault,
    Failure,
    Interest,
    Player,
    PlayerCache,
    StopToken,
    Turn,
    dead_stones,
    drive_turn,
    estimate,
    make_player,
)

_USUAL_PROGRESS_S: Final = 0.25


def failed_by(fault: EngineFault) -> JobFailed:
    """An engine's fault as a failure: all of it for the log, and of it what everybody may hear."""
    told = fault.for_all
    return JobFailed(fault.text(), PublicReason(told.key, told.values))


class ThinkingHandler(Handler):
    """Has players think. Those that are kept between moves stay with their matches, unless it `keeps_players` not."""

    def __init__(self, *, keeps_players: bool = True) -> None:
        self._players = PlayerCache() if keeps_players else None
        self._games = FollowedGames()

    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        try:
            question = decode_question(body)
            return encode_reply(await self._reply(question, stop, tell))
        except msgspec.MsgspecError as error:
            raise JobFailed(f"the question is none: {error}") from error
        except EngineFault as fault:
            raise failed_by(fault) from fault
        except GameError as error:
            raise JobFailed(str(error)) from error

    async def tidy(self) -> None:
        if self._players is not None:
            await self._players.tidy()

    async def close(self) -> None:
        if self._players is not None:
            await self._players.close()

    async def _reply(self, question: Question, stop: StopToken, tell: Tell) -> Reply:
        timeline = self._games.timeline(question.match_id, question.game)
        if question.wanted is Wanted.DEAD_STONES:
            dead = await dead_stones(Turn.of(timeline), Random(question.seed), question.longest_ms, stop)
            return DeadReply(tuple(sorted(dead)))
        if question.wanted is Wanted.ESTIMATE:
            if timeline.state.is_over or not timeline.ruleset.FEATURES.territory:
                raise GameError(ErrorCode.NO_ESTIMATE)
            turn = Turn.of(timeline)
            return EstimateReply(await estimate(turn, Random(question.seed), question.longest_ms, stop))
        turn = Turn.of(timeline, question.color, may_resign=question.may_resign)
        kind, rules = find_kind(question.game.kind), timeline.ruleset
        if self._players is not None:
            player = await self._players.take(question.player, kind, question.match_id, question.seed, rules)
        else:
            player = make_player(question.player, kind, question.seed, ruleset=rules)
        if player is None:
            raise JobFailed(f"{question.player} is no AI")
        try:
            return await _asked(player, turn, question, stop, tell)
        finally:
            if self._players is None:
                await player.close()


async def _asked(player: Player, turn: Turn, question: Question, stop: StopToken, tell: Tell) -> Reply:
    def hear(analysis: Analysis) -> None:
        tell(encode_reply(AnalysisReply(analysis)))

    every_s = question.progress_ms / 1000 or _USUAL_PROGRESS_S
    interest = Interest(hear, every_s) if question.progress_ms else None
    if question.wanted is Wanted.ANALYSIS:
        player.longest_s = question.longest_ms / 1000
        planned_ms = question.budget.thinking_ms(turn.actor)
        ms = question.longest_ms if planned_ms is None else min(planned_ms, question.longest_ms)
        budget = replace(question.budget, ms=ms)
        return AnalysisReply(await player.analyze(turn, budget, stop, interest or NO_INTEREST))
    longest_ms = question.longest_ms
    answer = await drive_turn(player, turn, question.budget, stop, longest_ms=longest_ms, interest=interest)
    if isinstance(answer, Failure):
        raise answer.error
    return ActionReply.of(answer)


register_handler(THINKING, ThinkingHandler)
