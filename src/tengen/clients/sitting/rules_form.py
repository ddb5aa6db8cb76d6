"""The part of a start form that a game's rules describe: sizes, presets, options. Knows no game by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.core import BoardStyle, GameError, GameKind, OptionSpec, OptionType, OptionValue

_USUAL_SIZES: Final[Mapping[BoardStyle, tuple[int, ...]]] = {
    BoardStyle.LINES: (9, 13, 19),
    BoardStyle.CELLS: (6, 8, 10),
}
"""The sizes people usually play on, of boards of this style."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What was chosen for one game. `options` has only what was set by hand; the rest follows from the preset."""

    size: int
    preset: str | None
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option to draw: what it may be and what it is.

    Where `is_open` the rules may yet choose another number: it depends on what was set.
    """

    spec: OptionSpec
    value: OptionValue
    is_open: bool = False


def default_picked(kind: GameKind) -> Picked:
    """What is chosen at the first visit."""
    return Picked(_first_size(kind), next(iter(kind.rules.PRESETS), None))


def usual_sizes(kind: GameKind) -> tuple[int, ...]:
    """A few sizes to offer at once: the usual ones and the game's own."""
    wanted = {*_sizes_of_style(kind), kind.rules.DEFAULT_SIZE}
    return tuple(size for size in kind.rules.SIZES if size in wanted)


def other_sizes(kind: GameKind) -> tuple[int, ...]:
    """All the others that the game has."""
    usual = usual_sizes(kind)
    return tuple(size for size in kind.rules.SIZES if size not in usual)


def option_values(kind: GameKind, picked: Picked, *, has_person: bool) -> dict[str, OptionValue]:
    """Every option with the value it has now, as far as can be told without asking the rules."""
    defaults = {spec.name: spec.default for spec in kind.rules.OPTIONS}
    preset = {} if picked.preset is None else kind.rules.PRESETS[picked.preset]
    return {**defaults, **preset, **(_offered(kind) if has_person else {}), **picked.options}


def option_fields(kind: GameKind, picked: Picked, *, has_person: bool) -> tuple[OptionField, ...]:
    """The options that mean something while the others are as they are."""
    values = option_values(kind, picked, has_person=has_person)
    return tuple(
        OptionField(spec, values[spec.name], _is_open(spec, picked))
        for spec in kind.rules.OPTIONS
        if _is_shown(spec, values)
    )


def with_preset(kind: GameKind, picked: Picked, preset: str) -> Picked:
    """Another preset: what it says itself replaces what was set by hand."""
    said = kind.rules.PRESETS[preset]
    return replace(picked, preset=preset, options={n: v for n, v in picked.options.items() if n not in said})


def with_option(kind: GameKind, picked: Picked, name: str, value: OptionValue | None, *, has_person: bool) -> Picked:
    """An option set by hand; None leaves it to the preset again. Raises BAD_RULES for what it cannot be."""
    spec = next(spec for spec in kind.rules.OPTIONS if spec.name == name)
    others = {known: set_to for known, set_to in picked.options.items() if known != name}
    if value is None:
        return replace(picked, options=others)
    value = _plain(spec.check(value))
    usual = option_values(kind, replace(picked, options={}), has_person=has_person)[name]
    is_number = spec.type in (OptionType.INTEGER, OptionType.NUMBER)
    return replace(picked, options={**others, name: value} if is_number or value != usual else others)


def rules_of(kind: GameKind, picked: Picked, *, has_person: bool) -> dict[str, object]:
    """The rules as a game is asked for by them: the preset, and what differs from it."""
    values = option_values(kind, picked, has_person=has_person)
    chosen = {**(_offered(kind) if has_person else {}), **picked.options}
    said: dict[str, object] = {} if picked.preset is None else {"preset": picked.preset}
    for spec in kind.rules.OPTIONS:
        if _is_shown(spec, values):
            if spec.name in chosen:
                said[spec.name] = chosen[spec.name]
        elif spec.name not in chosen and values[spec.name] != spec.default:
            said[spec.name] = spec.default  # a preset set it, and another choice took its meaning away
    return said


def read_picked(kept: object, kind: GameKind) -> Picked:
    """What was kept; whatever does not fit the game any more is as usual."""
    usual = default_picked(kind)
    given = kept if isinstance(kept, dict) else {}
    size, preset, options = given.get("size"), given.get("preset"), given.get("options")
    read: dict[str, OptionValue] = {}
    for spec in kind.rules.OPTIONS:
        if isinstance(options, dict) and spec.name in options:
            try:
                read[spec.name] = _plain(spec.check(options[spec.name]))
            except (GameError, OverflowError):
                continue
    sizes = [known for known in kind.rules.SIZES if known == size and not isinstance(size, bool)]
    is_preset = isinstance(preset, str) and preset in kind.rules.PRESETS
    return Picked(sizes[0] if sizes else usual.size, preset if is_preset else usual.preset, read)


def _offered(kind: GameKind) -> dict[str, OptionValue]:
    return {spec.name: spec.offered_to_people for spec in kind.rules.OPTIONS if spec.offered_to_people is not None}


def _is_shown(spec: OptionSpec, values: Mapping[str, OptionValue]) -> bool:
    return all(values.get(name) in allowed for name, allowed in spec.shown_when)


def _is_open(spec: OptionSpec, picked: Picked) -> bool:
    is_number = spec.type in (OptionType.INTEGER, OptionType.NUMBER)
    return is_number and spec.name not in picked.options and bool(picked.options)


def _plain(value: OptionValue) -> OptionValue:
    """A member of an enumeration as the text it is."""
    return str(value) if isinstance(value, str) else value


def _first_size(kind: GameKind) -> int:
    """The rules' own size, but the smallest usual one where that is the largest of them."""
    usual = [size for size in _sizes_of_style(kind) if size in kind.rules.SIZES]
    default = kind.rules.DEFAULT_SIZE
    return usual[0] if usual and default == usual[-1] else default


def _sizes_of_style(kind: GameKind) -> tuple[int, ...]:
    return _USUAL_SIZES.get(kind.rules.parse().board_spec().style, ())
