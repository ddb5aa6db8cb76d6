"""From a body of `/load` to a record: saves of any format, and bare states. Every record has been played through."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from tengen.core import (
    Board,
    Color,
    ErrorCode,
    GameError,
    Prisoners,
    Record,
    Ruleset,
    Setup,
    create_rules,
)
from tengen.formats import UNHURRIED, ReadLimits, find_format
from tengen.protocol.base import color_of
from tengen.protocol.bodies import LoadStateIn, SavedGameIn, StateIn
from tengen.protocol.moves import action_of
from tengen.protocol.opening import read_any

_MOST_PRISONERS: Final = 10_000


def record_of(body: SavedGameIn | LoadStateIn, limits: ReadLimits = UNHURRIED) -> Record:
    """The game that the body holds. Raises BAD_RECORD with the first mistake, BAD_RULES, NO_SUCH_KIND or TOO_LARGE."""
    if isinstance(body, LoadStateIn):
        return _from_state(body, limits)
    record = _from_save(body, limits)
    limits.check_actions(record.ruleset, len(record.latest_stretch()[1]))
    return record


def _from_save(body: SavedGameIn, limits: ReadLimits) -> Record:
    """The first game of the file."""
    if body.node is not None:  # then it is not the whole line that is played on
        limits = replace(limits, actions=None)
    if isinstance(body.save, dict):
        data = json.dumps(body.save, ensure_ascii=False, separators=(",", ":")).encode()
        reading = find_format(".json", data).read(data, limits=limits)
    else:
        reading = read_any(body.save.encode(), limits=limits)
    if not reading.records:
        raise GameError(ErrorCode.BAD_RECORD, "format.no_games")
    record = reading.records[0]
    return record if body.node is None else record.only_line_to(body.node)


def _from_state(body: LoadStateIn, limits: ReadLimits) -> Record:
    config, state = body.config, body.state
    rules = config.rules_input(state.rules)
    if config.komi is None and state.komi is not None and config.rules is None and isinstance(rules, dict):
        rules = {**rules, "komi": state.komi}
    ruleset = create_rules(config.game_type, config.board_size or len(state.grid) or None, rules)
    board = _board(state, ruleset)
    if not state.moves:
        return Record(ruleset, _setup(state, board, ruleset))
    limits.check_actions(ruleset, len(state.moves))
    record = Record(ruleset).with_line(action_of(move) for move in state.moves)
    reached = record.replay().game.state
    if reached.position.board != board:
        raise GameError(ErrorCode.BAD_RECORD, "record.board_differs")
    return record


def _board(state: StateIn, ruleset: Ruleset) -> Board:
    size = ruleset.size
    if len(state.grid) != size or any(len(row) != size for row in state.grid):
        raise GameError(ErrorCode.BAD_RECORD, "record.setup_size", size=size)
    cells = bytes(int(color_of(cell)) if cell else 0 for row in state.grid for cell in row)
    return Board(size, size, cells)


def _setup(state: StateIn, board: Board, ruleset: Ruleset) -> Setup | None:
    """The position to begin from; nothing where the game begins like this anyway."""
    to_move: Color = color_of(state.current_player)
    taken = (state.prisoners.BLACK, state.prisoners.WHITE)
    if not all(0 <= count <= _MOST_PRISONERS for count in taken):
        raise GameError(ErrorCode.BAD_BODY, "body.prisoners", most=_MOST_PRISONERS)
    start = ruleset.initial().position
    if (start.board, start.to_move, tuple(start.prisoners)) == (board, to_move, taken):
        return None
    return Setup(board, to_move, Prisoners(*taken))
