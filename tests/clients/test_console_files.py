"""Saving and loading at the console: whole files, one clear line for every trouble, and nothing started by a file."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.console_session import answers, transcript

from tengen.clients.sitting import record_files


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def last_screen(said: list[str]) -> list[str]:
    """Everything from the last board on."""
    return said[max(index for index, line in enumerate(said) if line.strip().startswith("A B C")) :]


def board(said: list[str]) -> list[str]:
    """The last board of eight that was shown, without what stands beside it."""
    return [line[:17] for line in last_screen(said)[:9]]


def files_here() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def test_a_saved_game_comes_back_as_another_board_at_the_same_moment() -> None:
    said = answers(["2", "3d", "3c", "save game.json", "load game.json"])
    assert "Saved as game.json." in said
    assert "Loaded game.json as game 3." in said
    assert "Current Game: 3" in "\n".join(said[-11:])
    assert board(said) == board(answers(["2", "3d", "3c"]))
    assert said[-2].startswith("Player Alice, please enter your move")


def test_a_loaded_game_goes_on_and_back() -> None:
    said = answers(["2", "3d", "3c", "save game.json", "3d", "load game.json", "4c", "undo", "undo", "undo"])
    assert board(said) == board(answers(["2"]))


def test_a_loaded_game_keeps_its_players() -> None:
    answers(["2", "3d", "save game.json"])
    said = transcript(["Carol", "Dave", "load game.json", "1"])
    assert "Player Bob, please enter your move" in said
    assert "Player Carol, please enter your move" in said


@pytest.mark.parametrize(
    "moves",
    [
        ["peace 4", "3", "1a", "resign"],
        ["reversi 4", "3", "b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1", "pass", "d3"],
        ["go 5", "3", "c3", "pass", "pass", "dead c3", "agree", "agree"],
        ["go 9 japanese handicap=2 handicap_placement=free", "3", "c3", "g7"],
        ["go 5 dead_stones=agree", "3", "c3", "pass", "pass", "dead c3"],
        ["gomoku opening=swap2", "3", "h8", "h9", "j8", "black", "a1"],
        ["gomoku renju", "3", "h8", "h9"],
    ],
    ids=" ".join,
)
def test_every_phase_of_every_game_survives_the_file(moves: list[str]) -> None:
    before, after = answers([*moves, "save game.json"]), answers(["load game.json"])
    shown = last_screen(before[: before.index("Saved as game.json.")])
    assert [line for line in last_screen(after) if line != "Loaded game.json as game 3."] == [
        *shown,
        "Exiting the game.",
    ]


def test_the_players_of_the_session_play_on_whatever_the_file_says() -> None:
    answers(["2", "3d", "save game.json"])
    save = json.loads(Path("game.json").read_text(encoding="utf-8"))
    save["players"]["white"]["player"] = "gtp:touch started"
    Path("game.json").write_text(json.dumps(save), encoding="utf-8")
    said = answers(["load game.json", "3c"])
    assert said[-2].startswith("Player Alice, please enter your move")
    assert not Path("started").exists()


def test_a_computers_seat_is_a_computers_in_a_loaded_game_too() -> None:
    answers(["2", "3d", "save game.json"])
    said = transcript(["Carol", "load game.json"], white="random")
    assert "random plays " in said


def test_a_result_that_only_the_file_knows_ends_the_game() -> None:
    answers(["2", "3d", "save game.json"])
    save = json.loads(Path("game.json").read_text(encoding="utf-8"))
    save["result"] = {"winner": "white", "reason": "time"}
    Path("game.json").write_text(json.dumps(save), encoding="utf-8")
    said = answers(["load game.json", "undo"])
    assert "Game 3 is over now." in said
    assert "White wins on time." in said
    assert said[-2] == "The game is over."


def test_a_result_that_differs_is_told() -> None:
    answers(["reversi 4", "3", "b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1", "pass", "d3", "save game.json"])
    save = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert save["result"]["winner"] == "white"
    save["result"] = {"winner": "black", "reason": "score"}
    Path("game.json").write_text(json.dumps(save), encoding="utf-8")
    assert "The result written in the file is not the one its moves lead to." in answers(["load game.json"])


# --- writing -------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole_and_nothing_else_is_left() -> None:
    Path("game.json").write_text("something long and old " * 1000, encoding="utf-8")
    assert "Saved as game.json." in answers(["1a", "save game.json"])
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["format"] == "tengen-save"
    assert files_here() == ["game.json"]


def test_a_file_is_replaced_without_a_question_where_that_is_said() -> None:
    Path("game.json").write_text("old", encoding="utf-8")
    assert "Saved as game.json." in answers(["save! game.json"])
    assert "Saved as game.json." in answers(["存盘！ game.json"])
    assert answers(["save!"])[-2] == "Please name the file as well: save and its name."
    assert Path("game.json").read_text(encoding="utf-8") != "old"


def test_a_save_that_fails_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.json").write_text("old", encoding="utf-8")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    assert answers(["save game.json"])[-2] == "game.json cannot be used: No space left on device"
    assert Path("game.json").read_text(encoding="utf-8") == "old"
    assert files_here() == ["game.json"]


def test_names_may_have_spaces_quotes_and_chinese() -> None:
    said = answers(['save "my game.json"', "save 我的 棋局.json", "存盘 ｆ.json"])
    assert files_here() == ["my game.json", "我的 棋局.json", "ｆ.json"]
    assert "Saved as 我的 棋局.json." in said


@pytest.mark.skipif(os.name != "posix", reason="links and modes")
def test_a_link_is_followed_and_a_new_file_has_the_usual_mode() -> None:
    Path("folder").mkdir()
    Path("link.json").symlink_to("folder/game.json")
    answers(["save link.json"])
    assert Path("link.json").is_symlink()
    usual = Path("usual")
    usual.touch()
    assert stat.S_IMODE(Path("folder/game.json").stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("save nowhere/game.json", "There is no file or folder nowhere/game.json."),
        ("save .", ". is not an ordinary file."),
        ("save " + "x" * 300, "x" * 300 + " cannot be used: File name too long"),
        ("load nothing.json", "There is no file or folder nothing.json."),
        ("load .", ". is not an ordinary file."),
        ("load bytes", "The save file is not UTF-8 text: byte 1."),
        ("load large", "large is too large to be a saved game."),
        ("load words", "The file is not readable: line 1, column 1."),
        ("load pipe", "pipe is not an ordinary file."),
        ("save pipe", "pipe is not an ordinary file."),
        ("save ~nosuchuser/x", "~nosuchuser/x cannot be used: Could not determine home directory."),
    ],
)
def test_trouble_with_a_file_is_one_line(line: str, answer: str) -> None:
    Path("bytes").write_bytes(b"\xff\xfe\x00")
    Path("large").write_bytes(b" " * (record_files.LARGEST_BYTES + 1))
    Path("words").write_text("not a game", encoding="utf-8")
    os.mkfifo("pipe")
    assert answers([line])[-2:] == [answer, "Exiting the game."]
    assert files_here() == ["bytes", "large", "pipe", "words"]


@given(st.binary(max_size=300) | st.text(max_size=100).map(str.encode))
def test_no_file_breaks_the_console(content: bytes) -> None:
    Path("any").write_bytes(content)
    assert answers(["load any"])[-1] == "Exiting the game."


# --- other formats -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.sgf", "game.ggf", "GAME.SGF"])
def test_the_ending_of_the_name_chooses_the_format(name: str) -> None:
    said = answers(["2", "3d", "3c", f"save {name}", f"load {name}"])
    assert Path(name).read_text(encoding="utf-8").startswith("(;")
    assert f"Loaded {name} as game 3." in said
    assert board(said) == board(answers(["2", "3d", "3c"]))


def test_a_name_without_an_ending_gets_that_of_json_and_this_is_told() -> None:
    said = answers(["2", "3d", "save game", "load game"])
    assert "Saved as game.json: a name without an ending gets .json." in said
    assert "Loaded game as game 3." in said
    assert files_here() == ["game.json"]
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["format"] == "tengen-save"
    chinese = transcript(["甲", "乙", "存盘 棋局"], lang="zh")
    assert "已保存到 棋局.json：文件名没有后缀时加上 .json。" in chinese


@pytest.mark.parametrize("name", ["game.bak", "game.docx", "my.game", "game.json.v2"])
def test_an_unknown_ending_is_refused_with_the_endings_that_there_are(name: str) -> None:
    line = answers(["2", "3d", f"save {name}"])[-2]
    assert all(ending in line for ending in (name, ".json", ".sgf", ".ggf"))
    assert files_here() == []


def test_what_a_format_cannot_hold_is_told_in_one_line() -> None:
    said = answers(["2", "3d", "save game.txt"])
    note = said[said.index("Saved as game.txt.") + 1]
    assert note.startswith("Note: ")
    assert "Players' names were left out (games: 1; the first: 1). The date was left out" in note


def test_a_game_that_a_format_cannot_hold_is_refused_and_nothing_is_written() -> None:
    assert answers(["1a", "save game.ggf"])[-2] == 'Game 1: The format "ggf" cannot hold this game (peace).'
    assert files_here() == []


def test_of_a_collection_the_first_game_is_loaded() -> None:
    Path("games.txt").write_text("f5d6c3\nd3c3\n", encoding="utf-8")
    said = answers(["load games.txt"])
    assert "The file holds 2 games; this is the first." in said
    assert board(said) == board(answers(["2", "f5", "d6", "c3"]))


def test_nothing_in_a_file_reaches_the_terminal_as_a_command() -> None:
    Path("game.sgf").write_text("(;GM[1]SZ[\x1b[2J])", encoding="utf-8")
    assert not any("\x1b" in line for line in answers(["load game.sgf"]))
