"""The lobby: who is here, what they offer, what is being played. Knows no sockets and no HTTP."""

from tengen.server.lobby.broadcast import Broadcast, LobbySubscription
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
from tengen.server.lobby.glances import Glances
from tengen.server.lobby.lobby import Lobby
from tengen.server.lobby.matchmaking import Matchmaking, Wish
from tengen.server.lobby.own_games import OwnGames
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.presence import LobbyPresence
from tengen.server.lobby.speeds import Speed, quick_control, speed_of
from tengen.server.lobby.terms import ChallengeTerms

__all__ = [
    "Accepting",
    "Answer",
    "Broadcast",
    "Challenge",
    "ChallengeClosed",
    "ChallengeOpened",
    "ChallengeTerms",
    "DeclineReason",
    "GameHidden",
    "GameShown",
    "Glances",
    "Lobby",
    "LobbyBus",
    "LobbyChange",
    "LobbyListener",
    "LobbyPresence",
    "LobbySubscription",
    "LocalLobbyBus",
    "Matchmaking",
    "OwnGames",
    "PeopleCounted",
    "PersonCame",
    "PersonWent",
    "Persons",
    "Speed",
    "Wish",
    "quick_control",
    "speed_of",
]
