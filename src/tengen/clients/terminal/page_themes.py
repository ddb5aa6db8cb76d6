"""The colours beside the board, light and dark, as on the page; a terminal with few colours keeps its own."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme

from tengen.clients.terminal.abilities import Colors


def page_theme(colors: Colors, *, is_light: bool) -> Theme:
    """What everything but the board is drawn with."""
    if colors <= Colors.FEW:
        return BUILTIN_THEMES["ansi-light" if is_light else "ansi-dark"]
    if is_light:
        return Theme(
            name="tengen-light",
            dark=False,
            primary="#0f766e",
            secondary="#57534e",
            accent="#0f766e",
            foreground="#2a241c",
            background="#faf8f4",
            surface="#f1ede5",
            panel="#e8e2d6",
            error="#b42318",
            warning="#b42318",
            success="#0f766e",
        )
    return Theme(
        name="tengen-dark",
        dark=True,
        primary="#2dbfae",
        secondary="#8b949e",
        accent="#2dbfae",
        foreground="#d9dce0",
        background="#16181b",
        surface="#1f2226",
        panel="#292d32",
        error="#ff8a80",
        warning="#ff8a80",
        success="#2dbfae",
    )
