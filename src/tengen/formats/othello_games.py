"""Othello games as files tell them: move by move, with or without the passes that the rules force."""

from __future__ import annotations

import re
from dataclasses import replace

from tengen.core import (
    BLACK,
    Action,
    Board,
    Color,
    GameError,
    Move,
    Node,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Ruleset,
    Setup,
    create_rules,
)
from tengen.formats.notices import InGame, not_held

KIND = "othello"
POINT = re.compile(r"([A-Za-z])([0-9]{1,2})")


def point_of(name: str) -> Point | None:
    """The point of this name, on the board or beside it, or None when the text is no point."""
    match = POINT.fullmatch(name)
    return Point(ord(match[1].lower()) - ord("a"), int(match[2]) - 1) if match else None


def name_of(point: Point) -> str:
    """The point's name in small letters, such as `f5`."""
    return f"{chr(ord('a') + point.x)}{point.y + 1}"


def usual_start(size: int) -> Setup:
    """The beginning of an ordinary game."""
    return Setup(Board.centre_four(size), BLACK)


class GameBuilder:
    """Builds a record move by move while a file is read; the rules check each move."""

    def __init__(self, ruleset: Ruleset, setup: Setup | None = None) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.state = ruleset.initial(setup)
        self.nodes = [Node()]

    def copy(self) -> GameBuilder:
        """The same game, to be played on differently."""
        other = GameBuilder.__new__(GameBuilder)
        other.ruleset, other.setup, other.state, other.nodes = self.ruleset, self.setup, self.state, list(self.nodes)
        return other

    def play(self, move: Move, player: Color | None = None, node: Node = Node()) -> None:  # noqa: B008
        """Make a move, for the side to move where no player is named; `node` has what else was told of it.

        A pass that was forced and not written is put in before. Raises what the rules raise, and then nothing
        has changed.
        """
        rules, state = self.ruleset, self.state
        added: list[Node] = []
        skipped = move is not None and player is not state.position.to_move and rules.can_pass(state)
        if skipped:
            forced = Pass(state.position.to_move)
            state = rules.apply(state, forced)
            added.append(Node(len(self.nodes) - 1, forced))
        mover = state.position.to_move if player is None else player
        action: Action = Pass(mover) if move is None else Place(mover, move)
        state = rules.apply(state, action)
        added.append(replace(node, parent=len(self.nodes) + len(added) - 1, action=action))
        self.state = state
        self.nodes += added

    def outcome_with_empties(self) -> Outcome | None:
        """The outcome if the cells that nobody could fill went to the winner."""
        return self._outcome(True)

    def outcome_without_empties(self) -> Outcome | None:
        """The outcome if only discs count."""
        return self._outcome(False)

    def _outcome(self, empties_to_winner: bool) -> Outcome | None:
        rules = create_rules(KIND, self.ruleset.size, {"empties_to_winner": empties_to_winner})
        position = self.state.position
        return rules.initial(Setup(position.board, position.to_move)).outcome


def agree(declared: Outcome, computed: Outcome | None) -> bool:
    """Whether both tell of the same win or draw by points."""
    if computed is None or declared.reason is not Reason.SCORE:
        return False
    return (declared.winner, declared.margin) == (computed.winner, computed.margin)


def differ(declared: Outcome, computed: Outcome | None) -> bool:
    """Whether a declared result is not what the rules give for a finished game."""
    return computed is not None and not agree(declared, computed)


def checked(record: Record, game: int, format_name: str) -> Outcome | None:
    """How a record to be written ends: as it declares, or else by the rules.

    Raises GameError when it is no Othello game, or no legal one, or has another position in its middle.
    """
    if record.ruleset.KIND != KIND:
        raise InGame(game, not_held("format.wrong_game", format_name, game=record.ruleset.KIND))
    if any(record.nodes[index].setup for index in record.line()):
        raise InGame(game, not_held("format.middle_setup", format_name))
    try:
        computed = record.replay().game.state.outcome
    except GameError as reason:
        raise InGame(game, reason) from reason
    return record.result or computed


def moves_of(record: Record) -> list[tuple[Node, Place | Pass]]:
    """The nodes of the main line with a move; a resignation is no move."""
    nodes = (record.nodes[index] for index in record.line())
    return [(node, node.action) for node in nodes if isinstance(node.action, Place | Pass)]


def replayed(record: Record) -> GameBuilder:
    """The moves of a checked record played through."""
    line = GameBuilder(record.ruleset, record.setup)
    for node, action in moves_of(record):
        line.play(action.point if isinstance(action, Place) else None, action.player, node)
    return line
