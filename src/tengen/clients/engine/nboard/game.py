"""The game that an NBoard session speaks of: told in GGF and move by move, with the times that were used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tengen.core import (
    COLORS,
    Clock,
    Color,
    Move,
    Pass,
    Ruleset,
    SideTime,
    TimeControl,
    Timeline,
    from_move,
)
from tengen.formats import find_format
from tengen.players import Budget, Turn
from tengen.players.builtin import legal_moves

_GGF: Final = ".ggf"
_PASSES: Final = ("PA", "PASS")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,6})?")


class NboardGame:
    """A game and both sides' time. Every method that raises GameError leaves everything as it was."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._timeline = Timeline.begin(ruleset)
        self._control: TimeControl | None = None
        self._spent_ms: dict[Color, int] = dict.fromkeys(COLORS, 0)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self._timeline.ruleset

    def load(self, text: str) -> None:
        """Another game, in GGF. Raises GameError for one that cannot be read."""
        record = find_format(_GGF).read(text.encode("utf-8", "replace")).records[0]
        timeline = record.replay().game.timeline
        spent = dict.fromkeys(COLORS, 0)
        for index in record.line():
            node = record.nodes[index]
            if node.action is not None:
                spent[node.action.player] += node.ms or 0
        self._timeline, self._control, self._spent_ms = timeline, record.control, spent

    def play(self, word: str, notes: str = "") -> None:
        """A move, with `value/seconds` behind it where that is known. A pass that was left out is made."""
        timeline = self._timeline
        move = self._read(word.strip())
        if move is not None and self.moves() == [None]:
            timeline = timeline.act(Pass(timeline.state.position.to_move))
        player = timeline.state.position.to_move
        self._timeline = timeline.act(from_move(player, move))
        seconds = notes.rpartition("/")[2].strip()
        if _SECONDS.fullmatch(seconds) and "/" in notes:
            self._spent_ms[player] += round(1000 * float(seconds))

    def moves(self) -> list[Move]:
        """Everything that may be played now."""
        return legal_moves(self.ruleset, self._timeline.state)

    def turn(self) -> Turn:
        """The moment that the game has come to, also its end."""
        return Turn.of(self._timeline)

    def moments(self) -> Iterator[tuple[int, Turn]]:
        """Every moment of the game with the number of moves before it, the last one first."""
        for count in range(self._timeline.cursor, -1, -1):
            yield count, Turn.of(replace(self._timeline, cursor=count))

    def budget(self) -> Budget:
        """What the next move may cost: no more than a share of what the game's clock has left."""
        control = self._control
        if control is None:
            return Budget()
        clock = Clock.of(control)
        moved = {color: sum(action.player is color for action in self._timeline.actions) for color in COLORS}
        black, white = (self._left(clock.black, color, control, moved[color]) for color in COLORS)
        return Budget(clock=replace(clock, black=black, white=white))

    def _left(self, side: SideTime, color: Color, control: TimeControl, moved: int) -> SideTime:
        left_ms = side.main_ms + moved * control.increment_ms - self._spent_ms[color]
        return replace(side, main_ms=max(left_ms, 0))

    def word(self, move: Move) -> str:
        """A move as the protocol writes it."""
        return "PA" if move is None else self.ruleset.board_spec().name(move).upper()

    def _read(self, word: str) -> Move:
        if word.upper() in _PASSES:
            return None
        return self.ruleset.board_spec().parse(word)
