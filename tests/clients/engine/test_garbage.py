"""Whatever is said to an engine, it neither falls silent nor ends before it is told to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import chdir

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clients.engine.talk import Run, gomocup_run, gtp_run, nboard_run, replies, said

GTP_WORDS = """
play genmove undo gg-undo boardsize clear_board komi time_settings time_left kata-time_settings kgs-time_settings
fixed_handicap set_free_handicap place_free_handicap final_score final_status_list loadsgf printsgf reg_genmove
kgs-genmove_cleanup kgs-rules kata-set-rules kata-set-rule kata-get-rules lz-analyze kata-genmove_analyze name
gogui-setup gogui-setup_player gogui-play_sequence gogui-rules_legal_moves gogui-rules_board gogui-rules_final_result
gogui-analyze_commands set_position kata-search kata-search_cancellable
showboard tengen-territory known_command # 7 b w black white pass resign A1 B2 C3 E5 K10 I1 Z99
0 1 2 5 6.5 -1 99999 dead alive seki japanese {} {"ko":"SIMPLE"} byoyomi none - ☃
"""
GOMOCUP_LINES = """
START 8|START 15|RESTART|BEGIN|BOARD|DONE|SWAP2BOARD|TURN 3,3|TURN 4,4|PLAY 5,5|TAKEBACK 3,3|1,1,1|2,2,2|3,3,3|1,1|2,2
|3,3|INFO rule 4|INFO rule 2|INFO timeout_turn 0|INFO time_left -5|INFO|ABOUT|RECTSTART 8,8|RECTSTART 8,9|TURN|x
"""
NBOARD_LINES = """
nboard 2|set depth 1|set depth 99|set contempt x|set game|set game (;GM[Othello];)|move F5|move D3/1/2|move PA|move|F5
|d6|set game (;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[B1];)|hint 3|hint|hint x|go|ping 1|ping|learn|analyze|status
"""
GAMES = {"go": 5, "gomoku": 8, "othello": 4, "peace": 4}
SHORT = settings(max_examples=60)


@pytest.fixture(autouse=True, scope="module")
def _in_a_folder_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Some of these words write files."""
    with chdir(tmp_path_factory.mktemp("garbage")):
        yield


def lines_of(line: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(line, max_size=12).map("\n".join)


def one_of(words: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(words)


def outlives(run: Run, garbage: bytes, question: str, answer: str) -> str:
    """What is said to garbage and a question behind it, which must be answered."""
    text = said(run, garbage + b"\nDONE\n" + question.encode() + b"\n")
    assert answer in text
    return text


@SHORT
@given(st.binary(max_size=300))
def test_any_bytes_at_all(data: bytes) -> None:
    outlives(gtp_run("go", 5), data, "name", "= Tengen\n\n")
    outlives(gomocup_run(), re.sub(rb"(?i)end", b"", data), "ABOUT", 'name="Tengen"')
    outlives(nboard_run(), re.sub(rb"quit", b"", data), "ping 77", "pong 77\n")


@settings(max_examples=150)
@given(
    lines_of(st.lists(st.sampled_from(GTP_WORDS), max_size=6).map(" ".join)),
    st.sampled_from(["go", "gomoku", "othello", "peace"]),
)
def test_words_of_gtp_in_any_order(text: str, game: str) -> None:
    heard = outlives(gtp_run(game, GAMES[game]), text.encode(), "name", "= Tengen\n\n")
    assert "internal error" not in heard
    for reply in replies(heard):
        assert re.match(r"[=?][0-9]*(?: |$|\n)", reply)


@SHORT
@given(
    lines_of(
        one_of(GOMOCUP_LINES.replace("\n", "").split("|"))
        | st.text(max_size=10).filter(lambda text: "end" not in text.lower())
    )
)
def test_lines_of_gomocup_in_any_order(text: str) -> None:
    heard = outlives(gomocup_run(), text.encode(), "ABOUT", 'name="Tengen"')
    assert "internal error" not in heard
    for line in heard.splitlines():
        assert re.fullmatch(r"OK|ERROR .*|UNKNOWN .*|name=.*|SWAP|[0-9]+,[0-9]+(?: [0-9]+,[0-9]+){0,2}", line)


@SHORT
@given(
    lines_of(
        one_of(NBOARD_LINES.replace("\n", "").split("|")) | st.text(max_size=10).filter(lambda text: "quit" not in text)
    )
)
def test_lines_of_nboard_in_any_order(text: str) -> None:
    heard = outlives(nboard_run(), text.encode(), "ping 77", "pong 77\n")
    assert "internal error" not in heard
