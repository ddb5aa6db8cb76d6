"""Why people are refused: one stable code per reason. Which HTTP status a code has is the server's business."""

from __future__ import annotations

from enum import StrEnum

from tengen.core import text
from tengen.core.errors import Value


class PeopleCode(StrEnum):
    """Stable names of refusals. The words for each are in the text tables under `error.<CODE>`."""

    # Names, passwords, log-in
    NAME_TAKEN = "NAME_TAKEN"
    BAD_NAME = "BAD_NAME"
    BAD_PASSWORD = "BAD_PASSWORD"
    BAD_LOGIN = "BAD_LOGIN"
    CODE_NEEDED = "CODE_NEEDED"
    BAD_CODE = "BAD_CODE"
    NOT_LOGGED_IN = "NOT_LOGGED_IN"
    ALREADY_HERE = "ALREADY_HERE"
    BANNED = "BANNED"
    INVITE_NEEDED = "INVITE_NEEDED"
    BAD_INVITE = "BAD_INVITE"
    BAD_RESET = "BAD_RESET"
    TOO_MANY_TRIES = "TOO_MANY_TRIES"
    BUSY = "BUSY"
    # What somebody may do
    NOT_ALLOWED = "NOT_ALLOWED"
    SECOND_FACTOR_NEEDED = "SECOND_FACTOR_NEEDED"
    BAD_SCOPE = "BAD_SCOPE"
    LAST_ADMIN = "LAST_ADMIN"
    NO_SUCH_USER = "NO_SUCH_USER"
    TOO_MANY = "TOO_MANY"
    BAD_FIELD = "BAD_FIELD"
    BAD_IMPORT = "BAD_IMPORT"
    # Results
    NO_SUCH_RESULT = "NO_SUCH_RESULT"
    ALREADY_ANNULLED = "ALREADY_ANNULLED"
    # Saves
    NO_SUCH_SAVE = "NO_SUCH_SAVE"
    SAVE_EXISTS = "SAVE_EXISTS"
    WRONG_PLAYERS = "WRONG_PLAYERS"
    BAD_SIGNATURE = "BAD_SIGNATURE"
    # Challenges
    NO_SUCH_CHALLENGE = "NO_SUCH_CHALLENGE"
    CHALLENGE_GONE = "CHALLENGE_GONE"
    OWN_CHALLENGE = "OWN_CHALLENGE"
    NOT_IN_RANGE = "NOT_IN_RANGE"
    NOT_ACCEPTING = "NOT_ACCEPTING"
    # Talk, and who keeps order
    TALK_OFF = "TALK_OFF"
    TALK_SILENCED = "TALK_SILENCED"
    GUESTS_CANNOT_TALK = "GUESTS_CANNOT_TALK"
    TALK_TOO_FAST = "TALK_TOO_FAST"
    TALK_FULL = "TALK_FULL"
    BAD_TEXT = "BAD_TEXT"
    BLOCKED = "BLOCKED"
    NO_SUCH_REPORT = "NO_SUCH_REPORT"
    REPORT_HANDLED = "REPORT_HANDLED"


class PeopleError(Exception):
    """A refusal that a user may see: a code, and a text key with its values, as in `core.GameError`.

    `key` is `error.<CODE>` unless a closer one is given: a client on the same machine may say more than a server.
    """

    def __init__(self, code: PeopleCode, key: str | None = None, /, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.key = key or f"error.{code}"
        self.values = values

    def text(self, language: str = "en") -> str:
        """The refusal in words, one line."""
        return text(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.text()
