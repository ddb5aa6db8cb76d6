"""Why something is refused: one stable code per reason, for clients to translate and servers to map."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

Value: TypeAlias = str | int | float
"""What a text placeholder may be filled with."""


def shown(value: object) -> str:
    """What a user gave, short enough to repeat in a message and fit to be written.

    Python refuses to print the longest numbers, and halves of characters cannot be encoded.
    """
    try:
        return str(value)[:40].encode("utf-8", "backslashreplace").decode("utf-8")
    except ValueError:
        return "…"


class ErrorCode(StrEnum):
    """Stable names of refusals. The words for each are in the text tables under `error.<CODE>`."""

    # The rules of a game
    OCCUPIED = "OCCUPIED"
    OUT_OF_BOUNDS = "OUT_OF_BOUNDS"
    SUICIDE = "SUICIDE"
    KO = "KO"
    SUPERKO = "SUPERKO"
    FORBIDDEN = "FORBIDDEN"
    OPENING_RULE = "OPENING_RULE"
    NO_FLIP = "NO_FLIP"
    MUST_PASS = "MUST_PASS"
    NO_PASS = "NO_PASS"
    NO_STONE = "NO_STONE"
    NO_EFFECT = "NO_EFFECT"
    BAD_CHOICE = "BAD_CHOICE"
    # The course of a game
    WRONG_PHASE = "WRONG_PHASE"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    GAME_OVER = "GAME_OVER"
    GAME_RUNNING = "GAME_RUNNING"
    PAUSED = "PAUSED"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    NOTHING_TO_REDO = "NOTHING_TO_REDO"
    NO_OFFER = "NO_OFFER"
    NO_CLAIM = "NO_CLAIM"
    NO_ESTIMATE = "NO_ESTIMATE"
    RATED = "RATED"
    CANNOT_BE_RATED = "CANNOT_BE_RATED"
    STALE = "STALE"
    # What comes in from outside
    BAD_NOTATION = "BAD_NOTATION"
    BAD_RECORD = "BAD_RECORD"
    BAD_RULES = "BAD_RULES"
    BAD_PLAYER = "BAD_PLAYER"
    BAD_BODY = "BAD_BODY"
    NO_SUCH_KIND = "NO_SUCH_KIND"
    NO_SUCH_GAME = "NO_SUCH_GAME"
    TOO_LARGE = "TOO_LARGE"
    SLOW_DOWN = "SLOW_DOWN"


class GameError(Exception):
    """A refusal that a user may see: a code, and a text key with its values.

    `key` is the entry of the word tables that explains it; most codes have one entry of their own,
    `error.<CODE>`, and some name a closer one.
    """

    def __init__(self, code: ErrorCode, key: str | None = None, /, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.key = key or f"error.{code}"
        self.values = values

    def text(self, language: str = "en") -> str:
        """The refusal in words, one line."""
        from tengen.core.words import text  # the word tables themselves raise GameErrors

        return text(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.text()


class Because(GameError):
    """A refusal that names a place, with the `reason` of another one; both are told in one language."""

    def __init__(self, code: ErrorCode, key: str, reason: GameError, /, **values: Value) -> None:
        super().__init__(code, key, **values, reason=str(reason))
        self.reason = reason

    def text(self, language: str = "en") -> str:
        """The refusal with its reason."""
        from tengen.core.words import text

        return text(language, self.key, **(self.values | {"reason": self.reason.text(language)}))
