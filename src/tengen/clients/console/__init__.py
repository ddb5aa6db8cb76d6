"""The console: boards and questions as plain lines of text, at a terminal or in a pipe."""

from tengen.clients.console.main import play

__all__ = [
    "play",
    "prompts",
    "seating",
    "streams",
    "symbols",
]
