"""What is rated apart from what, by the features of each game; ratings as kyu and dan."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tengen.core import GameError, kinds
from tengen.people import RatingClass, find_rating_class, go_rank, rating_class, rating_classes


@pytest.mark.parametrize(
    ("kind", "size", "key"),
    [
        *(("go", size, "GO-9") for size in (5, 7, 9)),
        *(("go", size, "GO-13") for size in (10, 11, 13)),
        *(("go", size, "GO-19") for size in (14, 17, 19)),
        ("GO", 19, "GO-19"),
        ("weiqi", 9, "GO-9"),
        ("gomoku", 15, "GOMOKU"),
        ("gomoku", 20, "GOMOKU"),
        ("othello", 8, "OTHELLO"),
        ("corners", 3, "CORNERS"),
    ],
)
def test_a_game_is_rated_by_kind_and_where_that_matters_by_size(kind: str, size: int, key: str) -> None:
    found = rating_class(kind, size)
    assert found is not None
    assert found.key == key
    assert find_rating_class(key) == found


def test_a_game_that_nobody_wins_is_never_rated() -> None:
    assert rating_class("peace", 8) is None
    assert find_rating_class("PEACE") is None


def test_a_size_that_is_no_longer_played_keeps_a_class() -> None:
    assert rating_class("go", 25) == RatingClass("go", 19)
    assert rating_class("go", 1) == RatingClass("go", 9)


def test_every_size_of_every_game_has_one_class_of_those_that_there_are() -> None:
    keys = [known.key for known in rating_classes()]
    assert len(set(keys)) == len(keys)
    met = {rating_class(kind.name, size) for kind in kinds() for size in kind.rules.SIZES} - {None}
    assert met == set(rating_classes())


@pytest.mark.parametrize("key", ["", "go-9", "GO", "GO-10", "GO-9 ", "GOMOKU-15", "CHESS", "GO-09", "G" * 100_000])
def test_any_other_key_is_no_class(key: str) -> None:
    assert find_rating_class(key) is None


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="chess"):
        rating_class("chess", 8)


def test_only_games_that_speak_of_kyu_and_dan_have_ranks() -> None:
    ranks = {known.key: known.rank(1500) for known in rating_classes() if known.kind != "corners"}
    assert ranks == {"GO-9": "6k", "GO-13": "6k", "GO-19": "6k", "GOMOKU": None, "OTHELLO": None}


@pytest.mark.parametrize(
    ("rating", "rank"),
    [
        (100, "30k"),
        (525, "30k"),
        (549, "29k"),
        (1000, "16k"),
        (1500, "6k"),
        (1918, "1k"),
        (1919, "1d"),
        (2003, "1d"),
        (2004, "2d"),
        (2710, "8d"),
        (2711, "9d"),
        (4000, "9d"),
    ],
)
def test_a_rating_is_told_as_players_of_go_tell_it(rating: float, rank: str) -> None:
    assert go_rank(rating) == rank


def test_ranks_go_up_one_by_one_with_the_rating() -> None:
    told = [go_rank(rating) for rating in range(100, 4001)]
    steps = [told[0], *(other for one, other in pairwise(told) if one != other)]
    assert steps == [*(f"{kyu}k" for kyu in range(30, 0, -1)), *(f"{dan}d" for dan in range(1, 10))]
