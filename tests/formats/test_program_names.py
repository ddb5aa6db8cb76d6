"""Programs in files: under a name that people read, and with the player that they were, where a format can tell it."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, Participant, Place, Record, create_rules, program_name, program_named
from tengen.formats import read, write

PLAYERS = ("random", "level:3", "level:10", "engine:gnugo")


def record_of(kind: str, player: str) -> Record:
    """A game of one move between a person and this program."""
    ruleset = create_rules(kind)
    first = next(iter(ruleset.legal_points(ruleset.initial())))
    white = Participant(program_name(player), player=player)
    return Record(ruleset, black=Participant("Ann"), white=white).with_line([Place(BLACK, first)])


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    ("kind", "ending"), [("go", ".sgf"), ("othello", ".sgf"), ("gomoku", ".psq"), ("go", ".json"), ("peace", ".json")]
)
def test_a_program_comes_back_from_a_file_with_its_name_and_its_player(kind: str, ending: str, player: str) -> None:
    record = record_of(kind, player)
    (again,) = read(ending, write(ending, [record]).data).records
    assert (again.black, again.white) == (record.black, record.white)


def test_an_sgf_file_names_a_program_for_people() -> None:
    assert b"PW[Tengen level 10]" in write(".sgf", [record_of("go", "level:10")]).data
    assert b"PW[gnugo]" in write(".sgf", [record_of("go", "engine:gnugo")]).data


def test_a_ggf_file_and_a_psq_file_name_a_program_for_people() -> None:
    assert b"PW[Tengen random]" in write(".ggf", [record_of("othello", "random")]).data
    assert b"pbrain-Tengen level 3.exe" in write(".psq", [record_of("gomoku", "level:3")]).data


def test_a_file_that_calls_a_program_by_its_player_is_still_read() -> None:
    old = b"(;FF[4]GM[1]SZ[9]PB[Ann]PW[level:10]TENGEN[white:level\\:10];B[aa])"
    (record,) = read(".sgf", old).records
    assert record.white == Participant("level:10", player="level:10")


@pytest.mark.parametrize("player", ["random", "level:1", "level:10"])
def test_the_name_of_our_own_player_leads_back_to_it(player: str) -> None:
    assert program_named(program_name(player)) == player


@pytest.mark.parametrize("name", ["", "Ann", "gnugo", "Tengen", "Tengen level", "Tengen level x", "Tengen level 99999"])
def test_no_other_name_is_one_of_our_own_players(name: str) -> None:
    assert program_named(name) is None
