"""From records to the bytes of an SGF file: the tree, its moves and set-ups, and what people wrote on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tengen.core import (
    AGREE,
    BLACK,
    WHITE,
    Agree,
    Choose,
    Color,
    ErrorCode,
    GameError,
    GameState,
    Mark,
    MarkDead,
    Node,
    Pass,
    Place,
    Prisoners,
    Reason,
    Record,
    Resign,
    Resume,
    Setup,
    UnmarkDead,
    find_kind,
    text,
)
from tengen.core.record import ROOT, BadRecord
from tengen.formats.format import Notice, Writing
from tengen.formats.sgf.games import traits_of
from tengen.formats.sgf.grammar import RawNode
from tengen.formats.sgf.heading import Heading, stone_values
from tengen.formats.sgf.marks import BLACK_TERRITORY, MARKS, WHITE_TERRITORY, write_marks
from tengen.formats.sgf.points import letters
from tengen.formats.sgf.properties import OURS, READ_FROM_ROOT, SETUP, TOLD
from tengen.formats.sgf.rules import has_choices
from tengen.formats.sgf.text import escape, is_well_formed
from tengen.formats.sgf.times import territory, time_values

_WIDTH: Final = 78
_NEVER_FOREIGN: Final = frozenset({"B", "W", "C", OURS, *SETUP})
"""Properties that a node's own fields tell; among the foreign ones they would contradict it."""
_NEVER_IN_ROOT: Final = _NEVER_FOREIGN | READ_FROM_ROOT


def write_file(records: Sequence[Record]) -> Writing:
    """The records as one collection. See `Format.write`."""
    notices: dict[str, Notice] = {}
    games = []
    for record in records:
        writer = _GameWriter(record)
        games.append(writer.written())
        for notice in writer.notices:
            notices.setdefault(notice.key, notice)
    whole = "".join(game + "\n" for game in games)
    try:
        data = whole.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair
        notices["sgf.write.text"] = Notice("sgf.write.text")
        data = whole.encode("utf-8", "replace")
    return Writing(data, tuple(notices.values()))


class _GameWriter:
    """One record on its way into text."""

    def __init__(self, record: Record) -> None:
        if find_kind(record.ruleset.KIND).sgf is None:
            raise GameError(ErrorCode.BAD_RECORD, "sgf.write.no_game", game=record.ruleset.KIND)
        self.notices: list[Notice] = []
        self._record = record
        self._size = record.ruleset.size
        self._children = record.children()
        self._line = record.line()
        self._has_choices = has_choices(record.ruleset)
        self._states = record.states() if self._needs_states() else None
        self._times = time_values(record, self._line)
        self._territory = self._agreed_territory()
        self._last = self._last_written()
        moved = [index for index in self._line if self._is_move(index)]
        colors = "".join("B" if self._stone_color(index) is BLACK else "W" for index in moved[:20])
        self._heading = Heading(record, self._children, colors)

    def _needs_states(self) -> bool:
        """Whether the text depends on positions: differences of set-ups, colours of an opening, agreed territory."""
        told_by_position = (MarkDead, UnmarkDead, Agree, Resume)
        return self._has_choices or any(
            (index and node.setup is not None) or isinstance(node.action, told_by_position)
            for index, node in enumerate(self._record.nodes)
        )

    def _state(self, index: int) -> GameState | None:
        """The state before a node, where it is known."""
        parent = self._record.nodes[index].parent
        state = self._states[parent] if self._states and parent >= 0 else None
        return None if isinstance(state, BadRecord) else state

    # --- the tree ----------------------------------------------------------------------------

    def written(self) -> str:
        """The game as text."""
        pieces: list[str] = ["("]
        stack: list[int | str] = [")", ROOT]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                pieces.append(item)
                continue
            pieces.extend(self._pieces(item))
            children = self._children[item]
            if len(children) == 1:
                stack.append(children[0])
            else:
                for child in reversed(children):
                    stack.extend((")", child, "("))
        return _folded(pieces)

    def _pieces(self, index: int) -> Iterable[str]:
        """The nodes of the file for one of the record: usually one, none where there is nothing to say."""
        node = self._record.nodes[index]
        written = self._move_nodes(index, node)
        notes: RawNode = {}
        if comment := self._comment(node):
            notes["C"] = [escape(comment)]
        marks = [*node.marks, *(self._territory if index == self._last else ())]
        shapes, lost = write_marks(marks, self._size)
        if lost:
            self._notice("sgf.write.marks", count=lost)
        notes |= shapes
        self._add_foreign(notes, index, node)
        if index == ROOT:
            heading = self._heading.properties()
            return _joined([heading, written[0] | notes] if written else [heading | notes])
        if self._is_skipped(index, written, notes):
            return ()
        times = self._times.get(index, {})
        facts = written[-1].pop(OURS, []) if written else []
        if node.ms is not None and (node.action is None or self._is_move(index)):
            facts = [*facts, f"ms:{node.ms}"]
        last = (written[-1] if written else {}) | times | notes | ({OURS: facts} if facts else {})
        return _joined([*written[:-1], last])

    def _is_skipped(self, index: int, written: list[RawNode], notes: RawNode) -> bool:
        """Whether a node has nothing to tell and nothing hangs on its being there."""
        if index in self._heading.placed:
            return True
        if written or notes or self._record.nodes[index].action is None:
            return False
        children = len(self._children[index])
        siblings = len(self._children[self._record.nodes[index].parent]) - 1
        return children == 1 or (children == 0 and siblings == 0)

    def _last_written(self) -> int:
        """The node of the main line that a reader sees last."""
        for index in reversed(self._line):
            node = self._record.nodes[index]
            if node.action is None or self._is_move(index) or node.comment or node.marks or node.properties:
                return index
        return ROOT

    # --- moves and set-ups -------------------------------------------------------------------

    def _is_move(self, index: int) -> bool:
        return isinstance(self._record.nodes[index].action, Place | Pass)

    def _stone_color(self, index: int) -> Color:
        """The colour of a move: the player's, but in an opening where one player places both colours."""
        action = self._record.nodes[index].action
        assert action is not None
        state = self._state(index) if self._has_choices else None
        return state.position.to_move if state and isinstance(action, Place) else action.player

    def _move_nodes(self, index: int, node: Node) -> list[RawNode]:
        """The set-up and the move of a node, which SGF wants in two; a turn that only changes needs no set-up."""
        found: list[RawNode] = []
        if node.setup is not None and index != ROOT and not self._only_turns(index, node, node.setup):
            found.append(self._setup_properties(index, node.setup))
        if self._is_move(index):
            found.append(self._move_properties(index, node))
        else:
            self._lost_action(index, node)
        return found

    def _move_properties(self, index: int, node: Node) -> RawNode:
        name = "B" if self._stone_color(index) is BLACK else "W"
        if not isinstance(node.action, Place):
            return {name: [""]}
        x, y = node.action.point
        if not (0 <= x < self._size and 0 <= y < self._size):
            raise GameError(ErrorCode.BAD_RECORD, "sgf.write.off_board", x=x + 1, y=y + 1)
        return {name: [letters(node.action.point)]}

    def _only_turns(self, index: int, node: Node, setup: Setup) -> bool:
        """Whether a reader takes the move alone for this set-up with this move."""
        state = self._state(index)
        if state is None or node.action is None or not self._is_move(index) or state.is_over or state.phase == AGREE:
            return False
        position = state.position
        is_forced_pass = traits_of(self._record.ruleset.KIND).leaves_out_passes and position.can_pass()
        return (
            (setup.board, setup.prisoners) == (position.board, position.prisoners)
            and setup.to_move is node.action.player
            and setup.to_move is not position.to_move
            and not is_forced_pass
        )

    def _setup_properties(self, index: int, setup: Setup) -> RawNode:
        state = self._state(index)
        before = state.position.board if state else None
        found = stone_values(setup.board, before)
        found["PL"] = ["B" if setup.to_move is BLACK else "W"]
        if setup.prisoners != (state.position.prisoners if state else Prisoners()):
            found[OURS] = [f"prisoners:{setup.prisoners.black} {setup.prisoners.white}"]
        return found

    def _lost_action(self, index: int, node: Node) -> None:
        """Say what an action becomes that SGF has no move for."""
        match node.action:
            case Choose():
                self._notice("sgf.write.choices")
            case MarkDead() | UnmarkDead() | Agree():
                self._notice("sgf.write.agreement")
            case Resume() if not any(self._is_move(child) for child in self._children[index]):
                self._notice("sgf.write.agreement")
            case Resign(player=player):
                result = self._record.result
                is_told = result is not None and (result.winner, result.reason) == (player.other, Reason.RESIGN)
                if not is_told or index != self._line[-1]:
                    self._notice("sgf.write.resign")

    def _agreed_territory(self) -> tuple[Mark, ...]:
        """What both sides surround when the dead stones were agreed on, for the end of the main line."""
        end = self._states[self._line[-1]] if self._states else None
        if end is None or isinstance(end, BadRecord) or end.phase != AGREE or not (end.dead or end.agreed):
            return ()
        kinds = {mark.kind for mark in self._record.nodes[self._line[-1]].marks}
        if kinds & {BLACK_TERRITORY, WHITE_TERRITORY}:
            return ()
        owned = territory(end.position.board, end.dead)
        return Mark(BLACK_TERRITORY, tuple(owned[BLACK])), Mark(WHITE_TERRITORY, tuple(owned[WHITE]))

    # --- what people wrote -------------------------------------------------------------------

    def _comment(self, node: Node) -> str:
        if not isinstance(node.action, Choose):
            return node.comment
        key = f"{self._record.ruleset.KIND}.choice.{node.action.choice}"
        try:
            choice = text("en", key)
        except KeyError:
            choice = node.action.choice
        said = f"{text('en', f'color.{node.action.player.word}')}: {choice}"
        return f"{said}\n{node.comment}" if node.comment else said

    def _add_foreign(self, notes: RawNode, index: int, node: Node) -> None:
        refused = _NEVER_IN_ROOT if index == ROOT else _NEVER_FOREIGN
        for name, values in node.properties:
            if index == ROOT and name in TOLD:
                continue  # the heading has looked at these
            is_name = name.isascii() and name.isalnum() and name.isupper() and name[0].isalpha()
            if not is_name or name in refused or (name in notes and name not in MARKS):
                self._notice("sgf.write.property", property=name[:20])
                continue
            texts = [value if is_well_formed(value) else escape(value) for value in values] or [""]
            notes.setdefault(name, []).extend(texts)

    def _notice(self, key: str, **values: str | int) -> None:
        self.notices.append(Notice(key, dict(values)))


def _joined(nodes: Sequence[RawNode]) -> list[str]:
    """Nodes as text."""
    return [
        ";" + "".join(name + "".join(f"[{value}]" for value in values) for name, values in node.items())
        for node in nodes
    ]


def _folded(pieces: Iterable[str]) -> str:
    """The pieces in lines that are not too long to look at; nothing is folded inside a node."""
    parts: list[str] = []
    width = 0
    for piece in pieces:
        if width and width + len(piece) > _WIDTH and piece != ")" and parts[-1] != "(":
            parts.append("\n")
            width = 0
        parts.append(piece)
        _, line_break, tail = piece.rpartition("\n")
        width = len(tail) if line_break else width + len(piece)
    return "".join(parts)
