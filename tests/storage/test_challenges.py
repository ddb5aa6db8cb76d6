"""Challenges in the database: what the lobby does not see. Its own tests are those of `server.lobby`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from tengen.core import Conflict
from tengen.match.service import ColumnValue
from tengen.people import Account, AddAccount
from tengen.storage import ChallengeRow, Guests, SqlChallengeStore
from tests.people.club import open_club


@dataclass(frozen=True, slots=True)
class Bounds:
    of_maker: int = 9
    to_one: int = 9
    of_guests: int = 9
    in_all: int = 9
    made: int = 9
    made_since: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    challenge_id: str = "c1"
    answer: str = "withdrawn"
    table: ClassVar[str] = "challenge_answers"

    def values(self) -> Mapping[str, ColumnValue]:
        return {"challenge_id": self.challenge_id, "answer": self.answer, "by_id": "ann", "reason": None, "at": 20}


ROW = ChallengeRow("c1", "ann", False, None, "go", 9, '{"rules":{}}', 10, 1_000)


async def test_a_challenge_comes_back_as_it_was_and_is_open_until_its_answer(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        store = SqlChallengeStore(club.database)
        assert await store.add(ROW, Bounds()) is None
        assert await store.find("c1") == (ROW, False)
        assert await store.open() == [ROW]
        await store.answer(Answer())
        assert await store.find("c1") == (ROW, True)
        assert await store.open() == []
        assert await store.find("c2") is None


async def test_of_many_answers_the_first_counts_and_the_others_conflict(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        store = SqlChallengeStore(club.database)
        await store.add(ROW, Bounds())
        tries = [store.answer(Answer(answer=word)) for word in ("withdrawn", "declined", "expired")]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 2
        with pytest.raises(Conflict):
            await store.answer(Answer("c2"))


@pytest.mark.parametrize(
    ("bounds", "more", "reached"),
    [
        (Bounds(of_maker=1), ROW, "of_maker"),
        (Bounds(of_maker=1), replace(ROW, by_id="ben"), None),
        (Bounds(of_maker=1), replace(ROW, created_at=1_000), None),
        (Bounds(made=1), replace(ROW, created_at=1_000), "made"),
        (Bounds(made=1, made_since=10), ROW, None),
        (Bounds(in_all=1), replace(ROW, by_id="ben"), "in_all"),
        (Bounds(to_one=0), ROW, None),
        (Bounds(to_one=0), replace(ROW, to_id="ben"), "to_one"),
        (Bounds(of_guests=0), ROW, None),
        (Bounds(of_guests=0), replace(ROW, by_guest=True), "of_guests"),
    ],
)
async def test_bounds_are_counted_where_it_is_written(
    tmp_path: Path, bounds: Bounds, more: ChallengeRow, reached: str | None
) -> None:
    async with open_club(tmp_path) as club:
        store = SqlChallengeStore(club.database)
        await store.add(ROW, Bounds())
        assert await store.add(replace(more, id="c2"), bounds) == reached
        assert (await store.find("c2") is None) == (reached is not None)


async def test_only_old_ones_that_have_ended_are_forgotten_a_few_at_once(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        store = SqlChallengeStore(club.database)
        for number in range(5):
            await store.add(replace(ROW, id=f"c{number}", created_at=number), Bounds())
        for number in (0, 1, 2, 4):
            await store.answer(Answer(f"c{number}"))
        assert [await store.forget(4, 2) for _ in range(3)] == [2, 1, 0]
        assert [await store.find(f"c{number}") is not None for number in range(5)] == [False, False, False, True, True]
        assert await store.forget(ROW.expires_at, 9) == 1, "one of the last two has its answer"
        assert await store.forget(ROW.expires_at + 1, 9) == 1, "what nobody ended has expired"


async def test_a_guest_who_is_pruned_takes_challenges_and_settings_along(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        store = SqlChallengeStore(club.database)
        await club.people.commit(AddAccount(Account("guest", "Guest", 5)))
        await store.add(replace(ROW, by_id="guest", by_guest=True), Bounds())
        await store.add(replace(ROW, id="c2", to_id="guest"), Bounds())
        await store.add(replace(ROW, id="c3"), Bounds())
        await store.answer(Answer())
        await store.set_accepting("guest", "nobody")
        await store.set_accepting("ann", "nobody")
        await store.set_accepting("ann", "accounts")
        assert await Guests(club.database, lambda: 100).prune_guests(50, 10) == 1
        assert [await store.find(name) is not None for name in ("c1", "c2", "c3")] == [False, False, True]
        assert [await store.accepting(name) for name in ("guest", "ann")] == [None, "accounts"]
