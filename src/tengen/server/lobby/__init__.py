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
from tengen.server.lobby.challenge import Accepting, Answer, Challenge, DeclineReason
from tengen.server.lobby.matchmaking import Matchmaking, Wish
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.speeds import Speed, quick_control, speed_of
from tengen.server.lobby.terms import ChallengeTerms

__all__ = [
    "Accepting",
    "Answer",
    "Challenge",
    "ChallengeClosed",
    "ChallengeOpened",
    "ChallengeTerms",
    "DeclineReason",
    "GameHidden",
    "GameShown",
    "LobbyBus",
    "LobbyChange",
    "LobbyListener",
    "LocalLobbyBus",
    "Matchmaking",
    "PeopleCounted",
    "PersonCame",
    "PersonWent",
    "Persons",
    "Speed",
    "Wish",
    "quick_control",
    "speed_of",
]
