"""The start form as fields, and what a changed field makes of it. Pure values: no widget, no game by name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from tengen.clients.sitting.clocks import (
    CLOCK_FIELDS,
    CUSTOM,
    FIELD_KEYS,
    ClockChoice,
    unit_ms,
    with_kind,
    with_value,
)
from tengen.clients.sitting.rules_form import OptionField
from tengen.clients.sitting.start import SeatChoice, StartForm, Who
from tengen.clients.sitting.table_words import program_name
from tengen.clients.terminal.widgets.form import YES, Field, FieldType
from tengen.core import COLORS, ClockKind, Color, ErrorCode, GameError, OptionType, OptionValue, text

_MOST_DIGITS = 12


def start_fields(form: StartForm, language: str, *, has_more: bool) -> tuple[Field, ...]:
    """All fields of the form as it is now; options for experts only where `has_more`."""
    return (*_game(form, language), *_seats(form, language), *_clock(form, language), *_rules(form, language, has_more))


def game_fields(form: StartForm, language: str, *, has_more: bool) -> tuple[Field, ...]:
    """The same without the seats."""
    return (*_game(form, language), *_clock(form, language), *_rules(form, language, has_more))


def changed(form: StartForm, name: str, value: str) -> StartForm:
    """The form after a field has another value. Raises BAD_RULES and NO_SUCH_KIND for what that cannot be."""
    part, _, rest = name.partition("-")
    match part:
        case "kind":
            return form.with_kind(value)
        case "size":
            return form.with_size(int(value))
        case "preset":
            return form.with_preset(value)
        case "option":
            return form.with_option(rest, _option_value(form, rest, value))
        case "clock":
            return form.with_clock(_changed_clock(form.clock, rest, value))
    color = next(color for color in COLORS if color.word == rest)
    return form.with_seat(color, _changed_seat(form.seats[color], part, value))


def _game(form: StartForm, language: str) -> Iterator[Field]:
    kinds = tuple((kind.name, text(language, f"{kind.name}.name")) for kind in form.kinds)
    yield Field("kind", text(language, "start.which_game"), FieldType.CHOICE, form.kind.name, kinds)
    sizes = tuple((str(size), text(language, "start.size", size=size)) for size in (*form.sizes(), *form.other_sizes()))
    yield Field("size", text(language, "terminal.field.size"), FieldType.CHOICE, str(form.picked.size), sizes)
    if form.presets():
        presets = tuple((name, text(language, f"{form.kind.name}.preset.{name}")) for name in form.presets())
        chosen = form.picked.preset or presets[0][0]
        yield Field("preset", text(language, "terminal.field.rules"), FieldType.CHOICE, chosen, presets)


def _seats(form: StartForm, language: str) -> Iterator[Field]:
    yield Field("seats", text(language, "start.with"), FieldType.HEADING)
    whos = tuple((str(who), text(language, f"sitting.who.{who}")) for who in form.whos())
    for color in COLORS:
        seat, word = form.seats[color], color.word
        who = str(seat.who) if seat.who in form.whos() else whos[0][0]
        yield Field(f"who-{word}", text(language, f"color.{word}"), FieldType.CHOICE, who, whos)
        yield from _seat(form, seat, color, language)


def _seat(form: StartForm, seat: SeatChoice, color: Color, language: str) -> Iterator[Field]:
    """What is to be known besides of whoever plays a colour."""
    word = color.word
    match seat.who:
        case Who.ACCOUNT if form.present:
            names = tuple((person.name, person.name) for person in form.present)
            chosen = seat.account if seat.account in dict(names) else names[0][0]
            yield Field(f"account-{word}", "", FieldType.CHOICE, chosen, names)
        case Who.GUEST:
            yield Field(f"guest-{word}", text(language, f"start.names.{color.name}"), FieldType.TEXT, seat.guest)
        case Who.LEVEL if form.levels():
            levels = tuple((str(level), text(language, "game.level", level=level)) for level in form.levels())
            nearest = min(form.levels(), key=lambda level: abs(level - seat.level))
            yield Field(f"level-{word}", "", FieldType.CHOICE, str(nearest), levels)
        case Who.ENGINE if form.engines():
            engines = tuple((engine, program_name(engine, language)) for engine in form.engines())
            chosen = seat.engine if seat.engine in dict(engines) else engines[0][0]
            yield Field(f"engine-{word}", "", FieldType.CHOICE, chosen, engines)


def _clock(form: StartForm, language: str) -> Iterator[Field]:
    yield Field("time", text(language, "start.clock"), FieldType.HEADING)
    names = tuple((name, text(language, f"start.clock.{name}")) for name in form.clocks())
    yield Field("clock-name", text(language, "start.clock"), FieldType.CHOICE, form.clock.name, names)
    if form.clock.name != CUSTOM:
        return
    custom = form.clock.custom
    kinds = tuple((str(kind), text(language, f"start.clock.kind.{kind}")) for kind in CLOCK_FIELDS)
    yield Field("clock-kind", text(language, "start.clock.kind"), FieldType.CHOICE, str(custom.kind), kinds)
    for name in CLOCK_FIELDS[custom.kind]:
        value = getattr(custom, name) // unit_ms(name)
        yield Field(f"clock-{name}", text(language, FIELD_KEYS[name]), FieldType.TEXT, str(value))


def _rules(form: StartForm, language: str, has_more: bool) -> Iterator[Field]:
    options = form.options()
    if not options:
        return
    yield Field("rules", text(language, "terminal.field.rules"), FieldType.HEADING)
    for option in options:
        if has_more or not option.spec.advanced:
            yield _option(form, option, language)
    if any(option.spec.advanced for option in options):
        yield Field("more", text(language, "start.all_rules"), FieldType.TRUTH, YES if has_more else "")


def _option(form: StartForm, option: OptionField, language: str) -> Field:
    spec, kind = option.spec, form.kind.name
    name, label = f"option-{spec.name}", text(language, f"{kind}.{spec.text_key}")
    match spec.type:
        case OptionType.BOOLEAN:
            return Field(name, label, FieldType.TRUTH, YES if option.value else "")
        case OptionType.CHOICE:
            words = tuple((choice, text(language, f"{kind}.{spec.text_key}.{choice}")) for choice in spec.choices)
            return Field(name, label, FieldType.CHOICE, str(option.value), words)
        case _:
            note = text(language, "start.by_rules") if option.is_open else ""
            return Field(name, label, FieldType.TEXT, f"{option.value:g}", note=note)


def _option_value(form: StartForm, name: str, value: str) -> OptionValue | None:
    spec = next(option.spec for option in form.options() if option.spec.name == name)
    if spec.type is OptionType.BOOLEAN:
        return value == YES
    if spec.type is OptionType.CHOICE:
        return value
    if not value.strip():
        return None  # the rules decide
    number = _number(value)
    return int(number) if spec.type is OptionType.INTEGER and number.is_integer() else number


def _changed_seat(seat: SeatChoice, part: str, value: str) -> SeatChoice:
    match part:
        case "who":
            return replace(seat, who=Who(value))
        case "account":
            return replace(seat, account=value)
        case "guest":
            return replace(seat, guest=value)
        case "level":
            return replace(seat, level=int(value))
        case _:
            return replace(seat, engine=value)


def _changed_clock(clock: ClockChoice, part: str, value: str) -> ClockChoice:
    match part:
        case "name":
            return replace(clock, name=value)
        case "kind":
            return replace(clock, custom=with_kind(clock.custom, ClockKind(value)))
        case _:
            return replace(clock, custom=with_value(clock.custom, part, round(_number(value))))


def _number(typed: str) -> float:
    """Raises BAD_RULES for what is no number."""
    try:
        number = float(typed[:_MOST_DIGITS])
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise GameError(ErrorCode.BAD_RULES, "terminal.not_a_number", value=typed[:20])
    return number
