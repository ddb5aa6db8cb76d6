"""Whole games of an arena as jobs: played in another process by its handler here, and handed to it by `GamePool`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec

from tengen.arena.documents import GamePlayed, GamesEnding, GameToPlay, Moment, StoredFault, Thinking
from tengen.arena.plan import player_of
from tengen.arena.referee import Fault, Played, Referee
from tengen.arena.throttle import Throttle
from tengen.core import BLACK, Participant, Place, Record, Timeline, find_kind
from tengen.formats import write
from tengen.formats.values import write_board, write_outcome
from tengen.jobs import (
    MAIN_LANE,
    ChildCommand,
    ChildProcess,
    Handler,
    Job,
    JobFailed,
    Pool,
    PoolLimits,
    Priority,
    Tell,
    child_command,
    register_handler,
)
from tengen.players import HostFault, StopToken

ARENA_GAME: Final = "arena_game"
"""The kind of these jobs; the body is a GameToPlay, progress a Moment, the reply a GamePlayed."""

_MOMENT_S: Final = 0.25
"""Moments are told no more often than this."""
_LONGEST_LINE: Final = 16 << 20
_ENDING_S: Final = 5.0
"""So long a process may take to break off its game; it is a little less patient itself."""

_games: Final = msgspec.json.Decoder(GameToPlay)
_moments: Final = msgspec.json.Decoder(Moment)
_played: Final = msgspec.json.Decoder(GamePlayed)


class GamePool:
    """Plays games in processes of their own, one game a process at a time. Whatever happens to one costs one game."""

    def __init__(self, processes: int = 1, command: ChildCommand | None = None) -> None:
        command = command or games_command(processes)
        self._pool = Pool(lambda: ChildProcess.start(command), PoolLimits({MAIN_LANE: processes}))

    async def play(self, game: GameToPlay, on_moment: Callable[[Moment], None]) -> GamePlayed:
        """Play a game. Raises JobFailed where that could not be done."""
        job = Job(ARENA_GAME, msgspec.json.encode(game), ARENA_GAME, Priority.BACKGROUND)
        try:
            reply = await self._pool.run(job, on_progress=lambda body: on_moment(_moments.decode(body)))
            return _played.decode(reply)
        except msgspec.MsgspecError as error:
            raise JobFailed(f"what it said is no game: {error}") from error

    async def close(self) -> None:
        """End every process."""
        await self._pool.close()


def games_command(processes: int = 1) -> ChildCommand:
    """The command of one of so many processes that play whole games.

    Where several games are played at once every search has one thread, so that how strong the strongest level is does
    not hang on how many they are; a game alone has all processors.
    """
    threads = None if processes == 1 else 1
    return child_command([__name__], threads=threads, longest_line=_LONGEST_LINE, ending_s=_ENDING_S)


class GameHandler(Handler):
    """Plays whole games in the process that was asked."""

    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        """The game, broken off only by cancelling it."""
        del stop
        try:
            game = _games.decode(body)
            return msgspec.json.encode(await play_game(game, lambda moment: tell(msgspec.json.encode(moment))))
        except HostFault as fault:
            raise JobFailed(fault.text()) from fault


async def play_game(game: GameToPlay, tell: Callable[[Moment], None] = lambda _: None) -> GamePlayed:
    """Play a game in this process. Raises GameError for one that cannot begin, and what the referee raises."""
    timeline = game.opening.timeline()
    kind = find_kind(game.opening.kind)
    players = [
        player_of(name, kind, seed, timeline.ruleset) for name, seed in zip(game.players, game.seeds, strict=True)
    ]
    now = timeline

    def see(after: Timeline) -> None:
        nonlocal now
        now = after
        told.ask()

    told = Throttle(_MOMENT_S, lambda: tell(_moment(now)))
    try:
        played = await Referee(game.pace, _now_ms, see).play(timeline, *players)
    finally:
        told.close()
        await asyncio.gather(*(player.close() for player in players), return_exceptions=True)
    return _written(game, played)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _moment(timeline: Timeline) -> Moment:
    state, last = timeline.state, timeline.last_action
    return Moment(
        len(timeline.actions),
        "black" if state.position.to_move is BLACK else "white",
        state.swapped,
        write_board(state.position.board),
        (last.point.x, last.point.y) if isinstance(last, Place) else None,
    )


def _written(game: GameToPlay, played: Played) -> GamePlayed:
    first, second = (Participant(name, player=written) for name, written in zip(game.names, game.players, strict=True))
    record = played.record(first, second, game.created)
    record = replace(record, control=game.pace.control, info=(("event", "tengen arena"), ("round", game.round)))
    return GamePlayed(
        played.points,
        write_outcome(played.outcome),
        len(played.timeline.actions),
        (_thinking(played, True), _thinking(played, False)),
        _stored_fault(played.fault) if played.fault else None,
        played.is_too_long,
        game_text(record, game.ending),
    )


def _stored_fault(fault: Fault) -> StoredFault:
    return StoredFault("first" if fault.is_first else "second", fault.key, dict(fault.values), fault.text())


def _thinking(played: Played, is_first: bool) -> Thinking:
    times = played.times_ms(is_first)
    return Thinking(len(times), sum(times), max(times, default=0))


def game_text(record: Record, ending: GamesEnding) -> str:
    """A game as it is added to the file of the games: a game of a collection, or a save file on one line."""
    return write(ending, [record]).data.decode()


register_handler(ARENA_GAME, GameHandler)
