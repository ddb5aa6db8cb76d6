"""Commands of KataGo and KGS that tell the rules: presets by name, every axis by itself. For the game that has them."""

from __future__ import annotations

import json
from typing import Final

from tengen.clients.engine.gtp.context import Command, GtpContext
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, exactly
from tengen.core import GameError, OptionValue, Ruleset

_AXES: Final = {
    "hasButton": "button",
    "ko": "ko",
    "scoring": "scoring",
    "suicide": "suicide",
    "tax": "tax",
    "whiteHandicapBonus": "handicap_bonus",
}
"""KataGo's names of the axes and ours."""
_IGNORED: Final = ("friendlyPassOk", "komi")
"""Told with the rules, but nothing that ours know."""
_TRUTHS: Final[dict[str, OptionValue]] = {"true": True, "false": False}
_KATA_NAMES: Final = {
    "chinese-ogs": "chinese-kgs",
    "bga": "aga",
    "tromp_taylor": "tromp-taylor",
    "stone": "stone-scoring",
}
_KGS_NAMES: Final = {"chinese": "chinese-kgs", "aga": "aga", "japanese": "japanese", "new_zealand": "new-zealand"}


def has_axes(ruleset: Ruleset) -> bool:
    """Whether a game has every option that these commands tell."""
    return set(_AXES.values()) <= set(ruleset.options())


def _get_rules(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    options = context.ruleset.options()
    told = {name: options[axis] for name, axis in _AXES.items()}
    upper = {name: value.upper() if isinstance(value, str) else value for name, value in told.items()}
    return json.dumps(upper, separators=(",", ":"))


def _set_rules(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    text = " ".join(words)
    if text.startswith("{"):
        _change(context, _axes_of(text))
    else:
        name = text.lower()
        _take_preset(context, _KATA_NAMES.get(name, name))
    return ""


def _set_rule(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    name, value = exactly(words, 2)
    _change(context, _axis(name, value))
    return ""


def _kgs_rules(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    (name,) = exactly(words, 1)
    if name not in _KGS_NAMES:
        raise Refused(SYNTAX_ERROR)
    _take_preset(context, _KGS_NAMES[name])
    return ""


def _axes_of(text: str) -> dict[str, OptionValue]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(SYNTAX_ERROR) from error
    values: dict[str, OptionValue] = {}
    for name, value in told.items():
        values |= _axis(name, json.dumps(value).strip('"'))
    return values


def _axis(name: str, value: str) -> dict[str, OptionValue]:
    """An option of ours. Raises Refused for a name that is none; what it may be the rules say."""
    if name in _IGNORED:
        return {}
    if name not in _AXES:
        raise Refused(f"unknown rule {name[:40]}")
    axis = _AXES[name]
    plain = value.upper() if axis == "handicap_bonus" else value.lower()
    return {axis: _TRUTHS.get(plain, plain)}


def _take_preset(context: GtpContext, name: str) -> None:
    """The axes of a preset; komi and handicap stay."""
    presets = context.ruleset.PRESETS
    if name not in presets:
        raise Refused(f"unknown rules {name[:40]}")
    _change(context, {axis: value for axis, value in presets[name].items() if axis in _AXES.values()}, name)


def _change(context: GtpContext, values: dict[str, OptionValue], preset: str | None = None) -> None:
    """Raises Refused for values that are none, and for rules under which the game so far was illegal."""
    named: dict[str, OptionValue] = {"preset": preset} if preset else {}
    try:
        rules = context.ruleset.with_options({**named, **values})
    except GameError as error:
        raise Refused(str(error)) from error
    try:
        context.game.change_rules(rules)
    except GameError as error:
        raise Refused("the game so far is illegal under these rules") from error


COMMANDS: Final[dict[str, Command]] = {
    "kata-get-rules": _get_rules,
    "kata-set-rules": _set_rules,
    "kata-set-rule": _set_rule,
    "kgs-rules": _kgs_rules,
}
