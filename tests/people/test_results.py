"""The end of a game of accounts writes a result, once; statistics are counted from results."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    ClockKind,
    Conflict,
    Outcome,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Setup,
    TimeControl,
)
from tengen.match import Request, RequestKind, Seat
from tengen.people import GamesFilter, GameStatistics, Score, Tally, WhyNot, Winner
from tengen.storage import SqlTalkStore
from tengen.storage.result_rows import MOST_SEARCHED
from tengen.storage.schema import results
from tests.match.sittings import FIVE_IN_A_ROW
from tests.people.club import ENOUGH, Club, open_club
from tests.people.finished_games import ended

LEVEL = Seat("level:3", player="level:3")
NOBODY = Seat("Somebody")


async def played(club: Club, name: str) -> dict[str, GameStatistics]:
    """What somebody has played, without games that they have not."""
    found = await club.results.statistics(name.lower())
    return {kind: known for kind, known in found.items() if known.tally.played}


# --- which ends write a result


async def test_the_end_of_a_game_between_accounts_writes_its_result(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.begin("Ann", "Ben", rated=False)
        await club.go_on(match_id, FIVE_IN_A_ROW[:-3])
        assert await club.count() == (0, 0)
        club.time.turn_ms(5_000)
        match = await club.go_on(match_id, "e1")
        result = await club.result(match_id)
        assert (result.first_account, result.second_account) == ("ann", "ben")
        assert (result.winner, result.reason, result.moves) == (Winner.FIRST, "line", 9)
        assert (result.begun_at, result.ended_at) == (match.created_at, match.ended_at)
        assert (result.kind, result.size, result.rule_set) == ("gomoku", 15, "freestyle")
        assert (result.rating_class, result.why_not) == (None, None)
        assert await club.count() == (1, 0)


async def test_a_game_that_no_account_played_writes_none(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.add_guest("Guest")
        await club.play("Guest", LEVEL, rated=False)
        await club.play(NOBODY, NOBODY, rated=False)
        await club.play(Seat("Guest", owner="guest"), Seat("Stranger", owner="unheard-of"), rated=False)
        assert await club.count() == (0, 0)


async def test_guests_programs_and_people_at_the_screen_are_known_by_name(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        await club.add_guest("Guest")
        against_guest = await club.result(await club.play("Ann", "Guest", rated=False))
        assert (against_guest.second_account, against_guest.second_name) == (None, "Guest")
        assert (against_guest.first_account, against_guest.first_name) == ("ann", "")
        against_level = await club.result(await club.play("Ann", LEVEL, rated=False))
        assert against_level.second_player == "level:3"


async def test_who_registers_in_the_middle_of_a_game_has_its_result(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ben") as club:
        await club.add_guest("Ann")
        match_id = await club.begin("Ann", "Ben", rated=False)
        await _register_guest(club, "ann")
        await club.end(match_id)
        assert (await club.result(match_id)).first_account == "ann"


async def _register_guest(club: Club, account_id: str) -> None:
    from dataclasses import replace

    from tengen.people import ChangeAccount, name_key

    guest = await club.people.account(account_id)
    assert guest is not None
    await club.people.commit(ChangeAccount(replace(guest, name_key=name_key(guest.name), password_hash="a hash")))


async def test_nobody_plays_for_statistics_against_themselves(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        await club.play("Ann", "Ann", rated=False)
        assert await club.count() == (0, 0)


async def test_loaded_and_set_up_games_count_nothing(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        moves = [Place(BLACK, Point(7, 7)), Place(WHITE, Point(7, 8))]
        loaded = await club.begin("Ann", "Ben", actions=moves)
        setup = Setup(Board.empty(9).with_stones({Point(2, 2): BLACK}), WHITE, Prisoners())
        set_up = await club.begin("Ann", "Ben", kind="go", size=9, setup=setup)
        over = await club.begin("Ann", "Ben", outcome=Outcome.won(WHITE, Reason.TIME))
        for match_id in (loaded, set_up):
            await club.end(match_id)
        assert (await club.service.matches.snapshot(over)).is_over
        assert await club.count() == (0, 0)


async def test_a_rematch_counts_by_itself(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        first = await club.play("Ann", "Ben")
        for color in (BLACK, WHITE):
            match = (await club.service.act(first, Request(RequestKind.REMATCH, color))).match
        assert match.next_id is not None
        await club.go_on(match.next_id, ENOUGH)
        await club.end(match.next_id, WHITE)
        assert (await club.result(match.next_id)).winner is Winner.SECOND
        assert await club.count() == (2, 4)


# --- the first end, and no other


async def test_only_the_first_end_of_a_game_counts(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        match_id = await club.begin("Ann", LEVEL, rated=False)
        await club.go_on(match_id, FIVE_IN_A_ROW)
        assert (await club.result(match_id)).winner is Winner.FIRST
        for again in (RequestKind.TAKEBACK, RequestKind.RESTART):
            await club.service.act(match_id, Request(again, BLACK))
            await club.service.act(match_id, Resign(BLACK))
            assert (await club.service.check(match_id)).is_over
            assert (await club.result(match_id)).winner is Winner.FIRST
        assert (await played(club, "Ann"))["gomoku"].tally == Tally(1, won=1)


async def test_a_first_end_that_counted_for_nobody_is_not_made_up_for(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.add_guest("Ann")
        match_id = await club.begin("Ann", LEVEL, rated=False)
        await club.service.act(match_id, Resign(BLACK))
        await _register_guest(club, "ann")
        await club.service.act(match_id, Request(RequestKind.TAKEBACK, BLACK))
        await club.service.act(match_id, Resign(BLACK))
        assert await club.count() == (0, 0)


async def test_a_game_without_a_log_is_counted_once(tmp_path: Path) -> None:
    """A client that plays without a server tells of its ends itself."""
    async with open_club(tmp_path, "Ann", "Ben") as club:
        game = ended(rated=False)
        assert await club.results.count(game)
        assert not await club.results.count(game)
        assert await club.count() == (1, 0)
        assert (await played(club, "Ann"))["gomoku"].tally == Tally(1, won=1)
        assert (await played(club, "Ben"))["gomoku"].tally == Tally(1, lost=1)
        assert not await club.results.count(ended(2, is_reopened=True))
        result = await club.result("m1")
        with pytest.raises(Conflict):
            await club.store.add([result])
        assert await club.count() == (1, 0)


# --- statistics


async def test_statistics_tell_games_by_kind_and_how_they_ended(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        for winner in (BLACK, BLACK, WHITE, None):
            await club.play("Ann", "Ben", winner, rated=False)
        await club.play("Ben", "Ann", WHITE, rated=False)
        await club.play("Ann", "Ben", WHITE, kind="othello", moves="", rated=False)
        assert await played(club, "Ann") == {
            "gomoku": GameStatistics(Tally(5, won=3, lost=1, drawn=1)),
            "othello": GameStatistics(Tally(1, lost=1)),
        }
        assert await played(club, "Ben") == {
            "gomoku": GameStatistics(Tally(5, won=1, lost=3, drawn=1)),
            "othello": GameStatistics(Tally(1, won=1)),
        }


async def test_every_game_there_is_has_its_line(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        assert set(await club.results.statistics("ann")) >= {"go", "gomoku", "othello", "peace"}


async def test_games_against_levels_are_told_apart_inside(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", LEVEL, BLACK, rated=False)
        await club.play("Ann", LEVEL, WHITE, rated=False)
        await club.play("Ann", Seat("level:7", player="level:7"), WHITE, rated=False)
        await club.play("Ann", Seat("random", player="random"), BLACK, rated=False)
        await club.play("Ann", "Ben", BLACK, rated=False)
        assert (await played(club, "Ann"))["gomoku"] == GameStatistics(
            Tally(5, won=3, lost=2), {3: Tally(2, won=1, lost=1), 7: Tally(1, lost=1)}
        )


async def test_a_game_that_nobody_can_win_counts_as_played(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben", BLACK, kind="peace", moves="", rated=False)
        full = await club.begin("Ann", "Ben", kind="peace", size=4, rated=False)
        await club.go_on(full, "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4")
        for name in ("Ann", "Ben"):
            assert (await played(club, name))["peace"] == GameStatistics(Tally(2))


async def test_two_at_one_screen_both_have_it_in_their_statistics_and_are_not_rated(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.begin("Ann", "Ben", one_screen=True)
        await club.go_on(match_id, ENOUGH)
        await club.end(match_id)
        assert (await played(club, "Ann"))["gomoku"].tally == Tally(1, won=1)
        assert (await played(club, "Ben"))["gomoku"].tally == Tally(1, lost=1)
        assert (await club.result(match_id)).why_not is WhyNot.ONE_SCREEN
        assert await club.count() == (1, 0)


async def test_after_an_exchange_of_colours_the_winner_is_still_who_won(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.begin("Ann", "Ben", rules={"opening": "swap"}, rated=False)
        await club.go_on(match_id, "h8 h9 h10")
        from tengen.core import Choose

        await club.service.matches.act(match_id, Choose(WHITE, "black"), caller="ben")
        match = await club.end(match_id, BLACK)
        assert match.seat(BLACK).owner == "ben"
        result = await club.result(match_id)
        assert (result.winner, result.swapped) == (Winner.SECOND, True)
        assert (await played(club, "Ben"))["gomoku"].tally == Tally(1, won=1)


# --- lists of games


async def test_games_are_listed_the_latest_first_a_page_at_a_time(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        ids = []
        for number in range(7):
            pair = ("Ann", "Ben") if number % 2 else ("Ben", "Ann")
            ids.append(await club.play(*pair, moves="", rated=False))
            club.time.turn_ms(1_000 if number != 3 else 0)
        listed, after = [], None
        for _ in range(4):
            page = await club.results.games("ann", GamesFilter(), after, limit=2)
            listed += [game.result.match_id for game in page.games]
            after = page.after
            if after is None:
                break
        assert after is None
        assert len(listed) == 7
        assert set(listed) == set(ids)
        assert listed[:2] == ids[:4:-1]
        with pytest.raises(ValueError, match="1 to 100"):
            await club.results.games("ann", GamesFilter(), limit=101)


async def test_games_are_found_by_opponent_kind_result_and_time(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben", "Cleo") as club:
        await club.add_guest("Guest")
        won = await club.play("Ann", "Ben", BLACK, rated=False)
        club.time.turn_ms(1_000)
        lost = await club.play("Ben", "Ann", BLACK, rated=False)
        middle = club.time.wall
        club.time.turn_ms(1_000)
        other = await club.play("Ann", "Cleo", None, kind="othello", moves="", rated=False)
        guest = await club.play("Ann", "Guest", BLACK, rated=False)
        level = await club.play("Ann", LEVEL, BLACK, rated=False)

        async def found(**wanted: object) -> set[str]:
            page = await club.results.games("ann", GamesFilter(**wanted))  # type: ignore[arg-type]  # its fields
            return {game.result.match_id for game in page.games}

        assert await found(opponent_account="ben") == {won, lost}
        assert await found(opponent_name="Guest") == {guest}
        assert await found(opponent_name="level:3") == {level}
        assert await found(opponent_account="cleo", opponent_name="Guest") == {other, guest}
        assert await found(opponent_name="en") == {won, lost}
        assert await found(opponent_name="UES") == {guest}
        assert await found(opponent_name="e") == {won, lost, other, guest}, "what a program is called is no name"
        for sign in ("%", "_", "B%n", "\\"):
            assert await found(opponent_name=sign) == set(), "signs of the database stand for themselves"
        assert await found(opponent_name="en", score=Score.LOST) == {lost}
        assert await found(kind="othello") == {other}
        assert await found(score=Score.LOST) == {lost}
        assert await found(score=Score.DRAWN) == {other}
        assert await found(ended_until=middle) == {won}
        assert await found(ended_from=middle) == {lost, other, guest, level}


async def test_how_far_back_is_searched_by_name_has_a_limit(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        oldest = await club.play("Ann", "Ben", BLACK, rated=False)
        like_it = select(results).where(results.c.match_id == oldest)

        def repeat(count: int) -> None:
            with club.database.engine.begin() as connection:
                row = dict(connection.execute(like_it).mappings().one())
                ids = [f"{count}-{number}" for number in range(count)]
                more = {"second_account": None, "second_name": "Gus", "ended_at": row["ended_at"] + 1, "key": None}
                connection.execute(insert(results), [row | more | {"match_id": i, "watch_id": i} for i in ids])

        async def found() -> list[str]:
            return [game.result.match_id for game in (await club.results.games("ann", wanted)).games]

        wanted = GamesFilter(opponent_name="be")
        repeat(MOST_SEARCHED - 1)
        assert await found() == [oldest]
        repeat(1)
        assert await found() == []


async def test_accounts_are_called_what_they_are_called_now(tmp_path: Path) -> None:
    from dataclasses import replace

    from tengen.people import ChangeAccount, name_key

    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben")
        ben = await club.people.account("ben")
        assert ben is not None
        await club.people.commit(ChangeAccount(replace(ben, name="Benno", name_key=name_key("Benno"))))
        (game,) = (await club.results.games("ann", GamesFilter())).games
        assert (game.first_name, game.second_name) == ("Ann", "Benno")
        called_so = GamesFilter(opponent_name="nno")
        assert len((await club.results.games("ann", called_so)).games) == 1
        ben = await club.people.account("ben")
        assert ben is not None
        gone = replace(ben, name="", name_key=None, password_hash=None, closed_at=9)
        await club.people.commit(ChangeAccount(gone))
        (game,) = (await club.results.games("ann", GamesFilter())).games
        assert (game.first_name, game.second_name) == ("Ann", None)
        assert (await club.results.games("ann", called_so)).games == ()


async def test_a_fallen_flag_has_its_result(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        blitz = TimeControl(ClockKind.ABSOLUTE, main_ms=5_000)
        match_id = await club.begin("Ann", "Ben", control=blitz, rated=False)
        await club.go_on(match_id, "a1 b1")
        club.time.turn_ms(6_000)
        assert (await club.go_on(match_id, "c1")).is_over
        result = await club.result(match_id)
        assert (result.winner, result.reason) == (Winner.SECOND, "time")


# --- who left


async def wait_for_end(club: Club, match_id: str) -> None:
    """Let time pass until a match has ended by itself. A busy machine may excuse some of it, as after a restart."""
    for _ in range(200):
        await club.time.pass_ms(4_000)
        await asyncio.sleep(0.01)  # the database notes that the service runs
        while club.service.matches._upkeep._tasks:
            await asyncio.sleep(0.005)
        if (await club.service.matches.snapshot(match_id)).is_over:
            return
    raise AssertionError("it does not end")


async def leavings_of(club: Club, name: str) -> list[tuple[str, str]]:
    found = await SqlTalkStore(club.database).leavings_of(name.lower(), 0)
    return [(row.match_id, str(row.kind)) for row in found]


async def test_a_cancelled_game_counts_for_nothing_but_is_noted_of_who_did_not_begin(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        first = await club.begin("Ann", "Ben")
        await wait_for_end(club, first)
        second = await club.begin("Ann", "Ben")
        await club.go_on(second, "a1")
        await wait_for_end(club, second)
        assert await club.count() == (0, 0)
        assert await leavings_of(club, "Ann") == [(first, "cancelled")]
        assert await leavings_of(club, "Ben") == [(second, "cancelled")]


async def test_who_abandons_a_game_is_noted_and_loses_it(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        live = TimeControl(ClockKind.ABSOLUTE, main_ms=1_800_000)
        match_id = await club.begin("Ann", "Ben", control=live, rated=False)
        await club.go_on(match_id, "a1 b1")
        (await club.service.matches.subscribe(match_id, owners=("ann",))).close()
        await wait_for_end(club, match_id)
        assert (await club.result(match_id)).reason == "abandoned"
        assert await leavings_of(club, "Ann") == [(match_id, "abandoned")]
        assert await leavings_of(club, "Ben") == []


async def test_who_resigns_or_runs_out_of_time_has_not_left(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben")
        late = await club.begin("Ann", "Ben")
        await club.go_on(late, "a1 b1")
        await wait_for_end(club, late)
        assert (await club.result(late)).reason == "time"
        assert await leavings_of(club, "Ann") == await leavings_of(club, "Ben") == []
