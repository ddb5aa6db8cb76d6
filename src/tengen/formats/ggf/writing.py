"""Records as games of GGF, one on a line."""

from __future__ import annotations

import re
from typing import Final

from tengen.core import BLACK, Node, Outcome, Pass, Place, Record
from tengen.formats.ggf.parts import (
    MOVES,
    OWN,
    TOLD,
    VALUE,
    board_text,
    clock_text,
    date_text,
    for_black,
    is_whole,
    read_clock,
    read_date,
    read_type,
    result_text,
    spent_text,
)
from tengen.formats.notices import NoticeCollector, note_losses
from tengen.formats.othello_games import agree, checked, moves_of, name_of, replayed, usual_start

_HOLDS: Final = frozenset({"times", "clock", "names", "ranks", "date"})
_NAME: Final = re.compile(rf"{OWN}([A-Z]{{1,8}})")


def game_text(record: Record, game: int, collector: NoticeCollector, format_name: str) -> str:
    """One game on one line. Raises InGame for a record that GGF cannot hold."""
    size = record.ruleset.size
    outcome = checked(record, game, format_name)
    note_losses(
        collector, game, record, holds=_HOLDS, info=frozenset({"place"}), own=lambda name: _own(name) is not None
    )
    kept = {own: values[0] for name, values in record.nodes[0].properties if (own := _own(name)) and values}
    if kept.pop(VALUE, None) is not None:  # only moves have one
        collector.add("format.lost.properties", game)
    parts = {
        "GM": "Othello",
        "PC": dict(record.info).get("place", ""),
        "DT": _date(record, kept.pop("DT", ""), game, collector),
        "PB": record.black.name,
        "PW": record.white.name,
        "RB": record.black.rank,
        "RW": record.white.rank,
        "TI": _clock(record, kept.pop("TI", ""), game, collector),
        "TY": _type(size, kept.pop("TY", "")),
        **kept,
        "RE": result_text(outcome, size) if outcome else "?",
    }
    if outcome and not is_whole(outcome, size):
        collector.add("format.lost.result", game)
    if _forgets_empties(record, outcome):
        collector.add("ggf.lost_empties", game)
    written = [
        f"{name}[{_safe(text, game, collector)}]" for name, text in parts.items() if text or name in ("PB", "PW")
    ]
    written.append(f"BO[{board_text(record.setup or usual_start(size))}]")
    written += [_move_text(node, action, game, collector) for node, action in moves_of(record)]
    return f"(;{''.join(written)};)"


def _own(name: str) -> str | None:
    """The GGF name of a property that was kept from there; the value of a position has one as well."""
    match = _NAME.fullmatch(name)
    if match and match[1] not in TOLD and match[1] not in MOVES:
        return match[1]
    return VALUE if name == VALUE else None


def _date(record: Record, raw: str, game: int, collector: NoticeCollector) -> str:
    if raw and read_date(raw) == record.created:
        return raw
    text = date_text(record.created)
    if read_date(text) != record.created:
        collector.add("format.lost.date", game)
    return text


def _clock(record: Record, raw: str, game: int, collector: NoticeCollector) -> str:
    control = record.control
    clock = read_clock(raw)
    if raw and (clock.control if clock else None) == control:
        return raw
    if control is None:
        return ""
    text = clock_text(control) or ""
    clock = read_clock(text)
    if not text or clock is None or clock.control != control:
        collector.add("format.lost.clock", game)
    return text


def _type(size: int, raw: str) -> str:
    type_ = read_type(raw)
    return raw if type_ and type_.size == size and not type_.is_anti else str(size)


def _forgets_empties(record: Record, outcome: Outcome | None) -> bool:
    """Whether the empty cells go to the winner and the written result does not show it."""
    if not record.ruleset.options().get("empties_to_winner"):
        return False
    line = replayed(record)
    if outcome is None or not agree(outcome, line.outcome_with_empties()):
        return True
    return agree(outcome, line.outcome_without_empties())


def _move_text(node: Node, action: Place | Pass, game: int, collector: NoticeCollector) -> str:
    name = name_of(action.point).upper() if isinstance(action, Place) else "PA"
    time = "" if node.ms is None else spent_text(node.ms)
    value, further = "", ""
    for found, values in node.properties:
        own = _own(found)
        if own == VALUE:
            value = for_black("".join(values[:1]), action.player) or ""
            if not value:
                collector.add("format.lost.properties", game)
        elif own and values:
            further += f"{own}[{_safe(values[0], game, collector)}]"
    side = "B" if action.player is BLACK else "W"
    return f"{side}[{f'{name}/{value}/{time}'.rstrip('/')}]{further}"


def _safe(text: str, game: int, collector: NoticeCollector) -> str:
    """A text that can stand between brackets: on one line, without brackets of that kind."""
    safe = " ".join(text.translate({0: " ", ord("["): "(", ord("]"): ")"}).split())
    safe = safe.encode("utf-8", "replace").decode()
    if safe != text:
        collector.add("format.text_changed", game)
    return safe
