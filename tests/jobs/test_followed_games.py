"""A game that is asked about again costs what has happened since, not what it has become."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, Action, GameError, Pass, Place, Point, Timeline, create_rules
from tengen.games.go.rules import GoRules
from tengen.jobs import EncodedAction, EncodedGame
from tengen.jobs.followed_games import FollowedGames


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Every action to which the rules were applied."""
    found: list[Action] = []
    apply = GoRules.apply

    def counting(self: GoRules, state: object, action: Action) -> object:
        found.append(action)
        return apply(self, state, action)  # type: ignore[arg-type]  # only passed on

    monkeypatch.setattr(GoRules, "apply", counting)
    return found


def placed(number: int) -> EncodedAction:
    """The stones of a long game: row by row, with an empty point between any two of the same colour's rows."""
    return EncodedAction.of(Place((BLACK, WHITE)[number % 2], Point(number % 19, number // 19)))


def game_of(*actions: EncodedAction, size: int = 19) -> EncodedGame:
    return EncodedGame("go", size, create_rules("go", size).options(), actions)


def test_the_301st_question_about_a_game_costs_one_application_of_the_rules(applied: list[Action]) -> None:
    games = FollowedGames()
    actions = [placed(number) for number in range(301)]
    for count in range(1, 301):
        games.timeline("m1", game_of(*actions[:count]))
    assert len(applied) == 300
    timeline = games.timeline("m1", game_of(*actions))
    assert len(applied) == 301
    assert timeline == game_of(*actions).timeline()


def test_what_was_taken_back_is_rewound_and_not_replayed(applied: list[Action]) -> None:
    games = FollowedGames()
    actions = [placed(number) for number in range(50)]
    games.timeline("m1", game_of(*actions))
    applied.clear()
    other = EncodedAction.of(Pass(BLACK))
    timeline = games.timeline("m1", game_of(*actions[:48], other))
    assert len(applied) == 1
    assert timeline.actions == game_of(*actions[:48], other).timeline().actions
    assert games.timeline("m1", game_of(*actions[:10])).cursor == 10


def test_only_the_question_says_what_was_played(applied: list[Action]) -> None:
    games = FollowedGames()
    games.timeline("m1", game_of(placed(0), placed(1)))
    small = EncodedGame("go", 9, create_rules("go", 9).options(), (placed(2),))
    assert games.timeline("m1", small) == small.timeline(), "the same match under other rules"
    assert games.timeline("m1", game_of()) == Timeline.begin(create_rules("go", 19))
    del applied[:]
    games.timeline("", game_of(placed(0)))
    games.timeline("", game_of(placed(0)))
    assert len(applied) == 2, "what has no id is not remembered"


def test_a_few_games_are_followed_and_the_one_asked_about_longest_ago_is_forgotten(applied: list[Action]) -> None:
    games = FollowedGames(most=2)
    for match_id in ("m1", "m2", "m1", "m3"):
        games.timeline(match_id, game_of(placed(0)))
    applied.clear()
    games.timeline("m1", game_of(placed(0)))
    assert not applied
    games.timeline("m2", game_of(placed(0)))
    assert len(applied) == 1


def test_what_the_rules_refuse_is_refused_and_the_game_begins_again() -> None:
    games = FollowedGames()
    games.timeline("m1", game_of(placed(0)))
    with pytest.raises(GameError):
        games.timeline("m1", game_of(placed(0), placed(0)))
    with pytest.raises(ValueError, match="no action"):
        games.timeline("m1", game_of(placed(0), EncodedAction(WHITE, act="dance")))
    assert games.timeline("m1", game_of(placed(0))).cursor == 1
