"""A form as a list of values: each field is a line with its name and a control. Knows no form in particular."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from tengen.people import LONGEST_PASSWORD

LONGEST_TYPED: Final = LONGEST_PASSWORD
"""No field takes more."""


class FieldType(StrEnum):
    """What kind of control a field has."""

    HEADING = "heading"
    CHOICE = "choice"
    TRUTH = "truth"
    TEXT = "text"
    SECRET = "secret"


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a form; `value` is a text, also for a truth (`yes` or empty). `choices` are values and words."""

    name: str
    label: str
    type: FieldType
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    note: str = ""

    @property
    def is_true(self) -> bool:
        """The value of a truth."""
        return self.value == YES


YES = "yes"


class Truth(Static, can_focus=True):
    """Yes or no, in brackets that can be read without colours; Enter, Space and a click change it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "change", show=False)]

    class Changed(Message):
        """Somebody has changed it."""

        def __init__(self, widget: Truth) -> None:
            super().__init__()
            self.widget = widget
            self.value = widget.value

        @property
        def control(self) -> Truth:
            """Which one."""
            return self.widget

    def __init__(self, value: bool, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self.value = value
        self.set(value)

    def set(self, value: bool) -> None:
        """Show this value."""
        self.value = value
        self.update("[x]" if value else "[ ]")

    def action_change(self) -> None:
        """Yes becomes no, and no yes."""
        self.set(not self.value)
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        """The same by the mouse."""
        self.action_change()


class Form(VerticalScroll, can_focus=False):
    """Fields below each other. Tells what was changed; the owner shows the fields that follow from it."""

    class Changed(Message):
        """Somebody has changed a field."""

        def __init__(self, name: str, value: str) -> None:
            super().__init__()
            self.name = name
            self.value = value

    class Submitted(Message):
        """Enter was pressed in a text field."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, fields: Sequence[Field] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._fields = tuple(fields)

    def compose(self) -> ComposeResult:
        """All lines."""
        for field in self._fields:
            if field.type is FieldType.HEADING:
                yield Static(field.label, classes="heading", markup=False)
                continue
            with Horizontal(classes="field"):
                yield Static(field.label, classes="label", markup=False)
                yield _control(field)
                if field.note:
                    yield Static(field.note, classes="note", markup=False)

    async def show(self, fields: Sequence[Field]) -> None:
        """Show these fields from now on; the one that has the focus keeps it where it is still there."""
        before, self._fields = self._fields, tuple(fields)
        if list(map(_shape, before)) != list(map(_shape, self._fields)):
            focused = self.screen.focused
            await self.recompose()
            if focused is not None and focused.id is not None:
                for control in self.query(f"#{focused.id}"):
                    control.focus()
            return
        for known, field in zip(before, self._fields, strict=True):
            if known.value != field.value:  # what somebody is just changing stays
                self._set(field)

    def _set(self, field: Field) -> None:
        control = self.query_one(f"#{_id(field.name)}", Widget)
        match control:
            case Select():
                if control.value != field.value:
                    control.value = field.value
            case Truth():
                control.set(field.is_true)
            case Input():
                if not control.has_focus and control.value != field.value:
                    control.value = field.value

    def value(self, name: str) -> str:
        """What a text field holds now."""
        return self.query_one(f"#{_id(name)}", Input).value

    @on(Select.Changed)
    @on(Truth.Changed)
    @on(Input.Changed)
    def changed(self, event: Select.Changed | Truth.Changed | Input.Changed) -> None:
        """Tell it, unless that is what the field is anyway."""
        event.stop()
        name = _name(event.control)
        value = (YES if event.value else "") if isinstance(event.value, bool) else str(event.value)
        field = next((known for known in self._fields if known.name == name), None)
        if field is not None and field.value != value:
            self._fields = tuple(replace(one, value=value) if one is field else one for one in self._fields)
            self.post_message(self.Changed(name, value))

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """Tell it."""
        event.stop()
        self.post_message(self.Submitted(_name(event.control)))


def _control(field: Field) -> Widget:
    name = _id(field.name)
    match field.type:
        case FieldType.CHOICE:
            options = [(words, value) for value, words in field.choices]
            return Select(options, value=field.value, allow_blank=False, compact=True, id=name)
        case FieldType.TRUTH:
            return Truth(field.is_true, id=name)
        case _:
            is_secret = field.type is FieldType.SECRET
            return Input(
                field.value, password=is_secret, compact=True, select_on_focus=False, max_length=LONGEST_TYPED, id=name
            )


def _shape(field: Field) -> Field:
    """Everything but the value: while that is the same, controls stay."""
    return replace(field, value="")


def _id(name: str) -> str:
    return f"field-{name}"


def _name(control: Widget | None) -> str:
    return (cast("Widget", control).id or "").removeprefix("field-")
