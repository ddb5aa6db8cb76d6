"""Log in, register, second factor, for one person or two at this screen."""

from __future__ import annotations

from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class PeopleScreen(TengenDialog[None]):
    """Who is here."""
