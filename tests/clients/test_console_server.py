"""The console on a real server: the same lines as here, invitations, offers and presence in words, clear errors."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.clients.command import call_process
from tests.clients.play.conftest import run
from tests.clients.play.scripts import begin, place, seen
from tests.server.process import ServerProcess, free_port

from tengen.clients.play import Game, Invitation
from tengen.clients.play.remote import RemoteGames, ServerAddress, read_invitation
from tengen.core import BLACK, WHITE, Participant, Record, create_rules
from tengen.formats.save import dumps_unsigned
from tengen.match import RequestKind
from tengen.people import SaveSigner
from tengen.storage import read_secret

PATIENCE_S = 20.0
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which absence is told quickly."""
    quick = {"ABSENCE_AWAY_S": "1", "ABSENCE_GONE_S": "2", "AI_PACE_MS": "0"}
    process = ServerProcess(tmp_path_factory.mktemp("console") / "data", quick).start()
    yield process
    process.stop()


def played(lines: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tengen", "play", *options]
    typed = "".join(f"{line}\n" for line in lines)
    return subprocess.run(command, input=typed, capture_output=True, timeout=60, check=False, env=ENGLISH, text=True)


class Console:
    """A console in a pipe: lines are typed when the test wants it, and what is said is waited for."""

    def __init__(self, server: ServerProcess, *options: str) -> None:
        self.said = ""
        self._server, self._options = server, options

    async def __aenter__(self) -> Console:
        command = [sys.executable, "-m", "tengen", "play", "--server", self._server.address, *self._options]
        self._process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=ENGLISH,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def hear(self, pattern: str) -> re.Match[str]:
        """The next thing that is said like this; what was said before is forgotten."""
        return await self._heard(pattern, PATIENCE_S, tries=1)

    async def hear_of(self, pattern: str) -> re.Match[str]:
        """The same for news of others: in a pipe it is told with the next board, which a blank line asks for."""
        return await self._heard(pattern, 0.5, tries=40)

    async def _heard(self, pattern: str, patience_s: float, tries: int) -> re.Match[str]:
        assert self._process.stdout is not None
        while (found := re.search(pattern, self.said)) is None:
            try:
                data = await asyncio.wait_for(self._process.stdout.read(4096), patience_s)
            except TimeoutError:
                tries -= 1
                assert tries, f"never heard {pattern!r}:\n{self.said}"
                self.type("")
                continue
            assert data, f"never heard {pattern!r}:\n{self.said}"
            self.said += data.decode()
        self.said = self.said[found.end() :]
        return found

    async def end(self) -> int:
        self.type("quit")
        await self.hear(r"Exiting the game\.|已退出")
        return await self._process.wait()


def with_server(server: ServerProcess, script: Callable[[RemoteGames], Awaitable[None]]) -> None:
    async def work() -> None:
        games = await RemoteGames.connect(ServerAddress.parse(server.address))
        try:
            await script(games)
        finally:
            await games.close()

    run(work())


LONGER_SCRIPTS = [
    pytest.param(lang, lines, marks=pytest.mark.long)
    for lang, lines in (
        ("en", ["gomoku opening=swap2", "3", "h8", "h9", "j8", "black", "a1", "resign"]),
        ("zh", ["gomoku renju", "3", "h8", "h9", "go 4", "go 9 nonsense", "continue"]),
        ("en", ["reversi 4", "3", "b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1", "pass", "d3"]),
    )
]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["2", "3d", "3c", "undo", "redo", "1", "1a", "1a", "pass", "9", "abc", "restart"]),
        ("zh", ["go 5", "3", "c3", "pass", "pass", "dead c3", "alive c3", "dead c3", "agree", "agree", "undo"]),
        *LONGER_SCRIPTS,
    ],
    ids=["boards", "dead stones", "swap2", "renju", "pass"],
)
def test_people_at_one_screen_see_the_same_lines_as_without_a_server(
    server: ServerProcess, lang: str, lines: list[str]
) -> None:
    typed = ["Ann", "Bo", *lines, "quit"]
    there = played(typed, "--lang", lang, "--server", server.address)
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == played(typed, "--lang", lang).stdout


def test_a_level_of_the_server_answers(server: ServerProcess) -> None:
    done = played(["Ann", "2", "3d", "undo", "quit"], "--white", "level:2", "--server", server.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"level:2 plays [a-h][1-8]\.", done.stdout)
    assert "level:99" in played(["Ann", "Bo", "go 9 level:99"], "--server", server.address).stdout


def test_an_invitation_is_printed_taken_and_played(server: ServerProcess) -> None:
    async def script(games: RemoteGames) -> None:
        async with Console(server) as console:
            console.type("Ann", "", "go 9 open", "3")
            link = (await console.hear(r"Send this link to whom you want to play with: (\S+)\n"))[1]
            invitation = read_invitation(link, games.address)
            assert isinstance(invitation, Invitation)
            game = await games.join(invitation, "Bo")
            assert (game.view.yours, game.view.seats[BLACK].name) == ((WHITE,), "Ann")
            console.type("c3")
            await seen(game, lambda view: view.asked is WHITE)
            await console.hear("Bo has joined the game")
            await place(game, "g7")
            await console.hear(r"Bo plays G7\.")
            await game.ask(RequestKind.DRAW)
            await console.hear_of(r"Bo asks for a draw\. Type accept or decline\.")
            console.type("decline")
            await seen(game, lambda view: not view.offers)
            console.type("undo")
            await console.hear("You have asked for a takeback; the other player has not answered yet")
            await seen(game, lambda view: bool(view.offers))
            await game.ask(RequestKind.TAKEBACK)
            await console.hear_of("A move was taken back")
            await game.close()
            await console.hear_of("Bo is away|Bo has left")
            assert await console.end() == 0

    with_server(server, script)


@pytest.mark.long
def test_an_estimate_is_asked_for_agreed_on_and_told_to_both(server: ServerProcess) -> None:
    async def script(games: RemoteGames) -> None:
        async with Console(server) as console:
            console.type("Ann", "", "go 9 open", "3")
            link = (await console.hear(r"Send this link to whom you want to play with: (\S+)\n"))[1]
            invitation = read_invitation(link, games.address)
            assert isinstance(invitation, Invitation)
            game = await games.join(invitation, "Bo")
            await console.hear_of("Bo has joined the game")
            console.type("estimate")
            await console.hear_of("You have asked for an estimate of the score; the other player has not answered yet")
            await seen(game, lambda view: bool(view.offers))
            assert (await game.ask(RequestKind.ESTIMATE)).estimate is not None
            await console.hear_of(r"leads by about|about even")
            await console.hear_of(r"Points held: Black \d+, White \d+; open: \d+\.")
            console.type("c3")
            await seen(game, lambda view: view.asked is WHITE)
            assert game.view.estimate is None
            await game.ask(RequestKind.ESTIMATE)
            await console.hear_of(r"leads by about|about even")
            await place(game, "g7")
            await console.hear_of(r"Bo plays G7\.")
            await game.close()
            assert await console.end() == 0

    with_server(server, script)


def test_a_console_joins_by_a_link_accepts_and_goes_on_to_the_rematch(server: ServerProcess) -> None:
    async def script(games: RemoteGames) -> None:
        game: Game = await begin(games, "gomoku", own=BLACK)
        assert game.view.invitation is not None
        async with Console(server, "--lang", "zh") as console:
            console.type("小红", "", f"加入 {games.address.join_link(game.view.invitation)}")
            await seen(game, lambda view: view.seats[WHITE].name == "小红")
            await console.hear("现在是第 3 局")  # what was played before that is on the board, and no news
            await place(game, "a1")
            await console.hear_of("Ann 下在 A1。")
            await game.ask(RequestKind.DRAW)
            await console.hear_of("Ann 提出：和棋")
            console.type("接受")
            view = await seen(game, lambda view: view.is_over)
            assert view.result is not None
            assert view.result.is_draw
            console.type("rematch")
            await seen(game, lambda view: bool(view.offers))
            await game.ask(RequestKind.REMATCH)
            await console.hear_of("再来的一局是第 4 局")
            console.type("4", "b2")
            assert game.view.next_id is not None
            following = await games.open(game.view.next_id)
            await seen(following, lambda view: view.asked is WHITE)
            await place(following, "c3")
            assert await console.end() == 0

    with_server(server, script)


def test_a_console_watches_a_game_to_its_end(server: ServerProcess) -> None:
    async def script(games: RemoteGames) -> None:
        game = await begin(games, "othello", 4)
        async with Console(server) as console:
            console.type("Cy", "", f"watch {game.view.watch_id}")
            await console.hear("This is game 3 now")
            for name in ("b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1", "pass", "d3"):
                await place(game, name)
            await console.hear(r"Ann plays b1\.")
            await console.hear(r"Bo plays d1\.")
            await console.hear(r"Game 3 is over now\.\nPlayer \[Bo\] wins!")
            console.type("b2", "resign")
            await console.hear(r"cannot be placed.*not your seat")
            assert await console.end() == 0

    with_server(server, script)


def test_a_console_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path / "data").start()

    async def script() -> None:
        async with Console(process) as console:
            console.type("Ann", "Bo", "2", "3d")
            await console.hear("Player Bo, please")
            await asyncio.to_thread(process.stop)
            await asyncio.to_thread(process.start)
            console.type("3c", "4c")
            await console.hear("Connected again")
            await console.hear("Player Bo, please")
            assert await console.end() == 0

    try:
        run(script())
    finally:
        process.stop()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_server_that_is_not_there_is_one_clear_line(lang: str) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    done = call_process("play", "--lang", lang, "--server", address)
    assert done.code == 1
    assert len(done.lines) == 1
    assert address in done.err
    done = call_process("play", "--lang", lang, "--server", "nonsense")
    assert (done.code, len(done.lines)) == (1, 1)


def test_words_of_a_server_are_nothing_without_one() -> None:
    said = played(["Ann", "Bo", "join x", "watch x", "draw", "go 9 open", "quit"]).stdout
    assert said.count("Invalid input format.") == 3
    assert "open" in said
    assert "Send this link" not in said


def test_help_names_every_word_of_a_server(server: ServerProcess) -> None:
    for lang in ("en", "zh"):
        said = played(["Ann", "Bo", "help", "quit"], "--lang", lang, "--server", server.address).stdout
        words = ("join", "watch", "invite", "accept", "decline", "draw", "pause", "rematch", "claim", "open")
        assert all(word in said for word in words)


def test_accounts_of_a_server_are_for_its_page(server: ServerProcess) -> None:
    for lang, words in (("en", "Accounts of a server are for its page"), ("zh", "服务器上的账号请在网页中登录")):
        lines = ["Ann", "Bo", "login Ann", "saves", "quit"]
        assert played(lines, "--lang", lang, "--server", server.address).stdout.count(words) == 2


def test_a_file_of_accounts_is_judged_by_the_server(server: ServerProcess, tmp_path: Path) -> None:
    signer = SaveSigner(read_secret("", server.data_dir))
    record = Record(create_rules("go", 9), black=Participant("Ann", account=signer.pseudonym_of("ann")))
    unsigned = dumps_unsigned(record)
    for signature, words in (
        (signer.sign(unsigned.digest), "The game file does not match the current user."),
        ("0" * 64, "This game file was changed or comes from another place"),
    ):
        file = tmp_path / "game.json"
        file.write_text(unsigned.signed(signature), encoding="utf-8")
        said = played(["Ann", "Bo", f"load {file}", "quit"], "--server", server.address).stdout
        assert words in said
        assert "Loaded" not in said
