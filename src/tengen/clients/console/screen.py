"""The picture of a board: the stones on the left, the players in the middle, the list of boards on the right.

Draws lines of text; asks nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from tengen.clients.console.facts import game_name, player_name
from tengen.clients.console.symbols import Symbols
from tengen.clients.play import View, kind_of
from tengen.core import BLACK, COLORS, OPENING, BoardStyle, Color, Point, format_board, restricts_placing, text
from tengen.core.printing import pad, width

_LEFT_COLUMNS: Final = 26
_MIDDLE_COLUMNS: Final = 31
_SCREEN_COLUMNS: Final = 80
_LONGEST_LIST: Final = 18


def draw(view: View, number: int, views: Sequence[View], language: str, symbols: Symbols) -> list[str]:
    """The board of this number among all games, as lines without spaces at their ends."""
    left = _stones(view, symbols).split("\n")
    middle = ["", "", "", text(language, "console.current", number=number), *_players(view, language, symbols)]
    right = ["", "", text(language, "console.list"), *_list(views, number, language)]
    left_columns = max(_LEFT_COLUMNS, _widest(left) + 3)
    spare = _SCREEN_COLUMNS - left_columns - _widest(right)
    middle_columns = max(_widest(middle) + 2, min(_MIDDLE_COLUMNS, spare))
    return [
        (pad(stones, left_columns) + pad(players, middle_columns) + boards).rstrip()
        for stones, players, boards in zip_longest(left, middle, right, fillvalue="")
    ]


def title(view: View, language: str) -> str:
    """The game's name, with the size of the board where it is not the usual one."""
    kind = kind_of(view)
    name = game_name(kind, language)
    size = view.size
    return name if size == kind.rules.DEFAULT_SIZE else text(language, "console.sized", game=name, size=size)


def _widest(lines: Sequence[str]) -> int:
    return max(width(line) for line in lines)


def _stones(view: View, symbols: Symbols) -> str:
    """The board with its labels; marked are stars, the points that may be taken, forbidden points and dead stones."""
    board, spec = view.board, view.spec
    marks: dict[Point, str] = {}
    if spec.style is BoardStyle.LINES:
        marks |= {point: symbols.star for point in spec.stars if board[point] is None}
    if not view.is_over:
        if restricts_placing(kind_of(view).rules):
            marks |= dict.fromkeys(view.legal, symbols.legal)
        marks |= dict.fromkeys(view.forbidden, symbols.forbidden)
    for point in view.dead:
        stone = board[point]
        if stone is not None:
            marks[point] = symbols.stone(stone, dead=True)
    plain = symbols.empty + symbols.black + symbols.white
    return format_board(board, spec, symbols=plain, marks=marks)


def _players(view: View, language: str, symbols: Symbols) -> list[str]:
    """A line for each player, Black's first: the name, a stone for who is to act (for both at the end), the count."""
    names = {color: text(language, "console.player", name=player_name(view, color, language)) for color in COLORS}
    columns = max(width(name) for name in names.values())
    lines = []
    for color in COLORS:
        stone = " "
        if view.is_over or color in view.due:
            stone = symbols.stone(view.next_stone if view.phase == OPENING else color)
        lines.append(f"{pad(names[color], columns)} {stone} {_count(view, color, language)}".rstrip())
    preset = view.rules.get("preset")
    if preset is not None:
        rules = text(language, f"{view.kind}.preset.{preset}")
        lines += ["", text(language, "console.rules", rules=rules)]
    return lines


def _count(view: View, color: Color, language: str) -> str:
    if view.score is not None:
        return f"{view.score.black if color is BLACK else view.score.white:g}"
    if view.prisoners is not None:
        return text(language, "console.prisoners", count=view.prisoners.of(color))
    return ""


def _list(views: Sequence[View], current: int, language: str) -> list[str]:
    """The boards with their numbers; of very many, those around the current one."""
    lines = [
        text(language, "console.entry", number=number, game=title(view, language))
        for number, view in enumerate(views, start=1)
    ]
    if len(lines) <= _LONGEST_LIST:
        return lines
    start = min(max(current - 1 - _LONGEST_LIST // 2, 0), len(lines) - _LONGEST_LIST)
    before = ["..."] if start else []
    after = ["..."] if start + _LONGEST_LIST < len(lines) else []
    return [*before, *lines[start : start + _LONGEST_LIST], *after]
