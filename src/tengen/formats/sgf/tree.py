"""A game's raw nodes played through once and made into a record's nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Final

from tengen.core import (
    AGREE,
    BLACK,
    EMPTY,
    WHITE,
    Action,
    BadRecord,
    ErrorCode,
    GameError,
    GameState,
    IllegalAction,
    IllegalMove,
    Mark,
    Node,
    Pass,
    Place,
    Resume,
    Ruleset,
    Setup,
    create_rules,
)
from tengen.formats.format import ReadLimits
from tengen.formats.sgf.dialects import fox_comment, is_fox
from tengen.formats.sgf.games import traits_of
from tengen.formats.sgf.grammar import RawGame, RawNode
from tengen.formats.sgf.marks import MARKS, OLD, read_marks
from tengen.formats.sgf.places import Notes, shown
from tengen.formats.sgf.points import PointLimit, notation
from tengen.formats.sgf.properties import OURS, READ_FROM_ROOT, SETUP, TOLD, read_counts, read_fact
from tengen.formats.sgf.root import GameInfo, told_values
from tengen.formats.sgf.start import beginning, read_color, read_points
from tengen.formats.sgf.text import unescape

MOST_SET_UP: Final = 100_000
"""Stones that the set-ups of a file may have in all, besides one for each of its characters: each is a whole board to
be checked, and takes a few characters. An empty board counts as a few stones."""

_EMPTY_BOARD: Final = 10

_SHOWN: Final = frozenset({ErrorCode.SUICIDE, ErrorCode.KO, ErrorCode.SUPERKO})
"""Refusals of moves that a lesson may show all the same."""

CLOCKS: Final = frozenset({"BL", "WL", "OB", "OW"})
_MOVES: Final = ("B", "W")
_STONES: Final = (("AE", None), ("AB", BLACK), ("AW", WHITE))
_OLD_FORMS: Final = ("", "1", "2", "3")


@cache
def _allowing(kind: str, size: int) -> Ruleset | None:
    """Rules of the game by which a move may be shown that others refuse, if there are any."""
    options = traits_of(kind).lesson_options
    return create_rules(kind, size, dict(options)) if options else None


@dataclass(slots=True)
class FileQuota:
    """What is left of the limits for one file."""

    point_limit: PointLimit
    most_set_up: int
    bounds: ReadLimits
    set_up: int = 0

    def spend_setup(self, setup: Setup) -> None:
        """Raises TOO_LARGE when the file has too many set-ups."""
        cells = setup.board.cells
        self.set_up += max(len(cells) - cells.count(EMPTY), _EMPTY_BOARD)
        if self.set_up > self.most_set_up:
            raise GameError(ErrorCode.TOO_LARGE, "sgf.too_many.setups", most=self.most_set_up)


@dataclass(frozen=True, slots=True)
class MainLineBreak:
    """Where the main line cannot go on, and why."""

    offset: int
    reason: GameError


@dataclass(slots=True)
class Annotations:
    """What people wrote on a node."""

    ms: int | None = None
    comment: str = ""
    marks: list[Mark] = field(default_factory=list)
    properties: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def on(self, parent: int, action: Action | None, setup: Setup | None) -> Node:
        """A node with these annotations."""
        return Node(parent, action, self.ms, self.comment, tuple(self.marks), tuple(self.properties), setup)


class Tree:
    """The growing nodes of one record. `stop` says where the main line ended too early, `end` is its last state."""

    def __init__(self, game: RawGame, told: GameInfo, ruleset: Ruleset, limits: FileQuota) -> None:
        self.nodes: list[Node] = []
        self.notes = Notes()
        self.stop: MainLineBreak | None = None
        self._actions: list[Place | Pass | None] = []
        self._game = game
        self._told = told
        self.ruleset = ruleset
        self._limits = limits
        self._names = notation(ruleset.KIND, ruleset.size)
        self._is_fox = is_fox(game.nodes[0])
        self._is_old = game.nodes[0].get("FF", [""])[0].strip() in _OLD_FORMS
        self._allowing = _allowing(ruleset.KIND, ruleset.size)
        self._leaves_out_passes = traits_of(ruleset.KIND).leaves_out_passes
        if told.setup:
            limits.spend_setup(told.setup)
        self.end = ruleset.initial(told.setup) if told.setup else beginning(ruleset)

    def grow(self, *, strict: bool) -> None:
        """Play every node, the variations too. Where the rules refuse one, it is left out with all that follows.

        With `strict` a refusal on the main line stops everything.
        """
        game, nodes = self._game, self.nodes
        raw_nodes, parents, branches = game.nodes, game.parents, game.branches
        self._actions = actions = self._plain_moves()
        run_ends = self._run_ends(actions)
        state, number = self._plant()
        if strict and self.stop:
            return
        final = [-1 if self.stop else len(nodes) - 1]
        held: dict[int, tuple[GameState, int, int]] = {}
        if branches.get(0, 0) > 1:
            held[0] = (state, number, branches[0] - 1)
        self.end = state
        main_length = game.main_length
        index = 1
        while index < len(raw_nodes):
            if index == main_length:
                self.end = state
            parent = parents[index]
            after = final[parent]
            if after < 0:
                final.append(-1)
                index += 1
                continue
            if parent != index - 1:
                state, number, left = held[parent]
                if left > 1:
                    held[parent] = (state, number, left - 1)
                else:
                    del held[parent]
            state, done = self.ruleset.apply_all(state, actions, index, run_ends[index])
            if done:
                self._add_run(actions, index, done, after, final)
                number += sum(map(self.ruleset.is_numbered, actions[index : index + done]))
                index += done
            else:
                try:
                    state, number = self._add(index, after, state, number)
                    final.append(len(nodes) - 1)
                except GameError as refusal:
                    if refusal.code is ErrorCode.TOO_LARGE:
                        raise
                    shown_state = self._shown(index, after, state, number, refusal)
                    if shown_state is None:
                        self._refuse(index, after, number, refusal)
                        if strict and self.stop:
                            return
                        final.append(-1)
                        index += 1
                        continue
                    state, number = shown_state, number + 1
                    final.append(len(nodes) - 1)
                index += 1
            if branches.get(index - 1, 0) > 1:
                held[index - 1] = (state, number, branches[index - 1] - 1)
        if main_length >= len(raw_nodes):
            self.end = state

    def _plain_moves(self) -> list[Place | Pass | None]:
        """For every node its move, if it has one and no set-up."""
        by_name = self._names.moves
        found: list[Place | Pass | None] = []
        for raw in self._game.nodes:
            name = "B" if "B" in raw else "W"
            values = raw.get(name, ())
            is_plain = len(raw) == 1 or (("B" in raw) != ("W" in raw) and SETUP.isdisjoint(raw))
            if len(values) != 1 or not is_plain:
                found.append(None)
            else:
                found.append(by_name[name].get(values[0]))
        return found

    def _run_ends(self, actions: Sequence[Action | None]) -> list[int]:
        """For every node where the moves that follow each other from it on come to an end: a fork, or no such move."""
        parents, branches = self._game.parents, self._game.branches
        ends = [0] * len(actions)
        end = len(actions)
        for index in range(len(actions) - 1, -1, -1):
            if actions[index] is None:
                ends[index] = end = index
                continue
            follows = index + 1 < len(actions) and parents[index + 1] == index and branches.get(index, 0) < 2
            if not follows or actions[index + 1] is None:
                end = index + 1
            ends[index] = end
        return ends

    def _add_run(self, actions: Sequence[Action | None], begin: int, count: int, after: int, final: list[int]) -> None:
        """Add the nodes of moves that the rules have taken, one under the other."""
        raw_nodes, nodes = self._game.nodes, self.nodes
        base = len(nodes)
        parents = chain((after,), range(base, base + count - 1))
        for index, parent in enumerate(parents, begin):
            raw = raw_nodes[index]
            if len(raw) == 1:
                nodes.append(Node(parent, actions[index]))
            else:
                nodes.append(self._annotations(raw, index).on(parent, actions[index], None))
        final += range(base, base + count)

    def _plant(self) -> tuple[GameState, int]:
        """The root, the stones of a free handicap, and what else stands in the root; the state then."""
        raw, told = self._game.nodes[0], self._told
        written = told_values(self.ruleset, told.result, told.control, told.created)
        rest: RawNode = {name: raw[name] for name in TOLD if name in raw and raw[name] != written.get(name)}
        rest.update((name, values) for name, values in raw.items() if name not in READ_FROM_ROOT)
        state = self.end
        has_move = any(name in rest for name in _MOVES)
        first = {name: values for name, values in rest.items() if name in TOLD} if has_move else rest
        self.nodes.append(self._annotations(first, 0).on(-1, None, None))
        for point in told.handicap:
            action = Place(state.position.to_move, point)
            state = self.ruleset.apply(state, action)
            self.nodes.append(Node(len(self.nodes) - 1, action))
        number = len(told.handicap)
        if has_move:
            others = {name: values for name, values in rest.items() if name not in TOLD}
            try:
                return self._play(others, 0, len(self.nodes) - 1, state, number)
            except GameError as refusal:
                self._refuse(0, 0, number, refusal)
        return state, number

    # --- one node ----------------------------------------------------------------------------

    def _add(self, index: int, after: int, state: GameState, number: int) -> tuple[GameState, int]:
        return self._play(self._game.nodes[index], index, after, state, number)

    def _play(self, raw: RawNode, index: int, after: int, state: GameState, number: int) -> tuple[GameState, int]:
        """Add what a raw node says: a set-up, a move or both, and the annotations on the last of them."""
        steps: list[tuple[Setup | None, Action | None]] = []
        done = 0
        if not SETUP.isdisjoint(raw):
            setup = self._set_up(raw, index, state)
            state = self.ruleset.initial(setup)
            steps.append((setup, None))
            done += 1
        for name in raw:
            if name in _MOVES:
                before, turned, action, state = self._fitted(state, self._move(name, raw[name]), index, number)
                steps.extend((None, earlier) for earlier in before)
                steps.append((turned, action))
                number += sum(map(self.ruleset.is_numbered, (*before, action)))
                done += 1
        annotations = self._annotations(raw, index)
        if done > 1:
            self.notes.add(self._game.offsets[index], "sgf.read.divided")
        *earlier, last = steps or [(None, None)]
        for step in earlier:
            self.nodes.append(Node(after, step[1], setup=step[0]))
            after = len(self.nodes) - 1
        self.nodes.append(annotations.on(after, last[1], last[0]))
        return state, number

    def _move(self, name: str, values: list[str]) -> Place | Pass:
        table = self._names.moves[name]
        action = table.get(values[0]) or table.get(values[0].strip())
        if action is None or len(values) > 1:
            raise GameError(ErrorCode.BAD_RECORD, "sgf.bad_move", property=name, value=shown("][".join(values[:3])))
        return action

    def _fitted(
        self, state: GameState, action: Place | Pass, index: int, number: int
    ) -> tuple[list[Action], Setup | None, Action | None, GameState]:
        """The move as the rules take it: actions that SGF leaves out, a set-up that changes the turn, the move.

        Play after two passes means that the players went on. A pass that the rules force may be left out.
        Otherwise a move out of turn is one that SGF allows: the turn was given by hand. A pass after the end
        tells nothing. Raises what the rules raise.
        """
        offset = self._game.offsets[index]
        before: list[Action] = []
        turned: Setup | None = None
        while True:
            try:
                return before, turned, action, self.ruleset.apply(state, action)
            except GameError as refusal:
                code = refusal.code
                position = state.position
                if state.phase == AGREE and not before:
                    before.append(Resume(action.player.other))
                elif code is ErrorCode.NOT_YOUR_TURN and turned is None:
                    if self._leaves_out_passes and position.can_pass() and not before:
                        before.append(Pass(position.to_move))
                        self.notes.add(offset, "sgf.read.forced_pass", number=number + 1)
                    else:
                        turned = Setup(position.board, action.player, position.prisoners)
                        self._limits.spend_setup(turned)
                        state = self.ruleset.initial(turned)
                        count = number + sum(map(self.ruleset.is_numbered, before)) + 1
                        self.notes.add(offset, "sgf.read.turn", number=count)
                        continue
                elif code is ErrorCode.GAME_OVER and isinstance(action, Pass):
                    self.notes.add(offset, "sgf.read.late_pass")
                    return before, turned, None, state
                else:
                    raise
            state = self.ruleset.apply(state, before[-1])

    def _shown(self, index: int, after: int, state: GameState, number: int, refusal: GameError) -> GameState | None:
        """What a variation shows by a move that the rules refuse: the position after it, as a set-up.

        Lessons show why a move is not possible and go on from there. None where it cannot be shown either.
        """
        action = self._actions[index]
        is_lesson = index >= self._game.main_length and refusal.code in _SHOWN
        if not is_lesson or not isinstance(action, Place) or not self._allowing:
            return None
        position = state.position
        before = self._allowing.initial(Setup(position.board, action.player, position.prisoners))
        try:
            result = self._allowing.apply(before, action).position
            setup = Setup(result.board, result.to_move, result.prisoners)
        except GameError:  # a single stone takes itself off the board
            setup = Setup(position.board, action.player.other, position.prisoners)
        self._limits.spend_setup(setup)
        self.notes.add(self._game.offsets[index], "sgf.read.shown", BadRecord(number + 1, refusal))
        self.nodes.append(self._annotations(self._game.nodes[index], index).on(after, None, setup))
        return self.ruleset.initial(setup)

    def _set_up(self, raw: RawNode, index: int, state: GameState) -> Setup:
        board = state.position.board
        for name, color in _STONES:
            if name in raw:
                points = read_points(name, raw[name], self._names, self._limits.point_limit)
                board = board.with_stones(dict.fromkeys(points, color))
        to_move = read_color(raw.get("PL"))
        if to_move is None:
            following = self._following_mover(raw, index)
            to_move = read_color([following]) or state.position.to_move
        counts = read_counts(read_fact(raw.get(OURS, ()), "prisoners") or "")
        setup = Setup(board, to_move, state.position.prisoners if counts is None else counts)
        self._limits.spend_setup(setup)
        return setup

    def _following_mover(self, raw: RawNode, index: int) -> str:
        """`B` or `W` when this node or the next in its line has a move, else an empty text."""
        game = self._game
        has_next = index + 1 < len(game.nodes) and game.parents[index + 1] == index
        for node in (raw, game.nodes[index + 1] if has_next else {}):
            for name in node:
                if name in _MOVES:
                    return name
        return ""

    def _annotations(self, raw: RawNode, index: int) -> Annotations:
        found = Annotations()
        for name, values in raw.items():
            if name == "C":
                texts = [fox_comment(value) for value in values] if self._is_fox else values
                found.comment = "\n\n".join(unescape(value) for value in texts)
            elif name in MARKS or (self._is_old and name in OLD):
                marks = read_marks(name, values, self._names, self._limits.point_limit)
                if marks is None:
                    value = shown(values[0])
                    self.notes.add(self._game.offsets[index], "sgf.read.unused", property=name, value=value)
                    found.properties.append((name, tuple(values)))
                else:
                    found.marks.extend(marks)
            elif name == OURS:
                ms = read_fact(values, "ms") or ""
                found.ms = int(ms) if ms.isdecimal() and len(ms) <= 12 else None
            elif name not in _MOVES and name not in SETUP:
                found.properties.append((name, tuple(values)))
        if found.ms is not None and self._told.control:  # then the times left are ours, and follow from it
            found.properties = [known for known in found.properties if known[0] not in CLOCKS]
        return found

    def _refuse(self, index: int, after: int, number: int, refusal: GameError) -> None:
        """Leave out a node and what follows it. An empty one takes its place where a variation would move up."""
        game = self._game
        is_rule = isinstance(refusal, IllegalMove | IllegalAction)
        reason = BadRecord(number + 1, refusal) if is_rule else refusal
        offset = game.offsets[index]
        if index < game.main_length:
            self.stop = MainLineBreak(offset, reason)
        else:
            self.notes.add(offset, "sgf.read.variation", reason)
        parent = game.parents[index]
        if parent == index - 1 and game.branches.get(parent, 0) > 1:
            self.nodes.append(Node(after, comment=self._annotations(game.nodes[index], index).comment))
