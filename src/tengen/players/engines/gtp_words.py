"""The words of the Go Text Protocol: points, times, stones of a set-up, lines of an analysis. Talks to nobody."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from tengen.core import BLACK, Board, BoardSpec, Color, Move, Point, SideTime
from tengen.core.boardspec import LETTERS_WITHOUT_I
from tengen.players.analysis import Analysis, Candidate, Interest

_VERTEX: Final = re.compile(r"([A-HJ-Za-hj-z])([1-9][0-9]?)")
_LIST_KEYS: Final = ("pv", "pvVisits", "pvEdgeVisits", "ownership", "ownershipStdev", "movesOwnership")
_MOST_CANDIDATES: Final = 20


def vertex(move: Move, spec: BoardSpec) -> str:
    """A point: a letter, of which I is none, and the row as the game counts it; or `pass`."""
    return "pass" if move is None else f"{LETTERS_WITHOUT_I[move.x]}{spec.row_labels[move.y]}"


def read_vertex(word: str, spec: BoardSpec) -> Move:
    """The point of a word, on the board or not. Raises ValueError for a word that is none."""
    if word.lower() == "pass":
        return None
    match = _VERTEX.fullmatch(word)
    if match is None:
        raise ValueError(f"{word} is no point")
    row = match[2]
    y = spec.row_labels.index(row) if row in spec.row_labels else -1
    return Point(LETTERS_WITHOUT_I.index(match[1].upper()), y)


def time_left(side: SideTime) -> str:
    """Seconds left and stones to play in them; 0 stones in main time."""
    if side.main_ms > 0:
        return f"{side.main_ms // 1000} 0"
    return f"{side.period_ms // 1000} {max(side.stones, 1)}"


def stones_in_order(board: Board) -> Iterator[tuple[Color, Point]]:
    """Every stone of a set-up, in an order in which each has a liberty as soon as it stands.

    First those beside empty points, then their neighbours of the same colour, and so on.
    """
    edge = board.empties()
    reached = set(edge)
    while edge:
        ahead: list[Point] = []
        for point in edge:
            came_from = board[point]
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near = Point(point.x + dx, point.y + dy)
                if near in board and near not in reached and came_from in (None, board[near]):
                    reached.add(near)
                    ahead.append(near)
        for point in ahead:
            color = board[point]
            assert color is not None, "every empty point was there from the beginning"
            yield color, point
        edge = ahead
    for point in board.points():  # stones without liberties, in games that know none
        color = board[point]
        if color is not None and point not in reached:
            yield color, point


def interest_words(interest: Interest, spec: BoardSpec) -> list[str]:
    """How often to report, in hundredths of a second, and what each side shall leave out up to which ply."""
    words = [str(max(round(100 * interest.every_s), 1))]
    for color, moves, plies in interest.avoid:
        points = ",".join(sorted(vertex(move, spec) for move in moves))
        words += ["avoid", color.word, points, str(plies)] if points else []
    return words


def analysis_of(line: str, spec: BoardSpec, to_move: Color, *, in_points: bool) -> Analysis:
    """What a line of `info move … visits … winrate … pv …` says. Empty for a line that says nothing of the kind.

    `in_points` tells that a win rate without a decimal point counts hundredths of a percent.
    """
    found: list[tuple[int, Candidate]] = []
    for piece in f" {line} ".split(" info ")[1:]:
        values = _values(piece.split())
        candidate = _candidate(values, spec, to_move, in_points)
        if candidate is not None:
            order = _number(values.get("order", [""])[0])
            found.append((len(found) if order is None else int(order), candidate))
    found.sort(key=lambda pair: pair[0])
    return Analysis.of(candidate for _, candidate in found[:_MOST_CANDIDATES])


def _values(words: list[str]) -> dict[str, list[str]]:
    """Keys with one word each, or with all words up to the next key of that kind."""
    values: dict[str, list[str]] = {}
    index = 0
    while index < len(words):
        key, index = words[index], index + 1
        end = index + 1
        if key in _LIST_KEYS:
            while end < len(words) and words[end] not in _LIST_KEYS:
                end += 1
        values.setdefault(key, words[index:end] or [""])
        index = end
    return values


def _candidate(values: dict[str, list[str]], spec: BoardSpec, to_move: Color, in_points: bool) -> Candidate | None:
    line: list[Move] = []
    for word in values.get("pv") or values.get("move", []):
        try:
            move = read_vertex(word, spec)
        except ValueError:
            break
        if move is not None and not (move.x < spec.columns and move.y >= 0):
            break
        line.append(move)
    if not line:
        return None
    rate, lead = values.get("winrate", [""])[0], _number(values.get("scoreLead", values.get("scoreMean", [""]))[0])
    win = _number(rate)
    if win is not None and in_points and "." not in rate:
        win /= 10_000
    if win is not None:
        win = min(max(win, 0.0), 1.0)
        win = win if to_move is BLACK else 1.0 - win
    if lead is not None:
        lead = lead if to_move is BLACK else -lead
    visits = _number(values.get("visits", [""])[0])
    spread = _number(values.get("scoreStdev", [""])[0])
    return Candidate(tuple(line), win, lead, max(int(visits or 0), 0), spread=spread)


def _number(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
