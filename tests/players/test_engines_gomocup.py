"""What is said to brains over the protocol of Gomocup, word for word, and what is made of their answers."""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Board,
    Choose,
    Clock,
    ClockKind,
    Game,
    Place,
    Point,
    Setup,
    TimeControl,
    create_game,
)
from tengen.players import Budget, EngineFault, HintPlayer, RandomPlayer, StopToken, Turn
from tengen.players.engines.gomocup import GomocupPlayer
from tests.players.engine_room import HERE, EngineRoom, choose, closing, fault, move

ABOUT = """
> ABOUT
< name="Five", version="2.1", author="x"
""".strip("\n")
SETTINGS = """
> INFO rule 0
> INFO game_type 1
> INFO max_memory 2147483647
""".strip("\n")
START = f"{ABOUT}\n> START 15\n< OK\n{SETTINGS}"
TIME = """
> INFO timeout_turn 5000
> INFO timeout_match 0
> INFO time_left 2147483647
""".strip("\n")


def tidy(script: str) -> str:
    return "\n".join(line.strip() for line in script.strip().split("\n"))


async def test_the_first_stone_and_then_one_move_at_a_time(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < MESSAGE hello
        < DEBUG depth 3
        < 7,7
        {TIME}
        > TURN 7,8
        < 8, 8
        > END
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    async with closing(player):
        assert await move(player, game) == Place(BLACK, Point(7, 7))
        game.act(Place(WHITE, Point(7, 8)))
        assert await move(player, game) == Place(BLACK, Point(8, 8))
        assert player.title == "Five 2.1"
    assert room.heard()[-1] == "END"


async def test_as_white_it_begins_with_the_first_move_of_black(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > TURN 0,14
        < 7,7
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    game.act(Place(BLACK, Point(0, 14)))
    async with closing(player):
        await _moves(player, game)


async def _moves(player: GomocupPlayer, game: Game, budget: Budget | None = None) -> None:
    await move(player, game, budget)


@pytest.mark.parametrize(("line", "number"), [("freestyle", 0), ("standard", 1), ("renju", 4), ("caro", 8)])
async def test_the_rule_is_told_by_its_bit(room: EngineRoom, line: str, number: int) -> None:
    script = tidy(f"""
        {START.replace("rule 0", f"rule {number}")}
        {TIME}
        > BEGIN
        < 7,7
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        await _moves(player, create_game("gomoku", rules=line))


@pytest.mark.parametrize("name", ["Rapfi", "YIXIN"])
async def test_a_brain_that_would_take_the_rule_for_another_one_is_not_asked_to_play_it(
    room: EngineRoom, name: str
) -> None:
    player = room.scripted(
        GomocupPlayer,
        tidy(f"""
        > ABOUT
        < name="{name}", version="2"
    """),
    )
    async with closing(player):
        with pytest.raises(EngineFault, match="does not support these rules: caro"):
            await move(player, create_game("gomoku", rules="caro"))


async def test_a_game_that_has_begun_is_told_as_a_board_in_the_order_of_play(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BOARD
        > 7,7,1
        > 7,8,2
        > 8,8,1
        > 0,0,2
        > DONE
        < 9,9
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    for number, point in enumerate([(7, 7), (7, 8), (8, 8), (0, 0)]):
        game.act(Place(WHITE if number % 2 else BLACK, Point(*point)))
    async with closing(player):
        await _moves(player, game)


async def test_a_set_up_comes_first_with_colours_in_turn(room: EngineRoom) -> None:
    board = Board.empty(15).with_stone([Point(0, 0), Point(1, 0)], BLACK).with_stone([Point(5, 5)], WHITE)
    script = tidy(f"""
        {START}
        {TIME}
        > RESTART
        < OK
        {SETTINGS}
        > BOARD
        > 0,0,2
        > 5,5,1
        > 1,0,2
        > DONE
        < 9,9
        {TIME}
        > TURN 10,10
        < 11,11
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku", setup=Setup(board, WHITE))
    async with closing(player):
        await move(player, game)
        game.act(Place(BLACK, Point(10, 10)))
        await move(player, game)


async def test_moves_are_taken_back_one_by_one(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > TURN 7,7
        < 8,8
        > TAKEBACK 8,8
        < OK
        > TAKEBACK 7,7
        < OK
        {TIME}
        > TURN 6,6
        < 5,5
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    async with closing(player):
        game.act(Place(BLACK, Point(7, 7)))
        await move(player, game)
        game.undo(2)
        game.act(Place(BLACK, Point(6, 6)))
        await move(player, game)


@pytest.mark.parametrize("answer", ["UNKNOWN command", "ERROR no"])
async def test_and_told_anew_to_brains_that_cannot(room: EngineRoom, answer: str) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > TURN 7,7
        < 8,8
        > TAKEBACK 8,8
        < {answer}
        > RESTART
        < {answer}
        > START 15
        < OK
        {SETTINGS}
        {TIME}
        > TURN 6,6
        < 5,5
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    async with closing(player):
        game.act(Place(BLACK, Point(7, 7)))
        await move(player, game)
        game.undo(2)
        game.act(Place(BLACK, Point(6, 6)))
        await move(player, game)


async def test_the_next_game_on_a_board_of_the_same_size_is_a_restart(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < 7,7
        > RESTART
        < OK
        {SETTINGS.replace("rule 0", "rule 4")}
        {TIME}
        > BEGIN
        < 7,7
        > START 20
        < OK
        {SETTINGS}
        {TIME}
        > BEGIN
        < 7,7
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        await move(player, create_game("gomoku"))
        await move(player, create_game("gomoku", rules="renju"))
        await move(player, create_game("gomoku", 20))


async def test_a_brain_that_plays_both_colours_is_told_whose_stones_are_its_own(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < 7,7
        {TIME}
        > RESTART
        < OK
        {SETTINGS}
        > BOARD
        > 7,7,2
        > DONE
        < 8,8
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    async with closing(player):
        await move(player, game)
        await move(player, game)


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (Budget(ms=1234), (1234, 0, 2147483647)),
        (Budget(clock=Clock.of(TimeControl(ClockKind.ABSOLUTE, 300_000))), (9_900, 300_000, 300_000)),
        (Budget(clock=Clock.of(TimeControl(ClockKind.PER_MOVE, period_ms=10_000))), (8000, 0, 2147483647)),
        (Budget(ms=0), (1, 0, 2147483647)),
    ],
)
async def test_time_is_told_before_every_move(room: EngineRoom, budget: Budget, told: tuple[int, int, int]) -> None:
    script = tidy(f"""
        {START}
        > INFO timeout_turn {told[0]}
        > INFO timeout_match {told[1]}
        > INFO time_left {told[2]}
        > BEGIN
        < 7,7
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        await _moves(player, create_game("gomoku"), budget)


async def test_what_a_brain_suggests_it_is_told_to_play(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > INFO max_node 500
        > BEGIN
        < SUGGEST 4,4
        > PLAY 4,4
        < 4,4
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku")
    async with closing(player):
        await _moves(player, game, Budget(nodes=500))
    assert game.actions == (Place(BLACK, Point(4, 4)),)


async def test_answers_that_come_late_and_strange_lines_before_a_move_do_no_harm(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < UNKNOWN rule
        < UNKNOWN info: MAX_MEMORY
        < OK
        < 12 nodes
        < thinking...
        <
        < 7,7
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        await _moves(player, create_game("gomoku"))


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("< 15,7", "illegal"),
        ("< 7,7 8,8", "protocol"),
        ("< SWAP", "protocol"),
        ("< ERROR no memory", "refused"),
        ("< \x1b]0;hello\N{BELL}", "protocol"),
        ("< 999999,7", "protocol"),
        ("< -1,7", "protocol"),
        ("! exit 1", "ended"),
        ("! sleep 0", "silent"),
    ],
)
async def test_what_is_no_move_is_a_fault(room: EngineRoom, answer: str, key: str) -> None:
    script = tidy(f"""
        {START}
        > INFO timeout_turn 200
        > INFO timeout_match 0
        > INFO time_left 2147483647
        > BEGIN
        {answer}
    """)
    player = room.scripted(GomocupPlayer, script, margin_s=0.3 if key in ("silent", "protocol") else 5.0)
    async with closing(player):
        assert (await fault(player, create_game("gomoku"), Budget(ms=200))).key == f"engine.fault.{key}"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("UNKNOWN command", "refused"),
        ("unknown", "refused"),
        ("UNKNOWN TURN", "refused"),
        ("ERROR", "refused"),
        ("15,7", "illegal"),
        ("999,999", "illegal"),
        ("9999,0", "protocol"),
        ("-1,3", "protocol"),
        ("0 0", "protocol"),
        ("7,7,1", "protocol"),
        ("1,1 2,2 3,3 4,4", "protocol"),
        ("1,1 2", "protocol"),
    ],
)
async def test_junk_instead_of_a_move_is_a_fault_at_once(room: EngineRoom, answer: str, key: str) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < MESSAGE UNKNOWN 1 2
        < {answer}
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        async with asyncio.timeout(10):  # nobody limits its thinking
            assert (await fault(player, create_game("gomoku"))).key == f"engine.fault.{key}"


async def test_a_size_that_it_does_not_know_and_a_game_that_it_cannot_be_told_are_no_faults(room: EngineRoom) -> None:
    player = room.scripted(GomocupPlayer, ABOUT + 2 * "\n> START 15\n< ERROR only 20")
    async with closing(player):
        assert (await fault(player, create_game("gomoku"))).key == "engine.fault.no_size"
        assert (await fault(player, create_game("go", 9))).key == "engine.fault.no_game"
        assert player.faults == 0
        with pytest.raises(Exception, match="board of size 15"):
            await player.analyze(Turn.of(create_game("gomoku").timeline), Budget(ms=10), StopToken())


# --- openings


async def test_a_stone_of_the_pro_opening_in_the_wrong_place_is_no_fault(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > BEGIN
        < 0,0
    """)
    player = room.scripted(GomocupPlayer, script)
    async with closing(player):
        game = create_game("gomoku", rules={"opening": "pro"})
        assert (await fault(player, game)).key == "engine.fault.no_opening"
        assert player.faults == 0


async def test_swap2_first_three_stones_then_a_choice_by_the_opponent(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > SWAP2BOARD
        > DONE
        < 7,7 8,7 9,9
        {TIME}
        {TIME}
        {TIME}
        > RESTART
        < OK
        {SETTINGS}
        > BOARD
        > 7,7,2
        > 8,7,1
        > 9,9,2
        > DONE
        < 6,6
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku", rules={"opening": "swap2"})
    async with closing(player):
        for _ in range(3):
            await move(player, game)
        assert game.actions == tuple(Place(BLACK, Point(*point)) for point in ((7, 7), (8, 7), (9, 9)))
        game.act(Choose(WHITE, "black"))  # now the brain is White, and to move
        assert await move(player, game) == Place(WHITE, Point(6, 6))


THREE = [Place(BLACK, Point(7, 7)), Place(BLACK, Point(8, 7)), Place(BLACK, Point(9, 9))]


@pytest.mark.parametrize(
    ("opening", "answer", "choice", "stones"),
    [
        ("swap2", "SWAP", "black", []),
        ("swap2", "8,8", "white", [Place(WHITE, Point(8, 8))]),
        ("swap2", "8,8 8,6", "place_two", [Place(WHITE, Point(8, 8)), Place(WHITE, Point(8, 6))]),
        ("swap2", "UNKNOWN", "white", []),
        ("swap", "SWAP", "black", []),
        ("swap", "8,8 8,6", "white", [Place(WHITE, Point(8, 8))]),
    ],
)
async def test_after_three_stones_it_takes_a_colour_or_adds_two(
    room: EngineRoom, opening: str, answer: str, choice: str, stones: list[Place]
) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > SWAP2BOARD
        > 7,7
        > 8,7
        > 9,9
        > DONE
        < MESSAGE even
        < {answer}
        {TIME}
        {TIME if len(stones) > 1 else ""}
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku", rules={"opening": opening})
    async with closing(player):
        for action in THREE:
            game.act(action)
        assert await move(player, game) == Choose(WHITE, choice)
        for stone in stones:
            assert await move(player, game) == stone


@pytest.mark.parametrize(("answer", "choice"), [("SWAP", "black"), ("6,8", "white"), ("UNKNOWN x", "black")])
async def test_after_five_stones_it_takes_a_colour_and_white_plays_on(
    room: EngineRoom, answer: str, choice: str
) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > SWAP2BOARD
        > 7,7
        > 8,7
        > 9,9
        > 8,8
        > 8,6
        > DONE
        < {answer}
        {TIME}
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku", rules={"opening": "swap2"})
    async with closing(player):
        more: list[Action] = [Choose(WHITE, "place_two"), Place(WHITE, Point(8, 8)), Place(WHITE, Point(8, 6))]
        for action in (*THREE, *more):
            game.act(action)
        assert await move(player, game) == Choose(BLACK, choice)
        assert game.state.swapped == (choice == "white")
        if choice == "white":
            assert await move(player, game) == Place(WHITE, Point(6, 8))


async def test_a_brain_without_swap2_places_the_stones_of_an_opening_one_by_one(room: EngineRoom) -> None:
    script = tidy(f"""
        {START}
        {TIME}
        > SWAP2BOARD
        > DONE
        < UNKNOWN command
        > RESTART
        < OK
        {SETTINGS}
        > BOARD
        > 0,0,2
        > DONE
        < 1,1
    """)
    player = room.scripted(GomocupPlayer, script)
    game = create_game("gomoku", rules={"opening": "swap2"})
    async with closing(player):
        game.act(Place(BLACK, Point(0, 0)))
        assert await choose(player, game) == Place(BLACK, Point(1, 1))


# --- whole games


@pytest.mark.parametrize(
    ("opening", "line", "seed"),
    [("free", "freestyle", 1), ("swap2", "standard", 2), ("swap2", "freestyle", 3), ("swap", "renju", 4)],
)
async def test_whole_games_with_a_brain_that_plays_by_chance(
    room: EngineRoom, opening: str, line: str, seed: int
) -> None:
    out = room.folder / "board"
    command = (sys.executable, str(HERE / "small_engine.py"), "gomocup", str(seed), str(out))
    player = GomocupPlayer(room.spec("gomocup", *command, writes=(str(room.folder),)))
    opponent = RandomPlayer(Random(seed)) if seed % 2 else HintPlayer(Random(seed))
    game = create_game("gomoku", 8, {"opening": opening, "line": line})
    undos = 2
    async with closing(player):
        chance = Random(seed)
        while not game.state.is_over:
            turn = Turn.of(game.timeline)
            is_first = game.state.is_first_seat(turn.actor)
            try:
                await move(player if is_first else opponent, game)
            except EngineFault as error:
                if error.key != "engine.fault.illegal":  # a foul in Renju, of which this brain knows nothing
                    raise
                await move(opponent, game)
            if undos and len(game.actions) > 12 and chance.random() < 0.3:
                undos -= 1
                game.undo(2)
        assert player.title == "Small 1"
    if out.exists():
        told = out.read_text().replace("\n", "")
        board = game.state.position.board
        differing = [index for index, cell in enumerate(board.cells) if bool(cell) != (told[index] != "0")]
        assert len(differing) <= 1  # the opponent's last stone, which ended the game
