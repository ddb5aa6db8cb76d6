"""SGF beside sgfmill, another program's reader and writer: both must see the same game in the same file."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import ascii_boards, boards, sgf

from tengen.core import (
    BLACK,
    Board,
    Pass,
    Place,
    Record,
    Resume,
    Ruleset,
    create_rules,
)
from tengen.formats.sgf import FORMAT
from tests.formats.sgf_records import HELD, records

GO = [rules for rules in HELD if rules.KIND == "go" and rules.options()["handicap"] == 0]


def their_board(game: sgf.Sgf_game) -> boards.Board:
    """The board at the end of the main line by their reading."""
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        color, move = node.get_move()
        if move is not None:
            board.play(*move, color)
    return board


def data_for_them(record: Record) -> bytes:
    """Our file, without the digit that some old programs have in a property's name: theirs reads none."""
    return FORMAT.write([record]).data.replace(b"X2[", b"XII[")


def picture(board: Board) -> str:
    """Our board as theirs is printed."""
    theirs = boards.Board(board.columns)
    for point in board.points():
        if stone := board[point]:
            theirs.board[board.rows - 1 - point.y][point.x] = "b" if stone is BLACK else "w"
    return str(ascii_boards.render_board(theirs))


@given(records(st.sampled_from(GO)))
def test_they_see_the_moves_the_board_and_the_comments_that_we_wrote(record: Record) -> None:
    game = sgf.Sgf_game.from_bytes(data_for_them(record))
    assert game.get_size() == record.ruleset.size
    assert game.get_komi() == record.ruleset.options()["komi"]
    assert str(ascii_boards.render_board(their_board(game))) == picture(record.replay().game.state.position.board)
    played = [
        (node.get_move()[0], node.get_move()[1] is None) for node in game.get_main_sequence() if node.get_move()[0]
    ]
    ours = [
        ("b" if action.player is BLACK else "w", isinstance(action, Pass))
        for action in record.main_actions()
        if isinstance(action, Place | Pass)
    ]
    assert played == ours
    theirs = [node.get("C") if node.has_property("C") else "" for node in game.get_main_sequence()]
    blank = str.maketrans("\t\v\f", "   ")
    assert [text for text in theirs if text] == [
        text for index in record.line() if (text := record.nodes[index].comment.translate(blank))
    ]


@given(records(st.sampled_from(HELD)))
def test_they_can_read_every_property_of_every_game(record: Record) -> None:
    game = sgf.Sgf_game.from_bytes(data_for_them(record))
    names = {(name, len(values)) for node in record.nodes for name, values in node.properties if name != "X2"}
    nodes = [game.get_root()]
    for node in nodes:  # grows as it goes
        nodes.extend(node)
        names -= {(name, len(node.get_raw_list(name))) for name in node.properties()}
    assert not names
    handicap = int(record.ruleset.options().get("handicap", 0))
    silent = sum(isinstance(node.action, Resume) for node in record.nodes)
    assert 0 <= len(record.nodes) - len(nodes) <= handicap + silent


def random_play(rules: Ruleset, chance: Random) -> list[Place | Pass]:
    """Some legal moves."""
    state = rules.initial()
    moves: list[Place | Pass] = []
    for _ in range(chance.randrange(80)):
        player = state.position.to_move
        if not state.passes and chance.random() < 0.05:
            moves.append(Pass(player))
        else:
            point = chance.choice(state.position.board.empties())
            if rules.refusal(state, Place(player, point)) is not None or not rules.is_sensible(state, point):
                continue
            moves.append(Place(player, point))
        state = rules.apply(state, moves[-1])
    return moves


@pytest.mark.parametrize("size", [5, 9, 13, 19])
@pytest.mark.parametrize("seed", range(5))
def test_we_see_the_moves_that_they_wrote(size: int, seed: int) -> None:
    chance = Random(seed * 100 + size)
    moves = random_play(create_rules("go", size, "japanese"), chance)
    game = sgf.Sgf_game(size)
    root = game.get_root()
    root.set("KM", 6.5)
    root.set("PB", "a]b\\c")
    root.set("RU", "Japanese")
    for number, action in enumerate(moves):
        node = game.extend_main_sequence()
        color = "b" if action.player is BLACK else "w"
        move = (size - 1 - action.point.y, action.point.x) if isinstance(action, Place) else None
        node.set_move(color, move)
        node.set("C", f"{number}: [{chance.choice(['x', ']', chr(92), '黑'])}]\nsecond")
        node.set("LB", [((0, 0), "a:b"), ((1, 1), "c]")])
        node.set("TR", {(0, 1), (1, 0), (2, 2)})
        if chance.random() < 0.2:
            node.parent.new_child().set("C", "a variation")
    data = game.serialise()
    (record,) = FORMAT.read(data).records
    assert record.main_actions() == moves
    assert record.black.name == "a]b\\c"
    assert str(ascii_boards.render_board(their_board(game))) == picture(record.replay().game.state.position.board)
    comments = [record.nodes[index].comment for index in record.line()[1:]]
    assert comments == [node.get("C") for node in game.get_main_sequence()[1:]]
    assert all(len(record.nodes[index].marks) == 3 for index in record.line()[1:])


def test_compressed_lists_mean_the_same_to_both() -> None:
    data = b"(;SZ[9]AB[aa:cb][ee]AW[hh:ii]AE[aa];AB[gg]AE[bb:cb])"
    (record,) = FORMAT.read(data).records
    # They take the stones of a node before the empty points; on an empty board both see the same but for `aa`.
    game = sgf.Sgf_game.from_bytes(data.replace(b"AE[aa]", b""))
    assert str(ascii_boards.render_board(their_board(game))) == picture(record.replay().game.state.position.board)
