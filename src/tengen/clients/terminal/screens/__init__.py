"""The screens of the terminal client. Each shows what the application holds; none knows a game."""

__all__ = [
    "confirm",
    "files",
    "game",
    "help",
    "people",
    "settings",
    "start",
    "tengen_screen",
]
