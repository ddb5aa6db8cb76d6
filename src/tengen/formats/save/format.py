"""The platform's own save file: a record as JSON text, and back. No files: callers read and write them.

The moves are the truth; `board`, `current_player`, `captured_counts` and the first two of `aux` are written
from the state they lead to, and a file in which they differ is refused. Version 1:

    format           "tengen-save"
    version          1
    game_type        the game's name
    board_size       the length of a side
    rules            every option with its value
    players          {"black": P, "white": P}; P is {"name", "rank", "player"}, "team" where there is one, and
                     "account" in a signed file where the seat was that of an account
    setup            where the game did not begin as usual: {"board", "current_player", "captured"}
    move_history     the main line: a list of nodes
    board            rows from the top: 0 empty, 1 black, 2 white
    current_player   the side to move on this board, also after the end
    captured_counts  {"black", "white"}: stones taken by that side
    aux              "consecutive_passes" and "phase"; where there are any, "root" (the annotations of the
                     beginning), "control" (the clock), "info" (a list of [name, text]) and "unstated"
                     (what of the rules nobody has told: "rules", "komi")
    variations       where there are any: [{"after": N, "moves": [node, ...]}, ...]
    result           null, or {"winner", "reason", "margin", "score"}, the last two where known; `winner` is
                     "black", "white", "draw", or null for a game without result
    created          the day or moment of the game, or an empty text
    signature        of a file that names accounts: see `signing`

A node is one of

    {"player", "x", "y"}                      a stone, counted from 0 at the top left
    {"player", "pass": true}
    {"player", "action", "points"|"choice"}   any other action; `points` is a list of [x, y]
    {"action": null}                          a node without an action, such as a mere comment

and may carry "ms" (thinking time) and annotations: "comment", "marks" (a list of {"kind", "points", "text"}),
"properties" (what another program wrote: a list of [name, [value, ...]]) and "setup" (another position put on
the board).

Nodes have numbers: 0 is the beginning, then come those of `move_history`, then those of the variations, in
the order of the file. A variation hangs under the node `after`, and its moves follow each other. Variations
of variations come later in the same flat list. Keys that are not known are ignored.

`save.schema.json` in this folder says the same to other programs, as a JSON Schema. A file of an older version is
brought up to date step by step before it is read; what it does not tell is then taken from its moves.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from tengen.core import ErrorCode, GameError, GameState, Outline, Record, Ruleset, Seal, create_rules
from tengen.core.record import KOMI, RULES
from tengen.formats.format import UNHURRIED, Beside, Format, Notice, Reading, ReadLimits, Writing
from tengen.formats.json_fields import LARGEST_BYTES, Field, check_size, format_json, format_line, parse, too_large
from tengen.formats.notices import Stopped, not_held
from tengen.formats.save.signing import SIGNATURE_ROOM, Unsigned, digest_of, seal_of, with_accounts
from tengen.formats.save.tree import in_file_order, read_nodes, write_tree
from tengen.formats.save.version0 import from_version_0, looks_like_version_0
from tengen.formats.values import (
    Json,
    read_board,
    read_color,
    read_control,
    read_counts,
    read_outcome,
    read_participant,
    read_setup,
    write_annotations,
    write_board,
    write_control,
    write_counts,
    write_outcome,
    write_participant,
    write_setup,
)

MOST_BYTES: Final = 64 << 20
"""The longest save in a file: as long as an SGF file. A text that is not in a file may have LARGEST_BYTES."""

FORMAT_NAME: Final = "tengen-save"
VERSION: Final = 1

__all__ = [
    "FORMAT",
    "FORMAT_NAME",
    "VERSION",
    "dumps",
    "dumps_line",
    "dumps_unsigned",
    "has_many",
    "has_whole_line",
    "in_file_order",
    "loads",
]

_Migration: TypeAlias = Callable[[Json, list[Notice]], Json]
_MIGRATIONS: Final[dict[int, _Migration]] = {0: from_version_0}
"""For every older version what makes the next one of it, as plain JSON. May leave out what the moves tell."""

_OURS: Final = re.compile(rb'"format"\s*:\s*"%s"' % FORMAT_NAME.encode())
_FORERUNNERS: Final = re.compile(rb'\s*\{(?=.*"(game_)?type")(?=.*"(move_history|board)")', re.DOTALL)
_PICKLED: Final = re.compile(rb"\x80[\x01-\x05]|\([dl]p\d|[\]}]q\x00|\(?ccopy_reg\s")
_HEAD_BYTES: Final = 1 << 16
_LINE: Final = re.compile(rb"\S[^\n]*")
_FIRST_LINES: Final = 8
"""So many lines are looked at to tell a save from saves on lines."""


def dumps(record: Record, most: int = LARGEST_BYTES) -> str:
    """The record as the text of a save file of at most so many bytes.

    Reading it gives the same record, its nodes in the order of the file, but for the accounts of its players: without a
    signature nobody would believe them. Marks and the stones of variations lie on the board. Raises BadRecord when the
    rules refuse the main line, and TOO_LARGE for a text that would not be read again.
    """
    text = format_json(_write(record)) + "\n"
    check_size(text, most)
    return text


def dumps_unsigned(record: Record, most: int = LARGEST_BYTES) -> Unsigned:
    """The same with the accounts of the players, to be signed by whoever can vouch for them."""
    text = format_json(with_accounts(_write(record), record)) + "\n"
    check_size(text, most - SIGNATURE_ROOM)
    content = parse(text, most).value
    assert isinstance(content, dict), "that is how a save is written"
    return Unsigned(text, digest_of(content))


def dumps_line(record: Record, most: int = LARGEST_BYTES) -> str:
    """The same on one line, with its end and without spaces."""
    text = format_line(_write(record)) + "\n"
    check_size(text, most)
    return text


def _write(record: Record) -> Json:
    end = record.end()
    main_line, variations = write_tree(record)
    written: Json = {
        "format": FORMAT_NAME,
        "version": VERSION,
        "game_type": record.ruleset.KIND,
        "board_size": record.ruleset.size,
        "rules": record.ruleset.options(),
        "players": {"black": write_participant(record.black), "white": write_participant(record.white)},
        "setup": write_setup(record.setup) if record.setup else None,
        "move_history": main_line,
        "board": write_board(end.board),
        "current_player": end.to_move.word,
        "captured_counts": write_counts(end.prisoners),
        "aux": _write_aux(record, end),
        "variations": variations,
        "result": write_outcome(record.result) if record.result else None,
        "created": record.created,
    }
    for name in ("setup", "variations"):
        if not written[name]:
            del written[name]
    return written


def loads(text: str) -> Record:
    """The record in the text of a save file.

    Raises BAD_RECORD with the place of the first mistake (a BadRecord for a move that the rules refuse),
    BAD_RULES, NO_SUCH_KIND or TOO_LARGE, and nothing else, whatever the text.
    """
    (record,) = _loads(text, strict=True, limits=UNHURRIED).records
    return record


class SaveFormat(Format):
    """The platform's own save file."""

    name = "save"
    endings = (".json",)
    holds_many = False

    def recognises(self, data: bytes) -> bool:
        """Also the saves of our forerunners, the pickled ones so that they are refused with the right words."""
        head = data[:_HEAD_BYTES]
        is_ours = _OURS.search(head) or _FORERUNNERS.match(head) or _PICKLED.match(head)
        return bool(is_ours) and not has_many(data)

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        if len(data) > MOST_BYTES:
            raise too_large(MOST_BYTES)
        if _PICKLED.match(data):
            raise GameError(ErrorCode.BAD_RECORD, "record.pickled")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise GameError(ErrorCode.BAD_RECORD, "record.not_text", byte=error.start + 1) from None
        return _loads(text, strict=strict, limits=limits, most=MOST_BYTES)

    def write(self, records: Sequence[Record]) -> Writing:
        if len(records) != 1:
            raise not_held("format.one_game", self.name, count=len(records))
        return Writing(dumps(records[0], MOST_BYTES).encode())


FORMAT: Final = SaveFormat()


def has_many(data: bytes) -> bool:
    """Whether the first lines are saves of their own. No line of a single one ends an object before the next begins."""
    objects = _objects(data)
    return sum(map(_begins_save, objects)) > 1 or (len(objects) > 1 and has_whole_line(data))


def has_whole_line(data: bytes) -> bool:
    """Whether one of the first lines is a whole save."""
    return any(_begins_save(line) and line.endswith(b"}") for line in _objects(data))


def _objects(data: bytes) -> list[bytes]:
    """Those of the first lines that begin with a brace."""
    lines = (match[0].removeprefix(BOM_UTF8).strip() for match in islice(_LINE.finditer(data), _FIRST_LINES))
    return [line for line in lines if line.startswith(b"{")]


def _begins_save(line: bytes) -> bool:
    head = line[:_HEAD_BYTES]
    return bool(_OURS.search(head) or _FORERUNNERS.match(head))


# --- reading ---------------------------------------------------------------------------------


def _loads(text: str, *, strict: bool, limits: ReadLimits, most: int = LARGEST_BYTES) -> Reading:
    notices: list[Notice] = []
    written = parse(text, most)
    file, is_old = _up_to_date(written, notices)
    record = replace(_read(file, is_old, limits), seal=_seal(written, text))
    replay = record.replay(strict=strict)
    if replay.stopped is not None:
        record, _ = record.legal_part()
        return Reading((record,), (*notices, Stopped("format.stopped", {"game": 1}, replay.stopped)))
    state = replay.game.state
    for difference in _differences(file, state, is_old):
        if strict:
            raise difference
        notices.append(Notice(difference.key, difference.values))
    if is_old and "result" not in file:
        record = replace(record, result=state.outcome)
    return Reading((record,), tuple(notices))


def _seal(written: Field, text: str) -> Seal | None:
    """The seal of a file of this format; the saves of our forerunners have none."""
    content = written.value
    assert isinstance(content, dict), "anything else is no save"
    return None if looks_like_version_0(content) else seal_of(content, text)


def _up_to_date(file: Field, notices: list[Notice]) -> tuple[Field, bool]:
    """The file in this version, and whether it was of an older one."""
    plain = file.value
    if not isinstance(plain, dict):
        raise GameError(ErrorCode.BAD_RECORD, "record.not_save")
    if looks_like_version_0(plain):
        version = 0
    elif plain.get("format") == FORMAT_NAME:
        version = file["version"].whole(1)
    else:
        raise GameError(ErrorCode.BAD_RECORD, "record.not_save")
    if version > VERSION:
        raise GameError(ErrorCode.BAD_RECORD, "record.newer_version", version=version, known=VERSION)
    for step in range(version, VERSION):
        plain = _MIGRATIONS[step](plain, notices)
    return Field("", plain), version < VERSION


def _read(file: Field, is_old: bool, limits: ReadLimits) -> Record:
    """The record as it is written, played by nobody yet."""
    ruleset = _read_rules(file)
    setup, result = file.get("setup"), _told(file, "result", is_old)
    players, aux = file["players"], file["aux"]
    control = aux.get("control")
    return Record(
        ruleset,
        None if setup is None or setup.is_null else read_setup(setup, ruleset.size),
        read_participant(players["black"]),
        read_participant(players["white"]),
        read_nodes(file, ruleset, limits),
        None if result is None or result.is_null else read_outcome(result, ruleset.KIND),
        file["created"].text(),
        read_control(control) if control else None,
        _read_info(aux),
        _read_unstated(aux),
    )


def _told(file: Field, name: str, is_old: bool) -> Field | None:
    """A part that only a file of an older version may lack."""
    return file.get(name) if is_old else file[name]


def _read_rules(file: Field) -> Ruleset:
    kind, size, rules = file["game_type"].text(), file["board_size"].whole(), file["rules"]
    if isinstance(rules.value, str):
        return create_rules(kind, size, rules.text())
    return create_rules(kind, size, {name: option.scalar() for name, option in rules.parts()})


def _differences(file: Field, state: GameState, is_old: bool) -> Iterator[GameError]:
    """Where the file tells another end of the game than its moves. After it an old one may give anyone the turn."""
    position, aux = state.position, file["aux"]
    board, turn = _told(file, "board", is_old), _told(file, "current_player", is_old)
    counts, passes = _told(file, "captured_counts", is_old), _told(aux, "consecutive_passes", is_old)
    phase = aux.get("phase")
    if board and read_board(board, position.board.columns) != position.board:
        yield GameError(ErrorCode.BAD_RECORD, "record.board_differs")
    told = {
        "current_player": not turn or read_color(turn) is position.to_move or (is_old and state.is_over),
        "captured_counts": not counts or read_counts(counts) == position.prisoners,
        "aux.consecutive_passes": not passes or passes.whole() == state.passes,
        "aux.phase": not phase or phase.text() == state.phase,
    }
    for place, is_so in told.items():
        if not is_so:
            yield GameError(ErrorCode.BAD_RECORD, "record.check_differs", field=place)


# --- what fits nowhere else ------------------------------------------------------------------


def _write_aux(record: Record, end: Outline) -> Json:
    root = record.nodes[0]
    assert root.action is None, "the root is the moment before the first action"
    written: Json = {"consecutive_passes": end.passes, "phase": end.phase}
    if annotations := write_annotations(root):
        written["root"] = annotations
    if record.control:
        written["control"] = write_control(record.control)
    if record.info:
        written["info"] = [list(pair) for pair in record.info]
    if record.unstated:
        written["unstated"] = sorted(record.unstated)
    return written


def _read_unstated(aux: Field) -> frozenset[str]:
    unstated = aux.get("unstated")
    return frozenset(item.text() for item in unstated.items()) & {RULES, KOMI} if unstated else frozenset()


def _read_info(aux: Field) -> tuple[tuple[str, str], ...]:
    info = aux.get("info")
    pairs = [item.pair() for item in info.items()] if info else []
    return tuple((name.text(), text.text()) for name, text in pairs)
