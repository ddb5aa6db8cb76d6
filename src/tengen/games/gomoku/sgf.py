"""How SGF tells games of Gomoku and Renju: the names of their rules, and of the openings in which players choose."""

from __future__ import annotations

import re
from typing import Final

from tengen.core import Reason, Ruleset, SgfTraits
from tengen.core.sgf_traits import Options
from tengen.games.gomoku.openings import CHOOSING, Opening

# the numbers are those of the rule in the protocol of Gomocup
_NAMES: Final = {
    "freestyle": "freestyle free gomoku freestylegomoku freegomoku 五子棋 0",
    "standard": "standard standardgomoku exactfive std 1",
    "renju": "renju rif 连珠 連珠 4",
    "caro": "caro gomokucaro 8",
}
_PRESETS: Final = {alias: preset for preset, names in _NAMES.items() for alias in names.split()}
_FILLING: Final = re.compile(r"[\s\-_.']+|ruleset|rules?|规则|規則|ルール|룰")


def read_rules(text: str) -> Options | None:
    """The options that a text of RU asks for, or None when it is not understood. Tells no opening with choices."""
    first, *others = _parts(text)
    preset = _PRESETS.get(first)
    if preset is None:
        return None
    return {"preset": preset, "opening": Opening.PRO} if Opening.PRO in others else {"preset": preset}


def write_rules(ruleset: Ruleset) -> str:
    """The value of RU for these rules, with the opening unless it is free."""
    options = ruleset.options()
    preset, opening = str(options.get("preset", "")).capitalize(), options["opening"]
    return preset if opening == Opening.FREE else f"{preset}; {opening}"


def read_opening(text: str) -> str:
    """The opening with choices that a text of RU names, or an empty text."""
    parts = _parts(text)
    return next((opening.value for opening in CHOOSING if opening in parts), "")


def _parts(text: str) -> list[str]:
    return [_FILLING.sub("", part) for part in re.split("[;,/]", text.lower())]


SGF: Final = SgfTraits(
    number=4,
    names_points=True,
    read_rules=read_rules,
    write_rules=write_rules,
    read_opening=read_opening,
    other_presets=("standard",),
    win=Reason.LINE,
    draw=Reason.FULL_BOARD,
)
