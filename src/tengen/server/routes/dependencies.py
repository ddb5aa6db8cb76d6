"""What routes ask for: a service each, never the server as a whole."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from tengen.match.service import Games
from tengen.people import SaveSigner
from tengen.people.service import ResultsService
from tengen.server.analysis import Analyses
from tengen.server.arenas import Arenas
from tengen.server.directory import Directory
from tengen.server.files import FileService
from tengen.server.game_archive import GameArchive
from tengen.server.health import StoreHealth
from tengen.server.http import client_key, provided
from tengen.server.lobby import Challenges, Matchmaking, Persons
from tengen.server.metrics import Metrics
from tengen.server.save_slots import SaveSlots
from tengen.server.session_endings import SessionEndings
from tengen.server.settings import Settings
from tengen.server.talk import BoardTalk

GamesHere = Annotated[Games, Depends(provided(Games))]
BoardTalkHere = Annotated[BoardTalk, Depends(provided(BoardTalk))]
DirectoryHere = Annotated[Directory, Depends(provided(Directory))]
AnalysesHere = Annotated[Analyses, Depends(provided(Analyses))]
ArenasHere = Annotated[Arenas, Depends(provided(Arenas))]
EndingsHere = Annotated[SessionEndings, Depends(provided(SessionEndings))]
FilesHere = Annotated[FileService, Depends(provided(FileService))]
ArchiveHere = Annotated[GameArchive, Depends(provided(GameArchive))]
ResultsHere = Annotated[ResultsService, Depends(provided(ResultsService))]
ChallengesHere = Annotated[Challenges, Depends(provided(Challenges))]
MatchmakingHere = Annotated[Matchmaking, Depends(provided(Matchmaking))]
PersonsHere = Annotated[Persons, Depends(provided(Persons))]
SaveSlotsHere = Annotated[SaveSlots, Depends(provided(SaveSlots))]
SignerHere = Annotated[SaveSigner, Depends(provided(SaveSigner))]
HealthHere = Annotated[StoreHealth, Depends(provided(StoreHealth))]
MetricsHere = Annotated[Metrics, Depends(provided(Metrics))]
SettingsHere = Annotated[Settings, Depends(provided(Settings))]


async def _client(request: Request) -> str:
    return client_key(request)


ClientHere = Annotated[str, Depends(_client)]
"""As whom the limits count whoever calls."""
