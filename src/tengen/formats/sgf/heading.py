"""The root of a game as it is written: what the file is, the rules, the people, the beginning of the game."""

from __future__ import annotations

from collections.abc import Sequence

import tengen
from tengen.core import BLACK, WHITE, Board, Color, Participant, Place, Point, Prisoners, Record, Setup
from tengen.core.record import ROOT, RULES
from tengen.formats.sgf.games import traits_of
from tengen.formats.sgf.grammar import RawNode
from tengen.formats.sgf.places import Notes
from tengen.formats.sgf.points import PointLimit, written_list
from tengen.formats.sgf.properties import APPLICATION, INFO, OURS, TOLD
from tengen.formats.sgf.result import date_text, number_text
from tengen.formats.sgf.root import GameInfo, read_root, told_values
from tengen.formats.sgf.rules import option_text, presets_to_try, stated_by
from tengen.formats.sgf.start import Root, places_handicap_freely
from tengen.formats.sgf.text import escape, escape_line, escape_part, is_well_formed


class Heading:
    """The root's properties. `placed` are the nodes of a free handicap, whose stones stand in the root instead."""

    def __init__(self, record: Record, children: Sequence[Sequence[int]], colors: str) -> None:
        self._record = record
        self._ruleset = record.ruleset.without_choices()
        root = record.nodes[ROOT]
        self._setup = root.setup or record.setup
        self._handicap = self._placed_handicap(children)
        self.placed = frozenset(self._handicap)
        self._colors = colors[len(self._handicap) :]

    def properties(self) -> RawNode:
        """The root without comments, marks and foreign properties.

        The texts of rules, result and so on are those that the record has kept, as long as they still mean the same.
        """
        record = self._record
        form: RawNode = {
            "FF": ["4"],
            "GM": [str(traits_of(record.ruleset.KIND).number)],
            "CA": ["UTF-8"],
            "AP": [f"{APPLICATION}:{tengen.__version__}"],
            "SZ": [str(record.ruleset.size)],
        }
        told = told_values(record.ruleset, record.result, record.control, record.created)
        for name, what in stated_by(record.ruleset.KIND).items():
            if what in record.unstated:
                told.pop(name, None)
        others = self._people() | self._info() | self._stones()
        facts = self._facts(self._read(form | told | others))
        own = {OURS: facts} if facts else {}
        kept = {name: list(values) for name, values in record.nodes[ROOT].properties if name in TOLD}
        if kept and all(is_well_formed(value) for values in kept.values() for value in values):
            meant = self._read(form | told | others | own)
            for texts in (kept, *({name: values} for name, values in kept.items())):
                as_kept = form | told | texts | others | own
                if self._read(as_kept) == meant:
                    told |= texts
                    if texts is kept:
                        break
        return form | told | others | own

    def _read(self, raw: RawNode) -> GameInfo:
        """What a reader takes from such a root."""
        return read_root(Root(raw, self._colors, 0, Notes(), PointLimit(1_000_000)))

    def _people(self) -> RawNode:
        found: RawNode = {}
        for letter, person in (("B", self._record.black), ("W", self._record.white)):
            texts = {f"P{letter}": person.name, f"{letter}R": person.rank, f"{letter}T": person.team}
            found |= {name: [escape_line(text)] for name, text in texts.items() if text}
        return found

    def _info(self) -> RawNode:
        names = {key: name for name, key in INFO.items()}
        found: RawNode = {}
        for key, value in self._record.info:
            if value and key in names and names[key] not in found:
                found[names[key]] = [escape(value) if key == "game_comment" else escape_line(value)]
        return found

    # --- the beginning -----------------------------------------------------------------------

    def _placed_handicap(self, children: Sequence[Sequence[int]]) -> dict[int, Point]:
        """The stones of a free handicap, where they are the whole beginning and nobody wrote anything on them."""
        if self._setup or not places_handicap_freely(self._ruleset):
            return {}
        count = self._ruleset.handicap_stones
        found: dict[int, Point] = {}
        index = ROOT
        while len(found) < count:
            if len(children[index]) != 1:
                return {}
            index = children[index][0]
            node = self._record.nodes[index]
            is_bare = not (node.comment or node.marks or node.properties or node.setup or node.ms is not None)
            if not (isinstance(node.action, Place) and node.action.player is BLACK and is_bare):
                return {}
            found[index] = node.action.point
        is_on_board = all(point in Board.empty(self._ruleset.size) for point in found.values())
        return found if is_on_board and len(set(found.values())) == count else {}

    def _stones(self) -> RawNode:
        usual = self._ruleset.initial().position
        if self._setup is not None:
            return _setup_values(self._setup, usual.board)
        found: RawNode = {}
        to_move = usual.to_move
        if self._handicap:
            found["AB"] = written_list(self._handicap.values())
            to_move = WHITE
        else:
            found |= stone_values(usual.board, Board.empty(self._ruleset.size))
        begins_otherwise = bool(self._colors) and self._colors[0] != _letter(to_move)
        if begins_otherwise or (found and "HA" not in self._told_names()):
            found["PL"] = [_letter(to_move)]
        return found

    def _told_names(self) -> frozenset[str]:
        return frozenset(told_values(self._ruleset, None, None, ""))

    # --- what SGF has no word for ------------------------------------------------------------

    def _facts(self, told: GameInfo) -> list[str]:
        """Our own property: where a reader would take something else from the rest."""
        record = self._record
        follows = RULES in record.unstated and record.ruleset.preset in presets_to_try(record.ruleset.KIND)
        by_moves = record.ruleset.preset_options() if follows else frozenset()
        facts = [
            (f"rule.{name}", option_text(value))
            for name, value in self._ruleset.options().items()
            if name != "preset" and told.ruleset.options().get(name) != value and name not in by_moves
        ]
        if record.created != date_text(record.created):
            facts.append(("created", record.created))
        if record.result and told.result and told.result.reason != record.result.reason:
            facts.append(("reason", str(record.result.reason)))
        if record.result and record.result.score:
            facts.append(("score", " ".join(number_text(points) for points in record.result.score)))
        for name, person in (("black", record.black), ("white", record.white)):
            if person.player != Participant().player:
                facts.append((name, person.player))
        if self._setup and self._setup.prisoners != Prisoners():
            facts.append(("prisoners", f"{self._setup.prisoners.black} {self._setup.prisoners.white}"))
        remaining = list(told.info)
        for key, value in record.info:
            if (key, value) in remaining:
                remaining.remove((key, value))
            else:
                facts.append((f"info.{key}", value))
        return [f"{escape_part(name)}:{escape_part(value)}" for name, value in facts]


def _letter(color: Color) -> str:
    return "B" if color is BLACK else "W"


def _setup_values(setup: Setup, usual: Board) -> RawNode:
    """A set-up at the beginning, where the board is empty before; one that stays empty says so."""
    found = stone_values(setup.board, Board.empty(setup.board.columns, setup.board.rows))
    if not found and usual.cells.strip(b"\0"):
        found["AE"] = written_list(point for color in (BLACK, WHITE) for point in usual.stones(color))
    found["PL"] = [_letter(setup.to_move)]
    return found


def stone_values(board: Board, before: Board | None) -> RawNode:
    """AB, AW and AE that make the board before into this one; every point where that one is not known."""
    changed: dict[str, list[Point]] = {"AB": [], "AW": [], "AE": []}
    for index, cell in enumerate(board.cells):
        if before is None or before.cells[index] != cell:
            changed["AB" if cell == BLACK else "AW" if cell == WHITE else "AE"].append(board.point(index))
    return {name: written_list(points) for name, points in changed.items() if points}
