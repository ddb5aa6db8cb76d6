"""The picture of a board: the stones on the left, the players in the middle, the list of boards on the right.

Draws lines of text; asks nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from tengen.clients.console.facts import (
    game_name,
    kind_of,
    shown_score,
)
from tengen.clients.console.symbols import Symbols
from tengen.core import BLACK, COLORS, OPENING, BoardStyle, Color, Point, format_board, restricts_placing, text
from tengen.core.printing import pad, width
from tengen.match import Match

_LEFT_COLUMNS: Final = 26
_MIDDLE_COLUMNS: Final = 31
_SCREEN_COLUMNS: Final = 80
_LONGEST_LIST: Final = 18


def draw(match: Match, number: int, games: Sequence[Match], language: str, symbols: Symbols) -> list[str]:
    """The board of this number among all games, as lines without spaces at their ends."""
    left = _stones(match, symbols).split("\n")
    middle = ["", "", "", text(language, "console.current", number=number), *_players(match, language, symbols)]
    right = ["", "", text(language, "console.list"), *_list(games, number, language)]
    left_columns = max(_LEFT_COLUMNS, _widest(left) + 3)
    spare = _SCREEN_COLUMNS - left_columns - _widest(right)
    middle_columns = max(_widest(middle) + 2, min(_MIDDLE_COLUMNS, spare))
    return [
        (pad(stones, left_columns) + pad(players, middle_columns) + boards).rstrip()
        for stones, players, boards in zip_longest(left, middle, right, fillvalue="")
    ]


def due(match: Match) -> tuple[Color, ...]:
    """Who has yet to act: of two who must agree, only those who have not."""
    return tuple(color for color in match.actors() if color not in match.state.agreed)


def stone_to_place(match: Match) -> Color:
    """The colour of the next stone, which in an opening need not be that of the player who places it."""
    return match.state.position.to_move


def title(match: Match, language: str) -> str:
    """The game's name, with the size of the board where it is not the usual one."""
    kind = kind_of(match.ruleset)
    name = game_name(kind, language)
    size = match.ruleset.size
    return name if size == kind.rules.DEFAULT_SIZE else text(language, "console.sized", game=name, size=size)


def _widest(lines: Sequence[str]) -> int:
    return max(width(line) for line in lines)


def _stones(match: Match, symbols: Symbols) -> str:
    """The board with its labels; marked are stars, the points that may be taken, forbidden points and dead stones."""
    state, ruleset = match.state, match.ruleset
    board = state.position.board
    spec = ruleset.board_spec()
    marks: dict[Point, str] = {}
    if spec.style is BoardStyle.LINES:
        marks |= {point: symbols.star for point in spec.stars if board[point] is None}
    if not match.is_over:
        if restricts_placing(type(ruleset)):
            marks |= dict.fromkeys(ruleset.legal_points(state), symbols.legal)
        marks |= dict.fromkeys(ruleset.forbidden_points(state), symbols.forbidden)
    for point in state.dead:
        stone = board[point]
        if stone is not None:
            marks[point] = symbols.stone(stone, dead=True)
    plain = symbols.empty + symbols.black + symbols.white
    return format_board(board, spec, symbols=plain, marks=marks)


def _players(match: Match, language: str, symbols: Symbols) -> list[str]:
    """A line for each player, Black's first: the name, a stone for who is to act (for both at the end), the count."""
    names = {color: text(language, "console.player", name=match.seat(color).name) for color in COLORS}
    columns = max(width(name) for name in names.values())
    lines = []
    for color in COLORS:
        stone = " "
        if match.is_over or color in due(match):
            stone = symbols.stone(stone_to_place(match) if match.state.phase == OPENING else color)
        lines.append(f"{pad(names[color], columns)} {stone} {_count(match, color, language)}".rstrip())
    preset = match.ruleset.preset
    if preset is not None:
        rules = text(language, f"{match.ruleset.KIND}.preset.{preset}")
        lines += ["", text(language, "console.rules", rules=rules)]
    return lines


def _count(match: Match, color: Color, language: str) -> str:
    score = shown_score(match)
    if score is not None:
        return f"{score.black if color is BLACK else score.white:g}"
    if match.ruleset.FEATURES.prisoners:
        return text(language, "console.prisoners", count=match.state.position.prisoners.of(color))
    return ""


def _list(games: Sequence[Match], current: int, language: str) -> list[str]:
    """The boards with their numbers; of very many, those around the current one."""
    lines = [
        text(language, "console.entry", number=number, game=title(match, language))
        for number, match in enumerate(games, start=1)
    ]
    if len(lines) <= _LONGEST_LIST:
        return lines
    start = min(max(current - 1 - _LONGEST_LIST // 2, 0), len(lines) - _LONGEST_LIST)
    before = ["..."] if start else []
    after = ["..."] if start + _LONGEST_LIST < len(lines) else []
    return [*before, *lines[start : start + _LONGEST_LIST], *after]
