"""The brackets of SGF: escapes, line breaks, names, trees, and where a mistake stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.formats.sgf.charset import decode
from tengen.formats.sgf.grammar import RawGame, raw_games
from tengen.formats.sgf.places import SgfLocator
from tengen.formats.sgf.text import (
    escape,
    escape_line,
    escape_part,
    is_well_formed,
    parts,
    unescape,
    unescape_line,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"))


def only(text: str) -> RawGame:
    """The one game in a text."""
    (game,) = raw_games(text)
    return game


# --- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("plain", "plain"),
        (r"a\]b", "a]b"),
        (r"a\\b", r"a\b"),
        (r"a\:b", "a:b"),
        (r"a\nb", "anb"),
        ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"),
        ("a\\\n\rb", "ab"),
        ("a\\\\\nb", "a\\\nb"),
        ("a\nb", "a\nb"),
        ("a\r\nb", "a\nb"),
        ("a\rb", "a\nb"),
        ("a\n\rb", "a\nb"),
    ],
)
def test_escapes_are_resolved_and_soft_line_breaks_are_gone(raw: str, text: str) -> None:
    assert unescape(raw) == text


def test_a_simple_text_has_spaces_for_its_line_breaks() -> None:
    assert unescape_line("one\ntwo\\\nthree") == "one twothree"


@given(TEXTS)
def test_an_escaped_text_reads_as_it_was(text: str) -> None:
    assert is_well_formed(escape(text))
    assert unescape(escape(text)) == text


@given(TEXTS.filter(lambda text: "\n" not in text), TEXTS.filter(lambda text: "\n" not in text))
def test_a_composed_value_comes_apart_where_it_was_put_together(first: str, second: str) -> None:
    divided = parts(f"{escape_part(first)}:{escape_line(second)}")
    assert divided is not None
    assert (unescape_line(divided[0]), unescape_line(divided[1])) == (first, second)


def test_a_value_without_a_bare_colon_is_not_composed() -> None:
    assert parts(r"aa\:bb") is None
    assert parts("aa:bb:cc") == ("aa", "bb:cc")


@pytest.mark.parametrize("value", ["a]b", "a\\", "]", "\\\\\\"])
def test_what_would_break_the_brackets_is_not_well_formed(value: str) -> None:
    assert not is_well_formed(value)


# --- trees -----------------------------------------------------------------------------------


def test_nodes_come_in_the_order_of_the_text_with_their_parents() -> None:
    game = only("(;A[1];B[2](;C[3];D[4])(;E[5](;F[6])(;G[7])))")
    assert [list(node) for node in game.nodes] == [["A"], ["B"], ["C"], ["D"], ["E"], ["F"], ["G"]]
    assert game.parents == [-1, 0, 1, 2, 1, 4, 4]
    assert game.branches == {1: 2, 4: 2}
    assert game.main_length == 4
    assert game.broken is None


def test_spaces_may_stand_anywhere_outside_the_values() -> None:
    game = only(" ( ;\n A [1] [2]\n\t; B\n[ 3 ] ) ")
    assert game.nodes == [{"A": ["1", "2"]}, {"B": [" 3 "]}]


def test_brackets_and_semicolons_inside_a_value_are_text() -> None:
    assert only(r"(;C[(;B[aa\];W\])];B[x])").nodes == [{"C": [r"(;B[aa\];W\])"]}, {"B": ["x"]}]


def test_old_long_names_lose_their_lower_case_letters() -> None:
    names = list(only("(;GaMe[1]Black[aa]AddWhite[bb]b[cc]sz[9]X2y[1])").nodes[0])
    assert names == ["GM", "B", "AW", "SZ", "X2"]


def test_a_property_that_is_given_twice_has_all_its_values() -> None:
    assert only("(;C[a]B[x]C[b])").nodes == [{"C": ["a", "b"], "B": ["x"]}]


def test_text_around_and_between_the_games_is_passed_over() -> None:
    games = list(raw_games("Dear (all), see (;A[1]) and\n( ;B[2])bye"))
    assert [game.nodes for game in games] == [[{"A": ["1"]}], [{"B": ["2"]}]]


@pytest.mark.parametrize(
    ("text", "key", "place"),
    [
        ("(;B[aa]", "sgf.syntax.open_tree", 7),
        ("(;B[aa](;W[bb])", "sgf.syntax.open_tree", 15),
        ("(;B[aa", "sgf.syntax.open_value", 2),
        ("(;B[aa][bb)", "sgf.syntax.open_value", 7),
        ("(;B[aa\\])", "sgf.syntax.open_value", 2),
        ("(;B;W[aa])", "sgf.syntax.unexpected", 2),
        ("(;B[aa]x;W[bb])", "sgf.syntax.unexpected", 7),
        ("(;B[aa](;W[bb]);B[cc])", "sgf.syntax.unexpected", 15),
        ("(;B[aa]((;W[bb])))", "sgf.syntax.unexpected", 8),
        ("(;B[aa]())", "sgf.syntax.unexpected", 8),
        ("(;B[aa](W[bb]))", "sgf.syntax.unexpected", 8),
        ("(;[aa])", "sgf.syntax.unexpected", 2),
        ("(;B[aa](;W[bb])[cc])", "sgf.syntax.unexpected", 15),
        ("(;B[aa]\0)", "sgf.syntax.unexpected", 7),
        ("(;1[aa])", "sgf.syntax.unexpected", 2),
    ],
)
def test_a_break_is_named_and_found(text: str, key: str, place: int) -> None:
    broken = only(text).broken
    assert broken is not None
    assert (broken.key, broken.offset) == (key, place)


def test_after_a_break_the_next_header_begins_a_game() -> None:
    games = list(raw_games("(;GM[1];B[aa]!(;W[bb])) (;GM[1];B[cc])"))
    assert [game.broken is None for game in games] == [False, True]
    assert games[0].nodes == [{"GM": ["1"]}, {"B": ["aa"]}]


def test_a_value_that_is_never_closed_ends_the_file() -> None:
    games = list(raw_games("(;GM[1];C[aa(;GM[1];B[cc)"))
    assert len(games) == 1


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"(;C[a]\n;X)", (2, 9)),
        (b"(;C[a]\r\n;X)", (2, 10)),
        (b"(;C[a]\r;X)", (2, 9)),
        ("(;C[黑]\n;X)".encode(), (2, 11)),
        (b"\xef\xbb\xbf" + "(;C[黑]\n;X)".encode(), (2, 14)),
        ("(;CA[gbk]C[黑]\n;X)".encode("gbk"), (2, 17)),
        (b"\xff\xfe" + "(;C[a]\n;X)".encode("utf-16-le"), (2, 19)),
        (b"(;CA[UTF-8]C[" + "黑".encode() * 11 + b"\xff]\n;X)", (2, 51)),
    ],
)
def test_line_and_byte_count_from_one_in_the_files_own_encoding(data: bytes, place: tuple[int, int]) -> None:
    decoded = decode(data)
    locator = SgfLocator(decoded)
    assert locator.of(decoded.text.index("X")) == place
    assert data[place[1] - 1 :].startswith(b"X")
    assert locator.of(0) == (1, 1 + decoded.mark_bytes)
