"""What a file may cost to read: beyond it every format refuses, strict or not, before anything is played."""

from __future__ import annotations

from itertools import islice

import pytest

from tengen.core import (
    BLACK,
    GameError,
    Mark,
    MarkDead,
    Node,
    Pass,
    Place,
    Point,
    Record,
    Ruleset,
    Setup,
    UnmarkDead,
    create_rules,
)
from tengen.core.board import Board
from tengen.formats import ReadLimits, formats, read, write

MOVES = 12


def record(kind: str) -> Record:
    """The first legal moves, one after the other."""
    rules = create_rules(kind)
    state, line = rules.initial(), []
    for _ in range(MOVES):
        line.append(Place(state.position.to_move, rules.legal_points(state)[-1]))
        state = rules.apply(state, line[-1])
    return Record(rules).with_line(line)


def sample(ending: str) -> bytes:
    """A file of this format with so many moves; or positions, where it has no moves."""
    if ending == ".gib":
        stones = "".join(f"STO 0 {number + 2} {number % 2 + 1} {number} 3\n" for number in range(MOVES))
        return b"\\HS\n\\[GAMEBLACKNAME=Ann\\]\n\\HE\n\\GS\n2 1 0\n" + stones.encode() + b"\\GE\n"
    if ending == ".obf":
        return b"".join([b"-" * 27 + b"OX" + b"-" * 6 + b"XO" + b"-" * 27 + b" X;\n"] * MOVES)
    return write(ending, [record("gomoku" if ending == ".psq" else "othello")]).data


def refusal(ending: str, data: bytes, limits: ReadLimits, *, strict: bool = True) -> str | None:
    """The code of a refusal and the end of the key of its words; None where the file is read."""
    try:
        read(ending, data, strict=strict, limits=limits)
    except GameError as error:
        key: str = getattr(error, "reason", error).key
        return f"{error.code} {key.rpartition('.')[2]}"
    return None


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("ending", [format_.endings[0] for format_ in formats()])
def test_every_format_refuses_more_nodes_than_may_be(ending: str, strict: bool) -> None:
    data = sample(ending)
    assert refusal(ending, data, ReadLimits(nodes=2 * MOVES), strict=strict) is None
    assert refusal(ending, data, ReadLimits(nodes=MOVES - 1), strict=strict) in (
        "TOO_LARGE too_many_nodes",
        "TOO_LARGE nodes",
    )


@pytest.mark.parametrize("ending", [".sgf", ".jsonl", ".ggf", ".wtb"])
def test_the_nodes_of_all_games_of_a_file_count_together(ending: str) -> None:
    data = write(ending, [record("othello")] * 5).data
    assert refusal(ending, data, ReadLimits(nodes=5 * (MOVES + 1))) is None
    assert refusal(ending, data, ReadLimits(nodes=4 * (MOVES + 1))) in ("TOO_LARGE too_many_nodes", "TOO_LARGE nodes")


class Unplayed(Exception):
    """Somebody has played a move."""


@pytest.mark.parametrize("ending", [".sgf", ".json"])
def test_a_line_of_too_many_actions_is_refused_before_it_is_played(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record("go")
    data = write(ending, [game]).data

    def most(rules: Ruleset) -> int:
        assert rules.KIND == "go"
        return most_actions

    most_actions = MOVES
    assert refusal(ending, data, ReadLimits(actions=most)) is None
    most_actions = MOVES - 1

    def played(*_: object) -> None:
        raise Unplayed

    for way in ("apply", "_run"):
        monkeypatch.setattr(type(game.ruleset), way, played)
    assert refusal(ending, data, ReadLimits(actions=most)) == "TOO_LARGE too_many_actions"
    with pytest.raises(Unplayed):
        read(ending, data)


@pytest.mark.parametrize("ending", [".sgf", ".json"])
def test_only_the_actions_since_the_latest_set_up_count(ending: str) -> None:
    game = record("go")
    nodes = list(game.nodes)
    nodes.append(Node(len(nodes) - 1, setup=Setup(Board.empty(19, 19), BLACK)))
    nodes += [Node(len(nodes) - 1, Place(BLACK, Point(3, 3))), Node(len(nodes), comment="well")]
    game = Record(game.ruleset, nodes=tuple(nodes))
    assert len(game.latest_stretch()[1]) == 1
    data = write(ending, [game]).data
    assert refusal(ending, data, ReadLimits(actions=lambda _: 1)) is None
    assert refusal(ending, data, ReadLimits(actions=lambda _: 0)) == "TOO_LARGE too_many_actions"


def test_markings_in_a_save_cost_more_than_moves() -> None:
    rules = create_rules("go", 9, {"dead_stones": "agree"})
    state, line = rules.initial(), []

    def act(action: Place | Pass | MarkDead | UnmarkDead) -> None:
        nonlocal state
        state = rules.apply(state, action)
        line.append(action)

    act(Place(BLACK, Point(4, 4)))
    act(Pass(BLACK.other))
    act(Pass(BLACK))
    for _ in range(5):
        act(MarkDead(BLACK, (Point(4, 4),)))
        act(UnmarkDead(BLACK, (Point(4, 4),)))
    data = write(".json", [Record(rules).with_line(line)]).data
    assert refusal(".json", data, ReadLimits(nodes=300)) is None
    assert refusal(".json", data, ReadLimits(nodes=150)) == "TOO_LARGE too_many_nodes"


def test_points_that_a_few_letters_unfold_to_are_counted() -> None:
    game = Record(create_rules("go"), nodes=(Node(marks=(Mark("triangle", ((0, 0),)),)),))
    assert refusal(".sgf", write(".sgf", [game]).data, ReadLimits(points=1)) is None
    data = b"(;GM[1]SZ[19]" + b"".join(islice(iter(lambda: b";TR[aa:ss]", None), 50)) + b")"
    assert refusal(".sgf", data, ReadLimits(points=20_000)) is None
    assert refusal(".sgf", data, ReadLimits(points=10_000)) == "TOO_LARGE points"
