"""Rows of matches can be asked for, alike in memory and in a database, and they are true after every commit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Choose,
    Outcome,
    Pass,
    Reason,
    Resign,
    RulesInput,
    create_rules,
)
from tengen.match import Request, Seat, create
from tengen.match.service import (
    MOST_FOUND,
    Append,
    MatchCursor,
    MatchFilter,
    MatchResult,
    MatchStore,
    MemoryMatchStore,
    Standing,
    first_append,
    watch_id_of,
)
from tengen.storage.match_rows import rows_that_fit
from tests.event_loop import run
from tests.match.services import MORNING, RunningService
from tests.match.sittings import AI, ANN, BEN, DRAW, GUEST, NOBODY, REMATCH, RESTART, TAKEBACK
from tests.storage.stores import OpenStore, opened

LOST = Outcome.won(WHITE, Reason.TIME)


def begun(
    match_id: str,
    kind: str = "peace",
    first: Seat = ANN,
    second: Seat = BEN,
    *,
    at: int = 5,
    size: int | None = None,
    rules: RulesInput = None,
    rated: bool = False,
    outcome: Outcome | None = None,
) -> Append:
    """A match that began then, and that has ended at once where an outcome is given."""
    ruleset = create_rules(kind, size, rules)
    return first_append(*create(match_id, ruleset, first, second, at, outcome=outcome, rated=rated))


async def found(store: MatchStore, **wanted: Any) -> list[str]:
    """The ids of the matches that fit, in order."""
    return [row.match_id for row in (await store.find_matches(MatchFilter(**wanted))).rows]


async def test_listed_matches_are_found_while_they_are_played(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store) as service:
        rules = create_rules("peace")
        listed = []
        for _ in range(3):
            listed.append((await service.matches.create(rules, ANN, BEN, listed=True)).match.match_id)
            await service.time.pass_ms(1)
        await service.begin()
        await service.act(listed[0], Resign(BLACK))
        assert await found(store, listed=True, is_over=False) == listed[:0:-1]
        assert await found(store, listed=True) == listed[::-1]
        assert len(await found(store, listed=False)) == 1


async def test_a_row_says_what_a_match_is_about(open_store: OpenStore) -> None:
    async with open_store() as store:
        begin = begun("m1", "gomoku", ANN, AI, size=9, rules="renju", rated=True, outcome=LOST)
        await store.commit(begin)
        (row,) = (await store.find_matches(MatchFilter())).rows
        assert row == begin.standing
        assert row == Standing(
            "m1",
            watch_id_of("m1"),
            "gomoku",
            9,
            "renju",
            rated=True,
            begun_at=5,
            first=ANN,
            second=AI,
            swapped=False,
            at=5,
            ended_at=5,
            result=MatchResult(WHITE, "time"),
        )


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome.won(BLACK, Reason.RESIGN),
        Outcome(WHITE, Reason.SCORE, margin=0.5),
        Outcome.draw(Reason.FULL_BOARD),
        Outcome(None, Reason.REPETITION, no_result=True),
    ],
)
async def test_every_result_is_read_back(open_store: OpenStore, outcome: Outcome) -> None:
    async with open_store() as store:
        await store.commit(begun("m1", outcome=outcome))
        (row,) = (await store.find_matches(MatchFilter())).rows
        assert row.result == MatchResult(outcome.winner, str(outcome.reason), outcome.margin, outcome.no_result)
        assert row.result.is_draw == outcome.is_draw


async def test_matches_are_found_by_all_that_a_row_says(open_store: OpenStore) -> None:
    async with open_store() as store:
        cid = Seat("Cid", owner="cid")
        await store.commit(begun("go", "go", ANN, BEN, size=9, at=10, rules="japanese"))
        await store.commit(begun("rated", "gomoku", BEN, ANN, at=20, rated=True, outcome=LOST))
        await store.commit(begun("open", "gomoku", cid, NOBODY, at=30, size=9))
        await store.commit(begun("screen", "othello", GUEST, GUEST, at=40, outcome=Outcome.draw(Reason.AGREEMENT)))
        assert await found(store) == ["screen", "open", "rated", "go"]
        assert await found(store, kind="gomoku") == ["open", "rated"]
        assert await found(store, size=9) == ["open", "go"]
        assert await found(store, kind="gomoku", size=9) == ["open"]
        assert await found(store, rule_set="japanese") == ["go"]
        assert await found(store, owner="ann") == ["rated", "go"]
        assert await found(store, owner="cid") == ["open"]
        assert await found(store, owner="nobody") == []
        assert await found(store, name="Ann") == ["rated", "go"]
        assert await found(store, name="You") == ["screen"]
        assert await found(store, owner="ann", name="Cid") == []
        assert await found(store, owner="ann", kind="go") == ["go"]
        assert await found(store, rated=True) == ["rated"]
        assert await found(store, rated=False) == ["screen", "open", "go"]
        assert await found(store, is_over=True) == ["screen", "rated"]
        assert await found(store, is_over=False) == ["open", "go"]
        assert await found(store, is_open=True) == ["open"]
        assert await found(store, is_open=False) == ["screen", "rated", "go"]
        assert await found(store, winner=WHITE) == ["rated"]
        assert await found(store, winner=BLACK) == []
        assert await found(store, reason="agreement") == ["screen"]
        assert await found(store, begun_from=20) == ["screen", "open", "rated"]
        assert await found(store, begun_until=20) == ["go"]
        assert await found(store, begun_from=20, begun_until=40) == ["open", "rated"]
        assert await found(store, ended_from=20) == ["screen", "rated"]
        assert await found(store, ended_until=40) == ["rated"]


async def test_pages_go_on_where_the_last_one_ended(open_store: OpenStore) -> None:
    async with open_store() as store:
        for number in range(11):
            owner = Seat(f"N{number}", owner="ann" if number % 2 else "cid")
            await store.commit(begun(f"m{number}", first=owner, second=ANN if number == 4 else BEN, at=number // 4))
        for wanted in (MatchFilter(), MatchFilter(owner="ann"), MatchFilter(kind="peace", owner="ben")):
            whole = await store.find_matches(wanted, limit=MOST_FOUND)
            assert whole.after is None
            rows, after = list[Standing](), None
            for _ in range(11):
                page = await store.find_matches(wanted, after, limit=3)
                assert 1 <= len(page.rows) <= 3
                rows += page.rows
                after = page.after
                if after is None:
                    break
            assert rows == [*whole.rows]
            assert [row.begun_at for row in rows] == sorted((row.begun_at for row in rows), reverse=True)
        assert (await store.find_matches(MatchFilter(), MatchCursor(-1, ""))).rows == ()


@pytest.mark.parametrize("limit", [0, -1, MOST_FOUND + 1, 10**9])
async def test_no_page_is_empty_or_longer_than_the_limit(open_store: OpenStore, limit: int) -> None:
    async with open_store() as store:
        with pytest.raises(ValueError, match="rows"):
            await store.find_matches(MatchFilter(), limit=limit)


# --- rows follow the matches


async def test_a_row_follows_its_match_through_everything(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store) as service:

        async def row(match_id: str) -> Standing:
            """The row, which says what the match itself would say, but for when it was last written."""
            rows = (await store.find_matches(MatchFilter())).rows
            (found_,) = [row for row in rows if row.match_id == match_id]
            match = await service.matches.snapshot(match_id)
            assert replace(found_, at=0) == replace(Standing.of(match), at=0)
            return found_

        match_id = await service.begin("gomoku", ANN, NOBODY, rules={"opening": "swap"})
        assert (await row(match_id)).second == NOBODY
        await service.matches.join(match_id, WHITE, "Ben", caller="ben")
        assert (await row(match_id)).second == Seat("Ben", owner="ben")
        await service.play(match_id, "h8 h9 h10")
        assert not (await row(match_id)).swapped
        await service.act(match_id, Choose(WHITE, "black"))
        assert (await row(match_id)).swapped
        service.time.turn_ms(500)
        await service.act(match_id, Resign(BLACK))
        over = await row(match_id)
        assert (over.result, over.ended_at) == (MatchResult(WHITE, "resign"), MORNING + 500)
        service.time.turn_ms(500)
        await service.act(match_id, Request(REMATCH, BLACK))
        assert await row(match_id) == over

        screen = await service.begin("go", GUEST, GUEST, size=5)
        await service.play(screen, "c3 pass pass")
        assert (await row(screen)).is_over
        await service.act(screen, Request(TAKEBACK, BLACK))
        again = await row(screen)
        assert (again.is_over, again.ended_at, again.result) == (False, None, None)
        await service.act(screen, Pass(BLACK))
        assert (await row(screen)).is_over
        await service.act(screen, Request(RESTART, BLACK))
        assert not (await row(screen)).is_over
        await service.restart()
        await row(screen)
        await row(match_id)

        agreed = await service.begin()
        await service.act(agreed, Request(DRAW, BLACK))
        await service.act(agreed, Request(DRAW, WHITE))
        assert (await row(agreed)).result == MatchResult(None, "agreement")


async def test_a_rated_match_stays_rated_in_log_row_and_rematch(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store) as service:
        answer = await service.matches.create(create_rules("peace"), ANN, BEN, rated=True)
        match_id = answer.match.match_id
        await service.act(match_id, Resign(BLACK))
        await service.act(match_id, Request(REMATCH, BLACK))
        await service.act(match_id, Request(REMATCH, WHITE))
        await service.restart()
        match = await service.check(match_id)
        assert match.rated
        assert match.next_id is not None
        assert (await service.check(match.next_id)).rated
        assert len(await found(store, rated=True)) == 2


async def test_the_service_hands_rows_on() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        await service.begin("othello")
        page = await service.matches.find_matches(MatchFilter(kind="peace"))
        assert [row.match_id for row in page.rows] == [match_id]


# --- both stores answer alike

SEATS = st.sampled_from([ANN, BEN, AI, GUEST, NOBODY])
OUTCOMES = st.sampled_from(
    [None, LOST, Outcome.draw(Reason.FULL_BOARD), Outcome(None, Reason.REPETITION, no_result=True)]
)
MATCHES = st.lists(
    st.tuples(st.sampled_from(["peace", "gomoku"]), SEATS, SEATS, st.integers(0, 3), st.booleans(), OUTCOMES),
    max_size=8,
)
WANTED = st.builds(
    MatchFilter,
    kind=st.sampled_from([None, None, "peace", "gomoku", "chess"]),
    size=st.sampled_from([None, None, 8, 15]),
    rule_set=st.sampled_from([None, None, "freestyle"]),
    owner=st.sampled_from([None, None, "ann", "ben"]),
    name=st.sampled_from([None, None, "Ann", "You"]),
    rated=st.sampled_from([None, None, True, False]),
    is_over=st.sampled_from([None, None, True, False]),
    is_open=st.sampled_from([None, None, True, False]),
    winner=st.sampled_from([None, None, *COLORS]),
    reason=st.sampled_from([None, None, "time"]),
    begun_from=st.sampled_from([None, None, 1]),
    begun_until=st.sampled_from([None, None, 3]),
    ended_from=st.sampled_from([None, None, 1]),
    ended_until=st.sampled_from([None, None, 3]),
)


@settings(max_examples=12)
@given(data=st.data())
def test_a_database_finds_what_memory_finds(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    asked = data.draw(MATCHES)
    wanted = data.draw(st.lists(WANTED, min_size=5, max_size=20))

    async def compare(folder: Path) -> None:
        memory = MemoryMatchStore()
        async with opened("sql", folder) as sql:
            for number, (kind, first, second, at, rated, outcome) in enumerate(asked):
                begin = begun(f"m{number}", kind, first, second, at=at, rated=rated, outcome=outcome)
                await memory.commit(begin)
                await sql.commit(begin)
            for filter_ in wanted:
                page = await memory.find_matches(filter_, limit=3)
                assert await sql.find_matches(filter_, limit=3) == page
                if page.after is not None:
                    rest = await memory.find_matches(filter_, page.after)
                    assert await sql.find_matches(filter_, page.after) == rest

    run(compare(tmp_path_factory.mktemp("rows")))


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (MatchFilter(), "ix_matches_created_at"),
        (MatchFilter(kind="peace"), "ix_matches_kind"),
        (MatchFilter(owner="ann"), "ix_matches_first_owner"),
        (MatchFilter(owner="ann"), "ix_matches_second_owner"),
        (MatchFilter(name="Ann"), "ix_matches_first_name"),
        (MatchFilter(name="Ann"), "ix_matches_second_name"),
        (MatchFilter(listed=True, is_over=False), "ix_matches_listed"),
    ],
)
async def test_a_page_is_found_by_an_index_and_not_by_sorting_all_rows(
    tmp_path: Path, wanted: MatchFilter, index: str
) -> None:
    async with opened("sql", tmp_path) as store:
        engine = store._database.engine  # type: ignore[attr-defined]  # how SQLite goes about it
        written, parameters = rows_that_fit(wanted, MatchCursor(99, "x"), 10)
        question = written.params(parameters).compile(engine, compile_kwargs={"literal_binds": True})
        with engine.connect() as connection:
            plan = "\n".join(row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {question}"))
        assert index in plan
        assert "SCAN matches" not in plan
