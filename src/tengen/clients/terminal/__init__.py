"""The full-screen client of a terminal: boards in background colours, tabs, forms. Plays by `clients.play` alone.

Nothing here is imported before a terminal was found that can show it: Textual takes its time to load.
"""

__all__ = [
    "abilities",
    "app",
    "board",
    "driver",
    "looks",
    "main",
    "online",
    "picture",
    "replay",
    "restoring",
    "running",
    "screens",
    "shown",
    "widgets",
]
