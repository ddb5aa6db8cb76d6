"""The View of a match in this process. Asks the rules what a client must not know."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from tengen.clients.play.kinds import territory_of
from tengen.clients.play.view import Connection, ProgramNotice, ProposalView, Result, SeatView, View, ViewEvent
from tengen.core import (
    CHOICE,
    COLORS,
    Action,
    Changes,
    Color,
    GameState,
    Pass,
    Place,
    Point,
    Ruleset,
)
from tengen.match import (
    EVENT_NAMES,
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    Joined,
    Match,
    Moved,
    Offered,
    Redone,
    Rematched,
    Renamed,
    Restarted,
    Undone,
    counted,
    possible_requests,
    status,
)
from tengen.players import Estimate


def view_of_match(
    match: Match,
    *,
    is_held: bool = False,
    proposed: Set[Point] | None = None,
    estimate: Estimate | None = None,
    notices: tuple[ProgramNotice, ...] = (),
    connection: Connection = Connection.OPEN,
) -> View:
    """The match for whoever sits at this screen; `is_held` where its programs are kept from going on."""
    ruleset, state = match.ruleset, match.state
    actors = match.actors()
    is_playable = not (match.is_over or match.is_paused)
    score = counted(ruleset, state, match.outcome)
    return View(
        game_id=match.match_id,
        kind=ruleset.KIND,
        size=ruleset.size,
        rules=ruleset.options(),
        spec=ruleset.board_spec(),
        board=state.position.board,
        phase=state.phase,
        next_stone=state.position.to_move,
        actors=actors,
        agreed=state.agreed,
        yours=match.colors_of(None),
        legal=tuple(ruleset.legal_points(state)) if is_playable else (),
        can_pass=is_playable and ruleset.can_pass(state),
        forbidden=tuple(ruleset.forbidden_points(state)) if actors else (),
        choices=ruleset.choices(state) if actors and state.phase == CHOICE else (),
        dead=state.dead,
        proposal=None if proposed is None else _proposal(ruleset, state, proposed),
        score=score,
        territory=None if score is None else territory_of(ruleset, state),
        won=tuple(map(tuple, ruleset.winning_rows(state))),
        prisoners=state.position.prisoners if ruleset.FEATURES.prisoners else None,
        clock=match.clock,
        seats={color: _seat(match, color) for color in COLORS},
        offers=match.offers,
        can_ask=possible_requests(match, None),
        moves=match.timeline.actions,
        last_move=last_move(match.timeline.actions),
        status=status(match),
        guidance=None if match.is_over else ruleset.guidance(state),
        result=Result.of(match.outcome),
        is_paused=is_held or match.is_paused,
        number=match.number,
        revision=match.revision,
        next_id=match.next_id,
        notices=notices,
        connection=connection,
        estimate=estimate,
    )


def event_of(event: Event, before: Match) -> ViewEvent:
    """What a client is told of an event that the match before it led to."""
    player: Color | None = None
    match event:
        case Moved():
            action = event.action
            return ViewEvent(
                event.n, EVENT_NAMES[Moved], action.player, before.seat(action.player).name, action, "", event.changes
            )
        case Created() | Excused() | Ended() | Rematched():
            pass
        case _:
            player = event.player
    name = "" if player is None else before.seat(player).name
    if isinstance(event, Joined | Renamed):
        name = event.seat.name
    request = str(event.kind) if isinstance(event, Offered | Declined) else ""
    changes = event.changes if isinstance(event, Undone | Redone | Restarted) else Changes()
    return ViewEvent(event.n, EVENT_NAMES[type(event)], player, name, None, request, changes)


def last_move(actions: tuple[Action, ...]) -> Point | None:
    """Where the latest stone was placed; None at the start and after a pass."""
    for action in reversed(actions):
        match action:
            case Place(point=point):
                return point
            case Pass():
                return None
    return None


def _seat(match: Match, color: Color) -> SeatView:
    seat = match.seat(color)
    return SeatView(seat.name, seat.player, seat.is_open)


def _proposal(ruleset: Ruleset, state: GameState, dead: Set[Point]) -> ProposalView:
    marked = replace(state, dead=frozenset(dead))
    return ProposalView(frozenset(dead), ruleset.score(marked), territory_of(ruleset, marked))
