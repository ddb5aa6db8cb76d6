"""What happens at a window, as values of our own: no event of SDL goes further than `input`. Places are in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PointerMoved:
    """The pointer is here now; `is_pressed`: with the left button down."""

    x: float
    y: float
    is_pressed: bool = False


@dataclass(frozen=True, slots=True)
class PointerPressed:
    """A button went down: 1 left, 2 middle, 3 right. `clicks` counts quick ones at the same place."""

    x: float
    y: float
    button: int = 1
    clicks: int = 1


@dataclass(frozen=True, slots=True)
class PointerReleased:
    """A button went up."""

    x: float
    y: float
    button: int = 1


@dataclass(frozen=True, slots=True)
class PointerLeft:
    """The pointer has left the window."""


@dataclass(frozen=True, slots=True)
class WheelTurned:
    """The wheel, in notches: up is positive."""

    x: float
    y: float
    up: float


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down, or repeats.

    `key` is its name: "a", "5", "enter", "escape", "tab", "backspace", "delete", "left", "home", "page up", "f11",
    "space". `text` is the sign that it writes, if any: "?" is the same on every keyboard. `is_typed`: the sign comes
    as `TextTyped` as well, because a field had the focus when the key went down.
    """

    key: str
    text: str = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    is_repeat: bool = False
    is_typed: bool = False

    @property
    def writes(self) -> bool:
        """Whether it is a sign for a field rather than a command."""
        return bool(self.text) and self.text.isprintable() and not self.ctrl and not self.alt


@dataclass(frozen=True, slots=True)
class TextTyped:
    """Text for the field that has the focus: of keys, or what an input method has put together."""

    text: str


@dataclass(frozen=True, slots=True)
class TextComposed:
    """What an input method shows before it is decided; empty when that is over."""

    text: str


@dataclass(frozen=True, slots=True)
class FileDropped:
    """A file was dropped onto the window."""

    path: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has another size or density, or must be drawn again."""


@dataclass(frozen=True, slots=True)
class FocusChanged:
    """The window has the keyboard, or has it no more."""

    is_focused: bool


@dataclass(frozen=True, slots=True)
class CloseAsked:
    """The window is to be closed."""


PointerEvent: TypeAlias = PointerMoved | PointerPressed | PointerReleased | WheelTurned
Event: TypeAlias = (
    PointerEvent
    | PointerLeft
    | KeyPressed
    | TextTyped
    | TextComposed
    | FileDropped
    | Resized
    | FocusChanged
    | CloseAsked
)
