"""Who meets whom, and that it is fair."""

from __future__ import annotations

from collections import Counter

from tengen.arena.schedule import Bout, meetings, schedule


def test_everybody_meets_everybody() -> None:
    assert meetings(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_in_a_gauntlet_only_the_first_meets_the_others() -> None:
    assert meetings(4, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]


def test_every_opening_is_played_twice_with_colours_exchanged() -> None:
    bouts = list(schedule(meetings(3), 6))
    assert len(bouts) == 18
    for one, other in zip(bouts[::2], bouts[1::2], strict=True):
        assert one.opening == other.opening
        assert (one.first, one.second) == (other.second, other.first)


def test_all_openings_are_the_same_for_all_who_meet() -> None:
    bouts = schedule(meetings(3), 8)
    assert set(Counter((min(b.first, b.second), max(b.first, b.second), b.opening) for b in bouts).values()) == {2}


def test_a_stop_at_any_time_leaves_everybody_with_nearly_as_many_games() -> None:
    bouts = list(schedule(meetings(4), 20))
    for stop in range(0, len(bouts), 12):
        games = Counter(player for bout in bouts[:stop] for player in (bout.first, bout.second))
        assert max(games.values(), default=0) - min(games.values(), default=0) <= 4


def test_games_are_numbered_in_order() -> None:
    assert [bout.index for bout in schedule(meetings(3), 4)] == list(range(12))


def test_every_player_has_a_chance_of_its_own_in_every_game() -> None:
    bouts = [Bout(index, 0, 0, 1) for index in range(50)]
    seeds = {bout.seed(1, is_first) for bout in bouts for is_first in (True, False)}
    assert len(seeds) == 100
    assert bouts[7].seed(1, True) == Bout(7, 3, 1, 0).seed(1, True) != bouts[7].seed(2, True)
