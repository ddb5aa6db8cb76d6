"""The form of GTP: lines, identities, comments, errors. What is said here holds for every command."""

from __future__ import annotations

import pytest
from tests.clients.engine.talk import gtp, gtp_run, replies, said, talk

from tengen import __version__
from tengen.clients.engine.line_io import LONGEST_LINE

REQUIRED = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
OPTIONAL = (
    "undo fixed_handicap place_free_handicap set_free_handicap time_settings time_left final_score final_status_list "
    "loadsgf reg_genmove showboard"
)
IN_THE_WILD = (
    "kgs-time_settings kata-time_settings printsgf kgs-genmove_cleanup kgs-rules gg-undo cputime clear_cache stop "
    "lz-analyze kata-analyze analyze genmove_analyze lz-genmove_analyze kata-genmove_analyze kata-set-rules "
    "kata-get-rules kata-set-rule gogui-analyze_commands gogui-interrupt gogui-play_sequence gogui-setup "
    "gogui-setup_player gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves "
    "gogui-rules_side_to_move gogui-rules_final_result gogui-rules_captured_count gogui-rules_board_gfx "
    "rectangular_boardsize set_position kata-search kata-search_cancellable"
)
FOR_POINTS_ONLY = {
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_status_list",
    "kgs-genmove_cleanup",
    "kgs-rules",
    "kata-set-rules",
    "kata-get-rules",
    "kata-set-rule",
}
FOR_GAMES_THAT_ARE_WON = {word for word in IN_THE_WILD.split() if "analyze" in word and "gogui" not in word} | {
    "kata-search_cancellable"
}


def test_a_session_tells_who_it_is() -> None:
    assert gtp("protocol_version", "name", "version") == ["= 2", "= Tengen", f"= {__version__}"]


def test_every_command_of_the_protocol_and_those_used_in_the_wild_are_listed_and_known() -> None:
    wanted = f"{REQUIRED} {OPTIONAL} {IN_THE_WILD}".split()
    listed = gtp("list_commands")[0].removeprefix("= ").split("\n")
    assert set(wanted) <= set(listed)
    assert len(listed) == len(set(listed))
    assert gtp(*(f"known_command {word}" for word in wanted)) == ["= true"] * len(wanted)


@pytest.mark.parametrize(
    ("game", "without"),
    [
        ("gomoku", FOR_POINTS_ONLY),
        ("othello", FOR_POINTS_ONLY),
        ("peace", FOR_POINTS_ONLY | FOR_GAMES_THAT_ARE_WON | {"loadsgf", "printsgf"}),
    ],
)
def test_a_game_knows_only_commands_that_mean_something_in_it(game: str, without: set[str]) -> None:
    wanted = f"{REQUIRED} {OPTIONAL} {IN_THE_WILD}".split()
    answers = gtp(*(f"known_command {word}" for word in wanted), game=game)
    assert {word for word, answer in zip(wanted, answers, strict=True) if answer == "= false"} == without


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("name", "= Tengen"),
        ("7 name", "=7 Tengen"),
        ("0012 name", "=0012 Tengen"),
        ("  7   name  ", "=7 Tengen"),
        ("7\tname\t", "=7 Tengen"),
        ("7 name\r", "=7 Tengen"),
        ("7 na\x01me\x7f", "=7 Tengen"),
        ("7 name # who are you", "=7 Tengen"),
        ("7 name#who", "=7 Tengen"),
        ("7 nosuch", "?7 unknown command"),
        ("nosuch", "? unknown command"),
        ("NAME", "? unknown command"),
        ("7name", "? unknown command"),
        ("7", "?7 syntax error"),
        ("7 # only a comment", "?7 syntax error"),
        ("-7 name", "? unknown command"),
        ("\N{SNOWMAN}", "? unknown command"),
        ("known_command", "? syntax error"),
        ("known_command name name", "? syntax error"),
        ("known_command nosuch", "= false"),
    ],
)
def test_a_line_and_its_answer(line: str, answer: str) -> None:
    assert gtp(line) == [answer]


@pytest.mark.parametrize("line", ["", " ", "\r", "\t", "#", "# name", "  # 7 name", "\x00\x1f"])
def test_what_is_no_command_is_not_answered(line: str) -> None:
    assert gtp(line) == []


def test_every_answer_ends_with_one_empty_line_and_has_none_inside() -> None:
    text = said(gtp_run(size=9), "name\nshowboard\n3 printsgf\nlist_commands\n8 nosuch\nclear_board\n")
    assert text.endswith("\n\n")
    assert "\n\n\n" not in text
    assert [reply[0] for reply in replies(text)] == ["=", "=", "=", "=", "?", "="]
    assert text.startswith("= Tengen\n\n= \n")


def test_quit_is_answered_and_nothing_after_it_is_read() -> None:
    assert gtp("1 name", "2 quit", "3 name") == ["=1 Tengen", "=2"]


def test_the_end_of_the_lines_ends_the_session() -> None:
    assert gtp("name") == ["= Tengen"]
    assert said(gtp_run(), "") == ""


def test_the_last_line_needs_no_end() -> None:
    assert said(gtp_run(), "1 name\n2 version") == f"=1 Tengen\n\n=2 {__version__}\n\n"


def test_bytes_that_are_no_text_are_a_command_that_nobody_knows() -> None:
    assert replies(said(gtp_run(), b"\xff\xfe\n1 \xc3\x28 x\nname\n")) == [
        "? unknown command",
        "?1 unknown command",
        "= Tengen",
    ]


def test_a_line_that_is_too_long_is_refused_and_forgotten() -> None:
    text = said(gtp_run(), b"1 name " + b"x" * (LONGEST_LINE + 10) + b"\n2 name\n")
    assert replies(text) == ["? unknown command", "=2 Tengen"]


def test_a_long_line_of_moves_is_no_problem() -> None:
    moves = " ".join(f"b {column}{row}" for row in range(1, 20) for column in "ABCDEFGHJKLMNOPQR")
    assert gtp(f"gogui-play_sequence {moves}") == ["="]


def test_answers_come_at_once() -> None:
    with talk(gtp_run()) as session:
        session.say("1 name")
        place = session.wait_for("=1 Tengen\n\n")
        session.say("2 version")
        session.wait_for(f"=2 {__version__}\n\n", after=place)


def test_a_line_may_come_in_pieces() -> None:
    with talk(gtp_run()) as session:
        for piece in ("1 n", "a", "me # a", " comment\n2 na", "me\n"):
            session.send(piece)
        session.wait_for("=1 Tengen\n\n=2 Tengen\n\n")


def test_a_mistake_of_ours_is_an_answer_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("tengen.clients.engine.gtp.score.final_score", broken)
    assert gtp("4 final_score", "name") == ["?4 internal error", "= Tengen"]
    assert "ZeroDivisionError" in capsys.readouterr().err
