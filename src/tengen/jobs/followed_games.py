"""Games that are asked about again and again, each followed from question to question instead of replayed."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from tengen.core import Timeline
from tengen.jobs.question import EncodedGame

MOST_FOLLOWED: Final = 8


class _Followed(NamedTuple):
    game: EncodedGame
    timeline: Timeline


class FollowedGames:
    """The last games by the ids of their matches, a few of them. Only the game of a question decides what it is about.

    A game that was taken back or began anew goes on from what it has in common with the one that is known.
    """

    def __init__(self, most: int = MOST_FOLLOWED) -> None:
        self._most = most
        self._games: OrderedDict[str, _Followed] = OrderedDict()

    def timeline(self, match_id: str, game: EncodedGame) -> Timeline:
        """The game as it stands; remembered unless it has no id. Raises GameError, and ValueError for no action."""
        known = self._games.pop(match_id, None)
        if known is None or not game.begins_like(known.game):
            timeline, shared = game.begun(), 0
        else:
            timeline, shared = known.timeline, game.shared_with(known.game)
            if shared < timeline.cursor:
                timeline = timeline.undo(timeline.cursor - shared)
        for action in game.actions[shared:]:
            timeline = timeline.act(action.action())
        if match_id:
            self._games[match_id] = _Followed(game, timeline)
            if len(self._games) > self._most:
                self._games.popitem(last=False)
        return timeline
