"""The published schema of the save file, the save as a format among others, and saves of older versions."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from tengen.core import (
    BLACK,
    LANGUAGES,
    SHARED_REASONS,
    WHITE,
    BadRecord,
    Board,
    ClockKind,
    ErrorCode,
    GameError,
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
    Setup,
    create_rules,
)
from tengen.formats.format import Notice, Reading
from tengen.formats.save import FORMAT, dumps, loads
from tengen.formats.save import format as save
from tengen.formats.sgf import read as sgf_read
from tests.contract.cases import Case, all_cases, playout
from tests.formats.test_save import GOLDEN, File, changed, records

SCHEMA = json.loads((resources.files("tengen.formats.save") / "save.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def is_valid(text: str) -> bool:
    return bool(VALIDATOR.is_valid(json.loads(text)))


def refused(data: bytes, *, strict: bool = True) -> GameError:
    with pytest.raises(GameError) as caught:
        FORMAT.read(data, strict=strict)
    return caught.value


def kept(data: bytes) -> Reading:
    """What is kept of a file with mistakes; every language can tell of them."""
    reading = FORMAT.read(data, strict=False)
    for notice in reading.notices:
        assert all(notice.text(language) for language in LANGUAGES)
    return reading


@pytest.fixture
def file() -> File:
    read: File = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return read


# --- the schema ------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["version"]["const"] == save.VERSION
    assert SCHEMA["properties"]["format"]["const"] == save.FORMAT_NAME
    reason = SCHEMA["$defs"]["outcome"]["properties"]["reason"]
    assert all(re.search(reason["pattern"], shared) and shared in reason["description"] for shared in SHARED_REASONS)
    assert SCHEMA["$defs"]["control"]["properties"]["kind"]["enum"] == [kind.value for kind in ClockKind]


@given(records())
def test_every_file_that_is_written_fits_the_schema(record: Record) -> None:
    VALIDATOR.validate(json.loads(dumps(record)))


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_games_of_every_kind_fit_the_schema(case: Case) -> None:
    record = Record.of(playout(case.rules, 2), Participant("甲"), Participant("乙"), "2026-11-15")
    VALIDATOR.validate(json.loads(dumps(record)))


def test_set_ups_fit_the_schema() -> None:
    board = Board.empty(5).with_stones({Point(1, 1): BLACK})
    nodes = (Node(), Node(0, setup=Setup(board, WHITE, Prisoners(1, 0))))
    VALIDATOR.validate(json.loads(dumps(Record(create_rules("go", 5), Setup(board, WHITE), nodes=nodes))))


BROKEN: list[tuple[str, Callable[[File], object]]] = [
    ("another format", lambda file: file.update(format="sgf")),
    ("a later version", lambda file: file.update(version=2)),
    ("no moves", lambda file: file.pop("move_history")),
    ("moves in an object", lambda file: file.update(move_history={})),
    ("a size in words", lambda file: file.update(board_size="8")),
    ("half a row", lambda file: file.update(board_size=7.5)),
    ("a board of colours", lambda file: file.update(board=[["black"]])),
    ("a third colour", lambda file: file["board"][0].__setitem__(0, 3)),
    ("no side to move", lambda file: file.update(current_player=None)),
    ("half the prisoners", lambda file: file["captured_counts"].pop("white")),
    ("fewer than no prisoners", lambda file: file["captured_counts"].update(white=-1)),
    ("one player", lambda file: file["players"].pop("white")),
    ("a nameless player", lambda file: file["players"]["black"].pop("name")),
    ("a list of rules", lambda file: file.update(rules=["classroom"])),
    ("a rule within a rule", lambda file: file.update(rules={"komi": {"value": 7}})),
    ("a winner who did not play", lambda file: file["result"].update(winner="red")),
    ("a reason that is no name", lambda file: file["result"].update(reason="of boredom")),
    ("no result at all", lambda file: file.pop("result")),
    ("a date in numbers", lambda file: file.update(created=20261115)),
    ("a stone without a row", lambda file: file["move_history"][0].pop("y")),
    ("a stone of nobody", lambda file: file["move_history"][0].pop("player")),
    ("a stone beside the board", lambda file: file["move_history"][0].update(x=-1)),
    ("a stone that passes", lambda file: file["move_history"][0].update({"pass": True})),
    ("a pass that is none", lambda file: file["move_history"].append({"player": "black", "pass": False})),
    ("an unknown action", lambda file: file["move_history"].append({"player": "black", "action": "fly"})),
    ("a choice of nothing", lambda file: file["move_history"].append({"player": "black", "action": "choose"})),
    ("dead stones nowhere", lambda file: file["move_history"].append({"player": "black", "action": "mark_dead"})),
    ("thinking before asked", lambda file: file["move_history"][0].update(ms=-1)),
    ("a comment in numbers", lambda file: file["move_history"][0].update(comment=1)),
    ("a mark of three numbers", lambda file: file["move_history"][0]["marks"][0].update(points=[[1, 2, 3]])),
    ("a bare property", lambda file: file["move_history"][0].update(properties=["XX"])),
    ("an empty set-up", lambda file: file.update(setup={})),
    ("a variation of nothing", lambda file: file.update(variations=[{"after": 0}])),
    ("a variation from before", lambda file: file.update(variations=[{"after": -1, "moves": []}])),
    ("no passes counted", lambda file: file["aux"].pop("consecutive_passes")),
    ("unstated in a word", lambda file: file["aux"].update(unstated="komi")),
    ("unstated in numbers", lambda file: file["aux"].update(unstated=[1])),
    ("another clock", lambda file: file["aux"].update(control={"kind": "sand"})),
]


@pytest.mark.parametrize(("what", "change"), BROKEN, ids=[what for what, _ in BROKEN])
def test_what_the_reader_refuses_does_not_fit_the_schema(
    file: File, what: str, change: Callable[[File], object]
) -> None:
    assert is_valid(json.dumps(file))
    text = changed(file, change)
    assert not is_valid(text), what
    refused(text.encode())


def test_what_the_reader_takes_beyond_what_is_written_fits_the_schema(file: File) -> None:
    for change in (
        lambda file: file.update(later={"unknown": []}),
        lambda file: file.update(setup=None, variations=None),
        lambda file: file["aux"].pop("phase"),
    ):
        text = changed(file, change)
        assert loads(text)
        assert is_valid(text)


# --- the save as a format among others ---------------------------------------------------------


def test_it_is_known_by_its_name_its_ending_and_its_first_words() -> None:
    assert (FORMAT.name, FORMAT.endings, FORMAT.holds_many) == ("save", (".json",), False)
    assert FORMAT.recognises(GOLDEN.read_bytes())
    assert FORMAT.recognises(b'{ "version" : 1, "format"  :\n "tengen-save"')
    for other in (b"", b"{}", b'{"format": "other"}', b"(;GM[1])", b"f5d6c3", b"c4\nc3\nd3\n", b"\x14\x1a\x01\x01"):
        assert not FORMAT.recognises(other)


def test_a_record_goes_through_bytes() -> None:
    data = GOLDEN.read_bytes()
    reading = FORMAT.read(data)
    assert reading == Reading((loads(data.decode()),))
    assert FORMAT.write(reading.records).data == data
    assert FORMAT.read(b"\xef\xbb\xbf" + data) == reading


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_holds_one_game(count: int) -> None:
    record = loads(GOLDEN.read_text(encoding="utf-8"))
    with pytest.raises(GameError) as caught:
        FORMAT.write([record] * count)
    assert caught.value.key == "format.one_game"


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    data = GOLDEN.read_bytes()
    error = refused(data.replace("小明".encode(), b"\xff\xff"))
    assert (error.code, error.key) == (ErrorCode.BAD_RECORD, "record.not_text")
    assert error.values["byte"] == data.index("小明".encode()) + 1
    assert refused(data.decode().encode("utf-16")).key == "record.not_text"


def test_too_much_is_not_even_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_BYTES", 1000)
    error = refused(b"\xff" * 1001)
    assert (error.code, error.text()) == (ErrorCode.TOO_LARGE, "A save file may have 1000 bytes at most.")


def test_a_save_in_a_file_may_be_as_large_as_an_sgf_file() -> None:
    assert save.MOST_BYTES == sgf_read.MOST_BYTES
    record = Record(create_rules("go", 9), nodes=(Node(comment="x" * (2 << 20)),))
    assert FORMAT.read(FORMAT.write([record]).data).records == (record,)
    with pytest.raises(GameError) as caught:
        dumps(record)
    assert "1048576 bytes" in caught.value.text()


def test_of_an_illegal_game_the_legal_part_is_kept_with_a_notice(file: File) -> None:
    data = changed(file, lambda file: file["move_history"][2].update(x=0, y=0)).encode()
    assert isinstance(refused(data), BadRecord)
    reading = kept(data)
    (record,) = reading.records
    assert len(record.main_actions()) == 2
    assert [notice.key for notice in reading.notices] == ["format.stopped"]
    assert "Move 3 is not possible" in reading.notices[0].text()


def test_a_differing_board_is_told_and_the_moves_are_kept(file: File) -> None:
    def tell_another_end(file: File) -> None:
        file["board"][0][0] = 1
        file["captured_counts"]["black"] = 7

    reading = kept(changed(file, tell_another_end).encode())
    assert reading.records == (loads(json.dumps(file)),)
    assert [notice.key for notice in reading.notices] == ["record.board_differs", "record.check_differs"]


def test_a_beginning_that_cannot_stand_is_refused_all_the_same(file: File) -> None:
    setup = {"board": [[1] * 6] * 6, "current_player": "black", "captured": {"black": 0, "white": 0}}
    assert refused(changed(file, lambda file: file.update(setup=setup)).encode(), strict=False).code is (
        ErrorCode.BAD_RECORD
    )


# --- saves of our forerunners ------------------------------------------------------------------


def rows(*lines: str) -> list[list[int]]:
    return [[".XO".index(cell) for cell in line.split()] for line in lines]


def old_gomoku(**changes: object) -> File:
    """A save as the first stage of the platform described it."""
    stones = {(7, 7): 1, (7, 8): 2, (6, 8): 1}
    return {
        "game_type": "gomoku",
        "board_size": 15,
        "board": [[stones.get((row, column), 0) for column in range(15)] for row in range(15)],
        "current_player": "white",
        "move_history": [
            {"player": "black", "row": 7, "col": 7},
            {"player": "white", "row": 7, "col": 8},
            {"player": "black", "row": 6, "col": 8},
        ],
        "captured_counts": {"black": 0, "white": 0},
        "aux": {},
        **changes,
    }


OLD_GO: File = {
    "game_type": "GO",
    "board_size": 5,
    "board": rows(". X . . .", "X . X . .", ". X . . .", ". . . O O", ". . . . ."),
    "current_player": "BLACK",
    "move_history": [
        *(
            {"player": "BLACK", "x": 1, "y": 0},
            {"player": "WHITE", "x": 1, "y": 1},
            {"player": "BLACK", "x": 0, "y": 1},
        ),
        *(
            {"player": "WHITE", "x": 3, "y": 3},
            {"player": "BLACK", "x": 2, "y": 1},
            {"player": "WHITE", "x": 4, "y": 3},
        ),
        *({"player": "BLACK", "x": 1, "y": 2}, {"player": "WHITE", "pass": True}),
    ],
    "captured_counts": {"BLACK": 1, "WHITE": 0},
    "aux": {"consecutive_passes": 1},
}


def old(file: object) -> Reading:
    return FORMAT.read(json.dumps(file).encode())


def test_a_save_of_the_first_stage_is_read() -> None:
    reading = old(old_gomoku())
    assert not reading.notices
    (record,) = reading.records
    assert record.ruleset == create_rules("gomoku", 15)
    assert record.main_actions() == [Place(BLACK, Point(7, 7)), Place(WHITE, Point(8, 7)), Place(BLACK, Point(8, 6))]
    assert (record.black, record.white, record.result, record.created) == (Participant(), Participant(), None, "")
    assert loads(dumps(record)) == record


def test_captures_passes_and_other_ways_to_write_are_read() -> None:
    (record,) = old(OLD_GO).records
    assert record.ruleset == create_rules("go", 5, {"preset": "classroom", "komi": 7.5})
    assert record.main_actions()[-1] == Pass(WHITE)
    assert record.replay().game.state.position.prisoners == (1, 0)


def test_every_way_to_tell_a_move_is_the_same() -> None:
    points: list[File] = [{"x": 8, "y": 7}, {"row": 7, "col": 8}, {"pos": {"row": 7, "col": 8}}, {"pos": [7, 8]}]
    points.append({"row": 7, "col": 8, "pass": False, "resign": False, "pos": None})
    players: list[dict[str, object]] = [{"player": word} for word in ("white", "WHITE", "w", 2, "2", "白", None)]
    found = set()
    for point in points:
        for player in [*players, {}]:
            history = [{"x": 7, "y": 7, "player": 1}, {**player, **point}, {"row": 6, "col": 8}]
            (record,) = old(old_gomoku(move_history=history)).records
            found.add(tuple(record.main_actions()))
    assert found == {(Place(BLACK, Point(7, 7)), Place(WHITE, Point(8, 7)), Place(BLACK, Point(8, 6)))}


def test_a_resignation_ends_the_game() -> None:
    history = [*old_gomoku()["move_history"], {"player": "white", "resign": True}]
    (record,) = old(old_gomoku(move_history=history, current_player="black")).records
    assert record.main_actions()[-1] == Resign(WHITE)
    assert record.result == Outcome(BLACK, Reason.RESIGN)


def test_the_komi_of_the_time_is_kept() -> None:
    (record,) = old({**OLD_GO, "aux": {"consecutive_passes": 1, "komi": 3.5}}).records
    assert record.ruleset.options()["komi"] == 3.5
    assert old({**OLD_GO, "komi": 0.5}).records[0].ruleset.options()["komi"] == 0.5


@pytest.mark.parametrize("missing", ["board_size", "board", "current_player", "captured_counts", "aux"])
def test_what_the_moves_tell_may_be_missing(missing: str) -> None:
    for value in ("left out", None):
        file = {**OLD_GO, missing: None} if value is None else {k: v for k, v in OLD_GO.items() if k != missing}
        assert old(file).records == old(OLD_GO).records


def test_a_board_without_moves_is_a_position_to_begin_from() -> None:
    reading = old(old_gomoku(move_history=[]))
    (record,) = reading.records
    assert record.setup is not None
    assert (record.setup.board[Point(8, 7)], record.setup.to_move) == (WHITE, WHITE)
    assert record.main_actions() == []
    assert [notice.key for notice in reading.notices] == ["record.position_only"]
    begun = [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    start = {"game_type": "黑白棋", "board_size": 4, "board": begun, "current_player": "black", "move_history": []}
    reading = old(start)
    assert (reading.records[0].setup, reading.notices) == (None, ())


def test_the_very_first_saves_are_positions() -> None:
    board = [[0, 1], [2, 0]]
    board = [[board[y - 3][x - 3] if 3 <= x < 5 and 3 <= y < 5 else 0 for x in range(8)] for y in range(8)]
    reading = old({"type": "GomokuGame", "board": board, "current": 1, "ended": False, "winner": None, "last": [4, 3]})
    (record,) = reading.records
    assert record.ruleset == create_rules("gomoku", 8)
    assert record.setup == Setup(Board.empty(8).with_stones({Point(4, 3): BLACK, Point(3, 4): WHITE}), BLACK)
    assert [notice.key for notice in reading.notices] == ["record.left_out", "record.position_only"]
    assert reading.notices[0].text().endswith(": ended, last.")


def test_what_is_not_understood_is_named() -> None:
    reading = old(old_gomoku(theme="wood", aux={"mood": "good", "last_move": None}))
    assert reading.notices == (Notice("record.left_out", {"fields": "theme, aux.mood"}),)
    many = {f"key{number}": 1 for number in range(20)}
    assert old(old_gomoku(**many)).notices[0].text().endswith("key7, ….")


@pytest.mark.parametrize(
    ("changes", "key", "place"),
    [
        ({"game_type": "chess"}, "error.NO_SUCH_KIND", None),
        ({"board_size": "15"}, "record.bad_field", "board_size"),
        ({"board_size": 14}, "record.bad_field", "board"),
        ({"board": [[0] * 15] * 14 + [[0] * 14]}, "record.bad_field", "board"),
        ({"board": [[0] * 15] * 14 + [[0] * 14 + [3]]}, "record.bad_field", "board[14][14]"),
        ({"board": [[0] * 15] * 14 + [[0] * 14 + [True]]}, "record.bad_field", "board[14][14]"),
        ({"board": [[0] * 15] * 15}, "record.board_differs", None),
        ({"current_player": "red"}, "record.bad_field", "current_player"),
        ({"current_player": "black"}, "record.check_differs", "current_player"),
        ({"captured_counts": {"black": 3}}, "record.check_differs", "captured_counts"),
        ({"captured_counts": {"black": 0, "b": 0}}, "record.bad_field", "captured_counts"),
        ({"captured_counts": [0, 0]}, "record.bad_field", "captured_counts"),
        ({"aux": {"consecutive_passes": 1}}, "record.check_differs", "aux.consecutive_passes"),
        ({"aux": []}, "record.bad_field", "aux"),
        ({"move_history": {}}, "record.bad_field", "move_history"),
        ({"move_history": ["h8"]}, "record.bad_field", "move_history[0]"),
        ({"move_history": [{}]}, "record.bad_field", "move_history[0]"),
        ({"move_history": [{"x": 1}]}, "record.missing", "move_history[0].y"),
        ({"move_history": [{"x": 1, "row": 1}]}, "record.bad_field", "move_history[0]"),
        ({"move_history": [{"x": 1, "y": 1, "pass": True}]}, "record.bad_field", "move_history[0]"),
        ({"move_history": [{"pass": "yes"}]}, "record.bad_field", "move_history[0].pass"),
        ({"move_history": [{"pos": [1, 2, 3]}]}, "record.bad_field", "move_history[0].pos"),
        ({"move_history": [{"x": "a", "y": 1}]}, "record.bad_field", "move_history[0].x"),
        ({"move_history": [{"pass": True}]}, "record.illegal_action", None),
        ({"move_history": [{"x": 15, "y": 0}]}, "record.illegal_action", None),
    ],
    ids=str,
)
def test_what_the_game_depends_on_is_refused_with_its_place(changes: File, key: str, place: str | None) -> None:
    error = refused(json.dumps(old_gomoku(**changes)).encode())
    assert (error.key, error.values.get("field")) == (key, place)


def test_of_an_old_illegal_game_the_legal_part_is_kept() -> None:
    history: list[dict[str, Any]] = [*old_gomoku()["move_history"], {"row": 6, "col": 8}]
    reading = kept(json.dumps(old_gomoku(move_history=history)).encode())
    assert len(reading.records[0].main_actions()) == 3
    assert [notice.key for notice in reading.notices] == ["format.stopped"]


def test_an_older_file_is_brought_up_to_date_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []

    def step(number: int) -> Callable[[File, list[Notice]], File]:
        def migrate(file: File, notices: list[Notice]) -> File:
            steps.append(number)
            notices.append(Notice("record.left_out", {"fields": str(number)}))
            return {**file, "created": f"{file['created']}{number}"}

        return migrate

    monkeypatch.setattr(save, "VERSION", 3)
    monkeypatch.setattr(save, "_MIGRATIONS", {0: save._MIGRATIONS[0], 1: step(1), 2: step(2)})
    reading = old(old_gomoku())
    assert (steps, reading.records[0].created) == ([1, 2], "12")
    assert [notice.values["fields"] for notice in reading.notices] == ["1", "2"]
    (record,) = FORMAT.read(GOLDEN.read_bytes()).records
    assert (steps, record.created) == ([1, 2, 1, 2], "2026-11-1512")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("memento", [{"board": []}, [1, {}], (Path("x"), {"user1": "a"}), Path("game")], ids=repr)
def test_a_pickled_save_is_refused_with_its_reason(protocol: int, memento: object) -> None:
    error = refused(pickle.dumps(memento, protocol))
    assert error.code is ErrorCode.BAD_RECORD
    if protocol >= 2:
        assert FORMAT.recognises(pickle.dumps(memento, protocol))
        assert error.key == "record.pickled"
        assert "never read" in error.text()
