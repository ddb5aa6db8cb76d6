"""The terminal on a server: the lobby, challenges, a game with chat, watching, notices; a cut, and going on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.clients.online.visitors import Visitor, hears, match_of, visits_to
from tests.clients.play.cutting import CuttingProxy
from tests.clients.play.scripts import place, seen
from tests.clients.terminal.shown import text_of
from tests.clients.terminal.tmux import PATIENCE_S, Pane, needs_tmux
from tests.server.people import PASSWORD, new_name
from tests.server.process import ServerProcess
from textual.pilot import Pilot

from tengen.clients.online.chat import Chat
from tengen.clients.online.entering import enter
from tengen.clients.online.lobby_view import Answered, Challenged, ChallengeTerms
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.screens.game import GameScreen
from tengen.clients.terminal.screens.lobby import LobbyScreen
from tengen.core import BLACK, WHITE, Point, find_kind

pytestmark = pytest.mark.long

GOMOKU = find_kind("gomoku")


class Terminal:
    """The client of one terminal on a server."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None], name: str) -> None:
        self.app, self.pilot, self.name = app, pilot, name

    @property
    def text(self) -> str:
        return text_of(self.app)

    async def sees(self, found: str | Callable[[], bool]) -> None:
        """Wait until the screen shows it."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not (found in self.text if isinstance(found, str) else found()):
                    await self.pilot.pause(0.02)
        except TimeoutError:
            raise AssertionError(f"never seen: {found}; the screen is:\n{self.text}") from None

    async def presses(self, *keys: str) -> None:
        await self.pilot.press(*keys)


@asynccontextmanager
async def terminal_on(
    server: ServerProcess, path: Path, *, address: str | None = None, is_guest: bool = False, language: str = "en"
) -> AsyncIterator[Terminal]:
    """A terminal in the lobby, with an account unless told otherwise."""
    entered = await enter("tengen test", address or server.address, path)
    try:
        name = new_name()
        if not is_guest:
            await entered.people.register(name, PASSWORD)
        app = TerminalApp(entered, language=language)
        async with app.run_test(size=(100, 30)) as pilot:
            terminal = Terminal(app, pilot, name)
            await terminal.sees(lambda: isinstance(app.screen, LobbyScreen))
            yield terminal
    finally:
        await entered.close()


async def go_to(terminal: Terminal, words: str) -> None:
    """Choose the line of the lobby that says this."""
    await terminal.sees(words)
    lobby = terminal.app.screen.query_one("#lobby")
    await terminal.presses("home")
    for _ in range(200):
        chosen = lobby.highlighted  # type: ignore[attr-defined]  # an OptionList
        if chosen is not None and words in str(lobby.get_option_at_index(chosen).prompt):  # type: ignore[attr-defined]
            return
        await terminal.presses("down")
    raise AssertionError(f"cannot be chosen: {words}\n{terminal.text}")


async def challenged(terminal: Terminal, other: Visitor) -> None:
    """The other challenges the terminal, and it accepts."""
    await other.lobby.challenge(ChallengeTerms(GOMOKU, 9, color=BLACK, to=terminal.name))
    await go_to(terminal, f"{other.name}: Gomoku 9×9")
    await terminal.presses("enter")
    await terminal.sees(lambda: isinstance(terminal.app.screen, GameScreen) and bool(terminal.app.tables.all))


async def test_the_lobby_tells_who_is_here_and_which_challenges_are_open(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await ben.lobby.challenge(ChallengeTerms(find_kind("go"), 9, color=WHITE))
        await terminal.sees(f"{ben.name}: Go 9×9")
        assert server.address in terminal.text
        assert terminal.name in terminal.text
        assert "Open challenges" in terminal.text


async def test_a_challenge_is_told_and_accepted_and_both_play(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await challenged(terminal, ben)
        answered = await ben.told(Answered)
        assert answered.game_id is not None
        game = await ben.people.games.open(answered.game_id)
        await place(game, "e5")
        await terminal.sees("Your move.")
        await terminal.presses("slash", *"d4", "enter")
        await seen(game, lambda view: view.last_move == view.spec.parse("d4"))


async def test_a_challenge_is_declined_with_a_reason(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await ben.lobby.challenge(ChallengeTerms(GOMOKU, 9, to=terminal.name))
        await go_to(terminal, f"{ben.name}: Gomoku 9×9")
        await terminal.presses("d")
        await terminal.sees("Not now, later")
        await terminal.presses("down", "down", "enter")
        answered = await ben.told(Answered)
        assert (answered.answer, answered.reason) == ("declined", "clock")


async def test_a_challenge_of_ones_own_is_posted_withdrawn_and_sent(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await terminal.presses("c")
        await terminal.sees("Post the challenge")
        await terminal.presses("f5")
        await terminal.sees("Your challenge is posted")
        await ben.sees(lambda view: any(one.by.name == terminal.name for one in view.challenges))
        await go_to(terminal, "Yours:")
        await terminal.presses("enter")
        await ben.sees(lambda view: all(one.by.name != terminal.name for one in view.challenges))
        await go_to(terminal, ben.name)
        await terminal.presses("enter")
        await terminal.sees(f"Challenge {ben.name}")
        await terminal.presses("f5")
        assert (await ben.told(Challenged)).challenge.by.name == terminal.name


async def test_looking_for_any_opponent(server: ServerProcess, tmp_path: Path) -> None:
    async with terminal_on(server, tmp_path) as terminal:
        await terminal.presses("f")
        await terminal.sees("Rapid")
        await terminal.presses("f5")
        await terminal.sees("Looking for an opponent")
        await terminal.presses("x")
        await terminal.sees(lambda: "Looking for an opponent" not in terminal.text)


async def test_chat_at_the_table(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await challenged(terminal, ben)
        answered = await ben.told(Answered)
        assert answered.game_id is not None
        game = await ben.people.games.open(answered.game_id)
        chat = Chat(ben.people, game)
        try:
            await hears(chat, lambda view: view.can_speak)
            await chat.say("good \x1b[31mluck [bold]")
            await terminal.sees("luck [bold]")
            assert "\x1b" not in terminal.text
            await terminal.sees("T opens the chat (1 new)")
            await terminal.presses("t")
            await terminal.sees("Say something")
            await terminal.presses(*"thanks", "enter")
            view = await hears(chat, lambda view: any(line.name == terminal.name for line in view.lines))
            assert view.lines[-1].words.text("en") == "thanks"
            await terminal.presses("tab", "down", "enter")
            await hears(chat, lambda view: len(view.lines) == 3)
            await terminal.presses("escape")
            await terminal.sees(lambda: isinstance(terminal.app.screen, GameScreen))
            assert "new)" not in terminal.text
        finally:
            await chat.close()


async def test_somebody_who_speaks_can_be_muted(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ben = await come()
        await challenged(terminal, ben)
        answered = await ben.told(Answered)
        assert answered.game_id is not None
        chat = Chat(ben.people, await ben.people.games.open(answered.game_id))
        try:
            await hears(chat, lambda view: view.can_speak)
            await chat.say("noise")
            await terminal.sees("noise")
            await terminal.presses("t")
            await terminal.sees(f"More about {ben.name}")
            await terminal.presses("tab", "tab", "down", "enter")
            await terminal.sees("Mute")
            await terminal.presses("enter")
            await terminal.sees(f"You do not hear {ben.name}")
        finally:
            await chat.close()


async def test_a_game_of_others_is_watched(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path, is_guest=True, language="zh") as terminal:
        ann, ben = await come(), await come()
        own, _ = await match_of(ann, ben)
        await place(own, "e5")
        await go_to(terminal, f"{ann.name} – {ben.name}")
        await terminal.presses("enter")
        await terminal.sees(lambda: bool(terminal.app.tables.all))
        table = terminal.app.tables.shown
        assert table is not None
        assert (table.view.is_watching, table.view.yours) == (True, ())
        assert table.view.board[Point(4, 4)] is BLACK


async def test_a_link_leads_to_its_game_and_nonsense_is_told(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        ann, ben = await come(), await come()
        own, _ = await match_of(ann, ben)
        await terminal.presses("slash", *"nonsense", "enter")
        await terminal.sees(lambda: terminal.app.message is not None)
        assert not terminal.app.tables.all
        await terminal.presses("slash")
        terminal.app.screen.query_one("#typed").value = own.view.watch_id  # type: ignore[attr-defined]  # an Input
        await terminal.presses("enter")
        await terminal.sees(lambda: bool(terminal.app.tables.all))


async def test_notices_are_read(server: ServerProcess, tmp_path: Path) -> None:
    async with visits_to(server) as come, terminal_on(server, tmp_path) as terminal:
        await come()
        await terminal.presses("n")
        await terminal.sees("Nothing yet.")
        await terminal.presses("escape")
        await terminal.sees(lambda: isinstance(terminal.app.screen, LobbyScreen))


async def test_a_cut_is_told_and_the_game_goes_on(server: ServerProcess, tmp_path: Path) -> None:
    async with (
        visits_to(server) as come,
        CuttingProxy(server.port) as proxy,
        terminal_on(server, tmp_path, address=proxy.address) as terminal,
    ):
        ben = await come()
        await challenged(terminal, ben)
        answered = await ben.told(Answered)
        assert answered.game_id is not None
        game = await ben.people.games.open(answered.game_id)
        proxy.is_down = True
        proxy.cut()
        await terminal.sees("Reconnecting…")
        await place(game, "e5")
        proxy.is_down = False
        await terminal.sees("Your move.")
        table = terminal.app.tables.shown
        assert table is not None
        assert table.view.board[Point(4, 4)] is BLACK


# --- two terminals


def see_turn(pane: Pane) -> list[str]:
    return pane.see(lambda lines: any(words in "\n".join(lines) for words in ("Your move", "轮到你")))


@needs_tmux
def test_two_terminals_play_through_a_server_with_a_restart(tmp_path: Path) -> None:
    """One posts a challenge, the other accepts; the server ends between two moves; they go on."""
    host = ServerProcess(tmp_path / "server").start()
    try:
        folders = [{"TENGEN_DATA_DIR": str(tmp_path / name)} for name in ("a", "b")]
        with (
            Pane("play", "--server", host.address, "--lang", "en", environment=folders[0]) as ann,
            Pane("play", "--server", host.address, "--lang", "zh", environment=folders[1], columns=120, rows=40) as ben,
        ):
            ann.see("Open challenges")
            ben.see("大厅")
            ann.keys("c")
            ann.see("Post the challenge")
            ann.keys("F5")
            ann.see("Yours:")
            ben.see("×")
            ben.keys("Home", "Enter")
            ann.see(lambda lines: "move" in lines[-2])
            is_first = "Your move" in "\n".join(ann.screen())
            black, white = (ann, ben) if is_first else (ben, ann)
            see_turn(black)
            black.type_point("d4")
            see_turn(white)
            host.stop()
            ann.see("Reconnecting")
            host.start()
            ann.see(lambda lines: "Reconnecting" not in "\n".join(lines))
            see_turn(white)
            white.type_point("e5")
            see_turn(black)
            ann.keys("t")
            ann.see("Only people with an account")
            ann.keys("Escape")
            ann.see("? keys")
    finally:
        host.stop()
