"""From a server's frames to changes of the view: the one place that knows which frame needs the whole view again.

`protocol.frames.follow` says what a frame makes of an answer; the view is made of that answer and checked as a whole,
whether it was asked for or followed. Only a `reset`, and an event that is not known here, ask for it once more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tengen.clients.play.errors import ServerTrouble, Trouble, shown_values
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
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
    text,
)
from tengen.match import RequestKind
from tengen.match.service import Why
from tengen.protocol import NAMES, ColorName
from tengen.protocol import View as Answer
from tengen.protocol.frames import (
    FRAME_TYPES,
    EventFrame,
    JoinedFrame,
    MovedFrame,
    OutgoingFrame,
    PresenceFrame,
    RenamedFrame,
    ResetFrame,
    SubstituteFrame,
    ThinkingFrame,
    follow,
    read_outgoing,
)

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
_BROKEN: Final = (GameError, KeyError, IndexError, TypeError, ValueError, OverflowError)
"""What a frame may lead to that no server of ours sends."""


class Following:
    """The view of one match, kept up to date by frames. Raises ServerTrouble where the server makes no sense."""

    def __init__(self, rest: Rest, path: str, answer: Answer, now: Callable[[], int]) -> None:
        """`answer` is what the server told of the match, and `path` where that is asked for."""
        self._rest, self._path, self._now = rest, path, now
        self._answer = answer
        self.view = view_of_answer(answer, now())

    async def refresh(self) -> Change:
        """Ask for the whole view."""
        self._take(await self._rest.get_as(self._path, Answer))
        return Change(self.view)

    async def follow(self, type_: str, number: int | None, data: bytes) -> Change | None:
        """What a frame changes; None where that is nothing, or it has no number and is not known here."""
        if type_ not in FRAME_TYPES:
            return None if number is None else await self.refresh()
        try:
            frame = read_outgoing(data)
            assert not hasattr(frame, "re"), "answers are sorted out before"
            if isinstance(frame, ResetFrame):
                return await self.refresh()
            return self._followed(frame)
        except _BROKEN:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self._rest.address.url) from None

    def _followed(self, frame: OutgoingFrame) -> Change | None:
        """What a frame that is no `reset` changes; None where it says what is known."""
        match frame:
            case ThinkingFrame():
                return self._noticed(NoticeKind.THINKING, frame.player, queue=frame.queue)
            case SubstituteFrame():
                return self._noticed(
                    NoticeKind.SUBSTITUTE, frame.player, by=name_of(frame.by), why=_told(frame.why or None)
                )
            case PresenceFrame():
                self._answer = follow(self._answer, frame)
                where = PresenceView(str(frame.presence), frame.claim_ms, frame.ends_ms, self._now())
                self.view = replace(self.view, presence={**self.view.presence, _BY_NAME[frame.player]: where})
                return Change(self.view)
        events = (_event_of(frame, self.view),) if isinstance(frame, EventFrame) else ()
        before = self.view
        if not events or events[0].number > before.number:
            self._take(follow(self._answer, frame))
        return Change(self.view, events) if events or self.view != before else None

    def _take(self, answer: Answer) -> None:
        self.view = replace(view_of_answer(answer, self._now(), self.view), connection=self.view.connection)
        self._answer = answer

    def _noticed(
        self, kind: NoticeKind, player: ColorName, *, queue: int = 0, by: str = "", why: dict[str, str] | None = None
    ) -> Change:
        color = _BY_NAME[player]
        notice = ProgramNotice(kind, color, self.view.seats[color].name, queue, by, why or {})
        others = tuple(known for known in self.view.notices if known.player is not color)
        self.view = replace(self.view, notices=(*others, notice))
        return Change(self.view, (), (notice,))


def _event_of(frame: EventFrame, before: View) -> ViewEvent:
    """The event of a frame; `before` knows who had the colour that it is about."""
    name_given: ColorName | None = getattr(frame, "player", None)
    player = None if name_given is None else _BY_NAME[name_given]
    name = before.seats[player].name if player is not None else ""
    if isinstance(frame, JoinedFrame | RenamedFrame):
        name = name_of(frame.name)
    kind = getattr(frame, "kind", "")
    request = kind if kind in set(RequestKind) else ""
    action = _action(frame, before) if isinstance(frame, MovedFrame) else None
    return ViewEvent(frame.n, frame.type, player, name, action, request, _changes(frame, player, before))


def _action(frame: MovedFrame, before: View) -> Action | None:
    """What was done; None for what cannot be of this game."""
    player = _BY_NAME[frame.player]
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
    given = getattr(frame, "placed", None)
    if isinstance(given, list):
        placed = tuple((Point(x, y), _BY_NAME[color]) for x, y, color in given)
    elif isinstance(frame, MovedFrame) and isinstance(frame.x, int) and isinstance(frame.y, int) and player is not None:
        placed = ((Point(frame.x, frame.y), player),)
    board = before.board
    return Changes(
        tuple((point, color) for point, color in placed if point in board),
        tuple(point for x, y in (getattr(frame, "removed", None) or ()) if (point := Point(x, y)) in board),
        tuple(point for x, y in (getattr(frame, "flipped", None) or ()) if (point := Point(x, y)) in board),
    )


def _told(why: Why | None) -> dict[str, str]:
    """A reason in every language, where all of them have words for it."""
    if why is None:
        return {}
    values = shown_values(why.values)
    return {language: text(language, why.key, **values) for language in LANGUAGES} if has_words(why.key, values) else {}
