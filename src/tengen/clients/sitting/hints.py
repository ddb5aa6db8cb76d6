"""What the strongest level would play in somebody's place. Thinks in this process, wherever the game is played."""

from __future__ import annotations

import asyncio
from secrets import randbits

from tengen.clients.play import Game, View
from tengen.clients.sitting.said import Said
from tengen.core import Action, Color, GameKind, Place
from tengen.players import LEVELS, Budget, Failure, Turn, drive_turn, make_player


async def strongest_choice(game: Game, color: Color, kind: GameKind) -> Action | Failure:
    """What the strongest level would do for this colour now. Whoever is cancelled stops it at once."""
    record = await game.record()
    replay = await asyncio.to_thread(record.replay)
    player = make_player(f"level:{LEVELS[-1]}", kind, randbits(32), ruleset=record.ruleset)
    assert player is not None, "a level is a program"
    try:
        return await drive_turn(player, Turn.of(replay.game.timeline, color), Budget())
    finally:
        await player.close()


def hint_words(view: View, answer: Action) -> Said:
    """The answer in words."""
    if isinstance(answer, Place):
        return Said("sitting.hint.point", {"point": view.spec.name(answer.point)})
    return Said("sitting.hint.pass")
