"""Challenges: who may take them, how they end, and that each ends once whoever is quick."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from tengen.core import BLACK, WHITE, Color, ErrorCode, GameError
from tengen.match import AbsenceRule
from tengen.people import Ban, ChangeAccount, NoticeKey, PeopleCode, PeopleError
from tengen.server.lobby import Accepting, DeclineReason, RatingRange, Speed
from tengen.server.lobby.challenge import LASTING_MS, LIVE_MS
from tengen.server.lobby.challenges import MOST_AN_HOUR, MOST_OF_MAKER, MOST_TO_ONE
from tengen.storage.schema import challenges
from tests.match.services import settle
from tests.server.lobby.scene import DAYS, HALF_AN_HOUR, Lobby, open_lobby, outcomes, refused, terms

HOUR_MS = 3_600_000


async def words_of(work: Awaitable[object]) -> str:
    with pytest.raises((PeopleError, GameError)) as caught:
        await work
    return str(caught.value)


# --- taking one


@pytest.mark.parametrize("color", [BLACK, WHITE])
async def test_who_takes_a_challenge_plays_its_maker_under_its_terms(tmp_path: Path, color: Color) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        asked = terms("go", 9, rules={"komi": 0.5}, control=HALF_AN_HOUR, color=color, absence=AbsenceRule.CLAIM)
        made = await lobby.challenges.make(ann, asked)
        accepted = await lobby.challenges.accept(ben, made.challenge_id)
        match = accepted.match
        assert accepted.color is color.other
        assert (match.seat(color).owner, match.seat(color.other).owner) == ("ann", "ben")
        assert match.ruleset == asked.ruleset
        assert match.clock is not None
        assert match.clock.control == HALF_AN_HOUR
        assert (match.listed, match.rated, match.absence) == (True, False, AbsenceRule.CLAIM)
        assert await lobby.rows() == (1, 1, 1)
        (told,) = lobby.ears.told("ann", "answered")
        assert (told["answer"], told["gameId"]) == ("accepted", match.match_id)
        assert lobby.ears.told("ben", "answered") == [told]


async def test_without_a_wish_chance_gives_the_colours(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        colors = set()
        for _ in range(12):
            made = await lobby.challenges.make(ann, terms())
            colors.add((await lobby.challenges.accept(ben, made.challenge_id)).color)
        assert colors == {BLACK, WHITE}


async def test_everybody_hears_of_an_open_challenge_and_of_its_end(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        assert lobby.ears.opened() == [made.challenge_id]
        assert (await lobby.challenges.open_to(ben)).open == [made]
        assert (await lobby.challenges.open_to(None)).open == [made]
        own = await lobby.challenges.open_to(ann)
        assert (own.open, own.made) == ([], [made])
        await lobby.challenges.withdraw(ann, made.challenge_id)
        assert lobby.ears.closed() == [made.challenge_id]
        assert (await lobby.challenges.open_to(ben)).open == []


async def test_a_challenge_to_a_person_is_theirs_alone(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben", "Cat") as lobby:
        ann, ben, cat = [await lobby.account(name) for name in ("Ann", "Ben", "Cat")]
        made = await lobby.challenges.make(ann, terms(), "ben")
        assert lobby.ears.changes == []
        assert [frame["challenge"]["challengeId"] for frame in lobby.ears.told("ben", "challenged")] == [
            made.challenge_id
        ]
        assert (await lobby.challenges.open_to(cat)).open == []
        assert (await lobby.challenges.open_to(ben)).challenged == [made]
        assert await refused(lobby.challenges.accept(cat, made.challenge_id)) is PeopleCode.NO_SUCH_CHALLENGE
        assert await refused(lobby.challenges.decline(cat, made.challenge_id)) is PeopleCode.NO_SUCH_CHALLENGE
        assert await refused(lobby.challenges.withdraw(ben, made.challenge_id)) is PeopleCode.NO_SUCH_CHALLENGE
        await lobby.challenges.decline(ben, made.challenge_id, DeclineReason.CLOCK)
        (told,) = lobby.ears.told("ann", "answered")
        assert (told["answer"], told["reason"]) == ("declined", "clock")


async def test_what_is_no_challenge_cannot_be_answered(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        assert await refused(lobby.challenges.accept(ben, "nothing")) is PeopleCode.NO_SUCH_CHALLENGE
        assert await refused(lobby.challenges.accept(ann, made.challenge_id)) is PeopleCode.OWN_CHALLENGE
        assert await refused(lobby.challenges.decline(ben, made.challenge_id)) is PeopleCode.NO_SUCH_CHALLENGE
        assert await refused(lobby.challenges.make(ann, terms(), "Ann")) is PeopleCode.OWN_CHALLENGE
        assert await refused(lobby.challenges.make(ann, terms(), "Nobody")) is PeopleCode.NO_SUCH_USER
        assert await lobby.rows() == (1, 0, 0)


# --- expiry, and what outlives a server


async def test_expired_challenges_end_by_themselves_and_their_makers_hear_it(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann = await lobby.account("Ann")
        await lobby.challenges.make(ann, terms())
        lasting = await lobby.challenges.make(ann, terms(control=DAYS))
        await lobby.challenges.look_after()
        assert lobby.ears.closed() == []
        lobby.time.wall += LIVE_MS
        await lobby.challenges.look_after()
        assert lobby.challenges.made_by("ann") == [lasting]
        assert [told["answer"] for told in lobby.ears.told("ann", "answered")] == ["expired"]
        lobby.time.wall += LASTING_MS
        await lobby.challenges.look_after()
        assert lobby.challenges.made_by("ann") == []
        assert await lobby.rows() == (0, 0, 0), "old ones with their answers are forgotten"


async def test_the_task_of_the_lobby_wakes_when_the_next_one_expires(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann") as lobby:
        await lobby.challenges.make(await lobby.account("Ann"), terms())
        running = asyncio.create_task(lobby.challenges.run())
        await settle()
        assert lobby.ears.closed() == []
        lobby.time.wall += LIVE_MS - 20
        lobby.challenges.on_left("nobody")  # looks again, and sleeps for what is left by its own clock
        async with asyncio.timeout(5):
            while not lobby.ears.closed():
                await asyncio.sleep(0.005)
                lobby.time.wall += 5
        running.cancel()
        await asyncio.wait([running])
        assert len(lobby.ears.closed()) == 1


async def test_who_leaves_the_lobby_takes_only_challenges_to_play_at_once_along(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann = await lobby.account("Ann")
        live = await lobby.challenges.make(ann, terms())
        clockless = await lobby.challenges.make(ann, terms(control=None))
        days = await lobby.challenges.make(ann, terms(control=DAYS))
        to_ben = await lobby.challenges.make(ann, terms(), "Ben")
        lobby.challenges.on_left("ann")
        await lobby.challenges.look_after()
        assert set(lobby.ears.closed()) == {live.challenge_id, clockless.challenge_id}
        left = {made.challenge_id for made in lobby.challenges.made_by("ann")}
        assert left == {days.challenge_id, to_ben.challenge_id}


async def test_a_restart_keeps_challenges_of_days_and_to_persons(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann = await lobby.account("Ann")
        gone = await lobby.challenges.make(ann, terms())
        kept = [
            await lobby.challenges.make(ann, terms("go", 13, control=DAYS, rated=True, range=RatingRange(200, None))),
            await lobby.challenges.make(ann, terms(color=WHITE, absence=AbsenceRule.WAITS), "Ben"),
        ]
    async with open_lobby(tmp_path) as lobby:
        ben = await lobby.account("Ben")
        seen = await lobby.challenges.open_to(ben)
        assert (seen.open, seen.challenged) == ([kept[0]], [kept[1]])
        assert await refused(lobby.challenges.accept(ben, gone.challenge_id)) is PeopleCode.CHALLENGE_GONE
        match = (await lobby.challenges.accept(ben, kept[0].challenge_id)).match
        assert (match.ruleset.KIND, match.ruleset.size, match.rated) == ("go", 13, True)
        other = (await lobby.challenges.accept(ben, kept[1].challenge_id)).match
        assert (other.seat(WHITE).owner, other.absence) == ("ann", AbsenceRule.WAITS)


async def test_challenges_of_who_is_banned_or_closed_end(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben", "Cat") as lobby:
        ann, ben, cat = [await lobby.account(name) for name in ("Ann", "Ben", "Cat")]
        made = await lobby.challenges.make(ann, terms(control=DAYS))
        await lobby.challenges.make(ben, terms(control=DAYS))
        now = lobby.time.wall_ms()
        await lobby.club.people.commit(ChangeAccount(replace(ann, ban=Ban(now, None, "cheating"))))
        assert await refused(lobby.challenges.accept(cat, made.challenge_id)) is PeopleCode.CHALLENGE_GONE
        lobby.challenges.on_accounts_changed({"ann", "ben"})
        await lobby.challenges.look_after()
        assert lobby.ears.closed() == [made.challenge_id]
        assert len((await lobby.challenges.open_to(cat)).open) == 1
        assert await refused(lobby.challenges.make(cat, terms(), "Ann")) is PeopleCode.NO_SUCH_USER


async def test_a_guest_who_registers_is_shown_by_the_new_name(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ben", guests=("Visitor",)) as lobby:
        guest, ben = await lobby.account("Visitor"), await lobby.account("Ben")
        made = await lobby.challenges.make(guest, terms())
        registered = replace(guest, name="Vera", name_key="vera", password_hash="a hash")
        await lobby.club.people.commit(ChangeAccount(registered))
        lobby.challenges.on_accounts_changed({guest.account_id})
        await lobby.challenges.look_after()
        (shown,) = (await lobby.challenges.open_to(ben)).open
        assert (shown.challenge_id, shown.by.name, shown.by.is_guest) == (made.challenge_id, "Vera", False)
        assert lobby.ears.opened() == [made.challenge_id] * 2
        match = (await lobby.challenges.accept(ben, made.challenge_id)).match
        assert {match.first.name, match.second.name} == {"Vera", "Ben"}


# --- who may


async def test_who_is_blocked_either_way_neither_sees_nor_takes_nor_makes_one(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        made = await lobby.challenges.make(ann, terms())
        await lobby.relations.block("ben", "Ann")
        assert (await lobby.challenges.open_to(ben)).open == []
        assert await refused(lobby.challenges.accept(ben, made.challenge_id)) is PeopleCode.BLOCKED
        assert await refused(lobby.challenges.make(ann, terms(), "Ben")) is PeopleCode.BLOCKED
        assert await refused(lobby.challenges.make(ben, terms(), "Ann")) is PeopleCode.BLOCKED
        await lobby.relations.unblock("ben", "Ann")
        await lobby.challenges.accept(ben, made.challenge_id)


async def test_a_block_ends_what_one_had_asked_the_other(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben", "Cat") as lobby:
        ann = await lobby.account("Ann")
        await lobby.challenges.make(ann, terms(), "Ben")
        kept = [await lobby.challenges.make(ann, terms(), "Cat"), await lobby.challenges.make(ann, terms())]
        await lobby.relations.block("ben", "Ann")
        lobby.challenges.on_accounts_changed({"ann", "ben"})
        await lobby.challenges.look_after()
        assert lobby.challenges.made_to("ben") == []
        left = {made.challenge_id for made in lobby.challenges.made_by("ann")}
        assert left == {made.challenge_id for made in kept}


async def test_a_challenge_to_rules_that_are_gone_does_not_stop_the_server(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        bad, good = [await lobby.challenges.make(ann, terms(control=DAYS)) for _ in range(2)]
        await lobby.write(update(challenges).where(challenges.c.id == bad.challenge_id).values(kind="chess"))
        again = Lobby(lobby.club)
        await again.challenges.start()
        assert again.challenges.made_by("ann") == [good]
        assert await refused(again.challenges.accept(ben, bad.challenge_id)) is PeopleCode.NO_SUCH_CHALLENGE
        lobby.time.wall += LASTING_MS + 25 * HOUR_MS
        await again.challenges.look_after()
        assert (await lobby.rows())[0] == 0


async def test_a_range_is_counted_from_the_makers_rating(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Low", "High", "Fit", guests=("Visitor",)) as lobby:
        for name, rating in (("Ann", 1700), ("Low", 1599), ("High", 1751), ("Fit", 1600)):
            await lobby.rate(name, rating)
        ann, low, high, fit, guest = [await lobby.account(name) for name in ("Ann", "Low", "High", "Fit", "Visitor")]
        asked = terms(range=RatingRange(below=100, above=50))
        made = await lobby.challenges.make(ann, asked)
        for other in (low, high, guest):
            assert (await lobby.challenges.open_to(other)).open == []
            assert await refused(lobby.challenges.accept(other, made.challenge_id)) is PeopleCode.NOT_IN_RANGE
        assert await refused(lobby.challenges.make(ann, asked, "High")) is PeopleCode.NOT_IN_RANGE
        assert (await lobby.challenges.open_to(fit)).open == [made]
        await lobby.challenges.accept(fit, made.challenge_id)


async def test_people_say_whose_challenges_they_take(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben", guests=("Visitor",)) as lobby:
        ann, guest = await lobby.account("Ann"), await lobby.account("Visitor")
        assert await lobby.challenges.accepting("ben") is Accepting.ALL
        await lobby.challenges.make(guest, terms(), "Ben")
        await lobby.challenges.set_accepting("ben", Accepting.ACCOUNTS)
        assert await refused(lobby.challenges.make(guest, terms(), "Ben")) is PeopleCode.NOT_ACCEPTING
        await lobby.challenges.make(ann, terms(), "Ben")
        await lobby.challenges.set_accepting("ben", Accepting.NOBODY)
        assert await refused(lobby.challenges.make(ann, terms(), "Ben")) is PeopleCode.NOT_ACCEPTING
        assert await lobby.challenges.accepting("ben") is Accepting.NOBODY


async def test_what_cannot_be_rated_is_refused_with_what_to_ask_for(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", guests=("Visitor",)) as lobby:
        ann, guest = await lobby.account("Ann"), await lobby.account("Visitor")
        make = lobby.challenges.make
        assert await words_of(make(ann, terms(control=None, rated=True))) == "Ask for a clock: rated games need one."
        assert (await words_of(make(guest, terms(rated=True)))).startswith("Log in first")
        uneven = terms("go", 9, rules={"handicap": 3}, rated=True)
        assert (await words_of(make(ann, uneven))).startswith("Ask for an even game")
        assert await refused(make(ann, terms("peace", 8, rated=True))) is ErrorCode.CANNOT_BE_RATED
        made = await make(ann, terms(rated=True))
        assert (await words_of(lobby.challenges.accept(guest, made.challenge_id))).startswith("Log in first")
        assert await lobby.rows() == (1, 0, 0)


# --- floods


async def test_a_person_has_few_open_challenges(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann") as lobby:
        ann = await lobby.account("Ann")
        made = [await lobby.challenges.make(ann, terms()) for _ in range(MOST_OF_MAKER)]
        assert await refused(lobby.challenges.make(ann, terms())) is PeopleCode.TOO_MANY
        await lobby.challenges.withdraw(ann, made[0].challenge_id)
        await lobby.challenges.make(ann, terms())


async def test_a_person_makes_only_so_many_an_hour(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann") as lobby:
        ann = await lobby.account("Ann")
        for _ in range(MOST_AN_HOUR):
            made = await lobby.challenges.make(ann, terms())
            await lobby.challenges.withdraw(ann, made.challenge_id)
        assert await refused(lobby.challenges.make(ann, terms())) is ErrorCode.SLOW_DOWN
        lobby.time.wall += HOUR_MS
        await lobby.challenges.make(ann, terms())


async def test_a_flood_at_once_passes_no_bound(tmp_path: Path) -> None:
    names = [f"Maker{number}" for number in range(8)]
    async with open_lobby(tmp_path, "Ben", *names) as lobby:
        makers = [await lobby.account(name) for name in names]
        works = [lobby.challenges.make(maker, terms(), "Ben") for maker in makers for _ in range(6)]
        codes = await outcomes(*works)
        assert codes.count("done") == MOST_TO_ONE
        assert set(codes) == {"done", PeopleCode.TOO_MANY}
        assert await lobby.rows() == (MOST_TO_ONE, 0, 0)
        assert len(lobby.challenges.made_to("ben")) == MOST_TO_ONE


async def test_guests_cannot_fill_the_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.server.lobby.challenges.MOST_OF_GUESTS", 4)
    monkeypatch.setattr("tengen.server.lobby.challenges.MOST_IN_ALL", 6)
    async with open_lobby(tmp_path, "Ann", guests=("One", "Two")) as lobby:
        ann, one, two = [await lobby.account(name) for name in ("Ann", "One", "Two")]
        for guest in (one, two):
            for _ in range(2):
                await lobby.challenges.make(guest, terms())
        assert await refused(lobby.challenges.make(one, terms())) is PeopleCode.TOO_MANY
        for _ in range(2):
            await lobby.challenges.make(ann, terms())
        assert await refused(lobby.challenges.make(ann, terms())) is PeopleCode.TOO_MANY
        assert await lobby.rows() == (6, 0, 0)


# --- people who are away


async def test_who_is_away_is_told_on_return(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        first, second = [await lobby.challenges.make(ann, terms(control=DAYS), "Ben") for _ in range(2)]
        assert [notice.key for notice in await lobby.notices_of("Ben")] == [NoticeKey.CHALLENGE] * 2
        match = (await lobby.challenges.accept(ben, first.challenge_id)).match
        await lobby.challenges.decline(ben, second.challenge_id)
        declined, accepted = await lobby.notices_of("Ann")
        assert (declined.key, accepted.key) == (NoticeKey.CHALLENGE_DECLINED, NoticeKey.CHALLENGE_ACCEPTED)
        assert accepted.path == f"/game/{match.match_id}"
        assert accepted.values["name"] == "Ben"


async def test_who_is_here_needs_no_notice(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann", "Ben") as lobby:
        ann, ben = await lobby.account("Ann"), await lobby.account("Ben")
        lobby.here |= {"ann", "ben"}
        made = await lobby.challenges.make(ann, terms(), "Ben")
        await lobby.challenges.accept(ben, made.challenge_id)
        assert await lobby.notices_of("Ann") == await lobby.notices_of("Ben") == []


async def test_a_challenge_says_how_fast_it_is(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann") as lobby:
        ann = await lobby.account("Ann")
        speeds = [(await lobby.challenges.make(ann, terms(control=c))).speed for c in (None, HALF_AN_HOUR, DAYS)]
        assert speeds == [None, Speed.RAPID, Speed.DAYS]
