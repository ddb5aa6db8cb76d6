"""What typed lines ask for about accounts and saves, where games are played without a server. Carries nothing out."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from tengen.core import LANGUAGES, template


class PeopleWord(StrEnum):
    """The commands about accounts and saves. Words in every language: `console.word.<value>`."""

    LOGIN = "login"
    REGISTER = "register"
    LOGOUT = "logout"
    WHOAMI = "whoami"
    SAVES = "saves"
    RENAME = "rename"
    DELETE = "delete"


_ALONE: Final = (PeopleWord.WHOAMI, PeopleWord.SAVES)


@dataclass(frozen=True, slots=True)
class PeopleOrder:
    """A command about people; `rest` is what was typed behind it. `force` deletes without a question."""

    word: PeopleWord
    rest: str = ""
    force: bool = False

    def names(self) -> tuple[str, ...]:
        """The names that were typed, of which those with spaces in them stand between quotation marks."""
        try:
            return tuple(shlex.split(self.rest))
        except ValueError:  # an odd mark
            return (self.rest,)


def read_people_order(word: str, rest: str) -> PeopleOrder | None:
    """What a line asks for that begins with this word, in small letters; None where it is no such command."""
    found = _words().get(word.removesuffix("!"))
    force = word.endswith("!")
    if found is None or (force and found is not PeopleWord.DELETE) or (rest and found in _ALONE):
        return None
    return PeopleOrder(found, rest, force)


@cache
def _words() -> dict[str, PeopleWord]:
    """Every word that is such a command, in every language."""
    said = {word.value: word for word in PeopleWord}
    for language in LANGUAGES:
        for word in PeopleWord:
            said.update(dict.fromkeys(template(language, f"console.word.{word}").split(), word))
    return said
