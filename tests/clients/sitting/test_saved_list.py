"""Files and saves in one manner: what is listed, opened, renamed, deleted and replaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.play.scripts import begin, place
from tests.clients.sitting.people_here import begun, both_here, guests, people_at

from tengen.clients.records.files import FileTrouble
from tengen.clients.sitting.files import GameFiles
from tengen.clients.sitting.pace import PACES_MS, paced
from tengen.clients.sitting.saved_list import SavedList, Shelf
from tengen.core import LANGUAGES, GameError
from tengen.people import PeopleError


async def test_guests_have_files_only_and_accounts_have_saves_too(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        saved = SavedList(GameFiles(tmp_path / "games", people), people)
        assert Shelf.SAVES not in saved.shelves
        await both_here(people)
        assert saved.shelves == (Shelf.FILES, Shelf.SAVES)


@pytest.mark.parametrize("shelf", Shelf)
async def test_a_game_is_kept_under_a_name_asked_about_renamed_and_deleted(tmp_path: Path, shelf: Shelf) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        saved = SavedList(GameFiles(tmp_path / "games", people), people)
        game = await begun(people)
        await place(game, "h8")
        assert await saved.replacement(shelf, game, "evening") is None
        for line in await saved.save(shelf, game, "evening"):
            assert all("evening" in line.text(language) for language in LANGUAGES)
        other = await begun(people)
        question = await saved.replacement(shelf, other, "evening")
        assert question is not None
        assert "evening" in question.question.text("en")
        await saved.save(shelf, other, "evening")
        (entry,) = await saved.read(shelf)
        assert len(entry.changed) == len("2026-11-16 15:00")
        assert "morning" in (await saved.rename(entry, "morning")).text("en")
        (entry,) = await saved.read(shelf)
        assert entry.name.startswith("morning")
        opened = await saved.open(entry)
        assert opened.game.view.moves == ()
        assert entry.name in saved.deletion(entry).question.text("zh")
        await saved.delete(entry)
        assert await saved.read(shelf) == ()


async def test_a_save_tells_its_game_and_its_players(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        saved = SavedList(GameFiles(tmp_path / "games", people), people)
        await saved.save(Shelf.SAVES, await begun(people), "evening")
        (entry,) = await saved.read(Shelf.SAVES)
        assert entry.about("en") == "Gomoku 15×15 · Ann – Ben · 0 moves"


async def test_bad_names_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        saved = SavedList(GameFiles(tmp_path / "games", people), people)
        game = await begun(people)
        for typed in ("", "../up", "a" * 500, "\x1b[2J"):
            with pytest.raises(GameError):
                await saved.save(Shelf.FILES, game, typed)
        for typed in ("", "a" * 500, "\x1b[2J"):
            with pytest.raises(PeopleError):
                await saved.save(Shelf.SAVES, game, typed)
        assert await saved.read(Shelf.FILES) == await saved.read(Shelf.SAVES) == ()


async def test_any_file_is_opened_by_its_path_and_nothing_else_is(tmp_path: Path) -> None:
    async with guests() as people:
        files = GameFiles(tmp_path / "games", people)
        saved = SavedList(files, people)
        game = await begin(people.games, "gomoku")
        await place(game, "h8")
        await files.save(game, tmp_path / "elsewhere.json")
        assert (await saved.open_path(f"  {tmp_path / 'elsewhere.json'} ")).game.view.moves == game.view.moves
        for typed in ("", "\0", "~nobody-of-this-name/x", "a\nb"):
            with pytest.raises((GameError, FileTrouble)):
                await saved.open_path(typed)
        for typed in (str(tmp_path), str(tmp_path / "nowhere.json"), "/dev/zero", "x" * 5000):
            with pytest.raises(FileTrouble):
                await saved.open_path(typed)


def test_paces_go_step_by_step_and_end_at_both_ends() -> None:
    assert [paced(pace, 1) for pace in PACES_MS] == [*PACES_MS[1:], PACES_MS[-1]]
    assert [paced(pace, -1) for pace in PACES_MS] == [PACES_MS[0], *PACES_MS[:-1]]
    assert paced(690, 1) == 1000
