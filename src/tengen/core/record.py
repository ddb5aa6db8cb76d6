"""A game written down: a tree of moves with comments and marks. Formats read and write it; nothing here does I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tengen.core.actions import Action
from tengen.core.clock import TimeControl
from tengen.core.effect import Outline
from tengen.core.errors import Because, ErrorCode, GameError
from tengen.core.game import Game
from tengen.core.outcome import Outcome
from tengen.core.picture import Pictured
from tengen.core.position import Setup
from tengen.core.ruleset import Ruleset
from tengen.core.state import GameState
from tengen.core.steps import Step
from tengen.core.timeline import Timeline

RULES, KOMI = "rules", "komi"
"""What of the rules a record may not have been told: see `Record.unstated`."""

ROOT = 0
"""The index of the root node: the moment before the first action."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn on the board: a kind such as `triangle` or `label`, its points, and a text where it has one."""

    kind: str
    points: tuple[tuple[int, int], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A moment of a record: what was done to reach it, and what people wrote on it.

    `parent` is the index of the node before it, -1 for the root. `ms` is how long the player thought. A node
    with a `setup` puts another position on the board instead of an action, as teachers do in the middle of a
    lesson. `properties` are what another program wrote and we do not use, kept for the way back.
    """

    parent: int = -1
    action: Action | None = None
    ms: int | None = None
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    properties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    setup: Setup | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """One side's player as a record knows it.

    `account` says that an account of some data folder had the seat, by a pseudonym that only that folder understands.
    Whether that is true is another matter: see `Seal`.
    """

    name: str = ""
    rank: str = ""
    player: str = "human"
    team: str = ""
    account: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """What a file brings to prove whose it is: a hash of all that it holds, the signature of that, and its own text.

    The signature is empty where a file names accounts without one. Nobody has checked anything yet.
    """

    digest: bytes
    signature: str
    text: str


class BadRecord(Because):
    """A record whose move `number` (from 1, as players of the game count) is refused, with the rules' own `reason`."""

    def __init__(self, number: int, reason: GameError) -> None:
        super().__init__(ErrorCode.BAD_RECORD, "record.illegal_action", reason, number=number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through: the game at its end, and where it stopped short, if it did."""

    game: Game
    declared: Outcome | None
    stopped: BadRecord | None = None

    @property
    def disagrees(self) -> bool:
        """Whether the record declares another result than the rules give for its moves."""
        computed = self.game.state.outcome
        if self.declared is None or computed is None:
            return False
        same_winner = (computed.winner, computed.no_result) == (self.declared.winner, self.declared.no_result)
        same_margin = self.declared.margin in (None, computed.margin)
        return not (same_winner and same_margin)


@dataclass(frozen=True, slots=True)
class Record(Pictured):
    """Rules, beginning, players, and a tree of nodes kept flat: a node's parent always comes before it.

    The first child of a node continues its line; further children are variations. `result` is what the
    record declares, which the moves alone may not show (a resignation by letter, a lost clock). `created` is
    the day or moment of the game in ISO form, `info` what else is known of the occasion: event, round, place
    and the like. `unstated` names what of the rules nobody ever told, RULES or KOMI: the ruleset has something to
    play by all the same, and a writer leaves it out. `seal` is of the file that the record was read from, where that
    names accounts or is signed.
    """

    ruleset: Ruleset
    setup: Setup | None = None
    black: Participant = Participant()
    white: Participant = Participant()
    nodes: tuple[Node, ...] = field(default=(Node(),))
    result: Outcome | None = None
    created: str = ""
    control: TimeControl | None = None
    info: tuple[tuple[str, str], ...] = ()
    unstated: frozenset[str] = frozenset()
    seal: Seal | None = field(default=None, repr=False, compare=False)
    _end: Outline | None = field(default=None, init=False, repr=False, compare=False)
    _states: tuple[GameState, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, timeline: Timeline, black: Participant, white: Participant, created: str = "") -> Record:
        """The record of a game as it stands, without what was undone."""
        record = cls(timeline.ruleset, timeline.setup, black, white, created=created)
        return replace(record.with_line(timeline.actions), result=timeline.state.outcome)

    def with_line(self, actions: Iterable[Action], parent: int = ROOT) -> Record:
        """This record with a line of actions hung under a node."""
        nodes = list(self.nodes)
        for action in actions:
            nodes.append(Node(parent, action))
            parent = len(nodes) - 1
        return replace(self, nodes=tuple(nodes))

    def with_times(self, think_ms: Sequence[int]) -> Record:
        """This record with the thinking times of its main line's actions."""
        nodes = list(self.nodes)
        acted = [index for index in self.line() if nodes[index].action is not None]
        for index, ms in zip(acted, think_ms, strict=False):
            nodes[index] = replace(nodes[index], ms=ms)
        return replace(self, nodes=tuple(nodes))

    def children(self) -> list[list[int]]:
        """For every node the indices of its children, in order."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            if node.parent >= 0:
                children[node.parent].append(index)
        return children

    @property
    def is_one_line(self) -> bool:
        """Whether there are no variations, and every node follows the one before it in the list."""
        return all(node.parent == index for index, node in enumerate(self.nodes, -1))

    def line(self) -> list[int]:
        """The indices of the main line: from the root by first children to the end."""
        if self.is_one_line:
            return list(range(len(self.nodes)))
        children = self.children()
        line = [ROOT]
        while children[line[-1]]:
            line.append(children[line[-1]][0])
        return line

    def only_line_to(self, index: int) -> Record:
        """This record as if it ended at this node, without anything beside the way there. Raises BAD_RECORD."""
        if not 0 <= index < len(self.nodes):
            raise GameError(ErrorCode.BAD_RECORD, "record.no_such_node")
        path = []
        while index >= 0:
            path.append(self.nodes[index])
            index = path[-1].parent
        nodes = tuple(replace(node, parent=place - 1) for place, node in enumerate(reversed(path)))
        return replace(self, nodes=nodes, result=None)

    def main_actions(self) -> list[Action]:
        """The actions of the main line."""
        return [action for index in self.line() if (action := self.nodes[index].action) is not None]

    def end(self) -> Outline:
        """Where the main line leads. Raises BadRecord as `replay` does. Worked out once."""
        if self._end is None:
            self.with_end(self._last_state())
        assert self._end is not None
        return self._end

    def with_end(self, state: GameState) -> Record:
        """This record, told where its main line leads by whoever has just played it through."""
        object.__setattr__(self, "_end", Outline.of(state))  # a thing known of the same value, not another value
        return self

    def with_states(self, states: Sequence[GameState]) -> Record:
        """This record of one line, told the state at every node by whoever has played it.

        It is shown and written by these states, whatever today's rules would make of its actions.
        """
        assert self.is_one_line, "states are known of a line, not of a tree"
        assert len(states) == len(self.nodes), "one state a node"
        object.__setattr__(self, "_states", tuple(states))
        return self.with_end(states[-1])

    def _last_state(self) -> GameState:
        line = [self.nodes[index] for index in self.line()]
        if not any(node.setup for node in line):
            actions = [node.action for node in line if node.action is not None]
            state, done = self.ruleset.apply_all(self.ruleset.initial(self.setup), actions)
            if done == len(actions):
                return state
        return self.replay().game.state

    def latest_stretch(self) -> tuple[Setup | None, list[Action]]:
        """What leads to the end of the main line: the latest position put on the board, and the actions since."""
        setup, actions = self.setup, list[Action]()
        for index in self.line():
            node = self.nodes[index]
            if node.setup is not None:
                setup, actions = node.setup, []
            if node.action is not None:
                actions.append(node.action)
        return setup, actions

    def replay(self, *, strict: bool = True) -> Replay:
        """Play the main line through; the only way a record becomes a game.

        Raises BadRecord naming the first action that the rules refuse. With `strict=False` the legal
        moves before it are kept and the replay says where it stopped.
        """
        if self._states is not None:
            return Replay(self._known_game(self._states), self.result)
        game = Game(self.ruleset, self.setup)
        state = game.state
        steps: list[Step] = []
        stopped: BadRecord | None = None
        number = 0
        for index in self.line():
            node = self.nodes[index]
            number += self.ruleset.is_numbered(node.action)
            try:
                if node.setup is not None:
                    game, steps = Game(self.ruleset, node.setup), []
                    state = game.state
                if node.action is not None:
                    state = self.ruleset.apply(state, node.action)
                    steps.append(Step(node.action, state))
            except GameError as reason:
                stopped = BadRecord(self._number(node, number), reason)
                if strict:
                    raise stopped from reason
                break
        game.timeline = game.timeline.extended(steps)
        return Replay(game, self.result, stopped)

    def _known_game(self, states: Sequence[GameState]) -> Game:
        actions = (node.action for node in self.nodes[1:])
        steps = [Step(action, state) for action, state in zip(actions, states[1:], strict=True) if action is not None]
        timeline = Timeline(self.ruleset, self.setup, states[0], states[0])
        return Game.at(timeline.extended(steps))

    def legal_part(self) -> tuple[Record, BadRecord | None]:
        """This record without what the rules refuse, and the first refusal on its main line, if any.

        Variations beside a refused main move go with it, so that none of them becomes the game. Raises
        BadRecord when not even the beginning can stand.
        """
        if self._states is not None:
            return self, None
        states = self.states()
        line = self.line()
        refused = next((state for index in line if isinstance(state := states[index], BadRecord)), None)
        last_legal = next((i for i in reversed(line) if not isinstance(states[i], BadRecord)), None)
        if last_legal is None:
            assert refused is not None
            raise refused
        kept = {-1: -1}
        nodes: list[Node] = []
        for index, node in enumerate(self.nodes):
            replaces_main = refused is not None and node.parent == last_legal
            if node.parent in kept and not isinstance(states[index], BadRecord) and not replaces_main:
                kept[index] = len(nodes)
                nodes.append(replace(node, parent=kept[node.parent]))
        return replace(self, nodes=tuple(nodes)), refused

    def states(self) -> list[GameState | BadRecord]:
        """For every node the state it shows, or why there is none: the tree played through once.

        What follows a refused action is refused with it.
        """
        if self._states is not None:
            return list(self._states)
        found: list[GameState | BadRecord] = []
        depth: list[int] = []
        for node in self.nodes:
            before = found[node.parent] if node.parent >= 0 else None
            number = (depth[node.parent] if node.parent >= 0 else 0) + self.ruleset.is_numbered(node.action)
            depth.append(number)
            found.append(before if isinstance(before, BadRecord) else self.state_of(node, before, number))
        return found

    def state_of(self, node: Node, before: GameState | None, number: int) -> GameState | BadRecord:
        """What a node shows that follows the state `before`, None for the root, or why it is refused.

        `number` is that of its move.
        """
        try:
            if before is None or node.setup is not None:
                before = self.ruleset.initial(node.setup or self.setup)
            return before if node.action is None else self.ruleset.apply(before, node.action)
        except GameError as reason:
            return BadRecord(self._number(node, number), reason)

    def _number(self, node: Node, number: int) -> int:
        """The number of a node's move: a move without one stands where the next would."""
        return max(number if node.action is None or self.ruleset.is_numbered(node.action) else number + 1, 1)
