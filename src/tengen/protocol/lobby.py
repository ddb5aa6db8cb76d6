"""What goes over the WebSocket of the lobby: who is here, what they offer, what is being played, what is one's own.

    in      {"id", "type", ...}            `seek`, `unseek`, `boards`, and `auth` with a token
    out     {"re", "ok"}                   done
            {"re", "error", "detail", "words"}
            {"type": "lobby", ...}         all of it, first
            {"type": "changed", ...}       what is new for everybody since the frame before
            {"type", ...}                  to one person: `own`, `challenged`, `answered`, `paired`, `seeking`, `notice`

A field that is null may be left out. Only the forms are here: what they hold is said by the lobby of a server.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from pydantic import ConfigDict, Field, RootModel

from tengen.protocol.base import Absence, ColorName, Message
from tengen.protocol.bodies import ClockIn
from tengen.protocol.frames import AUTH, decode_frame
from tengen.protocol.persons import Person
from tengen.protocol.talk import NoticeOut

SpeedName: TypeAlias = Literal["blitz", "rapid", "days"]
"""How long games take: minutes, an hour, or days."""

WinnerName: TypeAlias = Literal["BLACK", "WHITE", "DRAW"]

Index: TypeAlias = Annotated[int, Field(ge=0, description="A point: y * boardSize + x.")]
Cell: TypeAlias = Annotated[Literal[0, 1, 2], Field(description="0 empty, 1 black, 2 white")]
Grid: TypeAlias = Annotated[str, Field(description="Every point, row by row from the top left: `.`, `b` or `w`.")]


# --- what the lobby holds


class RatingRange(Message):
    """Who may take a challenge: so many points below the maker's rating and so many above. Absent: any."""

    below: Annotated[int, Field(ge=0, le=3000)] | None = None
    above: Annotated[int, Field(ge=0, le=3000)] | None = None


class ChallengeOut(Message):
    """A challenge: to everybody, or `to` one person. `color` is what its maker will have; null: by lot.

    `rules` is the name of the preset, where the rules are one, and `options` are all of them. Times are in
    milliseconds since 1970.
    """

    challenge_id: str
    by: Person
    to: Person | None = None
    game_type: str
    board_size: int
    rules: str | None = None
    options: dict[str, str | int | float | bool]
    komi: float | None = None
    handicap: int | None = None
    clock: ClockIn | None = None
    speed: SpeedName | None = None
    rated: bool
    color: ColorName | None = None
    absence: Absence
    rating_range: RatingRange | None = None
    created: int
    expires: int


class Glance(Message):
    """A game being played, small: the board, who plays, whose turn it is (null: both, or nobody), and the last stone.

    `moves` counts moves; `last` is null after a pass.
    """

    watch_id: str
    game_type: str
    board_size: int
    black: Person
    white: Person
    grid: Grid
    last: Index | None = None
    to_move: ColorName | None = None
    moves: int
    rated: bool
    speed: SpeedName | None = None


class GlanceMoved(Message):
    """What changed on the board of a game since the frame before: points with what is on them now."""

    watch_id: str
    set: list[Annotated[tuple[Index, Cell], Field(strict=False)]]
    to_move: ColorName | None = None
    moves: int
    last: Index | None = None


class OwnGame(Message):
    """A game of one's own against somebody, with the id to play it. `yours` is the colour one has.

    Everybody knows it by `watchId`. `deadlineMs` is in how long whoever is to move loses on time. A game that is over
    is told once more, with the `reason` of its end, and then not.
    """

    game_id: str
    watch_id: str
    game_type: str
    board_size: int
    black: Person
    white: Person
    yours: ColorName
    your_move: bool
    grid: Grid
    last: Index | None = None
    moves: int
    deadline_ms: int | None = None
    is_over: bool
    winner: WinnerName | None = None
    reason: str | None = None


class SeekOut(Message):
    """A wish for any opponent. `range` is how far apart in rating both may be by now; null: anybody will do.

    It has lasted for `sinceMs`; it is paired only after `waitMs` more, and `why` is the key of the words for that.
    """

    game_type: str
    board_size: int
    speed: SpeedName
    rated: bool
    since_ms: int
    range: int | None = None
    wait_ms: int = 0
    why: str | None = None


class PeopleHere(Message):
    """How many people are here, and the first 200 of them; those of one name count as one in the list."""

    count: int
    here: list[Person]


# --- what is sent to everybody


def _with_type(schema: dict[str, Any]) -> None:
    """Frames are told apart by their type: it is always there, though it need not be said here."""
    schema["required"] = sorted({"type", *schema.get("required", ())})


class _Frame(Message):
    """Something that is sent."""

    model_config = ConfigDict(json_schema_extra=_with_type)


class ChallengesChanged(Message):
    """Open challenges that are new, and the ids of those that are gone."""

    new: list[ChallengeOut]
    gone: list[str]


class GamesChanged(Message):
    """Games that are shown from now on, those shown no more by their watch ids, and what happened in the others."""

    new: list[Glance]
    gone: list[str]
    moved: list[GlanceMoved]


class PersonGone(Message):
    """Who has left the list of who is here."""

    name: str
    is_guest: bool


class PeopleChanged(Message):
    """How many people are here now, and what is new in the list of them."""

    count: int
    came: list[Person]
    went: list[PersonGone]


class LobbyOwn(Message):
    """What in the lobby is the caller's own. `me` is null for a stranger. `unseen` counts notices.

    `challenged` are challenges to the caller, `made` those by the caller.
    """

    me: Person | None = None
    challenged: list[ChallengeOut]
    made: list[ChallengeOut]
    own: list[OwnGame]
    seek: SeekOut | None = None
    unseen: int


class LobbyFrame(LobbyOwn, _Frame):
    """The lobby as it stands: what everybody sees, and what is the caller's own."""

    type: Literal["lobby"] = "lobby"
    challenges: list[ChallengeOut]
    games: list[Glance]
    people: PeopleHere


class ChangedFrame(_Frame):
    """What is new for everybody since the frame before; parts in which nothing is new are left out."""

    type: Literal["changed"] = "changed"
    challenges: ChallengesChanged | None = None
    games: GamesChanged | None = None
    people: PeopleChanged | None = None


# --- what is sent to one person


class OwnFrame(_Frame):
    """Games of one's own as they stand now, each in place of the one with its id. Others are as they were."""

    type: Literal["own"] = "own"
    games: list[OwnGame]


class ChallengedFrame(_Frame):
    """Somebody challenges the caller."""

    type: Literal["challenged"] = "challenged"
    challenge: ChallengeOut


class AnsweredFrame(_Frame):
    """What became of a challenge by the caller, or to the caller. One that was accepted has the id to play the game."""

    type: Literal["answered"] = "answered"
    challenge_id: str
    answer: Literal["accepted", "declined", "withdrawn", "expired"]
    reason: str | None = None
    game_id: str | None = None


class PairedFrame(_Frame):
    """An opponent was found, and the game has begun: the id to play it, and the colour."""

    type: Literal["paired"] = "paired"
    game_id: str
    color: ColorName


class SeekingFrame(_Frame):
    """What the caller waits for now; null: nothing any more."""

    type: Literal["seeking"] = "seeking"
    seek: SeekOut | None = None


class NoticeFrame(_Frame):
    """Something that the caller should know."""

    type: Literal["notice"] = "notice"
    notice: NoticeOut


PersonalFrame: TypeAlias = OwnFrame | ChallengedFrame | AnsweredFrame | PairedFrame | SeekingFrame | NoticeFrame
"""What one person is told."""


class LobbyOutgoing(RootModel[LobbyFrame | ChangedFrame | PersonalFrame]):
    """Whatever a server sends over the socket of the lobby, except answers."""

    root: Annotated[LobbyFrame | ChangedFrame | PersonalFrame, Field(discriminator="type")]


def write_lobby_frame(frame: Message) -> bytes:
    """A frame, or a part of one, as JSON without what is null."""
    return frame.__pydantic_serializer__.to_json(frame, by_alias=True, exclude_none=True)


def lobby_frame(shared: bytes, own: LobbyOwn) -> bytes:
    """A `LobbyFrame`, from the fields that everybody sees, which are written once for all, and the caller's own."""
    return b'{"type":"lobby",%b,%b' % (shared, write_lobby_frame(own)[1:])


def lobby_fields(challenges: Iterable[ChallengeOut], games: Iterable[Glance], people: PeopleHere) -> bytes:
    """The fields of a `LobbyFrame` that everybody sees, without the braces around them."""
    return b'"challenges":[%b],"games":[%b],"people":%b' % (
        b",".join(map(write_lobby_frame, challenges)),
        b",".join(map(write_lobby_frame, games)),
        write_lobby_frame(people),
    )


# --- what comes in

LOBBY_MESSAGE_TYPES: Final = ("seek", "unseek", "boards")

_Type = Annotated[str, Meta(max_length=20, extra_json_schema={"enum": sorted({AUTH, *LOBBY_MESSAGE_TYPES})})]


class LobbyIncoming(Struct, forbid_unknown_fields=True, frozen=True, gc=False, rename="camel"):
    """A message of a client in the lobby.

    `seek` has `gameType`, `boardSize`, `speed` and `rated`; `boards` says with `on` whether the caller shows games
    being played; `auth` has a `token`, and nothing else has.
    """

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    type: _Type
    game_type: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    board_size: Annotated[int, Meta(ge=1, le=64)] | None = None
    speed: SpeedName | None = None
    rated: bool = False
    on: bool = True
    token: Annotated[str, Meta(max_length=200)] | None = None


_decoder: Final = msgspec.json.Decoder(LobbyIncoming)


def read_lobby_frame(data: str | bytes) -> LobbyIncoming:
    """The message in a frame of the lobby. Raises BAD_BODY for anything that is none, TOO_LARGE for a long one."""
    return decode_frame(_decoder, data)
