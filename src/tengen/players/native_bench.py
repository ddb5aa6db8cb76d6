"""How fast the compiled rules and searches are on this machine, one figure after the other. Judges none of them.

What every game has is measured on positions made by chance from its rules. A game that has known positions, or a tree
that is worth counting, brings them in `bench.toml` in its folder. Rates and times are of processor seconds, the best of
several rounds, so that what else the machine does counts for less; only stops and two threads are timed by the wall.
"""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from random import Random
from typing import Any, Final, NamedTuple

from tengen.core import GameKind, Ruleset, Setup, Timeline, parse_position
from tengen.players import native
from tengen.players.analysis import Analysis
from tengen.players.native import Limits, Searcher
from tengen.players.player import StopToken
from tengen.players.search_hash import search_hash

_FILE: Final = "bench.toml"
_ROUNDS: Final = 3
_POSITIONS: Final = 5
_LOOK_MS: Final = 400
_STOPS: Final = 200
_QUICK_STOPS: Final = 20
_LONGEST_BEFORE_STOP_S: Final = 0.05
_MEMORY_MB: Final = 256
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured. `n` is how many were, `rounds` of how many the best was taken."""

    game: str
    name: str
    value: float | str
    unit: str
    n: int
    rounds: int
    isa: str
    cpu_s: float
    more: dict[str, object] = field(default_factory=dict)

    @property
    def is_right(self) -> bool:
        """Whether what was found is what is known."""
        return self.more.get("right") is not False

    def fields(self) -> dict[str, object]:
        """The figure as plain values."""
        own = {
            "game": self.game,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "n": self.n,
            "best_of": self.rounds,
            "isa": self.isa,
            "cpu_s": round(self.cpu_s, 3),
        }
        return {**own, **self.more}


class KnownValue(NamedTuple):
    """A position whose value is known."""

    setup: Setup
    value: int


@dataclass(frozen=True, slots=True)
class ExactSet:
    """Positions to be solved: each is a figure of its own where they have `numbers`, else only their average is."""

    name: str
    positions: tuple[KnownValue, ...]
    numbers: int | None
    quick: int


class KnownOfGame(NamedTuple):
    """What a game brings: how deep its tree is counted, sets of positions, and sizes whose speed is another."""

    perft_depth: int | None
    exact_sets: tuple[ExactSet, ...]
    other_sizes: tuple[int, ...]


class NativeBench:
    """The figures of one game. Raises NativeUnavailable without the compiled module."""

    def __init__(self, kind: GameKind, *, is_quick: bool = False) -> None:
        self._kind = kind
        self._ruleset = kind.rules.parse()
        self._is_quick = is_quick
        self._rounds = 1 if is_quick else _ROUNDS
        self._isa = native.isa()
        self._known = _known_of(kind)

    def figures(self) -> Iterator[Figure]:
        """Every figure that the game has, as soon as it is known."""
        if self._known.perft_depth is not None:
            yield self._perft(self._known.perft_depth)
        if not native.plays(self._ruleset):
            return
        yield self._hash()
        positions = _positions(self._ruleset)
        yield self._rate("midgame", positions)
        for size in self._known.other_sizes:
            yield self._rate(f"midgame{size}", _positions(self._kind.rules.parse(size)))
        yield self._threads(positions)
        yield self._stops(positions)
        for known in self._known.exact_sets:
            yield from self._exact(known)

    def _figure(
        self,
        name: str,
        value: float | str,
        unit: str,
        n: int,
        cpu_s: float,
        *,
        rounds: int | None = None,
        **more: object,
    ) -> Figure:
        rounds = self._rounds if rounds is None else rounds
        shown = value if isinstance(value, str) else _rounded(value)
        return Figure(self._kind.name, name, shown, unit, n, rounds, self._isa, cpu_s, dict(more))

    # --- one by one ------------------------------------------------------------------------

    def _perft(self, depth: int) -> Figure:
        times, leaves = [], 0
        for _ in range(self._rounds):
            began = time.process_time()
            leaves = native.perft(self._kind.name, depth, self._ruleset)
            times.append(time.process_time() - began)
        return self._figure("perft", leaves / min(times), "leaves/s", leaves, sum(times), depth=depth)

    def _hash(self) -> Figure:
        began = time.process_time()
        found = search_hash(self._kind)
        assert found is not None, "it plays these rules"
        return self._figure("hash", found, "", 1, time.process_time() - began, rounds=1)

    def _rate(self, name: str, positions: list[Timeline]) -> Figure:
        """Nodes of one thread in a second, in the middle of the game."""
        rates, cpu_s, all_nodes = [], 0.0, 0
        for _ in range(self._rounds):
            nodes, spent_s = 0, 0.0
            for timeline in positions:
                search = self._searcher(1, timeline)
                began = time.process_time()
                nodes += search.think(Limits(ms=_LOOK_MS, most_ms=_LOOK_MS), StopToken()).visits
                spent_s += time.process_time() - began
            rates.append(nodes / spent_s)
            cpu_s += spent_s
            all_nodes += nodes
        return self._figure(name, max(rates), "nodes/s", all_nodes, cpu_s)

    def _threads(self, positions: list[Timeline]) -> Figure:
        """How many times as many nodes two threads look at as one does in the same time."""
        ratios = []
        began = time.process_time()
        for _ in range(self._rounds):
            one, two = (sum(self._nodes_in_time(threads, timeline) for timeline in positions) for threads in (1, 2))
            ratios.append(two / one)
        return self._figure("threads2", max(ratios), "x", len(positions), time.process_time() - began)

    def _nodes_in_time(self, threads: int, timeline: Timeline) -> float:
        search = self._searcher(threads, timeline)
        began = time.perf_counter()
        nodes = search.think(Limits(ms=_LOOK_MS, most_ms=_LOOK_MS), StopToken()).visits
        return nodes / (time.perf_counter() - began)

    def _stops(self, positions: list[Timeline]) -> Figure:
        """How late the latest answer came after a stop at any moment."""
        rng = Random(_SEED)
        count = _QUICK_STOPS if self._is_quick else _STOPS
        began = time.process_time()
        search = self._searcher(1, positions[0])
        late_ms = []
        for number in range(count):
            timeline = positions[number % len(positions)]
            search.sync(timeline.setup, timeline.actions)
            late_ms.append(_late_ms(search, rng.uniform(0, _LONGEST_BEFORE_STOP_S)))
        median = sorted(late_ms)[count // 2]
        cpu_s = time.process_time() - began
        return self._figure("stop", max(late_ms), "ms", count, cpu_s, rounds=1, median=_rounded(median))

    def _exact(self, known: ExactSet) -> Iterator[Figure]:
        """What it takes to solve positions whose values are known."""
        positions = known.positions[: known.quick] if self._is_quick else known.positions
        total_s, best_s, nodes, is_right = 0.0, 0.0, 0, True
        for number, position in enumerate(positions):
            tries = [self._solved(position.setup) for _ in range(self._rounds)]
            times = [seconds for _, seconds in tries]
            found = tries[0][0]
            total_s += sum(times)
            best_s += min(times)
            nodes += found.visits
            is_right = is_right and found.exact == position.value
            if known.numbers is not None:
                yield self._figure(
                    f"{known.name}{known.numbers + number}",
                    min(times),
                    "s",
                    1,
                    sum(times),
                    exact=found.exact,
                    nodes=found.visits,
                    right=found.exact == position.value,
                )
        count = len(positions)
        more = {"nodes": nodes, "right": is_right}
        if known.numbers is not None:
            yield self._figure(f"{known.name}-sum", best_s, "s", count, total_s, **more)
        else:
            yield self._figure(known.name, best_s / count, "s", count, total_s, **more)

    def _solved(self, setup: Setup) -> tuple[Analysis, float]:
        search = self._searcher(1, Timeline.begin(self._ruleset, setup))
        began = time.process_time()
        found = search.think(Limits(exact=True), StopToken())
        return found, time.process_time() - began

    def _searcher(self, threads: int, timeline: Timeline) -> Searcher:
        """A search that knows nothing yet, at a position, its memory taken."""
        search = native.searcher(timeline.ruleset, _SEED, threads=threads, memory_mb=_MEMORY_MB)
        assert search is not None, "it plays these rules"
        search.sync(timeline.setup, timeline.actions)
        search.think(Limits(nodes=1), StopToken())
        return search


def _late_ms(search: Searcher, after_s: float) -> float:
    """How long a search goes on after it was stopped so long after its beginning."""
    stop = StopToken()
    stopped_at = 0.0

    def end() -> None:
        nonlocal stopped_at
        time.sleep(after_s)
        stopped_at = time.perf_counter()
        stop.stop()

    ender = threading.Thread(target=end)
    ender.start()
    search.think(Limits(), stop)
    ended_at = time.perf_counter()
    ender.join()
    return max(1000 * (ended_at - stopped_at), 0.0)


def _positions(ruleset: Ruleset) -> list[Timeline]:
    """Positions of the middle of games that chance plays."""
    rng = Random(_SEED)
    found: list[Timeline] = []
    while len(found) < _POSITIONS:
        timeline = Timeline.begin(ruleset)
        while len(timeline.actions) < ruleset.size * ruleset.size // 3 and not timeline.state.is_over:
            timeline = timeline.act(rng.choice(ruleset.legal_actions(timeline.state)))
        if not timeline.state.is_over:
            found.append(timeline)
    return found


# --- what a game brings ------------------------------------------------------------------------


def _known_of(kind: GameKind) -> KnownOfGame:
    path = resources.files(kind.package) / _FILE
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    depth: int | None = table.get("perft", {}).get("depth")
    sizes = tuple(table.get("midgame", {}).get("sizes", ()))
    return KnownOfGame(depth, tuple(_exact_set(entry) for entry in table.get("exact", ())), sizes)


def _exact_set(entry: Mapping[str, Any]) -> ExactSet:
    positions = tuple(KnownValue(parse_position(written), value) for written, value in entry["positions"])
    return ExactSet(entry["name"], positions, entry.get("numbers"), entry["quick"])


def _rounded(value: float) -> float:
    """Four digits that matter; large numbers are whole."""
    return round(value) if value >= 1000 else float(f"{value:.4g}")
