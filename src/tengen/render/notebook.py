"""Boards in notebooks: games, states, positions and records show themselves, and `show` draws one as you like it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from tengen.core import (
    BoardSpec,
    Game,
    GameError,
    GameState,
    Place,
    Position,
    Record,
    kinds,
    lined_board,
)
from tengen.core.boardspec import LETTERS
from tengen.render.frames import scene_of
from tengen.render.scene import PictureOptions, draw
from tengen.render.shapes import Scene
from tengen.render.svg import render_svg

Shown: TypeAlias = Game | GameState | Position | Record
"""What has a board to show."""

_WIDTH_PX = 420


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that notebooks display by themselves."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def paint(shown: Shown) -> str:
    """The same as SVG: how games, states, positions and records show themselves (entry point `tengen.painters`)."""
    return show(shown).svg


def show(shown: Shown, options: PictureOptions | None = None, width_px: int = _WIDTH_PX) -> Picture:
    """The board of a game, a state, a position or the end of a record, as a picture for a notebook."""
    return Picture(render_svg(_scene(shown, options or PictureOptions()), width_px))


def _scene(shown: Shown, options: PictureOptions) -> Scene:
    match shown:
        case Record():
            return scene_of(shown, len(shown.nodes), options)
        case Game():
            action = shown.timeline.last_action
            if isinstance(action, Place) and options.last is None:
                options = replace(options, last=action.point)
            return draw(shown.state, shown.ruleset.board_spec(), options)
        case GameState():
            return draw(shown, _spec_of(shown.position), options)
        case Position():
            return draw(shown, _spec_of(shown), options)


def _spec_of(position: Position) -> BoardSpec:
    """The board of the game that this position comes from; plain lines for a board no game of ours is played on.

    A position does not name its game, but its class lives in the game's folder.
    """
    board = position.board
    for kind in kinds():
        if type(position).__module__.startswith(f"{kind.package}."):
            try:
                spec = kind.rules.parse(board.columns).board_spec()
            except GameError:
                break
            if (spec.columns, spec.rows) == (board.columns, board.rows):
                return spec
    plain = lined_board(max(board.columns, board.rows), letters=LETTERS, stars=())
    return replace(
        plain,
        columns=board.columns,
        rows=board.rows,
        column_labels=tuple(str(number) for number in range(1, board.columns + 1)),
        row_labels=tuple(str(number) for number in range(board.rows, 0, -1)),
    )
