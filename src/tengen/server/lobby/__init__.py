"""The lobby: who is here, what they offer, what is being played. Knows no sockets and no HTTP."""

from tengen.server.lobby.bus import (
    ChallengeClosed,
    ChallengeOpened,
    GameHidden,
    GameShown,
    LobbyBus,
    LobbyChange,
    LobbyListener,
    LocalLobbyBus,
    PeopleCounted,
    PersonCame,
    PersonWent,
)

__all__ = [
    "ChallengeClosed",
    "ChallengeOpened",
    "GameHidden",
    "GameShown",
    "LobbyBus",
    "LobbyChange",
    "LobbyListener",
    "LocalLobbyBus",
    "PeopleCounted",
    "PersonCame",
    "PersonWent",
]
