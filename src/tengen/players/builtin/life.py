"""Which stones are dead, which live in seki, whose every point is: an opinion from games played out to their end.

The compiled module plays them where it can, else the rules do, by chance. A chain is dead when its points hardly ever
stay its own: what may live is not. Seki is what the rules call so: chains that live, but whose part of the board
touches neutral points and has none that would count under a tax on seki. Made for the end of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from tengen.core import AGREE, BLACK, Board, Color, GameState, Move, Pass, Point, Ruleset, from_move
from tengen.players import native
from tengen.players.player import StopToken

GAMES: Final = 2_000
"""Where the compiled module plays them out."""

_SLOW_DOWN: Final = 32
"""The rules by chance play so many times fewer, and are less sure of them."""
_LONGEST: Final = 3
"""A game is cut off after this many plies for each point of the board."""
_LOOKED_AT: Final = 2
_DEAD: Final = 0.1
"""A chain is dead that stays its own in less than this part of the games."""
_DEAD_BY_CHANCE: Final = 0.25
_ALIVE: Final = 0.6
"""In so many games a chain must live before anybody insists on it: far from what anybody calls dead."""
_OPEN: Final = (0.1, 0.9)
"""A point that nobody surrounds is open when Black has it in this part of the games."""
_SETTLED: Final = (0.05, 0.95)
"""A point is settled that Black has less often than this, or more often."""
_UNDECIDED: Final = (0.15, 0.85)
"""So is the fate of stones when they stay in this part of them."""

Chain: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Life:
    """Every chain of a board, by what becomes of it, and in what part of the games Black has each point."""

    alive: tuple[Chain, ...]
    dead: tuple[Chain, ...]
    seki: tuple[Chain, ...]
    black_share: Mapping[Point, float]

    @property
    def dead_stones(self) -> frozenset[Point]:
        """The stones that would come off the board."""
        return frozenset(stone for chain in self.dead for stone in chain)

    def open_points(self, ruleset: Ruleset, state: GameState) -> frozenset[Point]:
        """The empty points that may still become either side's, once the dead stones are off.

        These are points that neither side surrounds, and the liberties of stones whose fate is undecided.
        """
        board = state.position.board
        surrounded = _surrounded(ruleset, replace(state, dead=self.dead_stones))
        neutral = (point for point in board.empties() if point not in surrounded)
        found = {point for point in neutral if _is_between(self.black_share[point], _OPEN)}
        for chain in (*self.alive, *self.seki, *self.dead):
            if _is_between(self._kept(chain, board), _UNDECIDED):
                found.update(liberties(board, chain))
        return frozenset(found)

    def settled_points(self, board: Board) -> frozenset[Point]:
        """The empty points that are one side's in nearly all games."""
        return frozenset(point for point in board.empties() if not _is_between(self.black_share[point], _SETTLED))

    def surely_alive(self, board: Board) -> frozenset[Point]:
        """The stones that stay more often than they go, and not by a hair."""
        found = (chain for chain in (*self.alive, *self.seki) if self._kept(chain, board) >= _ALIVE)
        return frozenset(stone for chain in found for stone in chain)

    def _kept(self, chain: Chain, board: Board) -> float:
        """In what part of the games the points of a chain stay its own side's."""
        share = sum(self.black_share[stone] for stone in chain) / len(chain)
        return share if board[chain[0]] is BLACK else 1 - share


def judge_life(
    ruleset: Ruleset, state: GameState, rng: Random, stop: StopToken, ms: int | None, *, games: int = GAMES
) -> Life:
    """What becomes of each chain and each point, in so many games or as many as the time allows.

    `state` is one of ordinary play. Blocks its thread.
    """
    board = state.position.board
    found = native.ownership(ruleset, state, games, stop, seed=rng.getrandbits(64), ms=ms, both_begin=True)
    if found is not None:
        share = {point: (owner + 1) / 2 for point, owner in zip(board.points(), found.points, strict=True)}
        return _life(ruleset, state, share, _DEAD)
    share = _share_by_chance(ruleset, state, rng, stop.within(ms), max(games // _SLOW_DOWN, 1))
    return _life(ruleset, state, share, _DEAD_BY_CHANCE)


def _life(ruleset: Ruleset, state: GameState, share: Mapping[Point, float], dead_below: float) -> Life:
    """The chains by what part of the games their points stayed their own."""
    board = state.position.board
    judged = Life(chains(board), (), (), share)
    dead = tuple(chain for chain in judged.alive if judged._kept(chain, board) < dead_below)
    living = tuple(chain for chain in judged.alive if chain not in dead)
    seki = _in_seki(ruleset, state, living, dead)
    return Life(tuple(chain for chain in living if chain not in seki), dead, seki, share)


def _share_by_chance(
    ruleset: Ruleset, state: GameState, rng: Random, is_late: Callable[[], bool], games: int
) -> dict[Point, float]:
    """In what part of games by chance Black has each point."""
    board = state.position.board
    starts = _starts(ruleset, state)
    black = dict.fromkeys(board.points(), 0.0)
    count = 0
    while count < games and not (count and is_late()):
        end = _played_out(ruleset, starts[count % len(starts)], rng)
        for point in black:
            owner = end.get(point, board[point])
            black[point] += 0.5 if owner is None else float(owner is BLACK)
        count += 1
    return {point: sum_ / count for point, sum_ in black.items()}


def _starts(ruleset: Ruleset, state: GameState) -> list[GameState]:
    """The same board with either side to move."""
    first = replace(state, passes=0)
    second = replace(ruleset.apply(first, Pass(state.position.to_move)), passes=0)
    return [first] if second.is_over or second.phase == AGREE else [first, second]


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
    owners = _surrounded(ruleset, marked) | {
        stone: color for chain in living for stone in chain if (color := state.position.board[stone])
    }
    outside = ruleset.territory_outside_seki(marked) or {}
    earning = {point for points in outside.values() for point in points}
    found: list[Chain] = []
    for part in _parts(state.position.board, owners, owners.get):
        neutral = any(near not in owners for point in part for near in _beside(state.position.board, point))
        if neutral and not earning & set(part):
            found += [chain for chain in living if chain[0] in part]
    return tuple(found)


def _surrounded(ruleset: Ruleset, state: GameState) -> dict[Point, Color]:
    """The points that one side alone surrounds, whether they would be taxed or not."""
    surrounded = ruleset.surrounded(state) or {}
    return {point: color for color, points in surrounded.items() for point in points}


def _is_between(value: float, bounds: tuple[float, float]) -> bool:
    least, most = bounds
    return least <= value <= most


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
