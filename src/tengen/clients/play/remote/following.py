"""From a server's frames to changes of the view: the one place that knows which frame needs the whole view again.

Unnumbered frames are put on the view as they are. After an event the view is asked for once more, as only the server
knows the rules; several events that one answer covers cost one call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec

from tengen.clients.play.errors import shown
from tengen.clients.play.remote.rest import Rest
from tengen.clients.play.remote.view import has_words, name_of, view_of_answer
from tengen.clients.play.view import Change, NoticeKind, PresenceView, ProgramNotice, View, ViewEvent
from tengen.core import (
    LANGUAGES,
    Action,
    Agree,
    Changes,
    Choose,
    Color,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
    text,
)
from tengen.core.errors import Value
from tengen.match import RequestKind
from tengen.protocol import NAMES, ColorName, EventFrame
from tengen.protocol import View as Answer
from tengen.protocol.frames import PresenceFrame, ThinkingFrame

_PRESENCES: Final = ("here", "away", "gone")
_BY_NAME: Final = {name: color for color, name in NAMES.items()}
_WITHOUT_MORE: Final[dict[str, Callable[[Color], Action]]] = {
    "pass": Pass,
    "resign": Resign,
    "agree": Agree,
    "resume": Resume,
}
_MARKS: Final[dict[str, Callable[[Color, tuple[Point, ...]], Action]]] = {
    "mark_dead": MarkDead,
    "unmark_dead": UnmarkDead,
}


class _Why(msgspec.Struct):
    key: str
    values: dict[str, str | int | float] = {}


class _Substitute(msgspec.Struct):
    player: ColorName
    by: str
    why: _Why | None = None


_events: Final = msgspec.json.Decoder(EventFrame)
_thinking: Final = msgspec.json.Decoder(ThinkingFrame)
_substitutes: Final = msgspec.json.Decoder(_Substitute)
_presences: Final = msgspec.json.Decoder(PresenceFrame)


class Following:
    """The view of one match, kept up to date by frames. Raises ServerTrouble where the server makes no sense."""

    def __init__(self, rest: Rest, path: str, view: View, now: Callable[[], int]) -> None:
        """`path` is where the view is asked for."""
        self._rest, self._path, self._now = rest, path, now
        self.view = view

    async def refresh(self) -> Change:
        """Ask for the whole view."""
        await self._ask_view()
        return Change(self.view)

    async def follow(self, type_: str, number: int | None, data: bytes) -> Change | None:
        """What a frame changes; None for one that is not known here. Raises msgspec.DecodeError for a broken one."""
        if number is not None:
            return await self._event(type_, number, data)
        match type_:
            case "thinking":
                thinking = _thinking.decode(data)
                return self._noticed(NoticeKind.THINKING, thinking.player, queue=thinking.queue)
            case "stand_in":
                substitute = _substitutes.decode(data)
                return self._noticed(
                    NoticeKind.SUBSTITUTE, substitute.player, by=name_of(substitute.by), why=_told(substitute.why)
                )
            case "presence":
                return self._present(_presences.decode(data))
            case "proposal":
                return await self.refresh()
        return None

    async def _event(self, type_: str, number: int, data: bytes) -> Change:
        if type_ == "reset":
            return await self.refresh()
        event = _event_of(_events.decode(data), self.view)
        if self.view.number < number:
            await self._ask_view()
        return Change(self.view, (event,))

    async def _ask_view(self) -> None:
        answer = await self._rest.get_as(self._path, Answer)
        self.view = replace(view_of_answer(answer, self._now(), self.view), connection=self.view.connection)

    def _noticed(
        self, kind: NoticeKind, player: ColorName, *, queue: int = 0, by: str = "", why: dict[str, str] | None = None
    ) -> Change:
        color = _BY_NAME[player]
        notice = ProgramNotice(kind, color, self.view.seats[color].name, queue, by, why or {})
        others = tuple(known for known in self.view.notices if known.player is not color)
        self.view = replace(self.view, notices=(*others, notice))
        return Change(self.view, (), (notice,))

    def _present(self, frame: PresenceFrame) -> Change:
        where = PresenceView(str(frame.presence), frame.claim_ms, frame.ends_ms, self._now())
        self.view = replace(self.view, presence={**self.view.presence, _BY_NAME[frame.player]: where})
        return Change(self.view)


def _event_of(frame: EventFrame, before: View) -> ViewEvent:
    """The event of a frame; `before` knows who had the colour that it is about."""
    player = _BY_NAME[frame.player] if isinstance(frame.player, str) else None
    name = before.seats[player].name if player is not None else ""
    if isinstance(frame.name, str):
        name = name_of(frame.name)
    request = frame.kind if isinstance(frame.kind, str) and frame.kind in set(RequestKind) else ""
    action = None if frame.type != "moved" or player is None else _action(frame, player, before)
    return ViewEvent(frame.n, shown(frame.type)[:20], player, name, action, request, _changes(frame, player, before))


def _action(frame: EventFrame, player: Color, before: View) -> Action | None:
    """What was done; None for what cannot be of this game."""
    if isinstance(frame.x, int) and isinstance(frame.y, int):
        point = Point(frame.x, frame.y)
        return Place(player, point) if point in before.board else None
    kind = frame.action if isinstance(frame.action, str) else ""
    if kind in _WITHOUT_MORE:
        return _WITHOUT_MORE[kind](player)
    if kind in _MARKS and isinstance(frame.points, list):
        return _MARKS[kind](player, tuple(Point(x, y) for x, y in frame.points))
    if kind == "choose" and isinstance(frame.choice, str) and has_words(f"{before.kind}.choice.{frame.choice}"):
        return Choose(player, frame.choice)
    return None


def _changes(frame: EventFrame, player: Color | None, before: View) -> Changes:
    """The stones that an event moved; those that are on no board are left out."""
    placed: tuple[tuple[Point, Color], ...] = ()
    if isinstance(frame.placed, list):
        placed = tuple((Point(x, y), _BY_NAME[color]) for x, y, color in frame.placed)
    elif isinstance(frame.x, int) and isinstance(frame.y, int) and player is not None:
        placed = ((Point(frame.x, frame.y), player),)
    board = before.board
    return Changes(
        tuple((point, color) for point, color in placed if point in board),
        tuple(point for x, y in (frame.removed or ()) if (point := Point(x, y)) in board),
        tuple(point for x, y in (frame.flipped or ()) if (point := Point(x, y)) in board),
    )


def _told(why: _Why | None) -> dict[str, str]:
    """A reason in every language, where all of them have words for it."""
    if why is None:
        return {}
    values: dict[str, Value] = {
        name: shown(value) if isinstance(value, str) else value for name, value in why.values.items()
    }
    return {language: text(language, why.key, **values) for language in LANGUAGES} if has_words(why.key, values) else {}
