"""The screens of the window. Each is imported by whoever shows it."""

__all__ = [
    "challenge",
    "chat",
    "files",
    "frame",
    "game",
    "help",
    "lobby",
    "lobby_games",
    "notices",
    "people",
    "person_menu",
    "settings",
    "start",
    "watch",
]
