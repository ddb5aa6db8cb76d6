"""Of all who answer a challenge at once one is first, and nothing of the others is written."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tengen.people import PeopleCode
from tengen.protocol import Person
from tengen.server.lobby import Persons
from tengen.server.lobby.challenge import LIVE_MS
from tests.server.lobby.scene import Lobby, open_lobby, outcomes, refused, terms


@pytest.mark.parametrize("turn", range(4))
async def test_of_two_who_accept_at_once_one_plays(tmp_path: Path, turn: int) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben", "Cat") as lobby:
        ann, *others = [await lobby.account(name) for name in ("Ann", "Ben", "Cat")]
        made = await lobby.challenges.make(ann, terms())
        takers = others if turn % 2 else others[::-1]
        works = [lobby.challenges.accept(taker, made.challenge_id) for taker in takers]
        assert await outcomes(*works) == [PeopleCode.CHALLENGE_GONE, "done"]
        assert await lobby.rows() == (1, 1, 1)


@pytest.mark.parametrize("accepts_first", [True, False])
async def test_of_accept_and_withdraw_one_wins_and_the_other_writes_nothing(
    tmp_path: Path, accepts_first: bool
) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        works = [lobby.challenges.accept(ben, made.challenge_id), lobby.challenges.withdraw(ann, made.challenge_id)]
        assert await outcomes(*(works if accepts_first else works[::-1])) == [PeopleCode.CHALLENGE_GONE, "done"]
        challenges, answers, matches = await lobby.rows()
        (told,) = lobby.ears.told("ann", "answered")
        assert (challenges, answers) == (1, 1)
        assert matches == (told["answer"] == "accepted")


async def test_two_processes_have_one_answer(tmp_path: Path) -> None:
    """Another server on the same database, which has seen nothing of what the first one did."""
    async with open_lobby(tmp_path, "Ann", "Ben", "Cat") as lobby:
        ann, ben, cat = [await lobby.account(name) for name in ("Ann", "Ben", "Cat")]
        other = Lobby(lobby.club)
        made = [(await lobby.challenges.make(ann, terms())).challenge_id for _ in range(4)]
        for challenge_id in made[:2]:
            works = lobby.challenges.accept(ben, challenge_id), other.challenges.accept(cat, challenge_id)
            assert await outcomes(*works) == [PeopleCode.CHALLENGE_GONE, "done"]
        for challenge_id in made[2:]:
            works2 = lobby.challenges.withdraw(ann, challenge_id), other.challenges.accept(cat, challenge_id)
            assert await outcomes(*works2) == [PeopleCode.CHALLENGE_GONE, "done"]
        _, answers, matches = await lobby.rows()
        assert answers == 4
        withdrawn = [told for told in lobby.ears.told("ann", "answered") if told["answer"] == "withdrawn"]
        assert matches == 4 - len(withdrawn)


async def test_what_another_process_has_ended_is_not_shown_for_ever(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        other = Lobby(lobby.club)
        first, second = [await lobby.challenges.make(ann, terms()) for _ in range(2)]
        for made in (first, second):
            await other.challenges.withdraw(ann, made.challenge_id)
        assert len(lobby.challenges.made_by("ann")) == 2, "it has not heard of it"
        assert await refused(lobby.challenges.accept(ben, first.challenge_id)) is PeopleCode.CHALLENGE_GONE
        lobby.time.wall += LIVE_MS
        await lobby.challenges.look_after()
        assert lobby.challenges.made_by("ann") == []
        assert set(lobby.ears.closed()) == {first.challenge_id, second.challenge_id}
        assert lobby.ears.told("ann", "answered") == []


async def test_a_challenge_that_is_taken_while_its_maker_is_renamed_is_not_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        find = Persons.of_account

        async def take_first(*given: Any) -> Person:
            monkeypatch.setattr(Persons, "of_account", find)
            await lobby.challenges.accept(ben, made.challenge_id)
            return await find(*given)

        monkeypatch.setattr(Persons, "of_account", take_first)
        lobby.challenges.on_accounts_changed({"ann"})
        await lobby.challenges.look_after()
        assert lobby.challenges.made_by("ann") == []
        assert lobby.ears.opened() == lobby.ears.closed() == [made.challenge_id]


async def test_an_expired_challenge_is_gone_before_anybody_has_noted_it(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        lobby.time.wall += LIVE_MS
        assert await refused(lobby.challenges.accept(ben, made.challenge_id)) is PeopleCode.CHALLENGE_GONE
        assert await refused(lobby.challenges.withdraw(ann, made.challenge_id)) is PeopleCode.CHALLENGE_GONE
        assert await lobby.rows() == (1, 0, 0)


async def test_who_hangs_up_has_accepted_or_not_and_everybody_knows_which(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        asking = asyncio.create_task(lobby.challenges.accept(ben, made.challenge_id))
        while not lobby.challenges._under_way:
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        await lobby.challenges.close()
        assert await lobby.rows() == (1, 1, 1)
        assert lobby.ears.closed() == [made.challenge_id]
        assert lobby.challenges.made_by("ann") == []
