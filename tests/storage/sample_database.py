"""A database with matches of every kind, and what this version of the program says of each of them.

Run by the version whose database is to be kept, before the schema or the log changes:

    .venv/bin/python -m tests.storage.sample_database tests/golden/databases/0001

It writes `0001.sqlite3.gz`, the database, and `0001.json.gz`, what is to be said of every match and its save file. The
test of the migration opens the one with today's code and compares it with the other.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from itertools import count
from pathlib import Path
from typing import Any

from tengen.core import (
    ACTION_NAMES,
    BLACK,
    WHITE,
    Action,
    Agree,
    Board,
    Choose,
    ClockKind,
    Color,
    GameState,
    MarkDead,
    Outcome,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Resume,
    Ruleset,
    RulesInput,
    Setup,
    TimeControl,
    UnmarkDead,
    create_rules,
    parse_board,
)
from tengen.formats import save
from tengen.match import Decline, Match, Request, RequestKind, Seat, Unpause
from tengen.match.service.matches import Matches
from tengen.people.service import Accounts, LoginLimits, PasswordHasher
from tengen.protocol import Frames
from tengen.storage import Database, SqlMatchStore, SqlPeopleStore

ANN, BEN = Seat("Ann", owner="ann"), Seat("Bén 本", owner="ben")
GUEST, NOBODY = Seat("You"), Seat("?", is_open=True)
LEVEL = Seat("level:1", player="level:1")
FISCHER = TimeControl(ClockKind.FISCHER, main_ms=60_000, increment_ms=5_000)
BYOYOMI = TimeControl(ClockKind.BYOYOMI, main_ms=10_000, period_ms=30_000, periods=3)
TAKEBACK, REDO, RESTART = RequestKind.TAKEBACK, RequestKind.REDO, RequestKind.RESTART
DRAW, PAUSE, REMATCH = RequestKind.DRAW, RequestKind.PAUSE, RequestKind.REMATCH
TRIPLE_KO = """. # o . . . # o .
               # o . o . # o . o
               . # o . . . # o .
               . . . . . . . . .
               . . . # o . . . .
               . . # . # o . . .
               . . . # o . . . .
               . . . . . . . . .
               . . . . . . . . ."""
BEGAN = 1_700_000_000_000


class StandingTimer:
    """A timer that never goes off."""

    def cancel(self) -> None:
        """Nothing to do."""


class SteppedTime:
    """A clock that goes on by itself, a little at every command, and rings for nobody."""

    def __init__(self, now: int = BEGAN) -> None:
        self.now = now

    def wall_ms(self) -> int:
        return self.now

    def steady_ms(self) -> int:
        return self.now

    def call_after(self, ms: int, call: Callable[[], None]) -> StandingTimer:
        del ms, call
        return StandingTimer()


class Sample:
    """Makes matches, one after the other, under names that say what they are for."""

    def __init__(self, matches: Matches, time: SteppedTime) -> None:
        self.matches = matches
        self.time = time
        self.names: dict[str, str] = {}
        self._id = ""

    async def begin(
        self,
        name: str,
        kind: str,
        first: Seat = GUEST,
        second: Seat = GUEST,
        *,
        size: int | None = None,
        rules: RulesInput = None,
        **more: Any,
    ) -> None:
        """A match that the commands after this go to."""
        self.time.now += 1_000
        answer = await self.matches.create(create_rules(kind, size, rules), first, second, **more)
        self._id = answer.match.match_id
        self.names[self._id] = name

    async def play(self, names: str) -> None:
        """Points, passes and choices, for whoever is to act."""
        for name in names.split():
            match = await self.matches.snapshot(self._id)
            await self.do(action_of(match.ruleset, match.state, name))

    async def play_on(self) -> None:
        """Whatever the rules allow, to the end."""
        while actions := legal_actions(await self.matches.snapshot(self._id)):
            await self.do(actions[len(actions) // 2])

    async def do(self, *commands: Any) -> None:
        """Commands, each as the owner of its seat."""
        for command in commands:
            self.time.now += 700
            match = await self.matches.snapshot(self._id)
            owner = match.seat(command.player).owner
            await self.matches.act(self._id, command, caller=owner, message_id=f"c{self.time.now}", rtt_ms=30.0)

    async def ask(self, kind: RequestKind, *players: Color) -> None:
        """A request, and perhaps the other side's agreement."""
        await self.do(*[Request(kind, player) for player in players])

    async def join(self, color: Color, name: str, owner: str) -> None:
        """Somebody takes the open seat."""
        self.time.now += 900
        await self.matches.join(self._id, color, name, caller=owner)


def action_of(ruleset: Ruleset, state: GameState, name: str) -> Action:
    """What a word means for whoever is to act."""
    player = ruleset.actors(state)[0]
    if name == "pass":
        return Pass(player)
    if name in ruleset.choices(state):
        return Choose(player, name)
    return Place(player, ruleset.board_spec().parse(name))


def legal_actions(match: Match) -> list[Action]:
    """What the rules allow now."""
    return match.ruleset.legal_actions(match.state)


async def make_matches(sample: Sample) -> None:
    """Every kind, running and over, in every phase, with everything that people ask of each other."""
    await _go(sample)
    await _gomoku(sample)
    await _othello_and_peace(sample)
    await _requests(sample)


async def _go(sample: Sample) -> None:
    ko = "c2 d2 b3 e3 c4 d4 d3"
    await sample.begin("go, a ko has just been taken", "go", ANN, BEN, size=5, control=BYOYOMI)
    await sample.play(f"{ko} c3")
    await sample.begin("go, two passes and counted", "go", size=5)
    await sample.play("c3 c2 b2 d3 a1 pass pass")
    await sample.begin("go, dead stones are being settled", "go", ANN, BEN, size=5, rules={"dead_stones": "agree"})
    await sample.play("b2 c3 b3 d3 pass pass")
    await sample.do(MarkDead(BLACK, (Point(2, 2),)), Agree(WHITE))
    await sample.begin("go, settled and counted", "go", ANN, BEN, size=5, rules={"dead_stones": "agree"})
    await sample.play("b2 c3 b3 d3 pass pass")
    await sample.do(MarkDead(BLACK, (Point(2, 2),)), UnmarkDead(WHITE, (Point(2, 2),)))
    await sample.do(Agree(WHITE), Agree(BLACK))
    territory = {"preset": "japanese", "dead_stones": "agree"}
    await sample.begin("go, resumed under territory rules", "go", ANN, BEN, size=5, rules=territory)
    await sample.play("b2 c3 b3 d3 pass pass")
    await sample.do(MarkDead(BLACK, (Point(2, 2),)), Resume(BLACK))
    await sample.play("b4")
    cleanup = {"preset": "japanese", "dead_stones": "cleanup"}
    await sample.begin("go, in a clean-up", "go", size=5, rules=cleanup)
    await sample.play(f"{ko} c3 pass pass b1 a1")
    await sample.begin("go, clean-up over", "go", size=5, rules=cleanup)
    await sample.play("b2 c3 b3 d3 pass pass b4 pass pass")
    await sample.begin("go, fixed handicap", "go", ANN, LEVEL, size=9, rules={"handicap": 4})
    await sample.begin("go, free handicap placed", "go", size=9, rules={"handicap": 2, "handicap_placement": "free"})
    await sample.play("c3 g7 e5")
    await sample.begin("go, free handicap waits", "go", size=9, rules={"handicap": 3, "handicap_placement": "free"})
    await sample.play("c3")
    await sample.begin("go, button taken", "go", size=5, rules="aga-button")
    await sample.play("c3 pass b2 c2")
    await sample.begin("go, suicide of two stones", "go", size=5, rules="new-zealand")
    await sample.play("e1 a2 e2 b2 e3 c1 a1 e5 b1")
    triple_ko, simple = Setup(parse_board(TRIPLE_KO), BLACK), {"ko": "simple"}
    await sample.begin("go, a triple ko comes round", "go", size=9, rules=simple, setup=triple_ko)
    await sample.play("c8 d4 h8 b8 e4 g8 c8 d4")
    await sample.begin("go, a triple ko without result", "go", size=9, rules=simple, setup=triple_ko)
    await sample.play("c8 d4 h8 b8 e4 g8 c8 d4 h8 b8 e4 g8")
    board = Board.empty(9).with_stones({Point(2, 2): BLACK, Point(3, 3): WHITE})
    setup = Setup(board, WHITE, Prisoners(2, 1))
    await sample.begin("go, from a set-up", "go", size=9, setup=setup, control=FISCHER)
    await sample.play("f4 g5 pass")


async def _gomoku(sample: Sample) -> None:
    swap2 = {"opening": "swap2"}
    await sample.begin("gomoku, five in a row", "gomoku", ANN, BEN, control=FISCHER)
    await sample.play("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    await sample.begin("gomoku, swap2 waits for the choice", "gomoku", ANN, BEN, rules=swap2, control=FISCHER)
    await sample.play("h8 h9 j7")
    await sample.begin("gomoku, swap2 with two more stones", "gomoku", ANN, BEN, rules=swap2, control=FISCHER)
    await sample.play("h8 h9 j7 place_two a1 b2")
    await sample.begin("gomoku, swap2 exchanged", "gomoku", ANN, BEN, rules=swap2, control=FISCHER)
    await sample.play("h8 h9 j7 black g9 g8")
    await sample.begin("gomoku, pro", "gomoku", LEVEL, ANN, rules={"opening": "pro"}, size=15)
    await sample.begin("gomoku, renju", "gomoku", rules={"preset": "renju"})
    await sample.play("h8 h9 j7 a1 g6 b2")
    await sample.begin("gomoku, somebody gave up", "gomoku", ANN, BEN)
    await sample.play("h8 h9")
    await sample.do(Resign(BLACK))


async def _othello_and_peace(sample: Sample) -> None:
    await sample.begin("othello, running against an AI", "othello", ANN, LEVEL, actions=line("othello", "d3 c3 c4 c5"))
    await sample.play("d6")
    await sample.begin("othello, two programs", "othello", LEVEL, LEVEL, size=6, actions=line("othello", "c2 b2", 6))
    await sample.begin("othello, played to the end", "othello", size=4)
    await sample.play_on()
    lost = Outcome.won(WHITE, Reason.TIME)
    await sample.begin("othello, loaded as over", "othello", actions=line("othello", "d3 c3"), outcome=lost)
    await sample.begin("peace, full board", "peace", size=4)
    await sample.play("a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4")
    await sample.begin("peace, waits for somebody", "peace", ANN, NOBODY)
    await sample.play("a1")
    await sample.begin("peace, somebody came", "peace", NOBODY, ANN, control=FISCHER)
    await sample.join(BLACK, "Cleo", "cleo")
    await sample.play("a1 b1")


async def _requests(sample: Sample) -> None:
    await sample.begin("asked: undone and redone at one screen", "gomoku")
    await sample.play("a1 b1 c1 d1 e1")
    await sample.ask(TAKEBACK, BLACK)
    await sample.ask(TAKEBACK, BLACK)
    await sample.ask(TAKEBACK, BLACK)
    await sample.ask(REDO, BLACK)
    await sample.begin("asked: undone against an AI", "peace", ANN, LEVEL, actions=line("peace", "a1 b1 c1 d1"))
    await sample.ask(TAKEBACK, BLACK)
    await sample.begin("asked: a won game taken back", "gomoku")
    await sample.play("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    await sample.ask(TAKEBACK, BLACK)
    await sample.begin("asked: restarted", "othello", ANN, BEN, control=BYOYOMI)
    await sample.play("d3 c3")
    await sample.ask(RESTART, BLACK, WHITE)
    await sample.play("f5")
    await sample.begin("asked: paused", "go", ANN, BEN, size=9, control=FISCHER)
    await sample.play("c3")
    await sample.ask(PAUSE, BLACK, WHITE)
    await sample.begin("asked: paused and gone on", "go", ANN, BEN, size=9, control=FISCHER)
    await sample.play("c3")
    await sample.ask(PAUSE, BLACK, WHITE)
    await sample.do(Unpause(BLACK))
    await sample.begin("asked: a draw, declined, then agreed", "peace", ANN, BEN)
    await sample.ask(DRAW, BLACK)
    await sample.do(Decline(DRAW, WHITE))
    await sample.ask(DRAW, WHITE, BLACK)
    await sample.begin("asked: a takeback waits", "peace", ANN, BEN)
    await sample.play("a1 b1")
    await sample.ask(TAKEBACK, BLACK)
    await sample.begin("asked: a rematch", "gomoku", ANN, BEN, control=FISCHER)
    await sample.play("h8")
    await sample.do(Resign(WHITE))
    await sample.ask(REMATCH, BLACK, WHITE)


def line(kind: str, names: str, size: int | None = None) -> list[Action]:
    """The actions of these points, from the beginning of a game."""
    ruleset = create_rules(kind, size)
    state, actions = ruleset.initial(), list[Action]()
    for name in names.split():
        actions.append(action_of(ruleset, state, name))
        state = ruleset.apply(state, actions[-1])
    return actions


# --- what is said of a match


def describe(match: Match) -> dict[str, Any]:
    """All that a match knows, as plain values; every earlier state goes into one hash."""
    timeline = match.timeline
    states = [timeline.root, *(step.state for step in timeline.steps)]
    told = json.dumps([describe_state(match.ruleset, state) for state in states], sort_keys=True)
    return {
        "id": match.match_id,
        "kind": match.ruleset.KIND,
        "size": match.ruleset.size,
        "rules": match.ruleset.options(),
        "seats": [[seat.name, seat.player, seat.owner, seat.is_open] for seat in (match.first, match.second)],
        "clock": _plain(match.clock),
        "offers": [[str(offer.kind), offer.player.word] for offer in match.offers],
        "outcome": _plain(match.outcome),
        "paused_at": match.paused_at,
        "think_ms": list(match.think_ms),
        "times": [match.created_at, match.turn_at, match.at],
        "numbers": [match.number, match.revision],
        "next_id": match.next_id,
        "actions": [[ACTION_NAMES[type(step.action)], _plain(step.action)] for step in timeline.steps],
        "cursor": timeline.cursor,
        "state": describe_state(match.ruleset, match.state),
        "states_sha256": hashlib.sha256(told.encode()).hexdigest(),
    }


def describe_state(ruleset: Ruleset, state: GameState) -> dict[str, Any]:
    """All that a state knows, what it remembers of its past through the points that may be taken."""
    position = state.position
    return {
        "board": position.board.cells.hex(),
        "to_move": position.to_move.word,
        "key": position.key.hex(),
        "prisoners": list(position.prisoners),
        "phase": state.phase,
        "passes": state.passes,
        "swapped": state.swapped,
        "dead": sorted(map(list, state.dead)),
        "agreed": sorted(color.word for color in state.agreed),
        "outcome": _plain(state.outcome),
        "actors": [color.word for color in ruleset.actors(state)],
        "points": [list(point) for point in ruleset.legal_points(state)],
        "choices": list(ruleset.choices(state)),
        "score": _plain(ruleset.score(state)),
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it: no names of classes, which may change."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, str):
        return str(value)
    return value if value is None or isinstance(value, float) else int(value)


# --- making it


async def make(database_file: Path) -> dict[str, Any]:
    """The database, and the description of what is in it."""
    time = SteppedTime()
    database = await Database.open(f"sqlite:///{database_file}")
    ids = count(1)
    matches = Matches(SqlMatchStore(database), Frames(), time=time, new_id=lambda: f"m{next(ids)}")
    await matches.start()
    sample = Sample(matches, time)
    await make_matches(sample)
    hasher = PasswordHasher()
    people = Accounts(SqlPeopleStore(database), hasher, LoginLimits(time.wall_ms), time.wall_ms)
    session = await people.begin_as_guest("Ann")
    hasher.close()
    found = {}
    for match_id, name in sample.names.items():
        match = await matches.snapshot(match_id)
        found[name] = _told(match)
        if match.next_id is not None:
            found[f"{name}: the next"] = _told(await matches.snapshot(match.next_id))
    await matches.close()
    await database.close()
    return {"now": time.now, "token": session.token, "guest": session.account.account_id, "matches": found}


def _told(match: Match) -> dict[str, Any]:
    return {"match": describe(match), "save": json.loads(save.dumps(match.record()))}


def main(arguments: Sequence[str]) -> None:
    """Write both files, `.sqlite3.gz` and `.json.gz`, beside each other."""
    (target,) = arguments
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tengen.sqlite3"
        described = asyncio.run(make(file))
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("VACUUM")
        connection.close()
        Path(f"{target}.sqlite3.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    text = json.dumps(described, ensure_ascii=False, sort_keys=True)
    Path(f"{target}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:])
