"""The beginnings that games are played from: those of a file, or random ones. No players, no results.

An opening is written `random:K`, K random plies; `balanced:K`, those of them that the game's search calls even; or
FILE, or FILE:K, the first K moves of each game in it. Each is played twice with colours exchanged; when there are more
games than openings, they are used again from the first.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tengen.arena.balance import even_ones
from tengen.core import (
    OPENING,
    PLAY,
    Action,
    Board,
    Choose,
    ErrorCode,
    GameError,
    GameState,
    IllegalAction,
    Node,
    Pass,
    Place,
    Record,
    Ruleset,
    Setup,
    Timeline,
)
from tengen.core.errors import Because, Value, shown
from tengen.formats import read
from tengen.formats.values import write_node, write_setup
from tengen.players import Turn
from tengen.players.builtin import any_choice, random_action

USUAL_PLIES: Final = 4
_MOST_PLIES: Final = 200
_LARGEST_BYTES: Final = 64 << 20
_MOST_TRIES: Final = 200
"""So often in a row nothing new comes up, and there are no more random openings."""
_UNUSABLE: Final = "arena.openings.unusable"
_MADE: Final = re.compile(r"(random|balanced):([0-9]{1,4})")
_CUT: Final = re.compile(r"(.+):([0-9]{1,4})", re.DOTALL)


class BadOpenings(Because):
    """A file, or one game of it, cannot be used as an opening: the names and the `reason`."""

    def __init__(self, reason: GameError, **where: Value) -> None:
        key = "arena.openings.bad_game" if "game" in where else _UNUSABLE
        super().__init__(ErrorCode.BAD_RECORD, key, reason, **where)


@dataclass(slots=True)
class Openings:
    """Openings by number. Random ones are made when they are first asked for, always the same from the same seed."""

    source: str
    fixed: tuple[Timeline, ...] = ()
    _more: Iterator[Timeline] | None = None
    _made: list[Timeline] = field(default_factory=list)

    def __getitem__(self, number: int) -> Timeline:
        known = list(self.fixed) or self._made
        while self._more is not None and number >= len(self._made):
            found = next(self._more, None)
            if found is None:
                self._more = None
                break
            self._made.append(found)
        return known[number % len(known)]

    def digest(self) -> str:
        """What tells these openings from others: their source, and the moves where they come from a file."""
        if not self.fixed:
            return self.source
        lines = [_as_json(opening) for opening in self.fixed]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def usual_openings(ruleset: Ruleset) -> str:
    """What is played where nobody says otherwise: a few random plies, or none where the rules have an opening."""
    return f"random:{USUAL_PLIES if ruleset.initial().phase == PLAY else 0}"


def find_openings(written: str, ruleset: Ruleset, seed: int) -> Openings:
    """The openings that this text means under these rules. Raises BAD_RECORD with what is wrong."""
    if match := _MADE.fullmatch(written):
        plies = int(match[2])
        if plies > _MOST_PLIES:
            raise GameError(ErrorCode.BAD_RECORD, "arena.openings.too_many_plies", most=_MOST_PLIES)
        made = random_openings(ruleset, plies, seed)
        if match[1] == "balanced":
            made = even_ones(made, ruleset)
        first = next(made, None)
        if first is None:
            raise GameError(ErrorCode.BAD_RECORD, f"arena.openings.none_{match[1]}", plies=plies)
        return Openings(written, (), made, [first])
    if written.startswith(("random:", "balanced:")):
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.bad", value=shown(written))
    path, plies_wanted = _path_and_plies(written)
    return Openings(written, _from_file(path, plies_wanted, ruleset))


# --- random ones -----------------------------------------------------------------------------


def random_openings(ruleset: Ruleset, plies: int, seed: int) -> Iterator[Timeline]:
    """Openings of random sensible plies, each once, also when turned or mirrored, until no more are found.

    Left out are those that end the game, and those in which the side to move could end it with a win at once.
    """
    rng = Random(f"openings/{seed}")
    seen: set[bytes] = set()
    failures = 0
    while failures < _MOST_TRIES:
        opening = _random_opening(ruleset, plies, rng)
        failures += 1
        if opening is None:
            continue
        position = opening.state.position
        key = _shape(position.board) + bytes((position.to_move, opening.state.swapped))
        if key not in seen and not (plies and _wins_at_once(opening)):
            seen.add(key)
            failures = 0
            yield opening


def _random_opening(ruleset: Ruleset, plies: int, rng: Random) -> Timeline | None:
    timeline = Timeline.begin(ruleset)
    for _ in range(plies):
        turn = Turn.of(timeline)
        timeline = timeline.act(any_choice(turn, rng) or random_action(turn, rng))
        if timeline.state.is_over:
            return None
    return None if timeline.state.is_over else timeline


def _wins_at_once(opening: Timeline) -> bool:
    ruleset, state = opening.ruleset, opening.state
    for action in ruleset.legal_actions(state):
        outcome = ruleset.apply(state, action).outcome
        if outcome is not None and outcome.winner is action.player:
            return True
    return False


def _shape(board: Board) -> bytes:
    """The least of the board's eight turned and mirrored forms."""
    rows = [tuple(board.cells[y * board.columns : (y + 1) * board.columns]) for y in range(board.rows)]
    forms = []
    for _ in range(4):
        rows = list(zip(*rows[::-1], strict=True))
        forms += [rows, rows[::-1]]
    return bytes(cell for row in min(forms) for cell in row)


# --- those of a file -------------------------------------------------------------------------


def _path_and_plies(written: str) -> tuple[Path, int | None]:
    match = _CUT.fullmatch(written)
    if match and not Path(written).exists():
        return Path(match[1]), int(match[2])
    return Path(written), None


def _from_file(path: Path, plies: int | None, ruleset: Ruleset) -> tuple[Timeline, ...]:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_BYTES + 1)
        if len(data) > _LARGEST_BYTES:
            raise GameError(ErrorCode.TOO_LARGE)
        records = read(path.name, data).records
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise GameError(ErrorCode.BAD_RECORD, _UNUSABLE, file=str(path), reason=reason) from error
    except GameError as error:
        raise BadOpenings(error, file=str(path)) from error
    found: dict[str, Timeline] = {}
    for number, record in enumerate(records, start=1):
        try:
            opening = _opening_of(record, plies, ruleset)
        except GameError as error:
            raise BadOpenings(error, file=str(path), game=number) from error
        found.setdefault(_as_json(opening), opening)
    return tuple(found.values())


def _opening_of(record: Record, plies: int | None, ruleset: Ruleset) -> Timeline:
    """The moves of a record's main line, played by our rules. Raises GameError where they do not allow them."""
    if (record.ruleset.KIND, record.ruleset.size) != (ruleset.KIND, ruleset.size):
        game = f"{record.ruleset.KIND} {record.ruleset.size}x{record.ruleset.size}"
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.other_game", game=game)
    setup, actions = _line(record, plies)
    stones, ours = record.ruleset.handicap_stones, ruleset.handicap_stones
    if ours and stones != ours and record.setup is None:
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.other_handicap", stones=stones, ours=ours)
    try:
        timeline = _played(Timeline.begin(ruleset, setup), actions)
    except IllegalAction as error:
        theirs, our = (str(rules.options().get("opening", "")) for rules in (record.ruleset, ruleset))
        if theirs == our or error.code is ErrorCode.GAME_OVER:
            raise
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.other_opening", theirs=theirs, ours=our) from error
    if timeline.state.is_over:
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.over")
    return timeline


def _played(timeline: Timeline, actions: Sequence[Action]) -> Timeline:
    for action in actions:
        timeline = timeline.act(action)
    return timeline


def _line(record: Record, plies: int | None) -> tuple[Setup | None, Sequence[Action]]:
    """From where the main line begins, and its moves; the stones of a handicap are no moves, but where it begins."""
    has_handicap = record.ruleset.handicap_stones > 0
    start = record.ruleset.initial(record.setup)
    setup = _as_setup(start) if has_handicap else record.setup
    actions = list[Action]()
    for node in (record.nodes[index] for index in record.line()):
        if node.setup is not None:
            if actions and len(actions) == plies:
                break
            setup, actions = node.setup, []
            start = record.ruleset.initial(setup)
        if has_handicap and start.phase == OPENING and isinstance(node.action, Place):
            start = record.ruleset.apply(start, node.action)
            setup = _as_setup(start)
        elif isinstance(node.action, Place | Pass | Choose):
            if len(actions) == plies:
                break
            actions.append(node.action)
        elif node.action is not None:  # resigned, or counted
            break
    return setup, actions


def _as_setup(state: GameState) -> Setup:
    return Setup(state.position.board, state.position.to_move, state.position.prisoners)


def _as_json(opening: Timeline) -> str:
    setup = write_setup(opening.setup) if opening.setup else None
    return json.dumps([setup, [write_node(Node(action=action)) for action in opening.actions]])
