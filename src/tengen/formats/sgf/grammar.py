"""SGF text as trees of raw nodes: brackets, semicolons, parentheses. Knows no game and the meaning of no property.

Everything is iterative and goes through the text once, however deep the parentheses nest.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tengen.core import ErrorCode, GameError

RawNode: TypeAlias = dict[str, list[str]]
"""A node's properties by their plain names, in the order of the file; values as they stand between the brackets."""

_VALUE: Final = r"\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)\]"
_TOKEN: Final = re.compile(
    rf"\s*+(?:(;)?\s*+([A-Za-z][A-Za-z0-9]*+)\s*+{_VALUE}|{_VALUE}|([();])|(\S))",
    re.DOTALL,
)
_START: Final = re.compile(r"\(\s*+(?:;|(?=(?:FF|GM|CA|AP|SZ|US|EV|GN|DT|PB|PW|KM|HA)\s*+\[))")
"""Some programs leave out the semicolon of the first node."""
_PLAIN_MOVES: Final = re.compile(r"\s*+((?:;[BW]\[[a-z]{2}\])++)")
"""Nodes as most are: a move, written in so many characters, and nothing else."""
_PLAIN_MOVE: Final = len(";B[aa]")
_NEXT_HEADER: Final = re.compile(r"\(\s*+;\s*+(?:FF|GM|CA|AP)\s*+\[")
_OPEN_VALUE: Final = re.compile(r"\s*+;?\s*+(?:[A-Za-z][A-Za-z0-9]*+\s*+)?\[")


@dataclass(frozen=True, slots=True)
class Broken:
    """Where a game's text stops making sense, and the text key that says how."""

    offset: int
    key: str
    found: str = ""


@dataclass(slots=True)
class RawGame:
    """One game of a file. Nodes come in the order of the text, so a node's parent and first child stand beside it.

    `branches` counts the subtrees in parentheses under a node. The main line is the first `main_length` nodes.
    """

    nodes: list[RawNode] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    branches: dict[int, int] = field(default_factory=dict)
    main_length: int = 0
    end: int = 0
    broken: Broken | None = None


def count_nodes(text: str, most: int) -> None:
    """Raise TOO_LARGE for more nodes than this in all games, without a look at what is in them."""
    count = 0
    for game in raw_games(text, most):
        count += len(game.nodes)
        if count > most:
            raise GameError(ErrorCode.TOO_LARGE, "sgf.too_many.nodes", most=most)


def raw_games(text: str, most_nodes: int = sys.maxsize) -> Iterator[RawGame]:
    """The games of a file; text before, between and after them is passed over.

    A game with more nodes than most is read no further than that.
    A game that is broken has the nodes before the break. After it the search goes on at the next place that looks
    like the beginning of a file, for where its own end is cannot be known.
    """
    names: dict[str, str] = {}
    start = _START.search(text)
    while start:
        game = _game(text, start.start(), names, most_nodes)
        yield game
        if game.broken is None:
            start = _START.search(text, game.end)
        elif game.broken.key == "sgf.syntax.open_value":
            return  # what swallowed the rest of this game swallows the rest of the file
        else:
            start = _NEXT_HEADER.search(text, max(game.broken.offset, start.end()))


def _game(text: str, begin: int, names: dict[str, str], most_nodes: int) -> RawGame:
    game = RawGame()
    nodes, parents, offsets, branches = game.nodes, game.parents, game.offsets, game.branches
    node: RawNode | None = None
    values: list[str] | None = None
    stack: list[int] = []
    last = -1
    may_begin = False
    at = begin
    while True:
        run = _PLAIN_MOVES.match(text, at) if may_begin else None
        if run is not None:
            start, at = run.span(1)
            moves = range(start, at, _PLAIN_MOVE)
            nodes += [{text[move + 1]: [text[move + 3 : move + 5]]} for move in moves]
            parents.append(last)
            parents += range(len(nodes) - len(moves), len(nodes) - 1)
            offsets += moves
            last = len(nodes) - 1
            node = nodes[last]
            values = node[text[at - 5]]
        match = _TOKEN.match(text, at)
        if match is None:
            break
        at = match.end()
        opens, name, value, further, sign, junk = match.groups()
        if opens is not None or sign == ";" or (name is not None and not nodes and may_begin):
            if not may_begin:
                return _stopped(game, text, match.start())
            if len(nodes) > most_nodes:
                return game
            node = {}
            nodes.append(node)
            parents.append(last)
            offsets.append(match.start())
            last = len(nodes) - 1
        if name is not None:
            if node is None:
                return _stopped(game, text, match.start())
            plain = names.get(name)
            if plain is None:
                plain = names[name] = _plain(name)
            values = node.get(plain)
            if values is None:
                values = node[plain] = [value]
            else:
                values.append(value)
        elif further is not None:
            if values is None:
                return _stopped(game, text, match.start())
            values.append(further)
        elif sign == "(":
            if stack and node is None and may_begin:
                return _stopped(game, text, match.start())
            if last >= 0:
                branches[last] = branches.get(last, 0) + 1
            stack.append(last)
            node, values, may_begin = None, None, True
        elif sign == ")":
            if node is None and may_begin:
                return _stopped(game, text, match.start())
            if not game.main_length:
                game.main_length = len(nodes)
            last = stack.pop()
            node, values, may_begin = None, None, False
            if not stack:
                game.end = match.end()
                return game
        elif sign == ";":
            values = None
        elif junk is not None:
            return _stopped(game, text, match.start())
    game.main_length = game.main_length or len(nodes)
    game.broken = Broken(len(text), "sgf.syntax.open_tree")
    return game


def _stopped(game: RawGame, text: str, offset: int) -> RawGame:
    """The game with the reason why it cannot be read on from here."""
    game.main_length = game.main_length or len(game.nodes)
    if _OPEN_VALUE.match(text, offset) and not _TOKEN_WITH_VALUE.match(text, offset):
        game.broken = Broken(offset, "sgf.syntax.open_value")
    else:
        game.broken = Broken(offset, "sgf.syntax.unexpected", text[offset : offset + 200].strip()[:12])
    return game


_TOKEN_WITH_VALUE: Final = re.compile(rf"\s*+;?\s*+(?:[A-Za-z][A-Za-z0-9]*+\s*+)?{_VALUE}", re.DOTALL)


def _plain(name: str) -> str:
    """A property's name without the lower-case letters that old files have for the eye: `Black`, `AddWhite`."""
    capitals = "".join(letter for letter in name if not letter.islower())
    return capitals if capitals and not capitals[0].isdigit() else name.upper()
