"""`tengen convert`: every pair of formats, collections, folders, and nothing half done."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.clients.command import ENGLISH, Command, call_process, command_here
from tests.contract.cases import playout

from tengen.clients.records import convert as converting
from tengen.clients.records import files
from tengen.core import GameError, Participant, Pass, Place, Point, Record, create_rules
from tengen.formats import Format, find_format, formats, read, write

GOLDEN_SAVE = Path(__file__).parents[1] / "golden" / "othello_save_v1.json"
ENDINGS = sorted(format_.endings[0] for format_ in formats())


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return command_here(monkeypatch, capsys)


def sample(kind: str, size: int, seed: int = 1) -> Record:
    """The beginning of a random game: only stones, and the passes that the rules force."""
    timeline = playout(create_rules(kind, size), seed)
    actions = timeline.actions[:40]
    record = Record(timeline.ruleset, None, Participant("Ada"), Participant("Bob"))
    return record.with_line(actions)


def moves(record: Record) -> list[object]:
    return [action for action in record.main_actions() if isinstance(action, Place | Pass)]


def files_here(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


SAMPLES = {
    "go": sample("go", 9),
    "gomoku": sample("gomoku", 15),
    "othello": sample("othello", 8),
    "peace": sample("peace", 8),
}


def written(record: Record, format_: Format) -> bytes | None:
    """The record in a format, or None where it cannot be held."""
    try:
        return format_.write((record,)).data
    except GameError:
        return None


# --- every pair --------------------------------------------------------------------------------


HELD = [(kind, ending) for kind in SAMPLES for ending in ENDINGS if written(SAMPLES[kind], find_format(ending))]


@pytest.mark.parametrize("target", ENDINGS)
@pytest.mark.parametrize(("kind", "source"), HELD)
def test_every_pair_of_formats_keeps_the_moves(tengen: Command, kind: str, source: str, target: str) -> None:
    record = SAMPLES[kind]
    data = written(record, find_format(source))
    assert data is not None
    Path(f"in{source}").write_bytes(data)
    done = tengen("convert", f"in{source}", f"out{target}")
    if written(record, find_format(target)) is None:
        assert (done.code, len(done.lines), Path(f"out{target}").exists()) == (1, 1, False)
        assert done.err.startswith(f"tengen: in{source}: ")
    else:
        assert done.code == 0
        (again,) = read(f"out{target}", Path(f"out{target}").read_bytes()).records
        assert moves(again) == moves(record)


def test_every_kind_of_game_can_be_held_somewhere_and_most_by_two_formats() -> None:
    held = {
        kind: sum(written(record, format_) is not None for format_ in formats()) for kind, record in SAMPLES.items()
    }
    assert held == {"go": 3, "gomoku": 5, "othello": 6, "peace": 2}


def test_what_a_save_holds_survives_the_way_through_sgf(tengen: Command) -> None:
    assert tengen("convert", GOLDEN_SAVE, "game.sgf").code == 0
    assert tengen("convert", "game.sgf", "game.json").code == 0
    before = read("a.json", GOLDEN_SAVE.read_bytes()).records[0]
    after = read("a.json", Path("game.json").read_bytes()).records[0]
    assert (after.black, after.white, after.result, after.created, after.info) == (
        before.black,
        before.white,
        before.result,
        before.created,
        before.info,
    )
    assert moves(after) == moves(before)


# --- one file ----------------------------------------------------------------------------------


def collection(count: int = 3) -> list[Record]:
    """Othello games of different lengths."""
    whole = sample("othello", 8)
    return [Record(whole.ruleset).with_line(whole.main_actions()[: 5 + number]) for number in range(count)]


def test_success_is_silent(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["go"]]).data)
    done = tengen("convert", "a.sgf", "b.json")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_file_is_not_replaced_unless_forced(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["go"]]).data)
    Path("b.json").write_text("old", encoding="utf-8")
    Path("b.json").chmod(0o600)
    done = tengen("convert", "a.sgf", "b.json")
    assert (done.code, done.err) == (1, "tengen: b.json already exists; use --force to replace it.\n")
    assert Path("b.json").read_text(encoding="utf-8") == "old"
    assert tengen("convert", "a.sgf", "b.json", "--force").code == 0
    assert Path("b.json").read_text(encoding="utf-8").startswith("{")
    assert stat.S_IMODE(Path("b.json").stat().st_mode) == 0o600
    assert files_here() == ["a.sgf", "b.json"]


def test_a_file_may_replace_itself(tengen: Command) -> None:
    Path("a.sgf").write_text("(;GM[1]SZ[9]  ;B[aa] )", encoding="utf-8")
    assert tengen("convert", "a.sgf", "a.sgf", "--force").code == 0
    assert "\n" in Path("a.sgf").read_text(encoding="utf-8")


def test_one_game_of_a_collection_is_picked(tengen: Command) -> None:
    Path("all.ggf").write_bytes(write("all.ggf", collection()).data)
    assert tengen("convert", "all.ggf", "second.json", "--game", 2).code == 0
    assert len(moves(read("x.json", Path("second.json").read_bytes()).records[0])) == 6
    for number in (4, 10**9):
        done = tengen("convert", "all.ggf", "none.json", "--game", number)
        assert (done.code, done.err) == (1, f"tengen: all.ggf: there is no game {number}; the file holds 3.\n")
    assert files_here() == ["all.ggf", "second.json"]


def test_a_collection_becomes_a_collection_where_the_format_can(tengen: Command) -> None:
    Path("all.ggf").write_bytes(write("all.ggf", collection()).data)
    assert tengen("convert", "all.ggf", "all.sgf").code == 0
    assert len(read("all.sgf", Path("all.sgf").read_bytes()).records) == 3
    done = tengen("convert", "all.ggf", "all.json")
    assert done.code == 1
    assert done.lines == [
        "tengen: all.json can hold one game and there are 3: choose one with --game, or name a folder."
    ]


@pytest.mark.parametrize("folder", ["new/", "there"])
def test_a_collection_becomes_a_folder_of_files(tengen: Command, folder: str) -> None:
    Path("there").mkdir()
    Path("all.ggf").write_bytes(write("all.ggf", collection(10)).data)
    done = tengen("convert", "all.ggf", folder)
    assert (done.code, done.out) == (0, f"Files written to {Path(folder)}: 10.\n")
    assert files_here(folder) == [f"all-{number:02}.json" for number in range(1, 11)]
    assert tengen("convert", "all.ggf", folder, "--to", "sgf", "--game", "7").code == 0
    assert "all.sgf" in files_here(folder)


def test_games_of_a_collection_that_cannot_be_written_are_told_and_the_others_are(tengen: Command) -> None:
    both = [SAMPLES["go"], SAMPLES["othello"], SAMPLES["go"]]
    Path("mixed.sgf").write_bytes(write("mixed.sgf", both).data)
    done = tengen("convert", "mixed.sgf", "out", "--to", ".ggf")
    assert (done.code, files_here("out")) == (1, ["mixed-2.ggf"])
    assert [line.partition(": ")[0] for line in done.lines if "cannot hold" in line] == [
        "mixed.sgf, game 1",
        "mixed.sgf, game 3",
    ]


def test_notices_are_lines_on_the_error_stream_and_never_too_many(tengen: Command) -> None:
    games = [f"(;GM[1]SZ[9]RE[B+R]C[{number}];AB[aa];B[bb])" for number in range(30)]
    Path("a.sgf").write_text("(;GM[1]SZ[9]KM[6.5]RU[odd];B[aa])" + "".join(games), encoding="utf-8")
    one = tengen("convert", "a.sgf", "b.json", "--game", 1)
    assert one.code == 0
    assert one.lines == [line for line in one.lines if line.startswith("a.sgf: Line 1, byte ")]
    folder = Path("folder")
    folder.mkdir()
    for number in range(30):
        (folder / f"{number}.txt").write_bytes(b"f5d6c3\n\xff")
    done = tengen("convert", "folder", "out", "--lenient")
    assert done.code in (0, 1)
    assert len(done.lines) <= 2 * 21
    assert any("Latin-1" in line and line.endswith("(and the same in other files: 29)") for line in done.lines)


def test_with_mistakes_a_game_is_refused_or_kept_in_part(tengen: Command) -> None:
    Path("a.sgf").write_text("(;GM[1]SZ[9];B[aa];W[bb];B[aa];W[cc])", encoding="utf-8")
    done = tengen("convert", "a.sgf", "b.json")
    assert (done.code, len(done.lines), files_here()) == (1, 1, ["a.sgf"])
    assert "There is a stone on this point already." in done.err
    done = tengen("convert", "a.sgf", "b.json", "--lenient")
    assert (done.code, len(done.lines)) == (0, 1)
    assert len(moves(read("b.json", Path("b.json").read_bytes()).records[0])) == 2


# --- names beside the games --------------------------------------------------------------------


def test_the_names_of_a_wthor_file_are_written_and_read_beside_it(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["othello"]]).data)
    assert tengen("convert", "a.sgf", "b.wtb").code == 0
    assert files_here() == ["a.sgf", "b.jou", "b.trn", "b.wtb"]
    Path("sub").mkdir()
    for name in ("b.wtb", "b.jou", "b.trn"):
        Path(name).rename(Path("sub") / name.replace("b.j", "WTHOR.J").replace("b.t", "WTHOR.T").replace("ou", "OU"))
    assert tengen("convert", "sub/b.wtb", "c.json").code == 0
    record = read("c.json", Path("c.json").read_bytes()).records[0]
    assert (record.black.name, record.white.name) == ("Ada", "Bob")


def test_no_companion_is_replaced_unless_forced(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["othello"]]).data)
    Path("b.jou").write_text("mine", encoding="utf-8")
    assert tengen("convert", "a.sgf", "b.wtb").code == 1
    assert (files_here(), Path("b.jou").read_text(encoding="utf-8")) == (["a.sgf", "b.jou"], "mine")


# --- folders -----------------------------------------------------------------------------------


def many(folder: str, count: int) -> Path:
    path = Path(folder)
    path.mkdir()
    for number in range(count):
        (path / f"{number:03}.sgf").write_bytes(write("a.sgf", [sample("othello", 8, 1 + number % 3)]).data)
    return path


def test_every_record_of_a_folder_is_converted_under_its_name(tengen: Command) -> None:
    folder = many("in", 3)
    (folder / "game.json").write_bytes(GOLDEN_SAVE.read_bytes())
    (folder / "noname").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    (folder / "README.md").write_text("my games", encoding="utf-8")
    (folder / ".hidden.sgf").write_text("broken", encoding="utf-8")
    (folder / "sub").mkdir()
    done = tengen("convert", "in", "out")
    assert (done.code, done.out) == (0, "Files written to out: 5.\n")
    assert files_here("out") == ["000.json", "001.json", "002.json", "game.json", "noname.json"]
    assert tengen("convert", "in", "out2", "--to", "SGF").code == 0
    assert files_here("out2") == ["000.sgf", "001.sgf", "002.sgf", "game.sgf", "noname.sgf"]


def test_folders_in_a_folder_are_gone_into(tengen: Command) -> None:
    folder = many("in", 2)
    deep = folder / "1846" / "ear-reddening"
    deep.mkdir(parents=True)
    (deep / "game.sgf").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    (folder / ".git").mkdir()
    (folder / ".git" / "hidden.sgf").write_bytes(b"broken")
    done = tengen("convert", "in", "in/out")
    assert (done.code, done.out) == (0, "Files written to in/out: 3.\n")
    assert files_here("in/out") == ["000.json", "001.json", "1846"]
    assert files_here("in/out/1846/ear-reddening") == ["game.json"]
    assert tengen("convert", "in", "in/out", "--force").out == "Files written to in/out: 3.\n"
    (folder / "out2").symlink_to(folder.absolute())
    done = tengen("convert", "in/1846", "all.sgf")
    assert (done.code, len(read("all.sgf", Path("all.sgf").read_bytes()).records)) == (0, 1)
    linked = tengen("convert", "in", "elsewhere")
    assert "is a link to a folder and was left out" in linked.err


def test_files_of_one_name_in_two_folders_become_two_files(tengen: Command) -> None:
    for folder in ("in/a", "in/b"):
        Path(folder).mkdir(parents=True)
        Path(folder, "game.sgf").write_bytes(b"(;GM[1]SZ[9];B[aa])")
    assert tengen("convert", "in", "out").code == 0
    assert files_here("out/a") == files_here("out/b") == ["game.json"]


def test_many_files_are_converted_by_several_processes(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    many("in", 60)
    (Path("in") / "bad.sgf").write_text("(;GM[1]SZ[9];B[zz])", encoding="utf-8")
    monkeypatch.setattr(converting, "_cores", lambda: 2)
    done = tengen("convert", "in", "out")
    assert (done.code, done.out) == (1, "Files written to out: 60.\n")
    assert [line.partition(": ")[0] for line in done.lines] == ["in/bad.sgf"]
    assert len(files_here("out")) == 60


def test_bad_files_of_a_folder_are_told_and_the_others_converted(tengen: Command) -> None:
    folder = many("in", 2)
    (folder / "bad.sgf").write_text("(;GM[1]SZ[9];B[aa];W[aa])", encoding="utf-8")
    (folder / "empty.json").write_bytes(b"")
    done = tengen("convert", "in", "out")
    assert (done.code, done.out) == (1, "Files written to out: 2.\n")
    assert [line.partition(": ")[0] for line in done.lines] == ["in/bad.sgf", "in/empty.json"]
    assert files_here("out") == ["000.json", "001.json"]
    for source in ("in/bad.sgf", "in/empty.json"):
        assert tengen("convert", source, "nothing/").code == 1
        assert tengen("convert", source, "nothing/", "--game", 1).code == 1
    assert not Path("nothing").exists()


def test_in_a_folder_too_nothing_is_replaced_unless_forced(tengen: Command) -> None:
    many("in", 2)
    Path("out").mkdir()
    Path("out/000.json").write_text("old", encoding="utf-8")
    done = tengen("convert", "in", "out")
    assert (done.code, done.lines) == (1, ["out/000.json already exists; use --force to replace it."])
    assert Path("out/000.json").read_text(encoding="utf-8") == "old"
    assert tengen("convert", "in", "out", "--force").code == 0
    assert Path("out/000.json").read_text(encoding="utf-8") != "old"


def test_two_files_do_not_become_the_same(tengen: Command) -> None:
    folder = many("in", 1)
    (folder / "000.ggf").write_bytes(write("a.ggf", collection(1)).data)
    done = tengen("convert", "in", "out", "--force")
    assert (done.code, files_here("out")) == (1, ["000.json"])
    assert done.lines == ["in/000.sgf: 000.ggf would be written to 000.json too."]


def test_a_folder_is_converted_into_itself_without_touching_what_is_there(tengen: Command) -> None:
    folder = many("in", 2)
    (folder / "game.json").write_bytes(GOLDEN_SAVE.read_bytes())
    assert tengen("convert", "in", "in").code == 0
    assert files_here("in") == ["000.json", "000.sgf", "001.json", "001.sgf", "game.json"]


def test_a_collection_in_a_folder_is_divided_only_where_it_must_be(tengen: Command) -> None:
    folder = many("in", 1)
    (folder / "all.ggf").write_bytes(write("a.ggf", collection(2)).data)
    assert tengen("convert", "in", "saves").code == 0
    assert files_here("saves") == ["000.json", "all-1.json", "all-2.json"]
    assert tengen("convert", "in", "sgf", "--to", "sgf").code == 0
    assert files_here("sgf") == ["000.sgf", "all.sgf"]


def test_a_folder_becomes_one_collection(tengen: Command) -> None:
    folder = many("in", 3)
    (folder / "bad.sgf").write_text("(;", encoding="utf-8")
    done = tengen("convert", "in", "all.ggf")
    assert (done.code, [line.partition(": ")[0] for line in done.lines]) == (1, ["in/bad.sgf"])
    assert len(read("all.ggf", Path("all.ggf").read_bytes()).records) == 3
    assert "can hold one game and there are 3" in tengen("convert", "in", "all.json").err


def test_a_folder_without_records_is_told(tengen: Command) -> None:
    Path("in").mkdir()
    for target in ("out", "all.sgf"):
        done = tengen("convert", "in", target)
        assert (done.code, done.err) == (1, "tengen: There is no game record to convert in in.\n")
    assert files_here() == ["in"]


@pytest.mark.parametrize(
    "arguments",
    [["a"], [], ["in", "out", "--game", "1"], ["in", "out", "--to", "exe"], ["a.sgf", "b.sgf", "--to", "sgf"]],
)
def test_usage_errors_exit_with_two(tengen: Command, arguments: list[str]) -> None:
    Path("in").mkdir()
    done = tengen("convert", *arguments)
    assert done.code == 2
    assert "Usage: " in done.err


def test_a_name_without_an_ending_is_no_format(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["go"]]).data)
    done = tengen("convert", "a.sgf", "json")
    assert done.code == 1
    assert done.err.startswith('tengen: The format of "json" is not supported.')
    assert files_here() == ["a.sgf"]


# --- nothing half done -------------------------------------------------------------------------


def test_a_write_that_fails_leaves_the_old_files(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["othello"]]).data)
    for name in ("b.json", "b.wtb", "b.jou"):
        Path(name).write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for target in ("b.json", "b.wtb"):
        done = tengen("convert", "a.sgf", target, "--force")
        assert (done.code, len(done.lines)) == (1, 1)
        assert "No space left on device" in done.err
    assert {path.read_text(encoding="utf-8") for path in Path().glob("b.*")} == {"old"}
    assert files_here() == ["a.sgf", "b.jou", "b.json", "b.wtb"]


def test_an_interrupt_while_writing_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_files({Path("a"): b"1", Path("b"): b"2"})
    assert files_here() == []


@pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes")
def test_links_are_followed_and_special_files_are_left_alone(tengen: Command) -> None:
    Path("a.sgf").write_bytes(write("a.sgf", [SAMPLES["go"]]).data)
    Path("sub").mkdir()
    Path("link.json").symlink_to("sub/real.json")
    assert tengen("convert", "a.sgf", "link.json").code == 0
    assert (Path("link.json").is_symlink(), files_here("sub")) == (True, ["real.json"])
    os.mkfifo("pipe.json")
    for arguments in (("a.sgf", "pipe.json"), ("pipe.json", "b.json"), ("a.sgf", "/dev/null/x.json")):
        done = tengen("convert", *arguments, "--force")
        assert (done.code, len(done.lines)) == (1, 1)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_ends_a_long_conversion_without_a_traceback() -> None:
    many("in", 400)
    command = [sys.executable, "-m", "tengen", "convert", "in", "out"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENGLISH) as process:
        until = time.monotonic() + 20
        while time.monotonic() < until and not (Path("out").is_dir() and files_here("out")):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode != 0
    assert b"Traceback" not in err
    assert all(name.endswith(".json") for name in files_here("out"))


# --- bad input, as a user's shell sees it ------------------------------------------------------

STONES = b"".join(b";%s[%c%c]" % (b"BW"[turn % 2 : turn % 2 + 1], 97 + turn % 9, 97 + turn // 9) for turn in range(40))
BAD: dict[str, tuple[str, bytes]] = {
    "empty": ("a.sgf", b""),
    "broken": ("a.sgf", b"(;GM[1]SZ[9];B[aa"),
    "truncated save": ("a.json", GOLDEN_SAVE.read_bytes()[:700]),
    "truncated wthor": ("a.wtb", write("a.wtb", [SAMPLES["othello"]]).data[:-7]),
    "huge": ("a.json", b" " * (2 << 20)),
    "nested brackets": ("a.json", b"[" * 100_000),
    "nested trees": ("a.sgf", b"(;GM[1]SZ[9]" + b"(;B[aa]" * 100_000),
    "endless brackets": ("a.sgf", b"(;GM[1]SZ[9];AB" + b"[aa]" * 10_000 + b"[bb"),
    "endless parentheses": ("a.sgf", b"(" * 200_000),
    "wrong encoding": ("a.json", GOLDEN_SAVE.read_text(encoding="utf-8").encode("utf-16")),
    "illegal move": ("a.sgf", b"(;GM[1]SZ[9]" + STONES + b";B[aa])"),
    "illegal save": ("a.json", re.sub(rb'"x": \d,(\s*)"y": \d', rb'"x": 0,\1"y": 0', GOLDEN_SAVE.read_bytes())),
    "wrong size": ("a.sgf", b"(;GM[1]SZ[99];B[aa])"),
    "no such game": ("a.sgf", b"(;GM[13]SZ[9];B[aa])"),
    "pickled": ("a.pickle", b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x01x\x94K\x01s."),
    "escapes": ("a.sgf", b"(;GM[1]SZ[\x1b[31m\x07];B[aa])"),
    "nothing we know": ("a.exe", b"MZ\x00\x01"),
    "zeros": ("a.txt", b"\x00" * 1000),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_line_and_no_file(name: str) -> None:
    file, content = BAD[name]
    Path(file).write_bytes(content)
    done = call_process("convert", file, "out.sgf")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1), done.err[-500:]
    assert done.err.startswith(f"tengen: {file}: ")
    assert done.err.strip().endswith(".")
    assert len(done.err) < 300
    assert not {"\x1b", "\x07"} & set(done.err)
    assert files_here() == [file]


def test_help_tells_what_there_is() -> None:
    done = call_process("convert", "--help")
    assert done.code == 0
    assert all(option in done.out for option in ("--to", "--game", "--force", "--lenient"))


def test_a_progress_bar_is_for_terminals_only(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    many("in", 3)
    assert "%" not in tengen("convert", "in", "out").err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "100%" in tengen("convert", "in", "out2").err


def test_points_are_kept_where_they_are(tengen: Command) -> None:
    Path("a.sgf").write_text("(;GM[1]SZ[19];B[qd];W[dp])", encoding="utf-8")
    tengen("convert", "a.sgf", "b.json")
    actions = read("b.json", Path("b.json").read_bytes()).records[0].main_actions()
    assert [action.point for action in actions if isinstance(action, Place)] == [Point(16, 3), Point(3, 15)]
