"""The part of a start form that says which game: tiles, size, rule set, options, clock. Drawn from what games tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.board import small_board
from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS
from tengen.clients.desktop.widgets import (
    Button,
    Column,
    Flow,
    Grow,
    Inside,
    Label,
    NumberField,
    Pressable,
    RadioRow,
    Row,
    Rule,
    Select,
    Switch,
    Widget,
    help_text,
)
from tengen.clients.sitting.clocks import CLOCK_FIELDS, CUSTOM, FIELD_KEYS, bounds, unit_ms, with_kind, with_value
from tengen.clients.sitting.rules_form import OptionField
from tengen.clients.sitting.start import StartForm
from tengen.core import (
    Board,
    BoardSpec,
    ClockKind,
    Game,
    GameError,
    GameKind,
    OptionType,
    OptionValue,
    Place,
    Point,
    template,
)
from tengen.render import Theme

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_TILES: Final = 4
"""So many in a row."""
_SAMPLE_SIZE: Final = 9
_SAMPLE_STONES: Final = ((2, 2), (6, 6), (6, 2), (2, 6), (4, 4), (5, 4), (4, 5), (3, 4))
"""Where stones lie on the small board of a tile, on a board of nine lines, as far as the rules let them."""


class GameForm:
    """Keeps what is typed and what is open; `build` draws a form, `change` hears of another one."""

    def __init__(self, app: App, change: Callable[[StartForm], None]) -> None:
        self._app = app
        self._change = change
        self._numbers: dict[str, NumberField] = {}
        self.is_more = False
        """Whether rules and clock are shown."""
        self._is_all = False

    def build(self, form: StartForm) -> list[Widget]:
        """Everything: tiles, sizes, and below "More" rules and clock."""
        return [self.tiles(form), self.sizes(form), *self.more(form)]

    # --- which game, on which board

    def tiles(self, form: StartForm) -> Widget:
        """Which game, and a sentence about it."""
        tiles = [self._tile(form, kind) for kind in form.kinds]
        lines = [_Equal(tiles[at : at + _TILES]) for at in range(0, len(tiles), _TILES)]
        about = help_text(self._app.text(f"{form.kind.name}.about"))
        return Column(*lines, about, gap=8)

    def _tile(self, form: StartForm, kind: GameKind) -> _Tile:
        words = self._app.text(f"{kind.name}.name")
        is_on = kind.name == form.kind.name
        return _Tile(kind, words, self._app.board_theme, lambda: self._change(form.with_kind(kind.name)), is_on=is_on)

    def sizes(self, form: StartForm) -> Widget:
        """The usual sizes, all the others in a list, and the way to more."""
        app, size = self._app, form.picked.size
        words = [(one, app.text("start.size", size=one)) for one in form.sizes()]
        row: list[Widget] = [RadioRow(words, size, lambda one: self._change(form.with_size(one)), key="size")]
        if form.other_sizes():
            others = [(one, app.text("start.size", size=one)) for one in form.other_sizes()]
            row.append(
                Select(
                    others,
                    size,
                    lambda one: self._change(form.with_size(one)),
                    key="other-size",
                    placeholder=app.text("start.other_size.short"),
                    is_quiet=True,
                )
            )
        more = Button(app.text("start.more"), self._toggle_more, key="more", icon="up" if self.is_more else "down")
        return Row(Grow(Flow(*row)), more, gap=8)

    def _toggle_more(self) -> None:
        self.is_more = not self.is_more

    # --- rules

    def more(self, form: StartForm) -> list[Widget]:
        """Rules and clock, where they are asked for."""
        if not self.is_more:
            return []
        return [Column(Rule(), *self._rules(form), *self._clock(form), Rule(), gap=10)]

    def _rules(self, form: StartForm) -> list[Widget]:
        app, kind = self._app, form.kind.name
        fields: list[Widget] = []
        if form.presets() and form.picked.preset is not None:
            choices = [(name, app.text(f"{kind}.preset.{name}")) for name in form.presets()]
            chosen = form.picked.preset
            preset = Select(choices, chosen, lambda name: self._change(form.with_preset(name)), key="preset")
            fields.append(self._field(app.text("option.preset"), preset, self._help(f"{kind}.preset.{chosen}")))
        options = form.options()
        fields += [self._option(form, option) for option in options if not option.spec.advanced]
        advanced = [self._option(form, option) for option in options if option.spec.advanced]
        if advanced:
            icon = "up" if self._is_all else "down"
            words = app.text("start.all_rules")
            fields.append(Button(words, self._toggle_all, key="all-rules", icon=icon, align=Align.LEFT))
            fields += [Inside(Column(*advanced, gap=10), across=12)] if self._is_all else []
        if form.picked.options:
            words = app.text("start.usual_rules")
            usual = Button(words, lambda: self._change(form.with_usual_rules()), key="usual-rules", icon="back")
            fields.append(Row(usual))
        return fields

    def _toggle_all(self) -> None:
        self._is_all = not self._is_all

    def _option(self, form: StartForm, option: OptionField) -> Widget:
        app, spec, value = self._app, option.spec, option.value
        words = f"{form.kind.name}.{spec.text_key}"
        explained = self._help(f"{words}.{value}") or self._help(words)
        key = f"option/{form.kind.name}/{spec.name}"

        def set_to(chosen: OptionValue | None) -> None:
            self._change(form.with_option(spec.name, chosen))

        match spec.type:
            case OptionType.BOOLEAN:
                switch = Switch(app.text(words), value is True, set_to, key=key)
                return Column(switch, help_text(explained), gap=2) if explained else switch
            case OptionType.CHOICE:
                choices = [(choice, app.text(f"{words}.{choice}")) for choice in spec.choices]
                return self._field(app.text(words), Select(choices, str(value), set_to, key=key), explained)
        is_whole = spec.type is OptionType.INTEGER
        number = self._number(key, lambda given: set_to(int(given) if is_whole and given is not None else given))
        assert spec.minimum is not None, "numbers of rules have bounds"
        assert spec.maximum is not None, "numbers of rules have bounds"
        start = float(value) if isinstance(value, int | float) else spec.minimum
        number.show(
            None if option.is_open else start,
            start=start,
            bounds=(spec.minimum, spec.maximum),
            step=spec.step or 1,
            placeholder=app.text("start.by_rules"),
        )
        return self._field(app.text(words), number, explained)

    # --- clock

    def _clock(self, form: StartForm) -> list[Widget]:
        app, clock = self._app, form.clock
        choices = [(name, app.text(f"start.clock.{name}")) for name in form.clocks()]
        names = Select(
            choices, clock.name, lambda name: self._change(form.with_clock(replace(clock, name=name))), key="clock"
        )
        fields: list[Widget] = [self._field(app.text("start.clock"), names)]
        if clock.name != CUSTOM:
            return fields
        control = clock.custom
        kinds = [(kind, app.text(f"start.clock.kind.{kind}")) for kind in ClockKind if kind in CLOCK_FIELDS]

        def with_clock_kind(kind: ClockKind) -> None:
            self._change(form.with_clock(replace(clock, custom=with_kind(control, kind))))

        kind_field = Select(kinds, control.kind, with_clock_kind, key="clock-kind")
        told = app.text(f"start.clock.kind.{control.kind}.help")
        group: list[Widget] = [self._field(app.text("start.clock.kind"), kind_field, told)]
        for name in CLOCK_FIELDS[control.kind]:
            group.append(self._clock_value(form, name))
        fields.append(Inside(Column(*group, gap=10), across=12))
        return fields

    def _clock_value(self, form: StartForm, name: str) -> Widget:
        clock, control = form.clock, form.clock.custom
        value = getattr(control, name) / unit_ms(name)

        def set_to(given: float | None) -> None:
            if given is not None:
                self._change(form.with_clock(replace(clock, custom=with_value(control, name, int(given)))))

        number = self._number(f"clock/{name}", set_to)
        number.show(value, start=value, bounds=bounds(control.kind, name))
        return self._field(self._app.text(FIELD_KEYS[name]), number)

    # --- pieces

    def _number(self, key: str, on_change: Callable[[float | None], None]) -> NumberField:
        """The field of this key, which keeps what is typed."""
        number = self._numbers.setdefault(key, NumberField(on_change, key=key))
        number.on_change = on_change
        return number

    def _field(self, name: str, widget: Widget, explained: str = "") -> Widget:
        row = _Field(Label(name), widget)
        return Column(row, help_text(explained), gap=2) if explained else row

    def _help(self, key: str) -> str:
        """The sentence that explains something of a game; empty where it has none."""
        try:
            return template(self._app.language, f"{key}.help")
        except KeyError:
            return ""


class _Field(Widget):
    """A name and a control beside it; below it where there is no room for both."""

    def __init__(self, name: Label, control: Widget) -> None:
        super().__init__()
        self._name = name
        self._control = control

    @property
    def children(self) -> Sequence[Widget]:
        return (self._name, self._control)

    def _is_narrow(self, look: Look, width: float) -> bool:
        return self._name.wanted(look, width).width + 16 + self._control.wanted(look, 0).width > width

    def wanted(self, look: Look, width: float) -> Size:
        tall = self._control.wanted(look, width).height
        return Size(width, tall + 26 if self._is_narrow(look, width) else tall)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        size = self._control.wanted(look, rect.width)
        if self._is_narrow(look, rect.width):
            self._name.place(look, Rect(rect.x, rect.y, rect.width, 24))
            self._control.place(look, Rect(rect.x, rect.y + 26, min(size.width, rect.width), size.height))
            return
        self._name.place(look, Rect(rect.x, rect.y, rect.width - size.width - 16, rect.height))
        self._control.place(look, Rect(rect.right - size.width, rect.y, size.width, size.height))


class _Equal(Widget):
    """Tiles beside each other, as wide as four of them are in the whole width."""

    def __init__(self, tiles: Sequence[Widget]) -> None:
        super().__init__()
        self._tiles = tiles

    @property
    def children(self) -> Sequence[Widget]:
        return self._tiles

    def _wide(self, width: float) -> float:
        return (width - 8 * (_TILES - 1)) / _TILES

    def wanted(self, look: Look, width: float) -> Size:
        wide = self._wide(width)
        return Size(width, max(tile.wanted(look, wide).height for tile in self._tiles))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        wide = self._wide(rect.width)
        for index, tile in enumerate(self._tiles):
            tile.place(look, Rect(rect.x + index * (wide + 8), rect.y, wide, rect.height))


class _Tile(Pressable):
    """A game: a small board and its name."""

    def __init__(self, kind: GameKind, words: str, theme: Theme, on_press: Callable[[], None], *, is_on: bool) -> None:
        super().__init__(on_press, key=f"tile/{kind.name}")
        self._kind = kind
        self._words = words
        self._theme = theme
        self._is_on = is_on

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, min(width - 16, 84) + 8 + 30)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        if self._is_on:
            canvas.box(rect, colors.accent_soft, edge=colors.accent, radius=RADIUS)
        elif canvas.is_hovered(self):
            canvas.box(rect, colors.hover, radius=RADIUS)
        side = rect.height - 38
        board = Rect(rect.x + (rect.width - side) / 2, rect.y + 8, side, side)
        sample, spec = sample_of(self._kind)
        canvas.blit(small_board(sample, spec, self._theme, canvas.pixels(board).width), board)
        ink = colors.accent_strong if self._is_on else colors.muted
        name = Rect(rect.x + 2, rect.bottom - 30, rect.width - 4, 30)
        canvas.text(self._words, name, color=ink, bold=self._is_on, align=Align.CENTER)
        canvas.focus_ring(self, rect, radius=RADIUS)


@lru_cache(maxsize=64)
def sample_of(kind: GameKind) -> tuple[Board, BoardSpec]:
    """A small board of this game with a few stones, as far as its rules let them lie there."""
    rules = kind.rules.parse(min(kind.rules.SIZES, key=lambda size: abs(size - _SAMPLE_SIZE)))
    spec = rules.board_spec()
    game = Game(rules)
    for x, y in _SAMPLE_STONES:
        point = Point(x * spec.columns // _SAMPLE_SIZE, y * spec.rows // _SAMPLE_SIZE)
        with suppress(GameError):
            game.act(Place(game.state.position.to_move, point))
    return game.state.position.board, spec
