"""Who may do what when: every role, every command, every state of a match, at every kind of table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import deepcopy

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Agree,
    Choose,
    Color,
    ErrorCode,
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
)
from tengen.match import Decline, Match, Request, RequestKind, Seat, Unpause, decide
from tengen.match.service.matches import SeatCommand
from tengen.match.service.store import MemoryMatchStore
from tests.match.services import RunningService
from tests.match.sittings import AI, ANN, BEN, DRAW, ESTIMATE, GUEST, NOBODY, PAUSE, TAKEBACK

CALLERS = ("ann", "ben", "cid", "", None)

TABLES = {
    "two people": (ANN, BEN),
    "one person with both seats": (ANN, ANN),
    "pass and play": (GUEST, GUEST),
    "a person and whoever holds the match": (ANN, GUEST),
    "a person and an AI": (ANN, AI),
    "two AIs": (AI, AI),
    "an open seat": (ANN, NOBODY),
}


def commands(color: Color) -> list[SeatCommand]:
    """Every action and every request of this colour."""
    point = Point(1, 1)
    return [
        Place(color, point),
        Pass(color),
        Resign(color),
        Choose(color, "black"),
        MarkDead(color, (Point(2, 2),)),
        UnmarkDead(color, (Point(2, 2),)),
        Agree(color),
        Resume(color),
        *[Request(kind, color) for kind in RequestKind],
        *[Decline(kind, color) for kind in RequestKind],
        Unpause(color),
    ]


State = Callable[[RunningService, str], Awaitable[object]]


async def fresh(service: RunningService, match_id: str) -> None:
    """Black is to move."""


async def moved(service: RunningService, match_id: str) -> None:
    """White is to move."""
    await ask_anyhow(service, match_id, Place(BLACK, Point(2, 2)))


async def offered(service: RunningService, match_id: str) -> None:
    """Black has asked for a draw and for a takeback."""
    await moved(service, match_id)
    for kind in (DRAW, TAKEBACK):
        await ask_anyhow(service, match_id, Request(kind, BLACK))


async def paused(service: RunningService, match_id: str) -> None:
    """Both rest."""
    await moved(service, match_id)
    for color in COLORS:
        await ask_anyhow(service, match_id, Request(PAUSE, color))


async def settling(service: RunningService, match_id: str) -> None:
    """Both settle which stones are dead."""
    await moved(service, match_id)
    for color in (WHITE, BLACK):
        await ask_anyhow(service, match_id, Pass(color))


async def over(service: RunningService, match_id: str) -> None:
    """White has won."""
    await ask_anyhow(service, match_id, Resign(BLACK))


STATES: tuple[State, ...] = (fresh, moved, offered, paused, settling, over)


async def ask_anyhow(service: RunningService, match_id: str, command: SeatCommand) -> None:
    """Bring the match forward as whoever may do it; where nobody may, it stays as it is."""
    match = await service.matches.snapshot(match_id)
    with suppress(GameError):
        await service.matches.act(match_id, command, caller=match.seat(command.player).owner)


def may_act(seat: Seat, caller: str | None) -> bool:
    """The rule in words: a person's own seat, or a seat of a person that nobody owns."""
    if seat.player != "human" or seat.is_open:
        return False
    return seat.owner in (None, caller)


def may_halt(match: Match, command: SeatCommand) -> bool:
    """The other rule: two AIs are stopped, let go on, and estimated, by whoever holds their match."""
    requests = [Request(kind, color) for kind in (PAUSE, ESTIMATE) for color in COLORS]
    is_halt = isinstance(command, Unpause) or command in requests
    return is_halt and "human" not in (match.first.player, match.second.player)


def expected(match: Match, command: SeatCommand, caller: str | None, now: int) -> ErrorCode | None:
    """What must come of it: the wrong seat goes before everything that the match would say."""
    if not may_act(match.seat(command.player), caller) and not may_halt(match, command):
        return ErrorCode.NOT_YOUR_SEAT
    try:
        decide(match, command, now)
    except GameError as error:
        return error.code
    return None


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
async def test_only_who_has_the_seat_may_speak_for_it(table: tuple[Seat, Seat], state: State) -> None:
    store = MemoryMatchStore()
    async with RunningService(store) as service:
        match_id = await service.begin("go", *table, size=5, rules={"dead_stones": "agree"})
        await state(service, match_id)
        match = await service.check(match_id)
        now = service.matches.now()
    carried_out = 0
    for caller in CALLERS:
        for command in [command for color in COLORS for command in commands(color)]:
            async with RunningService(deepcopy(store), first_id=2) as service:
                code = expected(match, command, caller, now)
                asked = service.matches.act(match_id, command, caller=caller)
                if code is None:
                    await asked
                    carried_out += 1
                    assert (await service.check(match_id)).number > match.number
                else:
                    assert await service.refusal(asked) is code, (caller, command)
                    assert await service.check(match_id) == match
    assert carried_out


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("color", COLORS)
async def test_a_seat_can_be_taken_only_while_it_is_open(table: tuple[Seat, Seat], state: State, color: Color) -> None:
    async with RunningService() as service:
        match_id = await service.begin("go", *table, size=5, rules={"dead_stones": "agree"})
        await state(service, match_id)
        match = await service.check(match_id)
        asked = service.matches.join(match_id, color, "Cid", caller="cid")
        if match.is_over:
            assert await service.refusal(asked) is ErrorCode.GAME_OVER
        elif match.seat(color).is_open:
            assert (await asked).match.seat(color).owner == "cid"
        else:
            assert await service.refusal(asked) is ErrorCode.NOT_YOUR_SEAT
