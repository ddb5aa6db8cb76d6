"""The end of a match and the rows that belong to it are one unit: all of it is written, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tengen.core import BLACK, WHITE, ClockKind, ErrorCode, Outcome, Pass, Reason, Resign, TimeControl, create_rules
from tengen.match import Ended, Event, Match, Request
from tengen.match.service import Conflict, ExtraRow, MatchFilter, MemoryMatchStore, Unavailable
from tests.match.services import FailingStore, RunningService
from tests.match.sittings import ANN, BEN, DRAW, GUEST, TAKEBACK
from tests.storage.stores import Note, OpenStore, notes_in


async def note_winner(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
    """A note of who won, and by which event."""
    assert match.outcome is not None
    winner = match.outcome.winner
    return [Note(f"{match.match_id} {winner.word if winner else 'nobody'}", events[-1].n)]


async def test_the_rows_of_an_end_are_there_with_it(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store, on_end=note_winner) as service:
        match_id = await service.begin()
        await service.play(match_id, "a1 b1")
        assert await notes_in(store) == []
        await service.act(match_id, Resign(BLACK))
        assert await notes_in(store) == [("m1 white", 5)]
        assert len(await store.load(match_id)) == 5


async def test_every_way_to_end_asks_for_its_rows(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store, on_end=note_winner) as service:
        blitz = TimeControl(ClockKind.ABSOLUTE, main_ms=5_000)
        agreed, late, filled = (
            await service.begin(),
            await service.begin_played(control=blitz),
            await service.begin(size=4),
        )
        await service.act(agreed, Request(DRAW, BLACK))
        await service.act(agreed, Request(DRAW, WHITE))
        await service.play(filled, "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4")
        service.time.turn_ms(6_000)
        assert (await service.play(late, "a1")).was_too_late
        assert await notes_in(store) == [("m1 nobody", 3), ("m2 white", 4), ("m3 nobody", 14)]


async def test_what_is_written_with_a_beginning_begins_no_second_match(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store) as service:
        rules = create_rules("peace")
        await service.matches.create(rules, ANN, BEN, extra=[Note("accepted", 1)])
        with pytest.raises(Conflict):
            await service.matches.create(rules, ANN, BEN, extra=[Note("accepted", 2)])
        assert await notes_in(store) == [("accepted", 1)]
        assert len((await service.matches.find_matches(MatchFilter())).rows) == service.matches.open_count == 1


async def test_a_match_that_is_over_when_it_is_loaded_does_not_end_here(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store, on_end=note_winner) as service:
        lost = Outcome.won(WHITE, Reason.TIME)
        answer = await service.matches.create(create_rules("peace"), ANN, BEN, outcome=lost)
        assert isinstance(answer.events[-1], Ended)
        assert await notes_in(store) == []


async def test_an_end_whose_rows_are_there_already_is_decided_anew(open_store: OpenStore) -> None:
    """As where another match of the same player has ended meanwhile: what follows from it must be worked out again."""
    asked: list[int] = []

    async def number(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
        del match
        asked.append(events[-1].n)
        return [Note("ann" if len(asked) == 1 else f"ann {len(asked)}")]

    async with open_store() as store, RunningService(store, on_end=number) as service:
        other = await service.begin()
        await store.commit(extra=[Note("ann")])
        answer = await service.act(other, Resign(BLACK))
        assert answer.match.is_over
        assert asked == [3, 3]
        assert await notes_in(store) == [("ann", 1), ("ann 2", 1)]
        assert len(await store.load(other)) == 3


async def test_rows_that_are_always_there_already_leave_the_match_running(open_store: OpenStore) -> None:
    async def same(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
        del match, events
        return [Note("ann")]

    async with open_store() as store, RunningService(store, on_end=same) as service:
        match_id = await service.begin()
        await store.commit(extra=[Note("ann")])
        with pytest.raises(Unavailable):
            await service.act(match_id, Resign(BLACK))
        assert not (await service.check(match_id)).is_over
        await service.play(match_id, "a1")


async def test_who_cannot_say_which_rows_there_are_keeps_the_match_from_ending(open_store: OpenStore) -> None:
    fault: list[Exception] = [Unavailable("down"), RuntimeError("a fault")]

    async def failing(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
        if fault:
            raise fault.pop(0)
        return await note_winner(match, events)

    async with open_store() as store, RunningService(store, on_end=failing) as service:
        match_id = await service.begin()
        for expected in (Unavailable, RuntimeError):
            with pytest.raises(expected):
                await service.act(match_id, Resign(BLACK))
            assert not (await service.check(match_id)).is_over
            assert len(await store.load(match_id)) == 1
        await service.act(match_id, Resign(BLACK))
        assert await notes_in(store) == [("m1 white", 3)]


async def test_a_store_that_is_down_takes_neither_the_end_nor_its_rows() -> None:
    class Down(FailingStore):
        def __init__(self) -> None:
            super().__init__()
            MemoryMatchStore.__init__(self, {"notes": ("who",)})

    store = Down()
    async with RunningService(store, on_end=note_winner) as service:
        match_id = await service.begin()
        store.is_down = True
        with pytest.raises(Unavailable):
            await service.act(match_id, Resign(BLACK))
        store.is_down = False
        assert await notes_in(store) == []
        assert not (await service.check(match_id)).is_over
        await service.act(match_id, Resign(BLACK))
        assert await notes_in(store) == [("m1 white", 3)]
        assert await service.refusal(service.act(match_id, Pass(WHITE))) is ErrorCode.GAME_OVER


async def test_an_end_that_was_taken_back_may_come_again(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store, on_end=_by_number) as service:
        screen = await service.begin("go", GUEST, GUEST, size=5)
        await service.play(screen, "c3 pass pass")
        await service.act(screen, Request(TAKEBACK, BLACK))
        await service.play(screen, "pass")
        assert await notes_in(store) == [("5", 1), ("8", 1)]


async def _by_number(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
    del match
    return [Note(str(events[-1].n))]
