"""The console for screen readers: boards in sentences, nothing drawn, nothing said twice."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.clients.command import Command, command_here
from tests.players.sure import SurePlayer

from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences, write_preferences
from tengen.core import BLACK, WHITE, create_rules


class _Terminal(io.StringIO):
    """Either end of a terminal."""

    def isatty(self) -> bool:
        return True


def said(lines: list[str], *, white: str = "human", lang: str = "en") -> list[str]:
    """What a screen reader reads aloud to somebody who types these lines."""
    sink, source = _Terminal(), _Terminal("".join(f"{line}\n" for line in lines))
    games = LocalGames(lambda: 0, seed=1, drives=False)
    seating = Seating({BLACK: "human", WHITE: white}, lang, games)
    terminal = Terminal(source, sink, draws=False)
    Session(terminal, seating, games, lang, lambda: 0, speaks=True).play()
    assert "\x1b" not in sink.getvalue()
    return sink.getvalue().splitlines()


def test_a_board_is_named_once_and_never_drawn() -> None:
    lines = said(["Alice", "Bob", "2", "d3"])
    assert sum("Game 2: Reversi. Black: Alice. White: Bob." in line for line in lines) == 1
    assert not any("A B C D" in line for line in lines)
    assert any("Alice plays d3." in line for line in lines)
    assert any("Bob? " in line for line in lines)


@pytest.mark.parametrize(
    ("lang", "word", "stones"), [("en", "board", "Black: d3, d4, e4, d5."), ("zh", "棋盘", "黑子：d3, d4, e4, d5。")]
)
def test_all_stones_are_said_when_asked_for(lang: str, word: str, stones: str) -> None:
    assert any(stones in line for line in said(["Alice", "Bob", "2", "d3", word], lang=lang))


def test_points_are_said_when_asked_for() -> None:
    assert any("You may play at: d3, c4, f5, e6." in line for line in said(["Alice", "Bob", "2", "points"]))


def test_a_refusal_and_what_a_program_plays_are_said_once() -> None:
    lines = said(["Alice", "2", "a1", "d3"], white="random")
    assert sum("This position cannot be placed." in line for line in lines) == 1
    assert sum("random plays " in line for line in lines) == 1


def test_everything_else_is_typed_as_ever() -> None:
    lines = said(["Alice", "Bob", "go 5", "3", "c3", "undo", "board", "nonsense", "help"])
    assert any("Black: none." in line for line in lines)
    assert any("Invalid input format." in line for line in lines)
    assert any("take a move back" in line for line in lines)


def test_the_flag_is_for_pipes_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("A\nB\nquit\n"))
    tengen: Command = command_here(monkeypatch, capsys)
    assert "Game 1: Peace. Black: A. White: B." in tengen("play", "--speak").out


def test_the_setting_is_kept(tmp_path: Path) -> None:
    write_preferences(tmp_path / FILE_NAME, Preferences(speak=True))
    assert read_preferences(tmp_path / FILE_NAME)[0].speak


@pytest.mark.parametrize(
    ("lang", "word", "told"),
    [
        ("en", "hint", "The strongest level would play h8. This wins in 5: h8 a1 i8 a2 j8 a3 k8 a4 l8."),
        ("zh", "提示", "最强的电脑会下在 h8。此手 5 步内必胜：h8 a1 i8 a2 j8 a3 k8 a4 l8。"),
    ],
)
def test_a_hint_is_said_with_the_line_of_a_proven_win(
    lang: str, word: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = create_rules("gomoku").board_spec().parse
    line = tuple(map(parse, ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]))
    monkeypatch.setattr("tengen.clients.sitting.hints.make_player", lambda *_, **__: SurePlayer(line))
    heard = said(["Alice", "Bob", "gomoku level:1", "3", word], lang=lang)
    assert [line.lower() for line in heard if told.lower() in line.lower()], heard


def test_a_hint_is_refused_with_the_reason() -> None:
    assert any("A hint is given only in your own turn" in line for line in said(["Alice", "Bob", "hint"]))
