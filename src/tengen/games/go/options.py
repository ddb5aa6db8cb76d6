"""The axes of Go's rules and the presets that combine them. Decides nothing about positions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tengen.core import OptionSpec, OptionValue
from tengen.core.options import boolean, choice, number


class Ko(StrEnum):
    """Which earlier boards a move may not bring back.

    Simple: the one before the opponent's last move. Positional: any board of the game. Situational: any
    board of the game with the same side to move.
    """

    SIMPLE = "simple"
    POSITIONAL = "positional"
    SITUATIONAL = "situational"


class Scoring(StrEnum):
    """Area counts stones and surrounded points, territory counts surrounded points and prisoners."""

    AREA = "area"
    TERRITORY = "territory"


class Tax(StrEnum):
    """Which surrounded points are not counted: none of them, those in seki, or also two for every living group."""

    NONE = "none"
    SEKI = "seki"
    ALL = "all"


class HandicapBonus(StrEnum):
    """What White gets for Black's handicap stones: nothing, a point each, or a point for each but the first."""

    NOTHING = "0"
    EACH = "N"
    EACH_BUT_ONE = "N-1"


class HandicapPlacement(StrEnum):
    """Whether handicap stones stand on fixed points or where Black likes."""

    FIXED = "fixed"
    FREE = "free"


class DeadStones(StrEnum):
    """What happens after two passes: the board counts as it stands, the players agree on dead stones,
    or (territory only) play goes on in a clean-up that costs no points."""

    NONE = "none"
    AGREE = "agree"
    CLEANUP = "cleanup"


KOMI_LIMIT = 400.0

OPTIONS: tuple[OptionSpec, ...] = (
    number("komi", 7.5, minimum=-KOMI_LIMIT, maximum=KOMI_LIMIT, step=0.5),
    number("handicap", 0, minimum=0, maximum=9, step=1),
    choice(
        "handicap_placement",
        HandicapPlacement,
        HandicapPlacement.FIXED,
        shown_when={"handicap": tuple(range(2, 10))},
    ),
    choice("dead_stones", DeadStones, DeadStones.NONE, offered_to_people=DeadStones.AGREE),
    choice("ko", Ko, Ko.POSITIONAL, advanced=True),
    choice("scoring", Scoring, Scoring.AREA, advanced=True),
    choice("tax", Tax, Tax.NONE, advanced=True),
    boolean("suicide", False, advanced=True),
    choice("handicap_bonus", HandicapBonus, HandicapBonus.NOTHING, advanced=True),
    boolean("button", False, advanced=True, shown_when={"scoring": ("area",)}),
)

PER_GAME = frozenset({"komi", "handicap", "handicap_placement", "dead_stones"})
"""Options that are set anew for each game and do not make a rule set another one."""


def _preset(
    ko: Ko,
    scoring: Scoring,
    tax: Tax,
    suicide: bool,
    *,
    bonus: HandicapBonus = HandicapBonus.NOTHING,
    komi: float = 7.5,
    button: bool = False,
) -> Mapping[str, OptionValue]:
    return {
        "ko": ko,
        "scoring": scoring,
        "tax": tax,
        "suicide": suicide,
        "handicap_bonus": bonus,
        "button": button,
        "komi": komi,
    }


_AREA, _TERRITORY = Scoring.AREA, Scoring.TERRITORY

PRESETS: Mapping[str, Mapping[str, OptionValue]] = {
    "chinese-kgs": _preset(Ko.POSITIONAL, _AREA, Tax.NONE, False, bonus=HandicapBonus.EACH),
    "tromp-taylor": _preset(Ko.POSITIONAL, _AREA, Tax.NONE, True),
    "chinese": _preset(Ko.SIMPLE, _AREA, Tax.NONE, False, bonus=HandicapBonus.EACH),
    "japanese": _preset(Ko.SIMPLE, _TERRITORY, Tax.SEKI, False, komi=6.5),
    "korean": _preset(Ko.SIMPLE, _TERRITORY, Tax.SEKI, False, komi=6.5),
    "aga": _preset(Ko.SITUATIONAL, _AREA, Tax.NONE, False, bonus=HandicapBonus.EACH_BUT_ONE),
    "aga-button": _preset(
        Ko.SITUATIONAL, _AREA, Tax.NONE, False, bonus=HandicapBonus.EACH_BUT_ONE, komi=7.0, button=True
    ),
    "new-zealand": _preset(Ko.SITUATIONAL, _AREA, Tax.NONE, True, komi=7.0),
    "ing": _preset(Ko.POSITIONAL, _AREA, Tax.NONE, True),
    "stone-scoring": _preset(Ko.SIMPLE, _AREA, Tax.ALL, False),
    "classroom": _preset(Ko.SIMPLE, _TERRITORY, Tax.NONE, False, komi=6.5),
}
"""The rule sets that players ask for by name; the first is the default."""
