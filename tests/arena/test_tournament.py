"""The run of an arena: the same games in any order, and what is lost costs one game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.arena.documents import Answer, Moment, Question, Result
from tengen.arena.folder import Folder
from tengen.arena.sprt import Verdict
from tengen.arena.summary import summarize
from tengen.arena.tournament import Tournament
from tengen.arena.workers import WorkerLost
from tengen.core import GameError
from tests.arena.plans import Here, essence, plan_of, run


def test_all_that_is_planned_is_played() -> None:
    tournament = run(plan_of("random", "level:1", "level:2", games=4))
    assert sorted(result.index for result in tournament.results) == list(range(12))
    assert tournament.is_done


def test_results_do_not_depend_on_how_many_play_at_once() -> None:
    plan = plan_of("random", "level:2", "level:3", games=6)
    alone = run(plan)
    together = run(plan, workers=Here(order=[3, 1, 2, 6, 5, 4]), jobs=6)
    assert [result.index for result in together.results if result.index < 6] == [2, 0, 1, 5, 4, 3]
    assert essence(together.results) == essence(alone.results)


def test_another_seed_gives_other_games() -> None:
    assert essence(run(plan_of(size=6)).results) != essence(run(plan_of(size=6, seed=2)).results)


def test_a_game_whose_process_is_lost_is_played_again() -> None:
    plan, workers = plan_of(), Here(failing={"2": 1})
    tournament = run(plan, workers=workers)
    assert workers.asked == ["1", "2", "2", "3", "4"]
    assert essence(tournament.results) == essence(run(plan).results)


def test_lost_twice_it_is_the_arenas_failure_and_nobodys_loss() -> None:
    tournament = run(plan_of(), workers=Here(failing={"2": 2}))
    (failed,) = (result for result in tournament.results if result.failed)
    assert failed.index == 1
    assert failed.failed == "exit -9: gone"
    summary = summarize(tournament.plan, tournament.results)
    assert summary.played == 3
    assert [line.tally.games for line in summary.players] == [3, 3]
    assert sum(summary.pairs[0].counts) == 1, "a pair with a hole is no pair"


def test_when_nothing_can_be_played_the_arena_stops_by_itself() -> None:
    workers = Here(failing={str(number): 2 for number in range(1, 401)})
    with pytest.raises(GameError, match="5 games in a row could not be played: exit -9: gone"):
        run(plan_of(games=400), workers=workers)
    assert workers.asked == [number for number in "12345" for _ in range(2)]
    assert workers.is_closed


def test_games_that_cannot_be_played_now_and_then_do_not_stop_it() -> None:
    tournament = run(plan_of(games=20), workers=Here(failing={str(number): 2 for number in range(1, 20, 2)}))
    assert (tournament.played, len(tournament.results)) == (10, 20)


def test_where_only_one_game_at_once_can_be_played_the_others_give_up() -> None:
    tournament = run(plan_of(games=20), workers=_OneAtOnce(), jobs=3)
    assert len(tournament.results) == 20
    assert 5 <= sum(result.failed is not None for result in tournament.results) <= 6


def test_those_who_play_are_sent_home() -> None:
    workers = Here()
    run(plan_of(), workers=workers)
    assert workers.is_closed


# --- tests that end early ----------------------------------------------------------------------


def test_a_test_stops_when_it_is_decided() -> None:
    plan = plan_of("level:2", "random", game="gomoku", size=9, games=400, sprt="0,200")
    tournament = run(plan)
    assert tournament.walk is not None
    assert tournament.walk.verdict is Verdict.STRONGER
    assert len(tournament.results) < 60
    assert tournament.is_done


def test_the_verdict_does_not_depend_on_who_ends_first() -> None:
    plan = plan_of("level:2", "random", game="gomoku", size=9, games=400, sprt="0,200")
    alone, together = run(plan), run(plan, workers=Here(order=[4, 3, 2, 1]), jobs=4)
    assert alone.walk == together.walk


async def test_pairs_are_heard_in_the_order_of_the_plan() -> None:
    """Games 3 and 4 are a pair, but nobody hears of it before games 1 and 2 are over."""
    heard: list[tuple[int, int]] = []
    plan = plan_of(games=4, sprt="0,400")

    def on_result(result: Result) -> None:
        assert tournament.walk is not None
        heard.append((result.index, tournament.walk.pairs))

    tournament = Tournament(plan, None, on_result)
    await tournament.run(Here(order=[3, 4, 1, 2]), 4)
    assert heard == [(2, 0), (3, 0), (0, 0), (1, 2)]


# --- a folder ----------------------------------------------------------------------------------


async def test_a_result_is_kept_before_anybody_is_told(tmp_path: Path) -> None:
    plan = plan_of()
    told: list[int] = []
    with Folder(tmp_path / "arena", plan) as folder:

        def on_result(result: Result) -> None:
            lines = (tmp_path / "arena" / "results.jsonl").read_bytes().splitlines()
            assert f'"index":{result.index},'.encode() in lines[-1]
            told.append(len(lines))

        await Tournament(plan, folder, on_result).run(Here())
    assert told == [1, 2, 3, 4]


def test_what_a_stopped_arena_played_is_not_played_again(tmp_path: Path) -> None:
    plan = plan_of("random", "level:2", games=6, size=6)
    with Folder(tmp_path, plan) as folder, pytest.raises(RuntimeError):
        run(plan, folder, _Stops(after=3))
    with Folder(tmp_path, plan) as folder:
        assert len(folder.results) == 3
        workers = Here()
        tournament = run(plan, folder, workers)
    assert workers.asked == ["4", "5", "6"]
    assert essence(tournament.results) == essence(run(plan).results)


def test_games_that_could_not_be_played_are_played_when_it_goes_on(tmp_path: Path) -> None:
    plan = plan_of(games=6)
    with Folder(tmp_path, plan) as folder:
        run(plan, folder, Here(failing={"2": 2, "5": 2}))
    with Folder(tmp_path, plan) as folder:
        tournament = Tournament(plan, folder)
        assert not tournament.is_done
        assert [failed.index for failed in summarize(plan, tournament.results).failures] == [1, 4], "until then"
        workers = Here()
        again = run(plan, folder, workers)
    assert workers.asked == ["2", "5"]
    assert again.is_done
    assert summarize(plan, again.results).failures == ()
    assert essence(again.results) == essence(run(plan).results)
    with Folder(tmp_path, plan) as folder:
        assert essence(folder.results) == essence(again.results)


def test_a_shortage_uses_up_no_game(tmp_path: Path) -> None:
    plan = plan_of(games=20)
    with Folder(tmp_path, plan) as folder, pytest.raises(GameError, match="in a row"):
        run(plan, folder, Here(failing={str(number): 2 for number in range(4, 21)}))
    with Folder(tmp_path, plan) as folder:
        assert essence(run(plan, folder).results) == essence(run(plan).results)


def test_a_test_hears_of_games_that_are_played_later_in_their_place(tmp_path: Path) -> None:
    plan = plan_of(games=12, sprt="0,20")
    with Folder(tmp_path, plan) as folder:
        assert run(plan, folder, Here(failing={"3": 2})).walk != run(plan).walk
    with Folder(tmp_path, plan) as folder:
        assert run(plan, folder).walk == run(plan).walk


def test_a_decided_test_does_not_ask_for_games_that_could_not_be_played(tmp_path: Path) -> None:
    plan = plan_of("level:2", "random", game="gomoku", size=9, games=400, sprt="0,200")
    with Folder(tmp_path, plan) as folder:
        run(plan, folder, Here(failing={"1": 2}))
    with Folder(tmp_path, plan) as folder:
        assert Tournament(plan, folder).is_done


def test_a_test_that_was_decided_stays_decided(tmp_path: Path) -> None:
    plan = plan_of("level:2", "random", game="gomoku", size=9, games=400, sprt="0,200")
    with Folder(tmp_path, plan) as folder:
        first = run(plan, folder)
    with Folder(tmp_path, plan) as folder:
        again = Tournament(plan, folder)
    assert again.is_done
    assert again.walk == first.walk


class _Stops(Here):
    """Plays so many games, and then something breaks that is no process."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    async def play(self, question: Question, on_moment: Callable[[Moment], None]) -> Answer:
        if len(self.asked) == self._after:
            raise RuntimeError("the disk is full")
        return await super().play(question, on_moment)


class _OneAtOnce(Here):
    """Has a process for one game at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._is_busy = False

    async def play(self, question: Question, on_moment: Callable[[Moment], None]) -> Answer:
        if self._is_busy:
            raise WorkerLost("Too many open files")
        self._is_busy = True
        await asyncio.sleep(0)
        answer = await super().play(question, on_moment)
        self._is_busy = False
        return answer
