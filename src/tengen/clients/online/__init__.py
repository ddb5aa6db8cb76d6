"""Playing online, for full-screen clients: people, lobby, chat and notices on a server, and how a client comes in.

No window, no terminal; names no game. Each module is imported by whoever needs it.
"""

__all__ = [
    "challenge_form",
    "chat",
    "entering",
    "lobby",
    "lobby_view",
    "lobby_words",
    "notices",
    "relations",
    "server_people",
    "session",
]
