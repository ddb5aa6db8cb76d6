"""The tree of a record in a save file: the main line as one list, variations as a flat list behind it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

from tengen.core import ACTION_NAMES, MarkDead, Node, Place, Record, Ruleset, UnmarkDead
from tengen.formats.format import ReadLimits
from tengen.formats.json_fields import Field
from tengen.formats.values import Json, read_annotations, read_node, write_node

_MARKINGS: Final = (ACTION_NAMES[MarkDead], ACTION_NAMES[UnmarkDead])
_MARKING_COST: Final = 20


def write_tree(record: Record) -> tuple[list[Json], list[Json]]:
    """The nodes of the main line, and the variations."""
    lines = _lines(record)
    in_file = [index for line in lines for index in line]
    numbers = {index: number for number, index in enumerate(in_file)}
    variations: list[Json] = [
        {
            "after": numbers[record.nodes[line[0]].parent],
            "moves": [write_node(record.nodes[index]) for index in line],
        }
        for line in lines[1:]
    ]
    return [write_node(record.nodes[index]) for index in lines[0][1:]], variations


def in_file_order(record: Record) -> Record:
    """The same record with its nodes in the order of the file, which is how they are counted there."""
    if record.is_one_line:
        return record
    in_file = [index for line in _lines(record) for index in line]
    numbers = {-1: -1} | {index: number for number, index in enumerate(in_file)}
    nodes = (record.nodes[index] for index in in_file)
    return replace(record, nodes=tuple(replace(node, parent=numbers[node.parent]) for node in nodes))


def _lines(record: Record) -> list[list[int]]:
    """The tree as lines of node indices: the main line from the root, then each variation to its end.

    A variation begins with a node that is not its parent's first child. It comes after its parent's line, and
    after the variations before it under the same parent.
    """
    if record.is_one_line:
        return [record.line()]
    children = record.children()

    def line_from(index: int) -> list[int]:
        line = [index]
        while children[line[-1]]:
            line.append(children[line[-1]][0])
        return line

    lines = [line_from(0)]
    for line in lines:  # grows as it goes
        lines.extend(line_from(other) for index in line for other in children[index][1:])
    return lines


def read_nodes(file: Field, ruleset: Ruleset, limits: ReadLimits) -> tuple[Node, ...]:
    """All nodes of a save file in its order: the beginning, the main line, the variations. Raises TOO_LARGE."""
    size = ruleset.size
    lines = _plain_lines(file)
    limits.check_nodes(sum(1 + len(line) for line in lines))
    limits.check_nodes(sum(map(_cost, chain.from_iterable(lines))))
    limits.check_actions(ruleset, _count_actions(lines[0]))
    root = file["aux"].get("root")
    nodes = [read_annotations(root, -1, None, size) if root else Node()]
    for move in file["move_history"].items():
        nodes.append(read_node(move, len(nodes) - 1, size))
    end = len(nodes) - 1
    variations = file.get("variations")
    for variation in variations.items() if variations and not variations.is_null else ():
        after, moves = variation["after"], variation["moves"]
        parent = after.whole(0, len(nodes) - 1)
        if parent == end:  # it would continue the main line
            raise after.refused()
        for move in moves.items():
            nodes.append(_on_board(read_node(move, parent, size), move, size))
            parent = len(nodes) - 1
    return tuple(nodes)


def _plain_lines(file: Field) -> list[list[object]]:
    """The main line and the variations as they stand in the file, as far as they are lists."""
    variations = file.get("variations")
    listed = variations.value if variations else None
    found = [file["move_history"].value]
    found += [line.get("moves") if isinstance(line, dict) else None for line in _plain_list(listed)]
    return [_plain_list(line) for line in found]


def _plain_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _cost(node: object) -> int:
    """How many moves a node is worth: the state after a marking has all dead stones of the board."""
    return _MARKING_COST if isinstance(node, dict) and node.get("action") in _MARKINGS else 1


def _count_actions(line: list[object]) -> int:
    """How many of these nodes have an action, since the latest set-up."""
    count = 0
    for node in line:
        if isinstance(node, dict):
            count = (0 if "setup" in node else count) + (node.get("action", "") is not None)
    return count


def _on_board(node: Node, field: Field, size: int) -> Node:
    """The node of a variation, which nobody replays here: its stone must at least lie on the board."""
    match node.action:
        case Place(point=point) if not (0 <= point.x < size and 0 <= point.y < size):
            raise field.refused()
    return node
