"""What frames make of a view: how a client follows a match without rules and without asking back. Pure.

The page has the same in TypeScript; games that are replayed by both keep the two alike. Of a view that was followed
`state.message` is empty, and score and territory are there only where points mean something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET
from pydantic import TypeAdapter

from tengen.protocol.base import XY, ColorName, Points, Sides, xys
from tengen.protocol.frames.outgoing import (
    AskedBySides,
    Asking,
    CallerFrame,
    ChatFrame,
    DeclinedFrame,
    EndedFrame,
    EstimatedFrame,
    EstimateFrame,
    EventFrame,
    JoinedFrame,
    MovedFrame,
    OfferedFrame,
    OutgoingFrame,
    PausedFrame,
    Position,
    PositionFrame,
    PresenceFrame,
    ProposalFrame,
    RedoneFrame,
    RematchedFrame,
    RenamedFrame,
    ResetFrame,
    RestartedFrame,
    SubstituteFrame,
    TerritoryBySides,
    ThinkingFrame,
    UndoneFrame,
)
from tengen.protocol.moves import AnyMove, ChoiceMove, MarkMove, MoveToLoad, OtherMove, PassMove, StoneMove
from tengen.protocol.persons import AvatarsOfSides
from tengen.protocol.shared import OVER, PAUSED
from tengen.protocol.state import ClockOut, OfferOut, Player, Players, Result, State, TimeLeft
from tengen.protocol.view import EstimateOut, PointsOfSides, Proposal, SeatPresence, Told, View

_COLORS: Final[tuple[ColorName, ColorName]] = ("BLACK", "WHITE")
_HUMAN: Final = "human"
_Changes = dict[str, Any]
_moves: Final = TypeAdapter(list[MoveToLoad])


def follow(view: View, frame: OutgoingFrame) -> View:
    """What a frame makes of a view. A `reset` brings the state alone: ask for the whole view then."""
    match frame:
        case ThinkingFrame() | SubstituteFrame() | ChatFrame():
            return view
        case ResetFrame():
            return view.model_copy(update={"state": State.model_validate(frame.state)})
        case CallerFrame():
            own = {"yours": frame.yours, "invite": frame.invite, "next_id": frame.next_id}
            return _asking(view.model_copy(update=own), frame.can_ask)
        case PresenceFrame():
            seat = SeatPresence(presence=frame.presence, claim_ms=frame.claim_ms, ends_ms=frame.ends_ms)
            return view.model_copy(update={"presence": view.presence.model_copy(update={frame.player: seat})})
        case ProposalFrame():
            return view.model_copy(update={"proposal": _proposal(view, frame)})
        case EstimateFrame():
            return view.model_copy(update={"estimate": _estimate(view, frame)})
        case PositionFrame():
            offers = [OfferOut(kind=offer.kind, player=offer.player) for offer in frame.offers]
            players = Players.model_validate(frame.players)
            moved = view.model_copy(update={"avatars": _avatars(view, players)})
            told = {"players": players, "offers": offers}
            return _positioned(moved, view.state.model_copy(update=told), frame, view.next_stone)
        case _:
            return _happened(view, frame)


def _happened(view: View, frame: EventFrame) -> View:
    state = view.state
    of_state: _Changes = {"event_number": frame.n, "message": ""}
    of_view: _Changes = {}
    next_stone = view.next_stone
    match frame:
        case MovedFrame():
            next_stone = _other(frame.player)
            move = _move(frame)
            of_state["moves"] = [*state.moves, move]
            taken = _taken(state, frame)
            of_state["prisoners"] = Sides(
                BLACK=state.prisoners.BLACK + taken[0], WHITE=state.prisoners.WHITE + taken[1]
            )
            of_view["can_ask"] = _requests_after_move(view, frame.player)
            if isinstance(move, StoneMove):
                of_state["last_move"] = XY(x=move.x, y=move.y)
            elif isinstance(move, PassMove):
                of_state["last_move"] = "PASS"
        case UndoneFrame():
            of_state["moves"] = state.moves[: len(state.moves) - frame.count]
        case RedoneFrame():
            moves = [] if frame.moves is UNSET else frame.moves
            of_state["moves"] = [*state.moves, *_moves.validate_python(moves)]
        case RestartedFrame():
            of_state["moves"] = []
        case OfferedFrame():
            of_state["offers"] = [*state.offers, OfferOut(kind=frame.kind, player=frame.player)]
        case DeclinedFrame():
            of_state["offers"] = [offer for offer in state.offers if offer.kind != frame.kind]
        case EstimatedFrame():
            of_state["offers"] = [offer for offer in state.offers if offer.kind != "estimate"]
        case PausedFrame():
            of_state["offers"] = [offer for offer in state.offers if offer.kind != "pause"]
        case JoinedFrame() | RenamedFrame():
            is_guest = frame.is_guest is True
            seat = Player(name=frame.name, player=_HUMAN, is_open=False, is_owned=True, is_guest=is_guest)
            of_state["players"] = players = state.players.model_copy(update={frame.player: seat})
            if not (players.BLACK.is_open or players.WHITE.is_open):
                of_view["invite"] = None
        case RematchedFrame():
            of_state["offers"], of_view["next_id"] = [], frame.next
        case _:
            pass
    if isinstance(frame, MovedFrame | UndoneFrame | RedoneFrame | RestartedFrame | EndedFrame):
        of_state |= {"revision": frame.n, "offers": [], "winner": None, "result": None}
        of_view |= {"proposal": None, "estimate": None}
    if isinstance(frame, MovedFrame | UndoneFrame | RedoneFrame | RestartedFrame):
        of_state |= {"move_number": len(of_state["moves"]), "grid": _grid(state, frame)}
    if isinstance(frame, UndoneFrame | RedoneFrame | RestartedFrame):
        of_view |= {"next_id": None, "is_reopened": view.is_reopened or state.result is not None}
    if isinstance(frame, EndedFrame):
        margin, has_none = None if frame.margin is UNSET else frame.margin, frame.winner == "NONE"
        of_state["winner"] = None if has_none else frame.winner
        of_state["result"] = Result(reason=frame.reason, margin=margin, no_result=has_none)
    of_state["clock"] = _clock(state, frame)
    of_state["begin_ms"] = None if frame.begin_ms is UNSET else frame.begin_ms
    changed, seen = state.model_copy(update=of_state), view.model_copy(update=of_view)
    if isinstance(frame, Position):
        seen = _positioned(seen, changed, frame, next_stone)
    else:
        seen = seen.model_copy(update={"state": changed})
    if not isinstance(frame, Asking) or frame.can_ask is UNSET:
        return seen
    return _asking(seen, frame.can_ask)


def _avatars(view: View, players: Players) -> AvatarsOfSides:
    """The portraits go with their players, who may have exchanged colours; who is new has the usual one."""
    before, black, white = view.state.players, view.avatars.BLACK, view.avatars.WHITE
    return AvatarsOfSides(
        BLACK={before.WHITE: white, before.BLACK: black}.get(players.BLACK, 0),
        WHITE={before.BLACK: black, before.WHITE: white}.get(players.WHITE, 0),
    )


def _positioned(view: View, state: State, frame: Position, next_stone: ColorName) -> View:
    """The view with the position after the frame, with whatever that leaves out. `state` has what happened already."""
    size = state.board_size
    of_view: _Changes = {}
    phase = state.phase if frame.phase is UNSET else frame.phase
    is_playable = phase not in (OVER, PAUSED)
    next_stone = next_stone if frame.next_stone is UNSET else frame.next_stone
    actors = ([next_stone] if is_playable else []) if frame.actors is UNSET else frame.actors
    usual = actors[0] if len(actors) == 1 else next_stone
    of_state: _Changes = {
        "phase": phase,
        "is_game_over": phase == OVER,
        "current_player": usual if frame.current_player is UNSET else frame.current_player,
        "legal_moves": xys(_points(size, _legal(state, frame))) if is_playable else [],
        "can_pass": (state.can_pass and is_playable) if frame.can_pass is UNSET else frame.can_pass,
        "score": _score(view.state, state, frame),
    }
    if frame.last_move is not UNSET:
        last = frame.last_move
        of_state["last_move"] = XY(x=last[0], y=last[1]) if isinstance(last, tuple) else last
    if frame.prisoners is not UNSET:
        black, white = frame.prisoners
        of_state["prisoners"] = Sides(BLACK=black, WHITE=white)
    if frame.exchanged is True:
        of_state["players"] = Players(BLACK=state.players.WHITE, WHITE=state.players.BLACK)
        of_view["yours"] = [color for color in _COLORS if _other(color) in view.yours]
        of_view["avatars"] = AvatarsOfSides(BLACK=view.avatars.WHITE, WHITE=view.avatars.BLACK)
    if frame.status is not UNSET:
        of_view["status"] = Told(key=frame.status.key, values=frame.status.values)
    elif phase == "play" and len(actors) == 1:
        of_view["status"] = _turn(actors[0], _taken(view.state, frame))
    of_view |= {
        "actors": actors,
        "next_stone": next_stone,
        "territory": None if frame.territory is UNSET else _sides(size, frame.territory),
        "guidance": None if frame.guidance is UNSET else Told(key=frame.guidance),
        "choices": [] if frame.choices is UNSET else frame.choices,
        "agreed": [] if frame.agreed is UNSET else frame.agreed,
        "dead": [] if frame.dead is UNSET else xys(_points(size, frame.dead)),
        "forbidden": [] if frame.forbidden is UNSET else xys(_points(size, frame.forbidden)),
        "won": [] if frame.won is UNSET else [xys(_points(size, row)) for row in frame.won],
    }
    return view.model_copy(update={**of_view, "state": state.model_copy(update=of_state)})


def _asking(view: View, asked: AskedBySides) -> View:
    """What the caller may ask for: the same for either colour of who has both; two programs are halted by anybody."""
    players = view.state.players
    if view.yours:
        own = asked.BLACK if view.yours[0] == "BLACK" else asked.WHITE
    else:
        are_programs = _HUMAN not in (players.BLACK.player, players.WHITE.player)
        own = asked.BLACK if are_programs and not view.is_watching else []
    return view.model_copy(update={"can_ask": own})


def _taken(before: State, frame: Position) -> tuple[int, int]:
    """How many stones a move took off the board: Black's new prisoners, and White's."""
    removed = frame.removed if isinstance(frame, MovedFrame) and frame.removed is not UNSET else []
    black = sum(before.grid[y][x] == "WHITE" for x, y in removed)
    return black, len(removed) - black


def _turn(actor: ColorName, taken: tuple[int, int]) -> Told:
    """The line of a turn in ordinary play, after so many stones of White and of Black were taken."""
    own, others = taken if actor == "BLACK" else taken[::-1]
    for name, count in (("captured", others), ("suicide", own)):
        if count:
            return Told(key=f"status.{name}.{actor.lower()}", values={"count": count})
    return Told(key=f"status.play.{actor.lower()}")


def _requests_after_move(view: View, mover: ColorName) -> list[str]:
    """What the caller may ask for after a move, unless the frame says otherwise."""
    others = [kind for kind in view.can_ask if kind not in ("takeback", "redo")]
    can_take_back = "takeback" in view.can_ask or (mover in view.yours and not view.is_rated)
    return ["takeback", *others] if can_take_back else others


def _legal(state: State, frame: Position) -> Sequence[int]:
    if frame.legal is not UNSET:
        return frame.legal
    refused = set() if frame.refused is UNSET else set(frame.refused)
    cells = [cell for row in state.grid for cell in row]
    return [at for at, cell in enumerate(cells) if cell is None and at not in refused]


def _score(before: State, after: State, frame: Position) -> Points | None:
    if frame.score is not UNSET:
        return None if frame.score is None else Points(BLACK=frame.score[0], WHITE=frame.score[1])
    if before.score is None:
        return None
    black, white = (_stones(after, color) - _stones(before, color) for color in _COLORS)
    return Points(BLACK=before.score.BLACK + black, WHITE=before.score.WHITE + white)


def _stones(state: State, color: ColorName) -> int:
    return sum(row.count(color) for row in state.grid)


def _grid(state: State, frame: MovedFrame | UndoneFrame | RedoneFrame | RestartedFrame) -> list[list[ColorName | None]]:
    grid = [list(row) for row in state.grid]
    for x, y in () if frame.removed is UNSET else frame.removed:
        grid[y][x] = None
    for x, y in () if frame.flipped is UNSET else frame.flipped:
        stone = grid[y][x]
        grid[y][x] = None if stone is None else _other(stone)
    if frame.placed is not UNSET:
        for x, y, color in frame.placed:
            grid[y][x] = color
    elif isinstance(frame, MovedFrame) and frame.x is not UNSET and frame.y is not UNSET:
        grid[frame.y][frame.x] = frame.player
    return grid


def _move(frame: MovedFrame) -> AnyMove:
    player = frame.player
    points = [] if frame.points is UNSET else xys(frame.points)
    match frame.action:
        case "pass":
            return PassMove.model_validate({"player": player, "pass": True})
        case "choose":
            return ChoiceMove(player=player, action="choose", choice="" if frame.choice is UNSET else frame.choice)
        case "mark_dead" | "unmark_dead" as action:
            return MarkMove(player=player, action=action, points=points)
        case "agree" | "resume" | "resign" as action:
            return OtherMove(player=player, action=action)
        case _:
            return StoneMove.model_validate({"player": player, "x": frame.x, "y": frame.y})


def _clock(state: State, frame: EventFrame) -> ClockOut | None:
    clock = state.clock
    if clock is None:
        return None
    running: ColorName | None = None
    sides: _Changes = {}
    if isinstance(frame, MovedFrame):
        running = _other(frame.player)
        if frame.left is not UNSET:
            sides[frame.player] = _mover_left(clock, *frame.left)
    if frame.clock is not UNSET:
        sides = {color: _time_left(*parts) for color, parts in zip(_COLORS, frame.clock, strict=True)}
    if not sides:
        return clock
    return clock.model_copy(update={"running": running if frame.running is UNSET else frame.running, **sides})


def _mover_left(control: ClockOut, main_ms: int, *parts: int) -> TimeLeft:
    """The mover's time. Main time alone: all that the control gives after it is still there."""
    if main_ms > 0 and not parts:
        parts = (control.period_ms, control.periods, control.stones)
    return _time_left(main_ms, *parts)


def _time_left(main_ms: int = 0, period_ms: int = 0, periods: int = 0, stones: int = 0) -> TimeLeft:
    return TimeLeft(main_ms=main_ms, period_ms=period_ms, periods=periods, stones=stones)


def _proposal(view: View, frame: ProposalFrame) -> Proposal | None:
    if frame.revision != view.state.revision:
        return view.proposal
    score = None if frame.score is None else Points(BLACK=frame.score[0], WHITE=frame.score[1])
    territory = None if frame.territory is None else _sides(view.state.board_size, frame.territory)
    return Proposal(dead=xys(frame.dead), score=score, territory=territory)


def _estimate(view: View, frame: EstimateFrame) -> EstimateOut | None:
    if frame.revision != view.state.revision:
        return view.estimate
    if frame.margin is None or frame.ownership is None:
        return None
    return EstimateOut(margin=frame.margin, ownership=frame.ownership)


def _sides(size: int, territory: TerritoryBySides) -> PointsOfSides:
    return PointsOfSides(BLACK=xys(_points(size, territory.BLACK)), WHITE=xys(_points(size, territory.WHITE)))


def _points(size: int, indices: Iterable[int]) -> Iterable[tuple[int, int]]:
    return ((at % size, at // size) for at in indices)


def _other(color: ColorName) -> ColorName:
    return "WHITE" if color == "BLACK" else "BLACK"
