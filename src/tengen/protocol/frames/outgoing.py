"""The frames that a server sends, one class a `type`. Only their form: `writing` says what they hold, `facts` the rest.

Frames with a number `n` are events of the match; those without one are not, and are not repeated. Points that an
event changed are [x, y]; all others are indices, row by row from the top left: y * boardSize + x.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from tengen.match import Status
from tengen.match.service import Presence, Why
from tengen.protocol.base import ColorName

XYPair = tuple[int, int]
PlacedStone = tuple[int, int, ColorName]
Index = Annotated[int, Meta(ge=0, description="A point: y * boardSize + x.")]
Share = Annotated[int, Meta(ge=-100, le=100)]
MoverLeft = Annotated[
    list[int],
    Meta(
        min_length=1,
        max_length=4,
        description="The mover's time left as [main, period, periods, stones], zeros at the end left out. "
        "Main time alone: nothing has been used of what the control gives after it.",
    ),
]
Sides = tuple[int, int]
Points = tuple[float, float]
RestState = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "rest:State"})]
RestPlayers = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "rest:Players"})]
RestMove = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "rest:AnyMove"})]
RestChatLine = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "rest:ChatLineOut"})]
"""What REST answers with too, in the form that its models have: `schema` puts theirs in these places."""


class AskedBySides(Struct, frozen=True):
    """The requests that make sense now for the person of each colour; of two programs for whoever holds the match."""

    BLACK: list[str]
    WHITE: list[str]


class TerritoryBySides(Struct, frozen=True):
    """The empty points that count for each side."""

    BLACK: list[Index]
    WHITE: list[Index]


class _Timed(Struct, frozen=True, kw_only=True, rename="camel"):
    """`clock` is Black's and White's time left as [main, period, periods, stones], zeros at the end left out.

    `running` says whose clock runs where that is not the side after the mover. `beginMs` is there until both sides
    have begun, where they must: in so long the match is cancelled unless whoever is to act does.
    """

    clock: list[list[int]] | UnsetType = UNSET
    running: ColorName | UnsetType | None = UNSET
    begin_ms: int | UnsetType = UNSET


class Asking(_Timed, frozen=True, kw_only=True, rename="camel"):
    """An event after which other requests may make sense. See `facts` for what it means when `canAsk` is left out."""

    can_ask: AskedBySides | UnsetType = UNSET


class Position(Asking, frozen=True, kw_only=True, rename="camel"):
    """What needs rules to know, after an event: see `facts` for what it means when something is left out."""

    phase: str | UnsetType = UNSET
    next_stone: ColorName | UnsetType = UNSET
    actors: list[ColorName] | UnsetType = UNSET
    current_player: ColorName | UnsetType = UNSET
    legal: list[Index] | UnsetType = UNSET
    refused: list[Index] | UnsetType = UNSET
    can_pass: bool | UnsetType = UNSET
    last_move: XYPair | Literal["PASS"] | UnsetType | None = UNSET
    prisoners: Sides | UnsetType = UNSET
    score: Points | UnsetType | None = UNSET
    territory: TerritoryBySides | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    guidance: str | UnsetType = UNSET
    choices: list[str] | UnsetType = UNSET
    dead: list[Index] | UnsetType = UNSET
    agreed: list[ColorName] | UnsetType = UNSET
    forbidden: list[Index] | UnsetType = UNSET
    won: list[list[Index]] | UnsetType = UNSET
    exchanged: Literal[True] | UnsetType = UNSET


class _Changed(Position, frozen=True, kw_only=True, rename="camel"):
    """What happened to the board."""

    placed: list[PlacedStone] | UnsetType = UNSET
    removed: list[XYPair] | UnsetType = UNSET
    flipped: list[XYPair] | UnsetType = UNSET


class CreatedFrame(_Timed, frozen=True, rename="camel"):
    """The match began, as a game of this kind."""

    n: int
    type: Literal["created"]
    kind: str


class JoinedFrame(Position, frozen=True, rename="camel"):
    """Somebody took the open seat of this colour; `isGuest` where they have no account."""

    n: int
    type: Literal["joined"]
    player: ColorName
    name: str
    is_guest: Literal[True] | UnsetType = UNSET


class RenamedFrame(_Timed, frozen=True, rename="camel"):
    """Whoever has the seat of this colour has another name now; `isGuest` where they have no account."""

    n: int
    type: Literal["renamed"]
    player: ColorName
    name: str
    is_guest: Literal[True] | UnsetType = UNSET


class MovedFrame(_Changed, frozen=True, rename="camel"):
    """An action was played. One that places a stone has `x` and `y`; `placed` is there unless it is just that stone.

    `left` takes the place of `clock` where the other side's time is as it was.
    """

    n: int
    type: Literal["moved"]
    player: ColorName
    x: int | UnsetType = UNSET
    y: int | UnsetType = UNSET
    action: Literal["pass", "choose", "mark_dead", "unmark_dead", "agree", "resume", "resign"] | UnsetType = UNSET
    points: list[XYPair] | UnsetType = UNSET
    choice: str | UnsetType = UNSET
    left: MoverLeft | UnsetType = UNSET


class UndoneFrame(_Changed, frozen=True, rename="camel"):
    """The latest `count` moves were taken back."""

    n: int
    type: Literal["undone"]
    player: ColorName
    count: int


class RedoneFrame(_Changed, frozen=True, rename="camel"):
    """`count` moves that had been taken back were played again. `moves` are those, as a state lists them."""

    n: int
    type: Literal["redone"]
    player: ColorName
    count: int
    moves: list[RestMove] | UnsetType = UNSET


class RestartedFrame(_Changed, frozen=True, rename="camel"):
    """The game began again: no moves, full clocks."""

    n: int
    type: Literal["restarted"]
    player: ColorName


class OfferedFrame(Asking, frozen=True, rename="camel"):
    """A player asked for something and waits for the answer."""

    n: int
    type: Literal["offered"]
    player: ColorName
    kind: str


class DeclinedFrame(Asking, frozen=True, rename="camel"):
    """A request was declined, or taken back by who had made it."""

    n: int
    type: Literal["declined"]
    player: ColorName
    kind: str


class PausedFrame(Position, frozen=True, rename="camel"):
    """Game and clock stand."""

    n: int
    type: Literal["paused"]
    player: ColorName


class UnpausedFrame(Position, frozen=True, rename="camel"):
    """The game goes on."""

    n: int
    type: Literal["unpaused"]
    player: ColorName


class ExcusedFrame(_Timed, frozen=True, rename="camel"):
    """Nobody could act for `ms` of the running turn, and nobody is charged for them."""

    n: int
    type: Literal["excused"]
    ms: int


class EndedFrame(Position, frozen=True, rename="camel"):
    """The match is over. A game without result has the winner NONE; `margin` is there where points decided."""

    n: int
    type: Literal["ended"]
    winner: ColorName | Literal["DRAW", "NONE"]
    reason: str
    margin: float | UnsetType = UNSET


class RematchedFrame(Asking, frozen=True, rename="camel"):
    """Another match follows under the id `next`; who only watches is told the id to watch it."""

    n: int
    type: Literal["rematched"]
    next: str


class EstimatedFrame(Asking, frozen=True, rename="camel"):
    """The score is estimated as a player asked. An `estimate` follows for whoever may see it."""

    n: int
    type: Literal["estimated"]
    player: ColorName


EventFrame: TypeAlias = (
    CreatedFrame
    | JoinedFrame
    | RenamedFrame
    | MovedFrame
    | UndoneFrame
    | RedoneFrame
    | RestartedFrame
    | OfferedFrame
    | DeclinedFrame
    | PausedFrame
    | UnpausedFrame
    | ExcusedFrame
    | EndedFrame
    | RematchedFrame
    | EstimatedFrame
)
"""An event on its way to a client."""


class ResetFrame(Struct, frozen=True):
    """The client cannot go on from what it has: the whole `state` as REST answers it."""

    n: int
    type: Literal["reset"]
    state: RestState


class OfferNow(Struct, frozen=True):
    """Something that one side asked for and the other has not answered."""

    kind: str
    player: ColorName


class PositionFrame(Position, frozen=True, rename="camel"):
    """How the match stands after the events that a client had missed, which say only what happened. No event.

    What is as before may not be left out here, and `players` and `offers` are all there are.
    """

    type: Literal["position"]
    players: RestPlayers
    offers: list[OfferNow]


class CallerFrame(Struct, frozen=True, rename="camel"):
    """What is this caller's own: told to who has missed something, and to who is known by a session. No event.

    `yours` are the colours the caller may act for, `invite` is for whoever sits opposite an open seat, `nextId` leads
    to the rematch. Of `canAsk` the caller's own colour counts.
    """

    type: Literal["caller"]
    yours: list[ColorName]
    is_watching: bool
    can_ask: AskedBySides
    invite: str | None
    next_id: str | None


class ThinkingFrame(Struct, frozen=True):
    """An AI thinks for this colour, after `queue` others. No event, so it has no number."""

    type: Literal["thinking"]
    player: ColorName
    queue: int


class SubstituteFrame(Struct, frozen=True, omit_defaults=True):
    """The AI of this colour failed twice; the player `by` moves in its place this time. No event.

    `why` is what an engine did wrong last, as far as it is for everybody's ears.
    """

    type: Literal["substitute"]
    player: ColorName
    by: str
    why: Why | None = None


class ProposalFrame(Struct, frozen=True):
    """These stones look dead, now that the players are to settle it. No event: nobody has marked them.

    It is about the game of this `revision`, with the count as it would be; from the next move on it is gone.
    """

    type: Literal["proposal"]
    revision: int
    dead: list[XYPair]
    score: Points | None
    territory: TerritoryBySides | None


class EstimateFrame(Struct, frozen=True):
    """How the game of this `revision` stands, told to its players, and of two programs to everybody. No event.

    `margin` is by how many points Black leads, negative where White does; `ownership` says of every point, row by row
    from the top left, in percent whose it will be: 100 is Black's, -100 White's. Both are null where nobody could tell.
    From the next move on it is gone.
    """

    type: Literal["estimate"]
    revision: int
    margin: float | None
    ownership: list[Share] | None


class PresenceFrame(Struct, frozen=True, rename="camel"):
    """Where the player of this colour is. Told between people, to who comes and when it changes. No event.

    `claimMs`: in how long the opponent may claim the win, 0 being now; `endsMs`: in how long the match ends by
    itself. Both if the player stays away, and null where that decides nothing.
    """

    type: Literal["presence"]
    player: ColorName
    presence: Presence
    claim_ms: int | None
    ends_ms: int | None


class ChatFrame(Struct, frozen=True):
    """Somebody said something in a room that the caller hears. No event: what was missed REST tells."""

    type: Literal["chat"]
    line: RestChatLine


UnnumberedFrame: TypeAlias = (
    PositionFrame
    | CallerFrame
    | ThinkingFrame
    | SubstituteFrame
    | ProposalFrame
    | EstimateFrame
    | PresenceFrame
    | ChatFrame
)
"""What is no event."""

OutgoingFrame: TypeAlias = EventFrame | ResetFrame | UnnumberedFrame
"""Whatever a server sends, except answers."""

FACTS: Final = frozenset((*Position.__struct_encode_fields__, "left", "moves"))
"""The fields that say how a match stands after an event, not what happened: an event that was missed has none."""


def frame_type(frame: type[Struct]) -> str:
    """By what `type` a frame is known."""
    (name,) = get_args(next(field.type for field in fields(frame) if field.name == "type"))
    return str(name)
