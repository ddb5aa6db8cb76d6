"""What callers do with games: begin, load, join, look, move, act. For any client, with a server or without.

A game is called by its match's own id, which lets people play, or by its watch id, which only lets them look. Knows
who may sit where; knows nothing of sessions, HTTP or text formats.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeAlias

from tengen.core import (
    Action,
    Choose,
    Color,
    ErrorCode,
    GameError,
    Outcome,
    Participant,
    Place,
    Point,
    Record,
    Ruleset,
    Setup,
    TimeControl,
)
from tengen.match.absence import AbsenceRule
from tengen.match.match import Match
from tengen.match.requests import Request, RequestKind
from tengen.match.seats import Seat
from tengen.match.service.estimates import may_see_estimate
from tengen.match.service.invitations import Invitations
from tengen.match.service.ledger import Answer
from tengen.match.service.matches import Matches, SeatCommand
from tengen.match.service.presence import Attendance
from tengen.match.service.seating import (
    Occupant,
    SeatPlan,
    acting_color,
    acting_owner,
    owned_seats,
    recorded_seats,
    seats_of,
)
from tengen.match.service.store import ExtraRow
from tengen.players import Estimate

_NO_REVISION: Final = -1
"""What no game has, so that a move for another ply is stale."""


class Visitor(Protocol):
    """Whoever calls. Nobody need be known before they sit down."""

    @property
    def owner(self) -> str | None:
        """Whose seats the caller may act for besides those that nobody owns."""

    async def sit_down(self, name: str | None) -> Occupant:
        """Become somebody who can own a seat, called by this name if one is given."""

    @property
    def beside(self) -> Occupant | None:
        """The second person at the caller's screen, who has an account of their own."""

    async def check_names(self, names: Iterable[str]) -> None:
        """Refuse names that people at seats which nobody owns may not have: those of others."""


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """Under which a call may be sent again without being done twice: what is asked, and the sender's address."""

    what: str
    address: str

    def message_id(self, owner: str | None) -> str:
        """Under what a match remembers the call: an owner's wherever it came from, others with the address."""
        return self.what if owner is not None else f"{self.address} {self.what}"


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is to begin."""

    ruleset: Ruleset
    seats: SeatPlan = SeatPlan()
    control: TimeControl | None = None
    rated: bool = False
    listed: bool = False
    absence: AbsenceRule = AbsenceRule.LOSES


@dataclass(frozen=True, slots=True)
class RatedProposal:
    """A match that is to be rated, as it would begin, or as it would be with who is about to join."""

    ruleset: Ruleset
    first: Seat
    second: Seat
    control: TimeControl | None
    one_screen: bool = False


CheckRated: TypeAlias = Callable[[RatedProposal], Awaitable[None]]
"""Raises CANNOT_BE_RATED for a match that cannot be rated."""


async def no_ratings(proposal: RatedProposal) -> None:
    """Nobody keeps ratings here."""
    del proposal
    raise GameError(ErrorCode.CANNOT_BE_RATED)


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game that is to be played on: how it began and what was done, by whom, and how it ended if it has.

    Its own players go on with its own clock unless `seats` are given. Then `owners`, who are at one screen, have the
    seats of these colours, as they stand at the end; of two people's seats both are owned then, or neither.
    """

    ruleset: Ruleset
    setup: Setup | None = None
    actions: Sequence[Action] = ()
    black: Participant = Participant()
    white: Participant = Participant()
    result: Outcome | None = None
    control: TimeControl | None = None
    seats: SeatPlan | None = None
    owners: Mapping[Color, Occupant] = field(default_factory=dict)

    @classmethod
    def of_record(cls, record: Record) -> LoadedGame:
        """The end of a record's main line, as it was reached."""
        setup, actions = record.latest_stretch()
        return cls(record.ruleset, setup, actions, record.black, record.white, record.result, record.control)

    def with_seats(self, seats: SeatPlan, control: TimeControl | None) -> LoadedGame:
        """The same game for others, with another clock or none."""
        return replace(self, seats=seats, control=control)

    def with_owners(self, owners: Mapping[Color, Occupant]) -> LoadedGame:
        """The same game with these seats owned."""
        return replace(self, owners=owners)

    @property
    def is_swapped(self) -> bool:
        """Whether the players have exchanged colours on the way, so that who began with Black has White."""
        choices = [place for place, action in enumerate(self.actions, 1) if isinstance(action, Choose)]
        if not choices:
            return False
        state, _ = self.ruleset.apply_all(self.ruleset.initial(self.setup), self.actions[: choices[-1]])
        return state.swapped


@dataclass(frozen=True, slots=True)
class Begun:
    """A match that has begun, and the invitation to its open seat if it has one."""

    match: Match
    invite: str | None


@dataclass(frozen=True, slots=True)
class Perspective:
    """A match as one caller sees it; see `Matches` for attendance, proposal and estimate."""

    match: Match
    is_watching: bool
    invite: str | None
    attendance: Mapping[Color, Attendance]
    proposed: frozenset[Point] | None
    estimate: Estimate | None = None


class Games:
    """The use cases of matches. `on_begin` hears of each new match, and whether it was loaded.

    `check_rated` is asked before a match that is to be rated begins, and before somebody joins it.
    """

    def __init__(
        self,
        matches: Matches,
        invitations: Invitations,
        on_begin: Callable[[Match, bool], None] = lambda _match, _is_loaded: None,
        check_rated: CheckRated = no_ratings,
    ) -> None:
        self.matches = matches
        self._invitations = invitations
        self._on_begin = on_begin
        self._check_rated = check_rated

    def now(self) -> int:
        """The time of the service, in milliseconds; for showing clocks."""
        return self.matches.now()

    # --- a match as a whole

    async def start(
        self, game: NewGame, visitor: Visitor, key: IdempotencyKey | None = None, *, creator: str | None = None
    ) -> Begun:
        """Begin a match. Whoever sits down becomes somebody once it is known that the match is possible.

        `creator` is for whom its AIs think; see `Matches.create`. Raises CANNOT_BE_RATED where it is to be rated and
        cannot.
        """
        if game.rated:
            _refuse_stranger(visitor)
        owner, first, second = await self._seated(game.seats, game.ruleset.KIND, visitor)
        if game.rated:
            await self._check_rated(RatedProposal(game.ruleset, first, second, game.control, game.seats.beside))
        answer = await self.matches.create(
            game.ruleset,
            first,
            second,
            control=game.control,
            rated=game.rated,
            one_screen=game.seats.beside,
            listed=game.listed,
            absence=game.absence,
            caller=owner,
            message_id=key.message_id(owner) if key else None,
            creator=creator,
        )
        return self._begun(answer, is_loaded=False)

    async def start_between(
        self, game: NewGame, first: Occupant, second: Occupant, *, extra: Sequence[ExtraRow] = ()
    ) -> Match:
        """Begin a match of two people who have agreed on it, `first` at Black; everybody may find it being played.

        The plan of its seats is not asked. `extra` is written with it: see `Matches.create`. Raises CANNOT_BE_RATED
        where it is to be rated and cannot, and Conflict.
        """
        if game.rated:
            await self._check_rated(RatedProposal(game.ruleset, first.seat(), second.seat(), game.control))
        answer = await self.matches.create(
            game.ruleset,
            first.seat(),
            second.seat(),
            control=game.control,
            rated=game.rated,
            listed=True,
            absence=game.absence,
            extra=extra,
        )
        return self._begun(answer, is_loaded=False).match

    async def load(
        self, game: LoadedGame, visitor: Visitor, key: IdempotencyKey | None = None, *, creator: str | None = None
    ) -> Begun:
        """Begin a match from a record. Nobody owns its seats unless others are asked for, or it has owners."""
        owner, kind = None, game.ruleset.KIND
        if game.seats is None:
            black, white = owned_seats(recorded_seats(kind, game.black, game.white), game.owners)
            owner = black.owner or white.owner
        else:
            owner, black, white = await self._seated(game.seats, kind, visitor)
        first, second = (white, black) if game.is_swapped else (black, white)
        answer = await self.matches.create(
            game.ruleset,
            first,
            second,
            setup=game.setup,
            control=game.control,
            actions=game.actions,
            outcome=game.result,
            one_screen=game.seats.beside if game.seats else len({first.owner, second.owner} - {None}) == 2,
            caller=owner,
            message_id=key.message_id(owner) if key else None,
            creator=creator,
        )
        return self._begun(answer, is_loaded=True)

    async def _seated(self, plan: SeatPlan, kind: str, visitor: Visitor) -> tuple[str | None, Seat, Seat]:
        beside = visitor.beside if plan.beside else None
        if plan.beside and (plan.own is None or beside is None):
            raise GameError(ErrorCode.BAD_BODY, "body.beside")
        if plan.own is None:
            first, second = seats_of(plan, kind)
            await visitor.check_names(seat.name for seat in (first, second) if seat.is_human and seat.name)
            return visitor.owner, first, second
        seats_of(plan, kind, beside=beside)
        occupant = await visitor.sit_down(plan.name)
        return occupant.owner, *seats_of(plan, kind, occupant, beside)

    def _begun(self, answer: Answer, *, is_loaded: bool) -> Begun:
        if not answer.is_repeat:
            self._on_begin(answer.match, is_loaded)
        return Begun(answer.match, self._invite(answer.match))

    def invite_by(self, match: Match, owners: tuple[str, ...]) -> str | None:
        """The token for the open seat, for whoever sits opposite."""
        is_player = any(owner in (match.first.owner, match.second.owner) for owner in owners)
        return self._invite(match) if is_player else None

    def _invite(self, match: Match) -> str | None:
        """The token for the open seat, if there is one."""
        for is_first, seat in ((True, match.first), (False, match.second)):
            if seat.is_open:
                return self._invitations.token(match, is_first)
        return None

    # --- to look at one

    async def resolve(self, game_id: str) -> tuple[str, bool]:
        """The match's own id, and whether this one is only for watching. Raises NO_SUCH_GAME."""
        try:
            await self.matches.snapshot(game_id)
        except GameError as error:
            if error.code is not ErrorCode.NO_SUCH_GAME:
                raise
            return await self.matches.watched(game_id), True
        return game_id, False

    async def snapshot(self, game_id: str) -> Match:
        """The match called by this id, to play or to watch. Raises NO_SUCH_GAME."""
        match_id, _ = await self.resolve(game_id)
        return await self.matches.snapshot(match_id)

    async def perspective(self, game_id: str, owners: tuple[str, ...]) -> Perspective:
        """The match as this caller sees it. Whoever holds a seat may invite somebody to the open one."""
        match_id, is_watching = await self.resolve(game_id)
        match = await self.matches.snapshot(match_id)
        return Perspective(
            match,
            is_watching,
            None if is_watching else self.invite_by(match, owners),
            self.matches.attendance(match_id),
            self.matches.proposed_dead(match_id),
            self.estimate_for(match, owners, is_watching=is_watching),
        )

    def estimate_for(self, match: Match, owners: tuple[str, ...], *, is_watching: bool) -> Estimate | None:
        """How the match stands, where somebody has asked and this caller may see it."""
        may_see = may_see_estimate(match, owners, is_watching=is_watching)
        return self.matches.estimate(match.match_id) if may_see else None

    def is_pass_and_play(self, game_id: str) -> bool:
        """Whether this is the id of a match in memory whose seats belong to whoever holds it. Asks no store."""
        match = self.matches.find(game_id)
        return match is not None and match.is_pass_and_play

    # --- to play in one

    async def move(
        self,
        game_id: str,
        point: Point,
        *,
        owners: tuple[str, ...],
        ply: int | None = None,
        revision: int | None = None,
        key: IdempotencyKey | None = None,
    ) -> Match:
        """Place a stone for the side to move. Raises STALE where the game has another ply or revision."""
        match = await self._playable(game_id)
        if ply is not None and revision is None:
            revision = match.revision if ply == match.timeline.cursor else _NO_REVISION
        command = Place(acting_color(match, owners), point)
        return await self._carry_out(match, command, owners, revision, key)

    async def ask(
        self, game_id: str, kind: RequestKind, *, owners: tuple[str, ...], key: IdempotencyKey | None = None
    ) -> Match:
        """Ask for something about the course of the game, for whichever side the caller has."""
        match = await self._playable(game_id)
        return await self._carry_out(match, Request(kind, acting_color(match, owners)), owners, None, key)

    async def act(
        self,
        game_id: str,
        command: SeatCommand,
        *,
        owners: tuple[str, ...],
        revision: int | None = None,
        key: IdempotencyKey | None = None,
    ) -> Match:
        """Do or ask anything, for the side that the command names."""
        return await self._carry_out(await self._playable(game_id), command, owners, revision, key)

    async def join(
        self,
        game_id: str,
        color: Color,
        *,
        invite: str | None,
        name: str | None,
        visitor: Visitor,
        key: IdempotencyKey | None = None,
    ) -> Match:
        """Take an open seat with its invitation; whoever sits down becomes somebody."""
        match = await self._playable(game_id)
        if not self._invitations.fits(invite, match, match.state.is_first_seat(color)):
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        if match.rated:
            _refuse_stranger(visitor)
        occupant = await visitor.sit_down(name)
        if match.rated:
            await self._check_rated(_proposal_with(match, color, occupant))
        message_id = key.message_id(occupant.owner) if key else None
        answer = await self.matches.join(
            match.match_id,
            color,
            occupant.name,
            caller=occupant.owner,
            is_guest=occupant.is_guest,
            message_id=message_id,
        )
        return answer.match

    async def _playable(self, game_id: str) -> Match:
        """The match of an id that lets people play. Raises NOT_YOUR_SEAT for one that is only for watching."""
        match_id, is_watching = await self.resolve(game_id)
        if is_watching:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        return await self.matches.snapshot(match_id)

    async def _carry_out(
        self,
        match: Match,
        command: SeatCommand,
        owners: tuple[str, ...],
        revision: int | None,
        key: IdempotencyKey | None,
    ) -> Match:
        sender = owners[0] if owners else None
        answer = await self.matches.act(
            match.match_id,
            command,
            caller=acting_owner(match, owners, command.player),
            sender=sender,
            revision=revision,
            message_id=key.message_id(sender) if key else None,
        )
        refuse_if_late(answer)
        return answer.match


def _refuse_stranger(visitor: Visitor) -> None:
    """Who is nobody has no account, and need not become a guest to hear it."""
    if visitor.owner is None:
        raise GameError(ErrorCode.CANNOT_BE_RATED, "rated.not_accounts")


def _proposal_with(match: Match, color: Color, occupant: Occupant) -> RatedProposal:
    """A match as it would be with somebody at this colour."""
    first, second = match.first, match.second
    if match.state.is_first_seat(color):
        first = occupant.seat()
    else:
        second = occupant.seat()
    control = match.clock.control if match.clock else None
    return RatedProposal(match.ruleset, first, second, control, match.one_screen)


def refuse_if_late(answer: Answer) -> None:
    """A flag had fallen before: what was asked was not done. Raises GAME_OVER."""
    if answer.was_too_late:
        raise GameError(ErrorCode.GAME_OVER)
