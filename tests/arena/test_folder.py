"""The folder of an arena: what was told is never lost, and nobody else's folder is touched."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tengen.arena.documents import Current, Result, StoredFault
from tengen.arena.folder import Folder, read_results
from tengen.arena.pace import Pace
from tengen.arena.plan import Plan
from tengen.core import GameError
from tengen.formats import find_format, save
from tests.arena.plans import plan_of, run


def opened(path: Path, plan: Plan) -> Folder:
    return Folder(path, plan)


def result(index: int) -> Result:
    return Result(index, index // 2, index % 2, 1 - index % 2, 1.0)


def test_a_folder_holds_settings_results_and_games(tmp_path: Path) -> None:
    plan = plan_of()
    with opened(tmp_path / "new" / "arena", plan) as folder:
        run(plan, folder)
    names = sorted(path.name for path in (tmp_path / "new" / "arena").iterdir() if path.name[0] != ".")
    assert names == ["arena.json", "current.json", "games.sgf", "results.jsonl"]
    settings = json.loads((tmp_path / "new" / "arena" / "arena.json").read_text())
    assert (settings["game"], settings["size"], settings["players"]) == ("othello", 4, ["random", "level:2"])


def test_the_games_are_one_collection(tmp_path: Path) -> None:
    plan = plan_of(games=6)
    with opened(tmp_path, plan) as folder:
        results = run(plan, folder).results
    records = find_format(".sgf").read((tmp_path / "games.sgf").read_bytes()).records
    assert [dict(record.info)["round"] for record in records] == [str(line.index + 1) for line in results]
    for record, line in zip(records, results, strict=True):
        assert record.black.player == plan.players[line.first]
        assert len(record.replay().game.actions) == line.plies


@pytest.mark.parametrize(
    ("game", "size", "rules"), [("peace", 4, None), ("gomoku", 9, {"opening": "swap2"})], ids=["peace", "swap2"]
)
def test_games_that_sgf_cannot_hold_are_save_files_on_lines(
    tmp_path: Path, game: str, size: int, rules: dict[str, object] | None
) -> None:
    plan = plan_of("random", "random", game=game, size=size, rules=rules)
    with opened(tmp_path, plan) as folder:
        results = run(plan, folder).results
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert [len(save.loads(line).main_actions()) for line in lines] == [line.plies for line in results]


def test_what_a_kill_left_half_written_is_cut_off(tmp_path: Path) -> None:
    plan = plan_of()
    with opened(tmp_path, plan) as folder:
        folder.add(result(0), "(;first)\n")
        folder.add(result(1), "(;second)\n")
    with (tmp_path / "games.sgf").open("ab") as file:
        file.write(b"(;third)\n")
    with (tmp_path / "results.jsonl").open("ab") as file:
        file.write(b'{"index":2,"open')
    assert [line.index for line in read_results(tmp_path)] == [0, 1]
    with opened(tmp_path, plan) as folder:
        assert [line.index for line in folder.results] == [0, 1]
        folder.add(result(2), "(;again)\n")
    assert (tmp_path / "games.sgf").read_text() == "(;first)\n(;second)\n(;again)\n"
    assert [line.index for line in read_results(tmp_path)] == [0, 1, 2]


def test_every_line_says_where_its_game_ends(tmp_path: Path) -> None:
    plan = plan_of()
    with opened(tmp_path, plan) as folder:
        ends = [folder.add(result(0), "(;é)\n").end, folder.add(result(1), "").end]
    assert ends == [6, 6]


@pytest.mark.parametrize(
    ("other", "setting"),
    [
        (plan_of(seed=2), "--seed"),
        (plan_of(games=6), "--games"),
        (plan_of("random", "level:3"), "PLAYER"),
        (plan_of(size=6), "--size"),
        (plan_of(openings="random:2"), "--openings"),
        (plan_of(pace=Pace(nodes=9)), "--time, --nodes, --clock"),
    ],
)
def test_a_folder_of_another_arena_is_refused_by_the_option_that_differs(
    tmp_path: Path, other: Plan, setting: str
) -> None:
    opened(tmp_path, plan_of()).close()
    with pytest.raises(GameError, match=rf"\({setting}\)"):
        opened(tmp_path, other)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(GameError, match="other files"):
        opened(tmp_path, plan_of())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_two_arenas_do_not_share_a_folder(tmp_path: Path) -> None:
    with opened(tmp_path, plan_of()), pytest.raises(GameError, match="Another arena"):
        opened(tmp_path, plan_of())
    opened(tmp_path, plan_of()).close()


@pytest.mark.parametrize("name", ["arena.json", "results.jsonl"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with opened(tmp_path, plan_of()) as folder:
        folder.add(result(0), "")
    (tmp_path / name).write_text("nonsense\n")
    with pytest.raises(GameError, match=name):
        opened(tmp_path, plan_of())


# --- files that somebody else wrote in ---


def kept(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def line(**changed: Any) -> dict[str, Any]:
    return {"index": 2, "opening": 1, "first": 0, "second": 1, "points": 1.0, "end": 27, **changed}


def fault(key: str, **values: object) -> dict[str, Any]:
    return {"by": "first", "key": key, "values": values, "text": ""}


@pytest.mark.parametrize(
    "wrong",
    [
        line(index=4),
        line(index=-1),
        line(index=0, opening=0),
        line(opening=0),
        line(first=1, second=0),
        line(first=7),
        line(points=7),
        line(plies=-1),
        line(end=17),
        line(end=10**20),
        line(fault=fault("no.such.key")),
        line(fault=fault("arena.fault.crashed")),
        line(fault=fault("arena.fault.crashed", language="en")),
    ],
    ids=lambda wrong: ",".join(f"{name}" for name in wrong if wrong[name] != line().get(name)),
)
def test_a_line_that_cannot_be_is_refused_and_nothing_is_changed(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with opened(tmp_path, plan_of()) as folder:
        folder.add(result(0), "(;first)\n")
        folder.add(result(1), "(;second)\n")
    with (tmp_path / "games.sgf").open("ab") as file:
        file.write(b"(;third)\n")
    with (tmp_path / "results.jsonl").open("ab") as file:
        file.write(json.dumps(wrong).encode() + b"\n")
    before = kept(tmp_path)
    with pytest.raises(GameError, match=r"results\.jsonl cannot be read"):
        opened(tmp_path, plan_of())
    assert kept(tmp_path) == before


def test_lines_in_another_order_are_refused_and_no_game_is_cut_off(tmp_path: Path) -> None:
    with opened(tmp_path, plan_of()) as folder:
        for index in range(3):
            folder.add(result(index), f"(;{index})\n")
    lines = (tmp_path / "results.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "results.jsonl").write_bytes(b"".join([*lines[1:], lines[0]]))
    before = kept(tmp_path)
    with pytest.raises(GameError, match=r"results\.jsonl cannot be read: line 3 is"):
        opened(tmp_path, plan_of())
    assert kept(tmp_path) == before


@pytest.mark.parametrize("games", [None, b"", b"(;first)\n"], ids=["gone", "empty", "shorter"])
def test_games_that_are_missing_are_noticed(tmp_path: Path, games: bytes | None) -> None:
    with opened(tmp_path, plan_of()) as folder:
        folder.add(result(0), "(;first)\n")
        folder.add(result(1), "(;second)\n")
    (tmp_path / "games.sgf").unlink()
    if games is not None:
        (tmp_path / "games.sgf").write_bytes(games)
    before = kept(tmp_path)
    with pytest.raises(GameError, match=r"games\.sgf cannot be read"):
        opened(tmp_path, plan_of())
    assert kept(tmp_path) == before


@pytest.mark.parametrize("results", [None, b"", b'{"index"'], ids=["gone", "empty", "torn"])
@pytest.mark.parametrize("game", ["othello", "peace"])
def test_results_that_are_missing_are_noticed(tmp_path: Path, game: str, results: bytes | None) -> None:
    plan = plan_of("random", "random", game=game)
    with opened(tmp_path, plan) as folder:
        run(plan, folder)
    (tmp_path / "results.jsonl").unlink()
    if results is not None:
        (tmp_path / "results.jsonl").write_bytes(results)
    before = kept(tmp_path)
    with pytest.raises(GameError, match=r"results\.jsonl cannot be read"):
        opened(tmp_path, plan)
    assert kept(tmp_path) == before


@pytest.mark.parametrize("game", ["othello", "peace"])
def test_a_kill_before_the_first_line_costs_only_that_game(tmp_path: Path, game: str) -> None:
    plan = plan_of("random", "random", game=game, games=2)
    with opened(tmp_path, plan) as folder:
        run(plan, folder)
    first = json.loads((tmp_path / "results.jsonl").read_bytes().splitlines()[0])
    os.truncate(tmp_path / f"games{plan.ending}", first["end"])
    (tmp_path / "results.jsonl").write_bytes(b'{"index"')
    with opened(tmp_path, plan) as folder:
        assert folder.results == []


def test_a_game_that_could_not_be_played_may_be_there_again(tmp_path: Path) -> None:
    failed = Result(0, 0, 0, 1, failed="exit -9")
    with opened(tmp_path, plan_of()) as folder:
        for told in (failed, failed, result(0)):
            folder.add(told, "(;)\n" if told.failed is None else "")
    with opened(tmp_path, plan_of()) as folder:
        assert [(told.index, told.failed) for told in folder.results] == [(0, None)]


def test_faults_that_can_be_told_are_read_again(tmp_path: Path) -> None:
    crashed = StoredFault("first", "arena.fault.crashed", {"reason": "boom"}, "crashed: boom")
    with opened(tmp_path, plan_of()) as folder:
        folder.add(Result(0, 0, 0, 1, 0.0, fault=crashed), "(;)\n")
    with opened(tmp_path, plan_of()) as folder:
        assert [told.fault for told in folder.results] == [crashed]


# --- a disk that refuses ---


def test_what_the_system_refuses_is_told_with_the_path(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(GameError, match=r"file cannot be used: File exists"):
        opened(tmp_path / "file", plan_of())


def test_a_disk_that_is_full_leaves_neither_game_nor_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with opened(tmp_path, plan_of()) as folder:
        folder.add(result(0), "(;first)\n")
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            with pytest.raises(GameError, match=r"games\.sgf cannot be used: No space left on device"):
                folder.add(result(1), "(;second)\n")
        folder.add(result(2), "(;third)\n")
    assert (tmp_path / "games.sgf").read_text() == "(;first)\n(;third)\n"
    assert [told.index for told in read_results(tmp_path)] == [0, 2]


# --- those who watch -----------------------------------------------------------------------------


def test_boards_are_shown_while_they_are_played_and_not_after(tmp_path: Path) -> None:
    plan = plan_of(size=8, games=2)
    seen: list[int] = []
    with opened(tmp_path, plan) as folder:
        show = folder.show

        def spy(current: Current) -> None:
            show(current)
            seen.append(len(current.games))

        folder.show = spy  # type: ignore[method-assign]  # to look over its shoulder
        run(plan, folder)
    assert seen[0] == 1
    assert seen[-1] == 0
