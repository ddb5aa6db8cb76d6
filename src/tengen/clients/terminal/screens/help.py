"""The list of keys."""

from __future__ import annotations

from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class HelpScreen(TengenDialog[None]):
    """What the keys do."""
