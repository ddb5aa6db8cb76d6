"""What the root of a game tells: which game, which rules, from where it begins, who played, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tengen.core import (
    ErrorCode,
    GameError,
    OptionValue,
    Outcome,
    Participant,
    Point,
    Prisoners,
    Reason,
    Ruleset,
    Score,
    Setup,
    TimeControl,
    create_rules,
    find_kind,
)
from tengen.core.features import HANDICAP_OPTION, KOMI_OPTION
from tengen.core.sgf_traits import Options
from tengen.formats.sgf.dialects import fox_komi, in_sgf_words, is_fox
from tengen.formats.sgf.games import has_half_points, kind_of_number, traits_of
from tengen.formats.sgf.places import shown
from tengen.formats.sgf.points import notation
from tengen.formats.sgf.properties import APPLICATION, INFO, OURS, read_counts, read_facts
from tengen.formats.sgf.result import (
    control_texts,
    date_text,
    read_control,
    read_date,
    read_points,
    read_result,
    result_text,
)
from tengen.formats.sgf.rules import (
    komi_text,
    presets_to_try,
    read_komi,
    read_opening,
    read_option,
    read_rules,
    rules_text,
    stated_by,
)
from tengen.formats.sgf.start import Root, read_handicap, read_start, read_stones
from tengen.formats.sgf.text import escape_line, unescape, unescape_line


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The game-info properties of a root node, parsed.

    `handicap` are the points of a free handicap, which Black places before the first move. `options` are what the
    rules were made of; `is_said` is false when the file names no rules that are known.
    """

    ruleset: Ruleset
    setup: Setup | None
    handicap: tuple[Point, ...]
    black: Participant
    white: Participant
    result: Outcome | None
    created: str
    control: TimeControl | None
    info: tuple[tuple[str, str], ...]
    unstated: frozenset[str]
    options: Options = field(compare=False)
    is_said: bool = field(compare=False)


def read_root(root: Root) -> GameInfo:
    """What the root tells. Raises BAD_RECORD or BAD_RULES when it is no game that can be played."""
    root = replace(root, raw=in_sgf_words(root.raw))
    kind = _kind(root.first("GM"))
    size = _size(root.first("SZ"), kind)
    names = notation(kind, size)
    facts = read_facts(root.raw.get(OURS, ()))
    single = dict(facts)
    stones = read_stones(root, names)
    options, is_said = _options(root, kind, size, stones, single)
    ruleset = _ruleset(kind, size, options, single)
    setup, handicap = read_start(root, ruleset, stones, _prisoners(single))
    return GameInfo(
        ruleset,
        setup,
        handicap,
        Participant(root.line("PB"), root.line("BR"), single.get("black", "human"), root.line("BT")),
        Participant(root.line("PW"), root.line("WR"), single.get("white", "human"), root.line("WT")),
        _result(root, kind, single),
        single.get("created") or read_date(root.line("DT")),
        _control(root),
        _info(root, facts),
        frozenset(what for name, what in stated_by(kind).items() if not root.line(name).strip()),
        options,
        is_said,
    )


# --- which game ------------------------------------------------------------------------------


def _kind(value: str) -> str:
    kind = kind_of_number(value)
    if kind is None:
        raise GameError(ErrorCode.BAD_RECORD, "sgf.unknown_game", value=shown(value))
    return kind.name


def _size(value: str, kind: str) -> int:
    rules = find_kind(kind).rules
    sides = [side.strip() for side in value.split(":", 2)] if value.strip() else [str(rules.DEFAULT_SIZE)]
    if len(sides) > 2 or not all(side.isdecimal() and len(side) <= 4 for side in sides):
        raise GameError(ErrorCode.BAD_RECORD, "sgf.bad_size", value=shown(value))
    columns, rows = int(sides[0]), int(sides[-1])
    if columns != rows:
        raise GameError(ErrorCode.BAD_RECORD, "sgf.not_square", columns=columns, rows=rows)
    return _known_size(kind, columns)


@lru_cache(maxsize=256)
def _known_size(kind: str, size: int) -> int:
    """The size, where the game can be played on it. Raises BAD_RULES otherwise."""
    return find_kind(kind).rules.parse(size).size


# --- which rules -----------------------------------------------------------------------------


def _options(
    root: Root, kind: str, size: int, stones: Mapping[str, tuple[Point, ...]], facts: Mapping[str, str]
) -> tuple[Options, bool]:
    """The options of the rules, and whether the file names them."""
    text = root.line("RU").strip()
    told = read_rules(kind, text) if text else None
    options: Options = {} if told is None else told
    if told is None and text:
        root.note_unused("RU")
    traits, features = traits_of(kind), find_kind(kind).rules.FEATURES
    if traits.read_opening:
        _note_opening(root, kind, text, stones)
    if told is None and (presets := presets_to_try(kind)):
        options["preset"] = presets[0]
    if features.komi:
        options[KOMI_OPTION] = 0.0 if f"rule.{KOMI_OPTION}" in facts else _komi(root)
    options |= dict(traits.reading_options)
    if features.handicap:
        options |= read_handicap(root, kind, size, stones, facts)
    for name, value in facts.items():
        section, _, option = name.partition(".")
        if section == "rule" and (checked := read_option(kind, option, value)) is not None:
            options[option] = checked
    return options, told is not None


def _note_opening(root: Root, kind: str, rules: str, stones: Mapping[str, tuple[Point, ...]]) -> None:
    """Say what a file cannot tell of an opening: who chose what, and who placed the first stones in which order."""
    if opening := read_opening(kind, rules):
        root.notes.add(root.offset, "sgf.read.opening", opening=opening)
    if placed := sum(len(stones.get(name, ())) for name in ("AB", "AW")):
        root.notes.add(root.offset, "sgf.read.opening_stones", count=placed)


def _ruleset(kind: str, size: int, options: Options, facts: Mapping[str, str]) -> Ruleset:
    """The rules; without what our own property adds where that does not fit together. Choices are not in a file."""
    try:
        return _made(kind, size, tuple(options.items()))
    except GameError:
        plain = {name: value for name, value in options.items() if f"rule.{name}" not in facts}
        return create_rules(kind, size, plain).without_choices()


@lru_cache(maxsize=256)
def _made(kind: str, size: int, options: tuple[tuple[str, OptionValue], ...]) -> Ruleset:
    """The games of a collection mostly have the same rules."""
    return create_rules(kind, size, dict(options)).without_choices()


def _komi(root: Root) -> float:
    """The komi; none where the file tells none."""
    text = root.line("KM").strip()
    if not text:
        return 0.0
    komi = read_komi(text)
    if komi is None:
        root.note_unused("KM")
        return 0.0
    if is_fox(root.raw):
        komi = fox_komi(komi, root.colors, root.line("HA"), root.line("RU"))
    if read_points(text.rstrip("子")) != komi:
        root.notes.add(root.offset, "sgf.read.komi", value=shown(text), komi=komi)
    return komi


# --- people, results, clocks -----------------------------------------------------------------


def _prisoners(facts: Mapping[str, str]) -> Prisoners:
    return read_counts(facts.get("prisoners", "")) or Prisoners()


def _result(root: Root, kind: str, facts: Mapping[str, str]) -> Outcome | None:
    text = root.line("RE").strip()
    result = read_result(text, kind)
    if result is None:
        if text.lower() not in ("", "?", "unknown"):
            root.note_unused("RE")
        return None
    reason, score = result.reason, None
    if told := find_kind(kind).rules.find_reason(facts.get("reason", "")):
        reason = told
    points = facts.get("score", "").split(" ")
    if len(points) == 2 and all(_is_number(number) for number in points):
        score = Score(float(points[0]), float(points[1]))
    margin = result.margin if reason is Reason.SCORE else None
    if margin and has_half_points(kind) and read_points(text.partition("+")[2]) not in (None, margin):
        root.notes.add(root.offset, "sgf.read.margin", value=shown(text), margin=margin)
    return Outcome(result.winner, reason, margin, score, result.no_result)


def _is_number(text: str) -> bool:
    whole, _, fraction = text.removeprefix("-").partition(".")
    return len(text) <= 12 and whole.isdecimal() and (not fraction or fraction.isdecimal())


def _control(root: Root) -> TimeControl | None:
    main, overtime = root.line("TM"), root.line("OT")
    if not overtime and "TC" in root.raw and "TT" in root.raw:  # periods and their seconds, as one server writes them
        overtime = f"{root.line('TC')}x{root.line('TT')}"
    control = read_control(main, overtime)
    if control is None and root.line("OT").strip():
        root.note_unused("OT")
    return control


def _info(root: Root, facts: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    found = []
    for name, values in root.raw.items():
        if name in INFO and values[0]:
            text = unescape(values[0]) if name == "GC" else unescape_line(values[0])
            found.append((INFO[name], text))
    application = root.line("AP")
    if application and not application.startswith(APPLICATION):
        found.append(("application", application))
    found.extend((name.removeprefix("info."), value) for name, value in facts if name.startswith("info."))
    return tuple(found)


# --- the way back ----------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _rules_texts(ruleset: Ruleset) -> Mapping[str, str]:
    handicap = ruleset.options()[HANDICAP_OPTION] if ruleset.FEATURES.handicap else 0
    return {"RU": rules_text(ruleset), "KM": komi_text(ruleset), "HA": str(handicap) if handicap else ""}


def told_values(
    ruleset: Ruleset, result: Outcome | None, control: TimeControl | None, created: str
) -> dict[str, list[str]]:
    """The properties TOLD as we write them."""
    main, overtime = control_texts(control) if control else ("", "")
    texts = {
        **_rules_texts(ruleset),
        "DT": date_text(created),
        "TM": main,
        "OT": overtime,
        "RE": result_text(result) if result else "",
    }
    return {name: [escape_line(text)] for name, text in texts.items() if text}
