"""Tabs: one table is always shown while there are any, and no running game is lost without a question."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st
from tests.clients.play.scripts import begin, place

from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.possible import TableCommand
from tengen.clients.sitting.table import Table
from tengen.clients.sitting.tables import MOST_TABLES, Tables

_DEEDS = st.lists(
    st.tuples(st.sampled_from(["add", "show", "step", "close"]), st.integers(min_value=-3, max_value=9)), max_size=30
)


@given(_DEEDS)
async def test_tables_behave_like_a_list_with_one_place_marked(deeds: list[tuple[str, int]]) -> None:
    games = LocalGames(seed=1, drives=False)
    tables, model = Tables(), list[Table]()
    for deed, number in deeds:
        shown = tables.shown
        match deed:
            case "add":
                table = Table(await begin(games, "gomoku"), games.now)
                tables.add(table)
                model.append(table)
                assert tables.shown is table
            case "show":
                tables.show(number)
                assert tables.shown is (model[number] if 0 <= number < len(model) else shown)
            case "step":
                place_before = tables.index
                tables.step(number)
                assert not model or tables.index == (place_before + number) % len(model)
            case "close" if model:
                gone = model.pop(number % len(model))
                await tables.close(gone)
                assert shown is gone or tables.shown is shown
        assert tables.all == tuple(model)
        assert (tables.shown in model) if model else (tables.shown is None and tables.index == -1)
    await tables.close()
    assert tables.all == ()
    await games.close()


async def test_somebody_may_stay_at_a_table_while_another_is_added_and_closed_twice() -> None:
    games = LocalGames(seed=1, drives=False)
    tables = Tables()
    first, second = [Table(await begin(games, "gomoku"), games.now) for _ in range(2)]
    tables.add(first, is_shown=False)
    assert tables.shown is first, "one of them is shown"
    tables.add(second, is_shown=False)
    assert tables.shown is first
    await asyncio.gather(tables.close(second), tables.close(second))
    await tables.close(second)
    assert tables.all == (first,)
    await tables.close()
    await games.close()


async def test_only_a_running_game_is_asked_about() -> None:
    games = LocalGames(seed=1, drives=False)
    tables = Tables()
    first, second = [Table(await begin(games, "gomoku"), games.now) for _ in range(2)]
    tables.add(first)
    tables.add(second)
    assert tables.confirmation() is None
    await place(first.game, "h8")
    assert tables.confirmation(second) is None
    asked = tables.confirmation(first)
    assert asked is not None
    assert asked.question.text("en") == "This game is not over. Leave it?"
    assert asked.yes.text("zh") == "离开"
    await place(second.game, "h8")
    both = tables.confirmation()
    assert both is not None
    assert "2" in both.question.text("en")
    for table in (first, second):
        assert await table.do(TableCommand.RESIGN)
    assert tables.confirmation() is None
    await games.close()


async def test_there_are_only_so_many_tables() -> None:
    games = LocalGames(seed=1, drives=False)
    tables = Tables()
    for _ in range(MOST_TABLES):
        assert tables.why_full() is None
        tables.add(Table(await begin(games, "gomoku"), games.now))
    full = tables.why_full()
    assert full is not None
    assert str(MOST_TABLES) in full.text("zh")
    await games.close()
