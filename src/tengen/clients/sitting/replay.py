"""Stepping through a game that is played or was played, at half a second a move. Reads no clock and draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tengen.clients.play import View
from tengen.clients.records.main_line import ReplayPosition, positions_of
from tengen.clients.sitting.table_words import move_text
from tengen.clients.sitting.walk import Walk
from tengen.core import Agree, MarkDead, Record, Ruleset, UnmarkDead, text
from tengen.match import counted, turn_status

_SETTLING: Final = (MarkDead, UnmarkDead, Agree)


class Playback(Walk):
    """A walk along the moves of a game, from its beginning; `view` is what to draw. The game itself goes on beside it.

    How dead stones were settled is left out: the last position has them all.
    """

    def __init__(self, view: View, record: Record, now: int) -> None:
        """Begin at the first position, playing. `record` is that of the game which `view` shows. Raises BadRecord."""
        self._end = view
        self._ruleset = record.ruleset
        positions = positions_of(record)
        *before, last = positions
        super().__init__([*(at for at in before if not isinstance(at.node.action, _SETTLING)), last])
        self.play(now)

    @property
    def view(self) -> View:
        """The position that is shown; nothing can be played there."""
        shown = _untouchable(self._end)
        if self._at == self.last:
            return shown
        return at_position(shown, self._ruleset, self._positions[: self._at + 1])

    def caption(self, language: str) -> str:
        """Which position it is, and the move that led there."""
        place = text(language, "game.looking", at=self._at, count=self.last)
        action = self._positions[self._at].node.action
        return place if action is None else f"{place} · {move_text(self._end, action, language)}"


def at_position(view: View, rules: Ruleset, positions: Sequence[ReplayPosition]) -> View:
    """The view at the last of these positions, which lead there from the beginning; the game is not over there."""
    position = positions[-1]
    state = position.state
    before = positions[-2].state if len(positions) > 1 else None
    return replace(
        view,
        board=state.position.board,
        phase=state.phase,
        next_stone=state.position.to_move,
        dead=state.dead,
        score=counted(rules, state, None),
        territory=None,
        won=tuple(map(tuple, rules.winning_rows(state))),
        prisoners=state.position.prisoners if rules.FEATURES.prisoners else None,
        moves=tuple(action for one in positions if (action := one.node.action) is not None),
        last_move=position.last,
        status=turn_status(rules, state, before),
        result=None,
    )


def _untouchable(view: View) -> View:
    """The same position for somebody who can do nothing there."""
    return replace(
        view,
        actors=(),
        agreed=frozenset(),
        yours=(),
        legal=(),
        can_pass=False,
        forbidden=(),
        choices=(),
        proposal=None,
        offers=(),
        can_ask=(),
        guidance=None,
        clock=None,
        is_paused=False,
        notices=(),
    )
