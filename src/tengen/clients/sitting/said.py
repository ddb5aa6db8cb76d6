"""Words that are kept as a key and values, so that they can be said in another language a moment later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tengen.core import text
from tengen.core.errors import Value
from tengen.core.printing import printable


class HasWords(Protocol):
    """Whatever can be said in every language: a refusal, a trouble, a line of ours."""

    def text(self, language: str = "en") -> str:
        """The words, in one line."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text key and the values for its placeholders. Words: the key itself."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The words, in one line; nothing in them moves a cursor."""
        return printable(text(language, self.key, **self.values))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is lost: the question, and the word for going on."""

    question: HasWords
    yes: HasWords
