"""How SGF tells games of Othello."""

from __future__ import annotations

from typing import Final

from tengen.core import Ruleset, SgfTraits
from tengen.core.sgf_traits import Options

_EMPTIES: Final = "empties to winner"


def read_rules(text: str) -> Options | None:
    """The options that a text of RU asks for, or None when it is not understood."""
    return {"empties_to_winner": True} if _EMPTIES in text.lower() else None


def write_rules(ruleset: Ruleset) -> str:
    """The value of RU for these rules; empty when there is nothing to say."""
    return f"Othello; {_EMPTIES}" if ruleset.options()["empties_to_winner"] else ""


SGF: Final = SgfTraits(
    number=2,
    names_points=True,
    pass_words=("PA", "pa", "PASS", "Pass", "pass", "--"),
    leaves_out_passes=True,
    read_rules=read_rules,
    write_rules=write_rules,
)
