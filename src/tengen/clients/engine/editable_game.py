"""A game as somebody else puts it together: stones of one colour in a row, back again, other rules in between.

The rules of our games are stricter than those who show them: here a side may be given the turn, a game goes on
after it had stopped, and what comes first can be set up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from tengen.core import (
    AGREE,
    OPENING,
    Color,
    ErrorCode,
    GameError,
    Move,
    OptionValue,
    Participant,
    Pass,
    Place,
    Record,
    Resume,
    Ruleset,
    Setup,
    Timeline,
    from_move,
)
from tengen.core.features import DEAD_STONES_OPTION, HANDICAP_OPTION

_SETTLED: Final[dict[str, OptionValue]] = {DEAD_STONES_OPTION: "agree"}
"""The engine says which stones are dead when it is asked."""
NO_HANDICAP: Final[dict[str, OptionValue]] = {HANDICAP_OPTION: 0}
"""Handicap stones come by commands of their own."""


class Ply(NamedTuple):
    """What was played: a stone of a colour, or its pass."""

    color: Color
    move: Move


def for_engines(ruleset: Ruleset) -> Ruleset:
    """These rules as an engine plays by them. Raises BAD_RULES where the players would choose colours."""
    rules = ruleset.with_options(_SETTLED | NO_HANDICAP)
    if rules.without_choices() != rules:
        raise GameError(ErrorCode.BAD_RULES, "engine_out.no_choices")
    return rules


class EditableGame:
    """The game on the table. Every method that raises GameError leaves everything as it was."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._plies: list[Ply] = []
        self._past = [Timeline.begin(ruleset)]

    @property
    def timeline(self) -> Timeline:
        """The game now."""
        return self._past[-1]

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""
        return self.timeline.ruleset

    @property
    def last(self) -> Ply | None:
        """What was played last, if anything was."""
        return self._plies[-1] if self._plies else None

    def begin(self, ruleset: Ruleset, setup: Setup | None = None, stones: Iterable[Place] = ()) -> None:
        """Another game, from a set-up if there is one. `stones` are placed first and cannot be taken back."""
        timeline = Timeline.begin(ruleset, setup)
        for stone in stones:
            timeline = timeline.act(stone)
        self._past, self._plies = [timeline], []

    def play(self, color: Color, move: Move) -> None:
        """A stone or a pass of this side, whoever's turn it was. A pass in a finished game changes nothing."""
        self._past.append(_played(self.timeline, color, move))
        self._plies.append(Ply(color, move))

    def play_all(self, plies: Iterable[Ply]) -> None:
        """All of these or none."""
        before = len(self._plies)
        try:
            for ply in plies:
                self.play(ply.color, ply.move)
        except GameError:
            del self._plies[before:], self._past[before + 1 :]
            raise

    def undo(self, count: int = 1) -> None:
        """Take the last plies back. Raises NOTHING_TO_UNDO when there are fewer."""
        if not 1 <= count <= len(self._plies):
            raise GameError(ErrorCode.NOTHING_TO_UNDO)
        del self._plies[-count:], self._past[-count:]

    def turned_to(self, color: Color) -> Timeline:
        """The game with this side to move. Raises NOT_YOUR_TURN where that cannot be, GAME_OVER where it is over."""
        return _turned(self.timeline, color)

    def change_rules(self, ruleset: Ruleset) -> None:
        """Go on by other rules, as if they had been those from the beginning. Raises what they refuse."""
        first = self._past[0]
        root = Timeline.begin(ruleset, first.setup)
        for action in first.actions:
            root = root.act(action)
        past = [root]
        for ply in self._plies:
            past.append(_played(past[-1], ply.color, ply.move))
        self._past = past

    def load(self, record: Record, moves: int | None = None) -> None:
        """The main line of a record, or its first moves, by its rules as engines play them. Raises BadRecord.

        What stands before the first move, handicap stones included, cannot be taken back.
        """
        game = record.replay().game.timeline
        rules = record.ruleset.with_options(_SETTLED).without_choices()
        root = Timeline.begin(rules, game.setup)
        plies: list[Ply] = []
        for place, step in enumerate(game.steps):
            if isinstance(step.action, Place) and _is_handicap(root):
                root = root.act(step.action)
            elif isinstance(step.action, Place | Pass):
                color = game.state_after(place).position.to_move
                plies.append(Ply(color, step.action.point if isinstance(step.action, Place) else None))
        loaded = EditableGame(rules)
        loaded._past = [root]
        loaded.play_all(plies[:moves])
        self._past, self._plies = loaded._past, loaded._plies

    def record(self, black: Participant, white: Participant, created: str) -> Record:
        """The game written down."""
        return Record.of(self.timeline, black, white, created)


def _played(timeline: Timeline, color: Color, move: Move) -> Timeline:
    if move is None and timeline.state.is_over:
        return timeline
    ready = _turned(timeline, color)
    return ready.act(from_move(ready.ruleset.actors(ready.state)[0], move))


def _turned(timeline: Timeline, color: Color) -> Timeline:
    """The same board with this side to move: the other side passes, and where it may not the board is set up anew.

    A game that had stopped to count goes on. In games that begin with stones of their own the turn is not given
    away, except that a pass which is the only move is made.
    """
    ruleset, state = timeline.ruleset, timeline.state
    if state.phase == AGREE and not state.is_over:
        timeline = timeline.act(Resume(color.other))
        state = timeline.state
    if state.is_over:
        if not _is_free(ruleset):
            raise GameError(ErrorCode.GAME_OVER)
        return _set_up(timeline, color)
    if state.position.to_move is color:
        return timeline
    if ruleset.can_pass(state):
        passed = timeline.act(Pass(ruleset.actors(state)[0]))
        if passed.state.position.to_move is color and not passed.state.is_over and passed.state.phase == state.phase:
            return passed
    if not _is_free(ruleset):
        raise GameError(ErrorCode.NOT_YOUR_TURN)
    return _set_up(timeline, color)


def _is_handicap(timeline: Timeline) -> bool:
    """Whether handicap stones are put down now."""
    return timeline.state.phase == OPENING and timeline.ruleset.FEATURES.handicap


def _is_free(ruleset: Ruleset) -> bool:
    """Whether this is a game in which stones may be put down in any order before it begins."""
    return not any(ruleset.initial().position.board.cells) or ruleset.FEATURES.handicap


def _set_up(timeline: Timeline, color: Color) -> Timeline:
    """The board of a game without its past, and this side to move."""
    position = timeline.state.position
    try:
        return Timeline.begin(timeline.ruleset, Setup(position.board, color, position.prisoners))
    except GameError as error:  # a finished line, say
        raise GameError(ErrorCode.GAME_OVER) from error
