"""The one place where a program at a seat of this process is asked for its move. Carries nothing out."""

from __future__ import annotations

from tengen.core import Action, Color
from tengen.match import Match
from tengen.players import Budget, Player, StopToken, Turn


async def ask_player(player: Player, match: Match, color: Color) -> Action:
    """What the player chooses for this colour, without blocking the event loop. Cancelled, it stops thinking.

    Raises EngineFault for an engine that fails, and whatever else a player may raise.
    """
    return await player.choose(Turn.of(match.timeline, color), Budget(clock=match.clock), StopToken())
