"""Which stones are dead, which live in seki: an opinion from games played out by chance, as engines are asked for it.

A chain is dead when its points end up with the opponent in most of them. Seki is what the rules call so: chains
that live, but whose part of the board touches neutral points and has none that would count under a tax on seki. Made
for the end of a game; in the middle of one it says who would win the fights of two beginners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from tengen.clients.engine.desk import with_options
from tengen.core import AGREE, Board, Color, GameState, Move, Pass, Point, Ruleset, from_move

PLAYOUTS: Final = 64
_LONGEST: Final = 3
"""A playout ends after this many plies for each point of the board."""
_LOOKED_AT: Final = 2
_LIVING: Final = 0.4
"""A chain lives that stays so often, in fights that are as likely to be won as lost."""

Chain: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Life:
    """Every chain of a board, by what becomes of it."""

    alive: tuple[Chain, ...]
    dead: tuple[Chain, ...]
    seki: tuple[Chain, ...]

    @property
    def dead_stones(self) -> frozenset[Point]:
        """The stones that would come off the board."""
        return frozenset(stone for chain in self.dead for stone in chain)


def judge_life(ruleset: Ruleset, state: GameState, rng: Random, is_late: Callable[[], bool]) -> Life:
    """What becomes of each chain. `state` is one of ordinary play; `is_late` says when to be content."""
    board = state.position.board
    found = chains(board)
    kept = dict.fromkeys(found, 0.0)
    count = 0
    first = replace(state, passes=0)
    starts = [first, replace(ruleset.apply(first, Pass(state.position.to_move)), passes=0)]
    while found and count < PLAYOUTS and not (count and is_late()):
        end = _played_out(ruleset, starts[count % 2], rng)
        for chain in found:
            color = board[chain[0]]
            kept[chain] += sum(end.get(stone, color) is color for stone in chain) / len(chain)
        count += 1
    dead = tuple(chain for chain in found if kept[chain] < _LIVING * count)
    living = tuple(chain for chain in found if chain not in dead)
    seki = _in_seki(ruleset, state, living, dead)
    return Life(tuple(chain for chain in living if chain not in seki), dead, seki)


def chains(board: Board) -> tuple[Chain, ...]:
    """The stones of each colour that hang together, in the order of their first stones."""
    return tuple(_parts(board, [point for point in board.points() if board[point]], lambda point: board[point]))


def _played_out(ruleset: Ruleset, state: GameState, rng: Random) -> dict[Point, Color]:
    """Whose every point is at the end of a game by chance; without those that are nobody's."""
    for _ in range(_LONGEST * len(state.position.board.cells)):
        if state.is_over or state.phase == AGREE:
            break
        state = ruleset.apply(state, from_move(state.position.to_move, _move(ruleset, state, rng)))
    return _owners(ruleset, state)


def _move(ruleset: Ruleset, state: GameState, rng: Random) -> Move:
    """The better one of a few sensible moves, as the game's simple advice has it; a pass where it likes that more.

    So nobody gives up what neither side can attack.
    """
    points = state.position.board.empties()
    rng.shuffle(points)
    passing = ruleset.hint(replace(state, passes=0), None)
    legal = (p for p in points if ruleset.is_sensible(state, p) and state.position.refusal(p) is None)
    hinted = ((hint, point) for point in legal if (hint := ruleset.hint(state, point)) > passing)
    return max(islice(hinted, _LOOKED_AT), default=(0.0, None))[1]


def _owners(ruleset: Ruleset, state: GameState) -> dict[Point, Color]:
    board = state.position.board
    owners = {point: color for color, points in (ruleset.territory(state) or {}).items() for point in points}
    return owners | {point: color for point in board.points() if (color := board[point])}


def _in_seki(ruleset: Ruleset, state: GameState, living: Sequence[Chain], dead: Iterable[Chain]) -> tuple[Chain, ...]:
    """The living chains whose part of the board would earn nothing under a tax on seki.

    A part is what hangs together of one side's stones and of the points that only this side surrounds.
    """
    marked = replace(state, dead=frozenset(stone for chain in dead for stone in chain))
    untaxed = with_options(ruleset, {"tax": "none"})
    owners = {point: color for color, points in (untaxed.territory(marked) or {}).items() for point in points} | {
        stone: color for chain in living for stone in chain if (color := state.position.board[stone])
    }
    taxed = with_options(ruleset, {"tax": "seki"}).territory(marked) or {}
    earning = {point for points in taxed.values() for point in points}
    found: list[Chain] = []
    for part in _parts(state.position.board, owners, owners.get):
        neutral = any(near not in owners for point in part for near in _beside(state.position.board, point))
        if neutral and not earning & set(part):
            found += [chain for chain in living if chain[0] in part]
    return tuple(found)


def _parts(board: Board, points: Iterable[Point], what: Callable[[Point], Color | None]) -> list[Chain]:
    """The points divided into those that hang together and are the same."""
    parts: list[Chain] = []
    seen: set[Point] = set()
    wanted = set(points)
    for start in sorted(wanted, key=lambda point: (point.y, point.x)):
        if start in seen:
            continue
        part = [start]
        seen.add(start)
        for point in part:
            for near in _beside(board, point):
                if near in wanted and near not in seen and what(near) is what(start):
                    seen.add(near)
                    part.append(near)
        parts.append(tuple(part))
    return parts


def _beside(board: Board, point: Point) -> list[Point]:
    near = (Point(point.x + dx, point.y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return [other for other in near if other in board]


def liberties(board: Board, chain: Iterable[Point]) -> list[Point]:
    """The empty points beside a chain."""
    return [near for near in dict.fromkeys(p for stone in chain for p in _beside(board, stone)) if board[near] is None]


def opponents_of(color: Color, board: Board, among: Iterable[Chain]) -> list[Chain]:
    """The chains that are not of this colour."""
    return [chain for chain in among if board[chain[0]] is not color]
