"""What can be set in a rule set, described so fully that a client draws the form without knowing the game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tengen.core.errors import ErrorCode, GameError, shown

OptionValue: TypeAlias = str | int | float | bool
"""A plain value as JSON and Python both know it."""


Members: TypeAlias = type[StrEnum]
"""The enumeration that a choice's values belong to."""


class OptionType(StrEnum):
    """What kind of control a client draws."""

    CHOICE = "choice"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a rule set: its type, what it may be, what it is unless said otherwise.

    `shown_when` names other options and the values under which this one means something; a client hides
    it otherwise. `advanced` options belong behind a "More" button. `offered_to_people` is what clients offer first in a
    game in which a person plays; None: the value that the rules have anyway. The words are under `option.<name>`, and
    those of a choice under `option.<name>.<value>`.
    """

    name: str
    type: OptionType
    default: OptionValue
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    shown_when: tuple[tuple[str, tuple[OptionValue, ...]], ...] = ()
    advanced: bool = False
    members: Members | None = None
    offered_to_people: OptionValue | None = None

    @property
    def text_key(self) -> str:
        """Where the words of this option are, inside its game's table."""
        return f"option.{self.name}"

    def check(self, value: object) -> OptionValue:
        """The value as the rules keep it. Raises BAD_RULES naming the option and what it may be."""
        match self.type:
            case OptionType.BOOLEAN:
                if isinstance(value, bool):
                    return value
                raise self._refused("rules.not_boolean", value)
            case OptionType.CHOICE:
                if isinstance(value, str) and value in self.choices:
                    return self.members(value) if self.members else str(value)
                raise self._refused("rules.not_a_choice", value, choices=", ".join(self.choices))
            case OptionType.INTEGER:
                if isinstance(value, int) and not isinstance(value, bool) and self._in_range(value):
                    return value
                raise self._refused("rules.not_integer", value, **self._bounds())
            case OptionType.NUMBER:
                if isinstance(value, int | float) and not isinstance(value, bool) and self._in_range(value):
                    if self.step is None or (value / self.step).is_integer():
                        return float(value)
                    raise self._refused("rules.not_a_step", value, step=self.step)
                raise self._refused("rules.not_number", value, **self._bounds())

    def _in_range(self, value: float) -> bool:
        """Also false for the float that is not a number."""
        least = -math.inf if self.minimum is None else self.minimum
        most = math.inf if self.maximum is None else self.maximum
        return least <= value <= most

    def _bounds(self) -> dict[str, str]:
        return {"minimum": f"{self.minimum:g}", "maximum": f"{self.maximum:g}"}

    def _refused(self, key: str, value: object, **values: str | float) -> GameError:
        return GameError(ErrorCode.BAD_RULES, key, option=self.name, value=shown(value), **values)


def choice(
    name: str,
    members: Members,
    default: StrEnum,
    *,
    advanced: bool = False,
    shown_when: Mapping[str, tuple[OptionValue, ...]] | None = None,
    offered_to_people: StrEnum | None = None,
) -> OptionSpec:
    """An option that takes one member of an enumeration."""
    return OptionSpec(
        name,
        OptionType.CHOICE,
        default,
        choices=tuple(member.value for member in members),
        members=members,
        advanced=advanced,
        shown_when=tuple((shown_when or {}).items()),
        offered_to_people=offered_to_people,
    )


def boolean(
    name: str,
    default: bool,
    *,
    advanced: bool = False,
    shown_when: Mapping[str, tuple[OptionValue, ...]] | None = None,
) -> OptionSpec:
    """An option that is on or off."""
    return OptionSpec(
        name, OptionType.BOOLEAN, default, advanced=advanced, shown_when=tuple((shown_when or {}).items())
    )


def number(
    name: str,
    default: float,
    *,
    minimum: float,
    maximum: float,
    step: float,
    shown_when: Mapping[str, tuple[OptionValue, ...]] | None = None,
) -> OptionSpec:
    """An option that takes a number; whole steps of one make it an integer."""
    type_ = OptionType.INTEGER if step == 1 and isinstance(default, int) else OptionType.NUMBER
    return OptionSpec(
        name,
        type_,
        default,
        minimum=minimum,
        maximum=maximum,
        step=step,
        shown_when=tuple((shown_when or {}).items()),
    )
