"""Files and saves in the window: the fixed file of a game, save as, open, rename, delete, and bad files."""

from __future__ import annotations

from pathlib import Path

from tests.clients.desktop.at_board import AtBoard, at_board
from tests.clients.play.scripts import place
from tests.clients.sitting.people_here import ANN, BEN

from tengen.clients.desktop.screens.files import FilesScreen
from tengen.clients.sitting.files import FOLDER_NAME
from tengen.core import text


def names(here: AtBoard) -> list[str]:
    return sorted(path.name for path in here.app.files.fixed("go").parent.glob("*"))


async def saved(here: AtBoard) -> None:
    await here.press("s")
    await here.until(lambda: here.has("message"))


async def test_s_saves_to_one_file_and_l_goes_on_with_it_in_another_tab(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3", "g7")
        await saved(here)
        assert text("en", "sitting.file.saved", file="go.json") in here.said
        await here.press("l")
        await here.until(lambda: len(here.app.tables.all) == 2)
        assert here.shown.table.game is not game
        assert here.view.board == game.view.board
        assert text("en", "sitting.file.loaded", file="go.json") in here.said


async def test_s_asks_once_where_the_file_holds_another_game(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3")
        await saved(here)
        await here.begin("go", 9)
        await here.play("e5")
        await here.press("s")
        await here.until(lambda: here.has("dialog/yes"))
        await here.click("dialog/yes")
        await here.until(lambda: here.has("message"))
        await here.play("g7")
        await saved(here)
        assert not here.has("dialog/yes")


async def test_a_bad_file_leaves_the_game_untouched_with_a_clear_line(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3")
        folder = tmp_path / FOLDER_NAME
        folder.mkdir(exist_ok=True)
        for content in (b"{", b"\xff\xfe\x00", b"[]" * 10, b"x" * (1 << 21)):
            (folder / "go.json").write_bytes(content)
            await here.press("l")
            await here.until(lambda: here.has("message"))
            assert here.shown.table.game is game
            assert len(here.app.tables.all) == 1
            await here.press("escape")
            here.app.say(None)
        (folder / "go.json").unlink()
        await here.press("l")
        await here.until(lambda: here.has("message"))
        await here.play("e5")


async def test_shift_asks_for_another_file_in_a_list_of_our_own(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3")
        await here.press("S", shift=True)
        assert isinstance(here.app.screen, FilesScreen)
        await here.write("evening")
        await here.click("save")
        await here.until(lambda: here.app.are_games_shown)
        assert names(here) == ["evening.json"]
        assert text("en", "sitting.file.saved", file="evening.json") in here.said
        await here.press("L", shift=True)
        await here.until(lambda: "evening.json" in here.listed())
        await here.mark(0)
        await here.click("open")
        await here.until(lambda: len(here.app.tables.all) == 2)
        assert here.view.board == game.view.board


async def test_a_file_is_renamed_and_deleted_after_a_question(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3")
        await saved(here)
        here.app.show_files(is_saving=False)
        await here.settled()
        await here.until(lambda: "go.json" in here.listed())
        assert here.find("rename").why_not
        await here.mark(0)
        await here.click("rename")
        await here.write("second")
        await here.press("enter")
        await here.until(lambda: here.listed() == ["second.json"])
        await here.mark(0)
        for answer in ("dialog/no", "dialog/yes"):
            await here.click("delete")
            await here.until(lambda: here.has("dialog/yes"))
            await here.click(answer)
            await here.until(lambda: not here.has("dialog/yes"))
            if answer == "dialog/no":
                assert names(here) == ["second.json"]
        await here.until(lambda: here.listed() == [])
        assert names(here) == []


async def test_any_record_is_opened_by_its_path(tmp_path: Path) -> None:
    record = tmp_path / "elsewhere.sgf"
    record.write_text("(;GM[1]SZ[9];B[ee];W[cc])")
    async with at_board(tmp_path / "data") as here:
        here.app.show_files(is_saving=False)
        await here.settled()
        await here.type("path", str(record))
        await here.press("enter")
        await here.until(lambda: here.app.are_games_shown)
        assert len(here.view.moves) == 2
        here.app.show_files(is_saving=False)
        await here.settled()
        await here.type("path", str(tmp_path / "nowhere.sgf"))
        await here.click("open/path")
        await here.until(lambda: here.has("message"))
        assert len(here.app.tables.all) == 1


async def test_a_game_of_accounts_is_loaded_by_the_right_pair_only(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        people = here.app.people
        await people.register(*ANN)
        await people.register(*BEN)
        game = await here.begin("go", 9, black="Ann", white="Ben")
        await place(game, "c3", "g7")
        await saved(here)
        here.app.show_files(is_saving=True)
        await here.settled()
        await here.click("shelves/1")
        await here.click("save")
        await here.until(lambda: here.app.are_games_shown)
        await people.log_out()
        await here.press("l")
        await here.until(lambda: text("en", "error.WRONG_PLAYERS") in here.said)
        assert len(here.app.tables.all) == 1
        await people.log_in(*BEN)
        await people.log_in(*ANN)
        await here.press("l")
        await here.settled()
        await here.until(lambda: here.has("message"))
        assert len(here.app.tables.all) == 1
        await people.log_out()
        await people.log_in(*ANN)
        await people.log_in(*BEN)
        await here.press("l")
        await here.until(lambda: len(here.app.tables.all) == 2)
        here.app.show_files(is_saving=False)
        await here.settled()
        await here.click("shelves/1")
        await here.until(lambda: bool(here.listed()))
        await here.mark(0)
        await here.click("open")
        await here.until(lambda: len(here.app.tables.all) == 3)
        assert here.view.board == game.view.board
