"""The main line of a record, position by position, and what happened at each in words. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tengen.clients.console.symbols import Symbols
from tengen.core import (
    COLORS,
    Agree,
    BadRecord,
    Choose,
    GameState,
    MarkDead,
    Node,
    Pass,
    Place,
    Point,
    Record,
    Resign,
    Resume,
    Ruleset,
    UnmarkDead,
    text,
)
from tengen.core.printing import printable
from tengen.match import outcome_status

MOST_MOMENTS: Final = 20_000
"""A longer main line is followed so far."""

_MOST_POINTS: Final = 12


def main_line(record: Record, moves: int | None = None) -> Record:
    """The record without its variations, and without what comes after a number of moves, passes included.

    Where moves are left out, so is the result that they led to.
    """
    nodes: list[Node] = []
    for index in record.line()[:MOST_MOMENTS]:
        node = record.nodes[index]
        if isinstance(node.action, Place | Pass) and moves is not None:
            if moves == 0:
                return replace(record, nodes=tuple(nodes), result=None)
            moves -= 1
        nodes.append(replace(node, parent=len(nodes) - 1))
    return replace(record, nodes=tuple(nodes))


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """What a node of the main line shows. `number` counts the moves so far, as players of the game do."""

    state: GameState
    node: Node
    number: int

    @property
    def last(self) -> Point | None:
        """Where the stone was placed that led here."""
        return self.node.action.point if isinstance(self.node.action, Place) else None


def positions_of(record: Record) -> list[ReplayPosition]:
    """Every position of the main line. Raises BadRecord at an illegal action."""
    line = main_line(record)
    positions: list[ReplayPosition] = []
    number = 0
    for node, state in zip(line.nodes, line.states(), strict=True):
        if isinstance(state, BadRecord):
            raise state
        number += record.ruleset.is_numbered(node.action)
        positions.append(ReplayPosition(state, node, number))
    return positions


# --- in words ----------------------------------------------------------------------------------


def game_title(ruleset: Ruleset, language: str) -> str:
    """The game, the size of its board, and its rules where they have a name."""
    name = text(language, f"{ruleset.KIND}.name")
    sized = text(language, "console.sized", game=name, size=ruleset.size)
    preset = ruleset.preset
    return sized if preset is None else f"{sized} · {text(language, f'{ruleset.KIND}.preset.{preset}')}"


def player_names(record: Record, language: str) -> list[str]:
    """Black and White with their ranks; a player without a name is called by the colour."""
    names = []
    for color, player in zip(COLORS, (record.black, record.white), strict=True):
        name = " ".join(printable(f"{player.name} {player.rank}").split())
        names.append(name or text(language, f"color.{color.word}"))
    return names


def result_line(record: Record, state: GameState, language: str) -> str:
    """How the game ended as the record declares it, or else by the rules; empty while it is not known."""
    outcome = record.result or state.outcome
    if outcome is None:
        return ""
    status = outcome_status(outcome)
    return text(language, f"{record.ruleset.KIND}.{status.key}", **status.values)


def deed(position: ReplayPosition, ruleset: Ruleset, language: str, symbols: Symbols) -> str:
    """What led to this position."""
    action = position.node.action
    if action is None:
        return text(language, "replay.set_up") if position.node.setup else ""
    spec = ruleset.board_spec()
    symbol = symbols.stone(action.player)
    match action:
        case Place(point=point):
            stone = position.state.position.board[point]
            return f"{symbols.stone(stone or action.player)} {spec.name(point)}"
        case MarkDead(points=points) | UnmarkDead(points=points):
            names = " ".join(spec.name(point) for point in points[:_MOST_POINTS])
            more = " …" if len(points) > _MOST_POINTS else ""
            return text(language, f"replay.{_DEEDS[type(action)]}", symbol=symbol, points=names + more)
        case Choose(choice=choice):
            words = text(language, f"{ruleset.KIND}.choice.{choice}")
            return text(language, "replay.choose", symbol=symbol, choice=words)
        case _:
            return text(language, f"replay.{_DEEDS[type(action)]}", symbol=symbol)


_DEEDS: Final[dict[type, str]] = {
    Pass: "pass",
    Resign: "resign",
    MarkDead: "mark_dead",
    UnmarkDead: "unmark_dead",
    Agree: "agree",
    Resume: "resume",
}
