"""What a game from outside can do where it is installed. Run by `test_outside_game`, in a process that finds it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import tengen.games
from tengen.core import (
    BLACK,
    WHITE,
    ErrorCode,
    GameError,
    Outcome,
    Participant,
    Place,
    Point,
    Reason,
    Record,
    create_game,
    create_rules,
    find_kind,
    find_reason,
    kinds,
    text,
)
from tengen.formats import find_format, save
from tengen.match import outcome_status
from tengen.players import MctsPlayer, RandomPlayer, make_player
from tests.match.sittings import FISCHER, TAKEBACK, Sitting, against_ai, one_screen
from tests.players.sittings import played

WON = "a1 d4 d1 b2 a4 a3 d3 a2 b1"
"""One stone, then two a turn. Black fills the square in the corner with the last one."""

SGF = find_format(".sgf")


def record_of(sitting: Sitting) -> Record:
    return sitting.match.record("2026-11-16")


def line_of(names: str, rules: str = "even") -> Record:
    """A game of these points, each placed by whoever is to move."""
    game = create_game("squares", 4, rules)
    for name in names.split():
        game.act(Place(game.state.position.to_move, game.ruleset.board_spec().parse(name)))
    return Record.of(game.timeline, Participant(), Participant())


def written(record: Record) -> str:
    return SGF.write([record]).data.decode()


# --- how it is found


def test_it_is_found_by_its_entry_point_and_stands_in_no_folder_of_ours() -> None:
    kind = find_kind("四方棋")
    assert kind in kinds()
    assert not kind.package.startswith(f"{tengen.games.__name__}.")


# --- two stones a turn, and the end


def test_a_side_places_two_stones_and_wins_for_a_reason_of_its_own() -> None:
    game = one_screen("squares", size=4)
    movers = []
    for point in WON.split():
        movers.append(game.match.actors()[0])
        game.play(point)
    assert movers == [BLACK, WHITE, WHITE, BLACK, BLACK, WHITE, WHITE, BLACK, BLACK]
    outcome = game.match.outcome
    assert outcome == Outcome.won(BLACK, find_kind("squares").rules.REASONS[0])
    assert text("en", f"squares.{outcome_status(outcome).key}") == "Black wins with a square."
    assert text("zh", f"squares.{outcome_status(outcome).key}") == "黑方占满方格获胜。"


def test_the_clock_adds_its_increment_once_a_turn() -> None:
    game = one_screen("squares", size=4, control=FISCHER)
    game.wait(1000).play("a1")
    assert game.left_ms(BLACK) == 64_000
    game.wait(1000).play("d4")
    assert game.running() is WHITE
    assert game.left_ms(WHITE) == 59_000
    game.wait(1000).play("d1")
    assert game.running() is BLACK
    assert game.left_ms(WHITE) == 63_000


def test_undo_leads_back_to_ones_own_move_stone_by_stone() -> None:
    game = against_ai("squares", size=4)
    game.play("a1 d4 d1 b2")
    game.ask(TAKEBACK)
    assert game.names == ["a1", "d4", "d1"]
    game.ask(TAKEBACK)
    assert game.names == []
    game.play("a1 d4 d1 b2 a4 a3 d3")
    game.ask(TAKEBACK)
    assert game.names == ["a1", "d4", "d1", "b2"]


# --- records


def test_a_save_keeps_the_reason_and_every_stone() -> None:
    game = one_screen("squares", size=4)
    game.play(WON)
    record = record_of(game)
    again = save.loads(save.dumps(record))
    assert again == record
    assert again.result is not None
    assert again.result.reason is find_reason("square")


@pytest.mark.parametrize("kind", ["squares", "gomoku"])
def test_a_reason_that_a_game_does_not_declare_is_refused_by_its_name(kind: str) -> None:
    declared = replace(Record(create_rules(kind)), result=Outcome.won(BLACK, Reason.TIME))
    foreign = "circle" if kind == "squares" else "square"
    broken = save.dumps(declared).replace(f'"{Reason.TIME}"', f'"{foreign}"')
    with pytest.raises(GameError) as refused:
        save.loads(broken)
    assert refused.value.code is ErrorCode.BAD_RECORD
    assert all(foreign in refused.value.text(language) for language in ("en", "zh"))


def test_sgf_tells_two_moves_of_one_side_in_a_row_and_the_result() -> None:
    record = line_of("a4 b4 d1 d2 a3 b3", rules="head-start")
    sgf = written(record)
    assert "GM[1001]" in sgf
    assert "RU[head-start]" in sgf
    assert ";B[aa];B[ba];W[dd];W[dc];B[ab];B[bb]" in sgf.replace("\n", "")
    assert "RE[B+]" in sgf
    assert SGF.read(sgf.encode()).records == (record,)


def test_sgf_reads_points_by_name_and_rules_that_nobody_told() -> None:
    (record,) = SGF.read(b"(;GM[1001]SZ[4];B[a1];W[d4];W[d1];B[b2])").records
    assert record.ruleset == create_rules("squares", 4, "even")
    assert record.unstated == {"rules"}
    assert record.replay().game.state.position.to_move is BLACK


def test_sgf_tells_the_time_left_of_a_side_that_moves_twice() -> None:
    game = one_screen("squares", size=4, control=FISCHER)
    for point in ["a1", "d4", "d1", "b2"]:
        game.wait(1000).play(point)
    times = written(record_of(game)).replace("\n", "")
    assert ";B[ad]BL[64]" in times
    assert ";W[da]WL[59]" in times
    assert ";W[dd]WL[63]" in times
    assert ";B[bc]BL[63]" in times, "the turn goes on"


def test_a_draw_on_a_full_board_comes_back_from_sgf() -> None:
    game = create_game("squares", 4)
    points = [Point(x, y) for y in range(4) for x in range(4)]
    cells = {BLACK: [p for p in points if (p.x + p.y) % 2], WHITE: [p for p in points if (p.x + p.y) % 2 == 0]}
    while not game.state.is_over:
        mover = game.state.position.to_move
        game.act(Place(mover, cells[mover].pop()))
    record = Record.of(game.timeline, Participant(), Participant())
    assert record.result is not None
    assert record.result.is_draw
    assert "RE[0]" in written(record)
    assert SGF.read(written(record).encode()).records == (record,)


# --- programs


def test_the_generic_player_plays_it_by_its_rules_and_does_not_lose_to_chance() -> None:
    kind = find_kind("squares")
    level_3 = make_player("level:3", kind, 1)
    assert isinstance(level_3, MctsPlayer)
    for seed in range(3):
        game = played(create_rules("squares", 4), RandomPlayer(Random(seed)), level_3, most=16)
        assert game.state.outcome is not None
        assert game.state.outcome.winner is not BLACK
