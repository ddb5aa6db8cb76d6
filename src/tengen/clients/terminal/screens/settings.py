"""Settings: language, page, board theme, coordinates, pace and the others of `sitting.preferences`."""

from __future__ import annotations

from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class SettingsScreen(TengenDialog[None]):
    """Changes what is preferred, at once."""
