"""From the bytes of an SGF file to records: one pass over the text, one over each game's moves."""

from __future__ import annotations

from typing import Final

from tengen.core import ErrorCode, GameError, Outcome, Record, create_rules
from tengen.formats.format import Reading, ReadLimits
from tengen.formats.sgf.charset import Decoded, decode
from tengen.formats.sgf.grammar import RawGame, count_nodes, raw_games
from tengen.formats.sgf.places import Notes, SgfError, SgfLocator, shown
from tengen.formats.sgf.points import PointLimit
from tengen.formats.sgf.properties import SETUP
from tengen.formats.sgf.result import result_text
from tengen.formats.sgf.root import GameInfo, read_root
from tengen.formats.sgf.rules import presets_to_try
from tengen.formats.sgf.start import Root
from tengen.formats.sgf.tree import MOST_SET_UP, FileQuota, Tree

MOST_BYTES: Final = 64 << 20
_FIRST_MOVES: Final = 10
_RULES_MATTER: Final = frozenset({ErrorCode.SUPERKO, ErrorCode.SUICIDE, ErrorCode.GAME_OVER, ErrorCode.FORBIDDEN})
"""Refusals that other rules of the same game might not give."""


def read_file(data: bytes, bounds: ReadLimits, *, strict: bool) -> Reading:
    """The records of a file. See `Format.read`."""
    if len(data) > MOST_BYTES:
        raise GameError(ErrorCode.TOO_LARGE, "sgf.too_many.bytes", most=MOST_BYTES)
    decoded = decode(data)
    text = decoded.text
    if text.count(";") > bounds.nodes:  # those in comments begin no nodes
        count_nodes(text, bounds.nodes)
    locator = SgfLocator(decoded)
    notes = _notes_on_text(decoded)
    limits = FileQuota(PointLimit(bounds.points + len(text)), min(MOST_SET_UP, bounds.points) + len(text), bounds)
    records: list[Record] = []
    first_error: GameError | None = None
    for game in raw_games(text):
        try:
            records.append(_read_game(game, locator, notes, limits, strict=strict))
        except GameError as refusal:
            begin = game.offsets[0] if game.offsets else 0
            error = refusal if isinstance(refusal, SgfError) else locator.error(begin, refusal)
            if strict or error.code is ErrorCode.TOO_LARGE:
                raise error from refusal
            first_error = first_error or error
            notes.add(begin, "sgf.read.skipped", error.reason)
    if not records:
        raise first_error or GameError(ErrorCode.BAD_RECORD, "sgf.no_game")
    return Reading(tuple(records), tuple(notes.notices(locator)))


def _notes_on_text(decoded: Decoded) -> Notes:
    """What to say about the encoding."""
    notes = Notes()
    used = decoded.name
    if decoded.declared:
        notes.add(0, "sgf.read.encoding", declared=decoded.declared, used=used)
    elif decoded.is_guess:
        notes.add(0, "sgf.read.guessed", used=used)
    if decoded.is_damaged:
        notes.add(0, "sgf.read.damaged", used=used)
    return notes


def _read_game(game: RawGame, locator: SgfLocator, notes: Notes, limits: FileQuota, *, strict: bool) -> Record:
    broken = game.broken
    if broken:
        reason = GameError(ErrorCode.BAD_RECORD, broken.key, found=shown(broken.found))
        if strict or not game.nodes:
            raise locator.error(broken.offset, reason)
        notes.add(broken.offset, "sgf.read.stopped", reason)
    told_notes = Notes()
    root = Root(game.nodes[0], _first_colors(game), game.offsets[0], told_notes, limits.point_limit)
    told = read_root(root)
    limits.bounds.check_actions(told.ruleset, _count_actions(game))
    tree = _grown(game, told, told_notes, limits, strict=strict)
    if tree.stop:
        if strict:
            raise locator.error(tree.stop.offset, tree.stop.reason)
        notes.add(tree.stop.offset, "sgf.read.stopped", tree.stop.reason)
    elif told.result and tree.end.outcome and not _agree(told.result, tree.end.outcome):
        declared, computed = result_text(told.result), result_text(tree.end.outcome)
        notes.add(game.offsets[0], "sgf.read.result", declared=declared, computed=computed)
    notes.extend(told_notes)
    notes.extend(tree.notes)
    record = Record(
        tree.ruleset,
        told.setup,
        told.black,
        told.white,
        tuple(tree.nodes),
        told.result,
        told.created,
        told.control,
        told.info,
        told.unstated,
    )
    return record if tree.stop else record.with_end(tree.end)


def _first_colors(game: RawGame) -> str:
    """The colours of the first moves on the main line."""
    found: list[str] = []
    for node in game.nodes[: game.main_length]:
        found.extend(name for name in node if name in ("B", "W"))
        if len(found) >= _FIRST_MOVES:
            break
    return "".join(found)


def _count_actions(game: RawGame) -> int:
    """How many nodes of the main line have a move, since the latest set-up on it."""
    count = 0
    for node in game.nodes[1 : game.main_length]:
        count = (count if SETUP.isdisjoint(node) else 0) + ("B" in node or "W" in node)
    return count


def _grown(game: RawGame, told: GameInfo, notes: Notes, limits: FileQuota, *, strict: bool) -> Tree:
    """The tree under the rules that the file tells; where it tells none and the moves break ours, under others."""
    tree = Tree(game, told, told.ruleset, limits)
    tree.grow(strict=strict)
    if told.is_said or tree.stop is None or _code(tree.stop.reason) not in _RULES_MATTER:
        return tree
    kind, size = told.ruleset.KIND, told.ruleset.size
    for preset in presets_to_try(kind)[1:]:
        rules = create_rules(kind, size, {**told.options, "preset": preset}).without_choices()
        other = Tree(game, told, rules, limits)
        other.grow(strict=strict)
        if other.stop is None:
            notes.add(game.offsets[0], "sgf.read.rules", preset=preset)
            return other
    return tree


def _code(reason: GameError) -> ErrorCode:
    """The rules' own code, inside a refusal that counts the move."""
    inner = getattr(reason, "reason", reason)
    return inner.code if isinstance(inner, GameError) else reason.code


def _agree(declared: Outcome, computed: Outcome) -> bool:
    """Whether a file declares what its moves lead to."""
    same_side = (declared.winner, declared.no_result) == (computed.winner, computed.no_result)
    return same_side and declared.margin in (None, computed.margin)
