"""The values of the core as plain JSON, in both directions: checked fields in, plain values out.

One form for save files and for the event log of a match.
"""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TypeAlias, TypeVar

from tengen.core import (
    ACTION_NAMES,
    COLORS,
    Action,
    Agree,
    Board,
    Choose,
    ClockKind,
    Color,
    ErrorCode,
    GameError,
    Mark,
    MarkDead,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Resume,
    Score,
    Setup,
    TimeControl,
    UnmarkDead,
    find_reason,
)
from tengen.core.errors import shown
from tengen.formats.json_fields import MOST, Field

Json: TypeAlias = dict[str, object]
_Member = TypeVar("_Member", bound=StrEnum)

_BARE = {ACTION_NAMES[action]: action for action in (Resign, Agree, Resume)}
_POINTED = {ACTION_NAMES[action]: action for action in (MarkDead, UnmarkDead)}
_WORDS = {color: color.word for color in COLORS}
_DRAW = "draw"


def read_color(field: Field) -> Color:
    """A side by its word."""
    word = field.text()
    for color in COLORS:
        if color.word == word:
            return color
    raise field.refused()


def _read_member(field: Field, members: type[_Member]) -> _Member:
    try:
        return members(field.text())
    except ValueError:
        raise field.refused() from None


# --- boards and set-ups ----------------------------------------------------------------------


def write_board(board: Board) -> list[list[int]]:
    """The cells, row by row from the top."""
    width = board.columns
    return [list(board.cells[start : start + width]) for start in range(0, width * board.rows, width)]


def read_board(field: Field, size: int) -> Board:
    """A square board of this size."""
    rows = field.items()
    cells = [cell.whole(0, max(COLORS)) for row in rows for cell in row.items()]
    if len(rows) != size or any(len(row.items()) != size for row in rows):
        raise field.refused()
    return Board(size, size, bytes(cells))


def write_counts(prisoners: Prisoners) -> Json:
    """The stones each side has taken."""
    return {"black": prisoners.black, "white": prisoners.white}


def read_counts(field: Field) -> Prisoners:
    """The stones each side has taken."""
    return Prisoners(field["black"].whole(), field["white"].whole())


def write_setup(setup: Setup) -> Json:
    """A position to begin from."""
    return {
        "board": write_board(setup.board),
        "current_player": setup.to_move.word,
        "captured": write_counts(setup.prisoners),
    }


def read_setup(field: Field, size: int) -> Setup:
    """A position to begin from, on a board of this size."""
    board = read_board(field["board"], size)
    return Setup(board, read_color(field["current_player"]), read_counts(field["captured"]))


# --- players, clocks, results ----------------------------------------------------------------


def write_participant(participant: Participant) -> Json:
    """One side's player, whoever owned the seat: only who signs a file writes that."""
    written: Json = {"name": participant.name, "rank": participant.rank, "player": participant.player}
    return {**written, "team": participant.team} if participant.team else written


def read_participant(field: Field) -> Participant:
    """One side's player, with the account that is said to be its."""
    team, account = field.get("team"), field.get("account")
    return Participant(
        field["name"].text(),
        field["rank"].text(),
        field["player"].text(),
        team.text() if team else "",
        account.text() if account else "",
    )


def write_control(control: TimeControl) -> Json:
    """A time control; what it does not use is left out."""
    return {name: value for name, value in asdict(control).items() if value}


def read_control(field: Field) -> TimeControl:
    """A time control. Raises BAD_RULES for times that are not possible."""
    kind = _read_member(field["kind"], ClockKind)
    names = ("main_ms", "increment_ms", "period_ms", "periods", "stones")
    given = {name: part.whole() for name in names if (part := field.get(name))}
    return TimeControl(kind, **given)


def write_outcome(outcome: Outcome) -> Json:
    """How a game ended."""
    winner = outcome.winner.word if outcome.winner else None if outcome.no_result else _DRAW
    written: Json = {"winner": winner, "reason": str(outcome.reason)}
    if outcome.margin is not None:
        written["margin"] = outcome.margin
    if outcome.score is not None:
        written["score"] = {"black": outcome.score.black, "white": outcome.score.white}
    return written


def read_outcome(field: Field, kind: str | None = None) -> Outcome:
    """How a game of this kind ended; of any, where it is not known. Raises BAD_RECORD for a reason it cannot have."""
    winner = field["winner"]
    is_draw = winner.value == _DRAW
    margin, score = field.get("margin"), field.get("score")
    return Outcome(
        None if winner.is_null or is_draw else read_color(winner),
        _read_reason(field["reason"], kind),
        margin.number() if margin else None,
        Score(score["black"].number(), score["white"].number()) if score else None,
        no_result=winner.is_null,
    )


def _read_reason(field: Field, kind: str | None) -> Reason:
    reason = find_reason(field.text(), kind)
    if reason is None:
        raise GameError(ErrorCode.BAD_RECORD, "record.unknown_reason", field=field.place, reason=shown(field.text()))
    return reason


# --- nodes -----------------------------------------------------------------------------------


def write_node(node: Node) -> Json:
    """A node with its action and its annotations."""
    written = _write_action(node.action)
    if node.ms is None and not (node.comment or node.marks or node.properties or node.setup):
        return written
    written.update(write_annotations(node))
    return written


def read_node(field: Field, parent: int, size: int) -> Node:
    """A node under `parent`. Its stone may lie anywhere: the rules have the word on that."""
    return read_annotations(field, parent, _read_action(field, size), size)


def _write_action(action: Action | None) -> Json:
    if action is None:
        return {"action": None}
    if isinstance(action, Place):
        x, y = action.point
        return {"player": _WORDS[action.player], "x": x, "y": y}
    written: Json = {"player": _WORDS[action.player]}
    if isinstance(action, Pass):
        return {**written, "pass": True}
    written["action"] = ACTION_NAMES[type(action)]
    match action:
        case Choose(choice=choice):
            written["choice"] = choice
        case MarkDead(points=points) | UnmarkDead(points=points):
            written["points"] = [list(point) for point in points]
    return written


def _read_action(field: Field, size: int) -> Action | None:
    forms = [form for form in ("x", "pass", "action") if form in field]
    if len(forms) > 1:
        raise field.refused()
    name = field.get("action")
    if name and name.is_null:
        return None
    player = read_color(field["player"])
    if name:
        return _read_named_action(field, name, player, size)
    passing = field.get("pass")
    if passing:
        if passing.value is not True:
            raise passing.refused()
        return Pass(player)
    return Place(player, Point(field["x"].whole(-MOST), field["y"].whole(-MOST)))


def _read_named_action(field: Field, name: Field, player: Color, size: int) -> Action:
    word = name.text()
    if word in _BARE:
        return _BARE[word](player)
    if word in _POINTED:
        return _POINTED[word](player, _read_points(field["points"], size))
    if word == ACTION_NAMES[Choose]:
        return Choose(player, field["choice"].text())
    raise name.refused()


def write_annotations(node: Node) -> Json:
    """What a node carries besides its action, as far as there is anything."""
    written: Json = {}
    if node.ms is not None:
        written["ms"] = node.ms
    if node.comment:
        written["comment"] = node.comment
    if node.marks:
        written["marks"] = [_write_mark(mark) for mark in node.marks]
    if node.properties:
        written["properties"] = [[name, list(values)] for name, values in node.properties]
    if node.setup is not None:
        written["setup"] = write_setup(node.setup)
    return written


def read_annotations(field: Field, parent: int, action: Action | None, size: int) -> Node:
    """A node with this action and the annotations of the field."""
    ms, comment, setup = field.get("ms"), field.get("comment"), field.get("setup")
    marks, properties = field.get("marks"), field.get("properties")
    return Node(
        parent,
        action,
        ms.whole() if ms else None,
        comment.text() if comment else "",
        tuple(_read_mark(mark, size) for mark in marks.items()) if marks else (),
        tuple(_read_property(pair) for pair in properties.items()) if properties else (),
        read_setup(setup, size) if setup else None,
    )


def _write_mark(mark: Mark) -> Json:
    written: Json = {"kind": mark.kind, "points": [list(point) for point in mark.points]}
    return {**written, "text": mark.text} if mark.text else written


def _read_mark(field: Field, size: int) -> Mark:
    text = field.get("text")
    return Mark(field["kind"].text(), _read_points(field["points"], size), text.text() if text else "")


def _read_points(field: Field, size: int) -> tuple[Point, ...]:
    pairs = [point.pair() for point in field.items()]
    return tuple(Point(x.whole(0, size - 1), y.whole(0, size - 1)) for x, y in pairs)


def _read_property(field: Field) -> tuple[str, tuple[str, ...]]:
    name, values = field.pair()
    return name.text(), tuple(value.text() for value in values.items())
