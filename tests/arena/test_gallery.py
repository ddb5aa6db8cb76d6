"""Those who look on: list and page say the same, and games that could not be played are not taken for the last word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tengen.arena import ArenaStatus, Gallery, Seen
from tengen.arena.documents import Result
from tengen.arena.folder import Folder
from tengen.arena.plan import Plan
from tests.arena.plans import Here, plan_of, run


def played(root: Path, plan: Plan, workers: Here | None = None) -> None:
    with Folder(root / "arena", plan) as folder:
        run(plan, folder, workers)


def seen(root: Path) -> Seen:
    onlooker = Gallery(root).open("arena")
    assert onlooker is not None
    found = onlooker.look()
    assert found is not None
    return found


def test_a_test_that_is_decided_has_ended_in_the_list_too(tmp_path: Path) -> None:
    played(tmp_path, plan_of("level:2", "random", game="gomoku", size=9, games=400, sprt="0,200"))
    (glance,) = Gallery(tmp_path).glances()
    assert glance.done < glance.plan.planned
    assert glance.standing is seen(tmp_path).standing is ArenaStatus.ENDED
    assert glance.done == seen(tmp_path).done


def test_an_arena_with_games_that_could_not_be_played_has_not_ended(tmp_path: Path) -> None:
    played(tmp_path, plan_of(), Here(failing={"2": 2}))
    (glance,) = Gallery(tmp_path).glances()
    assert glance.done == seen(tmp_path).done == 3
    assert glance.standing is seen(tmp_path).standing is not ArenaStatus.ENDED
    assert len(seen(tmp_path).summary.failures) == 1


@pytest.mark.parametrize("sprt", [None, "0,20"])
def test_a_game_that_is_played_after_all_takes_the_place_of_its_failure(tmp_path: Path, sprt: str | None) -> None:
    plan = plan_of(games=6, sprt=sprt)
    played(tmp_path, plan, Here(failing={"2": 2}))
    onlooker = Gallery(tmp_path).open("arena")
    assert onlooker is not None
    before = onlooker.look()
    assert before is not None
    assert onlooker.record(1) is None, "and not the game before it"
    played(tmp_path, plan)
    after = onlooker.look()
    assert after == seen(tmp_path)
    assert after is not None
    assert (after.done, after.summary.failures, after.standing) == (6, (), ArenaStatus.ENDED)
    assert sorted(result.index for result in after.latest) == list(range(6))
    assert onlooker.record(1) is not None
    assert after.summary.walk == run(plan).walk


def test_results_of_games_that_are_not_planned_are_left_out(tmp_path: Path) -> None:
    plan = plan_of()
    with Folder(tmp_path / "arena", plan) as folder:
        folder.add(Result(0, 3, 0, 1, 1.0), "(;)\n")
        folder.add(Result(1, 0, 1, 0, 1.0), "(;)\n")
    assert [result.index for result in seen(tmp_path).latest] == [1]
