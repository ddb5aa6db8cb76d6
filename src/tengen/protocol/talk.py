"""Talk over REST: lines of chat, whom somebody mutes and blocks, reports, and what a person away is told on return.

Every field has a limit. Whether a line may be said others decide; here only what is too long to be looked at is
refused. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tengen.people import ChatLine, ChatRoom, Notice, OwnRelations, PeopleError
from tengen.protocol.base import Message
from tengen.protocol.people import NameIn, Time
from tengen.protocol.persons import Person, person_of
from tengen.protocol.view import Told, Value

TextIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=400)]
"""Longer than any line may be: what is a little too long is refused in words of its own."""
Room: TypeAlias = Annotated[ChatRoom, Field(strict=False)]
"""A chat room by its name."""
WordIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=20)]
GameIdIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
ReportReasonName: TypeAlias = Literal["insult", "spam", "cheating", "leaving", "name", "other"]


# --- chat


class ChatLineOut(Message):
    """A line of a chat: a `text` of the speaker's own, or a quick `word` that every page says in its own language.

    `name` is the speaker's as it was then, null for a deleted player. `number` grows within a match.
    """

    number: int
    room: Room
    at: Time
    name: str | None
    is_guest: bool
    avatar: int
    text: str | None
    word: str | None


def line_out(line: ChatLine) -> ChatLineOut:
    """A line as those hear it who are in the room."""
    return ChatLineOut(
        number=line.number,
        room=line.room,
        at=line.at,
        name=line.name or None,
        is_guest=line.is_guest,
        avatar=line.avatar,
        text=line.text,
        word=line.word,
    )


class ChatAnswer(Message):
    """What was said in a room after a line, as far as the caller hears it; `whyNot` where the caller cannot speak."""

    lines: list[ChatLineOut]
    room: Room
    can_speak: bool
    why_not: Told | None = None


def told_of(error: PeopleError) -> Told:
    """Why somebody may not do something, as a line of the shared words."""
    return Told(key=error.key, values=error.values)


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


class RelationIn(Message):
    """Whom it is about. A guest's name may be that of several: the one in this game is meant."""

    name: NameIn
    game_id: GameIdIn | None = None


class RelationsAnswer(Message):
    """Whom somebody does not hear (`muted`), and with whom they have nothing to do (`blocked`)."""

    muted: list[Person]
    blocked: list[Person]


def relations_answer(relations: OwnRelations) -> RelationsAnswer:
    """What somebody has asked for, as they see it themselves."""
    muted, blocked = relations.muted, relations.blocked
    return RelationsAnswer(muted=[person_of(one) for one in muted], blocked=[person_of(one) for one in blocked])


class TalkSettingIn(Message):
    """Whether one wants to talk, and to hear others."""

    on: bool


# --- reports


class ReportIn(Message):
    """Tell moderators of somebody, with the last lines of the game where it happened."""

    about: NameIn
    game_id: GameIdIn | None = None
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


def notice_out(notice: Notice) -> NoticeOut:
    """A notice as its reader sees it."""
    return NoticeOut(
        id=notice.notice_id,
        at=notice.at,
        key=notice.key,
        values=dict(notice.values),
        path=notice.path,
        seen=notice.seen_at is not None,
    )


class NoticesSeenIn(Message):
    """All notices up to this one were seen."""

    up_to: Annotated[int, Field(ge=0, le=2**53)]
