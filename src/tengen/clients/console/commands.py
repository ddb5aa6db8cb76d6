"""What a typed line asks for. Reads lines; carries nothing out and knows no board's state."""

from __future__ import annotations

import re
import shlex
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

from tengen.clients.console.people_words import PeopleOrder, read_people_order
from tengen.clients.console.seating import OPEN
from tengen.clients.console.streams import LONGEST_LINE
from tengen.core import (
    LANGUAGES,
    BoardSpec,
    GameError,
    GameKind,
    OptionSpec,
    OptionType,
    Point,
    find_kind,
    template,
)
from tengen.core.printing import printable
from tengen.players import HUMAN, RANDOM


class Word(StrEnum):
    """The commands. Words in every language: `console.word.<value>`."""

    PASS = "pass"
    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"
    RESTART = "restart"
    DEAD = "dead"
    ALIVE = "alive"
    AGREE = "agree"
    RESUME = "resume"
    CONTINUE = "continue"
    HINT = "hint"
    ESTIMATE = "estimate"
    SAVE = "save"
    LOAD = "load"
    HELP = "help"
    QUIT = "quit"


class ServerWord(StrEnum):
    """The commands that only games on a server know. Words in every language: `console.word.<value>`."""

    JOIN = "join"
    WATCH = "watch"
    INVITE = "invite"
    ACCEPT = "accept"
    DECLINE = "decline"
    DRAW = "draw"
    PAUSE = "pause"
    REMATCH = "rematch"
    CLAIM = "claim"


_WITH_FILE: Final = (Word.SAVE, Word.LOAD)
_WITH_POINTS: Final = (Word.DEAD, Word.ALIVE)
_WITH_PLACE: Final = (ServerWord.JOIN, ServerWord.WATCH)


@dataclass(frozen=True, slots=True)
class Stone:
    """Place a stone."""

    point: Point


@dataclass(frozen=True, slots=True)
class Switch:
    """Go to the board of this number, counted from 1; there may be none."""

    number: int


@dataclass(frozen=True, slots=True)
class NewBoard:
    """Add a board of a game, with the rules and the players as they were typed: Black's before White's."""

    kind: GameKind
    size: int | None = None
    rules: dict[str, object] = field(default_factory=dict)
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the opening's question."""

    choice: str


@dataclass(frozen=True, slots=True)
class Order:
    """A command that is a word alone."""

    word: Word


@dataclass(frozen=True, slots=True)
class PointsOrder:
    """A command about some points; none when none was typed."""

    word: Word
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FileOrder:
    """A command about a file; its name is empty when none was typed. `force` replaces one that is there."""

    word: Word
    file: str
    force: bool = False


@dataclass(frozen=True, slots=True)
class ServerOrder:
    """A command for a game on a server; `place` is the link or the id that was typed behind it, if any."""

    word: ServerWord
    place: str = ""


Wish: TypeAlias = Stone | Switch | NewBoard | Answer | Order | PointsOrder | FileOrder | ServerOrder | PeopleOrder
"""What a line can ask for."""


class NotUnderstood(Exception):
    """The line is nothing that can be typed here."""


def read_line(line: str, spec: BoardSpec, choices: tuple[str, ...] = (), on_server: bool = False) -> Wish | None:
    """What the line asks for on a board of this description; None when it is blank.

    More can be asked for where games are played `on_server`. Raises NotUnderstood. Letters may be of either case and
    of full width; only the names of files and engines are taken as they are.
    """
    if len(line) > LONGEST_LINE:
        raise NotUnderstood
    typed = printable(line).strip()
    if not typed:
        return None
    first, _, rest = typed.partition(" ")
    word = _words().get(_plain(first))
    if word in _WITH_FILE:
        return FileOrder(word, _unquoted(rest.strip()))
    if _plain(first).endswith("!") and _words().get(_plain(first)[:-1]) is Word.SAVE:
        return FileOrder(Word.SAVE, _unquoted(rest.strip()), force=True)
    plain = _plain(typed)
    if word in _WITH_POINTS:
        return PointsOrder(word, _points(_plain(rest), spec))
    if word is not None and not rest:
        return Order(word)
    if on_server and (order := _server_order(first, rest)):
        return order
    if people_order := read_people_order(_plain(first), rest.strip()):
        return people_order
    if plain in choices:
        return Answer(plain)
    if _NUMBER.fullmatch(plain):
        return Switch(int(plain))
    return _point(plain, spec) or _new_board(typed, on_server=on_server)


_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}")
_QUOTED: Final = re.compile("[\"']")
_PLAYER: Final = re.compile(r"([^:：=]+)[:：](.*)", re.DOTALL)
_SIZE: Final = re.compile(r"([0-9]{1,3})(?:[x×*]\1)?")


def _plain(text: str) -> str:
    """The text as a keyboard without an input method types it, in small letters."""
    return unicodedata.normalize("NFKC", text).casefold()


def _unquoted(text: str) -> str:
    is_quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


@cache
def _words() -> dict[str, Word]:
    """Every word that is a command, in every language."""
    said = {word.value: word for word in Word}
    for language in LANGUAGES:
        for word in Word:
            said.update(dict.fromkeys(template(language, f"console.word.{word}").split(), word))
    return said


@cache
def _server_words() -> dict[str, ServerWord]:
    """The same for games on a server."""
    said = {word.value: word for word in ServerWord}
    for language in LANGUAGES:
        for word in ServerWord:
            said.update(dict.fromkeys(template(language, f"console.word.{word}").split(), word))
    return said


def _server_order(first: str, rest: str) -> ServerOrder | None:
    word = _server_words().get(_plain(first))
    if word is None or bool(rest.strip()) != (word in _WITH_PLACE):
        return None
    return ServerOrder(word, _unquoted(rest.strip()))


def is_yes(line: str) -> bool:
    """Whether a question was answered with yes, in any language; a blank line is a no."""
    return _plain(line.strip()) in {
        word for language in LANGUAGES for word in template(language, "console.yes").split()
    }


def _point(plain: str, spec: BoardSpec) -> Stone | None:
    try:
        return Stone(spec.parse(plain))
    except GameError:
        return None


def _points(plain: str, spec: BoardSpec) -> tuple[Point, ...]:
    try:
        return tuple(spec.parse(name) for name in plain.replace(",", " ").split())
    except GameError:
        raise NotUnderstood from None


def _new_board(typed: str, *, on_server: bool) -> NewBoard:
    """A game's name, then in any order its size, a preset, options as `name=value`, and up to two players.

    A word with spaces in it, such as an engine's command, stands between quotation marks.
    """
    try:
        name, *settings = shlex.split(typed) if _QUOTED.search(typed) else typed.split()
        kind = find_kind(_plain(name))
    except (GameError, ValueError):
        raise NotUnderstood from None
    size: int | None = None
    rules: dict[str, object] = {}
    players: list[str] = []
    specs = {spec.name: spec for spec in kind.rules.OPTIONS}
    for word in settings:
        setting = _plain(word)
        option, is_option, value = setting.partition("=")
        if player := OPEN if on_server and setting in _open_words() else _player(word):
            players.append(player)
        elif is_option:
            rules[option] = _value(value, specs.get(option))
        elif (number := _SIZE.fullmatch(setting)) and size is None:
            size = int(number[1])
        elif "preset" in rules:
            raise NotUnderstood
        else:
            rules["preset"] = setting
    return NewBoard(kind, size, rules, tuple(players))


@cache
def _open_words() -> frozenset[str]:
    """The words for a seat that somebody is to be invited to."""
    return frozenset({OPEN, *(word for language in LANGUAGES for word in template(language, "console.open").split())})


def _player(word: str) -> str:
    """The player's name that this word is; empty when it is none. Whether there is such a player is not asked."""
    plain = _plain(word)
    if plain in (HUMAN, RANDOM):
        return plain
    parts = _PLAYER.fullmatch(word)
    return f"{_plain(parts[1])}:{parts[2]}" if parts else ""


_TRUTHS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _value(typed: str, spec: OptionSpec | None) -> object:
    """The value as its option wants it; left as typed, for the rules to refuse, where it cannot be that."""
    if spec is None:
        return typed
    match spec.type:
        case OptionType.BOOLEAN:
            return _TRUTHS.get(typed, typed)
        case OptionType.INTEGER | OptionType.NUMBER:
            return _number(typed)
        case OptionType.CHOICE:
            return next((choice for choice in spec.choices if choice.casefold() == typed), typed)


def _number(typed: str) -> object:
    for read in (int, float):
        try:
            return read(typed)
        except ValueError:
            continue
    return typed
