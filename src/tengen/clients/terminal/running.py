"""Showing an application on this terminal until it ends, whatever ends it. Knows nothing of games."""

from __future__ import annotations

import io
import traceback
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.console import Console
from textual.app import App
from textual.binding import Binding, BindingType

from tengen.clients.records.files import FileTrouble, write_files
from tengen.clients.terminal.restoring import ended_by_signals
from tengen.core import text

FAULT_FILE: Final = "fault.txt"
"""What the file in the data folder is called that says what went wrong inside the program."""
_FAULT_COLUMNS: Final = 120


class FaultKeepingApp(App[Any]):
    """An application whose own faults are kept as text in `fault`, and not written all over the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "suspend_process", show=False)]

    fault: str = ""

    def _fatal_error(self) -> None:
        """As Textual does it after a fault; without the values of variables, a password may be among them."""
        self.fault += traceback.format_exc()
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """What Textual would print after the end."""
        sink = io.StringIO()
        console = Console(file=sink, width=_FAULT_COLUMNS, color_system=None)
        for told in self._exit_renderables:
            console.print(told)
        self.fault += sink.getvalue()
        self._exit_renderables.clear()


class ScreenFault(Exception):
    """A fault of the program has ended the screen; the line says where it is kept."""


async def run_until_end(app: App[Any]) -> int:
    """Show it until it ends, by itself or by a signal; the exit code."""
    with ended_by_signals(lambda code: app.exit(return_code=code)):
        await app.run_async()
    return app.return_code or 0


def fault_line(fault: str, folder: Path, language: str) -> str:
    """Keep what went wrong inside the program in a file for whoever mends it; the line that says so."""
    path = folder / FAULT_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_files({path: fault.encode()})
    except (FileTrouble, OSError):
        return text(language, "terminal.fault.lost")
    return text(language, "terminal.fault", file=str(path))
