"""A match as one caller sees it: its `state`, and all that a page shows around it so that it needs no rules itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from pydantic import ConfigDict, Field

from tengen.core import BLACK, WHITE, Color, Point, Score
from tengen.match import Match
from tengen.match.service import Attendance, Presence, colors_of, watch_id_of
from tengen.players import Estimate
from tengen.protocol.base import NAMES, XY, ColorName, Message, Points, xys
from tengen.protocol.persons import AvatarsOfSides
from tengen.protocol.shared import SharedView, Territory, next_id_for, shared_view
from tengen.protocol.state import State, state_of

Value: TypeAlias = str | int | float


class Told(Message):
    """A line of the shared words: its key, looked up among the game's own words first, and its values."""

    key: str
    values: dict[str, Value] = Field(default_factory=dict)


class PointsOfSides(Message):
    """Points of the board for each side."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: list[XY]
    WHITE: list[XY]


class Proposal(Message):
    """Stones that look dead to the server, with the count as it would be without them. Nobody has marked them yet."""

    dead: list[XY]
    score: Points | None
    territory: PointsOfSides | None


Share: TypeAlias = Annotated[int, Field(ge=-100, le=100)]


class EstimateOut(Message):
    """How the game stands to the server: by how many points Black leads, and in percent whose each point will be.

    A negative `margin` is White's; `ownership` goes row by row from the top left, 100 is Black's and -100 White's.
    """

    margin: float
    ownership: list[Share]


class SeatPresence(Message):
    """Where a player is; in how long the opponent may claim the win and the match ends by itself if they stay away."""

    presence: Presence
    claim_ms: int | None
    ends_ms: int | None


class PresenceOfSides(Message):
    """Where each player is; none for programs, for seats that nobody owns, and while nobody can say."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: SeatPresence | None
    WHITE: SeatPresence | None


class View(Message):
    """A match as the caller sees it.

    `yours` are the colours the caller may act for, `actors` those that may act now, `nextStone` is the colour of the
    next stone, whoever places it. `canAsk` are the requests that make sense now. `choices`, `dead` and `agreed` belong
    to the phases of opening and agreement, and so does `proposal` until somebody marks or agrees. `estimate` is there
    where it was asked for as the game stands, and is worked out, for whoever may see it. `territory` is there
    where points are counted, `won` are rows of stones that have won. `presence` says between people who is at the
    board, as the frames of that name do. `invite` is for whoever sits opposite an open seat, `nextId` leads to the
    rematch. A match that `isRated` was begun for ratings: nothing in it is taken back. One that `isReopened` had come
    to an end before; that first end is the one that counts. `avatars` are what the players' portraits are drawn from,
    besides their names.
    """

    state: State
    watch_id: str
    is_watching: bool
    yours: list[ColorName]
    actors: list[ColorName]
    next_stone: ColorName
    can_ask: list[str]
    choices: list[str]
    dead: list[XY]
    agreed: list[ColorName]
    proposal: Proposal | None
    estimate: EstimateOut | None
    forbidden: list[XY]
    territory: PointsOfSides | None
    won: list[list[XY]]
    status: Told
    guidance: Told | None
    presence: PresenceOfSides
    invite: str | None
    next_id: str | None
    is_rated: bool
    is_reopened: bool
    avatars: AvatarsOfSides


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a match: under which id they know it, whose seats are theirs, and whom they may invite."""

    game_id: str
    owners: tuple[str, ...] = ()
    is_watching: bool = False
    invite: str | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a match and not in its log: the time in milliseconds, who is there, and what looks dead.

    `avatars` are what portraits are drawn from besides names, by the owners of seats; left out, it is 0. `estimate` is
    how it stands, where that was asked for and the viewer may see it.
    """

    now: int
    attendance: Mapping[Color, Attendance] = field(default_factory=dict)
    proposed: Set[Point] | None = None
    avatars: Mapping[str, int] = field(default_factory=dict)
    estimate: Estimate | None = None


def view_of(match: Match, viewer: Viewer, around: Surroundings) -> View:
    """The match for this viewer: what all see alike, and what is the viewer's own."""
    shown, now = shared_view(match), around.now
    yours = () if viewer.is_watching else colors_of(match, viewer.owners)
    presence = {color: _presence(around.attendance.get(color), now) for color in (BLACK, WHITE)}
    return View.model_construct(
        state=state_of(match, viewer.game_id, now),
        watch_id=watch_id_of(match.match_id),
        is_watching=viewer.is_watching,
        yours=[NAMES[color] for color in yours],
        actors=[NAMES[color] for color in shown.actors],
        next_stone=NAMES[shown.next_stone],
        can_ask=list(_asked(shown, yours, viewer)),
        choices=list(shown.choices),
        dead=xys(shown.dead),
        agreed=[NAMES[color] for color in shown.agreed],
        proposal=None if around.proposed is None else _proposal(shown, around.proposed),
        estimate=None if around.estimate is None else _estimate(around.estimate),
        forbidden=xys(shown.forbidden),
        territory=_territory(shown.territory),
        won=[xys(row) for row in shown.won],
        status=Told(key=shown.status.key, values=shown.status.values),
        guidance=Told(key=shown.guidance) if shown.guidance else None,
        presence=PresenceOfSides(BLACK=presence[BLACK], WHITE=presence[WHITE]),
        invite=viewer.invite,
        next_id=next_id_for(match, is_player=bool(yours)),
        is_rated=match.rated,
        is_reopened=match.reopened,
        avatars=_avatars(match, around.avatars),
    )


def _asked(shown: SharedView, yours: tuple[Color, ...], viewer: Viewer) -> tuple[str, ...]:
    """What this viewer may ask for. Two programs can be halted without a seat; who has both may ask for either."""
    if yours:
        return shown.can_ask[yours[0]]
    can_halt = shown.match.is_between_programs and not viewer.is_watching
    return shown.can_ask[BLACK] if can_halt else ()


def _proposal(shown: SharedView, dead: Set[Point]) -> Proposal:
    score, territory = shown.without(dead)
    return Proposal(dead=xys(sorted(dead)), score=_points(score), territory=_territory(territory))


def in_percent(ownership: Iterable[float]) -> list[int]:
    """Shares from -1 to 1 as they are told."""
    return [round(100 * share) for share in ownership]


def _estimate(estimate: Estimate) -> EstimateOut:
    return EstimateOut(margin=estimate.margin, ownership=in_percent(estimate.ownership))


def _points(score: Score | None) -> Points | None:
    return None if score is None else Points(BLACK=float(score.black), WHITE=float(score.white))


def _territory(territory: Territory | None) -> PointsOfSides | None:
    return PointsOfSides(BLACK=xys(territory[BLACK]), WHITE=xys(territory[WHITE])) if territory else None


def _avatars(match: Match, avatars: Mapping[str, int]) -> AvatarsOfSides:
    black, white = (avatars.get(match.seat(color).owner or "", 0) for color in (BLACK, WHITE))
    return AvatarsOfSides(BLACK=black, WHITE=white)


def _presence(attendance: Attendance | None, now: int) -> SeatPresence | None:
    if attendance is None:
        return None
    claim_ms, ends_ms = attendance.claim_ms(now), attendance.ends_ms(now)
    return SeatPresence(presence=attendance.presence, claim_ms=claim_ms, ends_ms=ends_ms)
