"""What people typed, or a file said, and cannot be: a text key with its values, for clients to put into words."""

from __future__ import annotations

from tengen.core import text


class BadInput(ValueError):
    """An input that is refused. `key` names the reason in the word tables, `values` fill its places.

    Never holds the input itself: it may be a password.
    """

    def __init__(self, key: str, /, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: str = "en") -> str:
        """The reason in words, one line."""
        return text(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.text()
