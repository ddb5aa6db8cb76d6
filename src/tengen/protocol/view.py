"""A match as one caller sees it: its `state`, and all that a page shows around it so that it needs no rules itself."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import TypeAlias

from pydantic import ConfigDict, Field

from tengen.core import BLACK, CHOICE, COLORS, WHITE, Color, GameState, Point, Ruleset
from tengen.match import Match, possible_requests, status
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.presence import Attendance, Presence
from tengen.protocol.base import NAMES, XY, ColorName, Message, Points, xys
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
    to the phases of opening and agreement, and so does `proposal` until somebody marks or agrees. `territory` is there
    where points are counted, `won` are rows of stones that have won. `presence` says between people who is at the
    board, as the frames of that name do. `invite` is for whoever sits opposite an open seat, `nextId` leads to the
    rematch.
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
    forbidden: list[XY]
    territory: PointsOfSides | None
    won: list[list[XY]]
    status: Told
    guidance: Told | None
    presence: PresenceOfSides
    invite: str | None
    next_id: str | None


def view_of(
    match: Match,
    game_id: str,
    now: int,
    *,
    caller: str | None,
    is_watching: bool,
    invite: str | None,
    attendance: Mapping[Color, Attendance],
    proposed: Set[Point] | None,
) -> View:
    """The match for this caller, who knows it by `game_id`, at `now` (milliseconds).

    `proposed` are the stones that look dead to the server while the players are to settle that.
    """
    ruleset, state = match.ruleset, match.state
    yours = () if is_watching else match.colors_of(caller)
    actors = match.actors()
    told = status(match)
    guidance = None if match.is_over else ruleset.guidance(state)
    next_id = match.next_id
    if next_id is not None and not yours:
        next_id = watch_id_of(next_id)
    return View.model_construct(
        state=state_of(match, game_id, now),
        watch_id=watch_id_of(match.match_id),
        is_watching=is_watching,
        yours=[NAMES[color] for color in yours],
        actors=[NAMES[color] for color in actors],
        next_stone=NAMES[state.position.to_move],
        can_ask=[] if is_watching else list(possible_requests(match, caller, now)),
        choices=list(ruleset.choices(state)) if actors and state.phase == CHOICE else [],
        dead=xys(sorted(state.dead)),
        agreed=[NAMES[color] for color in COLORS if color in state.agreed],
        proposal=None if proposed is None else _proposal(ruleset, state, proposed),
        forbidden=xys(ruleset.forbidden_points(state)) if actors else [],
        territory=_territory(ruleset, state),
        won=[xys(row) for row in ruleset.winning_rows(state)],
        status=Told(key=told.key, values=told.values),
        guidance=Told(key=guidance) if guidance else None,
        presence=PresenceOfSides(
            BLACK=_presence(attendance.get(BLACK), now), WHITE=_presence(attendance.get(WHITE), now)
        ),
        invite=invite,
        next_id=next_id,
    )


def _proposal(ruleset: Ruleset, state: GameState, dead: Set[Point]) -> Proposal:
    marked = replace(state, dead=frozenset(dead))
    score = ruleset.score(marked)
    return Proposal(
        dead=xys(sorted(dead)),
        score=Points(BLACK=float(score.black), WHITE=float(score.white)) if score else None,
        territory=_territory(ruleset, marked),
    )


def _territory(ruleset: Ruleset, state: GameState) -> PointsOfSides | None:
    territory = ruleset.territory(state)
    return PointsOfSides(BLACK=xys(territory[BLACK]), WHITE=xys(territory[WHITE])) if territory else None


def _presence(attendance: Attendance | None, now: int) -> SeatPresence | None:
    if attendance is None:
        return None
    claim_ms, ends_ms = attendance.claim_ms(now), attendance.ends_ms(now)
    return SeatPresence(presence=attendance.presence, claim_ms=claim_ms, ends_ms=ends_ms)
