"""From what a message asks to the command a match understands. Refuses what does not fit together with BAD_BODY."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tengen.core import (
    Action,
    Agree,
    Choose,
    Color,
    ErrorCode,
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
)
from tengen.match import Decline, Request, RequestKind, Unpause

Asked = Action | Request | Decline | Unpause
"""What a seat can ask of a match."""

_SIMPLE: Final[dict[str, Callable[[Color], Asked]]] = {
    "pass": Pass,
    "resign": Resign,
    "agree": Agree,
    "resume": Resume,
    "unpause": Unpause,
}
_MARKING: Final[dict[str, Callable[[Color, tuple[Point, ...]], Asked]]] = {
    "mark_dead": MarkDead,
    "unmark_dead": UnmarkDead,
}
_REQUESTS: Final = {str(kind): kind for kind in RequestKind}

MESSAGE_TYPES: Final = frozenset({"place", "choose", "decline", *_SIMPLE, *_MARKING, *_REQUESTS})
"""The types that `command_of` knows."""


def command_of(
    player: Color, type_: str, points: Sequence[Point] = (), choice: str | None = None, next_id: str = ""
) -> Asked:
    """The command of this type. Raises BAD_BODY when its points or its choice are missing or too many."""
    if type_ in _SIMPLE:
        _check(not points and choice is None)
        return _SIMPLE[type_](player)
    if type_ == "place":
        _check(len(points) == 1 and choice is None)
        return Place(player, points[0])
    if type_ in _MARKING:
        _check(bool(points) and choice is None)
        return _MARKING[type_](player, tuple(points))
    if type_ == "choose" and choice is not None:
        _check(not points)
        return Choose(player, choice)
    if type_ == "decline":
        _check(not points and choice in _REQUESTS)
        return Decline(_REQUESTS[choice or ""], player)
    _check(type_ in _REQUESTS and not points and choice is None)
    return Request(_REQUESTS[type_], player, next_id)


def _check(is_well_formed: bool) -> None:
    if not is_well_formed:
        raise GameError(ErrorCode.BAD_BODY)
