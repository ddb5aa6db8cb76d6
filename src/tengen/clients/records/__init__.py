"""The commands that work on records in files: convert, replay, render. Each is imported when it is called."""

__all__ = [
    "convert",
    "files",
    "main_line",
    "render",
    "replay",
    "report",
]
