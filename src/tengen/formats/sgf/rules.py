"""The rules a file tells: the names people give them (RU), komi (KM), and what our own property adds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from tengen.core import GameError, OptionType, OptionValue, Ruleset, create_rules, find_kind
from tengen.core.record import KOMI, RULES
from tengen.formats.sgf.result import number_text, read_points

GAME_NUMBERS: Final = {"1": "go", "2": "othello", "4": "gomoku"}
"""The games of the GM property that the platform plays."""

UNSAID: Final = {
    "go": ("chinese-kgs", "chinese", "new-zealand"),
    "gomoku": ("freestyle", "standard"),
    "othello": (None,),
}
"""Presets to read a game by whose file tells no rules; a later one is tried where the moves break the first."""

UNSTATED: Final = {"go": {"RU": RULES, "KM": KOMI}, "gomoku": {"RU": RULES}, "othello": {}}
"""By game the properties that say something of the rules, and what nobody has told where one is not there."""

_GO_NAMES: Final = {
    "chinese": "chinese cn china 中国 中國 中国围棋",
    "chinese-kgs": "chinesekgs chineseogs",
    "japanese": "japanese japan jp nihonkiin 日本 日本囲碁",
    "korean": "korean korea kr 韩国 韓国 한국",
    "aga": "aga bga french ffg american",
    "aga-button": "agabutton",
    "new-zealand": "nz newzealand",
    "ing": "goe ing ings 应氏 應氏",
    "tromp-taylor": "tromptaylor tt logical",
    "stone-scoring": "stonescoring ancientarea",
    "classroom": "classroom",
}
_GO_PRESETS: Final = {alias: preset for preset, names in _GO_NAMES.items() for alias in names.split()}
_GO_TEXTS: Final = {
    "chinese": "Chinese",
    "chinese-kgs": "Chinese-KGS",
    "japanese": "Japanese",
    "korean": "Korean",
    "aga": "AGA",
    "aga-button": "AGA-Button",
    "new-zealand": "NZ",
    "ing": "GOE",
    "tromp-taylor": "Tromp-Taylor",
    "stone-scoring": "Stone-Scoring",
    "classroom": "Classroom",
}
_FILLING: Final = re.compile(r"[\s\-_.']+|ruleset|rules?|规则|規則|ルール|룰")
_AXES: Final = re.compile(
    r"ko(simple|positional|situational)score(area|territory)tax(none|seki|all)sui([01])"
    r"(?:button([01]))?(?:whb(0|n-1|n))?(?:fpok[01])?(?:komi.*)?"
)
"""How engines write rules that have no name."""

# the numbers are those of the rule in the protocol of Gomocup
_GOMOKU_NAMES: Final = {
    "freestyle": "freestyle free gomoku freestylegomoku freegomoku 五子棋 0",
    "standard": "standard standardgomoku exactfive std 1",
    "renju": "renju rif 连珠 連珠 4",
    "caro": "caro gomokucaro 8",
}
_GOMOKU_PRESETS: Final = {alias: preset for preset, names in _GOMOKU_NAMES.items() for alias in names.split()}
SWAPS: Final = ("swap", "swap2")
_EMPTIES: Final = "empties to winner"

Options: TypeAlias = dict[str, OptionValue]


def read_rules(kind: str, text: str) -> Options | None:
    """The options that a text of RU asks for, or None when it is not understood."""
    if len(text) > 200:
        return None
    match kind:
        case "go":
            return _read_go_rules(text)
        case "gomoku":
            return _read_gomoku_rules(text)
        case _:
            return {"empties_to_winner": True} if _EMPTIES in text.lower() else None


def _read_go_rules(text: str) -> Options | None:
    axes = _AXES.fullmatch(text.strip().lower())
    if axes:
        ko, scoring, tax, suicide, button, bonus = axes.groups()
        options: Options = {"ko": ko, "scoring": scoring, "tax": tax, "handicap_bonus": (bonus or "0").upper()}
        return options | {"suicide": suicide == "1", "button": button == "1"}
    preset = _GO_PRESETS.get(_FILLING.sub("", text.lower().replace("/", "")))
    return {"preset": preset} if preset else None


def _read_gomoku_rules(text: str) -> Options | None:
    first, *others = (_FILLING.sub("", part) for part in re.split("[;,/]", text.lower()))
    preset = _GOMOKU_PRESETS.get(first)
    if preset is None:
        return None
    return {"preset": preset, "opening": "pro"} if "pro" in others else {"preset": preset}


def read_swap(text: str) -> str:
    """The opening with choices that a text of RU names, or an empty text."""
    others = [_FILLING.sub("", part) for part in re.split("[;,/]", text[:200].lower())]
    return next((swap for swap in SWAPS if swap in others), "")


def rules_text(ruleset: Ruleset) -> str:
    """The value of RU for these rules; empty when there is nothing to say."""
    options = ruleset.options()
    preset = str(options.get("preset", ""))
    match ruleset.KIND:
        case "go":
            return _GO_TEXTS.get(preset) or _axes_text(options)
        case "gomoku":
            opening = options["opening"]
            return preset.capitalize() if opening == "free" else f"{preset.capitalize()}; {opening}"
        case _:
            return f"Othello; {_EMPTIES}" if options["empties_to_winner"] else ""


def _axes_text(options: Mapping[str, OptionValue]) -> str:
    ko, scoring, tax = (str(options[axis]).upper() for axis in ("ko", "scoring", "tax"))
    button = "button1" if options["button"] else ""
    bonus = "" if options["handicap_bonus"] == "0" else f"whb{options['handicap_bonus']}"
    return f"ko{ko}score{scoring}tax{tax}sui{int(bool(options['suicide']))}{button}{bonus}"


def plain_rules(ruleset: Ruleset) -> Ruleset:
    """The rules by which the moves of a file are read: the choices of an opening are not in it, so there is none."""
    options = ruleset.options()
    if options.get("opening") not in SWAPS:
        return ruleset
    return create_rules(ruleset.KIND, ruleset.size, {**options, "opening": "free"})


def has_choices(ruleset: Ruleset) -> bool:
    """Whether the opening asks the players questions, and one of them places stones of both colours."""
    return ruleset.options().get("opening") in SWAPS


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
    komi = ruleset.options().get("komi")
    return "" if komi is None else number_text(float(komi))


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
