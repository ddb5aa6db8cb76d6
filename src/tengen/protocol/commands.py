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
from tengen.match import Claim, Decline, Request, RequestKind, Unpause

Asked = Action | Request | Decline | Unpause | Claim
"""What a seat can ask of a match."""

_SIMPLE: Final[dict[str, Callable[[Color], Asked]]] = {
    "pass": Pass,
    "resign": Resign,
    "agree": Agree,
    "resume": Resume,
    "unpause": Unpause,
    "claim": Claim,
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
    if type_ not in MESSAGE_TYPES:
        raise GameError(ErrorCode.BAD_BODY)
    if type_ == "place":
        _check(len(points) == 1 and choice is None, "body.one_point", type_)
        return Place(player, points[0])
    if type_ in _MARKING:
        _check(bool(points) and choice is None, "body.some_points", type_)
        return _MARKING[type_](player, tuple(points))
    if type_ == "choose":
        _check(not points and choice is not None, "body.choice", type_)
        return Choose(player, choice or "")
    if type_ == "decline":
        _check(not points and choice in _REQUESTS, "body.declined", type_, kinds=", ".join(_REQUESTS))
        return Decline(_REQUESTS[choice or ""], player)
    _check(not points and choice is None, "body.no_points", type_)
    return _SIMPLE[type_](player) if type_ in _SIMPLE else Request(_REQUESTS[type_], player, next_id)


def _check(is_well_formed: bool, otherwise: str, type_: str, **values: str) -> None:
    if not is_well_formed:
        raise GameError(ErrorCode.BAD_BODY, otherwise, type=type_, **values)
