"""A process that thinks: questions come in and answers go out as lines of JSON. Ends when its parent does.

    python -m tengen.match.service.thinking [--confined-only]

Engines stay between the moves of their games. They are asked for by name only: what is run stands in the list that
this process finds by its environment. With the option engines are started only where they can be confined.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from random import Random
from typing import Final

import msgspec

from tengen.core import Action, Clock, Color, Point, Setup, Timeline, create_rules, find_kind
from tengen.jobs.action_codec import EncodedAction
from tengen.match.match import Match
from tengen.match.service.ai_seats import ThinkerFailed, why_of
from tengen.match.service.hub import Why
from tengen.players import (
    Budget,
    EngineFault,
    ExternalPlayer,
    PlayerCache,
    StopToken,
    Turn,
    dead_stones,
    insist_on_confinement,
)

CONFINED_ONLY: Final = "--confined-only"
LONGEST_REPLY: Final = 64 * 1024
JUDGING_MS: Final = 3_000
"""How long dead stones are judged at most."""
READY: Final = b'"ready"'
"""The first line of such a process: from now on the time counts."""
STOP: Final = b"stop"
STOPPED: Final = b'"stopped"'
"""Said when nobody wants an answer any more; and the one reply to that, whether anybody was still thinking or not."""
_NICENESS: Final = 10


class _Question(msgspec.Struct, omit_defaults=True):
    """Choose for `player` at `color`; without a player: which stones are dead?"""

    kind: str
    size: int
    rules: dict[str, str | int | float | bool]
    actions: list[EncodedAction]
    seed: int
    longest_ms: int
    color: Color | None = None
    player: str = ""
    match_id: str = ""
    setup: Setup | None = None
    clock: Clock | None = None


class _Reply(msgspec.Struct, omit_defaults=True):
    action: EncodedAction | None = None
    dead: list[Point] | None = None
    error: str = ""
    why: Why | None = None


_questions: Final = msgspec.json.Decoder(_Question)
_replies: Final = msgspec.json.Decoder(_Reply)


def encode_question(match: Match, color: Color, player: str, seed: int, longest_ms: int) -> bytes:
    """What a process must know to choose: the whole game, so that it needs to remember nothing."""
    question = _question(match, seed, longest_ms)
    question.color, question.player, question.clock = color, player, match.clock
    return msgspec.json.encode(question)


def encode_question_of_dead(match: Match, seed: int) -> bytes:
    """The question which stones are dead."""
    return msgspec.json.encode(_question(match, seed, JUDGING_MS))


def _question(match: Match, seed: int, longest_ms: int) -> _Question:
    timeline = match.timeline
    return _Question(
        match.ruleset.KIND,
        match.ruleset.size,
        match.ruleset.options(),
        [EncodedAction.of(action) for action in timeline.actions],
        seed,
        longest_ms,
        match_id=match.match_id,
        setup=timeline.setup,
    )


def decode_reply(line: bytes) -> Action:
    """The action that a process chose. Raises ThinkerFailed with what it complains about."""
    reply = _decoded(line)
    if reply.action is None:
        raise ThinkerFailed(reply.error, reply.why)
    try:
        return reply.action.action()
    except ValueError as error:
        raise ThinkerFailed(f"its answer is none: {error}") from error


def decode_dead(line: bytes) -> frozenset[Point]:
    """The stones that a process calls dead. Raises ThinkerFailed with what it complains about."""
    reply = _decoded(line)
    if reply.dead is None:
        raise ThinkerFailed(reply.error)
    return frozenset(reply.dead)


def _decoded(line: bytes) -> _Reply:
    try:
        return _replies.decode(line)
    except msgspec.MsgspecError as error:
        raise ThinkerFailed(f"its answer is none: {error}") from error


async def answer(line: bytes, kept: PlayerCache) -> bytes:
    """The reply to a question."""
    try:
        question = _questions.decode(line)
        timeline = _timeline(question)
        if question.color is None:
            dead = await dead_stones(Turn.of(timeline), Random(question.seed), question.longest_ms)
            return msgspec.json.encode(_Reply(dead=sorted(dead)))
        return msgspec.json.encode(_Reply(EncodedAction.of(await _choose(question, timeline, kept))))
    except EngineFault as fault:
        return msgspec.json.encode(_Reply(error=fault.text(), why=why_of(fault)))
    except Exception as error:  # whoever asked must hear of it
        return msgspec.json.encode(_Reply(error=f"{type(error).__name__}: {error}"[:1000]))


def _timeline(question: _Question) -> Timeline:
    rules = create_rules(question.kind, question.size, question.rules)
    timeline = Timeline.begin(rules, question.setup)
    for line in question.actions:
        timeline = timeline.act(line.action())
    return timeline


async def _choose(question: _Question, timeline: Timeline, kept: PlayerCache) -> Action:
    player = await kept.take(question.player, find_kind(question.kind), question.match_id, question.seed)
    if player is None:
        raise ThinkerFailed(f"{question.player} is no AI")
    if isinstance(player, ExternalPlayer):
        player.longest_s = question.longest_ms / 1000
    turn = Turn.of(timeline, question.color)
    budget = Budget(clock=question.clock)
    planned_ms = budget.thinking_ms(turn.actor)
    if planned_ms is not None and planned_ms > question.longest_ms:
        budget = Budget(ms=question.longest_ms, clock=question.clock)
    return await player.choose(turn, budget, StopToken())


class _Ear:
    """What is said to this process, in order. A stop is heard at once, also in the middle of a thought."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._thought: asyncio.Task[bytes] | None = None
        threading.Thread(target=self._read, daemon=True).start()

    async def reply_to(self, line: bytes, kept: PlayerCache) -> bytes | None:
        """The reply to a line; none to a question that was stopped, for the stop has a reply of its own."""
        if line.strip() == STOP:
            return STOPPED
        self._thought = self._loop.create_task(answer(line, kept))
        await asyncio.wait([self._thought])
        return None if self._thought.cancelled() else self._thought.result()

    def _read(self) -> None:
        """Pass on what is said. When nobody can ask any more, end at once, also in the middle of a thought."""
        for line in sys.stdin.buffer:
            self._loop.call_soon_threadsafe(self._hear, line)
        os._exit(0)

    def _hear(self, line: bytes) -> None:
        if line.strip() == STOP:
            while not self.lines.empty():  # a question that nobody began with is not wanted either
                self.lines.get_nowait()
            if self._thought is not None:
                self._thought.cancel()
        self.lines.put_nowait(line)


async def _serve() -> None:
    ear = _Ear()
    kept = PlayerCache()
    _say(READY)
    while True:
        try:
            async with asyncio.timeout(kept.idle_s):
                line = await ear.lines.get()
        except TimeoutError:
            await kept.tidy()
            continue
        reply = await ear.reply_to(line, kept)
        if reply is not None:
            _say(reply)


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Answer until the parent is gone."""
    os.nice(_NICENESS)
    insist_on_confinement(insists=CONFINED_ONLY in sys.argv[1:])
    asyncio.run(_serve())


if __name__ == "__main__":
    main()
