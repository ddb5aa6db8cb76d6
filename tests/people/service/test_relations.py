"""Mutes and blocks: by name, one's own to see and to undo, bounded; those who listen are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tengen.people import (
    MOST_RELATIONS,
    Account,
    AddAccount,
    AddRelation,
    OwnRelations,
    PeopleCode,
    PeopleError,
    Relation,
    RelationKind,
    name_key,
)
from tests.people.service.scene import refused
from tests.people.service.talk_room import ANN, BEN, CY, GUEST, talk_room


def names(found: OwnRelations) -> tuple[list[str], list[str]]:
    """Who is muted and who is blocked."""
    return [one.name for one in found.muted], [one.name for one in found.blocked]


async def test_people_are_muted_and_blocked_by_their_names(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        relations = room.relations
        assert names(await relations.of(ANN)) == ([], [])
        await relations.mute(ANN, "Ben")
        room.clock.now += 1
        assert names(await relations.mute(ANN, "ＣＹ")) == (["Cy", "Ben"], [])
        assert names(await relations.block(ANN, "b e n")) == (["Cy", "Ben"], ["Ben"])
        assert names(await relations.mute(ANN, "Ben")) == (["Cy", "Ben"], ["Ben"]), "it is so already"
        assert names(await relations.of(BEN)) == ([], []), "nobody sees who has muted or blocked them"
        assert names(await relations.unmute(ANN, "BEN")) == (["Cy"], ["Ben"])
        assert names(await relations.unblock(ANN, "Ben")) == (["Cy"], [])
        assert names(await relations.unblock(ANN, "Ben")) == (["Cy"], [])


async def test_a_block_is_between_two_whoever_made_it(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        relations = room.relations
        await relations.block(ANN, "Ben")
        await relations.block(CY, "Ann")
        await relations.mute(ANN, "Di")
        assert await relations.blocked_with(ANN) == {BEN, CY}
        assert await relations.blocked_with(BEN) == {ANN}
        assert await relations.is_blocked(BEN, ANN)
        assert await relations.is_blocked(ANN, BEN)
        assert not await relations.is_blocked(BEN, CY)


async def test_whoever_listens_hears_between_whom_something_changed(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.relations.block(ANN, "Ben")
        await room.relations.unblock(ANN, "Ben")
        await room.relations.unblock(ANN, "Ben")
        assert room.changed == [{ANN, BEN}, {ANN, BEN}]


@pytest.mark.parametrize("name", ["Nobody", "", "x" * 10_000, "\ud800"])
async def test_somebody_who_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.NO_SUCH_USER):
            await room.relations.mute(ANN, name)
        assert names(await room.relations.unmute(ANN, name)) == ([], [])


async def test_nobody_mutes_or_blocks_themselves(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.BAD_FIELD):
            await room.relations.block(ANN, "Ann")
        with refused(PeopleCode.NO_SUCH_USER):
            await room.relations.block(GUEST, "Guest 7", among=[GUEST, ANN])


async def test_a_guest_is_found_at_the_board_and_may_mute_others(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.NO_SUCH_USER):
            await room.relations.mute(ANN, "Guest 7")
        assert names(await room.relations.mute(ANN, "guest 7", among=[ANN, GUEST])) == (["Guest 7"], [])
        assert names(await room.relations.unmute(ANN, "Guest 7")) == ([], [])
        assert names(await room.relations.block(GUEST, "Ann")) == ([], ["Ann"])


async def test_somebody_who_is_gone_has_no_relations(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.NO_SUCH_USER):
            await room.relations.mute("pruned", "Ann")


async def test_five_hundred_may_be_muted_and_blocked_and_no_more_however_many_come_at_once(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        keys = [name_key(f"Other {number}") for number in range(510)]
        await room.scene.store.commit(*(AddAccount(Account(key, key, 5, key, "a hash")) for key in keys))
        most = [AddRelation(Relation(ANN, key, RelationKind.BLOCK, 5), MOST_RELATIONS) for key in keys[:490]]
        await room.scene.store.commit(*most)
        answers = await asyncio.gather(*(room.relations.mute(ANN, key) for key in keys[490:]), return_exceptions=True)
        codes = [answer.code for answer in answers if isinstance(answer, PeopleError)]
        assert codes == [PeopleCode.TOO_MANY] * 10
        found = await room.relations.of(ANN)
        assert (len(found.muted), len(found.blocked)) == (10, 490)
        assert await room.relations.block(ANN, keys[0]) == found, "it is so already"
        await room.relations.unblock(ANN, keys[0])
        await room.relations.mute(ANN, keys[0])
