"""Actions as `moves` of a state lists them, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from tengen.core import Action, Agree, Choose, MarkDead, Pass, Place, Point, Resign, Resume, UnmarkDead
from tengen.protocol.base import MOST_POINTS, NAMES, XY, ColorName, Coordinate, Message, color_of, xys

_OTHERS: Final[dict[str, type[Resign | Agree | Resume]]] = {"resign": Resign, "agree": Agree, "resume": Resume}


class StoneMove(Message):
    """A stone was placed."""

    player: ColorName
    x: Coordinate
    y: Coordinate


class PassMove(Message):
    """The turn was left to the other side."""

    player: ColorName
    pass_: Literal[True] = Field(alias="pass")


class ChoiceMove(Message):
    """A question of the opening was answered."""

    player: ColorName
    action: Literal["choose"]
    choice: Annotated[str, Field(min_length=1, max_length=40)]


class MarkMove(Message):
    """Stones were called dead, or alive again."""

    player: ColorName
    action: Literal["mark_dead", "unmark_dead"]
    points: Annotated[list[XY], Field(min_length=1, max_length=MOST_POINTS, fail_fast=True)]


class OtherMove(Message):
    """An action that has nothing more to say."""

    player: ColorName
    action: Literal["resign", "agree", "resume"]


AnyMove: TypeAlias = StoneMove | PassMove | ChoiceMove | MarkMove | OtherMove
"""An action as `moves` lists it."""

_ACTIONS: Final = {
    "choose": "a choice",
    "mark_dead": "a marking",
    "unmark_dead": "a marking",
    **dict.fromkeys(_OTHERS, "another"),
}
"""Tags that are no names of fields: pydantic tells the place of a mistake with both in it."""


def _form(given: object) -> str | None:
    """Which move is meant, by what is there: then only its own fields are found wrong."""
    if not isinstance(given, dict):
        return None
    if "action" in given:
        action = given["action"]
        return _ACTIONS.get(action) if isinstance(action, str) else None
    if "pass" in given:
        return "a pass"
    return "a stone" if given.keys() & {"x", "y"} else None


MoveToLoad: TypeAlias = Annotated[
    Annotated[StoneMove, Tag("a stone")]
    | Annotated[PassMove, Tag("a pass")]
    | Annotated[ChoiceMove, Tag("a choice")]
    | Annotated[MarkMove, Tag("a marking")]
    | Annotated[OtherMove, Tag("another")],
    Discriminator(_form, custom_error_type="move_form", custom_error_message="no move"),
]
"""`AnyMove` as it comes in."""


@lru_cache(maxsize=2 * MOST_POINTS)
def _stone(player: ColorName, x: int, y: int) -> StoneMove:
    """A stone, made once: it never changes, and every answer lists the whole game."""
    return StoneMove.model_construct(player=player, x=x, y=y)


def move_out(action: Action) -> AnyMove:
    """An action as `moves` lists it."""
    player = NAMES[action.player]
    match action:
        case Place(point=point):
            return _stone(player, point.x, point.y)
        case Pass():
            return PassMove.model_construct(player=player, pass_=True)
        case Choose(choice=choice):
            return ChoiceMove(player=player, action="choose", choice=choice)
        case MarkDead(points=points):
            return MarkMove(player=player, action="mark_dead", points=xys(points))
        case UnmarkDead(points=points):
            return MarkMove(player=player, action="unmark_dead", points=xys(points))
        case Resign():
            return OtherMove(player=player, action="resign")
        case Agree():
            return OtherMove(player=player, action="agree")
        case Resume():
            return OtherMove(player=player, action="resume")


def action_of(move: AnyMove) -> Action:
    """The action that a listed move stands for."""
    player = color_of(move.player)
    match move:
        case StoneMove():
            return Place(player, Point(move.x, move.y))
        case PassMove():
            return Pass(player)
        case ChoiceMove():
            return Choose(player, move.choice)
        case MarkMove():
            points = tuple(Point(point.x, point.y) for point in move.points)
            return MarkDead(player, points) if move.action == "mark_dead" else UnmarkDead(player, points)
        case OtherMove():
            return _OTHERS[move.action](player)
