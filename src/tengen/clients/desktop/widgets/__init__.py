"""The pieces of screens. Each knows how it looks and what it hears; none knows a game or the application."""

from tengen.clients.desktop.widgets.base import Deed, Ui, Widget
from tengen.clients.desktop.widgets.button import Button, ButtonKind, Pressable, icon_button
from tengen.clients.desktop.widgets.choice import LevelBars, RadioRow, Select
from tengen.clients.desktop.widgets.dialog import Dialog
from tengen.clients.desktop.widgets.field import TextField
from tengen.clients.desktop.widgets.layout import (
    Beside,
    Column,
    Flow,
    Grow,
    Inside,
    Layers,
    Panel,
    Row,
    Rule,
    Space,
)
from tengen.clients.desktop.widgets.list import ListRow, ListView
from tengen.clients.desktop.widgets.number import NumberField
from tengen.clients.desktop.widgets.scroll import Scroll
from tengen.clients.desktop.widgets.switch import Checkbox, Switch
from tengen.clients.desktop.widgets.tabs import Tabs, TabText
from tengen.clients.desktop.widgets.words import Label, Paragraph, heading, help_text, title

__all__ = [
    "Beside",
    "Button",
    "ButtonKind",
    "Checkbox",
    "Column",
    "Deed",
    "Dialog",
    "Flow",
    "Grow",
    "Inside",
    "Label",
    "Layers",
    "LevelBars",
    "ListRow",
    "ListView",
    "NumberField",
    "Panel",
    "Paragraph",
    "Pressable",
    "RadioRow",
    "Row",
    "Rule",
    "Scroll",
    "Select",
    "Space",
    "Switch",
    "TabText",
    "Tabs",
    "TextField",
    "Ui",
    "Widget",
    "heading",
    "help_text",
    "icon_button",
    "title",
]
