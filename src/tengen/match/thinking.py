"""A process that thinks: questions come in and answers go out as lines of JSON. Ends when its parent does.

    python -m tengen.match.thinking

Engines stay between the moves of their games. They are asked for by name only: what is run stands in the list that
this process finds by its environment.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Final

import msgspec

from tengen.core import Action, Clock, Color, Setup, Timeline, create_rules, find_kind
from tengen.match.ai import ThinkerFailed
from tengen.match.lines import ActionLine
from tengen.match.match import Match
from tengen.players import Budget, ExternalPlayer, KeptPlayers, StopToken, Turn

LONGEST_REPLY: Final = 64 * 1024
_NICENESS: Final = 10


class _Question(msgspec.Struct, omit_defaults=True):
    kind: str
    size: int
    rules: dict[str, str | int | float | bool]
    actions: list[ActionLine]
    color: Color
    player: str
    seed: int
    longest_ms: int
    match_id: str = ""
    setup: Setup | None = None
    clock: Clock | None = None


class _Reply(msgspec.Struct, omit_defaults=True):
    action: ActionLine | None = None
    error: str = ""


_questions: Final = msgspec.json.Decoder(_Question)
_replies: Final = msgspec.json.Decoder(_Reply)


def encode_question(match: Match, color: Color, player: str, seed: int, longest_ms: int) -> bytes:
    """What a process must know to choose: the whole game, so that it needs to remember nothing."""
    timeline = match.timeline
    return msgspec.json.encode(
        _Question(
            match.ruleset.KIND,
            match.ruleset.size,
            match.ruleset.options(),
            [ActionLine.of(action) for action in timeline.actions],
            color,
            player,
            seed,
            longest_ms,
            match.match_id,
            timeline.setup,
            match.clock,
        )
    )


def decode_reply(line: bytes) -> Action:
    """The action that a process chose. Raises ThinkerFailed with what it complains about."""
    try:
        reply = _replies.decode(line)
        if reply.action is not None:
            return reply.action.action()
    except (msgspec.MsgspecError, ValueError) as error:
        raise ThinkerFailed(f"its answer is none: {error}") from error
    raise ThinkerFailed(reply.error)


async def answer(line: bytes, kept: KeptPlayers) -> bytes:
    """The reply to a question."""
    try:
        return msgspec.json.encode(_Reply(ActionLine.of(await _choose(_questions.decode(line), kept))))
    except Exception as error:  # whoever asked must hear of it
        return msgspec.json.encode(_Reply(error=f"{type(error).__name__}: {error}"[:1000]))


async def _choose(question: _Question, kept: KeptPlayers) -> Action:
    rules = create_rules(question.kind, question.size, question.rules)
    timeline = Timeline.begin(rules, question.setup)
    for line in question.actions:
        timeline = timeline.act(line.action())
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


def _read(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[bytes]) -> None:
    """Pass on what is asked. When nobody can ask any more, end at once, also in the middle of a thought."""
    for line in sys.stdin.buffer:
        loop.call_soon_threadsafe(lines.put_nowait, line)
    os._exit(0)


async def _serve() -> None:
    lines: asyncio.Queue[bytes] = asyncio.Queue()
    threading.Thread(target=_read, args=(asyncio.get_running_loop(), lines), daemon=True).start()
    kept = KeptPlayers()
    while True:
        try:
            async with asyncio.timeout(kept.idle_s):
                line = await lines.get()
        except TimeoutError:
            await kept.tidy()
            continue
        reply = await answer(line, kept)
        sys.stdout.buffer.write(reply + b"\n")
        sys.stdout.buffer.flush()


def main() -> None:
    """Answer until the parent is gone."""
    os.nice(_NICENESS)
    asyncio.run(_serve())


if __name__ == "__main__":
    main()
