"""A process that thinks: questions come in and answers go out as lines of JSON. Ends when its parent does.

python -m tengen.match.thinking
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from queue import SimpleQueue
from typing import Final

import msgspec

from tengen.core import Action, Clock, Color, Setup, Timeline, create_rules, find_kind
from tengen.match.ai import ThinkerFailed
from tengen.match.lines import ActionLine
from tengen.match.match import Match
from tengen.players import Budget, StopToken, Turn, make_player

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


async def answer(line: bytes) -> bytes:
    """The reply to a question."""
    try:
        return msgspec.json.encode(_Reply(ActionLine.of(await _choose(_questions.decode(line)))))
    except Exception as error:  # whoever asked must hear of it
        return msgspec.json.encode(_Reply(error=f"{type(error).__name__}: {error}"[:1000]))


async def _choose(question: _Question) -> Action:
    rules = create_rules(question.kind, question.size, question.rules)
    timeline = Timeline.begin(rules, question.setup)
    for line in question.actions:
        timeline = timeline.act(line.action())
    player = make_player(question.player, find_kind(question.kind), question.seed)
    if player is None:
        raise ThinkerFailed(f"{question.player} is no AI")
    turn = Turn.of(timeline, question.color)
    budget = Budget(clock=question.clock)
    planned_ms = budget.thinking_ms(turn.actor)
    if planned_ms is not None and planned_ms > question.longest_ms:
        budget = Budget(ms=question.longest_ms, clock=question.clock)
    return await player.choose(turn, budget, StopToken())


def _read(lines: SimpleQueue[bytes]) -> None:
    """Pass on what is asked. When nobody can ask any more, end at once, also in the middle of a thought."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def main() -> None:
    """Answer until the parent is gone."""
    os.nice(_NICENESS)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        reply = asyncio.run(answer(lines.get()))
        sys.stdout.buffer.write(reply + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
