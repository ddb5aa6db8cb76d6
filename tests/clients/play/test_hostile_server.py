"""A server may be away, wrong, or hostile: a client says what is the matter, keeps its bounds and shows nothing bad."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2
import pytest
from tests.clients.play.conftest import run
from tests.server.process import ServerProcess, free_port
from websockets.asyncio.server import ServerConnection, serve

from tengen import __version__
from tengen.clients.play import ServerTrouble, Trouble
from tengen.clients.play.remote import RemoteGames, ServerAddress, read_invitation
from tengen.clients.play.remote.rest import LARGEST_ANSWER, Rest, delay_s
from tengen.clients.play.remote.socket import Frame, MatchSocket
from tengen.clients.play.remote.view import view_of_answer
from tengen.clients.play.view import Invitation
from tengen.core import BLACK, LANGUAGES, WHITE, ErrorCode, GameError, create_rules
from tengen.match import Seat, create
from tengen.protocol import GuestAnswer, Surroundings, Viewer, view_of
from tengen.protocol import View as Answer

ADDRESS = ServerAddress("http://127.0.0.1:1")
HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\x00"

Handler = Callable[[httpx2.Request], httpx2.Response]


class Waits:
    """How long calls wait before they are tried again; nobody waits in earnest."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)


def asked_of(handler: Handler, ask: Callable[[Rest], Awaitable[object]], waits: Waits | None = None) -> object:
    """What a call gives, answered by this handler."""
    found: list[object] = []

    async def work() -> None:
        calls = Rest(ADDRESS, httpx2.MockTransport(handler), (waits or Waits()).sleep)
        try:
            found.append(await ask(calls))
        finally:
            await calls.close()

    run(work())
    return found[0]


def trouble_of(handler: Handler, waits: Waits | None = None) -> ServerTrouble:
    """What keeps a client from a server that answers so; there are words for it."""
    with pytest.raises(ServerTrouble) as caught:
        asked_of(handler, Rest.check_version, waits)
    said = [caught.value.text(language) for language in LANGUAGES]
    assert all(line.isprintable() and line for line in said)
    return caught.value


def answering(status: int, content: bytes | str = b"", **headers: str) -> Handler:
    async def pieces() -> AsyncIterator[bytes]:
        yield content.encode() if isinstance(content, str) else content

    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: httpx2.Response(status, content=pieces(), headers=named)


def refusing(status: int, code: str, detail: str = "why", **headers: str) -> Handler:
    return answering(status, json.dumps({"success": False, "code": code, "detail": detail, "error": detail}), **headers)


# --- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "url", "socket"),
    [
        ("http://host", "http://host", "ws://host/api/game/g/ws?since=3"),
        (
            "https://play.example/tengen/",
            "https://play.example/tengen",
            "wss://play.example/tengen/api/game/g/ws?since=3",
        ),
        (" http://127.0.0.1:8000 ", "http://127.0.0.1:8000", "ws://127.0.0.1:8000/api/game/g/ws?since=3"),
        ("http://[::1]:8000", "http://[::1]:8000", "ws://[::1]:8000/api/game/g/ws?since=3"),
    ],
)
def test_an_address_leads_to_calls_and_sockets(typed: str, url: str, socket: str) -> None:
    address = ServerAddress.parse(typed)
    assert (address.url, address.socket("g", 3)) == (url, socket)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "host:8000",
        "ftp://host",
        "http://",
        "http://user:secret@host",
        "http://host?x=1",
        "http://host/#/game/x",
        "http://host:99999",
        "http://ho st",
        "http://host/a b",
        f"http://{HOSTILE}",
        "http://" + "h" * 600,
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ServerTrouble) as caught:
        ServerAddress.parse(typed)
    assert caught.value.trouble is Trouble.BAD_ADDRESS
    assert caught.value.text("zh").isprintable()


def test_an_invitation_is_a_link_of_this_server_or_an_id() -> None:
    server = ServerAddress.parse("https://host/sub")
    invitation = Invitation("g-1_x", WHITE, "abc")
    assert read_invitation(server.join_link(invitation), server) == invitation
    assert read_invitation("https://host/sub/#/game/g1", server) == "g1"
    assert read_invitation(" g1 ", server) == "g1"
    for typed in ("", "g 1", "https://host/sub/#/join/g/GREEN/x", "https://host/sub/#/join/g/BLACK", "../x", "x" * 600):
        with pytest.raises(ServerTrouble) as caught:
            read_invitation(typed, server)
        assert caught.value.trouble is Trouble.BAD_ADDRESS
    with pytest.raises(ServerTrouble) as caught:
        read_invitation("https://other/#/join/g/BLACK/x", server)
    assert caught.value.trouble is Trouble.OTHER_SERVER


# --- calls ---------------------------------------------------------------------------------------


def health(version: str) -> str:
    return json.dumps({"status": "ok", "version": version})


@pytest.mark.parametrize(
    ("handler", "trouble"),
    [
        (answering(200, "<html>hello</html>"), Trouble.NOT_TENGEN),
        (answering(200, b"\xff\xfe"), Trouble.NOT_TENGEN),
        (answering(404, "not here"), Trouble.NOT_TENGEN),
        (answering(200, health("99.0.0")), Trouble.VERSION),
        (answering(200, health(HOSTILE)), Trouble.VERSION),
        (answering(301, location="https://127.0.0.1/"), Trouble.NEEDS_TLS),
        (answering(302, location="http://elsewhere/"), Trouble.NOT_TENGEN),
        (refusing(403, "NEEDS_TLS"), Trouble.NEEDS_TLS),
        (refusing(401, "BAD_TOKEN"), Trouble.SESSION),
        (refusing(403, "BAD_ORIGIN", HOSTILE), Trouble.REFUSED),
        (refusing(400, HOSTILE, ""), Trouble.REFUSED),
        (answering(502, "<html>"), Trouble.NO_SERVER),
    ],
)
def test_a_server_that_cannot_be_used_is_told_apart(handler: Handler, trouble: Trouble) -> None:
    assert trouble_of(handler).trouble is trouble


def test_the_same_version_is_understood_whatever_its_last_number() -> None:
    major, minor, _ = __version__.split(".")
    assert asked_of(answering(200, health(f"{major}.{minor}.99")), Rest.check_version) is None


def test_an_answer_that_is_too_large_is_not_read() -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b" " * (1 << 16)

    found = trouble_of(lambda _: httpx2.Response(200, content=endless()))
    assert found.trouble is Trouble.TOO_LARGE
    assert read <= LARGEST_ANSWER // (1 << 16) + 2


def test_what_is_compressed_is_not_unpacked() -> None:
    bomb = gzip.compress(b"0" * (64 << 20))
    assert trouble_of(answering(200, bomb, content_encoding="gzip")).trouble is Trouble.NOT_TENGEN


def test_too_many_requests_are_sent_again_when_the_server_says_so() -> None:
    calls, waits = 0, Waits()

    def busy(_: httpx2.Request) -> httpx2.Response:
        nonlocal calls
        calls += 1
        return refusing(429, "SLOW_DOWN", retry_after="7")(_) if calls < 3 else answering(200, health(__version__))(_)

    asked_of(busy, Rest.check_version, waits)
    assert (calls, waits.seconds) == (3, [7.0, 7.0])


@pytest.mark.parametrize(("header", "tries"), [("7", 4), ("3600", 1), ("soon", 4), ("9" * 400, 1)])
def test_nobody_waits_for_ever(header: str, tries: int) -> None:
    waits = Waits()
    assert trouble_of(refusing(429, "SLOW_DOWN", retry_after=header), waits).trouble is Trouble.TOO_MANY
    assert len(waits.seconds) == tries - 1
    assert sum(waits.seconds) < 30


def test_a_call_that_is_sent_again_keeps_its_key() -> None:
    keys: list[str] = []

    def once(request: httpx2.Request) -> httpx2.Response:
        keys.append(request.headers["idempotency-key"])
        return answering(503, "busy")(request) if len(keys) < 3 else answering(200, '{"name":"x","token":"t"}')(request)

    def known(calls: Rest) -> Awaitable[object]:
        calls.token = "known"
        return calls.post("/api/auth/guest", None, GuestAnswer)

    asked_of(once, known)
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_words_of_a_refusal_are_the_users_and_clean() -> None:
    body = {"code": "KO", "detail": HOSTILE + "x" * 5000, "words": {"zh": f"打劫{HOSTILE}", "en": "Ko."}}
    with pytest.raises(GameError) as caught:
        asked_of(answering(400, json.dumps(body)), lambda calls: calls.get("/x"))
    assert caught.value.code is ErrorCode.KO
    assert caught.value.text("en") == "Ko."
    assert caught.value.text("zh").startswith("打劫")
    assert caught.value.text("zh").isprintable()
    assert len(caught.value.text("fr")) <= 400


def test_where_nobody_listens_that_is_said_at_once() -> None:
    async def connect() -> None:
        with pytest.raises(ServerTrouble) as caught:
            await RemoteGames.connect(ServerAddress.parse(f"http://127.0.0.1:{free_port()}"))
        assert caught.value.trouble is Trouble.NO_SERVER

    run(connect())


def test_tls_where_there_is_none_is_told(server: ServerProcess) -> None:
    async def connect() -> None:
        with pytest.raises(ServerTrouble) as caught:
            await RemoteGames.connect(ServerAddress.parse(f"https://127.0.0.1:{server.port}"))
        assert caught.value.trouble is Trouble.NO_TLS

    run(connect())


# --- views ---------------------------------------------------------------------------------------


def answer(**changes: object) -> Answer:
    """What a server answers for a game of Go, with some of it changed: names of fields with dots between."""
    match, _ = create("g", create_rules("go", 5), Seat("Ann"), Seat("Bo"), 0)
    view = view_of(match, Viewer("g"), Surroundings(0))
    data = json.loads(view.model_dump_json(by_alias=True))
    for path, value in changes.items():
        *folders, name = path.split("__")
        place = data
        for folder in folders:
            place = place[folder]
        place[name] = value
    return Answer.model_validate_json(json.dumps(data))


def test_an_answer_of_a_server_becomes_a_view() -> None:
    view = view_of_answer(answer(), 0)
    assert (view.kind, view.size, view.actors, view.yours) == ("go", 5, (BLACK,), (BLACK, WHITE))


@pytest.mark.parametrize(
    "changes",
    [
        {"state__grid": []},
        {"state__grid": [[None] * 5] * 4 + [[None] * 6]},
        {"state__boardSize": 4},
        {"state__legalMoves": [{"x": 5, "y": 0}]},
        {"state__legalMoves": [{"x": -1, "y": 0}]},
        {"state__legalMoves": [{"x": 0, "y": 0}] * 26},
        {"dead": [{"x": 0, "y": 99}]},
        {"state__phase": "\x1b[2J"},
        {"choices": ["nonsense"]},
        {"state__rules": {"komi": "x"}},
        {"state__offers": [{"kind": "money", "player": "BLACK"}]},
        {"state__lastMove": {"x": 77, "y": 0}},
    ],
)
def test_an_answer_that_is_no_board_of_the_game_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ServerTrouble) as caught:
        view_of_answer(answer(**changes), 0)
    assert caught.value.trouble is Trouble.NOT_TENGEN
    assert caught.value.text("en").isprintable()


def test_a_game_that_is_not_known_here_is_named() -> None:
    with pytest.raises(ServerTrouble) as caught:
        view_of_answer(answer(state__gameType="CHESS"), 0)
    assert caught.value.trouble is Trouble.UNKNOWN_GAME
    assert "CHESS" in caught.value.text("zh")


@pytest.mark.parametrize("key", ["status.nonsense", "console.help", "{x.__class__}", "status.captured.white", HOSTILE])
def test_a_line_without_words_here_is_told_in_the_servers(key: str) -> None:
    view = view_of_answer(answer(status={"key": key, "values": {}}, state__message=f"Black{HOSTILE}"), 0)
    assert view.status.key == "play.said"
    assert str(view.status.values["text"]).startswith("Black")
    assert str(view.status.values["text"]).isprintable()


def test_names_cannot_move_the_cursor_and_are_short() -> None:
    name = f"Ann{HOSTILE}" + "x" * 10_000
    players = {
        color: {"name": name, "player": HOSTILE, "isOpen": False, "isOwned": True} for color in ("BLACK", "WHITE")
    }
    view = view_of_answer(answer(state__players=players), 0)
    assert view.seats[BLACK].name.startswith("Ann")
    assert view.seats[BLACK].name.isprintable()
    assert len(view.seats[BLACK].name) <= 80
    assert view.seats[WHITE].player.isprintable()


# --- sockets -------------------------------------------------------------------------------------


class Heard:
    """Notes what a socket hands out."""

    def __init__(self) -> None:
        self.frames: list[int | None] = []
        self.states: list[bool] = []
        self.failures: list[Exception] = []
        self.news = asyncio.Event()

    async def on_frame(self, frame: Frame, data: bytes) -> None:
        assert len(data) <= 1 << 20
        self.frames.append(frame.n)
        self.news.set()

    def on_connected(self, is_open: bool) -> None:
        self.states.append(is_open)
        self.news.set()

    def on_failure(self, error: Exception) -> None:
        self.failures.append(error)
        self.news.set()

    async def until(self, found: Callable[[], bool]) -> None:
        while not found():
            self.news.clear()
            await self.news.wait()


def talked(sent: list[list[bytes | str]], since: int = 0) -> tuple[Heard, list[str]]:
    """What a client hears of a server that sends these frames, a list for each connection; which addresses it calls."""
    heard, asked = Heard(), list[str]()

    async def speak(connection: ServerConnection) -> None:
        assert connection.request is not None
        asked.append(connection.request.path)
        for frame in sent[min(len(asked), len(sent)) - 1]:
            await connection.send(frame)
        if len(asked) < len(sent):
            await connection.close(1012)
        else:
            await connection.wait_closed()

    async def work() -> None:
        async with serve(speak, "127.0.0.1", 0) as hostile:
            port = next(iter(hostile.sockets)).getsockname()[1]
            socket = MatchSocket(Rest(ServerAddress(f"http://127.0.0.1:{port}")), "g", since, heard)
            await heard.until(lambda: len(asked) >= len(sent) and (not sent[-1] or bool(heard.frames)))
            await socket.close()

    run(work())
    return heard, asked


def event(number: int) -> str:
    return json.dumps({"n": number, "type": "moved"})


def test_a_client_comes_back_from_the_last_event_it_has_seen() -> None:
    heard, asked = talked([[event(1), event(2)], [event(3)]])
    assert heard.frames == [1, 2, 3]
    assert asked == ["/api/game/g/ws?since=0", "/api/game/g/ws?since=2"]


def test_events_that_come_twice_are_heard_once_and_a_gap_begins_anew() -> None:
    heard, asked = talked([[event(1), event(1), event(5)], [json.dumps({"n": 5, "type": "reset"})]])
    assert heard.frames == [1, 5]
    assert asked[1] == "/api/game/g/ws"


@pytest.mark.parametrize(
    "bad",
    ["x", b"\xff\xfe", "[]", '{"n": "1"}', "[" * 5000, '{"type": 1}', b"0" * (2 << 20), '{"n": 1, "type": null}'],
    ids=["text", "bytes", "list", "number", "deep", "type", "large", "null"],
)
def test_a_broken_frame_ends_the_connection_and_nothing_of_it_is_kept(bad: bytes | str) -> None:
    heard, asked = talked([[bad], [event(1)]])
    assert heard.frames == [1]
    assert len(asked) == 2


def test_an_answer_that_nobody_waits_for_is_passed_over() -> None:
    heard, _ = talked([['{"re": "x", "ok": 1}', '{"re": null, "error": "KO", "detail": ""}', event(1)]])
    assert heard.frames == [1]


def test_only_so_many_messages_wait_for_their_answers() -> None:
    async def silent(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async def work() -> None:
        async with serve(silent, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            socket = MatchSocket(Rest(ServerAddress(f"http://127.0.0.1:{port}")), "g", 0, Heard())
            sending = [asyncio.create_task(socket.send(type="pass")) for _ in range(9)]
            done, _ = await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
            (refused,) = done
            error = refused.exception()
            assert isinstance(error, ServerTrouble)
            assert error.trouble is Trouble.TOO_MANY
            await socket.close()
            closed = await asyncio.gather(*sending, return_exceptions=True)
            assert all(isinstance(error, ServerTrouble) for error in closed)

    run(work())


def test_a_message_that_no_server_takes_is_not_sent() -> None:
    async def work() -> None:
        socket = MatchSocket(Rest(ADDRESS), "g", 0, Heard())
        with pytest.raises(GameError) as caught:
            await socket.send(type="mark_dead", points=[(18, 18)] * 2000)
        assert caught.value.code is ErrorCode.TOO_LARGE
        await socket.close()

    run(work())


def test_the_wait_before_a_new_connection_grows_to_a_bound() -> None:
    waits_s = [delay_s(failures, longest_s=10.0) for failures in range(1, 200)]
    assert 0.15 <= waits_s[0] <= 0.3
    assert 2 < max(waits_s) <= 10.0


def test_a_game_that_is_gone_is_not_asked_for_again(server: ServerProcess) -> None:
    async def work() -> None:
        heard = Heard()
        socket = MatchSocket(Rest(ServerAddress.parse(server.address)), "no-such-game", 0, heard)
        await heard.until(lambda: bool(heard.failures))
        (error,) = heard.failures
        assert isinstance(error, GameError)
        assert error.code is ErrorCode.NO_SUCH_GAME
        with pytest.raises(ServerTrouble):
            await socket.send(type="pass")
        await socket.close()

    run(work())
