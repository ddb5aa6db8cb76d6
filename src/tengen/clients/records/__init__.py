"""The commands that work on records in files: analyze, convert, replay, render. Each is imported when it is called."""

__all__ = [
    "analyze",
    "convert",
    "files",
    "main_line",
    "render",
    "replay",
    "report",
]
