"""Commands of a match as a client writes them: the message of a socket, the body of a call. And frames to compare."""

from __future__ import annotations

import json
from typing import Any

from tengen.core import ACTION_NAMES, Choose, MarkDead, Place, UnmarkDead
from tengen.match import Claim, Decline, Request, Unpause
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.matches import SeatCommand
from tengen.protocol import NAMES, write_frame
from tengen.protocol.frames import FACTS, EventFrame


def message_of(command: SeatCommand) -> dict[str, Any]:
    """The message that asks for this, without an id."""
    player = NAMES[command.player]
    match command:
        case Place(point=point):
            return {"type_": "place", "player": player, "x": point.x, "y": point.y}
        case MarkDead(points=points) | UnmarkDead(points=points):
            return {"type_": ACTION_NAMES[type(command)], "player": player, "points": [list(point) for point in points]}
        case Choose(choice=choice):
            return {"type_": "choose", "player": player, "choice": choice}
        case Decline(kind=kind):
            return {"type_": "decline", "player": player, "choice": str(kind)}
        case Request(kind=kind):
            return {"type_": str(kind), "player": player}
        case Unpause():
            return {"type_": "unpause", "player": player}
        case Claim():
            return {"type_": "claim", "player": player}
        case _:
            return {"type_": ACTION_NAMES[type(command)], "player": player}


def rest_body_of(command: SeatCommand) -> dict[str, Any]:
    """The body of the call to `act` that asks for this."""
    message = message_of(command)
    body = {"player": message["player"], "type": message["type_"]}
    if "choice" in message:
        body["choice"] = message["choice"]
    points = [[message["x"], message["y"]]] if "x" in message else message.get("points")
    if points:
        body["points"] = [{"x": x, "y": y} for x, y in points]
    return body


def plain(frame: EventFrame | dict[str, Any]) -> dict[str, Any]:
    """An event without what only some listeners are told: those who hear it as it happens, and so how it stands."""
    fields: dict[str, Any] = json.loads(write_frame(frame)) if isinstance(frame, EventFrame) else frame
    return {name: value for name, value in fields.items() if name not in FACTS}


def seen_by_watchers(frame: dict[str, Any]) -> dict[str, Any]:
    """An event as it is told to those who only watch: they are not told the id that lets people play."""
    return {**frame, "next": watch_id_of(frame["next"])} if "next" in frame else frame


def without_times(state: dict[str, Any]) -> dict[str, Any]:
    """A state without how much time is left, which nobody can say in advance."""
    clock = state["clock"] and {"kind": state["clock"]["kind"], "running": state["clock"]["running"]}
    return {**state, "clock": clock, "beginMs": None}
