"""Saves of the programs that Tengen grew from, turned into version 1 of the save file. Plays nothing.

They have no `format` and no `version`:

    game_type        the game's name in any case, or a name in Chinese
    board_size       the length of a side; without it that of `board`
    board            rows from the top; a cell is 0, 1 or 2, or null or a colour's name
    current_player   a colour
    move_history     a list of moves
    captured_counts  {"black", "white"}: stones taken by that side
    aux              "consecutive_passes" and "komi", where there are any

A colour is a name in any case, also `B` and `W`, or a cell's number. A move has a `player`, or is the other side's
in turn, and is one of {x, y}, {row, col}, {pass: true} and {resign: true}; a `pos` may hold the pair. Null and false
are the same as nothing. A board without moves is a position to begin from. The very first saves were that and
called things `type` ("GoGame") and `current`.

What is not understood is refused with its place where the game depends on it; else it is left out and a notice
names it.
"""

from __future__ import annotations

from typing import Final

from tengen.core import BLACK, COLORS, EMPTY, WHITE, Color, Ruleset, find_kind
from tengen.formats.format import Notice
from tengen.formats.json_fields import MOST, Field
from tengen.formats.values import Json

_RULES: Final[dict[str, Json]] = {"go": {"preset": "classroom", "komi": 7.5}}
"""Surrounded points, prisoners and the usual komi, which could be changed. The other games have one rule each."""

_COLORS: Final = {
    **dict.fromkeys(("black", "b", "1", "黑", "黑方", "playercolor.black"), BLACK),
    **dict.fromkeys(("white", "w", "2", "白", "白方", "playercolor.white"), WHITE),
}
_FORMS: Final = (("x", "y"), ("col", "row"))
_PASSES: Final = ("consecutive_passes", "consecutive_pass", "pass_count", "passes")
_UNDERSTOOD: Final = frozenset(
    ("game_type", "board_size", "size", "board", "current_player", "move_history", "captured_counts", "aux", "komi")
)
_FIRST_NAMES: Final = {"type": "game_type", "current": "current_player"}
_MOST_NAMED: Final = 8


def looks_like_version_0(value: object) -> bool:
    """Whether a JSON value is such a save, right or wrong."""
    if not isinstance(value, dict) or {"format", "version"} & value.keys():
        return False
    names = _renamed(value).keys()
    return "game_type" in names and bool({"move_history", "board"} & names)


def from_version_0(old: Json, notices: list[Notice]) -> Json:
    """The save as version 1, with those of its checks that the old one has. Raises BAD_RECORD or NO_SUCH_KIND."""
    file = Field("", _renamed(old))
    rules = find_kind(file["game_type"].text().strip().removesuffix("Game")).rules
    size = _size(file)
    aux = file.get("aux")
    aux = None if aux is None or aux.is_null else aux
    board = _board(file, size)
    history = _given(file, "move_history")
    moves = _moves(history) if history else []
    _name_the_rest(file, aux, notices)
    new: Json = {
        "game_type": rules.KIND,
        "board_size": size,
        "rules": _rules(rules, file, aux),
        "players": {color.word: {"name": "", "rank": "", "player": "human"} for color in COLORS},
        "move_history": moves,
        "aux": _aux(aux),
        "created": "",
    }
    turn, counts = _given(file, "current_player"), _counts(file)
    if turn:
        new["current_player"] = _color(turn).word
    if counts:
        new["captured_counts"] = counts
    if board is not None:
        new["board"] = board
        if not moves and board != _first_board(rules, size):
            new["setup"] = {
                "board": board,
                "current_player": new.get("current_player", BLACK.word),
                "captured": counts or {"black": 0, "white": 0},
            }
            notices.append(Notice("record.position_only"))
    return new


def _renamed(old: Json) -> Json:
    return old if "game_type" in old else {_FIRST_NAMES.get(name, name): part for name, part in old.items()}


def _given(field: Field, name: str) -> Field | None:
    """A part that is there and is not null."""
    part = field.get(name)
    return None if part is None or part.is_null else part


def _size(file: Field) -> int:
    given = _given(file, "board_size") or _given(file, "size")
    return given.whole() if given else len(file["board"].items())


def _first_board(rules: type[Ruleset], size: int) -> object:
    if size not in rules.SIZES:  # whoever reads the rules refuses it
        return None
    board = rules.parse(size).initial().position.board
    return [list(board.cells[row * size : (row + 1) * size]) for row in range(size)]


# --- rules, colours, boards ------------------------------------------------------------------


def _rules(rules: type[Ruleset], file: Field, aux: Field | None) -> Json:
    given = dict(_RULES.get(rules.KIND, {}))
    komi = _given(file, "komi") or (_given(aux, "komi") if aux else None)
    if "komi" in given and komi:
        given["komi"] = komi.number()
    return given


def _color(field: Field) -> Color:
    value = field.value
    is_word = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    color = _COLORS.get(str(value).strip().lower()) if is_word else None
    if color is None:
        raise field.refused()
    return color


def _board(file: Field, size: int) -> list[list[int]] | None:
    """The cells, or None where the save has no board."""
    board = _given(file, "board")
    if board is None:
        return None
    rows = [[_cell(cell) for cell in row.items()] for row in board.items()]
    if len(rows) != size or any(len(row) != size for row in rows):
        raise board.refused()
    return rows


def _cell(field: Field) -> int:
    is_empty = field.value is None or field.value in (".", "", "empty", "EMPTY")
    if is_empty or (field.value == EMPTY and not isinstance(field.value, bool)):
        return EMPTY
    return int(_color(field))


def _counts(file: Field) -> Json | None:
    counts = _given(file, "captured_counts")
    if counts is None:
        return None
    told: dict[Color, int] = {}
    for name, count in counts.parts():
        color = _color(Field(counts.place, name))
        if color in told:
            raise counts.refused()
        told[color] = count.whole()
    return {color.word: told.get(color, 0) for color in COLORS}


def _aux(aux: Field | None) -> Json:
    passes = next((passes for name in _PASSES if aux and (passes := _given(aux, name))), None)
    return {"consecutive_passes": passes.whole()} if passes else {}


# --- moves -----------------------------------------------------------------------------------


def _moves(history: Field) -> list[Json]:
    moves: list[Json] = []
    turn = BLACK
    for field in history.items():
        player = _given(field, "player")
        turn = _color(player) if player else turn
        moves.append({"player": turn.word, **_deed(field)})
        turn = turn.other
    return moves


def _deed(field: Field) -> Json:
    """What was done: a pass, a resignation, or a stone."""
    does_pass, does_resign = _is_set(field, "pass"), _is_set(field, "resign")
    point = _point(field)
    if does_pass + does_resign + (point is not None) != 1:
        raise field.refused()
    if does_pass:
        return {"pass": True}
    return {"action": "resign"} if does_resign else {**(point or {})}


def _is_set(field: Field, name: str) -> bool:
    given = _given(field, name)
    if given is None:
        return False
    if not isinstance(given.value, bool):
        raise given.refused()
    return given.value


def _point(field: Field) -> Json | None:
    """The place of a stone, in whichever way it is told; None where none is."""
    pair = _given(field, "pos") or _given(field, "position")
    if pair and isinstance(pair.value, list):
        row, column = pair.pair()
        return {"x": column.whole(-MOST), "y": row.whole(-MOST)}
    where = pair or field
    told = [form for form in _FORMS if any(_given(where, name) for name in form)]
    if len(told) > 1:
        raise where.refused()
    return {axis: where[name].whole(-MOST) for form in told for axis, name in zip("xy", form, strict=True)} or None


def _name_the_rest(file: Field, aux: Field | None, notices: list[Notice]) -> None:
    unknown = [name for name, part in file.parts() if name not in _UNDERSTOOD and not part.is_null]
    if aux:
        unknown += [f"aux.{name}" for name, part in aux.parts() if name not in (*_PASSES, "komi") and not part.is_null]
    if unknown:
        names = ", ".join(name[:40] for name in unknown[:_MOST_NAMED])
        more = ", …" if len(unknown) > _MOST_NAMED else ""
        notices.append(Notice("record.left_out", {"fields": names + more}))
