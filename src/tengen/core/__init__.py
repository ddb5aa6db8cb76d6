"""The language of the project: positions, rules, games, records, clocks. Standard library only.

No input or output, no clock, no randomness: time and chance come in as arguments from above.
"""

from tengen.core.actions import (
    ACTION_NAMES,
    Action,
    Agree,
    Choose,
    MarkDead,
    Pass,
    Place,
    Resign,
    Resume,
    UnmarkDead,
    from_move,
)
from tengen.core.board import Board, Changes
from tengen.core.boardspec import BoardSpec, BoardStyle, celled_board, lined_board
from tengen.core.clock import Clock, ClockKind, SideTime, TimeControl
from tengen.core.color import BLACK, COLORS, EMPTY, PASS, WHITE, Color, Move, Point
from tengen.core.diagram import format_board, parse_board
from tengen.core.effect import Effect, Outline
from tengen.core.errors import ErrorCode, GameError
from tengen.core.features import Features
from tengen.core.game import Game
from tengen.core.options import OptionSpec, OptionType, OptionValue
from tengen.core.outcome import SHARED_REASONS, Outcome, Reason, Score
from tengen.core.perft import perft
from tengen.core.position import IllegalMove, Position, Prisoners, Setup
from tengen.core.position_text import parse_position
from tengen.core.programs import program_name, program_named
from tengen.core.record import BadRecord, Mark, Node, Participant, Record, Replay, Seal
from tengen.core.registry import (
    GameKind,
    create_game,
    create_rules,
    find_kind,
    find_reason,
    foreign_packages,
    kinds,
    register,
)
from tengen.core.ruleset import IllegalAction, Ruleset, RulesInput, restricts_placing
from tengen.core.sgf_traits import SgfTraits
from tengen.core.state import AGREE, CHOICE, OPENING, PLAY, GameState, Phase
from tengen.core.steps import Step
from tengen.core.store_errors import Conflict, StoreError, Unavailable
from tengen.core.timeline import Timeline
from tengen.core.words import LANGUAGES, template, text, words

__all__ = [
    "ACTION_NAMES",
    "AGREE",
    "BLACK",
    "CHOICE",
    "COLORS",
    "EMPTY",
    "LANGUAGES",
    "OPENING",
    "PASS",
    "PLAY",
    "SHARED_REASONS",
    "WHITE",
    "Action",
    "Agree",
    "BadRecord",
    "Board",
    "BoardSpec",
    "BoardStyle",
    "Changes",
    "Choose",
    "Clock",
    "ClockKind",
    "Color",
    "Conflict",
    "Effect",
    "ErrorCode",
    "Features",
    "Game",
    "GameError",
    "GameKind",
    "GameState",
    "IllegalAction",
    "IllegalMove",
    "Mark",
    "MarkDead",
    "Move",
    "Node",
    "OptionSpec",
    "OptionType",
    "OptionValue",
    "Outcome",
    "Outline",
    "Participant",
    "Pass",
    "Phase",
    "Place",
    "Point",
    "Position",
    "Prisoners",
    "Reason",
    "Record",
    "Replay",
    "Resign",
    "Resume",
    "RulesInput",
    "Ruleset",
    "Score",
    "Seal",
    "Setup",
    "SgfTraits",
    "SideTime",
    "Step",
    "StoreError",
    "TimeControl",
    "Timeline",
    "Unavailable",
    "UnmarkDead",
    "boardspec",
    "celled_board",
    "create_game",
    "create_rules",
    "errors",
    "features",
    "find_kind",
    "find_reason",
    "foreign_packages",
    "format_board",
    "from_move",
    "kinds",
    "lined_board",
    "options",
    "parse_board",
    "parse_position",
    "perft",
    "printing",
    "program_name",
    "program_named",
    "record",
    "register",
    "restricts_placing",
    "sgf_traits",
    "template",
    "text",
    "words",
]
