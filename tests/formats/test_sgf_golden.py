"""Files in the styles of other programs: what they hold, and that none of it is lost on the way back.

The games are invented, and so are the names.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    ClockKind,
    Mark,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    TimeControl,
)
from tengen.formats.format import Reading
from tengen.formats.sgf import FORMAT
from tengen.formats.sgf.charset import decode
from tengen.formats.sgf.grammar import raw_games

FOLDER = Path(__file__).parents[1] / "golden" / "sgf"
FILES = sorted(FOLDER.glob("*.sgf"))


def reading(name: str) -> Reading:
    return FORMAT.read((FOLDER / f"{name}.sgf").read_bytes())


def only(name: str) -> Record:
    (record,) = reading(name).records
    return record


@dataclass(frozen=True, slots=True)
class Told:
    """What a file tells: its game, its rules by one option, its main line's length, its people, its result."""

    kind: str
    size: int
    option: tuple[str, object]
    moves: int
    people: tuple[str, str]
    result: Outcome | None = None
    notices: tuple[str, ...] = ()


def won(winner: int, reason: Reason, margin: float | None = None) -> Outcome:
    return Outcome(BLACK if winner == BLACK else WHITE, reason, margin)


GUESSED, KOMI = "sgf.read.guessed", "sgf.read.komi"
TABLE = {
    "kgs_resigned": Told("go", 9, ("preset", "japanese"), 12, ("mapletea", "quietriver"), won(WHITE, Reason.RESIGN)),
    "kgs_scored": Told("go", 5, ("preset", "chinese"), 11, ("northlamp", "elmroot"), won(BLACK, Reason.SCORE, 17.5)),
    "ogs_nested": Told("go", 9, ("komi", 5.5), 14, ("greenkettle", "ninthbridge"), won(WHITE, Reason.SCORE, 4.5)),
    "cgoban1_study": Told("go", 9, ("komi", 5.5), 3, ("Black", "White")),
    "edax": Told(
        "othello", 8, ("empties_to_winner", False), 60, ("Edax level 5", "Edax level 9"), won(WHITE, Reason.SCORE, 55)
    ),
    "playstrategy_othello": Told(
        "othello", 8, ("empties_to_winner", False), 60, ("fern", "otter"), won(WHITE, Reason.SCORE)
    ),
    "othello_no_passes": Told(
        "othello",
        8,
        ("empties_to_winner", False),
        60,
        ("a", "b"),
        None,
        ("sgf.read.forced_pass", "sgf.read.late_pass"),
    ),
    "gomocup": Told("gomoku", 15, ("line", "freestyle"), 9, ("pelican", "osprey"), won(BLACK, Reason.LINE)),
    "renlib": Told("gomoku", 15, ("line", "renju"), 11, ("", ""), None, ("sgf.read.opening",)),
    "ff1": Told("go", 19, ("komi", 0.0), 5, ("First", "Second")),
    "ff3": Told("go", 13, ("komi", 0.0), 4, ("Alder", "Birch")),
    "fox_gb18030": Told("go", 19, ("komi", 7.5), 6, ("落叶听风", "山中客"), won(BLACK, Reason.RESIGN), (GUESSED, KOMI)),
    "nihon_sjis": Told("go", 19, ("preset", "japanese"), 4, ("山田 一郎", "鈴木 花子"), won(WHITE, Reason.SCORE, 0.5)),
    "taiwan_big5": Told("go", 9, ("komi", 0.0), 3, ("林小明", "陳大同"), won(WHITE, Reason.RESIGN), (GUESSED,)),
    "korean_euckr": Told("go", 9, ("komi", 6.5), 3, ("김하늘", "박바다"), won(BLACK, Reason.RESIGN), (GUESSED,)),
    "western_latin1": Told("go", 9, ("komi", 0.0), 3, ("Zoé Lefèvre", "Jürgen Müßig"), None, (GUESSED,)),
    "katago": Told("go", 9, ("tax", "seki"), 5, ("net-a", "net-b"), won(WHITE, Reason.RESIGN)),
    "handicap": Told("go", 19, ("handicap", 4), 4, ("pupil", "teacher")),
    "lesson": Told("go", 9, ("komi", 0.0), 3, ("", ""), None, ("sgf.read.turn",)),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_file_tells_its_game(name: str) -> None:
    told, found = TABLE[name], reading(name)
    (record,) = found.records
    assert (record.ruleset.KIND, record.ruleset.size) == (told.kind, told.size)
    assert record.ruleset.options()[told.option[0]] == told.option[1]
    assert sum(isinstance(action, Place | Pass) for action in record.main_actions()) == told.moves
    assert (record.black.name, record.white.name) == told.people
    assert record.result == told.result
    assert tuple(notice.key for notice in found.notices) == told.notices
    assert record.replay().stopped is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_read_is_written_so_that_it_reads_the_same(path: Path) -> None:
    records = FORMAT.read(path.read_bytes()).records
    written = FORMAT.write(records)
    assert written.notices == ()
    assert FORMAT.read(written.data).records == records
    assert FORMAT.write(FORMAT.read(written.data).records).data == written.data


MADE_ANEW = {"FF", "GM", "CA", "AP", "SZ", "PL", "AE", "L", "M"}
"""What describes the file or the board in other words afterwards."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_property_of_a_file_is_lost(path: Path) -> None:
    def values(data: bytes) -> set[tuple[str, str]]:
        return {
            (name, value if len(value) > 2 else "")
            for game in raw_games(decode(data).text)
            for node in game.nodes
            for name, texts in node.items()
            for value in texts
            if name not in MADE_ANEW and value and not (name in ("B", "W") and value in ("tt", "PA"))
        }

    data = path.read_bytes()
    before, after = values(data), values(FORMAT.write(FORMAT.read(data).records).data)
    compressed = {(name, value) for name, value in before if ":" in value and name in ("VW", "DD", "AB", "AW")}
    assert before - compressed <= after
    assert {name for name, _ in compressed} <= {name for name, _ in after}


def test_every_file_is_recognised() -> None:
    assert all(FORMAT.recognises(path.read_bytes()) for path in FILES)
    assert not FORMAT.recognises(b"(;GM[Othello]PC[x]TY[8]BO[8 ...]B[d3];)")
    assert not FORMAT.recognises(b'{"format": "tengen-save"}')
    assert not FORMAT.recognises(b"")


def test_a_collection_is_several_games_of_several_kinds() -> None:
    records = reading("collection").records
    assert [record.ruleset.KIND for record in records] == ["go", "gomoku", "othello"]
    assert [dict(record.info)["game_name"] for record in records] == ["one", "two", "three"]


def test_clocks_and_the_times_left() -> None:
    record = only("kgs_resigned")
    assert record.control == TimeControl(ClockKind.BYOYOMI, 600_000, period_ms=30_000, periods=5)
    assert record.nodes[7].properties == (("BL", ("28.404",)), ("OB", ("5",)))
    assert only("ogs_nested").control == TimeControl(ClockKind.FISCHER, 259_200_000, increment_ms=86_400_000)
    assert only("kgs_scored").control == TimeControl(ClockKind.CANADIAN, 300_000, period_ms=600_000, stones=25)
    assert only("fox_gb18030").control == TimeControl(ClockKind.BYOYOMI, 1_200_000, period_ms=30_000, periods=3)


def test_territory_at_the_end() -> None:
    *_, last = only("kgs_scored").nodes
    white, black = last.marks
    assert (white, len(black.points)) == (Mark("territory_white", ()), 20)


def test_variations_of_a_study() -> None:
    record = only("cgoban1_study")
    assert record.children() == [[1, 6], [2], [3, 4], [], [5], [], [7], []]
    assert [record.nodes[index].comment for index in (3, 7)] == ["Good.", "White lives."]
    assert dict(record.nodes[1].properties) == {"N": ("The throw-in",)}


def test_the_same_game_of_othello_in_two_dialects() -> None:
    first, second = only("edax"), only("playstrategy_othello")
    assert first.main_actions() == second.main_actions()
    state = first.replay().game.state
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.margin) == (WHITE, 55)


def test_letters_and_marks_of_the_oldest_files() -> None:
    nodes = only("ff1").nodes
    assert nodes[2].marks == tuple(
        Mark("label", (Point(number, number),), letter) for number, letter in ((2, "a"), (3, "b"), (4, "c"))
    )
    assert nodes[3].action == Pass(BLACK)
    assert nodes[3].marks == (Mark("cross", (Point(15, 3),)),)
    assert len(nodes[0].marks[0].points) == 361


def test_texts_in_the_encodings_of_east_asia() -> None:
    assert only("fox_gb18030").nodes[6].comment == "白棋先手，黑棋实地不小。"
    assert only("nihon_sjis").nodes[3].comment == "ここまでは普通の布石である。表示ソフト"
    assert only("taiwan_big5").nodes[0].comment == "這是一盤快棋，功夫很深。許多變化"
    assert only("korean_euckr").nodes[0].comment == "흑이 조금 두터운 바둑이다"
