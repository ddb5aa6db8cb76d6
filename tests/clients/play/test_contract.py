"""The rules of the port, which hold whether a match is played in this process or on a server."""

from __future__ import annotations

import asyncio

import pytest
from tests.clients.play.conftest import Play
from tests.clients.play.scripts import begin, board, picture, place, refused, seen

from tengen.clients.play import Connection, Game, Games, Seats, View, tally
from tengen.core import (
    AGREE,
    BLACK,
    CHOICE,
    WHITE,
    Agree,
    Choose,
    ClockKind,
    ErrorCode,
    MarkDead,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Resume,
    Score,
    TimeControl,
    UnmarkDead,
    create_rules,
    find_kind,
    kinds,
)
from tengen.core.record import Record
from tengen.match import RequestKind, Status

CAPTURE = ["b1", "a1", "a2"]


def test_a_new_game_is_shown_before_its_first_move(play: Play) -> None:
    async def script(games: Games) -> None:
        view = (await begin(games, "go", 9, rules={"komi": 6.5})).view
        assert (view.kind, view.size, view.rules["komi"]) == ("go", 9, 6.5)
        assert view.spec == create_rules("go", 9).board_spec()
        assert (view.actors, view.yours, view.asked, view.next_stone) == ((BLACK,), (BLACK, WHITE), BLACK, BLACK)
        assert len(view.legal) == 81
        assert view.can_pass
        assert (view.seats[BLACK].name, view.seats[WHITE].name) == ("Ann", "Bo")
        assert view.status == Status("status.play.black")
        assert (view.result, view.moves, view.last_move, view.clock, view.offers) == (None, (), None, None, ())
        assert view.connection is Connection.OPEN

    play(script)


def test_a_capture_takes_stones_off_and_is_told(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5)
        changes = game.changes()
        view = await place(game, *CAPTURE)
        assert board(view) == picture(""". . . . .
                                         . . . . .
                                         . . . . .
                                         # . . . .
                                         . # . . .""")
        assert view.prisoners == (1, 0)
        assert view.last_move == Point(0, 3)
        assert view.status == Status("status.captured.white", {"count": 1})
        assert tally(view) == Status("status.prisoners", {"black": 1, "white": 0})
        told = [(await anext(changes)).events[0] for _ in CAPTURE]
        assert [(event.type, event.name, event.action) for event in told] == [
            ("moved", "Ann", Place(BLACK, Point(1, 4))),
            ("moved", "Bo", Place(WHITE, Point(0, 4))),
            ("moved", "Ann", Place(BLACK, Point(0, 3))),
        ]
        assert told[2].changes.removed == (Point(0, 4),)
        assert [event.number for event in told] == [2, 3, 4]

    play(script)


@pytest.mark.parametrize(
    ("kind", "moves", "code"),
    [
        ("go", ["a1", "a1"], ErrorCode.OCCUPIED),
        ("othello", ["a1"], ErrorCode.NO_FLIP),
        ("othello", ["pass"], ErrorCode.NO_PASS),
        ("gomoku", ["pass"], ErrorCode.NO_PASS),
        ("peace", ["d4"], ErrorCode.OCCUPIED),
    ],
)
def test_what_the_rules_refuse_changes_nothing(play: Play, kind: str, moves: list[str], code: ErrorCode) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, kind)
        before = await place(game, *moves[:-1])
        assert await refused(place(game, moves[-1])) is code
        assert game.view == before
        assert await refused(game.act(Pass(before.actors[0].other))) is ErrorCode.NOT_YOUR_TURN
        assert game.view == before

    play(script)


def test_five_in_a_row_ends_the_game(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "gomoku")
        view = await place(game, "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
        assert view.result is not None
        assert (view.result.winner, view.result.reason) == (BLACK, "line")
        assert view.won == (tuple(Point(x, 14) for x in range(5)),)
        assert view.status == Status("status.won.line.black")
        assert (view.actors, view.legal, view.asked) == ((), (), None)
        assert await refused(game.act(Place(WHITE, Point(9, 9)))) is ErrorCode.GAME_OVER

    play(script)


def test_a_side_without_a_move_must_pass_and_the_discs_are_counted(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "othello", 4)
        view = await place(game, "b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1")
        assert (view.legal, view.can_pass) == ((), True)
        view = await place(game, "pass", "d3")
        assert view.result is not None
        assert (view.result.winner, view.result.margin, view.score) == (WHITE, 11.0, Score(1, 12))
        assert view.prisoners is None
        assert view.status == Status("status.won_by.white", {"margin": "11"})

    play(script)


def test_peace_ends_with_a_full_board_and_no_winner(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "peace", 4)
        while not game.view.is_over:
            assert game.view.asked is not None
            await game.act(Place(game.view.asked, game.view.legal[0]))
        assert game.view.result is not None
        assert game.view.result.is_draw
        assert game.view.board.is_full

    play(script)


def test_undo_redo_and_restart_need_nobodys_consent_at_one_screen(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5)
        assert await refused(game.ask(RequestKind.TAKEBACK)) is ErrorCode.NOTHING_TO_UNDO
        one = await place(game, "c3")
        two = await place(game, "d4")
        assert set(two.can_ask) >= {"takeback", "restart", "draw", "pause"}
        assert "redo" not in two.can_ask
        view = await game.ask(RequestKind.TAKEBACK)
        assert (board(view), view.moves, "redo" in view.can_ask) == (board(one), one.moves, True)
        assert board(await game.ask(RequestKind.REDO)) == board(two)
        view = await game.ask(RequestKind.RESTART)
        assert (view.moves, view.actors, view.board.is_full) == ((), (BLACK,), False)

    play(script)


def test_a_swap2_opening_asks_and_exchanges_the_colours(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "gomoku", rules={"opening": "swap2"})
        assert (game.view.phase, game.view.guidance) != ("play", None)
        view = await place(game, "h8", "h9", "j8")
        assert (view.phase, view.choices, view.is_choosing) == (CHOICE, ("black", "white", "place_two"), True)
        actor = view.asked
        assert actor is not None
        chooser = view.seats[actor].name
        assert await refused(game.act(Choose(actor, "nonsense"))) is ErrorCode.BAD_CHOICE
        view = await game.act(Choose(actor, "black"))
        assert (view.phase, view.choices) == ("play", ())
        assert view.seats[BLACK].name == chooser == "Bo"

    play(script)


def test_dead_stones_are_marked_unmarked_and_agreed_on(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5, rules={"dead_stones": "agree", "komi": 0.5})
        view = await place(game, "c3", "a1", "pass", "pass")
        assert (view.phase, view.due, view.score is not None) == (AGREE, (BLACK, WHITE), True)
        view = await game.act(MarkDead(BLACK, (Point(0, 4),)))
        assert view.dead == {Point(0, 4)}
        view = await game.act(UnmarkDead(WHITE, (Point(0, 4),)))
        assert view.dead == frozenset()
        view = await game.act(Resume(BLACK))
        assert view.phase == "play"
        await place(game, *["pass"] * 2)
        await game.act(MarkDead(BLACK, (Point(0, 4),)))
        view = await game.act(Agree(BLACK))
        assert (view.agreed, view.due, view.asked) == (frozenset({BLACK}), (WHITE,), WHITE)
        view = await game.act(Agree(WHITE))
        assert view.result is not None
        assert (view.result.winner, view.result.margin, view.score) == (BLACK, 24.5, Score(25, 0.5))
        assert view.territory is not None
        assert len(view.territory[BLACK]) == 24

    play(script)


def test_stones_that_look_dead_are_proposed_before_anybody_marks(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5, rules={"dead_stones": "agree"})
        wall = ["c1", "a3", "c2", "d5", "c3", "pass", "c4", "pass", "c5", "pass", "d4", "pass", "b2", "pass", "b4"]
        await place(game, *wall, "pass", "pass")
        view = await seen(game, lambda view: view.proposal is not None)
        assert view.proposal is not None
        assert view.proposal.dead >= {Point(0, 2)}
        assert view.proposal.score is not None
        view = await game.act(MarkDead(BLACK, tuple(sorted(view.proposal.dead))))
        assert view.proposal is None

    play(script)


def test_a_program_answers_by_itself_and_undo_goes_back_to_the_persons_move(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "othello", white="level:2")
        assert (game.view.yours, game.view.seats[WHITE].player) == ((BLACK,), "level:2")
        await place(game, "d3")
        view = await seen(game, lambda view: len(view.moves) == 2)
        assert (view.actors, view.program_due, view.asked) == ((BLACK,), None, BLACK)
        assert view.moves[1].player is WHITE
        view = await game.ask(RequestKind.TAKEBACK)
        assert view.moves == ()
        assert await refused(game.act(Pass(WHITE))) in (ErrorCode.NOT_YOUR_TURN, ErrorCode.NOT_YOUR_SEAT)

    play(script)


def test_a_program_agrees_on_dead_stones(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5, rules={"dead_stones": "agree"}, white="random")
        while game.view.phase != AGREE:
            await place(game, "pass")
            await seen(game, lambda view: view.asked is BLACK)
        while not game.view.is_over:
            if game.view.phase == AGREE and BLACK in game.view.due:
                await game.act(Agree(BLACK))
            elif game.view.phase != AGREE:
                await place(game, "pass")
            await seen(game, lambda view: view.is_over or view.asked is BLACK)
        assert game.view.result is not None

    play(script)


def test_programs_play_each_other_to_the_end_and_can_be_halted(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "othello", 4, black="random", white="random")
        view = await game.pause()
        assert (view.is_paused, view.yours, view.is_between_programs) == (True, (), True)
        number = len(view.moves)
        await asyncio.sleep(0.2)
        assert len(game.view.moves) == number
        assert await refused(game.pause()) is ErrorCode.NO_EFFECT
        view = await game.unpause()
        assert not view.is_paused
        view = await seen(game, lambda view: view.is_over)
        assert view.result is not None

    play(script)


def test_nothing_goes_on_that_is_not_paused(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5)
        assert await refused(game.unpause()) is ErrorCode.NO_EFFECT
        view = await game.pause()
        assert (view.is_paused, view.actors, view.can_ask[-1]) == (True, (), "unpause")
        assert await refused(game.act(Place(BLACK, Point(0, 0)))) is ErrorCode.PAUSED
        assert (await game.unpause()).actors == (BLACK,)

    play(script)


def test_resigning_ends_the_game_for_the_other_side(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5)
        view = await game.act(Resign(BLACK))
        assert view.result is not None
        assert (view.result.winner, view.result.reason, view.score) == (WHITE, "resign", None)
        assert await refused(game.claim()) in (ErrorCode.GAME_OVER, ErrorCode.NO_CLAIM)

    play(script)


def test_a_draw_at_one_screen_is_agreed_at_once_and_refused_by_a_program(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "gomoku")
        view = await game.ask(RequestKind.DRAW)
        assert view.result is not None
        assert (view.result.is_draw, view.result.reason) == (True, "agreement")
        against = await begin(games, "gomoku", white="random")
        changes = against.changes()
        view = await against.ask(RequestKind.DRAW)
        assert (view.result, view.offers) == (None, ())
        told = []
        async for change in changes:
            told += [(event.type, event.request, event.name) for event in change.events]
            if len(told) == 2:
                break
        assert told == [("offered", "draw", "Ann"), ("declined", "draw", "random")] or told[1][:2] == (
            "declined",
            "draw",
        )
        assert await refused(against.decline(RequestKind.DRAW)) is ErrorCode.NO_OFFER

    play(script)


def test_a_rematch_exchanges_the_colours_in_a_new_game(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "gomoku", white="level:1")
        assert await refused(game.ask(RequestKind.REMATCH)) is ErrorCode.GAME_RUNNING
        await game.act(Resign(BLACK))
        view = await game.ask(RequestKind.REMATCH)
        assert view.next_id is not None
        following = await games.open(view.next_id)
        assert (following.view.seats[BLACK].player, following.view.yours) == ("level:1", (WHITE,))
        await seen(following, lambda view: view.asked is WHITE)

    play(script)


def test_a_fallen_flag_ends_the_game_though_nobody_moves(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5, clock=TimeControl(ClockKind.ABSOLUTE, main_ms=300))
        clock = game.view.clock
        assert clock is not None
        assert clock.running is BLACK
        assert 0 <= clock.left(BLACK, games.now()).main_ms <= 300
        assert clock.left(WHITE, games.now()).main_ms == 300
        view = await seen(game, lambda view: view.is_over)
        assert view.result is not None
        assert (view.result.winner, view.result.reason) == (WHITE, "time")

    play(script)


def test_a_record_goes_out_and_comes_in_again_at_the_same_moment(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 9, rules={"preset": "japanese"})
        await place(game, "c3", "g7", "pass", "e5")
        record = await game.record("2030-01-02")
        assert (record.black.name, record.white.name, record.created) == ("Ann", "Bo", "2030-01-02")
        loaded = await games.load(record, Seats(names={BLACK: "Cy"}))
        assert same_game(loaded.view) == same_game(game.view)
        assert loaded.view.seats[BLACK].name == "Cy"
        await place(loaded, "a1")
        assert len(game.view.moves) == 4
        view = await loaded.ask(RequestKind.TAKEBACK)
        assert board(view) == board(game.view)

    play(script)


def test_a_record_may_know_a_result_that_its_moves_do_not(play: Play) -> None:
    async def script(games: Games) -> None:
        ruleset = create_rules("othello")
        record = Record(ruleset, result=Outcome.won(WHITE, Reason.TIME))
        game = await games.load(record, Seats())
        assert game.view.result is not None
        assert (game.view.result.winner, game.view.result.reason) == (WHITE, "time")

    play(script)


def same_game(view: View) -> tuple[object, ...]:
    return view.board, view.moves, view.actors, view.rules, view.legal, view.phase, view.prisoners


@pytest.mark.parametrize("kind", [kind.name for kind in kinds() if kind.package.startswith("tengen.")])
def test_every_game_is_begun_and_played(play: Play, kind: str) -> None:
    async def script(games: Games) -> None:
        assert "human" in games.players(find_kind(kind))
        game = await begin(games, kind)
        for _ in range(4):
            assert game.view.asked is not None
            await game.act(Place(game.view.asked, game.view.legal[0]))
        assert len(game.view.moves) == 4

    play(script)


def test_bad_rules_and_players_begin_no_game(play: Play) -> None:
    async def script(games: Games) -> None:
        assert await refused(begin(games, "go", 4)) is ErrorCode.BAD_RULES
        assert await refused(begin(games, "go", 9, rules={"komi": float("nan")})) is ErrorCode.BAD_RULES
        assert await refused(begin(games, "go", 9, rules={"preset": "nonsense"})) is ErrorCode.BAD_RULES
        assert await refused(begin(games, "go", 9, white="level:99")) is ErrorCode.BAD_PLAYER
        assert await refused(begin(games, "peace", white="level:3")) is ErrorCode.BAD_PLAYER
        assert await refused(games.open("no-such-game")) is ErrorCode.NO_SUCH_GAME
        assert await refused(games.open("../../x")) is ErrorCode.NO_SUCH_GAME

    play(script)


def test_several_games_go_on_at_once_and_each_is_followed_alone(play: Play) -> None:
    async def script(games: Games) -> None:
        opened: list[Game] = [await begin(games, kind) for kind in ("go", "gomoku", "othello")]
        changes = opened[0].changes()
        await asyncio.gather(*(place(game, name) for game, name in zip(opened, ("c3", "a1", "d3"), strict=True)))
        assert [len(game.view.moves) for game in opened] == [1, 1, 1]
        assert [event.type for event in (await anext(changes)).events] == ["moved"]
        await opened[0].close()
        assert opened[0].view.connection is Connection.CLOSED
        assert [change async for change in changes] == []
        await place(opened[1], "b2")

    play(script)


def test_an_estimate_is_in_the_view_until_the_next_move(play: Play) -> None:
    async def script(games: Games) -> None:
        game = await begin(games, "go", 5, rules={"komi": 0.5})
        await place(game, "c1", "pass", "c2", "pass", "c3", "pass", "c4", "pass", "c5")
        assert "estimate" in game.view.can_ask
        found = (await game.ask(RequestKind.ESTIMATE)).estimate
        assert found is not None
        assert found.margin > 0
        assert len(found.ownership) == 25
        assert all(share > 0 for share in found.ownership), "White has nothing on the board"
        moves = len(game.view.moves)
        assert (await game.ask(RequestKind.ESTIMATE)).estimate == found
        assert len(game.view.moves) == moves
        view = await place(game, "a1")
        assert view.estimate is None

    play(script)


def test_a_game_without_surrounded_points_has_no_estimate(play: Play) -> None:
    async def script(games: Games) -> None:
        for kind in ("gomoku", "othello", "peace"):
            game = await begin(games, kind)
            assert "estimate" not in game.view.can_ask
            assert await refused(game.ask(RequestKind.ESTIMATE)) is ErrorCode.NO_ESTIMATE

    play(script)
