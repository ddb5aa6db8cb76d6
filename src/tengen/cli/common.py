"""What the commands share: languages, failures, usage errors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import TypeVar

import typer

from tengen.core import GameError, GameKind, Ruleset

PLAYER_HELP = "human, random, level:N or engine:NAME; also gtp:CMD, gomocup:CMD or nboard:CMD."

_Found = TypeVar("_Found")


class Failure(Exception):
    """A command cannot do what it was asked; the line says why."""


class Language(StrEnum):
    """The languages the program speaks."""

    EN = "en"
    ZH = "zh"


def as_usage(option: str, check: Callable[[], _Found]) -> _Found:
    """What an option means; what it is refused for becomes a usage error."""
    try:
        return check()
    except GameError as error:
        raise typer.BadParameter(error.text(language()), param_hint=f"'{option}'") from error


def tell_unconfined(players: Iterable[str], spoken: str) -> None:
    """Say it on the error stream where engines of the list run unconfined: here that is their owner's own business."""
    from tengen.players import unconfined_note

    with suppress(GameError):  # whoever checks the players says what is wrong with them
        note = unconfined_note(players, spoken)
        if note:
            typer.echo(note, err=True)


def read_ruleset(kind: GameKind, size: int | None, written: str) -> Ruleset:
    """The rules of `--size` and `--rules`; what they are refused for becomes a usage error."""
    from tengen.arena import read_rules

    as_usage("--size", lambda: kind.rules.parse(size))
    return as_usage("--rules", lambda: read_rules(written, kind, size))


def language(wanted: Language | None = None) -> str:
    """The language to speak: the one wanted, else that of this user."""
    from tengen.clients.language import preferred_language

    return wanted.value if wanted else preferred_language(os.environ)
