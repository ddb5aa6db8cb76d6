"""The View of a match on a server, from what the server answers. Believes nothing that it has not checked.

A server may be newer, broken or hostile: whatever is no board of a game that is known here is refused as a whole,
texts are stripped of what moves a cursor, and keys of words that are not known here are not looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Final

from tengen.clients.play.errors import ServerTrouble, Trouble, shown, shown_values
from tengen.clients.play.view import (
    Invitation,
    PresenceView,
    ProposalView,
    Result,
    SeatView,
    View,
)
from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    EMPTY,
    LANGUAGES,
    PLAY,
    WHITE,
    Board,
    Clock,
    ClockKind,
    Color,
    GameError,
    GameKind,
    Point,
    Prisoners,
    Ruleset,
    Score,
    SideTime,
    TimeControl,
    find_kind,
    text,
)
from tengen.core.errors import Value
from tengen.core.printing import clip
from tengen.match import Offer, RequestKind, Status
from tengen.players import Estimate
from tengen.protocol import (
    OVER,
    PAUSED,
    XY,
    ClockOut,
    EstimateOut,
    Player,
    Points,
    PointsOfSides,
    SeatPresence,
    State,
    TimeLeft,
    Told,
    action_of,
    color_of,
)
from tengen.protocol import View as Answer

_LONGEST_NAME: Final = 80
_UNKNOWN: Final = "play.said"


class _BadAnswer(Exception):
    """The answer cannot be of a game that is known here."""


def view_of_answer(answer: Answer, now: int, before: View | None = None) -> View:
    """What the server tells of a match, heard at `now`. `before` knows what an answer about its end leaves out.

    Raises ServerTrouble for a game that is not known here, and for an answer that makes no sense.
    """
    try:
        return _view(answer, now, before)
    except (_BadAnswer, GameError, ValueError, OverflowError):
        raise ServerTrouble(Trouble.NOT_TENGEN, address=answer.state.game_type) from None


def name_of(said: str) -> str:
    """A name that somebody chose, fit to be shown."""
    return clip(" ".join(shown(said).split()), _LONGEST_NAME)


def has_words(key: str, values: Mapping[str, Value] | None = None) -> bool:
    """Whether every language has words for this key that these values fill."""
    try:
        return all(text(language, key, **(values or {})) for language in LANGUAGES)
    except (KeyError, ValueError, IndexError, AttributeError):
        return False


def _view(answer: Answer, now: int, before: View | None) -> View:
    state = answer.state
    kind = _kind(state.game_type)
    ruleset = kind.rules.parse(state.board_size, state.rules)
    board = _board(ruleset, state)
    result = _result(state)
    phase = state.phase
    if phase in (OVER, PAUSED):
        phase = before.phase if before is not None else PLAY
    prisoners = Prisoners(state.prisoners.BLACK, state.prisoners.WHITE) if kind.rules.FEATURES.prisoners else None
    score = _counted(state, phase, prisoners)
    return View(
        game_id=state.game_id,
        kind=kind.name,
        size=ruleset.size,
        rules=ruleset.options(),
        spec=ruleset.board_spec(),
        board=board,
        phase=_known_phase(phase, kind),
        next_stone=color_of(answer.next_stone),
        actors=tuple(map(color_of, answer.actors)),
        agreed=frozenset(map(color_of, answer.agreed)),
        yours=tuple(map(color_of, answer.yours)),
        legal=_points(state.legal_moves, board),
        can_pass=state.can_pass,
        forbidden=_points(answer.forbidden, board),
        choices=_choices(answer.choices, kind),
        dead=frozenset(_points(answer.dead, board)),
        proposal=None
        if answer.proposal is None
        else ProposalView(
            frozenset(_points(answer.proposal.dead, board)),
            _score(answer.proposal.score),
            _territory(answer.proposal.territory, board),
        ),
        score=score,
        territory=None if score is None else _territory(answer.territory, board),
        won=tuple(_points(row, board) for row in answer.won),
        prisoners=prisoners,
        clock=_clock(state.clock, now) if state.clock else None,
        seats={BLACK: _seat(state.players.BLACK), WHITE: _seat(state.players.WHITE)},
        offers=tuple(Offer(RequestKind(offer.kind), color_of(offer.player)) for offer in state.offers),
        can_ask=tuple(answer.can_ask),
        moves=tuple(map(action_of, state.moves)),
        last_move=next(iter(_points([state.last_move], board))) if isinstance(state.last_move, XY) else None,
        status=_status(answer.status, kind, state.message),
        guidance=_guidance(answer.guidance, kind),
        result=result,
        is_paused=state.phase == PAUSED,
        number=state.event_number,
        revision=state.revision,
        is_watching=answer.is_watching,
        watch_id=answer.watch_id,
        invitation=_invitation(answer),
        next_id=answer.next_id,
        presence=_presences(answer, now),
        is_rated=answer.is_rated,
        estimate=_estimate(answer.estimate, board),
    )


def _kind(game_type: str) -> GameKind:
    try:
        return find_kind(game_type)
    except GameError:
        raise ServerTrouble(Trouble.UNKNOWN_GAME, game=game_type[:40]) from None


def _board(ruleset: Ruleset, state: State) -> Board:
    spec = ruleset.board_spec()
    if len(state.grid) != spec.rows or any(len(row) != spec.columns for row in state.grid):
        raise _BadAnswer
    cells = bytes(EMPTY if cell is None else color_of(cell) for row in state.grid for cell in row)
    return Board(spec.columns, spec.rows, cells)


def _points(points: Sequence[XY], board: Board) -> tuple[Point, ...]:
    found = tuple(Point(point.x, point.y) for point in points)
    if len(found) > len(board.cells) or any(point not in board for point in found):
        raise _BadAnswer
    return found


def _territory(territory: PointsOfSides | None, board: Board) -> Mapping[Color, tuple[Point, ...]] | None:
    if territory is None:
        return None
    return {BLACK: _points(territory.BLACK, board), WHITE: _points(territory.WHITE, board)}


def _estimate(estimate: EstimateOut | None, board: Board) -> Estimate | None:
    if estimate is None:
        return None
    most = len(board.cells)
    if len(estimate.ownership) != most or not all(-100 <= share <= 100 for share in estimate.ownership):
        raise _BadAnswer
    if not isfinite(estimate.margin):
        raise _BadAnswer
    return Estimate(estimate.margin, tuple(share / 100 for share in estimate.ownership))


def _score(score: Points | None) -> Score | None:
    return None if score is None else Score(score.BLACK, score.WHITE)


def _counted(state: State, phase: str, prisoners: Prisoners | None) -> Score | None:
    """The points where they mean something: where stones are captured, only while and after they are settled."""
    is_open = phase == AGREE if state.result is None else state.result.margin is not None
    return _score(state.score) if is_open or prisoners is None else None


def _known_phase(phase: str, kind: GameKind) -> str:
    if not has_words(f"{kind.name}.phase.{phase}"):
        raise _BadAnswer
    return phase


def _choices(choices: Iterable[str], kind: GameKind) -> tuple[str, ...]:
    found = tuple(choices)
    if not all(has_words(f"{kind.name}.choice.{choice}") for choice in found):
        raise _BadAnswer
    return found


def _status(told: Told, kind: GameKind, message: str) -> Status:
    """The line that says how the match stands; in the server's own words where ours lack its key."""
    if has_words(f"{kind.name}.{told.key}", told.values):
        return Status(told.key, shown_values(told.values))
    return Status(_UNKNOWN, {"text": shown(message)})


def _guidance(told: Told | None, kind: GameKind) -> str | None:
    return told.key if told is not None and has_words(f"{kind.name}.{told.key}") else None


def _seat(player: Player) -> SeatView:
    return SeatView(name_of(player.name), name_of(player.player), player.is_open)


def _result(state: State) -> Result | None:
    if state.result is None:
        return None
    winner = color_of(state.winner) if state.winner in ("BLACK", "WHITE") else None
    margin = state.result.margin
    return Result(winner, shown(state.result.reason), margin, state.result.no_result, margin is not None)


def _clock(clock: ClockOut, now: int) -> Clock:
    control = TimeControl(
        ClockKind(clock.kind), clock.main_ms, clock.increment_ms, clock.period_ms, clock.periods, clock.stones
    )
    running = None if clock.running is None else color_of(clock.running)
    return Clock(control, _side(clock.BLACK), _side(clock.WHITE), running, now)


def _side(left: TimeLeft) -> SideTime:
    return SideTime(left.main_ms, left.period_ms, left.periods, left.stones)


def _invitation(answer: Answer) -> Invitation | None:
    seats = {BLACK: answer.state.players.BLACK, WHITE: answer.state.players.WHITE}
    seat = next((color for color in COLORS if seats[color].is_open), None)
    if answer.invite is None or seat is None:
        return None
    return Invitation(answer.state.game_id, seat, answer.invite)


def _presences(answer: Answer, now: int) -> dict[Color, PresenceView]:
    found = {BLACK: answer.presence.BLACK, WHITE: answer.presence.WHITE}
    return {color: _presence(told, now) for color, told in found.items() if told is not None}


def _presence(told: SeatPresence, now: int) -> PresenceView:
    return PresenceView(str(told.presence), told.claim_ms, told.ends_ms, now)
