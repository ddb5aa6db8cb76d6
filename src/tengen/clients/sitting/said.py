"""Words that are kept as a key and values, so that they can be said in another language a moment later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from tengen.core import text
from tengen.core.errors import Value
from tengen.core.printing import clip, printable

if TYPE_CHECKING:
    from tengen.formats import Notice

_MOST_NOTICES: Final = 3
_LONGEST_NOTE: Final = 400


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
class Confirmation:
    """What is asked before something is lost: the question, and the word for going on."""

    question: HasWords
    yes: HasWords


@dataclass(frozen=True, slots=True)
class Noted:
    """What a reader or a writer reports without refusing, in one line."""

    notices: Sequence[Notice]

    def text(self, language: str = "en") -> str:
        """The first of them."""
        told = " ".join(notice.text(language) for notice in self.notices[:_MOST_NOTICES])
        more = " …" if len(self.notices) > _MOST_NOTICES else ""
        return Said("console.noted", {"notices": clip(printable(told), _LONGEST_NOTE) + more}).text(language)


@dataclass(frozen=True, slots=True)
class Joined:
    """Several lines as one."""

    lines: Sequence[HasWords]

    def text(self, language: str = "en") -> str:
        """All of them, one after another."""
        return " ".join(line.text(language) for line in self.lines)
