"""The door to the compiled module: nothing else imports `tengen._native`. No strategy lives here.

Points are y * columns + x from the top left, and -1 is a pass. What a game has not got, or a search does not play, is
None and never an error: whoever asks then takes the generic search.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tengen.core import Action, Choose, Color, GameState, Move, Pass, Place, Point, Resign, Ruleset, Setup
from tengen.players.analysis import Analysis, Avoid, Candidate, Defence, Mark, Ownership
from tengen.players.machine import LEVEL_MEMORY_MB, MOST_THREADS
from tengen.players.player import StopToken

_missing: ImportError | None = None
try:
    from tengen import _native
except ImportError as error:
    _missing = error

if TYPE_CHECKING:
    from tengen._native import Position

__all__ = [
    "Limits",
    "NativeUnavailable",
    "Searcher",
    "available",
    "isa",
    "isas",
    "kinds",
    "nodes",
    "ownership",
    "perft",
    "plays",
    "position",
    "searcher",
    "searches",
    "takes_weights",
    "weights_fault",
]

_log: Final = logging.getLogger(__name__)

_MOST_INT: Final = 2**31 - 1
_MOST_NODES: Final = 2**63 - 1
_SEED_BITS: Final = 2**64 - 1
_PROBE_MB: Final = 1
"""Enough to be asked whether it plays these rules."""
MOST_MEMORY_MB: Final = 65_536
_PASS: Final = -1
_BEYOND: Final = "a number or a word that no game has"
"""What C++ cannot even hold: numbers beyond its own, words that are no text."""
_OPEN: Final = "open"
_PACKAGE: Final = Path(__file__).parents[1]
_CHECKOUT: Final = _PACKAGE.parents[1]

_weights_lock: Final = threading.Lock()
_weights_faults: Final[dict[str, str | None]] = {}
_weights_told: Final[set[str]] = set()


class NativeUnavailable(RuntimeError):
    """The compiled module was not built, or was built for another Python."""


# --- what there is


def available() -> bool:
    """Whether the compiled module can be used."""
    return _missing is None


def kinds() -> list[str]:
    """The kinds of game with native rules, sorted. Raises NativeUnavailable."""
    _require()
    return _native.kinds()


def isas() -> list[str]:
    """The instruction sets that this machine and the module can use, the best last. Raises NativeUnavailable."""
    _require()
    return _native.isas()


def isa() -> str:
    """The instruction set in use: the best, or the one that TENGEN_ISA names. Raises NativeUnavailable."""
    _require()
    return _native.isa()


def perft(kind: str, depth: int, ruleset: Ruleset | None = None) -> int:
    """Leaves `depth` plies below the start of a game; a pass is a ply, a finished game is one leaf.

    Other threads run meanwhile. Raises NativeUnavailable, and ValueError for an unknown kind, a negative depth and
    rules that are not known there.
    """
    _require()
    return _native.perft(kind, depth, {} if ruleset is None else _options(ruleset))


def position(kind: str, ruleset: Ruleset | None = None, setup: Setup | None = None) -> Position:
    """The start of a game; the position changes when played on.

    Raises NativeUnavailable, and ValueError for an unknown kind, for rules that are not known there and for a set-up
    that they refuse.
    """
    _require()
    try:
        return _native.Position(kind, {} if ruleset is None else _options(ruleset), _setup(setup))
    except TypeError as error:
        raise ValueError(_BEYOND) from error


# --- searching


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go; None sets no limit, and the first limit reached ends it.

    `ms` is what to plan with, `most_ms` what never to pass. `exact` asks for a proof of the result where the game can
    have one, `lines` is how many moves to value in full.
    """

    nodes: int | None = None
    ms: int | None = None
    most_ms: int | None = None
    depth: int | None = None
    exact: bool = False
    lines: int = 1
    avoid: tuple[Avoid, ...] = ()


class Searcher:
    """A search for games under one rule set. One call at a time, but `latest` beside any, from any thread.

    Every call blocks its thread; others run meanwhile.
    """

    def __init__(self, ruleset: Ruleset, search: _native.Searcher) -> None:
        self.ruleset = ruleset
        self._search = search

    def sync(self, setup: Setup | None, actions: Sequence[Action]) -> None:
        """Go to the position after these actions, reusing what the last one has in common with it.

        Raises ValueError for what the rules refuse and for actions that are no move; then nothing has changed.
        """
        plays = [self._play(action) for action in actions]
        try:
            self._search.sync(_setup(setup), plays)
        except TypeError as error:
            raise ValueError(_BEYOND) from error

    def choose(self, level: int, actor: Color, limits: Limits, stop: StopToken) -> Action:
        """What the player of a level from 3 to 10 does as `actor`. Raises ValueError where the game is over."""
        chosen = self._search.choose(level, self._limits(limits), _stop(stop))
        if chosen.resigns:
            return Resign(actor)
        if chosen.word:
            return Choose(actor, chosen.word)
        move = self._move(chosen.move)
        return Pass(actor) if move is None else Place(actor, move)

    def think(self, limits: Limits, stop: StopToken) -> Analysis:
        """What the position is worth, however strong a level is. Raises ValueError where the game is over."""
        return self._analysis(self._search.think(self._limits(limits), _stop(stop)))

    def latest(self) -> Analysis:
        """What is thought so far, or was thought last."""
        return self._analysis(self._search.latest())

    def _play(self, action: Action) -> tuple[int, int, str]:
        match action:
            case Place(player=player, point=point):
                return player, self._index(point), ""
            case Pass(player=player):
                return player, _PASS, ""
            case Choose(player=player, choice=choice) if choice:  # without a word it would be a pass
                return player, _PASS, choice
            case _:
                raise ValueError(f"{type(action).__name__} is no move")

    def _index(self, point: Point) -> int:
        size = self.ruleset.size
        if not (0 <= point.x < size and 0 <= point.y < size):
            raise ValueError(f"{point.x}, {point.y} is off the board")
        return point.y * size + point.x

    def _move(self, index: int) -> Move:
        size = self.ruleset.size
        return None if index == _PASS else Point(index % size, index // size)

    def _limits(self, limits: Limits) -> _native.Limits:
        avoid = [
            (
                avoid.color,
                [_PASS if move is None else self._index(move) for move in avoid.moves],
                min(avoid.plies, _MOST_INT),
            )
            for avoid in limits.avoid
        ]
        return _native.Limits(
            nodes=_bounded(limits.nodes, _MOST_NODES),
            ms=_bounded(limits.ms, _MOST_INT),
            most_ms=_bounded(limits.most_ms, _MOST_INT),
            depth=_bounded(limits.depth, _MOST_INT),
            exact=limits.exact,
            lines=min(limits.lines, _MOST_INT),
            avoid=avoid,
        )

    def _analysis(self, found: _native.Analysis) -> Analysis:
        best = tuple(self._candidate(candidate) for candidate in found.best)
        if not best:
            return Analysis()
        marks = tuple(Mark(key, tuple(self._points(points))) for key, points in found.marks)
        return Analysis(
            found.win,
            self._margin(found.margin),
            best,
            found.nodes,
            found.depth,
            found.exact,
            tuple(found.ownership),
            marks,
        )

    def _candidate(self, found: _native.Candidate) -> Candidate:
        defences = (Defence(number, tuple(map(self._moves, lines))) for number, lines in found.defences)
        return Candidate(
            self._moves(found.line),
            found.win,
            self._margin(found.margin),
            found.visits,
            found.proof != _OPEN,
            found.prior or None,
            tuple(defences),
            found.spread or None,
        )

    def _moves(self, indices: Sequence[int]) -> tuple[Move, ...]:
        return tuple(map(self._move, indices))

    def _margin(self, margin: float) -> float | None:
        return margin if self.ruleset.FEATURES.points or self.ruleset.FEATURES.territory else None

    def _points(self, indices: Sequence[int]) -> list[Point]:
        size = self.ruleset.size
        return [Point(index % size, index // size) for index in indices]


def searcher(ruleset: Ruleset, seed: int, *, threads: int = 1, memory_mb: int = LEVEL_MEMORY_MB) -> Searcher | None:
    """A search for games under these rules, its chance taken from the seed; None where there is none for them.

    Raises ValueError for threads or memory beyond all bounds, and MemoryError.
    """
    if not (1 <= threads <= MOST_THREADS and 1 <= memory_mb <= MOST_MEMORY_MB):
        raise ValueError(f"threads must be from 1 to {MOST_THREADS}, memory_mb from 1 to {MOST_MEMORY_MB}")
    if not searches(ruleset.KIND):
        return None
    _tell_of_weights(ruleset.KIND)
    try:
        found = _native.searcher(ruleset.KIND, _options(ruleset), seed & _SEED_BITS, threads, memory_mb)
    except ValueError as error:
        _log.error("the compiled module does not know the rules of %s: %s", ruleset.KIND, error)
        return None
    return None if found is None else Searcher(ruleset, found)


def searches(kind: str) -> bool:
    """Whether there is a search for a game, under some of its rules at least. Cheap to ask."""
    return _is_native(kind) and _native.searches(kind)


@lru_cache(maxsize=256)
def plays(ruleset: Ruleset) -> bool:
    """Whether there is a search for games under these rules."""
    return searcher(ruleset, 0, memory_mb=_PROBE_MB) is not None


def nodes(ruleset: Ruleset, level: int) -> int | None:
    """How many nodes a level from 3 to 9 may visit under these rules; None where there is no search for them."""
    return _native.nodes(ruleset.KIND, _options(ruleset), level) if plays(ruleset) else None


# --- playing out


def ownership(
    ruleset: Ruleset,
    state: GameState,
    games: int,
    stop: StopToken,
    *,
    seed: int = 0,
    ms: int | None = None,
    both_begin: bool = False,
) -> Ownership | None:
    """What comes of the board as it stands in so many games, or as many as the time allows; None where it is not known.

    Marked stones are on the board like others. `both_begin` is for a finished board: either side begins half of the
    games. One seed and one number of games give the same on every machine. Blocks its thread; others run meanwhile.
    """
    if not _is_native(ruleset.KIND):
        return None
    position = state.position
    board = Setup(position.board, position.to_move, position.prisoners)
    try:
        found = _native.ownership(
            ruleset.KIND,
            _options(ruleset),
            _board(board),
            games,
            _bounded(ms, _MOST_INT),
            seed & _SEED_BITS,
            both_begin,
            _stop(stop),
        )
    except (ValueError, TypeError) as error:
        _log.error("the compiled module does not play out %s: %s", ruleset.KIND, error)
        return None
    if found is None:
        return None
    return Ownership(tuple(found.points), found.win, found.margin, found.spread, found.games)


# --- weights


def weights_fault(kind: str) -> str | None:
    """What is wrong with the weights of a game, which are read when first needed; None where nothing is.

    A game without them, or with bad ones, plays with what it has. Raises NativeUnavailable.
    """
    _require()
    with _weights_lock:
        if kind not in _weights_faults:
            _weights_faults[kind] = _load_weights(kind)
        return _weights_faults[kind]


def takes_weights(kind: str) -> bool:
    """Whether a game plays better with weights."""
    return _is_native(kind) and bool(_native.weights(kind))


def _tell_of_weights(kind: str) -> None:
    """Say in the log what is wrong with the weights of a game, once a process."""
    fault = weights_fault(kind)
    with _weights_lock:
        is_news = kind not in _weights_told
        _weights_told.add(kind)
    if fault is not None and is_news:
        _log.warning("%s plays without its weights: %s", kind, fault)


def _load_weights(kind: str) -> str | None:
    """Hand over every file of weights; what is wrong with any of them."""
    if not takes_weights(kind):
        return None
    names, folders = _native.weights(kind), _weights_folders(kind)
    folder = next((folder for folder in folders if any((folder / name).is_file() for name in names)), folders[-1])
    faults = []
    for name in names:
        file = folder / name
        try:
            _native.load(kind, name, file.read_bytes())
        except FileNotFoundError:
            faults.append(f"there is no file {file}")
        except (OSError, ValueError) as error:
            faults.append(f"{file}: {error}")
    return "; ".join(faults) or None


def _weights_folders(kind: str) -> tuple[Path, ...]:
    """Where weights may be: a checkout has them among its sources."""
    return _CHECKOUT / "native" / "games" / kind / "weights", _PACKAGE / "weights" / kind


# --- between here and there


def _is_native(kind: str) -> bool:
    return available() and kind in _native.kinds()


def _options(ruleset: Ruleset) -> dict[str, bool | int | float | str]:
    """Every option by itself, and the size; what the rules are called is no option."""
    return {name: value for name, value in ruleset.options().items() if name != "preset"} | {"size": ruleset.size}


def _setup(setup: Setup | None) -> tuple[bytes, int, int, int] | None:
    return None if setup is None else _board(setup)


def _board(setup: Setup) -> tuple[bytes, int, int, int]:
    prisoners = setup.prisoners
    return bytes(setup.board.cells), setup.to_move, prisoners.black, prisoners.white


def _stop(token: StopToken) -> _native.Stop:
    stop = _native.Stop()
    token.call_when_stopped(stop.stop)
    return stop


def _bounded(limit: int | None, most: int) -> int:
    """A limit as it is said there: 0 is none, so that nothing at all is one."""
    return 0 if limit is None else min(max(limit, 1), most)


def _require() -> None:
    if _missing is not None:
        raise NativeUnavailable(
            f"the compiled module is missing ({_missing}); run `make set-up` in a checkout or reinstall it"
        ) from _missing
