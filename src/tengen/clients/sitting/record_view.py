"""A record as a view: what somebody sees of it who can only look."""

from __future__ import annotations

from tengen.clients.play import SeatView, View
from tengen.core import COLORS, GameState, Participant, Record
from tengen.core.printing import printable
from tengen.match import Status


def record_view(record: Record, state: GameState) -> View:
    """The record at its beginning: no seat is anybody's here, and nothing can be done."""
    rules = record.ruleset
    return View(
        game_id="",
        kind=rules.KIND,
        size=rules.size,
        rules=rules.options(),
        spec=rules.board_spec(),
        board=state.position.board,
        phase=state.phase,
        next_stone=state.position.to_move,
        actors=(),
        agreed=frozenset(),
        yours=(),
        legal=(),
        can_pass=False,
        forbidden=(),
        choices=(),
        dead=frozenset(),
        proposal=None,
        score=None,
        territory=None,
        won=(),
        prisoners=None,
        clock=None,
        seats={color: _seat(player) for color, player in zip(COLORS, (record.black, record.white), strict=True)},
        offers=(),
        can_ask=(),
        moves=(),
        last_move=None,
        status=Status(""),
        guidance=None,
        result=None,
        is_paused=False,
        number=0,
        revision=0,
        is_watching=True,
    )


def _seat(player: Participant) -> SeatView:
    name = " ".join(printable(f"{player.name} {player.rank}").split())
    return SeatView(name, player.player)
