"""The screens of the terminal client. Each shows what the application holds; none knows a game."""

__all__ = [
    "confirm",
    "files",
    "game",
    "help",
    "people",
    "review",
    "settings",
    "start",
    "tengen_screen",
]
