"""What SGF has to know about a game to tell it. Reads and writes nothing: the format does, by what stands here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from tengen.core.options import OptionValue
from tengen.core.outcome import Reason
from tengen.core.ruleset import Ruleset

MOST_LINES: Final = 52
"""SGF names a line of the board by one letter, small or capital."""

Options: TypeAlias = dict[str, OptionValue]


@dataclass(frozen=True, slots=True)
class SgfTraits:
    """How files in SGF tell a game. What follows from its rules (presets, features, sizes) is not repeated here.

    `number` is the value of GM. Where it `names_points`, files also call points as players do, such as d3. `pass_words`
    are values that mean a pass besides the empty one. Where it `leaves_out_passes`, a file may lack a pass that the
    rules force.

    `read_rules` gives the options that a text of RU asks for, or None when it is not understood; `write_rules` gives
    the text. Without them RU is the name of a preset. `read_opening` gives the name of an opening in which the players
    choose, where RU tells one: SGF has no way to tell the choices. `other_presets` are tried, after the first of the
    game, where a file tells no rules and its moves break those; `reading_options` are what a file leaves open and a
    reader takes. By `lesson_options`, where there are any, a variation may show a move that the rules refuse.

    `win`, `draw` and `void` are the reasons of a result that a file does not explain.
    """

    number: int
    names_points: bool = False
    pass_words: tuple[str, ...] = ()
    leaves_out_passes: bool = False
    read_rules: Callable[[str], Options | None] | None = None
    write_rules: Callable[[Ruleset], str] | None = None
    read_opening: Callable[[str], str] | None = None
    other_presets: tuple[str, ...] = ()
    reading_options: tuple[tuple[str, OptionValue], ...] = ()
    lesson_options: tuple[tuple[str, OptionValue], ...] = ()
    win: Reason = Reason.SCORE
    draw: Reason = Reason.SCORE
    void: Reason = Reason.ABANDONED

    def __post_init__(self) -> None:
        assert self.number > 0, "GM counts from 1"
