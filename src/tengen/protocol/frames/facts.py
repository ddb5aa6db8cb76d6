"""What an event frame says of the position after it, so that a client can draw it without rules and without asking.

Most of it goes without saying. Left out, it is so:

    nextStone       after `moved` the other side; else as before
    actors          the colour of the next stone; nobody in a game that is over or paused
    currentPlayer   the only one of the actors, else the colour of the next stone
    legal, refused  every empty point may be taken; none in a game that is over or paused. Whichever list is shorter
    lastMove        the stone or pass of `moved`; else as before
    score           as before, with the stones that came, went or changed colour; null stays null
    prisoners       as before; after `moved` each side has also what was removed of the other side's stones
    status          for the only actor in the phase `play` `status.play.black` or `.white`, or where `moved` removed
                    stones `status.captured.…` of the other side's, else `status.suicide.…`, with their `count`; else
                    as before
    canAsk          as before; after `moved` without `redo`, and for the person who moved with `takeback` unless the
                    match is rated
    phase, canPass                                                      as before
    territory, guidance, choices, dead, agreed, forbidden, won          none
    exchanged       the players have not exchanged colours

Score and territory are told where points mean something: while they are settled, at the end of a game that was
counted, and always where stones are not captured. A move that ends the game says so by its `phase` alone, and the
rest comes with `ended`, which follows at once and leaves out nothing that is as before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from tengen.core import BLACK, COLORS, PLAY, WHITE, Board, Color, Pass, Place, Point, Prisoners
from tengen.match import Ended, Event, Match, Moved, RequestKind, Status
from tengen.protocol.base import NAMES
from tengen.protocol.frames.outgoing import AskedBySides, TerritoryBySides
from tengen.protocol.shared import OVER, LastMove, Requests, SharedView, Territory, is_person, shared_view

Fields: TypeAlias = dict[str, object]

_NONE: Final = Prisoners()
_TAKEBACK: Final = str(RequestKind.TAKEBACK)
_REDO: Final = str(RequestKind.REDO)


def facts_of_event(event: Event, before: Match, after: Match) -> Fields:
    """What the frame of an event that leads from one match to the other says of the position."""
    if isinstance(event, Moved) and (plain := _plain_facts(event, before, after)) is not None:
        return plain
    fields: Fields = {}
    if before.state.swapped != after.state.swapped:
        fields["exchanged"] = True
    if isinstance(event, Ended):
        _put_all(fields, shared_view(after))
        next_stone, taken = None, _NONE
    elif after.is_over:
        fields["phase"] = OVER
        return fields
    else:
        taken = _taken(event, before)
        next_stone = _put_news(fields, event, shared_view(before), shared_view(after), taken)
    _put_position(fields, shared_view(after), next_stone, taken)
    return fields


def _plain_facts(event: Moved, before: Match, after: Match) -> Fields | None:
    """The same for a stone in the middle of a game, where nothing but the legal points may need a word.

    None where more has to be looked at. Finds nothing that the long way would not: nearly every event comes this way,
    and the long one takes three times as long.
    """
    state, earlier, ruleset = after.state, before.state, after.ruleset
    position, to_move = state.position, state.position.to_move
    is_plain = (
        isinstance(event.action, Place)
        and state.phase == PLAY == earlier.phase
        and to_move is event.action.player.other
        and not (state.passes or state.dead or state.agreed or event.changes.removed)
        and after.outcome is None
        and after.paused_at is None
        and not (after.is_waiting or before.offers or before.timeline.undone)
        and position.prisoners == earlier.position.prisoners
        and ruleset.actors(state) == (to_move,)
        and not (ruleset.guidance(state) or ruleset.forbidden_points(state))
    )
    if not is_plain or state.swapped != earlier.swapped:
        return None
    shown, known = shared_view(after), shared_view(before)
    board = position.board
    asks_the_same = after.rated or known.can_all_take_back
    if not asks_the_same or shown.can_pass != known.can_pass or _score(shown) != _moved_score(known, board):
        return None
    shown.keep_requests(known)
    fields: Fields = {}
    if not ruleset.takes_every_empty(state):
        _put_legal(fields, board, shown.legal)
    return fields


def whole_facts(match: Match) -> Fields:
    """The same for whoever has missed something: nothing is left out because it is as before."""
    fields: Fields = {}
    _put_all(fields, shared_view(match))
    _put_position(fields, shared_view(match), None, _NONE)
    return fields


def talk_facts(before: Match, after: Match) -> Fields:
    """What is new after an event that leaves the position as it is: what may be asked now."""
    shown = shared_view(after)
    return {} if shown.can_ask == shared_view(before).can_ask else {"can_ask": asked_by_sides(shown)}


def _put_all(fields: Fields, shown: SharedView) -> None:
    """What may be left out where it is as before."""
    fields |= {
        "phase": shown.phase,
        "can_pass": shown.can_pass,
        "last_move": _last_move(shown.last_move),
        "prisoners": tuple(shown.prisoners),
        "score": _score(shown),
        "can_ask": asked_by_sides(shown),
    }


def _put_news(fields: Fields, event: Event, before: SharedView, shown: SharedView, taken: Prisoners) -> Color:
    """What is not as a client expects it after this event; the colour that it expects the next stone to have."""
    expected = before.next_stone
    is_move = False
    if isinstance(event, Moved):
        expected, is_move = event.action.player.other, isinstance(event.action, Place | Pass)
    if shown.phase != before.phase:
        fields["phase"] = shown.phase
    if shown.can_pass != before.can_pass:
        fields["can_pass"] = shown.can_pass
    if not is_move and shown.last_move != before.last_move:
        fields["last_move"] = _last_move(shown.last_move)
    had, have = before.prisoners, shown.prisoners
    if have != had and have != (had.black + taken.black, had.white + taken.white):
        fields["prisoners"] = tuple(have)
    score = _score(shown)
    if score != _moved_score(before, shown.match.state.position.board):
        fields["score"] = score
    if "exchanged" in fields or shown.can_ask != _expected_requests(event, before):
        fields["can_ask"] = asked_by_sides(shown)
    return expected


def _expected_requests(event: Event, before: SharedView) -> Requests:
    """What a client expects that may be asked after this event."""
    if not isinstance(event, Moved):
        return before.can_ask
    mover, match = event.action.player, before.match
    movers = {mover} if match.is_between_people or not match.seat(mover.other).is_human else set(COLORS)
    expected = {}
    for color, before_it in before.can_ask.items():
        others = tuple(kind for kind in before_it if kind not in (_TAKEBACK, _REDO))
        can_take_back = _TAKEBACK in before_it or (color in movers and is_person(match, color) and not match.rated)
        expected[color] = (_TAKEBACK, *others) if can_take_back else others
    return expected


def _put_position(fields: Fields, shown: SharedView, next_stone: Color | None, taken: Prisoners) -> None:
    """All else, where a client would expect the next stone to be of this colour and knows what was just taken."""
    if shown.next_stone is not next_stone:
        fields["next_stone"] = NAMES[shown.next_stone]
    _put_actors(fields, shown)
    _put_points(fields, shown)
    if shown.status != _usual_status(shown, taken):
        fields["status"] = shown.status
    if shown.guidance:
        fields["guidance"] = shown.guidance
    if shown.choices:
        fields["choices"] = list(shown.choices)
    if shown.agreed:
        fields["agreed"] = _names(shown.agreed)


def _put_actors(fields: Fields, shown: SharedView) -> None:
    actors, next_stone = shown.actors, shown.next_stone
    if actors != ((next_stone,) if shown.is_playable else ()):
        fields["actors"] = _names(actors)
    if shown.current is not (actors[0] if len(actors) == 1 else next_stone):
        fields["current_player"] = NAMES[shown.current]


def _put_points(fields: Fields, shown: SharedView) -> None:
    board = shown.match.state.position.board
    if shown.is_playable:
        _put_legal(fields, board, shown.legal)
    for name, points in (("dead", shown.dead), ("forbidden", shown.forbidden)):
        if points:
            fields[name] = _indices(board, points)
    if shown.won:
        fields["won"] = [_indices(board, row) for row in shown.won]
    if shown.is_counted and shown.territory is not None:
        fields["territory"] = territory_by_sides(board, shown.territory)


def _put_legal(fields: Fields, board: Board, points: list[Point]) -> None:
    count = board.cells.count(0)
    if len(points) == count:
        return
    legal = _indices(board, points)
    if 2 * len(legal) <= count:
        fields["legal"] = legal
    else:
        taken = set(legal)
        fields["refused"] = [at for at, cell in enumerate(board.cells) if not cell and at not in taken]


def _usual_status(shown: SharedView, taken: Prisoners) -> Status | None:
    """The line that a client expects for a turn, after these stones were taken; None: it expects none."""
    if shown.phase != PLAY or len(shown.actors) != 1:
        return None
    actor = shown.actors[0]
    if captured := taken.of(actor.other):
        return Status(f"status.captured.{actor.word}", {"count": captured})
    if lost := taken.of(actor):
        return Status(f"status.suicide.{actor.word}", {"count": lost})
    return Status(f"status.play.{actor.word}")


def _taken(event: Event, before: Match) -> Prisoners:
    """The stones that a move took off the board, by whose prisoners they are."""
    if not isinstance(event, Moved) or not event.changes.removed:
        return _NONE
    board = before.state.position.board
    black = sum(board[point] is WHITE for point in event.changes.removed)
    return Prisoners(black, len(event.changes.removed) - black)


def _score(shown: SharedView) -> tuple[float, float] | None:
    score = shown.score if shown.is_counted else None
    return None if score is None else (score.black, score.white)


def _moved_score(before: SharedView, board: Board) -> tuple[float, float] | None:
    """The score before, with the stones of this board that were not there, and without those that were."""
    score = _score(before)
    if score is None:
        return None
    earlier = before.match.state.position.board
    black, white = (board.count(color) - earlier.count(color) for color in (BLACK, WHITE))
    return score[0] + black, score[1] + white


def asked_by_sides(shown: SharedView) -> AskedBySides:
    """What may be asked, as frames write it."""
    return AskedBySides(list(shown.can_ask[BLACK]), list(shown.can_ask[WHITE]))


def territory_by_sides(board: Board, territory: Territory) -> TerritoryBySides:
    """Points of both sides, as frames write them."""
    return TerritoryBySides(_indices(board, territory[BLACK]), _indices(board, territory[WHITE]))


def _indices(board: Board, points: Iterable[Point]) -> list[int]:
    columns = board.columns
    return [y * columns + x for x, y in points]


def _names(colors: Iterable[Color]) -> list[str]:
    return [NAMES[color] for color in colors]


def _last_move(move: LastMove) -> object:
    return move if move is None or isinstance(move, str) else (move.x, move.y)
