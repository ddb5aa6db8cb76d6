"""The start form: the game, its size and rules by OptionSpecs, who plays, the clock."""

from __future__ import annotations

from tengen.clients.terminal.screens.tengen_screen import TengenScreen


class StartScreen(TengenScreen[None]):
    """Draws `sitting.start.StartForm`; begins a game in a new tab."""
