"""A process that plays games for the arena: questions come in and messages go out as lines of JSON.

python -m tengen.arena.worker

Ends when its parent does, also in the middle of a game, with the engines that it started.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO, Final

import msgspec

from tengen.arena.documents import Answer, GamesEnding, Message, Moment, Question, StoredFault, Thinking
from tengen.arena.plan import player_of
from tengen.arena.referee import Fault, Played, Referee
from tengen.arena.throttle import Throttle
from tengen.core import BLACK, Participant, Place, Record, Timeline, create_rules, find_kind
from tengen.formats import write
from tengen.formats.json_fields import Field
from tengen.formats.values import read_node, write_board, write_outcome
from tengen.players import HostFault

_PATIENCE_S: Final = 3.0
"""So long a game may take to be broken off."""
_MOMENT_S: Final = 0.25
"""Moments are told no more often than this."""

_questions: Final = msgspec.json.Decoder(Question)


async def answer(question: Question, tell: Callable[[Moment], None] = lambda _: None) -> Answer:
    """Play the game of a question. Raises GameError for a game that cannot begin, and what the referee raises."""
    timeline = Timeline.begin(create_rules(question.game, question.size, question.rules), question.setup)
    for number, line in enumerate(question.actions):
        action = read_node(Field(f"actions[{number}]", line), 0, question.size).action
        assert action is not None, "an opening has only actions"
        timeline = timeline.act(action)
    kind = find_kind(question.game)
    players = [player_of(written, kind, seed) for written, seed in zip(question.players, question.seeds, strict=True)]
    now = timeline

    def see(after: Timeline) -> None:
        nonlocal now
        now = after
        told.ask()

    told = Throttle(_MOMENT_S, lambda: tell(_moment(now)))
    try:
        played = await Referee(question.pace, _now_ms, see).play(timeline, *players)
    finally:
        told.close()
        await asyncio.gather(*(player.close() for player in players), return_exceptions=True)
    return _answer(question, played)


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


def _answer(question: Question, played: Played) -> Answer:
    first, second = (
        Participant(name, player=written) for name, written in zip(question.names, question.players, strict=True)
    )
    record = played.record(first, second, question.created)
    record = replace(record, control=question.pace.control, info=(("event", "tengen arena"), ("round", question.round)))
    return Answer(
        played.points,
        write_outcome(played.outcome),
        len(played.timeline.actions),
        (_thinking(played, True), _thinking(played, False)),
        _fault_line(played.fault) if played.fault else None,
        played.is_too_long,
        game_text(record, question.ending),
    )


def _fault_line(fault: Fault) -> StoredFault:
    return StoredFault("first" if fault.is_first else "second", fault.key, dict(fault.values), fault.text())


def _thinking(played: Played, is_first: bool) -> Thinking:
    times = played.times_ms(is_first)
    return Thinking(len(times), sum(times), max(times, default=0))


def game_text(record: Record, ending: GamesEnding) -> str:
    """A game as it is added to the file of the games: a game of a collection, or a save file on one line."""
    return write(ending, [record]).data.decode()


# --- the process -----------------------------------------------------------------------------


async def _serve(out: BinaryIO) -> None:
    """Answer one question after the other until there are no more; a game that nobody waits for is broken off."""

    def tell(message: Message) -> None:
        out.write(msgspec.json.encode(message) + b"\n")

    lines: asyncio.Queue[bytes] = asyncio.Queue()
    threading.Thread(target=_read, args=(asyncio.get_running_loop(), lines), daemon=True).start()
    line = await lines.get()
    while line:
        playing = asyncio.create_task(_reply(line, tell))
        following = asyncio.create_task(lines.get())
        await asyncio.wait((playing, following), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():  # nobody asks again before the answer: this is the end
            playing.cancel()
            await asyncio.wait((playing,))
            return
        tell(playing.result())
        line = await following


async def _reply(line: bytes, tell: Callable[[Message], None]) -> Message:
    try:
        return Message(answer=await answer(_questions.decode(line), lambda moment: tell(Message(moment=moment))))
    except HostFault as fault:
        return Message(error=fault.text())
    except Exception as error:  # whoever asked must hear of it
        return Message(error=f"{type(error).__name__}: {error}"[:1000])


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[bytes]) -> None:
    """Pass on what is asked, at the end an empty line; who has not gone home a little later is thrown out."""
    for line in sys.stdin.buffer:
        loop.call_soon_threadsafe(lines.put_nowait, line)
    loop.call_soon_threadsafe(lines.put_nowait, b"")
    time.sleep(_PATIENCE_S)
    os._exit(0)


def main() -> None:
    """Play until the parent is gone. What players print goes to the error stream, for lines are ours alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    with contextlib.suppress(BrokenPipeError):
        asyncio.run(_serve(out))
    os._exit(0)  # threads may still be thinking


if __name__ == "__main__":
    main()
