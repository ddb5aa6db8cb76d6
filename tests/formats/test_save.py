"""Save files: what goes in comes out, what is wrong is refused with its reason, old files load for ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    LANGUAGES,
    SHARED_REASONS,
    WHITE,
    Action,
    BadRecord,
    Board,
    ClockKind,
    ErrorCode,
    GameError,
    Mark,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Record,
    Resign,
    Ruleset,
    Score,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.save import dumps, loads
from tests.contract.cases import Case, all_cases, playout

GOLDEN = Path(__file__).parents[1] / "golden" / "othello_save_v1.json"
CASES = all_cases()
SMALL = [case.rules for case in CASES if case.rules.size <= 9]

File = dict[str, Any]


def refused(text: str) -> GameError:
    """The refusal of a text, which every language can say."""
    with pytest.raises(GameError) as caught:
        loads(text)
    for language in LANGUAGES:
        assert caught.value.text(language).encode()
    return caught.value


def changed(file: File, change: Callable[[File], object]) -> str:
    """The file's text after a change to a copy of it."""
    copy: File = json.loads(json.dumps(file))
    change(copy)
    return json.dumps(copy)


@pytest.fixture
def file() -> File:
    """The golden file as plain values."""
    read: File = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return read


# --- what goes in comes out ------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def marks(size: int) -> st.SearchStrategy[tuple[Mark, ...]]:
    side = st.integers(0, size - 1)
    points = st.lists(st.tuples(side, side), max_size=3).map(tuple)
    return st.lists(st.builds(Mark, texts, points, texts), max_size=2).map(tuple)


def outcomes() -> st.SearchStrategy[Outcome | None]:
    numbers = st.one_of(st.integers(-400, 400), st.integers(-800, 800).map(lambda half: half / 2))
    score = st.none() | st.builds(Score, numbers, numbers)
    won = st.builds(
        Outcome, st.sampled_from((BLACK, WHITE, None)), st.sampled_from(SHARED_REASONS), st.none() | numbers, score
    )
    return st.none() | won | st.builds(Outcome, st.none(), st.sampled_from(SHARED_REASONS), no_result=st.just(True))


controls = st.none() | st.builds(
    TimeControl, st.just(ClockKind.BYOYOMI), st.integers(0, 10**9), period_ms=st.integers(1, 10**6), periods=st.just(3)
)


@st.composite
def trees(draw: st.DrawFn, rules: Ruleset, line: tuple[Action, ...]) -> tuple[Node, ...]:
    """The line as the main line, annotated here and there, with variations anywhere but at its end."""
    notes = st.builds(
        Node,
        ms=st.none() | st.integers(0, 10**9),
        comment=texts,
        marks=marks(rules.size),
        properties=st.lists(st.tuples(texts, st.lists(texts, max_size=2).map(tuple)), max_size=2).map(tuple),
    )
    nodes = [replace(draw(notes), parent=-1)]
    for action in line:
        nodes.append(Node(len(nodes) - 1, action))
        if draw(st.integers(0, 9)) == 0:  # a node that only tells something
            nodes.append(replace(draw(notes), parent=len(nodes) - 1))
    for _ in range(draw(st.integers(0, 3))):
        index = draw(st.integers(1, len(nodes) - 1)) if len(nodes) > 1 else 0
        nodes[index] = replace(draw(notes), parent=nodes[index].parent, action=nodes[index].action)
    end = len(nodes) - 1
    for _ in range(draw(st.integers(0, 4)) if end else 0):
        parent = draw(st.sampled_from([index for index in range(len(nodes)) if index != end]))
        for number in range(draw(st.integers(1, 3))):
            point = Point(draw(st.integers(0, rules.size - 1)), draw(st.integers(0, rules.size - 1)))
            actions: list[Action] = [Place(BLACK, point), Pass(WHITE), Resign(BLACK)]
            action = draw(st.sampled_from(actions))
            nodes.append(replace(draw(notes), parent=parent, action=None if number == 1 else action))
            parent = len(nodes) - 1
    return tuple(nodes)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games of every kind, as far as they went, with all that a record can hold."""
    rules = draw(st.sampled_from(SMALL))
    actions = playout(rules, draw(st.integers(1, 6))).actions
    line = actions[: draw(st.integers(0, len(actions)))]
    people = st.builds(Participant, texts, texts, texts, texts)
    return Record(
        rules,
        None,
        draw(people),
        draw(people),
        draw(trees(rules, line)),
        draw(outcomes()),
        draw(texts),
        draw(controls),
        draw(st.lists(st.tuples(texts, texts), max_size=2).map(tuple)),
    )


def as_tree(record: Record) -> object:
    """The nodes with their children below them, whatever order they are kept in."""
    children = record.children()
    below: list[object] = [None] * len(record.nodes)
    for index in reversed(range(len(record.nodes))):
        below[index] = (replace(record.nodes[index], parent=-1), [below[child] for child in children[index]])
    return below[0]


@given(records())
def test_every_record_survives(record: Record) -> None:
    text = dumps(record)
    again = loads(text)
    assert as_tree(again) == as_tree(record)
    assert replace(again, nodes=()) == replace(record, nodes=())
    assert dumps(again) == text
    assert loads(dumps(again)) == again


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_game_under_every_rule_survives(case: Case) -> None:
    for seed in (1, 2):
        timeline = playout(case.rules, seed)
        record = Record.of(timeline, Participant("甲", "3d"), Participant("乙", "", "level:3"), "2026-11-15")
        again = loads(dumps(record))
        assert again == record
        assert again.replay().game.state == timeline.state


def test_a_setup_survives() -> None:
    board = Board.empty(9).with_stones({Point(4, 4): BLACK, Point(0, 8): WHITE})
    record = Record(create_rules("go", 9), Setup(board, WHITE, Prisoners(3, 1)))
    record = record.with_line([Place(WHITE, Point(2, 2))])
    assert loads(dumps(record)) == record


def test_a_position_put_on_the_board_in_the_middle_survives() -> None:
    lesson = Setup(Board.empty(5).with_stones({Point(2, 2): BLACK}), WHITE)
    nodes = (Node(), Node(0, Place(BLACK, Point(1, 1))), Node(1, setup=lesson), Node(2, Place(WHITE, Point(1, 1))))
    record = Record(create_rules("go", 5), nodes=nodes)
    assert loads(dumps(record)) == record


def test_variations_are_a_flat_list_of_lines_under_numbered_nodes() -> None:
    rules = create_rules("peace", 4)
    a, b, c, d = (Point(x, 0) for x in range(4))
    record = Record(rules).with_line([Place(BLACK, a), Place(WHITE, b)])
    record = record.with_line([Place(WHITE, c), Place(BLACK, d)], parent=1)
    record = record.with_line([Place(BLACK, b)], parent=3)
    record = record.with_line([Place(BLACK, d)], parent=0)
    assert json.loads(dumps(record))["variations"] == [
        {"after": 0, "moves": [{"player": "black", "x": 3, "y": 0}]},
        {"after": 1, "moves": [{"player": "white", "x": 2, "y": 0}, {"player": "black", "x": 3, "y": 0}]},
        {"after": 4, "moves": [{"player": "black", "x": 1, "y": 0}]},
    ]
    assert as_tree(loads(dumps(record))) == as_tree(record)


def test_the_board_stands_in_the_file_row_by_row() -> None:
    text = dumps(Record(create_rules("othello", 8)))
    assert '"board": [\n    [0, 0, 0, 0, 0, 0, 0, 0],' in text


def test_halves_of_characters_do_not_spoil_the_file() -> None:
    record = Record(create_rules("peace", 4), black=Participant("\ud83d"))
    assert loads(dumps(record)).black.name == "?"


def test_a_declared_result_that_differs_is_kept() -> None:
    declared = Outcome.won(WHITE, Reason.TIME)
    record = replace(Record(create_rules("go", 9)).with_line([Resign(WHITE)]), result=declared)
    again = loads(dumps(record))
    assert again.result == declared
    assert again.replay().disagrees


def test_an_illegal_main_line_is_not_written() -> None:
    record = Record(create_rules("peace", 4)).with_line([Place(BLACK, Point(1, 1))])
    with pytest.raises(BadRecord):
        dumps(record)


def test_what_could_not_be_read_again_is_not_written() -> None:
    record = Record(create_rules("peace", 4), nodes=(Node(comment="棋" * 400_000),))
    with pytest.raises(GameError) as caught:
        dumps(record)
    assert caught.value.code is ErrorCode.TOO_LARGE


# --- the golden file -------------------------------------------------------------------------


def test_a_file_of_version_1_loads_for_ever() -> None:
    record = loads(GOLDEN.read_text(encoding="utf-8"))
    assert record.ruleset == create_rules("othello", 8, {"empties_to_winner": True})
    assert record.black == Participant("Ada", "2 dan", "human", "Blue")
    assert record.white == Participant("小明", "", "level:4")
    actions = record.main_actions()
    assert actions[:2] == [Place(BLACK, Point(3, 2)), Place(WHITE, Point(2, 2))]
    assert actions[-1] == Resign(WHITE)
    assert record.nodes[0].comment == "友谊赛\nround 1"
    assert record.nodes[1].ms == 1250
    assert record.nodes[1].marks == (Mark("triangle", ((3, 2),)), Mark("label", ((4, 4), (0, 7)), "A"))
    assert record.nodes[1].properties == (("XX", ("1", "two")),)
    assert record.result == Outcome(BLACK, Reason.RESIGN)
    assert record.created == "2026-11-15"
    assert record.control == TimeControl(ClockKind.FISCHER, main_ms=300_000, increment_ms=5_000)
    assert record.info == (("event", "Club evening"),)
    assert len([node for node in record.nodes if node.parent == 0]) == 2


def test_the_golden_file_is_what_is_written_today() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    assert dumps(loads(text)) == text


# --- what is wrong is refused ----------------------------------------------------------------


def test_a_board_that_differs_from_the_moves_is_refused(file: File) -> None:
    def other_board(file: File) -> None:
        file["board"][0][0] = 1

    assert refused(changed(file, other_board)).key == "record.board_differs"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("current_player", "white"),
        ("captured_counts", {"black": 1, "white": 0}),
        ("aux", {"consecutive_passes": 1}),
        ("aux", {"consecutive_passes": 0, "phase": "agree"}),
    ],
)
def test_any_other_end_than_that_of_the_moves_is_refused(file: File, key: str, value: object) -> None:
    error = refused(changed(file, lambda file: file.update({key: value})))
    assert error.key == "record.check_differs"
    assert str(error.values["field"]).startswith(key)


def test_an_illegal_move_is_named_by_its_number(file: File) -> None:
    error = refused(changed(file, lambda file: file["move_history"][2].update(x=0, y=0)))
    assert isinstance(error, BadRecord)
    assert error.number == 3
    assert error.reason.code is ErrorCode.NO_FLIP


@pytest.mark.parametrize("point", [(-1, 0), (8, 0), (0, -8), (10**14, 0)])
def test_a_stone_beside_the_board_is_an_illegal_move(file: File, point: tuple[int, int]) -> None:
    error = refused(changed(file, lambda file: file["move_history"][0].update(x=point[0], y=point[1])))
    assert isinstance(error, BadRecord)
    assert error.reason.code is ErrorCode.OUT_OF_BOUNDS


def test_unknown_keys_are_ignored(file: File) -> None:
    def more(file: File) -> None:
        file["later"] = {"deep": [1, {"deeper": None}]}
        file["move_history"][0]["mood"] = "\ud800"
        file["players"]["black"]["flag"] = 1

    assert loads(changed(file, more)) == loads(json.dumps(file))


REQUIRED = [
    *("format", "version", "game_type", "board_size", "rules", "players", "move_history", "board"),
    *("current_player", "captured_counts", "aux", "result", "created"),
]


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key_is_named(file: File, key: str) -> None:
    error = refused(changed(file, lambda file: file.pop(key)))
    assert error.key == ("record.not_save" if key == "format" else "record.missing")


@pytest.mark.parametrize("value", [None, True, -1, 3, 2.5, "x", "", [], {}, [[]], [{}], {"": 0}, [None], 10**14])
@pytest.mark.parametrize("key", [*REQUIRED, "setup", "variations"])
def test_a_wrong_type_anywhere_at_the_top_is_refused(file: File, key: str, value: object) -> None:
    text = changed(file, lambda file: file.update({key: value}))
    harmless: dict[str, tuple[object, ...]] = {
        "created": ("x", ""),
        "result": (None,),
        "rules": ({},),
        "variations": (None, []),
        "setup": (None,),
    }
    if value in harmless.get(key, ()):
        try:
            loads(text)
        except GameError:
            assert key == "rules"
    else:
        refused(text)


def test_the_refusals_have_fitting_codes(file: File) -> None:
    cases: list[tuple[ErrorCode, str, Callable[[File], object]]] = [
        (ErrorCode.NO_SUCH_KIND, "error.NO_SUCH_KIND", lambda file: file.update(game_type="chess")),
        (ErrorCode.BAD_RULES, "rules.bad_even_size", lambda file: file.update(board_size=7)),
        (ErrorCode.BAD_RULES, "rules.unknown_option", lambda file: file.update(rules={"komi": 1})),
        (ErrorCode.BAD_RULES, "rules.not_boolean", lambda file: file.update(rules={"empties_to_winner": 1})),
        (ErrorCode.BAD_RULES, "rules.unknown_preset", lambda file: file.update(rules="chess")),
        (ErrorCode.BAD_RECORD, "record.not_save", lambda file: file.update(format="sgf")),
        (ErrorCode.BAD_RECORD, "record.newer_version", lambda file: file.update(version=2)),
        (ErrorCode.BAD_RECORD, "record.bad_field", lambda file: file.update(version="1")),
        (ErrorCode.BAD_RULES, "clock.out_of_range", lambda file: file["aux"].update(control={"kind": "absolute"})),
    ]
    for code, key, change in cases:
        error = refused(changed(file, change))
        assert (error.code, error.key) == (code, key)


@pytest.mark.parametrize(
    "move",
    [
        *({}, [], None, 1, {"player": "black"}, {"player": "black", "x": 1}, {"player": "black", "y": 1}),
        *({"player": "black", "x": 1.0, "y": 2}, {"player": "black", "x": True, "y": 2}),
        *({"player": "black", "x": "3", "y": 2}, {"player": "red", "x": 3, "y": 2}, {"x": 3, "y": 2}),
        *({"player": 1, "x": 3, "y": 2}, {"player": "black", "x": 3, "y": 2, "pass": True}),
        *({"player": "black", "pass": False}, {"player": "black", "pass": 1}, {"player": "black", "action": "fly"}),
        *({"player": "black", "action": 1}, {"player": "black", "action": "choose"}),
        *({"player": "black", "action": "mark_dead"}, {"player": "black", "action": "mark_dead", "points": [[0]]}),
        *({"player": "black", "action": "mark_dead", "points": [[0, 8]]}, {"player": "black", "action": "place"}),
        *({"player": "black", "x": 3, "y": 2, "ms": -1}, {"player": "black", "x": 3, "y": 2, "comment": None}),
        *({"player": "black", "x": 3, "y": 2, "comment": "\ud800"}, {"player": "black", "x": 3, "y": 2, "marks": {}}),
        {"player": "black", "x": 3, "y": 2, "marks": [{"kind": "label", "points": [[8, 0]]}]},
        {"player": "black", "x": 3, "y": 2, "properties": [["a", "b"]]},
        {"player": "black", "x": 3, "y": 2, "setup": {}},
    ],
)
def test_a_move_of_another_form_is_refused(file: File, move: object) -> None:
    def first_move(file: File) -> None:
        file["move_history"][0] = move

    assert refused(changed(file, first_move)).key in ("record.bad_field", "record.missing")


@pytest.mark.parametrize(
    "variation",
    [
        *({}, [], {"after": 0}, {"moves": []}, {"after": -1, "moves": []}, {"after": 10**6, "moves": []}),
        {"after": 1, "moves": [{"player": "white", "x": 8, "y": 0}]},
        {"after": 1, "moves": [{"player": "white", "x": -1, "y": 0}]},
    ],
)
def test_a_variation_of_another_form_is_refused(file: File, variation: object) -> None:
    assert refused(changed(file, lambda file: file.update(variations=[variation]))).code is ErrorCode.BAD_RECORD


def test_a_variation_may_not_continue_the_main_line(file: File) -> None:
    end = len(file["move_history"])
    variation = {"after": end, "moves": [{"player": "white", "x": 0, "y": 0}]}
    assert refused(changed(file, lambda file: file.update(variations=[variation]))).key == "record.bad_field"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "record.bad_json"),
        ("{", "record.bad_json"),
        ("{'format': 1}", "record.bad_json"),
        ('{"format": "tengen-save",}', "record.bad_json"),
        ("\x00", "record.bad_json"),
        ("null", "record.not_save"),
        ("[]", "record.not_save"),
        ('"tengen-save"', "record.not_save"),
        ('{"format": ["tengen-save"]}', "record.not_save"),
        ("[" * 500_000, "record.too_deep"),
        ('{"a":' * 100_000, "record.too_deep"),
        ('{"version": NaN}', "record.bad_number"),
        ('{"version": -Infinity}', "record.bad_number"),
        ('{"version": 1e999}', "record.bad_number"),
        ('{"version": ' + "9" * 100_000 + "}", "record.bad_number"),
        ('{"version": 0.' + "9" * 100_000 + "}", "record.bad_number"),
        ('{"a": 1, "a": 1}', "record.repeated_key"),
        ('{"\\ud800": 1, "\\ud800": 1}', "record.repeated_key"),
    ],
    ids=lambda text: text[:24],
)
def test_what_is_not_json_or_not_ours_is_refused(text: str, key: str) -> None:
    error = refused(text)
    assert (error.code, error.key) == (ErrorCode.BAD_RECORD, key)


@pytest.mark.parametrize("text", [" " * (1 << 20) + "1", "棋" * 400_000])
def test_a_text_of_more_than_a_mebibyte_is_not_even_read(text: str) -> None:
    assert refused(text).code is ErrorCode.TOO_LARGE


# --- fuzz ------------------------------------------------------------------------------------

SPOILERS: list[object] = [
    *(None, True, False, 0, 1, -1, 2, 7, 8, 9, 10**14, 0.5, -0.0, "", "black", "white", "draw", "x", "\ud800", "\0"),
    *([], {}, [0], [[0, 0]], {"x": 0}, {"black": 0, "white": 0}, [["a", ["b"]]]),
]


def places(value: object) -> list[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        container = waiting.pop()
        keys: list[Any] = list(container) if isinstance(container, dict) else []
        if isinstance(container, list):
            keys = list(range(len(container)))
        found += [(container, key) for key in keys]
        waiting += [container[key] for key in keys]  # type: ignore[index]  # keys come from the container
    return found


def seeds_of_fuzz() -> list[File]:
    """Files of several games: with passes, choices, dead stones and set-ups."""
    board = Board.empty(5).with_stones({Point(1, 1): BLACK})
    started = Record(create_rules("go", 5), Setup(board, WHITE)).with_line([Place(WHITE, Point(0, 0))])
    asked = [
        ("go", 5, {"dead_stones": "agree"}),
        ("gomoku", 8, {"opening": "swap2"}),
        ("othello", 4, None),
        ("peace", 4, None),
        ("corners", 3, None),
    ]
    games = [playout(create_rules(kind, size, rules), 2) for kind, size, rules in asked]
    records = [started, *(Record.of(game, Participant(), Participant()) for game in games)]
    return [json.loads(GOLDEN.read_text(encoding="utf-8")), *(json.loads(dumps(record)) for record in records)]


FUZZED = seeds_of_fuzz()


def attempt(text: str) -> Record | None:
    """The record in a text, or None when it was refused in words. Any other exception is a failure."""
    try:
        return loads(text)
    except GameError as refusal:
        refusal.text("zh").encode()
        return None


@pytest.mark.parametrize("number", range(len(FUZZED)))
def test_a_spoiled_file_is_refused_or_read_and_nothing_else(number: int) -> None:
    chance = Random(number)
    original = json.dumps(FUZZED[number])
    for _ in range(300):
        file = json.loads(original)
        for _ in range(chance.choice((1, 1, 2, 3))):
            container, key = chance.choice(places(file))
            if chance.random() < 0.2:
                del container[key]
            else:
                container[key] = chance.choice(SPOILERS)
        record = attempt(json.dumps(file))
        if record is not None:
            assert loads(dumps(record)).main_actions() == record.main_actions()


def test_a_torn_or_scratched_text_is_refused_or_read_and_nothing_else() -> None:
    chance = Random(1)
    text = dumps(loads(GOLDEN.read_text(encoding="utf-8")))
    for _ in range(300):
        start = chance.randrange(len(text))
        scratched = text[:start] + chance.choice(("", '"', "}", "[", "9", "e9", "-", "\ud800", "\\", "null", text))
        if chance.random() < 0.7:
            scratched += text[start + chance.randrange(4) :]
        attempt(scratched)
