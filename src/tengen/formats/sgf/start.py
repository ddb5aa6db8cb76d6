"""From where a game begins: the stones of its root, a handicap, the side to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    Color,
    ErrorCode,
    GameError,
    GameState,
    Point,
    Prisoners,
    Ruleset,
    Setup,
    create_rules,
)
from tengen.core.features import HANDICAP_OPTION, HANDICAP_PLACEMENT_OPTION
from tengen.core.sgf_traits import Options
from tengen.formats.sgf.grammar import RawNode
from tengen.formats.sgf.places import Notes, shown
from tengen.formats.sgf.points import Notation, PointLimit, point_list
from tengen.formats.sgf.properties import STONES
from tengen.formats.sgf.text import unescape_line

_COLORS: Final = {"b": BLACK, "1": BLACK, "w": WHITE, "2": WHITE}


@dataclass(frozen=True, slots=True)
class Root:
    """A root to be read, with what the reading needs to know: where it stands and whose the first moves are.

    `colors` begins with the colours of the main line's first moves, a `B` or `W` each.
    """

    raw: RawNode
    colors: str
    offset: int
    notes: Notes
    point_limit: PointLimit

    def first(self, name: str) -> str:
        """The first value of a property, or an empty text."""
        values = self.raw.get(name)
        return values[0] if values else ""

    def line(self, name: str) -> str:
        """The text of a property of one line."""
        return unescape_line(self.first(name))

    def note_unused(self, name: str) -> None:
        """Say that a property is kept but tells nothing we understand."""
        self.notes.add(self.offset, "sgf.read.unused", property=name, value=shown(self.line(name)))


@lru_cache(maxsize=256)
def beginning(ruleset: Ruleset) -> GameState:
    """The state before the first move of an ordinary game."""
    return ruleset.initial()


def read_stones(root: Root, names: Notation) -> dict[str, tuple[Point, ...]]:
    return {name: read_points(name, root.raw[name], names, root.point_limit) for name in STONES if name in root.raw}


def read_points(name: str, values: Sequence[str], names: Notation, point_limit: PointLimit) -> tuple[Point, ...]:
    """The points of a set-up. Raises BAD_RECORD naming the property when one is not on the board."""
    points = () if not any(values) else point_list(values, names, point_limit)
    if points is None:
        raise GameError(ErrorCode.BAD_RECORD, "sgf.bad_points", property=name, size=names.size)
    return points


def read_color(values: Sequence[str] | None) -> Color | None:
    """The side that PL names, or None."""
    return _COLORS.get(values[0].strip().lower()[:1]) if values else None


def read_start(
    root: Root, ruleset: Ruleset, stones: Mapping[str, tuple[Point, ...]], prisoners: Prisoners
) -> tuple[Setup | None, tuple[Point, ...]]:
    """The set-up that the game begins from, None for the usual beginning, and the points of a free handicap."""
    usual = beginning(ruleset).position
    count = ruleset.handicap_stones
    black, white = stones.get("AB", ()), stones.get("AW", ())
    board = usual.board
    if any(stones.values()):
        board = Board.empty(ruleset.size).with_stone(black, BLACK).with_stone(white, WHITE)
    to_move = read_color(root.raw.get("PL"))
    if to_move is None:
        after_handicap = WHITE if count and black else usual.to_move
        to_move = _COLORS[root.colors[0].lower()] if root.colors else after_handicap
    is_whole = len(black) == count and not white and to_move is WHITE and prisoners == Prisoners()
    if is_whole and places_handicap_freely(ruleset):
        return None, black
    if board == usual.board and to_move is usual.to_move and prisoners == Prisoners():
        return None, ()
    return Setup(board, to_move, prisoners), ()


@lru_cache(maxsize=256)
def places_handicap_freely(ruleset: Ruleset) -> bool:
    """Whether Black begins with stones where Black likes."""
    return ruleset.handicap_stones > 0 and ruleset.options()[HANDICAP_PLACEMENT_OPTION] == "free"


def read_handicap(
    root: Root, kind: str, size: int, stones: Mapping[str, tuple[Point, ...]], facts: Mapping[str, str]
) -> Options:
    """The handicap and whether its stones stand on the usual points, as far as HA, AB and the first moves tell."""
    text = root.line("HA").strip()
    if not text:
        return {}
    count = int(text) if text.isdecimal() and len(text) <= 2 else 99
    if count > 9:
        root.note_unused("HA")
        return {}
    if count < 2:
        return {HANDICAP_OPTION: count}
    usual = _usual_stones(kind, size, count)
    black = frozenset(stones.get("AB", ()))
    is_usual = usual is not None and usual == black
    only_black = len(black) == count and not stones.get("AW")
    if black:
        is_fixed = is_usual or (usual is not None and not only_black)
        return _handicap(count, "fixed" if is_fixed else "free")
    begun = len(root.colors) - len(root.colors.lstrip("B"))
    if begun == count or (begun and begun == len(root.colors)):
        return _handicap(count, "free")
    if begun:
        root.note_unused("HA")
        return {}
    if usual is not None and f"rule.{HANDICAP_PLACEMENT_OPTION}" not in facts:
        root.notes.add(root.offset, "sgf.read.handicap", count=count)
    return _handicap(count, "free" if usual is None else "fixed")


def _handicap(count: int, placement: str) -> Options:
    return {HANDICAP_OPTION: count, HANDICAP_PLACEMENT_OPTION: placement}


def _usual_stones(kind: str, size: int, count: int) -> frozenset[Point] | None:
    """The usual points of a handicap, or None where the board has none for so many stones."""
    try:
        rules = create_rules(kind, size, _handicap(count, "fixed"))
    except GameError:
        return None
    return frozenset(rules.initial().position.board.stones(BLACK))
