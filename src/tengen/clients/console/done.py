"""What becomes of a line that asks for something: it is done, or it is not."""

from __future__ import annotations

from dataclasses import dataclass


class NotDone(Exception):
    """What was asked for cannot be done; the line says why."""


@dataclass(frozen=True, slots=True)
class Done:
    """What follows an obeyed line: a new picture with news below it, or words alone."""

    news: tuple[str, ...] = ()
    redraws: bool = True
