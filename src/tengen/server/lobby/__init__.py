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
from tengen.server.lobby.challenge import Accepting, AnswerKind, Challenge, DeclineReason
from tengen.server.lobby.challenges import Accepted, Challenges, ChallengesSeen
from tengen.server.lobby.glances import Glances
from tengen.server.lobby.lobby import Lobby
from tengen.server.lobby.matchmaking import Matchmaking, Wish
from tengen.server.lobby.open_challenges import OpenChallenges
from tengen.server.lobby.opponents import Opponents
from tengen.server.lobby.own_games import OwnGames
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.presence import LobbyPresence
from tengen.server.lobby.speeds import Speed, quick_control, speed_of
from tengen.server.lobby.store import ChallengeAnswer, ChallengeBounds, ChallengesFull, ChallengeStore
from tengen.server.lobby.terms import ChallengeTerms, RatingRange

__all__ = [
    "Accepted",
    "Accepting",
    "AnswerKind",
    "Broadcast",
    "Challenge",
    "ChallengeAnswer",
    "ChallengeBounds",
    "ChallengeClosed",
    "ChallengeOpened",
    "ChallengeStore",
    "ChallengeTerms",
    "Challenges",
    "ChallengesFull",
    "ChallengesSeen",
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
    "OpenChallenges",
    "Opponents",
    "OwnGames",
    "PeopleCounted",
    "PersonCame",
    "PersonWent",
    "Persons",
    "RatingRange",
    "Speed",
    "Wish",
    "quick_control",
    "speed_of",
]
