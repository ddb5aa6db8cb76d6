"""The wiring of a server: opens its stores, makes its services, runs what goes on in the background. No use cases.

Only the application holds it; routes, middlewares and sockets are given the few services that they need.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from tengen.match import Event, Match
from tengen.match.service import Games, Invitations, MatchLimits, SystemTime
from tengen.people import LocalTalkHub, SaveSigner, SessionsEnded
from tengen.people.service import (
    Accounts,
    Administration,
    Conduct,
    HashParameters,
    LoginLimits,
    LoginRates,
    Moderation,
    Notices,
    PasswordHasher,
    Relations,
    Reporting,
    ResultsService,
    Saves,
    Talk,
    TalkLimits,
    TalkSettings,
    talk_export,
)
from tengen.server.analysis import Analyses, AnalysisLimits, RatedPositions, analysis_pool
from tengen.server.arenas import Arenas
from tengen.server.control import ControlServer, HostServices
from tengen.server.directory import Directory
from tengen.server.files import FileLimits, FileService, UploadLimits
from tengen.server.game_archive import GameArchive
from tengen.server.health import StoreHealth
from tengen.server.http import Answers, Rates
from tengen.server.identity import Identity
from tengen.server.lobby import Lobby, LobbyPresence, LocalLobbyBus
from tengen.server.lobby_services import LobbyServices
from tengen.server.match_log import log_begin, log_event
from tengen.server.metrics import Metrics
from tengen.server.own_facts import OwnFacts
from tengen.server.pruning import Pruning
from tengen.server.results import check_rated_by, reading_ends
from tengen.server.save_slots import SaveSlots
from tengen.server.seat_names import SeatNames
from tengen.server.session_endings import SessionEndings
from tengen.server.settings import Settings
from tengen.server.stores import Stores, open_stores
from tengen.server.talk import BoardTalk, TalkRelay
from tengen.server.ws import MatchServices, OpenSockets
from tengen.storage import Database, SqlSaveStore, SqlTalkStore, misnamed_accounts, read_secret


class Container:
    """Everything one server has; what needs the store is there between `running()` and its end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(settings)
        self.metrics = Metrics()
        self.arenas = Arenas(settings.arenas_folder)
        self.bus = LocalLobbyBus()
        self.presence = LobbyPresence(self.bus, SystemTime())
        self.sockets = OpenSockets(self.presence)
        self.answers = Answers()
        self._is_open = False
        self.seat_names = SeatNames()
        self.rated_positions = RatedPositions()
        self.endings = SessionEndings(self.sockets.end_sessions, self._forget_answers, self._tell_lobby)
        self.accounts: Accounts
        self.administration: Administration
        self.games: Games
        self.identity: Identity
        self.files: FileService
        self.health: StoreHealth
        self.database: Database
        self.signer: SaveSigner
        self.save_slots: SaveSlots
        self.results: ResultsService
        self.archive: GameArchive
        self.analyses: Analyses
        self.talk: Talk
        self.board_talk: BoardTalk
        self.relations: Relations
        self.reporting: Reporting
        self.notices: Notices
        self.moderation: Moderation
        self.own_facts: OwnFacts
        self.directory: Directory
        self.lobby: LobbyServices

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and go on with all matches; at the end finish what is being written."""
        settings = self.settings
        secret = read_secret(settings.secret, settings.prepare_data_dir())
        invitations, self.signer = Invitations(secret), SaveSigner(secret)
        async with open_stores(settings, self._note_event) as stores:
            matches, people, now = stores.matches, stores.people, SystemTime().wall_ms
            self.database, self.results = stores.database, stores.results
            hasher = PasswordHasher(HashParameters(settings.password_memory_kib, settings.password_passes))
            limits, tell = LoginLimits(_monotonic_ms, _login_rates(settings)), self.endings.tell
            saves = Saves(SqlSaveStore(stores.database), people, now)
            talk_store = SqlTalkStore(stores.database)
            exporters = [self.results.export, saves.export, talk_export(talk_store, people)]
            renamed = self._note_new_name
            self.accounts = Accounts(
                people, hasher, limits, now, on_sessions_ended=tell, on_renamed=renamed, exporters=exporters
            )
            self.administration = Administration(
                people,
                hasher,
                now,
                on_sessions_ended=tell,
                on_renamed=renamed,
                on_notice=self._tell_notice,
                exporters=exporters,
            )
            await self.accounts.prepare()
            self.games = Games(matches, invitations, self._note_begin, check_rated_by(self.results))
            self._open_talk(stores, talk_store, now)
            self.identity = Identity(self.accounts, self.rates, now)
            self.files = _file_service(settings, stores.match_limits)
            self.archive = GameArchive(matches, self.results, self.files)
            await self.rated_positions.follow(matches)
            self.analyses = _analyses(settings, self.files, self.rated_positions)
            self.health = StoreHealth(stores.database.check_writable)
            self.save_slots = SaveSlots(saves, self.games, self.files, self.signer)
            pruning = Pruning(settings, matches, stores.guests, talk_store, now)
            watching = self.sockets.watch(settings.write_timeout_s)
            host = HostServices(self.administration, self.results, reading_ends(matches.log))
            control = ControlServer(host, settings.data_dir)
            naming = self.seat_names.run(matches, people, partial(misnamed_accounts, stores.database))
            tasks = [asyncio.create_task(work) for work in (watching, pruning.run(), naming)]
            self._is_open = True
            try:
                async with self.lobby.running(), control.listening():
                    yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                self._is_open = False
                self.presence.close()
                await self.analyses.close()
                await self.files.close()
                await asyncio.to_thread(hasher.close)

    def _open_talk(self, stores: Stores, store: SqlTalkStore, now: Callable[[], int]) -> None:
        """Make the services of talk, of keeping order and of the lobby, and have open sockets follow them."""
        settings, people, hub = self.settings, stores.people, LocalTalkHub()
        talks = TalkSettings(is_on=settings.talk, guests=settings.guests_talk)
        self.talk = Talk(store, people, hub, now, talks, limits=TalkLimits(_monotonic_ms))
        relay = TalkRelay(hub, self.talk.hidden_from, stores.matches.find, people.account)

        def on_relations(account_ids: frozenset[str]) -> None:
            relay.renew_soon(account_ids)
            self.lobby.on_relations(account_ids)

        self.relations = Relations(store, people, now, on_changed=on_relations)
        self.reporting = Reporting(store, people, now)
        self.notices = Notices(store, people, now, on_notice=self._tell_notice)
        self.moderation = Moderation(
            store,
            people,
            now,
            self.results.annul,
            on_sessions_ended=self.endings.tell,
            on_notice=self._tell_notice,
            on_renamed=self._note_new_name,
        )
        self.own_facts = OwnFacts(self.accounts, self.talk, self.notices)
        self.directory = Directory(people)
        self.board_talk = BoardTalk(self.games, self.talk, relay)
        self.lobby = LobbyServices(
            stores.database,
            people,
            self.games,
            self.results,
            bus=self.bus,
            presence=self.presence,
            relations=self.relations,
            notices=self.notices,
            conduct=Conduct(store, now, self.results.games_of),
            now=now,
        )

    def match_services(self) -> MatchServices:
        """What the sockets of matches ask, which is there while the store is open."""
        return MatchServices(self.games, self.identity, self.board_talk)

    def lobby_services(self) -> tuple[Lobby, Identity]:
        """What the sockets of the lobby ask."""
        return self.lobby.lobby, self.identity

    def _note_new_name(self, account_id: str) -> None:
        self.seat_names.renamed(account_id)
        self.lobby.on_renamed(account_id)

    def _tell_notice(self, account_id: str) -> None:
        self.lobby.on_notice(account_id)

    def _tell_lobby(self, ended: SessionsEnded) -> None:
        self.lobby.on_sessions_ended(ended)

    def _forget_answers(self, ended: SessionsEnded) -> None:
        self.answers.forget(ended.account_ids)

    def _note_begin(self, match: Match, is_loaded: bool) -> None:
        log_begin(match, is_loaded=is_loaded)
        self.rated_positions.note(match)
        self.metrics.started.labels(match.ruleset.KIND).inc()
        self.lobby.on_begin(match)

    def _note_event(self, event: Event, after: Match) -> None:
        log_event(event, after)
        self.rated_positions.note(after)
        self.seat_names.on_event(event, after)
        if self._is_open:  # not yet where a flag had fallen while the server was down
            self.lobby.on_event(event, after)


def _login_rates(settings: Settings) -> LoginRates:
    return LoginRates(
        of_account=settings.login_tries_per_account,
        of_address=settings.login_tries_per_address,
        hashes_a_second=settings.password_checks_per_second,
    )


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _analyses(settings: Settings, files: FileService, rated: RatedPositions) -> Analyses:
    limits = AnalysisLimits(
        settings.analysis_ms, settings.analysis_longer_ms, settings.analysis_processes, settings.analysis_memory_mb
    )
    return Analyses(files, rated, limits, analysis_pool(limits))


def _file_service(settings: Settings, match_limits: MatchLimits) -> FileService:
    most, per_point = match_limits.events - 1, match_limits.events_per_point
    uploads = UploadLimits(settings.upload_nodes, settings.upload_points, most, per_point)
    limits = FileLimits(settings.file_processes, settings.file_cpu_s, settings.file_memory_mb)
    return FileService(uploads, limits)
