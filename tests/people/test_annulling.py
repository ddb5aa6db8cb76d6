"""A result that is taken back: by whom, and that both players are told of it in the same unit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.people import Account, AddAccount, NoticeKey, PeopleCode, PeopleError, Role, name_key
from tengen.people.service import Moderation, Notices
from tengen.storage import SqlTalkStore
from tests.people.club import Club, open_club


async def moderator(club: Club, name: str = "Mo") -> Account:
    """Somebody who keeps order, without a second factor."""
    account = Account(name.lower(), name, 5, name_key(name), "a hash", frozenset({Role.MODERATOR}))
    await club.people.commit(AddAccount(account))
    return account


def moderation(club: Club, noticed: list[str]) -> Moderation:
    store = SqlTalkStore(club.database)
    return Moderation(store, club.people, club.time.wall_ms, club.results.annul, on_notice=noticed.append)


async def test_a_moderator_annuls_a_result_and_both_players_are_told(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        mo, noticed, match_id = await moderator(club), list[str](), await club.play("Ann", "Ben")
        watched = (await club.result(match_id)).watch_id
        result = await moderation(club, noticed).annul(mo, watched, " A\nfriend. ")
        assert result.match_id == match_id
        assert (await club.result(match_id)).is_annulled
        assert noticed == ["ann", "ben"]
        notices = Notices(SqlTalkStore(club.database), club.people, club.time.wall_ms)
        for who in ("ann", "ben"):
            (notice,) = await notices.of(who)
            assert (notice.key, notice.values) == (NoticeKey.RESULT_ANNULLED, {"reason": "A friend."})
            assert notice.path == f"/review/{watched}"


async def test_nobody_but_an_administrator_annuls_a_game_of_their_own(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        mo = await moderator(club)
        match_id = await club.play("Ann", "Mo")
        with pytest.raises(PeopleError) as refused:
            await moderation(club, []).annul(mo, match_id, "I lost.")
        assert refused.value.code is PeopleCode.NOT_ALLOWED
        assert not (await club.result(match_id)).is_annulled
        boss = replace(await club.add_administrator(), account_id="mo")
        await moderation(club, []).annul(boss, match_id, "It was a test.")


async def test_an_annulment_whose_notice_cannot_be_written_counts_for_nothing(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        mo, noticed, match_id = await moderator(club), list[str](), await club.play("Ann", "Ben")
        with club.database.engine.begin() as connection:
            connection.execute(text("CREATE TRIGGER no AFTER INSERT ON notices BEGIN SELECT RAISE(ABORT, 'no'); END"))
        with pytest.raises(Exception, match="keep ending"):
            await moderation(club, noticed).annul(mo, match_id, "because")
        assert not (await club.result(match_id)).is_annulled
        assert await club.count() == (1, 2)
        assert await club.people.audit_rows() == []
        assert noticed == []
