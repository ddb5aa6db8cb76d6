"""GGF, the Generic Game Format, for Othello: `(;GM[Othello]…B[F5/eval/time]W[PA]…;)`, one game after another.

Made for the Generic Game Server and used by NBoard. Games of any even size from any position. `eval` is in discs for
the player of the move; it is kept as the property V, which is for Black. Times are in seconds. A number before games
says how many of them were played together. What we have no place for is kept in properties that begin with GGF.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tengen.core import (
    BadRecord,
    Color,
    ErrorCode,
    GameError,
    Node,
    Outcome,
    Participant,
    Point,
    Record,
    Ruleset,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing
from tengen.formats.ggf.grammar import RawGame, raw_games
from tengen.formats.ggf.parts import (
    MOVES,
    OWN,
    TOLD,
    VALUE,
    clock_text,
    date_text,
    for_black,
    read_board,
    read_clock,
    read_date,
    read_result,
    read_spent,
    read_type,
)
from tengen.formats.ggf.writing import game_text
from tengen.formats.notices import InGame, NoticeCollector, TextLocator, collector_for, decode, no_games
from tengen.formats.othello_games import KIND, GameBuilder, agree, differ, point_of, usual_start

_HEAD: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[0-9]{1,9}\s*)?\(\s*;\s*GM\s*\[\s*Othello\s*\]", re.IGNORECASE)


class GgfFormat(Format):
    """Othello games in GGF."""

    name = "ggf"
    endings = (".ggf",)

    def recognises(self, data: bytes) -> bool:
        return _HEAD.match(data[:400]) is not None

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        decoded = decode(data)
        collector, locator = collector_for(decoded), TextLocator(decoded)
        records: list[Record] = []
        first: GameError | None = None
        nodes = 0
        for game in raw_games(decoded, locator, None if strict else collector):
            nodes += 1 + sum(name in MOVES for name, _, _ in game.pairs)
            limits.check_nodes(nodes)
            try:
                records.append(_record(game, locator, collector, strict))
            except GameError as reason:
                if strict:
                    raise InGame(game.number, reason) from reason
                first = first or InGame(game.number, reason)
                collector.stop("format.skipped", game.number, reason)
        if not records:
            raise first or no_games()
        return Reading(tuple(records), collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if not records:
            raise no_games()
        collector = NoticeCollector()
        texts = [game_text(record, game, collector, self.name) for game, record in enumerate(records, 1)]
        return Writing("".join(f"{text}\n" for text in texts).encode(), collector.notices())


FORMAT: Final = GgfFormat()


def _record(game: RawGame, locator: TextLocator, collector: NoticeCollector, strict: bool) -> Record:
    """The record of a game. Raises GameError; with `strict` false only when not even its beginning can be told."""
    number = game.number
    setup = _setup(game, locator, collector)
    rules = create_rules(KIND, setup.board.columns)
    line = GameBuilder(rules, None if setup == usual_start(rules.size) else setup)
    created, control, kept = _kept(game, rules.size, collector)
    line.nodes[0] = Node(properties=kept)
    reason = _play(game, line, collector)
    if reason is None and game.broken is not None:
        reason = locator.mistake(*game.broken)
    if reason is not None:
        if strict:
            raise reason
        collector.stop("format.stopped", number, reason)
    told = read_result(game.value("RE"), rules.size)
    rules, computed = _counted(line, told)
    if told and reason is None and differ(told, computed) and not _has_komi(game):
        collector.add("format.result_differs", number)
    place = _clean(game.value("PC"))
    return Record(
        rules,
        line.setup,
        Participant(_clean(game.value("PB")), _clean(game.value("RB"))),
        Participant(_clean(game.value("PW")), _clean(game.value("RW"))),
        tuple(line.nodes),
        computed if told is None or agree(told, computed) else told,
        created,
        control,
        (("place", place),) if place else (),
    )


def _setup(game: RawGame, locator: TextLocator, collector: NoticeCollector) -> Setup:
    """The position before the first move. Raises GameError for games that are not Othello as we play it."""
    name = _clean(game.value("GM"))
    if not name and game.broken:
        raise locator.mistake(*game.broken)
    if name.lower() != KIND:
        raise GameError(ErrorCode.BAD_RECORD, "ggf.wrong_game", name=name[:20] or "-")
    kind, board = _clean(game.value("TY")), game.value("BO")
    type_ = read_type(kind)
    if kind and type_ is None:
        raise locator.mistake("ggf.bad_value", game.offset_of("TY"), property="TY")
    if type_ and type_.is_anti:
        raise GameError(ErrorCode.BAD_RECORD, "ggf.anti")
    if _has_komi(game):
        collector.add("ggf.komi", game.number)
    if not board:
        return usual_start(create_rules(KIND, type_.size if type_ else None).size)
    setup = read_board(board)
    if setup is None:
        raise locator.mistake("ggf.bad_value", game.offset_of("BO"), property="BO")
    if type_ and type_.size != setup.board.columns:
        collector.add("ggf.size_differs", game.number)
    return setup


def _has_komi(game: RawGame) -> bool:
    type_ = read_type(game.value("TY"))
    return (type_ is not None and type_.has_komi) or game.value("KM").strip(" +-0.") != ""


def _counted(line: GameBuilder, told: Outcome | None) -> tuple[Ruleset, Outcome | None]:
    """The rules and their outcome: empty cells go to the winner where only that gives the result that is told."""
    computed = line.state.outcome
    if told and computed and not agree(told, computed):
        with_empties = line.outcome_with_empties()
        if agree(told, with_empties):
            return create_rules(KIND, line.ruleset.size, {"empties_to_winner": True}), with_empties
    return line.ruleset, computed


def _play(game: RawGame, line: GameBuilder, collector: NoticeCollector) -> GameError | None:
    """Play the moves and keep other properties after them; the first move that cannot be is returned as a reason."""
    number = 0
    for name, value, _ in game.pairs:
        if name not in MOVES:
            if len(line.nodes) > 1 and name not in TOLD:
                line.nodes[-1] = _with(line.nodes[-1], OWN + name, value)
            continue
        parts = [part.strip() for part in value.split("/", 3)]
        is_pass = parts[0].upper() in ("PA", "PASS")
        point = point_of(parts[0])
        number += not is_pass
        if len(parts) > 3 or (point is None and not is_pass):
            return BadRecord(max(number, 1), _no_point(value, line.ruleset))
        if is_pass and line.state.is_over:
            collector.add("format.pass_after_end", game.number)
            continue
        try:
            line.play(point, MOVES[name], _note(game, parts[1:], MOVES[name], collector))
        except GameError as reason:
            return BadRecord(number + is_pass, reason)
    return None


def _no_point(value: str, rules: Ruleset) -> GameError:
    spec = rules.board_spec()
    first, last = spec.name(Point(0, 0)), spec.name(Point(rules.size - 1, rules.size - 1))
    return GameError(ErrorCode.BAD_NOTATION, text=_clean(value[:20]), first=first, last=last)


def _note(game: RawGame, parts: list[str], player: Color, collector: NoticeCollector) -> Node:
    """What is told of a move besides its point: its value and its time."""
    told, time = (*parts, "", "")[:2]
    node = Node(ms=read_spent(time) if time else None)
    value = for_black(told, player)
    if (told and value is None) or (time and node.ms is None):
        collector.add("ggf.bad_note", game.number)
    return node if value is None else _with(node, VALUE, value)


def _with(node: Node, name: str, value: str) -> Node:
    return replace(node, properties=(*node.properties, (name, (value,))))


def _kept(
    game: RawGame, size: int, collector: NoticeCollector
) -> tuple[str, TimeControl | None, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The date, the clock, and the properties from before the first move that tell more than we have places for."""
    before: dict[str, str] = {}
    for name, value, _ in game.pairs:
        if name in MOVES:
            break
        if name not in TOLD and value.strip():
            before.setdefault(name, value.strip())
    if "TI" not in before and "TB" in before and before["TB"] == before.get("TW"):
        before = {"TI": before["TB"]} | {name: value for name, value in before.items() if name not in ("TB", "TW")}
    created = read_date(before.get("DT", ""))
    if "DT" in before and not created:
        collector.add("ggf.date", game.number)
    clock = read_clock(before.get("TI", ""))
    if {"TI", "TB", "TW"} & before.keys() and (clock is None or clock.lost or "TI" not in before):
        collector.add(clock.lost if clock and clock.lost else "ggf.clock", game.number)
    control = clock.control if clock else None
    told = {"DT": date_text(created), "TI": clock_text(control) if control else None, "TY": str(size)}
    kept = tuple((OWN + name, (value,)) for name, value in before.items() if value != told.get(name))
    return created, control, kept


def _clean(text: str) -> str:
    return " ".join(text.split())
