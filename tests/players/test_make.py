"""Players by name."""

from __future__ import annotations

import asyncio

import pytest

from tengen.core import LANGUAGES, ErrorCode, GameError, GameKind, create_game, find_kind, kinds
from tengen.players import LEVELS, HintPlayer, MctsPlayer, Player, RandomPlayer, make_player, offered_players
from tengen.players.levels import nodes_of
from tengen.players.native_player import NativePlayer
from tests.players.sittings import choice

OTHELLO = find_kind("othello")
PEACE = find_kind("peace")


def refused(text: str, kind: GameKind = OTHELLO, *, allow_commands: bool = False) -> GameError:
    with pytest.raises(GameError) as caught:
        make_player(text, kind, 1, allow_commands=allow_commands)
    assert caught.value.code is ErrorCode.BAD_PLAYER
    for language in LANGUAGES:
        assert caught.value.text(language).encode()
    return caught.value


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_whatever_is_offered_can_be_had(kind: GameKind) -> None:
    for name in offered_players(kind):
        player = make_player(name, kind, 1)
        assert (player is None) == (name == "human")
        if player is not None:
            assert player.name == name.removeprefix("engine:")
            asyncio.run(player.close())


@pytest.mark.parametrize(("kind", "searching"), [("corners", MctsPlayer), ("othello", NativePlayer)])
def test_the_levels_begin_with_chance_and_hints_and_then_search(kind: str, searching: type[Player]) -> None:
    players = [make_player(f"level:{level}", find_kind(kind), 1) for level in LEVELS]
    assert [type(player) for player in players] == [RandomPlayer, HintPlayer, *[searching] * 8]


def test_each_level_of_the_generic_search_looks_twice_as_far_and_the_last_as_long_as_it_may() -> None:
    assert [nodes_of(level) for level in LEVELS[2:]] == [32, 64, 128, 256, 512, 1024, 2048, None]


def test_the_seed_decides() -> None:
    game = create_game("peace")

    def chosen(seed: int) -> object:
        player = make_player("random", PEACE, seed)
        assert player is not None
        return choice(player, game)

    assert chosen(1) == chosen(1)
    assert len({chosen(seed) for seed in range(10)}) > 1


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ":", "Human", "human ", "randon", "random:1", "level", "\ud800", "x" * 100_000),
        *("engine", "engine:", "engine:a b", "engine:../x"),
        *("gtp", "gtp:", "gtp:gnugo --mode gtp", "gomocup:x", "nboard:x"),
    ],
)
def test_what_is_no_player_is_refused_with_what_to_try(text: str) -> None:
    assert "level:1" in str(refused(text))


@pytest.mark.parametrize(
    "text", ["level:", "level:0", "level:11", "level:-1", "level:01", "level:1.0", "level:٣", "level: 3"]
)
def test_levels_go_from_one_to_ten(text: str) -> None:
    assert "level:1 to level:10" in str(refused(text))


@pytest.mark.parametrize("text", ["gtp:gtp-rhino -l 1", "nboard:./edax"])
def test_commands_are_for_the_command_line_only(text: str) -> None:
    assert make_player(text, OTHELLO, 1, allow_commands=True) is not None
    assert refused(text).key == "error.BAD_PLAYER"


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_that_nobody_wins_has_no_levels(level: int) -> None:
    assert "peace" in str(refused(f"level:{level}", PEACE))
    assert offered_players(PEACE) == ("human", "random")
