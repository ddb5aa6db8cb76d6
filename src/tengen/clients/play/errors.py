"""What can go wrong between a client and a match, in words of every language. Rules refuse with GameError as ever."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tengen.core import LANGUAGES, ErrorCode, GameError, text
from tengen.core.errors import Value
from tengen.core.printing import printable
from tengen.people import PeopleCode, PeopleError

_LONGEST_TEXT: Final = 400


def shown(said: str) -> str:
    """What somebody else wrote, fit to be shown: one line, nothing that moves a cursor, not too long."""
    return printable(said[:_LONGEST_TEXT])


def shown_values(values: Mapping[str, Value]) -> dict[str, Value]:
    """Values of somebody else's for the placeholders of a text, fit to be shown."""
    return {name: shown(value) if isinstance(value, str) else value for name, value in values.items()}


class _OwnWords:
    """What a server says: by language where it said so, else in English."""

    def __init__(self, detail: str, words: Mapping[str, str] | None) -> None:
        self._detail = shown(detail)
        self._words = {language: shown(said) for language, said in (words or {}).items() if language in LANGUAGES}

    def text(self, language: str) -> str:
        return self._words.get(language) or self._detail


class Refused(GameError):
    """A server refused what was asked, in its own words."""

    def __init__(self, code: ErrorCode, detail: str, words: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self._said = _OwnWords(detail, words)

    def text(self, language: str = "en") -> str:
        """The refusal in words, one line."""
        return self._said.text(language)


class RefusedPeople(PeopleError):
    """The same for what concerns accounts, saves, challenges and talk."""

    def __init__(self, code: PeopleCode, detail: str, words: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self._said = _OwnWords(detail, words)

    def text(self, language: str = "en") -> str:
        """The refusal in words, one line."""
        return self._said.text(language)


class Trouble(StrEnum):
    """What keeps a client from its server. Words: `play.trouble.<value>`."""

    BAD_ADDRESS = "bad_address"
    NO_SERVER = "no_server"
    NO_TLS = "no_tls"
    NEEDS_TLS = "needs_tls"
    CERTIFICATE = "certificate"
    NOT_TENGEN = "not_tengen"
    VERSION = "version"
    UNKNOWN_GAME = "unknown_game"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    BUSY = "busy"
    REFUSED = "refused"
    SESSION = "session"
    LOST = "lost"
    CLOSED = "closed"
    OTHER_SERVER = "other_server"
    NEEDS_SERVER = "needs_server"


class ServerTrouble(Exception):
    """A server cannot be used, or not for this. `retry_after_s` is how long it asked to be left alone."""

    def __init__(self, trouble: Trouble, *, retry_after_s: float | None = None, **values: Value) -> None:
        super().__init__(trouble)
        self.trouble = trouble
        self.retry_after_s = retry_after_s
        self.values = shown_values(values)

    @property
    def is_passing(self) -> bool:
        """Whether the same may work a little later."""
        return self.trouble in (Trouble.NO_SERVER, Trouble.BUSY, Trouble.TOO_MANY)

    def text(self, language: str = "en") -> str:
        """The trouble in words, one line."""
        return text(language, f"play.trouble.{self.trouble}", **self.values)

    def __str__(self) -> str:
        return self.text()
