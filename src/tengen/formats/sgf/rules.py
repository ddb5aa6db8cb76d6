"""The rules a file tells: their names (RU), komi (KM), and what our own property adds. Which names, a game says."""

from __future__ import annotations

from typing import Final

from tengen.core import GameError, OptionType, OptionValue, Ruleset, find_kind
from tengen.core.record import KOMI, RULES
from tengen.core.sgf_traits import Options
from tengen.formats.sgf.games import traits_of
from tengen.formats.sgf.result import number_text, read_points

_LONGEST_RULES: Final = 200
"""A text of RU with more characters is not looked at."""


def presets_to_try(kind: str) -> tuple[str, ...]:
    """Presets to read a game by whose file tells no rules; a later one is tried where the moves break the first."""
    return (*list(find_kind(kind).rules.PRESETS)[:1], *traits_of(kind).other_presets)


def stated_by(kind: str) -> dict[str, str]:
    """The properties that say something of a game's rules, and what nobody has told where one is not there."""
    rules = find_kind(kind).rules
    stated = {"RU": RULES} if rules.PRESETS else {}
    return stated | ({"KM": KOMI} if rules.FEATURES.komi else {})


def read_rules(kind: str, text: str) -> Options | None:
    """The options that a text of RU asks for, or None when it is not understood."""
    if len(text) > _LONGEST_RULES:
        return None
    read = traits_of(kind).read_rules
    if read is not None:
        return read(text)
    preset = next((name for name in find_kind(kind).rules.PRESETS if name.lower() == text.strip().lower()), None)
    return None if preset is None else {"preset": preset}


def read_opening(kind: str, text: str) -> str:
    """The opening with choices that a text of RU names, or an empty text."""
    read = traits_of(kind).read_opening
    return read(text[:_LONGEST_RULES]) if read else ""


def rules_text(ruleset: Ruleset) -> str:
    """The value of RU for these rules; empty when there is nothing to say."""
    write = traits_of(ruleset.KIND).write_rules
    return write(ruleset) if write else ruleset.preset or ""


def has_choices(ruleset: Ruleset) -> bool:
    """Whether the opening asks the players questions, and one of them places stones of both colours."""
    return ruleset.without_choices() != ruleset


# --- komi ------------------------------------------------------------------------------------


def read_komi(text: str) -> float | None:
    """The komi in points, or None when it is not understood.

    Some servers write hundredths, and Chinese files count in stones, a quarter of which is half a point.
    """
    komi = read_points(text)
    if komi is None or abs(komi) >= 10_000:
        return None
    if abs(komi) >= 100:
        komi /= 100
    if (komi * 2).is_integer():
        return komi
    return komi * 2 if (komi * 4).is_integer() else None


def komi_text(ruleset: Ruleset) -> str:
    """The value of KM; empty in games without komi."""
    komi = ruleset.komi_points()
    return "" if komi is None else number_text(komi)


# --- single options --------------------------------------------------------------------------


def read_option(kind: str, name: str, text: str) -> OptionValue | None:
    """The value of an option by its name, or None when the game has no such option or it cannot be this."""
    for spec in find_kind(kind).rules.OPTIONS:
        if spec.name == name:
            try:
                return spec.check(_typed(spec.type, text))
            except (GameError, ValueError):
                return None
    return None


def _typed(type_: OptionType, text: str) -> object:
    match type_:
        case OptionType.BOOLEAN:
            return {"true": True, "false": False}.get(text)
        case OptionType.INTEGER:
            return int(text[:10])
        case OptionType.NUMBER:
            return float(text[:20])
        case OptionType.CHOICE:
            return text


def option_text(value: OptionValue) -> str:
    """The value of an option as `read_option` reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
