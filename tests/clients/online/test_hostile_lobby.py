"""A lobby may be broken or hostile: what it tells is bounded, fit to be shown, or not believed at all."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from tests.clients.online.visitors import until
from websockets.asyncio.server import ServerConnection, serve

from tengen.clients.online.following import (
    MOST_CHALLENGES,
    MOST_GAMES,
    MOST_OWN,
    MOST_PEOPLE,
    Asked,
    followed,
)
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_values import BadLobby
from tengen.clients.online.lobby_view import Answered, LobbyChange, LobbyView, SeekTerms
from tengen.clients.online.notices import notice_of
from tengen.clients.online.saves import entry_of
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, ServerTrouble, Trouble, monotonic_ms
from tengen.clients.play.remote import RemoteGames, Rest, ServerAddress
from tengen.core import LANGUAGES
from tengen.people import Registration
from tengen.protocol import Acknowledged, LobbyOutgoing, NoticeOut, SaveOut, me_of

HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\x00"
NOW = 1000


def person(name: str = "Ann", **more: Any) -> dict[str, Any]:
    return {"name": name, "isGuest": False, **more}


def challenge(number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "challengeId": f"c{number}",
        "by": person(),
        "gameType": "GOMOKU",
        "boardSize": 15,
        "options": {},
        "rated": False,
        "absence": "loses",
        "created": 1,
        "expires": 2,
        **more,
    }


def glance(number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "watchId": f"w{number}",
        "gameType": "GOMOKU",
        "boardSize": 9,
        "black": person(),
        "white": person("Ben"),
        "grid": "." * 81,
        "moves": 0,
        "rated": False,
        **more,
    }


def own(number: int = 1, **more: Any) -> dict[str, Any]:
    told = glance(number)
    del told["rated"]
    return {**told, "gameId": f"g{number}", "yours": "BLACK", "yourMove": True, "isOver": False, **more}


def lobby(**more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {name: [] for name in ("challenges", "games", "challenged", "made", "own")}
    return {"type": "lobby", **empty, "people": {"count": 1, "here": [person()]}, "unseen": 0, **more}


def after(*frames: dict[str, Any]) -> LobbyChange:
    """The lobby after these frames."""
    change = LobbyChange(LobbyView())
    for frame in frames:
        told = LobbyOutgoing.model_validate_json(json.dumps(frame))
        change = followed(change.view, told.root, NOW, Asked())
    return change


def changed(**more: Any) -> dict[str, Any]:
    return {"type": "changed", **more}


def test_what_is_of_no_game_known_here_is_left_out() -> None:
    view = after(
        lobby(
            challenges=[challenge(1, gameType="CHESS"), challenge(2, boardSize=63), challenge(3)],
            games=[glance(1, gameType="CHESS"), glance(2)],
            own=[own(1, boardSize=64), own(2)],
            seek={"gameType": "CHESS", "boardSize": 8, "speed": "blitz", "rated": False, "sinceMs": 0},
        )
    ).view
    assert [one.challenge_id for one in view.challenges] == ["c3"]
    assert [one.watch_id for one in view.games] == ["w2"]
    assert [one.game_id for one in view.own] == ["g2"]
    assert view.seek is None


@pytest.mark.parametrize(
    "frame",
    [
        lobby(games=[glance(grid="." * 80)]),
        lobby(games=[glance(grid="x" * 81)]),
        lobby(games=[glance(last=81)]),
        lobby(games=[glance(watchId="../../etc")]),
        lobby(games=[glance(moves=-1)]),
        lobby(own=[own(gameId="x" * 200)]),
        lobby(own=[own(deadlineMs=10**30)]),
        lobby(people={"count": -5, "here": []}),
        lobby(me=person(rating={"rating": float("nan"), "deviation": 1.0})),
        lobby(me=person(rating={"rating": 1.0, "deviation": float("inf")})),
        lobby(unseen=-1),
        {"type": "paired", "gameId": "a b", "color": "BLACK"},
    ],
)
def test_what_cannot_be_is_not_believed_at_all(frame: dict[str, Any]) -> None:
    with pytest.raises(BadLobby):
        after(frame)


def test_a_move_beside_the_board_is_not_believed() -> None:
    moved = {"watchId": "w1", "set": [[81, 1]], "moves": 1}
    with pytest.raises(BadLobby):
        after(lobby(games=[glance()]), changed(games={"new": [], "gone": [], "moved": [moved]}))


def test_no_list_grows_beyond_its_bound() -> None:
    view = after(
        lobby(
            challenges=[challenge(number) for number in range(MOST_CHALLENGES + 50)],
            games=[glance(number) for number in range(MOST_GAMES + 50)],
            own=[own(number) for number in range(MOST_OWN + 50)],
            people={"count": 3, "here": [person(f"n{number}") for number in range(MOST_PEOPLE + 50)]},
        ),
        changed(
            challenges={"new": [challenge(10_000 + number) for number in range(300)], "gone": []},
            games={"new": [glance(10_000 + number) for number in range(300)], "gone": [], "moved": []},
            people={"count": 9, "came": [person(f"m{number}") for number in range(600)], "went": []},
        ),
        {"type": "own", "games": [own(10_000 + number) for number in range(500)]},
        *({"type": "challenged", "challenge": challenge(20_000 + number)} for number in range(300)),
    ).view
    assert len(view.challenges) == len(view.challenged) == MOST_CHALLENGES
    assert (len(view.games), len(view.own), len(view.people)) == (MOST_GAMES, MOST_OWN, MOST_PEOPLE)


def test_names_move_no_cursor_and_are_not_too_long() -> None:
    name = HOSTILE + "x" * 5000
    view = after(lobby(challenges=[challenge(by=person(name))], people={"count": 1, "here": [person(name)]})).view
    for shown in (view.challenges[0].by.name, view.people[0].name):
        assert shown.isprintable()
        assert len(shown) <= 80


def test_an_answer_with_an_unknown_reason_still_has_words() -> None:
    answer = {"type": "answered", "challengeId": "c1", "answer": "declined", "reason": HOSTILE}
    change = after(lobby(made=[challenge()]), answer)
    (news,) = change.news
    assert isinstance(news, Answered)
    assert not news.is_asked
    words = news.words()
    assert words is not None
    assert all(words.text(language) for language in LANGUAGES)
    assert change.view.made == ()


def test_a_notice_without_words_here_is_counted_and_not_shown() -> None:
    told = {"id": 1, "at": 1, "key": "no.such.words", "values": {}, "path": None, "seen": False}
    change = after(lobby(), {"type": "notice", "notice": told})
    assert (change.news, change.view.unseen) == ((), 1)
    hostile = NoticeOut(id=2, at=1, key="notice.challenge", values={"name": HOSTILE}, path="/game/../../x", seen=False)
    notice = notice_of(hostile)
    assert notice is not None
    assert notice.game_id is None
    assert notice.words.text("en").isprintable()
    assert notice_of(hostile.model_copy(update={"values": {}})) is None


def test_a_save_on_a_board_that_is_none_is_left_out() -> None:
    player = {"name": HOSTILE, "player": "human", "isAccount": True}
    told = {
        "id": "s",
        "name": HOSTILE,
        "owner": "Ann",
        "gameType": "GOMOKU",
        "boardSize": 9,
        "black": player,
        "white": player,
        "moves": 0,
        "grid": [[None] * 9] * 9,
        "created": 1,
        "changed": 1,
    }
    entry = entry_of(SaveOut.model_validate(told))
    assert entry is not None
    assert entry.name.isprintable()
    for broken in ({"gameType": "CHESS"}, {"boardSize": 63}, {"grid": [[None] * 9] * 8}, {"grid": [[None] * 8] * 9}):
        assert entry_of(SaveOut.model_validate({**told, **broken})) is None


# --- over a socket


@asynccontextmanager
async def told_by(*connections: list[str | bytes]) -> AsyncIterator[Lobby]:
    """The lobby of a server that sends these frames over one connection after the other, and stays at the last."""
    waiting = list(connections)

    async def speak(connection: ServerConnection) -> None:
        for frame in waiting.pop(0) if waiting else []:
            await connection.send(frame)
        if waiting:
            await connection.close(1012)
        else:
            await connection.wait_closed()

    async with serve(speak, "127.0.0.1", 0) as hostile:
        port = next(iter(hostile.sockets)).getsockname()[1]
        games = RemoteGames(Rest(ServerAddress(f"http://127.0.0.1:{port}")), {}, monotonic_ms)
        me = me_of(None, None, Registration.OPEN, can_talk=False, unseen=0)
        people = ServerPeople(games, me)
        lobby = Lobby(people)
        try:
            yield lobby
        finally:
            await lobby.close()
            await people.close()


async def sees(lobby: Lobby, found: Callable[[LobbyView], bool]) -> LobbyView:
    return await until(lobby.changes(), lambda: lobby.view, found)


WHOLE = json.dumps(lobby())


@pytest.mark.parametrize("frame", [{"type": "lobby"}, changed(games=1), lobby(games=[glance(last=900)])])
async def test_a_lobby_that_makes_no_sense_is_given_up(frame: dict[str, Any]) -> None:
    async with told_by([WHOLE, json.dumps(frame)]) as lobby:
        view = await sees(lobby, lambda view: view.connection is Connection.CLOSED)
        assert view.is_known
        with pytest.raises(ServerTrouble) as caught:
            await lobby.seek(SeekTerms("gomoku", 15, "blitz"))
        assert caught.value.trouble is Trouble.CLOSED


@pytest.mark.parametrize("frame", ["x", b"\xff\xfe", "[" * 5000, "0" * (2 << 20), '{"type": 1}'])
async def test_a_broken_frame_is_followed_by_a_new_connection(frame: str | bytes) -> None:
    async with told_by([frame], [WHOLE]) as lobby:
        view = await sees(lobby, lambda view: view.is_known)
        assert view.connection is Connection.OPEN


async def test_frames_of_a_newer_server_are_passed_over() -> None:
    async with told_by([WHOLE, json.dumps({"type": "news", "what": [1]}), json.dumps({"type": "seeking"})]) as lobby:
        await sees(lobby, lambda view: view.is_known)
        assert lobby.view.connection is Connection.OPEN


async def test_who_does_not_read_keeps_only_the_latest_changes() -> None:
    people = [json.dumps(changed(people={"count": number, "came": [], "went": []})) for number in range(2000)]
    async with told_by([WHOLE, *people]) as lobby:
        slow = lobby.changes()
        await sees(lobby, lambda view: view.count == 1999)
        kept = slow.take_waiting()
        assert len(kept) <= 256
        assert kept[-1].view.count == 1999


@pytest.mark.parametrize(
    ("cookie", "token"),
    [
        ("tengen_session=abc-_1; Path=/; HttpOnly", "abc-_1"),
        ("__Host-tengen_session=abc; Secure", "abc"),
        ('tengen_session=""; Max-Age=0', None),
        ("tengen_session=a b", "before"),
        (f"tengen_session={'x' * 5000}", "before"),
        ("other=abc", "before"),
    ],
)
async def test_only_a_token_is_taken_from_cookies_and_none_is_sent_back(cookie: str, token: str | None) -> None:
    asked: list[httpx2.Request] = []

    async def body() -> AsyncIterator[bytes]:
        yield b"{}"

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        cookies = [("set-cookie", "junk=1; Path=/"), ("set-cookie", cookie)]
        return httpx2.Response(200, content=body(), headers=cookies)

    rest = Rest(ServerAddress("http://127.0.0.1:1"), httpx2.MockTransport(answer))
    rest.token = "before"
    await rest.enter("/api/auth/logout", None, Acknowledged)
    assert rest.token == token
    await rest.post("/api/x", None, Acknowledged)
    assert rest.token == token, "other calls bring no session"
    assert "cookie" not in asked[1].headers
    await rest.close()
