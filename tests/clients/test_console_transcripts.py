"""The console, told as transcripts: what is on the screen after every typed line.

A file in `golden/console` is both the script and the answer: a line that begins with `> ` is typed, the rest is
what the console writes. To write the files anew after a change that is meant: RENEW_GOLDEN=1 pytest <this file>.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import unicodedata
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.console_session import MARK, answers, transcript
from tests.toygame import KIND as TOY

from tengen.clients.console import prompts, session
from tengen.clients.console.commands import Word
from tengen.clients.play.local import players as local_players
from tengen.core import (
    LANGUAGES,
    Action,
    ErrorCode,
    GameError,
    Place,
    Point,
    create_game,
    kinds,
    text,
)
from tengen.players import Budget, EngineCannot, EngineFault, HintPlayer, Player, StopToken, Turn

GOLDEN = sorted((Path(__file__).parents[1] / "golden/console").glob("*.txt"))

NEW = "new game (peace / reversi / gomoku / go)"
INVALID = (
    "Invalid input format. Please enter a number (1-8) followed by a letter (A-H) / a board number (1-2) / "
    f"{NEW} / quit the game (quit) : "
)


@pytest.fixture(autouse=True)
def _without_the_game_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "kinds", lambda: tuple(kind for kind in kinds() if kind != TOY))


def options(command: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lang", default="en")
    parser.add_argument("--black", default="human")
    parser.add_argument("--white", default="human")
    return parser.parse_args(command.split()[3:])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    expected = path.read_text(encoding="utf-8")
    lines = expected.splitlines()
    comments = [line for line in lines if line.startswith("# ")]
    command = lines[len(comments)]
    typed = [line[len(MARK) :] for line in lines if line.startswith(MARK.rstrip())]
    said = transcript(typed, **vars(options(command)))
    written = "\n".join([*comments, command, *(line.rstrip() for line in said.splitlines())]) + "\n"
    if os.environ.get("RENEW_GOLDEN"):
        path.write_text(written, encoding="utf-8")
    assert written == expected


def test_every_transcript_begins_with_what_it_is_about_and_types_something() -> None:
    assert len(GOLDEN) >= 15
    for path in GOLDEN:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# ")
        assert [line for line in lines if line.startswith(MARK)]


# --- the exact lines -----------------------------------------------------------------------------


def test_the_names_are_asked_with_the_pieces() -> None:
    said = transcript(["Alice", "Bob", "quit"])
    assert said.startswith(
        "Please enter the first player name (Using the black piece ●): \n> Alice\n"
        "Please enter the second player name (Using the white piece ○): \n> Bob\n"
    )
    assert said.endswith("\n> quit\nExiting the game.\n")


def test_the_prompts_are_exact() -> None:
    said = answers(["1a", "2", "go", "quit"])
    assert (
        f"Player Alice, please enter your move (1-8,a-h) / game number (1-2) / {NEW} / quit the game (quit) : " in said
    )
    assert f"Player Bob, please enter your move (1-8,a-h) / game number (1-2) / {NEW} / quit the game (quit) : " in said
    assert (
        f"Player Alice, please enter your move (1-8,a-h) / game number (1-3) / {NEW} / quit the game (quit) : " in said
    )


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (["1a", "1a"], "This position cannot be placed. Please try again."),
        (["1k"], INVALID),
        (["9a"], INVALID),
        (["abc"], INVALID),
        (["undo now"], INVALID),
        (["1a 1b"], INVALID),
        (["pass"], "You cannot pass in Peace mode. Please try again."),
        (["2", "pass"], "You can place a piece. Please try again."),
        (["2", "1a"], "This position cannot be placed. Please try again."),
        (["3"], "Invalid game number. Please try again."),
        (["0"], "Invalid game number. Please try again."),
        (["-1"], "Invalid game number. Please try again."),
        (["undo"], "There is nothing to undo."),
        (["redo"], "There is nothing to redo."),
        (["agree"], "That is not possible in this phase of the game."),
        (["dead 1a"], "That is not possible in this phase of the game."),
        (["dead 9z"], INVALID),
        (["save"], "Please name the file as well: save and its name."),
        (["load"], "Please name the file as well: load and its name."),
        (["gomoku", "3", "pass"], "You cannot pass in Gomoku mode. Please try again."),
        (
            ["gomoku", "3", "a1", "a1"],
            "This position cannot be placed. Please try again. There is a stone on this point already.",
        ),
    ],
)
def test_a_refused_line_is_answered_with_one_line_and_no_board(typed: list[str], line: str) -> None:
    before, after = answers(typed[:-1]), answers(typed)
    assert line in after
    assert after[: len(before) - 1] == before[:-1], "what came before stays"
    assert after[len(before) - 1 :] == [line, "Exiting the game."]


def test_a_blank_line_is_passed_over_in_silence() -> None:
    assert answers(["", "   ", "\t"]) == answers([])


def test_moves_are_read_in_either_order_and_case() -> None:
    boards = {tuple(answers(["2", move])[-11:-3]) for move in ("3d", "d3", "3D", "D3", " d 3 ", "ｄ３")}
    assert len(boards) == 1


# --- the ends of games ---------------------------------------------------------------------------


def everything(size: int) -> list[str]:
    """Every point of a board of cells but the four in the middle, row by row."""
    middle = {size // 2, size // 2 + 1}
    rows, letters = range(1, size + 1), "abcdefghijklmnop"[:size]
    return [f"{row}{letter}" for row in rows for letter in letters if not {row, letters.index(letter) + 1} <= middle]


def whole_game(kind: str, seed: int) -> list[str]:
    """Legal moves of a game to its end, chosen by chance."""
    rng, game = random.Random(seed), create_game(kind)
    spec, names = game.ruleset.board_spec(), []
    while not game.state.is_over:
        action = rng.choice(game.ruleset.legal_actions(game.state))
        names.append(spec.name(action.point) if isinstance(action, Place) else "pass")
        game.act(action)
    return names


def test_peace_on_the_usual_board_ends_full_and_without_a_winner() -> None:
    said = answers([*everything(8), "1a", "2"])
    assert said.count("Game 1 is over now.") == 1
    assert not [line for line in said if "wins" in line or "tie" in line]
    over = said.index("Game 1 is over now.")
    assert "." not in "".join(line[:17] for line in said[over - 8 : over]), "the board is full"
    assert said[over + 1] == (f"Please enter another board number to continue / {NEW} / quit the game (quit) : ")


def test_when_every_board_is_over_only_new_games_are_offered() -> None:
    said = answers([*everything(8), "2", *whole_game("othello", 3), "1", "2", "reversi 4", "quit"])
    end = [
        "All Games over! All the boards are full.",
        f"Please enter a new game ({NEW.partition('(')[2]} / quit the game (quit) : ",
    ]
    at = [index for index, line in enumerate(said) if line == end[0]]
    assert len(at) == 3, "said again whenever a finished board is looked at"
    assert all(said[index : index + 2] == end for index in at)
    (winner,) = {line for line in said if line.startswith("Player [") and line.endswith("] wins!")}
    assert said[at[0] - 1] == winner
    assert said[-2].startswith("Please enter another board number to continue / ")


def test_all_boards_are_called_full_only_when_they_are() -> None:
    resigned = answers(["resign", "2", "resign"])
    assert "All Games over!" in resigned
    full = answers([*everything(8), "2", *whole_game("othello", 3)])
    assert "All Games over! All the boards are full." in full
    assert "All Games over! All the boards are full." not in answers([*everything(8), "2", "resign"])


def test_a_player_without_a_place_must_pass() -> None:
    moves = ["reversi 4", "3", "1b", "1a", "2a", "3a", "4b", "4c", "2d", "4a"]
    said = answers(moves)
    assert said[-2] == (
        f"Player Alice, you do not have place for your piece, please enter pass / game number (1-3) / {NEW} / quit : "
    )
    assert "Player Bob, please enter your move (1-4,a-d)" in answers([*moves, "pass"])[-2]


def test_resigning_ends_a_game_for_the_other_player() -> None:
    assert "Player [Bob] wins!" in answers(["2", "resign"])
    assert "Player [Alice] wins!" in answers(["2", "3d", "resign"])


# --- rules with people ---------------------------------------------------------------------------


def test_two_people_agree_on_dead_stones_unless_they_say_otherwise() -> None:
    assert "Mark the dead stones, then agree." in answers(["go 9", "3", "pass", "pass"])
    assert "Mark the dead stones, then agree." in answers(["go 9 tromp-taylor", "3", "pass", "pass"])
    assert "Game 3 is over now." in answers(["go 9 dead_stones=none", "3", "pass", "pass"])


def test_against_a_computer_dead_stones_are_agreed_on_too_unless_the_person_says_otherwise() -> None:
    for rules in ("", " japanese", " classroom"):
        said = transcript(["Alice", f"go 5{rules}", "3", *["pass"] * 40], white="random", seed=2)
        assert "Mark the dead stones, then agree." in said
    said = transcript(["Alice", "go 5 dead_stones=none", "3", *["pass"] * 40], white="random", seed=2)
    assert "Mark the dead stones" not in said


def test_between_two_computers_the_board_counts_as_it_stands() -> None:
    said = transcript(["go 5", "3"], black="random", white="random", seed=2)
    assert "Mark the dead stones" not in said
    assert "Game 3 is over now." in said


def test_a_computer_agrees_when_the_person_has() -> None:
    said = transcript(["Alice", "go 5 dead_stones=agree", "3", *["pass"] * 40, "agree"], white="random", seed=2)
    assert "Mark the dead stones, then agree." in said
    assert "Game 3 is over now." in said


# --- computers -----------------------------------------------------------------------------------


def test_computers_play_their_games_to_the_end_by_themselves() -> None:
    said = transcript(["2", "reversi 6", "3", "quit"], black="random", white="level:2").splitlines()
    assert not [line for line in said if "player name" in line]
    assert [line for line in said if line.startswith("Game ")] == [f"Game {n} is over now." for n in (1, 2, 2, 3)]
    assert "All Games over! All the boards are full." in said
    assert "Player [random] ●" in "\n".join(said)


def test_a_computer_plays_the_same_game_for_the_same_seed() -> None:
    assert transcript(["2"], black="random", white="random", seed=7) == transcript(
        ["2"], black="random", white="random", seed=7
    )
    assert transcript(["2"], black="random", white="random", seed=7) != transcript(
        ["2"], black="random", white="random", seed=8
    )


def test_a_person_is_asked_for_one_name_and_every_second_move() -> None:
    said = transcript(["Alice", "2", "3d"], white="random")
    assert "second player name" not in said
    assert re.search(r"^random plays [a-h][1-8]\.$", said, re.MULTILINE)
    assert said.splitlines()[-2].startswith("Player Alice, please enter your move")


def test_undo_against_a_computer_goes_back_to_the_persons_move() -> None:
    before = transcript(["Alice", "2"], white="random").splitlines()[-11:-1]
    after = transcript(["Alice", "2", "3d", "undo"], white="random").splitlines()[-11:-1]
    assert before == after


def test_a_name_that_is_no_player_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(GameError) as refused:
        transcript([], white="nobody")
    assert refused.value.code is ErrorCode.BAD_PLAYER


class _Broken(Player):
    name = "broken"

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del turn, budget, stop
        raise RuntimeError("no more\nideas")

    async def close(self) -> None:
        raise RuntimeError("cannot even end")


class _Cheat(Player):
    name = "cheat"

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        return Place(turn.actor, Point(3, 3))


@pytest.mark.parametrize(("player", "reason"), [(_Broken(), "no more"), (_Cheat(), "stone on this point already")])
def test_a_computer_that_fails_loses_its_game_and_nothing_else(
    player: Player, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_players, "make_player", lambda name, *_, **__: player if name == "engine:x" else None)
    said = transcript(["Alice", "2", "3d", "1", "undo", "restart"], white="engine:x").splitlines()
    (line,) = [line for line in said if "cannot go on and loses this game" in line]
    assert line.startswith(f"{player.name} cannot go on and loses this game: ")
    assert reason in line
    assert "Player [Alice] wins!" in said
    assert said[-1] == "Exiting the game."


class _Stumbling(HintPlayer):
    """Fails the first time it is asked, as an engine does that crashes and is started again."""

    def __init__(self, fault: EngineFault) -> None:
        super().__init__(random.Random(1), "stumbler")
        self._faults = [fault]

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        if self._faults:
            raise self._faults.pop()
        return await super().choose(turn, budget, stop)


def test_an_engine_that_crashes_is_asked_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    player = _Stumbling(EngineFault("ended", code=3))
    monkeypatch.setattr(local_players, "make_player", lambda name, *_, **__: player if name == "engine:x" else None)
    said = transcript(["Alice", "2", "3d"], white="engine:x")
    assert "stumbler failed and is asked once more: " in said
    assert "stumbler plays" in said
    assert "loses" not in said


def test_an_engine_that_cannot_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    player = _Stumbling(EngineCannot("no_choice"))
    monkeypatch.setattr(local_players, "make_player", lambda name, *_, **__: player if name == "engine:x" else None)
    said = transcript(["Alice", "2", "3d"], white="engine:x")
    assert "stumbler cannot go on and loses this game: " in said


@pytest.mark.parametrize(
    ("lang", "words"), [("en", 'There is no program "no-such-engine".'), ("zh", "找不到程序“no-such-engine”。")]
)
def test_what_an_engine_fails_for_is_said_in_words(lang: str, words: str) -> None:
    assert words in transcript(["Alice", "2", "3d"], white="gtp:no-such-engine --mode gtp", lang=lang)


# --- players of one board ------------------------------------------------------------------------


def players_of(line: str, **options: str) -> list[str]:
    """Who sits at the board that this line adds, Black first, as the board shows them."""
    said = transcript(["Alice", "Bob", line, "3"], **options)  # type: ignore[arg-type]  # the options are all words
    board = said.rpartition("Current Game: 3")[2]
    return re.findall(r"Player \[(.*?)\]", board)[:2]


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("reversi 6 level:2", ["Alice", "level:2"]),
        ("reversi level:2 human", ["level:2", "Bob"]),
        ("reversi 6 human level:2", ["Alice", "level:2"]),
        ("reversi human", ["Alice", "Bob"]),
        ("reversi 6 random LEVEL：2", ["random", "level:2"]),
        ("peace random", ["Alice", "random"]),
        ("gomoku level:2 9 human opening=free standard", ["level:2", "Bob"]),
    ],
)
def test_a_board_can_have_players_of_its_own(line: str, players: list[str]) -> None:
    assert players_of(line) == players


def test_a_player_named_alone_is_the_opponent_of_a_person() -> None:
    said = answers(["reversi level:2", "3", "d3", "1"])
    assert [line for line in said if line.startswith("level:2 plays ")]
    assert "Player Alice, please enter your move" in said[-2], "the other boards stay as they were"
    assert "Player [level:2]" not in "\n".join(said[-11:])


def test_the_only_person_of_a_session_keeps_the_name_at_the_other_colour() -> None:
    said = transcript(["Alice", "reversi level:2 human", "3"], white="random")
    assert "level:2 plays " in said
    assert "Player Alice, please enter your move" in said.splitlines()[-2]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("go 9 level:99", '"level:99"'),
        ("go 9 human nobody:3", '"nobody:3" is not a player. Try: human, random, level:1, engine:NAME, gtp:CMD'),
        ("go 9 engine:Nowhere", '"engine:Nowhere"'),
        ("peace level:3", "peace"),
        ('go "gtp:"', '"gtp:" is not a player.'),
        ("go 9 human human human", "A board has two players: Black's name comes first, then White's."),
        ("go 7x level:3", "7x"),
    ],
)
def test_a_bad_player_of_a_board_is_refused_and_no_board_is_added(line: str, reason: str) -> None:
    before, after = answers([]), answers([line])
    assert after[: len(before) - 1] == before[:-1]
    assert len(after) == len(before) + 1
    assert reason in after[-2]


def test_a_command_with_spaces_is_a_player_between_quotation_marks(tmp_path: Path) -> None:
    program = tmp_path / "My Engine"
    said = transcript(["Alice", "Bob", f"reversi 6 \"gtp:'{program}' --Mode gtp\"", "3", "quit", "quit"])
    assert "Player [My Engine]" in said
    unread = answers(['go "gtp:x'])[-2]
    assert unread == INVALID


# --- what others wrote ---------------------------------------------------------------------------

HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\x00"


def is_clean(said: str) -> bool:
    return all(character == "\n" or character.isprintable() for character in said)


def test_names_that_are_typed_cannot_move_the_cursor() -> None:
    said = transcript([f"A{HOSTILE}", f"{HOSTILE}B", "2", "3d", "3c"])
    assert is_clean("".join(line for line in said.splitlines(keepends=True) if not line.startswith(MARK)))
    assert "Player A" in said


def test_a_loaded_record_cannot_move_the_cursor(tmp_path: Path) -> None:
    hostile = HOSTILE.replace("]", "\\]")
    file = tmp_path / "game.sgf"
    file.write_text(
        f"(;GM[1]SZ[9]PB[A{hostile}]PW[{hostile}]GN[{hostile}]RU[{hostile}]RE[{hostile}]C[{hostile}];B[aa]C[{hostile}])",
        encoding="utf-8",
    )
    said = "\n".join(answers([f"load {file}", "a2"]))
    assert is_clean(said)
    assert "Loaded " in said


def test_an_engine_cannot_move_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    player = _Stumbling(EngineFault("ended_saying", code=3, last=HOSTILE))
    player.name = f"evil{HOSTILE}"
    monkeypatch.setattr(local_players, "make_player", lambda name, *_, **__: player if name == "engine:x" else None)
    said = "\n".join(answers(["reversi engine:x", "3", "d3"]))
    assert is_clean(said)
    assert "evil" in said


def test_a_file_name_cannot_move_the_cursor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = answers([f"save {HOSTILE}.json", f"load {HOSTILE}nowhere", f"save {HOSTILE}/x.json", f"save x.{HOSTILE}"])
    assert is_clean("\n".join(said))


# --- names ---------------------------------------------------------------------------------------


def test_a_blank_name_is_the_colours() -> None:
    assert "Player Black, please enter" in transcript(["", "  "])
    assert "Player [White]" in transcript(["", "  "])
    assert "黑方，请落子" in transcript(["", ""], lang="zh")


@pytest.mark.parametrize("lines", [[], ["Alice"], ["Alice", "Bob"]])
def test_the_end_of_the_input_quits(lines: list[str]) -> None:
    assert transcript(lines).endswith("Exiting the game.\n")


def test_an_interrupt_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "read_line", interrupted)
    assert transcript(["Alice", "Bob", "1a", "1b"]).endswith("> 1a\n\nExiting the game.\n")


# --- a fifth game --------------------------------------------------------------------------------


def test_a_game_of_another_package_is_offered_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "kinds", kinds)
    said = answers(["corners 3 misere", "3", "a1", "b2", "pass", "pass", "pass"])
    everything_said = "\n".join(said)
    assert "new game (peace / reversi / gomoku / go / corners)" in everything_said
    assert "3. Corners 3x3" in everything_said
    assert "Rules: The other way round" in everything_said
    assert said[-2] == "You cannot pass now."


def test_help_names_every_command() -> None:
    for lang in LANGUAGES:
        said = transcript(["Alice", "Bob", "help"], lang=lang)
        assert all(word.value in said for word in Word)
        assert said.count("A B C D E F G H") == 1, "the board is not drawn again"


def test_many_boards_are_listed_around_the_current_one_and_end_somewhere() -> None:
    said = answers(["peace 4"] * 98 + ["50"])
    assert "There are 99 boards already; no more can be added." in said
    board = said[said.index("There are 99 boards already; no more can be added.") + 1 :]
    listed = "\n".join(board)
    assert "50. Peace 4x4" in listed
    assert "99. Peace 4x4" not in listed
    assert len(board) < 26


# --- hostile input -------------------------------------------------------------------------------

MANY_WORDS = """1a 3d d3 c4 h8 t19 1 2 3 99 -1 pass undo redo resign restart dead alive agree resume help
    peace reversi go gomoku corners 4 5 9 opening=swap2 black white place_two
    komi=nan komi=1e999 size=4 preset=x = x=y 悔棋 围棋"""
WORDS = st.sampled_from(MANY_WORDS.split())
TYPED = st.one_of(
    WORDS, st.lists(WORDS, max_size=4).map(" ".join), st.text(max_size=30), st.text("0123456789abcdeh ", max_size=4)
).map(lambda line: re.sub(r"[\r\n]", " ", line))


def is_command(line: str) -> bool:
    first = unicodedata.normalize("NFKC", f"{line} ").casefold().strip().partition(" ")[0]
    return first in {"quit", "exit", "退出", "save", "存盘", "保存", "load", "读取", "打开"}


@given(st.lists(TYPED.filter(lambda line: not is_command(line)), max_size=12), st.sampled_from(LANGUAGES))
def test_no_line_breaks_the_console(lines: list[str], lang: str) -> None:
    said = transcript(["甲", "乙", *lines], lang=lang)
    assert said.endswith(text(lang, "console.exit") + "\n")
    assert sum(line.startswith(MARK) for line in said.split("\n")) == len(lines) + 2


@given(TYPED.filter(lambda line: not is_command(line)))
def test_a_line_that_draws_no_board_has_changed_none(line: str) -> None:
    before = transcript(["甲", "乙", "3d"])
    after = transcript(["甲", "乙", "3d", line])
    if after.count("A B C") == before.count("A B C"):
        back, unchanged = transcript(["甲", "乙", "3d", line, "2", "1"]), transcript(["甲", "乙", "3d", "2", "1"])
        assert back.rpartition("> 2\n")[2] == unchanged.rpartition("> 2\n")[2]
