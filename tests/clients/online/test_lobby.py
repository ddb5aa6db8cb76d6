"""The lobby over a real server: challenges, quick pairing, who is here, own games, games being played."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.clients.online.visitors import Visitor, match_of, visits_to
from tests.clients.play.cutting import CuttingProxy
from tests.clients.play.scripts import place, seen
from tests.server.people import PASSWORD, Person, new_name
from tests.server.process import ServerProcess

from tengen.clients.online.lobby_view import Answered, Challenged, ChallengeTerms, Paired, SeekTerms
from tengen.clients.play import Connection
from tengen.clients.sitting.clocks import CLOCKS
from tengen.core import BLACK, WHITE, ErrorCode, GameError, Point, find_kind
from tengen.people import PeopleCode, PeopleError

GOMOKU = find_kind("gomoku")
GO = find_kind("go")


async def code_of(work: object) -> PeopleCode:
    """Why something is refused, which there are words for."""
    with pytest.raises(PeopleError) as refused:
        await work  # type: ignore[misc]
    assert refused.value.text("zh")
    return refused.value.code


async def test_an_open_challenge_is_seen_by_all_and_leads_both_into_a_game(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben = await come(), await come()
        terms = ChallengeTerms(GO, 9, {"preset": "japanese"}, CLOCKS["japanese"], color=WHITE)
        made = await ann.lobby.challenge(terms)
        assert made in ann.lobby.view.made
        (open_one,) = (await ben.sees(lambda view: made in view.challenges)).challenges[-1:]
        assert (open_one.kind, open_one.size, open_one.preset) == ("go", 9, "japanese")
        assert (open_one.by.name, open_one.color, open_one.clock) == (ann.name, WHITE, CLOCKS["japanese"])
        game = await ben.lobby.accept(open_one)
        assert game.view.yours == (BLACK,)
        answered = await ann.told(Answered)
        assert (answered.answer, answered.is_asked, answered.game_id) == ("accepted", True, game.view.game_id)
        words = answered.words()
        assert words is not None
        assert words.text("en") == "Your challenge was accepted."
        assert made not in ann.lobby.view.made
        await ann.sees(lambda view: any(own.game_id == game.view.game_id for own in view.own))
        await ben.sees(lambda view: made not in view.challenges)


async def test_a_challenge_to_one_person_is_declined_with_a_reason(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben, cat = await come(), await come(), await come()
        made = await ann.lobby.challenge(ChallengeTerms(GOMOKU, to=ben.name))
        challenged = await ben.told(Challenged)
        assert challenged.challenge == made
        assert made in ben.lobby.view.challenged
        assert await code_of(cat.lobby.accept(made)) is PeopleCode.NO_SUCH_CHALLENGE
        await ben.lobby.decline(made, "clock")
        assert made not in ben.lobby.view.challenged
        answered = await ann.told(Answered)
        assert (answered.answer, answered.reason) == ("declined", "clock")
        assert not ann.lobby.view.made


async def test_a_challenge_can_be_withdrawn(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben = await come(), await come()
        made = await ann.lobby.challenge(ChallengeTerms(GOMOKU))
        await ben.sees(lambda view: made in view.challenges)
        await ann.lobby.withdraw(made)
        assert made not in ann.lobby.view.made
        await ben.sees(lambda view: made not in view.challenges)
        assert await code_of(ben.lobby.accept(made)) is PeopleCode.CHALLENGE_GONE


async def test_what_cannot_be_asked_for_is_refused_in_words_and_changes_nothing(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come()
        terms = ChallengeTerms(GOMOKU)
        assert await code_of(ann.lobby.challenge(replace(terms, to="nobody of this name"))) is PeopleCode.NO_SUCH_USER
        assert await code_of(ann.lobby.challenge(replace(terms, to="x" * 500))) is PeopleCode.NO_SUCH_USER
        with pytest.raises(GameError) as refused:
            await ann.lobby.challenge(replace(terms, is_rated=True))
        assert refused.value.code is ErrorCode.CANNOT_BE_RATED
        with pytest.raises(GameError) as refused:
            await ann.lobby.challenge(replace(terms, size=63))
        assert refused.value.code is ErrorCode.BAD_RULES
        assert not ann.lobby.view.made


async def test_two_who_seek_the_same_are_paired(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben = await come(), await come(is_guest=True)
        wish = SeekTerms("gomoku", 15, "blitz")
        await ann.lobby.seek(wish)
        view = await ann.sees(lambda view: view.seek is not None)
        assert view.seek is not None
        assert view.seek.terms == wish
        await ben.lobby.seek(wish)
        paired, other = await ann.told(Paired), await ben.told(Paired)
        assert paired.is_asked
        assert paired.game_id == other.game_id
        assert {paired.color, other.color} == {BLACK, WHITE}
        assert ann.lobby.view.seek is None
        game = await ann.people.games.open(paired.game_id)
        assert game.view.yours == (paired.color,)


@pytest.mark.long
async def test_a_search_can_be_given_up(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come()
        await ann.lobby.seek(SeekTerms("gomoku", 15, "days"))
        await ann.sees(lambda view: view.seek is not None)
        await ann.lobby.unseek()
        await ann.sees(lambda view: view.seek is None)
        with pytest.raises(GameError) as refused:
            await ann.lobby.seek(SeekTerms("no such game", 15, "blitz"))
        assert refused.value.code is ErrorCode.NO_SUCH_KIND


async def test_games_being_played_are_followed_on_small_boards(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben, cat = await come(), await come(), await come(is_guest=True)
        own, other = await match_of(ann, ben)

        def board(visitor: Visitor) -> object:
            games = [game for game in visitor.lobby.view.games if game.watch_id == own.view.watch_id]
            return games[0].board if games else None

        await place(own, "e5")
        await cat.sees(lambda _: board(cat) == own.view.board)
        (glance,) = [game for game in cat.lobby.view.games if game.watch_id == own.view.watch_id]
        assert (glance.last, glance.to_move, glance.moves) == (Point(4, 4), WHITE, 1)
        assert glance.players[BLACK].name == ann.name
        await seen(other, lambda view: len(view.moves) == 1)
        await place(other, "d5")
        await cat.sees(lambda _: board(cat) == other.view.board)
        (mine,) = (await ann.sees(lambda view: any(game.is_your_move for game in view.own))).own
        assert (mine.yours, mine.board, mine.players[WHITE].name) == (BLACK, other.view.board, ben.name)
        watched = await cat.people.games.open(glance.watch_id)
        assert watched.view.is_watching
        cat.lobby.show_boards(False)
        assert not cat.lobby.view.games
        await seen(own, lambda view: len(view.moves) == 2)
        await place(own, "e6")
        await ben.sees(lambda _: board(ben) == own.view.board)
        assert not cat.lobby.view.games
        cat.lobby.show_boards(True)
        await cat.sees(lambda _: board(cat) == own.view.board)


@pytest.mark.long
async def test_who_is_here_is_listed_and_leaves(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come()
        async with visits_to(server) as others:
            ben = await others()
            view = await ann.sees(lambda view: any(person.name == ben.name for person in view.people))
            assert view.count >= 2
            name = ben.name
        async with asyncio.timeout(40):
            await ann.sees(lambda view: all(person.name != name for person in view.people))


async def test_who_logs_in_or_out_enters_the_lobby_anew(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come(is_guest=True)
        assert ann.lobby.view.me is not None
        assert ann.lobby.view.me.is_guest
        name = new_name()
        await ann.people.register(name, PASSWORD)
        view = await ann.sees(lambda view: view.me is not None and view.me.name == name)
        assert view.connection is Connection.OPEN
        made = await ann.lobby.challenge(ChallengeTerms(GOMOKU))
        await ann.people.log_out()
        assert made not in ann.lobby.view.made
        await ann.sees(lambda view: view.is_known and view.me is not None and view.me.is_guest)


@pytest.mark.long
async def test_whose_challenges_are_taken_is_a_setting(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben = await come(), await come()
        assert await ben.lobby.accepting() == "all"
        await ben.lobby.set_accepting("nobody")
        assert await ben.lobby.accepting() == "nobody"
        assert await code_of(ann.lobby.challenge(ChallengeTerms(GOMOKU, to=ben.name))) is PeopleCode.NOT_ACCEPTING


async def test_notices_wait_for_who_was_away_and_are_seen_once(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann, ben = await come(), await come(is_guest=True)
        away = Person(server)
        await asyncio.to_thread(away.register)
        away.close()
        await ann.lobby.challenge(ChallengeTerms(GOMOKU, clock=CLOCKS["quick"], to=away.name))
        await ben.people.log_in(away.name, PASSWORD)
        view = await ben.sees(lambda view: view.is_known and view.me is not None and view.me.name == away.name)
        assert view.unseen == 1
        assert [challenge.by.name for challenge in view.challenged] == [ann.name]
        notices = await ben.lobby.notices.read()
        assert [notice.words.text("en") for notice in notices.notices] == [f"{ann.name} challenges you."]
        after = await ben.lobby.notices.seen(notices.notices[0])
        assert (after.unseen, after.notices[0].is_seen, ben.lobby.view.unseen) == (0, True, 0)


async def test_after_a_cut_the_lobby_is_as_it_is_then_and_the_search_goes_on(server: ServerProcess) -> None:
    async with visits_to(server) as come, CuttingProxy(server.port) as proxy:
        ann, ben = await come(proxy.address), await come()
        wish = SeekTerms("othello", 8, "rapid")
        await ann.lobby.seek(wish)
        proxy.is_down = True
        proxy.cut()
        await ann.sees(lambda view: view.connection is Connection.LOST)
        made = await ben.lobby.challenge(ChallengeTerms(GOMOKU))
        proxy.is_down = False
        view = await ann.sees(lambda view: made in view.challenges)
        assert view.connection is Connection.OPEN
        await ann.sees(lambda view: view.seek is not None)
        await ben.lobby.seek(wish)
        assert (await ann.told(Paired)).is_asked


@pytest.mark.long
async def test_an_opponent_who_was_found_during_a_cut_is_told_afterwards(server: ServerProcess) -> None:
    async with visits_to(server) as come, CuttingProxy(server.port) as proxy:
        ann, ben = await come(proxy.address), await come()
        wish = SeekTerms("peace", 8, "rapid")
        await ann.lobby.seek(wish)
        proxy.is_down = True
        proxy.cut()
        await ann.sees(lambda view: view.connection is Connection.LOST)
        await ben.lobby.seek(wish)
        paired = await ben.told(Paired)
        proxy.is_down = False
        assert await ann.told(Paired) == Paired(paired.game_id, paired.color.other, is_asked=True)
        assert ann.lobby.view.seek is None


async def test_a_session_that_was_ended_from_elsewhere_makes_a_guest(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come()
        elsewhere = Person(server, ann.name)
        await asyncio.to_thread(lambda: elsewhere.log_in().must("sessions/end", {"others": True}))
        elsewhere.close()
        await ann.sees(lambda view: view.is_known and view.me is not None and view.me.is_guest)
        assert ann.people.present == ()
        assert ann.lobby.view.connection is Connection.OPEN
