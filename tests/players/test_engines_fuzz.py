"""Whatever engines answer, a move of theirs is legal or there is a fault: nothing else ever comes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random

import pytest

from tengen.core import Game, create_game
from tengen.players import Budget, EngineFault, ExternalPlayer, RandomPlayer, StopToken, Turn
from tengen.players.engines import external
from tengen.players.engines.gomocup import GomocupPlayer
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.nboard import NboardPlayer
from tengen.players.engines.process import EngineSilent
from tengen.players.engines.spec import EngineSpec

GARBAGE = [
    *("", " ", "=", "?", "===", "= =", "#", "=== ", "= pass", "pass", "= resign", "0,0", "7,7 7,7", "SWAP", "OK"),
    *("ERROR", "UNKNOWN", "MESSAGE", "SUGGEST", "SUGGEST 7,7", "SUGGEST x", "pong", "pong 99", "status", "=== PA"),
    *("\x00", "\x1b[2J", "\ufffd" * 40, "é" * 100, "x" * 60_000, "9" * 5000, "-1,-1", "1e9,3", "=== a1/1e99/x"),
    *("= T25", "set myname ", "info move", "info move A1 pv", "info pv A1 info", "search", "search a1 9999999 0 1"),
    *("book f5 -0 0 0", "=9999 A1"),
]
COMMANDS = "genmove play boardsize clear_board komi undo name kata-analyze final_status_list time_settings"


def gtp(line: str, chance: Random) -> list[str]:
    command = line.partition(" ")[0]
    said = {
        "list_commands": COMMANDS,
        "genmove": f"{chance.choice('ABCDEFG')}{chance.randrange(1, 8)}",
        "name": "Robot",
    }.get(command, "")
    more = ["info move C3 visits 3 winrate 0.5 pv C3 D4"] if "analyze" in command else [""]
    return [f"= {said}", *more]


def gomocup(line: str, chance: Random) -> list[str]:
    command = line.partition(" ")[0]
    if command == "INFO" or "," in command:
        return []
    return {"ABOUT": ['name="x"'], "START": ["OK"], "RESTART": ["OK"], "TAKEBACK": ["OK"]}.get(
        command, [f"{chance.randrange(9)},{chance.randrange(9)}"]
    )


def nboard(line: str, chance: Random) -> list[str]:
    command, _, rest = line.partition(" ")
    word = f"{chance.choice('ABCDEF')}{chance.randrange(1, 7)}"
    return {"ping": [f"pong {rest}"], "go": [f"=== {word}/1.5/0.1"], "hint": ["search d3 1 0 5"]}.get(command, [])


class Garbled:
    """An engine in this process whose answers are spoilt on their way."""

    answers: Callable[[str, Random], list[str]]
    chance: Random
    share: float

    def __init__(self, spec: EngineSpec) -> None:
        del spec
        self.stderr: deque[str] = deque()
        self.is_running = True
        self._lines: deque[str] = deque()

    async def start(self) -> None:
        pass

    async def send(self, line: str) -> None:
        assert line.isascii()
        assert line.isprintable()
        assert len(line) < 2000
        for answer in type(self).answers(line, self.chance):
            self._lines.extend(self._spoilt(answer))

    def begin_answer(self, within_s: float) -> None:
        assert within_s > 0

    async def line(self) -> str:
        if not self._lines:
            raise EngineSilent(1.0)
        return self._lines.popleft()

    async def dismiss(self, word: str) -> None:
        assert word.isascii()

    async def close(self) -> None:
        self.is_running = False

    def _spoilt(self, answer: str) -> list[str]:
        chance = self.chance
        if chance.random() > self.share:
            return [answer]
        match chance.randrange(6):
            case 0:
                return []
            case 1:
                return [answer, answer]
            case 2:
                return [chance.choice(GARBAGE)]
            case 3:
                return [chance.choice(GARBAGE), answer]
            case 4:
                return [answer[: chance.randrange(len(answer) + 1)]]
            case _:
                cells = [char if chance.random() < 0.7 else chr(chance.randrange(0x250)) for char in answer]
                return ["".join(cells).replace("\n", "")]


def a_game(kind: str, chance: Random) -> Game:
    rules = {"opening": chance.choice(["free", "swap", "swap2", "pro"])} if kind == "gomoku" else {}
    size = {"go": 7, "gomoku": 9, "othello": 6}[kind]
    return create_game(kind, size, {"dead_stones": "agree"} if kind == "go" else rules)


@pytest.mark.parametrize(
    ("player_type", "answers", "kind"),
    [
        (GtpPlayer, gtp, "go"),
        (GtpPlayer, gtp, "othello"),
        (GtpPlayer, gtp, "gomoku"),
        (GomocupPlayer, gomocup, "gomoku"),
        (NboardPlayer, nboard, "othello"),
    ],
)
@pytest.mark.parametrize("share", [0.03, 0.3])
@pytest.mark.parametrize("games", [40, pytest.param(150, marks=pytest.mark.long)])
async def test_garbled_answers(
    player_type: type[ExternalPlayer],
    answers: Callable[[str, Random], list[str]],
    kind: str,
    share: float,
    *,
    games: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = Random(f"{player_type.__name__} {kind} {share}")
    chosen = 0
    words: list[str] = []

    class Engine(Garbled):
        pass

    Engine.answers, Engine.chance, Engine.share = staticmethod(answers), chance, share
    monkeypatch.setattr(external, "EngineProcess", Engine)
    for number in range(games):
        player = player_type(EngineSpec("x", "gtp", ("x",)))
        opponent = RandomPlayer(chance)
        game = a_game(kind, chance)
        for _ in range(chance.randrange(12)):
            if game.state.is_over:
                break
            turn = Turn.of(game.timeline)
            player.faults = 0
            try:
                if number % 4 == 0:
                    await player.analyze(turn, Budget(ms=chance.choice([1, 50])), StopToken())
                action = await player.choose(turn, Budget(), StopToken())
                chosen += 1
            except EngineFault as fault:
                words += [fault.text("en"), fault.text("zh")]
                action = await opponent.choose(turn, Budget(), StopToken())
            assert game.ruleset.refusal(game.state, action) is None
            game.act(action)
            if chance.random() < 0.1:
                game.undo()
    assert chosen > 3 or share > 0.1
    assert all(word.isprintable() and len(word) < 400 for word in words)
