"""A match as the `state` of the REST answers: everything a client shows, nothing that it must not know.

Owners of seats, invitations and other ids are not part of it; `gameId` is the id that the caller used.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import ConfigDict, Field

from tengen.core import BLACK, COLORS, WHITE, Clock, OptionValue, Outcome, SideTime
from tengen.match import Match, Seat
from tengen.protocol.base import NAMES, XY, Absence, ColorName, Message, Points, Sides, xys
from tengen.protocol.moves import AnyMove, move_out
from tengen.protocol.shared import LastMove, shared_view
from tengen.protocol.words import message_of

Winner: TypeAlias = ColorName | Literal["DRAW"]


class Player(Message):
    """One seat: the name to show, `human` or a program's name, and whether somebody may still sit down.

    The name of a guest is nobody's own; who sits at a seat without an owner may be called anything.
    """

    name: str
    player: str
    is_open: bool
    is_owned: bool
    is_guest: bool = False


class Players(Message):
    """Both seats by the colour they have now."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: Player
    WHITE: Player


class OfferOut(Message):
    """Something that one side asked for and the other has not answered."""

    kind: str
    player: ColorName


class TimeLeft(Message):
    """What a side has left: main time, the running period, byo-yomi periods, moves due in a Canadian period."""

    main_ms: int
    period_ms: int
    periods: int
    stones: int


class ClockOut(Message):
    """The time control, whose clock runs, and what is left at the moment of the answer."""

    kind: str
    main_ms: int
    increment_ms: int
    period_ms: int
    periods: int
    stones: int
    running: ColorName | None
    BLACK: TimeLeft = Field(alias="BLACK")
    WHITE: TimeLeft = Field(alias="WHITE")


class Result(Message):
    """How the game ended: a reason such as `line` or `resign`, and the margin where points decided."""

    reason: str
    margin: float | None
    no_result: bool


class State(Message):
    """A match as it stands.

    `absence` says what becomes of it when a player of a game between people is gone. Until both have begun, `beginMs`
    is in how long it is cancelled unless whoever is to act does; null where nobody need hurry.
    """

    game_id: str
    game_type: str
    board_size: int
    rules: dict[str, OptionValue]
    komi: float | None
    grid: list[list[ColorName | None]]
    current_player: ColorName
    move_number: int
    last_move: XY | Literal["PASS"] | None
    prisoners: Sides
    legal_moves: list[XY]
    can_pass: bool
    is_game_over: bool
    winner: Winner | None
    result: Result | None
    score: Points | None
    message: str
    phase: str
    players: Players
    offers: list[OfferOut]
    clock: ClockOut | None
    absence: Absence
    begin_ms: int | None
    moves: list[AnyMove]
    revision: int
    event_number: int


def state_of(match: Match, game_id: str, now: int) -> State:
    """The match for whoever knows it by `game_id`, with clocks as they stand at `now` (milliseconds)."""
    shown = shared_view(match)
    ruleset, score, prisoners = match.ruleset, shown.score, shown.prisoners
    options = ruleset.options()
    return State.model_construct(
        game_id=game_id,
        game_type=ruleset.KIND.upper(),
        board_size=ruleset.size,
        rules=options,
        komi=ruleset.komi_points(),
        grid=_grid(match),
        current_player=NAMES[shown.current],
        move_number=match.timeline.cursor,
        last_move=_last_move(shown.last_move),
        prisoners=Sides.model_construct(BLACK=prisoners.black, WHITE=prisoners.white),
        legal_moves=xys(shown.legal),
        can_pass=shown.can_pass,
        is_game_over=match.is_over,
        winner=winner_of(match.outcome),
        result=_result(match.outcome),
        score=Points.model_construct(BLACK=float(score.black), WHITE=float(score.white)) if score else None,
        message=message_of(match),
        phase=shown.phase,
        players=players_of(match),
        offers=[OfferOut(kind=str(offer.kind), player=NAMES[offer.player]) for offer in match.offers],
        clock=_clock(match.clock, now) if match.clock else None,
        absence=match.absence,
        begin_ms=_begin_ms(match, now),
        moves=[move_out(action) for action in match.timeline.actions],
        revision=match.revision,
        event_number=match.number,
    )


def players_of(match: Match) -> Players:
    """Both seats."""
    return Players(BLACK=_player(match.seat(BLACK)), WHITE=_player(match.seat(WHITE)))


def winner_of(outcome: Outcome | None) -> Winner | None:
    """The winner's name, DRAW, or nothing while the game runs and where it has no result."""
    if outcome is None or outcome.no_result:
        return None
    return "DRAW" if outcome.winner is None else NAMES[outcome.winner]


def _grid(match: Match) -> list[list[ColorName | None]]:
    board = match.state.position.board
    names: dict[int, ColorName] = {int(color): NAMES[color] for color in COLORS}
    row = board.columns
    return [[names.get(cell) for cell in board.cells[y * row : (y + 1) * row]] for y in range(board.rows)]


def _last_move(move: LastMove) -> XY | Literal["PASS"] | None:
    return move if move is None or isinstance(move, str) else XY(x=move.x, y=move.y)


def _result(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(reason=str(outcome.reason), margin=outcome.margin, no_result=outcome.no_result)


def _player(seat: Seat) -> Player:
    return Player(
        name=seat.name,
        player=seat.player,
        is_open=seat.is_open,
        is_owned=seat.owner is not None,
        is_guest=seat.is_guest,
    )


def _begin_ms(match: Match, now: int) -> int | None:
    begin_at = match.begin_at
    return None if begin_at is None else max(begin_at - now, 0)


def _clock(clock: Clock, now: int) -> ClockOut:
    control = clock.control
    return ClockOut(
        kind=str(control.kind),
        main_ms=control.main_ms,
        increment_ms=control.increment_ms,
        period_ms=control.period_ms,
        periods=control.periods,
        stones=control.stones,
        running=NAMES[clock.running] if clock.running else None,
        BLACK=_time_left(clock.left(BLACK, now)),
        WHITE=_time_left(clock.left(WHITE, now)),
    )


def _time_left(side: SideTime) -> TimeLeft:
    return TimeLeft(main_ms=side.main_ms, period_ms=side.period_ms, periods=side.periods, stones=side.stones)
