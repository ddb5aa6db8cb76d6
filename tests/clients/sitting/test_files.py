"""Games in files: one fixed file for each kind, a list of all, and a bad file changes nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.play.scripts import begin, place
from tests.clients.sitting.people_here import ANN, begun, both_here, guests, people_at

from tengen.clients.records.files import FileTrouble
from tengen.clients.sitting import files as files_module
from tengen.clients.sitting.files import FileEntry, GameFiles
from tengen.clients.sitting.people import People
from tengen.clients.sitting.record_files import LARGEST_BYTES
from tengen.core import LANGUAGES, GameError, kinds
from tengen.people import PeopleCode, PeopleError


async def test_a_game_comes_back_from_its_fixed_file(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path / "games", people)
        game = await begin(people.games, "gomoku")
        await place(game, "h8", "h9")
        path = files.fixed("gomoku")
        assert path.parent == tmp_path / "games"
        assert await files.confirmation(game, path) is None
        (said,) = await files.save(game, path)
        assert said.text("en") == f"Saved as {path.name}."
        opened = await files.load(path)
        assert opened.game.view.moves == game.view.moves
        assert [seat.name for seat in opened.game.view.seats.values()] == ["Ann", "Bo"]
        assert [line.text("en") for line in opened.said] == [f"Loaded {path.name}."]


async def test_every_kind_has_a_file_of_its_own(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        assert len({files.fixed(kind.name) for kind in kinds()}) == len(kinds())


async def test_a_file_with_another_game_is_asked_about_once(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        path = files.fixed("gomoku")
        first, second = [await begin(people.games, "gomoku") for _ in range(2)]
        await files.save(first, path)
        await place(first, "h8")
        assert await files.confirmation(first, path) is None
        asked = await files.confirmation(second, path)
        assert asked is not None
        for language in LANGUAGES:
            assert path.name in asked.question.text(language)
        await files.save(second, path)
        assert await files.confirmation(second, path) is None
        assert await files.confirmation(first, path) is not None


async def test_a_file_that_somebody_else_has_written_meanwhile_is_asked_about(tmp_path: Path) -> None:
    async with guests() as people:
        files, others = GameFiles(tmp_path, people), GameFiles(tmp_path, people)
        path = files.fixed("gomoku")
        game = await begin(people.games, "gomoku")
        await files.save(game, path)
        await place(game, "h8")
        await others.save(game, path)
        assert await files.confirmation(game, path) is not None


async def test_who_has_loaded_a_file_saves_to_it_without_a_question(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        path = files.fixed("gomoku")
        await files.save(await begin(people.games, "gomoku"), path)
        again = (await GameFiles(tmp_path, people).load(path)).game
        assert await GameFiles(tmp_path, people).confirmation(again, path) is not None
        opened = await files.load(path)
        await place(opened.game, "h8")
        assert await files.confirmation(opened.game, path) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff" * 100,
        b"\x80\x04.",
        b'{"format": "tengen-save", "version": 1}',
        b" " * (LARGEST_BYTES + 1),
    ],
)
async def test_a_bad_file_is_one_clear_line_and_no_game(tmp_path: Path, content: bytes) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        files.fixed("gomoku").write_bytes(content)
        with pytest.raises(GameError) as refused:
            await files.load(files.fixed("gomoku"))
        for language in LANGUAGES:
            assert refused.value.text(language)
            assert "\n" not in refused.value.text(language)


async def test_a_missing_file_says_so(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path / "games", people)
        with pytest.raises(GameError, match="There is no file"):
            await files.load(files.fixed("gomoku"))
        assert files.listed() == ()


async def test_a_move_that_the_rules_refuse_is_named(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        game = await begin(people.games, "gomoku")
        await place(game, "h8", "h9")
        path = files.fixed("gomoku")
        await files.save(game, path)
        saved = json.loads(path.read_text())
        saved["move_history"][1] = {**saved["move_history"][1], "x": 7, "y": 7}
        path.write_text(json.dumps(saved))
        with pytest.raises(GameError, match="2"):
            await files.load(path)


async def test_the_list_has_game_files_alone_the_latest_first(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        game = await begin(people.games, "gomoku")
        for number, name in enumerate(["old.json", "new.sgf", "notes.md", ".hidden.json"]):
            (tmp_path / name).write_text("x")
            os.utime(tmp_path / name, (number, number))
        (tmp_path / "folder.json").mkdir()
        await files.save(game, files.path_of("mine"))
        assert [entry.name for entry in files.listed()] == ["mine.json", "new.sgf", "old.json"]
        assert files.listed()[2] == FileEntry(tmp_path / "old.json", "old.json", 0)


async def test_of_very_many_files_the_latest_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_module, "MOST_LISTED", 3)
    async with guests() as people:
        for number in range(5):
            (tmp_path / f"{number}.json").touch()
            os.utime(tmp_path / f"{number}.json", (number, number))
        assert [entry.name for entry in GameFiles(tmp_path, people).listed()] == ["4.json", "3.json", "2.json"]


async def test_another_ending_is_another_format(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        game = await begin(people.games, "gomoku")
        await place(game, "h8")
        await files.save(game, files.path_of("game.sgf"))
        assert b"GM[4]" in (tmp_path / "game.sgf").read_bytes()
        opened = await files.load(tmp_path / "game.sgf")
        assert len(opened.game.view.moves) == 1


@given(st.text(max_size=120))
def test_a_typed_name_stays_in_the_folder(typed: str) -> None:
    folder = Path("/somewhere/games")
    files = GameFiles(folder, people=None)  # type: ignore[arg-type]  # nobody is asked for a name
    try:
        path = files.path_of(typed)
    except GameError:
        return
    assert path.parent == folder
    assert path.name.isprintable()
    assert path.name == Path(os.path.normpath(path)).name


async def test_the_file_of_accounts_is_for_them_alone(tmp_path: Path) -> None:
    def files_of(people: People) -> GameFiles:
        return GameFiles(tmp_path / "games", people)

    async with people_at(tmp_path / "data") as people:
        await both_here(people)
        game = await begun(people)
        await place(game, "h8")
        path = files_of(people).fixed("gomoku")
        await files_of(people).save(game, path)
        assert (await files_of(people).load(path)).game.view.moves == game.view.moves
    async with people_at(tmp_path / "data") as people:
        await people.log_in(*ANN)
        with pytest.raises(PeopleError) as refused:
            await files_of(people).load(path)
        assert refused.value.code is PeopleCode.WRONG_PLAYERS
    async with guests() as people:
        with pytest.raises(PeopleError):
            await files_of(people).load(path)


async def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file")
    async with guests() as people:
        files = GameFiles(tmp_path / "games", people)
        with pytest.raises(GameError):
            await files.save(await begin(people.games, "gomoku"), files.fixed("gomoku"))


async def test_a_file_gets_another_name_but_never_that_of_another(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        game = await begin(people.games, "gomoku")
        for name in ("first", "second"):
            await files.save(game, files.path_of(name))
        entry = next(entry for entry in files.listed() if entry.name == "first.json")
        for typed in ("second", "../elsewhere", ""):
            with pytest.raises(GameError):
                await files.rename(entry, typed)
        assert {listed.name for listed in files.listed()} == {"first.json", "second.json"}
        assert await files.rename(entry, "third") == tmp_path / "third.json"
        assert {listed.name for listed in files.listed()} == {"third.json", "second.json"}
        assert await files.confirmation(game, tmp_path / "third.json") is None
        with pytest.raises(FileTrouble):
            await files.rename(entry, "fourth")


async def test_a_deleted_file_is_gone_and_cannot_be_deleted_again(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path, people)
        await files.save(await begin(people.games, "gomoku"), files.path_of("first"))
        (entry,) = files.listed()
        await files.delete(entry)
        assert files.listed() == ()
        with pytest.raises(FileTrouble):
            await files.delete(entry)
