"""Showing an application on this terminal until it ends, whatever ends it. Knows nothing of games."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console
from textual.app import App

from tengen.clients.terminal.restoring import ended_by_signals

_FAULT_COLUMNS = 120


class FaultKeepingApp(App[None]):
    """An application whose own faults are kept as text in `fault`, and not written all over the terminal."""

    fault: str = ""

    def _print_error_renderables(self) -> None:
        """What Textual would print after the end: tracebacks."""
        sink = io.StringIO()
        console = Console(file=sink, width=_FAULT_COLUMNS, color_system=None)
        for told in self._exit_renderables:
            console.print(told)
        self.fault += sink.getvalue()
        self._exit_renderables.clear()


async def run_until_end(app: App[Any]) -> int:
    """Show it until it ends, by itself or by a signal; the exit code."""
    with ended_by_signals(lambda code: app.exit(return_code=code)):
        await app.run_async()
    return app.return_code or 0
