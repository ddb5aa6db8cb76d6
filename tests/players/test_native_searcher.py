"""Compiled searches as players: what every kind that has one promises, whatever game it is."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from tengen import _native
from tengen.core import (
    BLACK,
    Action,
    Choose,
    Clock,
    ClockKind,
    Color,
    Pass,
    Place,
    Point,
    Resign,
    Ruleset,
    Setup,
    TimeControl,
    Timeline,
    create_rules,
    find_kind,
)
from tengen.players import (
    Analysis,
    Avoid,
    Budget,
    Interest,
    Player,
    StopToken,
    Turn,
    machine,
    native,
    player_of_level,
    use_threads,
)
from tengen.players.native import Limits, Searcher
from tengen.players.native_player import NativePlayer

KINDS = [kind for kind in native.kinds() if native.searches(kind)] if native.available() else []
PATIENT = Budget(ms=60_000)
PATIENCE = StopToken()

each_kind = pytest.mark.parametrize("kind", KINDS)


_FEW_THREADS = """
import resource
from pathlib import Path
from tengen.core import create_rules
from tengen.players import StopToken, native

rules = create_rules("{kind}")
search = native.searcher(rules, 1, threads=256, memory_mb=16)
search.sync(None, [])
search.think(native.Limits(nodes=1), StopToken())
pages = int(Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + 200 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
print(search.think(native.Limits(nodes=2 * native.nodes(rules, 8)), StopToken()).visits)
"""


@pytest.fixture(autouse=True)
def forgotten_probes() -> Iterator[None]:
    """What a test makes of the door is not remembered after it."""
    yield
    native.plays.cache_clear()


def rules_of(kind: str) -> Ruleset:
    return create_rules(kind)


def small_rules_of(kind: str) -> Ruleset:
    """On a board on which a whole game is short."""
    return create_rules(kind, min(size for size in find_kind(kind).rules.SIZES if size >= 8))


def search_of(kind: str, seed: int = 1, threads: int = 1) -> Searcher:
    found = native.searcher(rules_of(kind), seed, threads=threads, memory_mb=16)
    assert found is not None
    return found


def native_player(kind: str, level: int, seed: int = 1) -> NativePlayer:
    player = player_of_level(level, find_kind(kind), rules_of(kind), Random(seed))
    assert isinstance(player, NativePlayer)
    return player


def some_game(kind: str, moves: int, seed: int = 5) -> Timeline:
    """A game of random moves that is not over yet."""
    rng, timeline = Random(seed), Timeline.begin(rules_of(kind))
    while len(timeline.actions) < moves:
        after = timeline.act(rng.choice(timeline.ruleset.legal_actions(timeline.state)))
        assert not after.state.is_over, "another seed"
        timeline = after
    return timeline


def quiet_game(kind: str) -> Timeline:
    """A beginning where nothing is decided, so that a search goes on for as long as it may."""
    return some_game(kind, 4)


def chosen(player: Player, timeline: Timeline, budget: Budget = PATIENT) -> Action:
    return asyncio.run(player.choose(Turn.of(timeline), budget, StopToken()))


# --- what there is


def test_a_game_without_a_search_has_none_and_that_is_no_error() -> None:
    peace = create_rules("peace")
    assert not native.searches("peace")
    assert not native.plays(peace)
    assert native.searcher(peace, 1) is None
    assert native.nodes(peace, 5) is None


def test_without_the_module_there_is_no_search_and_that_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    native.plays.cache_clear()
    monkeypatch.setattr(native, "_missing", ImportError("gone"))
    assert not native.searches("othello")
    assert native.searcher(create_rules("othello"), 1) is None
    assert native.nodes(create_rules("othello"), 5) is None


@each_kind
def test_levels_visit_more_nodes_from_one_to_the_next(kind: str) -> None:
    nodes = [native.nodes(rules_of(kind), level) for level in range(3, 10)]
    assert None not in nodes
    assert nodes == sorted(nodes, key=lambda count: count or 0)


@each_kind
@pytest.mark.parametrize(("threads", "memory_mb"), [(0, 64), (-1, 64), (257, 64), (1, 0), (1, -5), (1, 1 << 40)])
def test_threads_and_memory_have_bounds(kind: str, threads: int, memory_mb: int) -> None:
    with pytest.raises(ValueError, match="threads must be from 1 to 256, memory_mb from 1 to"):
        native.searcher(rules_of(kind), 1, threads=threads, memory_mb=memory_mb)


# --- choosing


@each_kind
def test_one_seed_gives_one_move(kind: str) -> None:
    timeline = some_game(kind, 12)
    for level in (3, 6, 8):
        moves = {chosen(native_player(kind, level, 7), timeline, Budget()) for _ in range(3)}
        assert len(moves) == 1
        kept = native_player(kind, level, 7)
        chosen(kept, some_game(kind, 6, seed=9), Budget())
        assert {chosen(kept, timeline, Budget())} == moves, "a level forgets what it thought of before"


@each_kind
@pytest.mark.parametrize("level", [3, 10])
def test_a_whole_game_is_played_by_the_rules(kind: str, level: int, caplog: pytest.LogCaptureFixture) -> None:
    timeline, player = Timeline.begin(small_rules_of(kind)), native_player(kind, level)
    nodes = min(2000, native.nodes(timeline.ruleset, 3) or 0)
    while not timeline.state.is_over:
        timeline = timeline.act(chosen(player, timeline, Budget(nodes=nodes, ms=1000)))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@each_kind
def test_a_set_up_is_where_the_search_begins(kind: str) -> None:
    past = some_game(kind, 9).state.position
    setup = Setup(past.board, past.to_move)
    timeline = Timeline.begin(rules_of(kind), setup)
    search = search_of(kind)
    search.sync(setup, ())
    action = search.choose(5, past.to_move, Limits(), StopToken())
    assert timeline.ruleset.refusal(timeline.state, action) is None
    assert action == search_and_choose(kind, setup, level=5)


def search_and_choose(kind: str, setup: Setup, level: int) -> Action:
    search = search_of(kind)
    search.sync(setup, ())
    return search.choose(level, setup.to_move, Limits(), StopToken())


@each_kind
def test_several_threads_give_a_legal_move(kind: str) -> None:
    timeline = some_game(kind, 14)
    search = search_of(kind, threads=3)
    search.sync(None, timeline.actions)
    action = search.choose(10, Turn.of(timeline).actor, Limits(ms=300, most_ms=300), StopToken())
    assert timeline.ruleset.refusal(timeline.state, action) is None


@each_kind
def test_only_the_strongest_level_is_kept_between_moves(kind: str) -> None:
    kept = [level for level in range(3, 11) if native_player(kind, level).is_kept_between_moves]
    assert kept == [10]


@each_kind
def test_a_choice_with_one_answer_is_not_searched(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = some_game(kind, 8)
    only = timeline.ruleset.legal_actions(timeline.state)[0]
    monkeypatch.setattr(type(timeline.ruleset), "legal_actions", lambda *_: [only])
    monkeypatch.setattr(type(timeline.ruleset), "takes_every_empty", lambda *_: False)
    monkeypatch.setattr(Searcher, "choose", never)
    assert chosen(native_player(kind, 10), timeline) == only


def never(*_: object, **__: object) -> NoReturn:
    raise AssertionError("nobody was to ask")


# --- time


@each_kind
def test_a_stop_is_obeyed_within_a_second(kind: str) -> None:
    timeline, rng = some_game(kind, 10), Random(3)
    search = search_of(kind)
    search.sync(None, timeline.actions)
    for _ in range(5):
        stop = StopToken()
        timer = threading.Timer(rng.uniform(0, 0.2), stop.stop)
        timer.start()
        search.think(Limits(), stop)
        ended = time.monotonic()
        timer.join()
        assert stop.stopped
        assert time.monotonic() - ended < 1


@each_kind
def test_a_search_that_was_stopped_before_it_began_answers_at_once(kind: str) -> None:
    stop, timeline = StopToken(), some_game(kind, 10)
    stop.stop()
    began = time.monotonic()
    action = asyncio.run(native_player(kind, 10).choose(Turn.of(timeline), PATIENT, stop))
    assert timeline.ruleset.refusal(timeline.state, action) is None
    assert time.monotonic() - began < 5


@each_kind
def test_who_is_cancelled_leaves_nothing_under_way(kind: str) -> None:
    timeline, player = quiet_game(kind), native_player(kind, 10)

    async def cancel_and_ask_again() -> Action:
        choosing = asyncio.create_task(player.choose(Turn.of(timeline), PATIENT, StopToken()))
        await asyncio.sleep(0.2)
        choosing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await choosing
        return await player.choose(Turn.of(timeline), Budget(ms=50), StopToken())

    began = time.monotonic()
    assert timeline.ruleset.refusal(timeline.state, asyncio.run(cancel_and_ask_again())) is None
    assert time.monotonic() - began < 20


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Limits]:
    """The limits of every choice that a search was asked for."""
    found: list[Limits] = []
    choose = Searcher.choose

    def noting(search: Searcher, level: int, actor: Color, limits: Limits, stop: StopToken) -> Action:
        found.append(limits)
        return choose(search, level, actor, Limits(nodes=100), stop)

    monkeypatch.setattr(Searcher, "choose", noting)
    return found


@each_kind
def test_the_strongest_level_plans_its_clock_and_keeps_a_part(kind: str, asked: list[Limits]) -> None:
    timeline, player = Timeline.begin(rules_of(kind)), native_player(kind, 10)
    chosen(player, timeline, Budget())
    chosen(player, timeline, Budget(ms=500))
    chosen(player, timeline, Budget(clock=Clock.of(TimeControl(ClockKind.ABSOLUTE, 300_000))))
    chosen(player, timeline, Budget(clock=Clock.of(TimeControl(ClockKind.PER_MOVE, 0, period_ms=10_000))))
    chosen(player, timeline, Budget(nodes=1000))
    assert [(limits.nodes, limits.ms, limits.most_ms) for limits in asked] == [
        (None, 3000, 3000),
        (None, 500, 500),
        (None, 9900, 29_700),
        (None, 8000, 8500),
        (1000, None, None),
    ]


@each_kind
def test_lower_levels_are_only_cut_by_time(kind: str, asked: list[Limits]) -> None:
    timeline, player = Timeline.begin(rules_of(kind)), native_player(kind, 5)
    chosen(player, timeline, Budget())
    chosen(player, timeline, Budget(ms=500))
    assert [(limits.nodes, limits.ms, limits.most_ms) for limits in asked] == [(None, None, None), (None, None, 500)]


# --- what must not happen


@each_kind
def test_what_the_rules_refuse_changes_nothing(kind: str) -> None:
    timeline = some_game(kind, 10)
    actor = Turn.of(timeline).actor
    search = search_of(kind, seed=4)
    search.sync(None, timeline.actions)
    before = search.choose(6, actor, Limits(), StopToken())
    occupied = next(action for action in timeline.actions if isinstance(action, Place))
    size = timeline.ruleset.size
    board = timeline.state.position.board
    hostile: list[Callable[[], None]] = [
        lambda: search.sync(None, (*timeline.actions, Place(actor, occupied.point))),
        lambda: search.sync(None, (*timeline.actions, Place(actor.other, Point(0, 0)))),
        lambda: search.sync(None, (*timeline.actions, Place(actor, Point(size, 0)))),
        lambda: search.sync(None, (*timeline.actions, Place(actor, Point(-1, 0)))),
        lambda: search.sync(None, (*timeline.actions, Choose(actor, "nothing"))),
        lambda: search.sync(None, (*timeline.actions, Resign(actor))),
        lambda: search._search.sync(None, [(3, 0, "")]),
        lambda: search._search.sync(None, [(0, 0, "")]),
        lambda: search._search.sync(None, [(1, size * size, "")]),
        lambda: search._search.sync(None, [(1, -2, "")]),
        lambda: search._search.sync((bytes(size * size - 1), 1, 0, 0), []),
        lambda: search._search.sync((bytes([7]) * (size * size), 1, 0, 0), []),
        lambda: search._search.sync((bytes(board.cells), 5, 0, 0), []),
        lambda: search._search.sync((bytes(board.cells), 1, -1, 0), []),
    ]
    for ask in hostile:
        with pytest.raises(ValueError, match=r"\w"):
            ask()
        assert search.choose(6, actor, Limits(), StopToken()) == before


@each_kind
def test_limits_below_nothing_and_moves_off_the_board_are_refused(kind: str) -> None:
    search = search_of(kind)
    hostile: list[Callable[[], object]] = [
        lambda: _native.Limits(nodes=-1),
        lambda: _native.Limits(ms=-1),
        lambda: _native.Limits(most_ms=-5),
        lambda: _native.Limits(depth=-1),
        lambda: _native.Limits(lines=0),
        lambda: _native.Limits(avoid=[(0, [0], 1)]),
        lambda: _native.Limits(avoid=[(1, [0], 0)]),
    ]
    for make in hostile:
        with pytest.raises(ValueError, match=r"\w"):
            make()
    with pytest.raises(ValueError, match="off the board"):
        search._search.think(_native.Limits(nodes=10, avoid=[(1, [100_000], 1)]), _native.Stop())
    for level in (2, 11, -1):
        with pytest.raises(ValueError, match="level"):
            search.choose(level, BLACK, Limits(nodes=10), StopToken())


@each_kind
def test_nothing_is_chosen_where_the_game_is_over(kind: str) -> None:
    timeline, rng = Timeline.begin(rules_of(kind)), Random(2)
    while not timeline.state.is_over:
        timeline = timeline.act(rng.choice(timeline.ruleset.legal_actions(timeline.state)))
    search = search_of(kind)
    search.sync(None, timeline.actions)
    with pytest.raises(ValueError, match="over"):
        search.choose(5, BLACK, Limits(nodes=10), StopToken())
    with pytest.raises(ValueError, match="over"):
        search.think(Limits(nodes=10), StopToken())


@each_kind
def test_a_search_is_asked_one_thing_at_a_time(kind: str) -> None:
    search, stop = search_of(kind), StopToken()
    thinking = threading.Thread(target=lambda: search.think(Limits(), stop))
    thinking.start()
    try:
        deadline = time.monotonic() + 10
        while not search.latest().best and time.monotonic() < deadline:
            time.sleep(0.01)
        with pytest.raises(RuntimeError, match="at work"):
            search.sync(None, ())
    finally:
        stop.stop()
        thinking.join()


@each_kind
@pytest.mark.parametrize("wrong", ["raises", "occupied", "other side"])
def test_the_generic_search_plays_where_the_compiled_one_errs(
    kind: str, wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    timeline = some_game(kind, 10)
    actor = Turn.of(timeline).actor
    occupied = next(action.point for action in timeline.actions if isinstance(action, Place))

    def err(*_: object) -> Action:
        if wrong == "raises":
            raise RuntimeError("out of order")
        return Place(actor, occupied) if wrong == "occupied" else Pass(actor.other)

    monkeypatch.setattr(Searcher, "choose", err)
    player = native_player(kind, 3)
    action = chosen(player, timeline)
    assert timeline.ruleset.refusal(timeline.state, action) is None
    assert any("the generic one plays" in record.getMessage() for record in caplog.records)


@each_kind
def test_an_analysis_falls_back_too(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Searcher, "think", never)
    turn = Turn.of(quiet_game(kind))
    found = asyncio.run(native_player(kind, 10).analyze(turn, Budget(nodes=40), StopToken()))
    assert found.visits == 40


@each_kind
def test_who_listens_and_fails_is_told_so(kind: str) -> None:
    def fail(_: Analysis) -> NoReturn:
        raise BrokenPipeError

    turn = Turn.of(some_game(kind, 10))
    with pytest.raises(BrokenPipeError):
        asyncio.run(native_player(kind, 10).analyze(turn, Budget(ms=500), StopToken(), Interest(fail, 0.02)))


# --- analysis


@each_kind
def test_thoughts_are_told_on_the_way_and_at_the_end(kind: str) -> None:
    told: list[Analysis] = []
    turn = Turn.of(some_game(kind, 10))
    found = asyncio.run(
        native_player(kind, 10).analyze(turn, Budget(ms=1500), StopToken(), Interest(told.append, 0.05))
    )
    assert len(told) > 1
    assert told[-1] == found
    assert found.win is not None
    assert 0 <= found.win <= 1
    for candidate in found.best:
        after = turn.state
        for move in candidate.line:
            actor = turn.ruleset.actors(after)[0]
            after = turn.ruleset.apply(after, Pass(actor) if move is None else Place(actor, move))


@each_kind
def test_a_choice_aloud_is_the_same_choice(kind: str) -> None:
    turn, told = Turn.of(some_game(kind, 10)), list[Analysis]()
    quiet = asyncio.run(native_player(kind, 8).choose(turn, Budget(), StopToken()))
    interest = Interest(told.append, 0.02)
    assert asyncio.run(native_player(kind, 8).choose_aloud(turn, Budget(), StopToken(), interest)) == quiet
    assert told[-1].best


@each_kind
def test_what_is_to_be_avoided_is_not_the_best(kind: str) -> None:
    turn = Turn.of(some_game(kind, 10))
    budget = Budget(nodes=native.nodes(turn.ruleset, 7))
    found = asyncio.run(native_player(kind, 10).analyze(turn, budget, StopToken()))
    avoid = Avoid(turn.actor, frozenset({found.best[0].move}))
    other = asyncio.run(native_player(kind, 10).analyze(turn, budget, StopToken(), Interest(avoid=(avoid,))))
    assert found.best[0].move not in [candidate.move for candidate in other.best]


@each_kind
def test_what_was_thought_of_another_position_is_not_told(kind: str) -> None:
    search, timeline = search_of(kind), some_game(kind, 10)
    search.sync(None, timeline.actions)
    search.think(Limits(nodes=native.nodes(timeline.ruleset, 7)), StopToken())
    assert search.latest().best
    search.sync(None, timeline.actions[:-2])
    assert search.latest() == Analysis()


def test_a_proof_that_was_cut_off_is_none() -> None:
    """Some moves may be proven by then: others may still be better. Here the first one is not the best."""
    rules, rng = create_rules("othello"), Random(3)
    timeline = Timeline.begin(rules)
    while len(timeline.state.position.board.empties()) > 11:
        timeline = timeline.act(rng.choice(rules.legal_actions(timeline.state)))
    told = set()
    for nodes in (300, 4000, 8000, 12_000, 1_000_000):
        search = search_of("othello")
        search.sync(None, timeline.actions)
        told.add(search.think(Limits(nodes, exact=True), StopToken()).exact)
    assert told == {None, -4}


def test_a_choice_that_only_proves_who_wins_says_so_and_calls_no_margin_exact() -> None:
    rules, decided = create_rules("othello"), 0
    for seed in (1, 2, 4):
        rng, timeline = Random(seed), Timeline.begin(rules)
        while len(timeline.state.position.board.empties()) > 14:
            timeline = timeline.act(rng.choice(rules.legal_actions(timeline.state)))
        search = search_of("othello")
        search.sync(None, timeline.actions)
        values = {
            found.move: found.margin or 0.0 for found in search.think(Limits(exact=True, lines=60), PATIENCE).best
        }
        for nodes in range(20_000, 100_000, 10_000):
            search = search_of("othello")
            search.sync(None, timeline.actions)
            search.choose(10, timeline.state.position.to_move, Limits(nodes), PATIENCE)
            best = search.latest().best[0]
            if best.is_certain and search.latest().exact is None:
                decided += 1
                value = values[best.move]
                assert best.win == (0.5 if value == 0 else float(value > 0))
    assert decided


# --- threads


@each_kind
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory is taken")
def test_a_search_goes_on_with_the_threads_that_the_machine_gives(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FEW_THREADS.format(kind=kind)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


@each_kind
def test_only_the_strongest_level_uses_the_threads_that_it_is_given(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    make = native.searcher

    def note(ruleset: Ruleset, seed: int, *, threads: int = 1, memory_mb: int = 1) -> Searcher | None:
        made.append(threads)
        return make(ruleset, seed, threads=threads, memory_mb=memory_mb)

    timeline = some_game(kind, 4)
    assert native.plays(timeline.ruleset)
    monkeypatch.setattr(native, "searcher", note)
    monkeypatch.setattr(machine, "_told", [])
    for threads in (3, 1):
        use_threads(threads)
        for level in (9, 10):
            chosen(native_player(kind, level), timeline, Budget(nodes=50))
    assert made == [1, 3, 1, 1]


# --- weights


def test_weights_that_are_missing_are_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(native, "_weights_faults", {})
    monkeypatch.setattr(native, "_weights_told", set())
    monkeypatch.setattr(native, "_weights_folders", lambda _: (tmp_path,))
    taking = [kind for kind in KINDS if native.takes_weights(kind)]
    assert taking
    for kind in taking * 2:
        assert "there is no file" in str(native.weights_fault(kind))
    assert not caplog.records, "whoever asks is told, and nobody else"
    for kind in taking * 2:
        search_of(kind)
    assert [record.args for record in caplog.records] == [(kind, native.weights_fault(kind)) for kind in taking]


def test_weights_that_are_wrong_are_told_and_the_game_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(native, "_weights_folders", lambda _: (tmp_path,))
    for kind in [kind for kind in KINDS if native.takes_weights(kind)]:
        monkeypatch.setattr(native, "_weights_faults", {})
        for name in _native.weights(kind):
            (tmp_path / name).write_bytes(b"these are no weights")
            assert str(tmp_path / name) in str(native.weights_fault(kind))
            native._weights_faults.clear()
        timeline = Timeline.begin(rules_of(kind))
        action = chosen(native_player(kind, 4), timeline)
        assert timeline.ruleset.refusal(timeline.state, action) is None
