"""The smallest application on a terminal: shows its keys, quits by q and fails by x. For tests of what is around it."""

from __future__ import annotations

import asyncio
import sys

from textual.app import ComposeResult
from textual.events import Key
from textual.widgets import Static

from tengen.clients.terminal.driver import find_driver
from tengen.clients.terminal.restoring import kept_terminal
from tengen.clients.terminal.running import FaultKeepingApp, run_until_end


class TinyApp(FaultKeepingApp):
    """Shows the keys that were pressed."""

    def __init__(self) -> None:
        super().__init__(driver_class=find_driver())
        self._pressed = ["ready"]

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("ready")

    def on_key(self, event: Key) -> None:
        """Show it, or do what it is for."""
        self._pressed.append(event.key)
        self.query_one(Static).update(" ".join(self._pressed))
        if event.key == "q":
            self.exit()
        if event.key == "x":
            raise ZeroDivisionError


if __name__ == "__main__":
    with kept_terminal():
        app = TinyApp()
        code = asyncio.run(run_until_end(app))
    if app.fault:
        print("a fault was kept")
    sys.exit(code)
