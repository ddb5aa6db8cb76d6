"""What the tests of the port do again and again: begin a game, play points by name, wait for something to be seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest

from tengen.clients.play import Game, Games, NewGame, Seats, View
from tengen.core import (
    BLACK,
    LANGUAGES,
    WHITE,
    Color,
    ErrorCode,
    GameError,
    Pass,
    Place,
    TimeControl,
    find_kind,
    format_board,
)

PEOPLE = {BLACK: "Ann", WHITE: "Bo"}


async def begin(
    games: Games,
    kind: str,
    size: int | None = None,
    *,
    rules: Mapping[str, object] | None = None,
    black: str = "human",
    white: str = "human",
    clock: TimeControl | None = None,
    own: Color | None = None,
) -> Game:
    """A new game of two people at one screen, unless others are named."""
    seats = Seats({BLACK: black, WHITE: white}, PEOPLE, clock, own)
    return await games.new(NewGame(find_kind(kind), size, rules or {}, seats))


async def place(game: Game, *names: str) -> View:
    """Whoever is to act places these stones, or passes."""
    for name in names:
        actor = game.view.asked
        assert actor is not None, "a person is to act"
        action = Pass(actor) if name == "pass" else Place(actor, game.view.spec.parse(name))
        await game.act(action)
    return game.view


async def seen(game: Game, found: Callable[[View], bool]) -> View:
    """The view as soon as it shows something."""
    changes = game.changes()
    if not found(game.view):
        async for change in changes:
            if found(change.view):
                break
        else:
            raise AssertionError(f"never seen; the view is {game.view}")
    changes.close()
    return game.view


async def refused(work: Awaitable[object]) -> ErrorCode:
    """Why something is refused, which there are words for."""
    with pytest.raises(GameError) as refusal:
        await work
    assert all(refusal.value.text(language) for language in LANGUAGES)
    return refusal.value.code


def board(view: View) -> str:
    """The stones, one line a row."""
    return format_board(view.board)


def picture(text: str) -> str:
    """The same from a picture in a test."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
