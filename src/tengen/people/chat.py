"""What people say at a board: rooms, lines, quick words, and how a line is cleaned. Keeps and sends nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.plain_text import clean_text

LONGEST_LINE: Final = 200
"""So many characters a line may have once it is cleaned."""

MOST_LINES: Final = 500
"""So many lines a room of a match may have."""

QUICK_WORDS: Final = (
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "good_game",
    "one_moment",
    "back",
    "sorry",
    "bye",
)
"""Words that everybody reads in their own language, under `chat.word.<name>` in the text tables."""


class ChatRoom(StrEnum):
    """Who talks with whom at a match: its players, or those who watch it."""

    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that was said: a `text`, or a quick `word`. Lines of a match are numbered from 1, in all its rooms.

    `author` is the id of an account; `name`, `is_guest` and `avatar` are as they were then. Who was deleted since has
    no name any more.
    """

    match_id: str
    number: int
    room: ChatRoom
    author: str
    name: str
    is_guest: bool
    at: int
    text: str | None = None
    word: str | None = None
    avatar: int = 0


@dataclass(frozen=True, slots=True)
class TalkPlace:
    """Where somebody talks: a room of a match, and the accounts that have its seats."""

    match_id: str
    room: ChatRoom
    players: tuple[str, ...] = ()

    def others(self, speaker_id: str) -> tuple[str, ...]:
        """Those to whom somebody talks in person: the other players in the players' room, nobody among watchers."""
        return tuple(one for one in self.players if one != speaker_id) if self.room is ChatRoom.PLAYERS else ()


def check_said(text: str | None, word: str | None) -> str | None:
    """What is to be said: the text, cleaned, or None for a quick word.

    Raises BAD_TEXT for both, for neither, for a word that is none of ours, and for a text that cannot be said.
    """
    if (text is None) == (word is None) or (word is not None and word not in QUICK_WORDS):
        raise PeopleError(PeopleCode.BAD_TEXT, most=LONGEST_LINE)
    return None if text is None else clean_text(text, LONGEST_LINE)
