"""How SGF tells games of Go: the names that people and engines give to its rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tengen.core import OptionValue, Reason, Ruleset, SgfTraits
from tengen.core.sgf_traits import Options
from tengen.games.go.options import DeadStones, Ko

_NAMES: Final = {
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
_PRESETS: Final = {alias: preset for preset, names in _NAMES.items() for alias in names.split()}
_TEXTS: Final = {
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


def read_rules(text: str) -> Options | None:
    """The options that a text of RU asks for, or None when it is not understood."""
    axes = _AXES.fullmatch(text.strip().lower())
    if axes:
        ko, scoring, tax, suicide, button, bonus = axes.groups()
        options: Options = {"ko": ko, "scoring": scoring, "tax": tax, "handicap_bonus": (bonus or "0").upper()}
        return options | {"suicide": suicide == "1", "button": button == "1"}
    preset = _PRESETS.get(_FILLING.sub("", text.lower().replace("/", "")))
    return {"preset": preset} if preset else None


def write_rules(ruleset: Ruleset) -> str:
    """The value of RU for these rules: a name, or every axis."""
    options = ruleset.options()
    return _TEXTS.get(str(options.get("preset", ""))) or _axes_text(options)


def _axes_text(options: Mapping[str, OptionValue]) -> str:
    ko, scoring, tax = (str(options[axis]).upper() for axis in ("ko", "scoring", "tax"))
    button = "button1" if options["button"] else ""
    bonus = "" if options["handicap_bonus"] == "0" else f"whb{options['handicap_bonus']}"
    return f"ko{ko}score{scoring}tax{tax}sui{int(bool(options['suicide']))}{button}{bonus}"


SGF: Final = SgfTraits(
    number=1,
    read_rules=read_rules,
    write_rules=write_rules,
    other_presets=("chinese", "new-zealand"),
    reading_options=(("dead_stones", DeadStones.AGREE),),
    lesson_options=(("ko", Ko.SIMPLE), ("suicide", True)),
    void=Reason.REPETITION,
)
