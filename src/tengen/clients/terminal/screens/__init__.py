"""The screens of the terminal client. Each shows what the application holds; none knows a game."""

__all__ = [
    "challenge",
    "chat",
    "confirm",
    "decline",
    "files",
    "game",
    "help",
    "lobby",
    "notices",
    "people",
    "review",
    "seek",
    "settings",
    "start",
    "tengen_screen",
]
