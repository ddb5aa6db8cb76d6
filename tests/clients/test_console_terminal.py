"""What a person at a terminal gets beyond the transcripts of a pipe: a hint, a show, a question, points in words."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.clients.console_session import answers, transcript
from tests.clients.window import Window

from tengen.clients.console.pace import Pace
from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.play.local import LocalGames
from tengen.core import BLACK, LANGUAGES, WHITE, text


class _Terminal(io.StringIO):
    """Either end of a terminal."""

    def isatty(self) -> bool:
        return True


def sat(
    lines: list[str],
    *,
    black: str = "human",
    white: str = "human",
    lang: str = "en",
    plain: bool = True,
    pace: Pace | None = None,
    now: Callable[[], int] = lambda: 0,
) -> str:
    """What a person sees who types these lines at a terminal."""
    screen = _Terminal()
    keyboard = _Terminal("".join(f"{line}\n" for line in lines))
    games = LocalGames(now, seed=1, drives=False)
    seating = Seating({BLACK: black, WHITE: white}, lang, games)
    Session(Terminal(keyboard, screen, plain=plain), seating, games, lang, now, pace=pace).play()
    return screen.getvalue()


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    opened = Window(*request.param)
    yield opened
    opened.close()


# --- the hint ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_names_help_in_one_line_under_the_first_board(lang: str, plain: bool) -> None:
    said = sat(["Alice", "Bob", "1a", "1b"], lang=lang, plain=plain)
    hint = text(lang, "console.hint")
    assert "help" in hint
    assert said.count(hint) == 1
    assert said.index(hint) > said.index("8 . . . .")
    assert hint not in transcript(["Alice", "Bob", "1a"], lang=lang), "a pipe stays as it was"


# --- computers against each other ----------------------------------------------------------------


@pytest.mark.parametrize("plain", [True, False])
def test_a_game_between_computers_is_shown_move_by_move_at_its_pace(plain: bool) -> None:
    waits: list[float] = []
    said = sat(["A", "B", "reversi 4 random random", "3"], pace=Pace(700, waits.append), plain=plain)
    show = said[said.index("random is thinking...") :]
    moves = show.count("is thinking... (Ctrl-C pauses)")
    assert moves > 5
    assert waits == [0.7] * moves
    assert show.count("A B C D\n") == moves, "every position, the last one for good"
    assert "Game 3 is over now." in show


def test_thinking_counts_towards_the_pace() -> None:
    waits: list[float] = []
    clock = count(0, 200)
    sat(["A", "B", "reversi 4 random random", "3"], pace=Pace(500, waits.append), now=lambda: next(clock))
    assert waits
    assert max(waits) <= 0.3
    waits.clear()
    clock = count(0, 2000)
    sat(["A", "B", "reversi 4 random random", "3"], pace=Pace(500, waits.append), now=lambda: next(clock))
    assert waits == []


def test_a_person_never_waits_for_the_pace() -> None:
    waits: list[float] = []
    said = sat(["Alice", "2", "3d"], white="random", pace=Pace(700, waits.append))
    assert "random plays " in said
    assert waits == []


def test_a_pipe_shows_a_game_between_computers_at_once_and_in_lines() -> None:
    said = transcript(["2"], black="random", white="random")
    assert "is thinking" not in said
    assert said.count("A B C D E F G H") == 2


def interrupted_after(moves: int) -> Callable[[float], None]:
    """Waits, until Ctrl-C is pressed once during the wait after so many moves."""
    left = iter(range(moves - 1, -1, -1))

    def wait(_: float) -> None:
        if next(left, None) == 0:
            raise KeyboardInterrupt

    return wait


@pytest.mark.parametrize("go_on", ["", "continue", "resume", "接着走", "继续"])
def test_an_interrupt_pauses_a_show_and_a_word_or_enter_goes_on(go_on: str) -> None:
    lines = ["A", "B", "reversi 4 random random", "3", "a1", "pass", "resign", "nonsense", go_on, "quit"]
    said = sat(lines, pace=Pace(700, interrupted_after(3)))
    paused = said.index("Paused. Press Enter or type continue to go on.\n")
    assert said.count("is thinking", 0, paused) == 3
    assert "Please press Enter to go on (continue) / game number (1-3) / " in said[paused:]
    assert said.count("Only computers play on this board.") == 3, "nobody plays for a computer"
    assert "Invalid input format. Please press Enter to go on (continue) / " in said
    assert said.index("Game 3 is over now.") > paused
    assert said.endswith("Exiting the game.\n")


def test_a_paused_show_waits_while_another_board_is_played() -> None:
    lines = ["A", "B", "reversi 4 random random", "3", "1", "1a", "3", "undo", "continue", "quit"]
    said = sat(lines, pace=Pace(700, interrupted_after(3)))
    assert said.count("Paused. ") == 3, "after the interrupt, on coming back, and after the takeback"
    assert "Game 3 is over now." in said


def test_nothing_can_go_on_that_is_not_paused() -> None:
    assert answers(["continue"])[-2] == "Nothing is paused here."
    assert "这一局没有暂停。" in transcript(["甲", "乙", "接着走"], lang="zh")


@pytest.mark.parametrize(
    "window", [("play", "--plain", "--black", "random", "--white", "random", "--pace", "60")], indirect=True
)
def test_control_c_gives_the_prompt_back_and_the_program_stays(window: Window) -> None:
    window.hear(b"Ctrl-C pauses")
    window.hear(b"random plays")
    window.type(b"\x03")
    window.hear(b"Paused. Press Enter")
    window.hear(b"Please press Enter to go on")
    window.output = b""
    window.type(b"\r")
    window.hear(b"Game 1 is over now.")
    window.type(b"quit\r")
    window.hear(b"Exiting the game.")
    assert window.end() == 0


@pytest.mark.parametrize(
    "window", [("play", "--plain", "--black", "level:10", "--white", "level:10", "--pace", "0")], indirect=True
)
def test_control_c_pauses_a_computer_that_thinks_long_and_a_second_one_quits(window: Window) -> None:
    window.hear(b"quit the game (quit) : ")  # Peace is played by chance: let it be
    window.output = b""
    window.type(b"2\r")
    window.hear(b"level:10 is thinking")
    window.type(b"\x03")
    window.hear(b"Please press Enter to go on")
    window.await_prompt()
    window.type(b"\x03")
    window.hear(b"Exiting the game.")
    assert window.end() == 0


# --- files ---------------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text("old", encoding="utf-8")
    return Path("game.json")


@pytest.mark.parametrize("answer", ["", "n", "no", "maybe", "否", "quit"])
def test_a_person_is_asked_before_a_file_is_replaced_and_may_say_no(old: Path, answer: str) -> None:
    said = sat(["A", "B", "save game.json", answer, "1a", "quit"])
    assert "game.json exists already. Replace it? (y/N) " in said
    assert "Not saved. " in said
    assert "Saved" not in said
    assert old.read_text(encoding="utf-8") == "old"
    assert said.count("A B C D E F G H") == 2, "the session goes on"


@pytest.mark.parametrize(("lang", "answer"), [("en", "y"), ("en", " YES "), ("zh", "y"), ("zh", "是")])
def test_a_file_is_replaced_when_the_person_says_yes(old: Path, lang: str, answer: str) -> None:
    said = sat(["A", "B", "save game", answer], lang=lang)
    assert text(lang, "console.replace", file="game.json") in said
    assert old.read_text(encoding="utf-8") != "old"


def test_a_new_file_and_one_that_shall_be_replaced_need_no_question(old: Path) -> None:
    said = sat(["A", "B", "save new.json", "save! game.json"])
    assert "(y/N)" not in said
    assert old.read_text(encoding="utf-8") != "old"
    assert Path("new.json").exists()


def test_the_end_of_the_input_is_no_yes(old: Path) -> None:
    assert sat(["A", "B", "save game.json"]).endswith("Exiting the game.\n")
    assert old.read_text(encoding="utf-8") == "old"


# --- the points ----------------------------------------------------------------------------------

COUNTED = ["go 5 komi=0.5 dead_stones=none", "3", "c3", "pass", "pass"]
NO_MOVES = ["reversi 4", "3", "b1", "a1", "a2", "c1", "d2", "a3", "b4", "d1", "pass", "d3"]


@pytest.mark.parametrize(
    ("lines", "en", "zh"),
    [
        (COUNTED, ["Black: 25, White: 0.5.", "Black wins by 24.5."], ["黑方 25，白方 0.5。", "黑方胜 24.5。"]),
        (NO_MOVES, ["Black: 1, White: 12.", "White wins by 11."], ["黑方 1，白方 12。", "白方胜 11。"]),
    ],
)
def test_a_terminal_gets_the_final_score_in_words(lines: list[str], en: list[str], zh: list[str]) -> None:
    for lang, expected in (("en", en), ("zh", zh)):
        said = sat(["A", "B", *lines], lang=lang).splitlines()
        at = said.index(expected[0])
        assert said[at : at + 2] == expected
    assert en[0] not in answers(lines), "a pipe stays as it was"


def test_a_game_that_was_not_counted_has_no_final_score() -> None:
    said = sat(["A", "B", "go 5", "3", "c3", "resign", "2", "resign"])
    assert "White: " not in said
    assert "All Games over!" not in said


def test_suicide_is_not_called_a_capture() -> None:
    moves = ["go 5 tromp-taylor", "3", "a2", "a1", "b2", "e5", "c1", "b1"]
    said = answers(moves)
    assert "White removed 2 of their own stones. Black to move." in said
    assert not [line for line in said if line.startswith(("White captured", "Black captured"))]
    assert "白方自提 2 子，轮到黑方。" in transcript(["甲", "乙", *moves], lang="zh")
