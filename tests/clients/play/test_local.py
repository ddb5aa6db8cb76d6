"""Games of this process: programs that fail, think long, or are no longer wanted; pace; what it takes a server for."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.clients.play.conftest import run
from tests.clients.play.scripts import begin, place, refused, seen

from tengen.clients.play import Change, Connection, Game, Invitation, NoticeKind, ServerTrouble, Trouble
from tengen.clients.play.changes import MOST_WAITING
from tengen.clients.play.local import LocalGames
from tengen.clients.play.local import players as local_players
from tengen.core import BLACK, LANGUAGES, WHITE, Action, ClockKind, ErrorCode, Pass, Place, Point, TimeControl
from tengen.match import RequestKind
from tengen.players import Budget, EngineCannot, EngineFault, Player, StopToken, Turn
from tengen.players.player import in_thread


class Failing(Player):
    """Raises these one after the other, then passes."""

    name = "failing"

    def __init__(self, *faults: Exception) -> None:
        self.errors = list(faults)
        self.is_closed = False

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        if self.errors:
            raise self.errors.pop(0)
        return Pass(turn.actor)

    async def close(self) -> None:
        self.is_closed = True
        raise RuntimeError("cannot even end")


class Slow(Player):
    """Thinks until it is stopped, or for a moment when it is asked again."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: list[StopToken] = []

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget
        self.asked.append(stop)
        if len(self.asked) == 1:
            await in_thread(lambda: stop.wait(30), stop)
        return Pass(turn.actor)


def seat(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this player sit wherever `engine:x` is asked for."""
    monkeypatch.setattr(local_players, "make_player", lambda name, *_, **__: player if name == "engine:x" else None)


async def told(game: Game, kind: NoticeKind) -> Change:
    """The change that brings a notice of this kind."""
    async for change in game.changes():
        if any(notice.kind is kind for notice in change.notices):
            return change
    raise AssertionError("never told")


def test_an_engine_that_fails_is_asked_again_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seat(Failing(EngineFault("ended", code=3)), monkeypatch)

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "go", 5, white="engine:x")
        hearing = asyncio.create_task(told(game, NoticeKind.ASKED_AGAIN))
        await asyncio.sleep(0)
        await place(game, "c3")
        (notice,) = (await hearing).notices
        assert (notice.player, notice.name) == (WHITE, "failing")
        assert all(notice.why[language] for language in LANGUAGES)
        assert (await seen(game, lambda view: view.asked is BLACK)).moves[-1] == Pass(WHITE)
        assert game.view.notices == ()
        await games.close()

    run(script())


@pytest.mark.parametrize(
    "faults",
    [[EngineFault("ended", code=3), EngineFault("ended", code=3)], [EngineCannot("no_choice")], [RuntimeError("x")]],
)
def test_a_program_that_fails_for_good_loses(faults: list[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    player = Failing(*faults)
    seat(player, monkeypatch)

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "go", 5, white="engine:x")
        hearing = asyncio.create_task(told(game, NoticeKind.FAILED))
        await asyncio.sleep(0)
        await place(game, "c3")
        change = await hearing
        assert [event.type for event in change.events] == ["ended"]
        assert change.view.result is not None
        assert (change.view.result.winner, change.view.result.reason) == (BLACK, "forfeit")
        await games.close()
        assert player.is_closed

    run(script())


def test_an_undo_stops_a_program_that_thinks_about_what_is_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Slow()
    seat(player, monkeypatch)

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "go", 5, white="engine:x")
        await place(game, "c3")
        await asyncio.sleep(0.05)
        view = await game.ask(RequestKind.TAKEBACK)
        assert view.moves == ()
        await asyncio.sleep(0.05)
        assert [stop.stopped for stop in player.asked] == [True]
        await place(game, "d4")
        view = await seen(game, lambda view: view.asked is BLACK)
        assert view.moves == (Place(BLACK, Point(3, 1)), Pass(WHITE))
        await games.close()

    run(script())


def test_closing_while_a_program_thinks_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Slow()
    seat(player, monkeypatch)

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "go", 5, white="engine:x")
        await place(game, "c3")
        await asyncio.sleep(0.05)
        await games.close()
        assert game.view.connection is Connection.CLOSED
        with pytest.raises(ServerTrouble):
            await game.advance()

    began, before = time.monotonic(), threading.active_count()
    run(script())
    assert time.monotonic() - began < 5
    assert threading.active_count() <= before


def test_thinking_goes_on_through_talk_that_changes_no_stone(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Slow()
    seat(player, monkeypatch)

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "gomoku", white="engine:x")
        await place(game, "c3")
        await asyncio.sleep(0.05)
        await game.ask(RequestKind.DRAW)
        await asyncio.sleep(0.05)
        assert [stop.stopped for stop in player.asked] == [False]
        await games.close()

    run(script())


def test_programs_keep_the_pace_and_time_that_they_are_held_is_nobodys() -> None:
    async def script() -> None:
        games = LocalGames(seed=1, pace_ms=80)
        control = TimeControl(ClockKind.ABSOLUTE, main_ms=60_000)
        began = games.now()
        game = await begin(games, "othello", 4, black="random", white="random", clock=control)
        await seen(game, lambda view: len(view.moves) == 3)
        assert games.now() - began >= 3 * 80
        view = await game.pause()
        assert view.clock is not None
        assert view.clock.running is not None
        running = view.clock.running
        left = view.clock.left(running, games.now()).main_ms
        await asyncio.sleep(0.4)
        view = await game.unpause()
        assert view.clock is not None
        assert left - view.clock.left(running, games.now()).main_ms < 200
        await games.close()

    run(script())


def test_a_held_game_can_be_stepped_back() -> None:
    async def script() -> None:
        games = LocalGames(seed=1, drives=False)
        game = await begin(games, "othello", 4, black="random", white="random")
        for _ in range(3):
            await game.advance()
        await game.pause()
        view = await game.ask(RequestKind.TAKEBACK)
        assert (len(view.moves), view.is_paused) == (2, True)
        await game.unpause()
        assert len((await game.advance()).view.moves) == 3
        await games.close()

    run(script())


def test_an_engine_can_be_given_by_its_command(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = (line.split() or [''])[0]\n"
        "    known = {'name': 'Passer', 'protocol_version': '2', 'version': '1', 'genmove': 'pass',\n"
        "             'list_commands': 'name\\nversion\\nboardsize\\nclear_board\\nkomi\\nplay\\ngenmove'}\n"
        "    if word:\n"
        "        print('= ' + known.get(word, '') + '\\n', flush=True)\n",
        encoding="utf-8",
    )

    async def script() -> None:
        games = LocalGames()
        game = await begin(games, "go", 9, white=f"gtp:{sys.executable} {engine}")
        await place(game, "c3")
        view = await seen(game, lambda view: view.asked is BLACK or view.is_over)
        assert view.moves[-1] == Pass(WHITE)
        await games.close()

    run(script())


def test_a_listener_that_never_looks_keeps_no_more_than_so_many_changes() -> None:
    async def script() -> None:
        games = LocalGames(drives=False)
        game = await begin(games, "go", 5)
        changes = game.changes()
        for _ in range(MOST_WAITING):
            await place(game, "c3")
            await game.ask(RequestKind.TAKEBACK)
        waiting = changes.take_waiting()
        assert len(waiting) == MOST_WAITING
        assert waiting[-1].view == game.view
        await games.close()

    run(script())


def test_what_takes_a_server_says_so() -> None:
    async def script() -> None:
        games = LocalGames()
        with pytest.raises(ServerTrouble) as caught:
            await begin(games, "go", 9, own=BLACK)
        assert caught.value.trouble is Trouble.NEEDS_SERVER
        with pytest.raises(ServerTrouble) as caught:
            await games.join(Invitation("g", WHITE, "x"), "Ann")
        assert caught.value.trouble is Trouble.NEEDS_SERVER
        game = await begin(games, "go", 9)
        assert await refused(game.claim()) is ErrorCode.NO_CLAIM
        await games.close()

    run(script())


def test_a_game_that_is_taken_up_again_may_have_another_rematch() -> None:
    async def script() -> None:
        games = LocalGames(seed=1)
        game = await begin(games, "gomoku")
        following = []
        for _ in range(2):
            await place(game, "h8")
            await game.ask(RequestKind.DRAW)
            await game.ask(RequestKind.REMATCH)
            following.append(game.view.next_id)
            await game.ask(RequestKind.RESTART)
        assert len(set(following)) == 2
        first, second = [await games.open(next_id or "") for next_id in following]
        await place(first, "a1")
        assert not second.view.moves
        await games.close()
        assert len(asyncio.all_tasks()) == 1

    run(script())
