"""What searches may take of the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from tengen.core import Ruleset, create_game, find_kind
from tengen.players import Budget, StopToken, Turn, native, player_of_level, use_memory
from tengen.players.machine import LEVEL_MEMORY_MB, level_memory_mb, search_memory_mb


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    yield
    use_memory(None)


def test_no_search_takes_more_memory_than_was_told() -> None:
    usual_mb = search_memory_mb()
    assert level_memory_mb() == LEVEL_MEMORY_MB <= usual_mb
    use_memory(5)
    assert (level_memory_mb(), search_memory_mb()) == (5, 5)
    use_memory(10 * usual_mb)
    assert (level_memory_mb(), search_memory_mb()) == (LEVEL_MEMORY_MB, usual_mb)
    use_memory(None)
    assert search_memory_mb() == usual_mb


@pytest.mark.parametrize("memory_mb", [0, -1])
def test_a_search_needs_memory(memory_mb: int) -> None:
    with pytest.raises(ValueError, match="memory"):
        use_memory(memory_mb)


def test_a_search_is_made_anew_when_it_may_take_less(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = native.searcher

    def searcher(ruleset: Ruleset, seed: int, *, threads: int = 1, memory_mb: int) -> native.Searcher | None:
        made.append(memory_mb)
        return make(ruleset, seed, threads=threads, memory_mb=memory_mb)

    monkeypatch.setattr(native, "searcher", searcher)
    turn = Turn.of(create_game("othello").timeline)
    player = player_of_level(10, find_kind("othello"), turn.ruleset, Random(1))

    async def choose() -> None:
        for memory_mb in (3, 3, 2, 2):
            use_memory(memory_mb)
            await player.choose(turn, Budget(nodes=100), StopToken())
        await player.close()

    asyncio.run(choose())
    assert [memory_mb for memory_mb in made if memory_mb > 1] == [3, 2]
