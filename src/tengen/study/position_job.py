"""Positions looked at as jobs: what is asked, what comes of it, and the handler. Starts no process.

Imported in a process that does jobs, it registers its handler.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import msgspec

from tengen.core import AGREE, CHOICE, GameError, find_kind
from tengen.jobs import EncodedGame, FollowedGames, Handler, JobFailed, Tell, register_handler
from tengen.players import LEVELS, Analysis, Budget, Interest, Player, PlayerCache, StopToken, Turn, proven_win_by
from tengen.study.analyst import worth_of_end

POSITION: Final = "position"
"""The kind of jobs whose body is a PositionQuestion."""

_STRONGEST: Final = f"level:{LEVELS[-1]}"


class PositionQuestion(msgspec.Struct, frozen=True):
    """What the end of a game is worth, looked at for so long, with so many moves valued in full.

    What is learned is kept for a while for the same `asker`, whose next question is mostly about a position nearby.
    """

    game: EncodedGame
    ms: int
    lines: int
    asker: str = ""

    def encode(self) -> bytes:
        """The JSON form."""
        return msgspec.json.encode(self)


class PositionAnswer(msgspec.Struct, frozen=True):
    """What was found. `wins_in` has for each of the best moves in how many moves of the winner's own the game is over.

    None where no win is proven to its end.
    """

    analysis: Analysis
    wins_in: tuple[int | None, ...] = ()


_questions: Final = msgspec.json.Decoder(PositionQuestion)
_answers: Final = msgspec.json.Decoder(PositionAnswer)


def decode_answer(body: bytes) -> PositionAnswer:
    """The answer of a JSON form. Raises JobFailed for what is none."""
    try:
        return _answers.decode(body)
    except msgspec.MsgspecError as error:
        raise JobFailed(f"its answer is none: {error}") from error


class PositionHandler(Handler):
    """Looks at positions as the strongest level does; searches stay with those who ask."""

    def __init__(self) -> None:
        self._players = PlayerCache()
        self._games = FollowedGames()

    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        del tell
        try:
            question = _questions.decode(body)
            turn = Turn.of(self._games.timeline(question.asker, question.game))
            return msgspec.json.encode(await self._looked(question, turn, stop))
        except (msgspec.MsgspecError, ValueError) as error:
            raise JobFailed(f"the question is none: {error}") from error
        except GameError as error:
            raise JobFailed(str(error)) from error

    async def tidy(self) -> None:
        await self._players.tidy()

    async def close(self) -> None:
        await self._players.close()

    async def _looked(self, question: PositionQuestion, turn: Turn, stop: StopToken) -> PositionAnswer:
        if turn.state.outcome is not None:
            return PositionAnswer(worth_of_end(turn.state))
        if turn.state.phase == AGREE:
            return PositionAnswer(Analysis())  # nobody has a move to look for
        player = await self._player(question, turn)
        interest = Interest(lines=question.lines)
        found = await player.analyze(turn, Budget(ms=question.ms), stop, interest)
        best = () if turn.state.phase == CHOICE else found.best[: question.lines]  # a question asks for no stone
        wins = (proven_win_by(turn, candidate) for candidate in best)
        analysis = replace(found, best=best)
        return PositionAnswer(analysis, tuple(None if win is None else win.moves for win in wins))

    async def _player(self, question: PositionQuestion, turn: Turn) -> Player:
        kind, seed = find_kind(question.game.kind), Random(question.asker).getrandbits(32)
        player = await self._players.take(_STRONGEST, kind, question.asker, seed, turn.ruleset)
        assert player is not None, "levels are played by programs"
        return player


register_handler(POSITION, PositionHandler)
