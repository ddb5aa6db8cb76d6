"""Talk over REST: lines of chat, whom somebody mutes and blocks, reports, and what a person away is told on return.

Every field has a limit. Whether a line may be said others decide; here only what is too long to be looked at is
refused. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tengen.protocol.base import Message
from tengen.protocol.people import NameIn, Time
from tengen.protocol.persons import Person
from tengen.protocol.view import Told, Value

RoomName: TypeAlias = Literal["players", "watchers"]
"""Where a line is said: between the players, or among those who watch."""
TextIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=400)]
"""Longer than any line may be: what is a little too long is refused in words of its own."""
WordIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=20)]
ReportReasonName: TypeAlias = Literal["insult", "spam", "cheating", "leaving", "name", "other"]


# --- chat


class ChatLineOut(Message):
    """A line of a chat: a `text` of the speaker's own, or a quick `word` that every page says in its own language.

    `name` is the speaker's as it was then, null for a deleted player. `number` grows within a match.
    """

    number: int
    room: RoomName
    at: Time
    name: str | None
    is_guest: bool
    avatar: int
    text: str | None
    word: str | None


class ChatAnswer(Message):
    """What was said in a room after a line, as far as the caller hears it; `whyNot` if the caller cannot speak there."""

    lines: list[ChatLineOut]
    room: RoomName
    can_speak: bool
    why_not: Told | None = None


class ChatIn(Message):
    """Say a `text` of one's own or a quick `word`."""

    text: TextIn | None = None
    word: WordIn | None = None

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if (self.text is None) == (self.word is None):
            raise PydanticCustomError("text_or_word", "either text or word")
        return self


# --- relations


class NameOf(Message):
    """Whom it is about."""

    name: NameIn


class RelationsAnswer(Message):
    """Whom somebody does not hear (`muted`), and with whom they have nothing to do (`blocked`)."""

    muted: list[Person]
    blocked: list[Person]


class TalkSettingIn(Message):
    """Whether one wants to talk, and to hear others."""

    on: bool


# --- reports


class ReportIn(Message):
    """Tell moderators of somebody, with the last lines of the game where it happened."""

    about: NameIn
    game_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    reason: ReportReasonName
    text: Annotated[str, Field(max_length=1000)] = ""


# --- notices


class NoticeOut(Message):
    """Something that somebody is told: a line of the shared words, and the page that it leads to."""

    id: int
    at: Time
    key: str
    values: dict[str, Value]
    path: str | None
    seen: bool


class NoticesAnswer(Message):
    """The latest notices first, and how many of them were not seen yet."""

    notices: list[NoticeOut]
    unseen: int


class NoticesSeenIn(Message):
    """All notices up to this one were seen."""

    up_to: Annotated[int, Field(ge=0, le=2**53)]
