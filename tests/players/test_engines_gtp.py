"""What is said to engines over GTP, word for word, and what is made of their answers."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Agree,
    Board,
    Clock,
    ClockKind,
    Game,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    Setup,
    TimeControl,
    create_game,
    create_rules,
)
from tengen.players import Analysis, Avoid, Budget, EngineFault, Interest, StopToken, Turn
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.gtp_words import analysis_of, read_vertex, stones_in_order
from tests.players.engine_room import EngineRoom, at, choose, closing, fault, move

GREETING = """
> list_commands
< = list_commands name version boardsize clear_board komi play
< genmove undo quit {more}
<
> name
< = Robot
<
> version
< = 1.2
<
"""
YES = "< =\n<\n"


def greeting(*more: str) -> str:
    return GREETING.format(more=" ".join(more)).strip("\n")


def talk(script: str) -> str:
    """A script in which every command that nothing answers is agreed to."""
    lines: list[str] = []
    for line in (*map(str.strip, script.strip().split("\n")), ""):
        if lines and lines[-1].startswith("> ") and not line.startswith(("<", "!")) and lines[-1] != "> quit":
            lines += ["< =", "<"]
        if line:
            lines.append(line)
    return "\n".join(lines)


async def test_a_game_is_told_once_and_then_only_what_is_new(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > play black E5
        > genmove white
        < = C3
        <
        > play black G7
        > genmove white
        < = PASS
        <
        > play black pass
        > quit
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9, {"dead_stones": "agree"})
    async with closing(player):
        game.act(Place(BLACK, at(game, "E5")))
        assert await move(player, game) == Place(WHITE, at(game, "C3"))
        game.act(Place(BLACK, at(game, "G7")))
        assert await move(player, game) == Pass(WHITE)
        game.act(Pass(BLACK))
        assert await move(player, game) == Agree(BLACK)
        assert player.title == "Robot 1.2"
    assert room.heard()[-1] == "quit"


async def test_moves_taken_back_are_undone_and_stones_of_the_settlement_are_not_counted(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("final_status_list")}
        > boardsize 5
        > clear_board
        > komi 0.5
        > play black C3
        > genmove white
        < = A1
        <
        > undo
        > undo
        > play black B2
        > genmove white
        < = pass
        <
        > play black pass
        > final_status_list dead
        < = B2
        <
        > final_status_list dead
        < = B2
        <
        > undo
        > genmove black
        < = D4
        <
        > quit
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 5, {"dead_stones": "agree", "komi": 0.5})
    async with closing(player):
        game.act(Place(BLACK, at(game, "C3")))
        await move(player, game)
        game.undo(2)
        game.act(Place(BLACK, at(game, "B2")))
        assert await move(player, game) == Pass(WHITE)
        game.act(Pass(BLACK))
        settling = await choose(player, game)
        assert settling == MarkDead(BLACK, (at(game, "B2"),))
        game.act(settling)
        assert await choose(player, game) == Agree(BLACK)
        game.undo(2)  # the mark and the pass, which alone the engine knows
        assert await choose(player, game) == Place(BLACK, at(game, "D4"))


async def test_an_engine_whose_living_stones_are_marked_plays_on(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("final_status_list")}
        > boardsize 5
        > clear_board
        > komi 0.5
        > play black C3
        > genmove white
        < = B2
        <
        > play black pass
        > genmove white
        < = pass
        <
        > final_status_list dead
        < =
        <
        > quit
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 5, {"dead_stones": "agree", "komi": 0.5})
    async with closing(player):
        game.act(Place(BLACK, at(game, "C3")))
        await move(player, game)
        game.act(Pass(BLACK))
        await move(player, game)
        game.act(MarkDead(BLACK, (at(game, "B2"),)))
        game.act(Agree(BLACK))
        assert await choose(player, game) == Resume(WHITE)


async def test_an_engine_that_cannot_undo_is_told_anew(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > genmove black
        < = E5
        <
        > undo
        < ? cannot undo
        <
        > boardsize 9
        > clear_board
        > komi 7.5
        > play black A1
        > genmove white
        < = B1
        <
        > quit
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)
        game.undo()
        game.act(Place(BLACK, at(game, "A1")))
        await move(player, game)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("japanese", "> kata-set-rules japanese"),
        ("ing", "> kata-set-rules ing\n< ? unknown\n<"),
        ("korean", "> kata-set-rules korean\n< ? unknown\n<\n> kgs-rules japanese"),
    ],
)
async def test_rules_are_told_to_those_who_know_words_for_them(room: EngineRoom, rules: str, told: str) -> None:
    komi = {"japanese": "6.5", "korean": "6.5", "ing": "7.5"}[rules]
    script = talk(f"""
        {greeting("kata-set-rules", "kgs-rules")}
        > boardsize 9
        > clear_board
        > komi {komi}
        {told}
        > genmove black
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9, rules))


async def _plays(player: GtpPlayer, game: Game, budget: Budget | None = None) -> None:
    await move(player, game, budget)


async def test_handicap_stones_are_set_at_once_where_the_engine_knows_how(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("set_free_handicap")}
        > boardsize 9
        > clear_board
        > komi 0.5
        > set_free_handicap G7 C3
        > genmove white
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9, {"handicap": 2}))


async def test_and_one_by_one_where_it_does_not(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 0.5
        > play black G7
        > play black C3
        > genmove white
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9, {"handicap": 2}))


async def test_a_free_handicap_is_asked_for_stone_by_stone(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 0.5
        > genmove black
        < = C3
        <
        > genmove black
        < = G7
        <
        > genmove white
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9, {"handicap": 2, "handicap_placement": "free"})
    async with closing(player):
        for _ in range(3):
            await move(player, game)
    assert game.state.position.board.count(BLACK) == 2


async def test_a_set_up_is_placed_so_that_no_stone_is_ever_without_a_liberty(room: EngineRoom) -> None:
    # Black's corner stone has its only liberty through its neighbour, which therefore comes first.
    board = Board.empty(5).with_stone([Point(0, 4), Point(1, 4)], BLACK).with_stone([Point(0, 3), Point(1, 3)], WHITE)
    script = talk(f"""
        {greeting()}
        > boardsize 5
        > clear_board
        > komi 7.5
        > play white A2
        > play white B2
        > play black B1
        > play black A1
        > genmove white
        < = C1
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 5, setup=Setup(board, WHITE)))


def test_every_stone_of_a_set_up_is_placed_once_also_those_without_liberties() -> None:
    board = Board.empty(3).with_stone([Point(1, 1)], BLACK)
    around = [Point(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    full = board.with_stone(around, WHITE)
    assert sorted(stones_in_order(full)) == sorted([(BLACK, Point(1, 1)), *((WHITE, point) for point in around)])


MINUTE = 60_000


@pytest.mark.parametrize(
    ("control", "told"),
    [
        (
            TimeControl(ClockKind.ABSOLUTE, 5 * MINUTE),
            "> time_settings 300 0 0\n> time_left black 300 0\n> time_left white 300 0",
        ),
        (
            TimeControl(ClockKind.FISCHER, MINUTE, increment_ms=1500),
            "> kata-time_settings fischer 60 2\n> time_left black 60 0\n> time_left white 60 0",
        ),
        (
            TimeControl(ClockKind.BYOYOMI, MINUTE, period_ms=30_000, periods=3),
            "> kgs-time_settings byoyomi 60 30 3\n< ? no\n<\n> time_settings 60 30 1\n"
            "> time_left black 60 0\n> time_left white 60 0",
        ),
        (
            TimeControl(ClockKind.CANADIAN, 0, period_ms=5 * MINUTE, stones=25),
            "> time_settings 0 300 25\n> time_left black 300 25\n> time_left white 300 25",
        ),
        (
            TimeControl(ClockKind.PER_MOVE, period_ms=500),
            "> time_settings 0 1 1\n> time_left black 0 1\n> time_left white 0 1",
        ),
    ],
    ids=lambda value: value.kind.value if isinstance(value, TimeControl) else "",
)
async def test_clocks_are_told_as_well_as_the_engine_can_hear_them(
    room: EngineRoom, control: TimeControl, told: str
) -> None:
    script = talk(f"""
        {greeting("time_settings", "time_left", "kgs-time_settings", "kata-time_settings")}
        > boardsize 9
        > clear_board
        > komi 7.5
        {told}
        > genmove black
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9), Budget(clock=Clock.of(control)))


async def test_time_for_one_move_is_a_period_of_one_stone(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("time_settings", "time_left")}
        > boardsize 9
        > clear_board
        > komi 7.5
        > time_settings 0 2 1
        > time_left black 2 1
        > genmove black
        < =17 E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9), Budget(ms=2500))


async def test_where_the_board_counts_as_it_stands_a_pass_is_thought_over(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("kgs-genmove_cleanup")}
        > boardsize 5
        > clear_board
        > komi 7.5
        > genmove black
        < = pass
        <
        > undo
        > kgs-genmove_cleanup black
        < = B2
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 5)
    async with closing(player):
        await _plays(player, game)
    assert game.actions == (Place(BLACK, at(game, "B2")),)


async def test_resigning_is_a_choice(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > genmove black
        < = resign
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    async with closing(player):
        await _plays(player, game)
    assert game.actions == (Resign(BLACK),)


async def test_rows_count_from_the_top_where_the_game_counts_them_so_and_passes_need_not_be_known(
    room: EngineRoom,
) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 4
        > clear_board
        > genmove black
        < = b1
        <
        > play white a1
        > genmove black
        < = a2
        <
    """).replace("play white a1", "play white A1")
    player = room.scripted(GtpPlayer, script)
    game = create_game("othello", 4)
    async with closing(player):
        assert await move(player, game) == Place(BLACK, Point(1, 0))
        game.act(Place(WHITE, Point(0, 0)))
        assert await move(player, game) == Place(BLACK, Point(0, 1))


def before_a_pass_of_white() -> Game:
    """A game in which White has no disc to place; found by chance."""
    for seed in range(100):
        chance, game = Random(seed), create_game("othello", 6)
        while not game.state.is_over:
            points = game.ruleset.legal_points(game.state)
            to_move = game.state.position.to_move
            if not points and to_move is WHITE:
                return game
            game.act(Place(to_move, chance.choice(points)) if points else Pass(to_move))
    raise AssertionError("it happens often")


async def test_a_forced_pass_is_not_asked_for_and_one_that_is_not_known_does_no_harm(room: EngineRoom) -> None:
    game = before_a_pass_of_white()
    silent = room.scripted(GtpPlayer, "")
    async with closing(silent):
        await _passes(silent, game)
    assert room.heard() == []

    def vertex(point: Point) -> str:
        return f"{'ABCDEF'[point.x]}{point.y + 1}"

    words = [
        f"play {action.player.word} {vertex(action.point) if isinstance(action, Place) else 'pass'}"
        for action in game.actions
    ]
    told = "\n".join(f"> {word}\n< ? syntax error\n<" if "pass" in word else f"> {word}" for word in words)
    script = talk(f"""
        {greeting()}
        > boardsize 6
        > clear_board
        {told}
        > genmove black
        < = {vertex(game.ruleset.legal_points(game.state)[0])}
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, game)


async def _passes(player: GtpPlayer, game: Game) -> None:
    assert await move(player, game) == Pass(WHITE)


async def test_in_a_swap_opening_the_colour_of_the_stone_is_told_not_that_of_the_player(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 15
        > clear_board
        > play black H8
        > genmove white
        < = J9
        <
        > play black A15
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("gomoku", 15, {"opening": "swap"})
    async with closing(player):
        game.act(Place(BLACK, Point(7, 7)))
        assert await move(player, game) == Place(BLACK, Point(8, 6))
        game.act(Place(BLACK, Point(0, 0)))
        assert (await fault(player, game)).key == "engine.fault.no_choice"
        assert player.faults == 0


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("> list_commands\n< hello there", "protocol"),
        ("> list_commands\n< = play boardsize\n<", "protocol"),
        ("> list_commands\n< ? unknown command\n<", "refused"),
        ("> list_commands\n! stderr no licence\n! exit 2", "ended_saying"),
        ("> list_commands\n! exit 2", "ended"),
        ("> list_commands\n! half = gen\n! exit 0", "ended"),
    ],
)
async def test_what_is_no_greeting_is_a_fault(room: EngineRoom, script: str, key: str) -> None:
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        assert (await fault(player, create_game("go", 9))).key == f"engine.fault.{key}"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("< = Z9\n<", "illegal"),
        ("< = I5\n<", "protocol"),
        ("< = E5 E6\n<", "protocol"),
        ("< =\n<", "protocol"),
        ("< = e0\n<", "protocol"),
        ("< = T19\n<", "illegal"),
        ("< ? cannot\n<", "refused"),
        ("< E5\n<", "protocol"),
        ("< \N{SNOWMAN}\x1b[31m red\n<", "protocol"),
    ],
)
async def test_what_is_no_move_is_a_fault_and_the_next_question_starts_another_run(
    room: EngineRoom, answer: str, key: str
) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > genmove black
        {answer}
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    async with closing(player):
        assert (await fault(player, game)).key == f"engine.fault.{key}"
        assert room.processes() == []
        assert (await fault(player, game)).key == f"engine.fault.{key}"
        assert room.heard().count("list_commands") == 2


async def test_comments_and_empty_lines_before_an_answer_are_no_fault(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > genmove black
        <
        < # thinking
        < = e5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    async with closing(player):
        await _plays(player, create_game("go", 9))


async def test_a_size_or_a_beginning_that_it_does_not_know_is_no_fault_of_the_engine(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 19
        < ? unacceptable size
        <
        > boardsize 8
        > clear_board
    """)
    player = room.scripted(GtpPlayer, script)
    board = Board.centre_four(8).with_stone([Point(2, 3)], BLACK)
    async with closing(player):
        assert (await fault(player, create_game("go", 19))).key == "engine.fault.no_size"
        other = create_game("othello", 8, setup=Setup(board, WHITE))
        assert (await fault(player, other)).key == "engine.fault.no_setup"
        assert player.faults == 0
    assert room.heard().count("list_commands") == 1


async def test_rules_that_the_list_does_not_name_are_refused_before_it_is_started(room: EngineRoom) -> None:
    player = room.scripted(GtpPlayer, "", rules=("japanese",))
    async with closing(player):
        assert (await fault(player, create_game("go", 9, "chinese"))).key == "engine.fault.no_rules"
    assert room.heard() == []


# --- analysis

KATA = (
    "info move E5 visits 30 winrate 0.61 scoreLead 2.5 order 0 pv E5 C3 pass "
    "info move C3 visits 10 winrate 0.4 scoreLead -1 order 1 pv C3"
)


async def test_it_thinks_aloud_until_it_is_asked_something_else(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("kata-analyze", "lz-analyze")}
        > boardsize 9
        > clear_board
        > komi 7.5
        > play black A1
        > kata-analyze white 25
        < =
        < info move E5 visits 1 winrate 0.5 scoreLead 0 order 0 pv E5
        < {KATA}
        > name
        <
        < = Robot
        <
        > genmove white
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    game.act(Place(BLACK, at(game, "A1")))
    async with closing(player):
        heard: list[Analysis] = []
        found = await player.analyze(Turn.of(game.timeline), Budget(ms=300), StopToken(), Interest(heard.append))
        assert [analysis.visits for analysis in heard] == [1, 40]
        assert found == heard[-1]
        assert found.win == pytest.approx(0.39)
        assert found.margin == -2.5
        assert [candidate.move for candidate in found.best] == [at(game, "E5"), at(game, "C3")]
        assert found.best[0].line == (at(game, "E5"), at(game, "C3"), None)
        await move(player, game)


async def test_an_analysis_ends_when_it_is_stopped_and_leaves_out_what_it_is_told_to(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("kata-analyze")}
        > boardsize 9
        > clear_board
        > komi 7.5
        > kata-analyze black 50 avoid black C3,E5 2 avoid white pass 1
        < =
        < {KATA}
        > name
        <
        < = Robot
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    stop = StopToken()
    avoid = (Avoid(BLACK, frozenset({at(game, "C3"), at(game, "E5")}), 2), Avoid(WHITE, frozenset({None})))
    interest = Interest(lambda _: stop.stop(), 0.5, avoid)
    async with closing(player):
        async with asyncio.timeout(30):
            found = await player.analyze(Turn.of(game.timeline), Budget(), stop, interest)
        assert found.visits == 40
    assert room.heard()[-2:] == ["name", "quit"]


async def test_an_engine_that_cannot_leave_moves_out_says_so(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("analyze")}
        > boardsize 9
        > clear_board
        > komi 7.5
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    async with closing(player):
        interest = Interest(avoid=(Avoid(BLACK, frozenset({at(game, "C3")})),))
        with pytest.raises(EngineFault, match="exclude moves"):
            await player.analyze(Turn.of(game.timeline), Budget(ms=10), StopToken(), interest)


async def test_an_engine_that_cannot_analyse_says_so_and_plays_on(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting()}
        > boardsize 9
        > clear_board
        > komi 7.5
        > boardsize 9
        > clear_board
        > komi 7.5
        > genmove black
        < = E5
        <
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9)
    async with closing(player):
        with pytest.raises(Exception, match="no analysis"):
            await player.analyze(Turn.of(game.timeline), Budget(ms=10), StopToken())
        await move(player, game)


SPEC = create_rules("go", 9).board_spec()


def test_win_rates_come_in_two_scales() -> None:
    (leela,) = analysis_of("info move E5 visits 7 winrate 5720 order 0 pv E5", SPEC, BLACK, in_points=True).best
    assert leela.win == pytest.approx(0.572)
    (kata,) = analysis_of("info move E5 visits 7 winrate 1 order 0 pv E5", SPEC, WHITE, in_points=False).best
    assert kata.win == 0.0


@pytest.mark.parametrize(
    "line",
    [
        *("", "info", "info move", "info move I9", "info move E5x", "info move T19", "info pv", "play E5"),
        *("info move", "info info info", "winrate 0.5 info", "= E5"),
    ],
)
def test_lines_that_say_nothing_are_left_out(line: str) -> None:
    assert analysis_of(line, SPEC, BLACK, in_points=False) == Analysis()


def test_numbers_that_are_none_are_left_out() -> None:
    line = "info move E5 visits nan winrate inf scoreLead -inf order x pv E5 Z9 E6"
    (found,) = analysis_of(line, SPEC, BLACK, in_points=False).best
    assert (found.line, found.win, found.margin, found.visits) == ((Point(4, 4),), None, None, 0)


def test_points_have_no_letter_i() -> None:
    assert read_vertex("j1", SPEC) == Point(8, 8)
    assert read_vertex("PASS", SPEC) is None


async def test_a_limit_of_time_is_taken_back(room: EngineRoom) -> None:
    script = talk(f"""
        {greeting("time_settings", "time_left")}
        > boardsize 9
        > clear_board
        > komi 7.5
        > time_settings 0 3 1
        > time_left black 3 1
        > genmove black
        < = C3
        <
        > play white G7
        > time_settings 0 1 0
        > genmove black
        < = C4
        <
        > play white G6
        > genmove black
        < = C5
        <
        > quit
    """)
    player = room.scripted(GtpPlayer, script)
    game = create_game("go", 9, {"dead_stones": "agree"})
    async with closing(player):
        for budget, reply in ((Budget(ms=3000), "G7"), (Budget(), "G6"), (Budget(), "")):
            game.act(await choose(player, game, budget))
            if reply:
                game.act(Place(WHITE, at(game, reply)))
