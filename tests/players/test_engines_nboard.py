"""What is said to engines over the NBoard protocol, word for word, and what is made of their answers."""

from __future__ import annotations

import sys
from random import Random

import pytest

from tengen.core import BLACK, WHITE, Board, Clock, ClockKind, Game, Pass, Place, Point, Setup, TimeControl, create_game
from tengen.players import Analysis, Avoid, Budget, HintPlayer, Interest, StopToken, Turn
from tengen.players.engines.nboard import NboardPlayer
from tests.players.engine_room import HERE, EngineRoom, at, closing, fault, move

GREETING = """
> nboard 2
< set myname Edge
> ping 1
< status booting
< pong 1
""".strip("\n")
ROWS = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
HEAD = "GM[Othello]PC[Tengen]PB[Black]PW[White]RE[?]"
NEW_GAME = f"> set game (;{HEAD}TY[8]BO[8 {ROWS} *];)"


def tidy(script: str) -> str:
    return "\n".join(line.strip() for line in script.strip().split("\n"))


@pytest.mark.parametrize(
    ("answer", "margin"),
    [
        ("=== F5/1.50/0.2", 1.5),
        ("=== f5 -1.00 0.0", -1.0),
        ("=== F5", None),
        ("=== F5//0.3", None),
        ("===F5/+2", 2.0),
        ("=== F5/x/y", None),
    ],
)
async def test_it_is_told_the_game_and_answers_in_several_ways(
    room: EngineRoom, answer: str, margin: float | None
) -> None:
    script = tidy(f"""
        {GREETING}
        {NEW_GAME}
        > ping 2
        < pong 2
        > go
        < status Thinking
        < nodestats 1 0.1
        < {answer}
        < status
        > move F5//0.00
        > move D6//0.00
        > ping 3
        < pong 3
        > go
        < === C3
        > quit
    """)
    player = room.scripted(NboardPlayer, script)
    game = create_game("othello")
    async with closing(player):
        assert await move(player, game) == Place(BLACK, Point(5, 4))
        assert (player.thought.margin if player.thought else None) == margin
        game.act(Place(WHITE, at(game, "d6")))
        assert await move(player, game) == Place(BLACK, Point(2, 2))
        assert player.title == "Edge"


async def test_depth_is_set_once_and_a_game_taken_back_is_told_anew(room: EngineRoom) -> None:
    script = tidy(f"""
        {GREETING}
        > set depth 12
        {NEW_GAME}
        > ping 2
        < pong 2
        > go
        < === F5
        > move F5//0.00
        > move F4//0.00
        > ping 3
        < pong 3
        > go
        < === E3
        {NEW_GAME}
        > move C4//0.00
        > ping 4
        < pong 4
        > go
        < === E3
    """)
    player = room.scripted(NboardPlayer, script, depth=12)
    game = create_game("othello")
    async with closing(player):
        await move(player, game)
        game.act(Place(WHITE, at(game, "f4")))
        await move(player, game)
        game.undo(3)
        game.act(Place(BLACK, at(game, "c4")))
        await move(player, game)


@pytest.mark.parametrize(
    ("budget", "time"),
    [
        (Budget(ms=2000), "01:00"),
        (Budget(clock=Clock.of(TimeControl(ClockKind.ABSOLUTE, 125_000))), "02:05"),
        (Budget(ms=1), "00:01"),
    ],
)
async def test_its_time_is_part_of_the_game(room: EngineRoom, budget: Budget, time: str) -> None:
    script = tidy(f"""
        {GREETING}
        {NEW_GAME}
        > move F5//0.00
        > set game (;{HEAD}TI[{time}]TY[8]BO[8 {ROWS} *]B[F5];)
        > ping 2
        < pong 2
        > go
        < === D6
    """)
    player = room.scripted(NboardPlayer, script)
    game = create_game("othello")
    game.act(Place(BLACK, at(game, "f5")))
    async with closing(player):
        await move(player, game, budget)


async def test_a_set_up_and_passes_are_told(room: EngineRoom) -> None:
    board = Board.empty(4).with_stone([Point(0, 0), Point(0, 3)], BLACK).with_stone([Point(1, 0), Point(1, 3)], WHITE)
    script = tidy(f"""
        {GREETING}
        > set game (;{HEAD}TY[4]BO[4 *O-- ---- ---- *O-- *];)
        > move C1//0.00
        > move PA//0.00
        > ping 2
        < pong 2
        > go
        < === PA
    """)
    player = room.scripted(NboardPlayer, script)
    game = create_game("othello", 4, setup=Setup(board, BLACK))
    async with closing(player):
        game.act(Place(BLACK, Point(2, 0)))
        assert await move(player, game) == Pass(WHITE)
        assert (await fault(player, game)).key == "engine.fault.illegal"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("===", "protocol"),
        ("=== I9", "protocol"),
        ("=== A1", "illegal"),
        ("=== PA", "illegal"),
        ("=== \x1b[2J", "protocol"),
        ("F5", "silent"),
    ],
)
async def test_what_is_no_move_is_a_fault(room: EngineRoom, answer: str, key: str) -> None:
    script = tidy(f"""
        {GREETING}
        {NEW_GAME}
        > set game (;{HEAD}TI[00:03]TY[8]BO[8 {ROWS} *];)
        > ping 2
        < pong 2
        > go
        < {answer}
    """)
    player = room.scripted(NboardPlayer, script, margin_s=0.2 if key == "silent" else 5.0)
    async with closing(player):
        assert (await fault(player, create_game("othello"), Budget(ms=100))).key == f"engine.fault.{key}"


async def test_hints_are_an_analysis_and_a_ping_ends_them(room: EngineRoom) -> None:
    script = tidy(f"""
        {GREETING}
        {NEW_GAME}
        > move F5//0.00
        > ping 2
        < pong 2
        > hint 8
        < status Thinking
        < search D6C3 +1.25 0 8 text
        < book f6 -3.00 100 12
        < search F4 xx 0 8
        < search Z9 1 0 8
        > ping 3
        < search D6C3d3 -2 0 100% done
        < pong 3
        > ping 4
        < pong 4
        > go
        < === D6
    """)
    player = room.scripted(NboardPlayer, script)
    game = create_game("othello")
    game.act(Place(BLACK, at(game, "f5")))
    async with closing(player):
        heard: list[Analysis] = []
        found = await player.analyze(Turn.of(game.timeline), Budget(ms=300), StopToken(), Interest(heard.append))
        assert [analysis.margin for analysis in heard] == [-1.25, -1.25, 2.0]
        assert [(candidate.move, candidate.margin) for candidate in found.best] == [
            (at(game, "d6"), 2.0),
            (at(game, "f6"), 3.0),
        ]
        assert found.best[0].line == (at(game, "d6"), at(game, "c3"), at(game, "d3"))
        await move(player, game)


async def test_values_that_are_proven_are_read_as_proven(room: EngineRoom) -> None:
    """White is to move. A value that only says who wins is no margin."""
    script = tidy(f"""
        {GREETING}
        {NEW_GAME}
        > move F5//0.00
        > ping 2
        < pong 2
        > hint 8
        < search D6C3 -2.00 0 100% 100 nodes
        < search F6 -1.00 0 100%W
        < search F4 -9.5 0 22
        > ping 3
        < book D6C3 +4.00 12 100%
        < pong 3
    """)
    player = room.scripted(NboardPlayer, script)
    game = create_game("othello")
    game.act(Place(BLACK, at(game, "f5")))
    async with closing(player):
        heard: list[Analysis] = []
        found = await player.analyze(Turn.of(game.timeline), Budget(ms=300), StopToken(), Interest(heard.append))
        values = [(candidate.win, candidate.margin, candidate.is_certain) for candidate in found.best]
        assert values == [(0.0, -4.0, True), (1.0, None, True), (None, 9.5, False)]
        assert [analysis.exact for analysis in heard] == [-2, None, None, 4]
        assert [found.exact_margin(candidate) for candidate in found.best] == [-4.0, None, None]


async def test_a_position_is_never_looked_at_with_moves_left_out(room: EngineRoom) -> None:
    player = room.scripted(
        NboardPlayer,
        tidy("""
        > nboard 2
        > ping 1
        < pong 1
    """),
    )
    game = create_game("othello")
    interest = Interest(avoid=(Avoid(BLACK, frozenset({at(game, "f5")})),))
    async with closing(player):
        with pytest.raises(Exception, match="exclude moves"):
            await player.analyze(Turn.of(game.timeline), Budget(ms=10), StopToken(), interest)


@pytest.mark.parametrize(("size", "seed"), [(8, 1), (8, 2), (6, 3), (10, 4)])
async def test_whole_games_with_an_engine_that_plays_by_chance(room: EngineRoom, size: int, seed: int) -> None:
    out = room.folder / "board"
    command = (sys.executable, str(HERE / "small_engine.py"), "nboard", str(seed), str(out))
    player = NboardPlayer(room.spec("nboard", *command, depth=5, writes=(str(room.folder),)))
    opponent = HintPlayer(Random(seed))
    game = create_game("othello", size)
    budget = Budget(ms=50) if seed == 2 else Budget()
    async with closing(player):
        undos = [3, 2]
        while not game.state.is_over:
            await move(player if game.state.position.to_move is BLACK else opponent, game, budget)
            if undos and len(game.actions) == 20:
                game.undo(undos.pop())
    known = [int(cell) for cell in out.read_text()]
    told = game.timeline.state_after(_told(game)).position.board
    assert known == list(told.cells)


def _told(game: Game) -> int:
    """How much of the game its Black was told: all up to its own last disc, but not that one."""
    return max(
        number for number, action in enumerate(game.actions) if isinstance(action, Place) and action.player is BLACK
    )
