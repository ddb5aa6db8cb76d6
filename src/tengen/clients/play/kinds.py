"""What a client must know of a kind of game to show it, asked of its rules alone. No game is named here."""

from __future__ import annotations

from collections.abc import Mapping

from tengen.clients.play.view import View
from tengen.core import COLORS, Color, GameKind, GameState, Point, Ruleset, find_kind
from tengen.match import Status


def kind_of(view: View) -> GameKind:
    """The kind of game that a view shows."""
    return find_kind(view.kind)


def tally(view: View) -> Status | None:
    """Both sides' points, or their prisoners while there are no points yet; None in a game without either."""
    if view.score is not None:
        return Status("status.score", {"black": f"{view.score.black:g}", "white": f"{view.score.white:g}"})
    if view.prisoners is None:
        return None
    return Status("status.prisoners", {"black": view.prisoners.black, "white": view.prisoners.white})


def territory_of(ruleset: Ruleset, state: GameState) -> Mapping[Color, tuple[Point, ...]] | None:
    """The empty points of each side as the board is now; None in games without territory."""
    territory = ruleset.territory(state)
    return None if territory is None else {color: tuple(territory[color]) for color in COLORS}
