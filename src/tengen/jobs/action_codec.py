"""Actions as JSON: one codec for jobs, for the log of a match and for arenas. Knows nothing of events."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from tengen.core import (
    ACTION_NAMES,
    Action,
    Agree,
    Choose,
    Color,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
)

PLACE: Final = ACTION_NAMES[Place]
"""What is done where nothing else is said."""

Pair: TypeAlias = tuple[int, int]
"""A point as column and row."""

_CHOOSE: Final = ACTION_NAMES[Choose]
_BARE: Final = {ACTION_NAMES[action]: action for action in (Pass, Resign, Agree, Resume)}
_POINTED: Final = {ACTION_NAMES[action]: action for action in (MarkDead, UnmarkDead)}


class EncodedAction(msgspec.Struct, omit_defaults=True):
    """An action by itself. A stone on a point is the rule, and says no more than the point."""

    by: Color
    x: int = 0
    y: int = 0
    act: str = PLACE
    choice: str = ""
    points: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, action: Action) -> EncodedAction:
        """The encoded form of an action."""
        return cls(**action_parts(action))

    def action(self) -> Action:
        """The action that is encoded. Raises ValueError for an action that there is not."""
        if self.act == PLACE:
            return Place(self.by, Point(self.x, self.y))
        if self.act in _BARE:
            return _BARE[self.act](self.by)
        if self.act in _POINTED:
            return _POINTED[self.act](self.by, points_of(self.points))
        if self.act == _CHOOSE:
            return Choose(self.by, self.choice)
        raise ValueError(f"no action is called {self.act!r}")


def action_parts(action: Action) -> dict[str, Any]:
    """The fields of an action by their keys; what is as usual is left out."""
    match action:
        case Place(player=player, point=point):
            return {"by": player, "x": point.x, "y": point.y}
        case Choose(player=player, choice=choice):
            return {"by": player, "act": _CHOOSE, "choice": choice}
        case MarkDead() | UnmarkDead():
            return {"by": action.player, "act": ACTION_NAMES[type(action)], "points": action.points}
        case _:
            return {"by": action.player, "act": ACTION_NAMES[type(action)]}


def points_of(pairs: tuple[Pair, ...]) -> tuple[Point, ...]:
    """The points that these pairs stand for."""
    return tuple(Point(x, y) for x, y in pairs)
