"""The review of a record on the screen: keys, mouse, comments and variations, other games of the file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.clients.terminal.shown import text_of
from tests.clients.terminal.tmux import Pane, needs_tmux
from tests.contract.cases import Case, all_cases, playout
from textual.pilot import Pilot

from tengen.clients.online.entering import Entered
from tengen.clients.sitting.folder import LocalFolder
from tengen.clients.sitting.local_people import LocalPeople
from tengen.clients.terminal.abilities import Colors, has_full_screen
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.screens.review import ReviewScreen
from tengen.core import BLACK, Board, Node, Participant, Place, Point, Record, Setup, create_rules
from tengen.core.printing import width
from tengen.formats import read
from tengen.storage import DataFolder

GAME = """(;GM[1]FF[4]SZ[9]PB[Ada]BR[3d]PW[鲍勃]EV[Club]DT[2026-11-16]RE[W+R]C[the beginning]
;B[ee]TR[ee]C[in the middle](;W[gc];B[cg]C[well])(;W[cc]C[instead];B[gg]))"""
"""One fork after the first move."""


def records(sgf: str = GAME) -> tuple[Record, ...]:
    return read("game.sgf", sgf.encode()).records


@asynccontextmanager
async def reviewed(
    path: Path,
    shown: tuple[Record, ...] = (),
    *,
    size: tuple[int, int] = (80, 20),
    colors: Colors = Colors.ALL,
    language: str = "en",
    plays: bool = False,
) -> AsyncIterator[tuple[ReviewScreen, Pilot[None]]]:
    """The screen of a record under Textual's pilot, standing still unless it plays."""
    people = LocalPeople(None)
    screen = ReviewScreen(shown or records(), step_ms=60, plays=plays)
    app = TerminalApp(
        Entered(people, LocalFolder(lambda: DataFolder(path))), language=language, colors=colors, first=screen
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield screen, pilot
    await people.close()


async def test_everything_of_a_position_is_beside_the_board(tmp_path: Path) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.press("right")
        lines = text_of(screen.app).split("\n")
        assert lines[0].startswith("   A B C D E F G H J  Go 9x9 · Chinese (KGS)")
        assert "Club · 2026-11-16" in lines[1]
        assert "● Ada 3d" in lines[2]
        assert "┼(△)┼" in lines[5], "the mark of the record stands on the stone"
        shown = "\n".join(lines)
        for words in ("in the middle", "Ways on from here", "> A ○ G7", "  B ○ C7", "Move 1 of 3 · E5"):
            assert words in shown
        assert "─A─" in lines[3]
        assert "─B─" in lines[3]


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "caption"),
    [
        ("right right", "Move 2 of 3 · G7"),
        ("l l h", "Move 1 of 3 · E5"),
        ("end", "Move 3 of 3 · C3"),
        ("end right", "Move 3 of 3 · C3"),
        ("G g", "Move 0 of 3"),
        ("pagedown", "Move 3 of 3 · C3"),
        ("pagedown pageup", "Move 0 of 3"),
        ("right down right", "Move 2 of 3 · C7"),
        ("right right down", "Move 2 of 3 · C7"),
        ("right right j k", "Move 2 of 3 · G7"),
        ("right right down m", "Move 1 of 3 · E5"),
        ("n", "Move 1 of 3 · E5"),
        ("n n", "Move 3 of 3 · C3"),
        ("n n N", "Move 1 of 3 · E5"),
    ],
)
async def test_keys_lead_through_the_record(tmp_path: Path, keys: str, caption: str) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.press(*keys.split())
        assert screen.review.caption("en") == caption
        assert caption in text_of(screen.app)


@pytest.mark.long
async def test_it_plays_by_itself_until_somebody_steps(tmp_path: Path) -> None:
    async with reviewed(tmp_path, plays=True) as (screen, pilot):
        while screen.review.is_playing:
            await pilot.pause(0.02)
        assert screen.review.at == 3
        assert "■ the end" in text_of(screen.app)
        screen.review.step_ms = 60_000
        await pilot.press("space")
        assert "▶ 60 s" in text_of(screen.app)
        await pilot.press("left")
        assert "‖ paused" in text_of(screen.app)


@pytest.mark.long
async def test_the_speed_is_told(tmp_path: Path) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.press("minus", "minus", "plus")
        assert screen.review.step_ms == 120
        assert "(0.12 s)" in text_of(screen.app)


@pytest.mark.long
async def test_a_click_on_a_letter_follows_it_and_on_a_stone_goes_to_its_move(tmp_path: Path) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.press("right")
        await pilot.click("#board", offset=(3 + 2 * 2, 3))
        assert screen.review.comment == "instead"
        await pilot.click("#board", offset=(3 + 2 * 4, 5))
        assert screen.review.at == 1
        await pilot.click("#board", offset=(3, 9))
        assert screen.review.at == 1, "nothing was played there"


async def test_the_end_tells_the_result(tmp_path: Path) -> None:
    async with reviewed(tmp_path, language="zh") as (screen, pilot):
        await pilot.press("end")
        assert "白方中盘胜" in text_of(screen.app)
        assert "第 3 手 / 共 3 手 · C3" in text_of(screen.app)


@pytest.mark.long
async def test_another_game_of_the_file_and_one_that_cannot_be_shown(tmp_path: Path) -> None:
    bad = Record(create_rules("othello")).with_line([Place(BLACK, Point(0, 0))])
    async with reviewed(tmp_path, (*records(), Record(create_rules("gomoku")), bad)) as (screen, pilot):
        assert "game 1 of 3" in text_of(screen.app)
        await pilot.press("left_square_bracket")
        assert "game 1 of 3" in text_of(screen.app)
        await pilot.press("right_square_bracket")
        await pilot.pause()
        assert "game 2 of 3" in text_of(screen.app)
        await pilot.press("right_square_bracket")
        await pilot.pause()
        assert "Move 1 is not possible" in text_of(screen.app)
        assert "game 2 of 3" in text_of(screen.app)


@pytest.mark.long
async def test_the_list_of_keys_and_the_way_back(tmp_path: Path) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Any key goes back to the board." in text_of(screen.app)
        await pilot.press("right")
        await pilot.pause()
        assert screen.app.screen is screen
        assert screen.review.at == 0, "that key was for the list"


@pytest.mark.long
async def test_a_long_comment_can_be_read_on(tmp_path: Path) -> None:
    words = "\n".join(f"line {number}" for number in range(100))
    record = Record(create_rules("go", 19), nodes=(Node(comment=f"\x1b[31m{words}[/bold]"),))
    async with reviewed(tmp_path, (record,)) as (screen, pilot):
        assert "line 0" in text_of(screen.app)
        assert "\x1b[31m" not in text_of(screen.app)
        await pilot.press(*("d" * 10))
        await pilot.pause()
        assert "line 30" in text_of(screen.app)
        await pilot.press(*("u" * 20))
        await pilot.pause()
        assert "line 0" in text_of(screen.app)


@pytest.mark.long
async def test_a_position_that_is_put_on_the_board_is_told(tmp_path: Path) -> None:
    lesson = Setup(Board.empty(5).with_stones({Point(2, 2): BLACK}), BLACK)
    record = Record(create_rules("go", 5), nodes=(Node(), Node(0, setup=lesson)))
    async with reviewed(tmp_path, (record,)) as (screen, pilot):
        await pilot.press("right")
        assert "Move 0 of 0 · Stones are set up" in text_of(screen.app)


@pytest.mark.long
async def test_a_label_of_two_columns_does_not_shift_the_board(tmp_path: Path) -> None:
    sgf = "(;GM[1]FF[4]SZ[5]LB[aa:甲][bb:long])"
    async with reviewed(tmp_path, records(sgf), colors=Colors.NONE) as (screen, _):
        board = [line[:13] for line in text_of(screen.app).split("\n")[:6]]
        assert board[1].startswith("5  *")
        assert "l" in board[2]
        assert {width(line.rstrip()) for line in board[1:]} == {12}


FIRST_CASES = {case.rules.KIND: case for case in reversed(all_cases())}
"""One of every game, the toy game among them."""


@pytest.mark.long
@pytest.mark.parametrize("case", FIRST_CASES.values(), ids=FIRST_CASES)
async def test_every_game_can_be_walked_through(tmp_path: Path, case: Case) -> None:
    timeline = playout(case.rules, 2)
    record = Record.of(timeline, Participant("甲" * 40), Participant("x" * 300))
    async with reviewed(tmp_path, (record,), colors=Colors.NONE, language="zh") as (screen, pilot):
        await pilot.press("right", "right", "end", "left", "home")
        assert all(width(line) <= 80 for line in text_of(screen.app).split("\n"))


@pytest.mark.long
@pytest.mark.parametrize("size", [(30, 10), (80, 24), (44, 60), (200, 60), (1, 1)])
async def test_any_size_of_the_terminal_will_do(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reviewed(tmp_path) as (screen, pilot):
        await pilot.resize_terminal(*size)
        await pilot.press("right")
        assert screen.review.at == 1


# --- in a real terminal


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.mark.long
@needs_tmux
@pytest.mark.parametrize(("columns", "rows"), [(80, 20), (140, 45)])
def test_a_record_in_a_real_terminal(game: Path, columns: int, rows: int) -> None:
    with Pane("replay", game, "--lang", "zh", "--delay", "0.05", columns=columns, rows=rows) as pane:
        lines = pane.see("第 3 手")
        assert "鲍勃" in "\n".join(lines)
        pane.keys("Home")
        pane.see("第 0 手")
        pane.keys("Right", "Down", "Right")
        pane.see("instead")
        pane.keys("Left")
        pane.see("in the middle")
        pane.resize(60, 30)
        pane.see(lambda lines: any("in the middle" in line for line in lines[10:]))
        pane.keys("q")
        assert pane.left() == 0
        pane.see_as_before()


@pytest.mark.long
@needs_tmux
def test_a_dumb_terminal_gets_every_position_once(game: Path) -> None:
    with Pane("replay", game, "--lang", "en", term="dumb", rows=60) as pane:
        assert pane.left() == 0
        said = "\n".join(pane.screen())
        assert said.count("A B C D E F G H J") == 4
        assert "White wins by resignation." in said


def test_what_is_no_terminal_has_no_screen(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert not has_full_screen((file, file), {"TERM": "xterm"})
    assert not has_full_screen((None, None), {"TERM": "xterm"})
