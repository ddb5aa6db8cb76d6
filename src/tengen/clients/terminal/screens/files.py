"""Files of our own folder and saves of accounts: save as, load, rename, delete."""

from __future__ import annotations

from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class FilesScreen(TengenDialog[None]):
    """The list; `is_saving` asks for a name first."""

    def __init__(self, *, is_saving: bool) -> None:
        super().__init__()
        self._is_saving = is_saving
