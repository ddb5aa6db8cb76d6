"""Asking about accounts from the command line: the running server, where one has the folder, else the store itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tengen.core import StoreError
from tengen.match.service import SystemTime
from tengen.people import LevelRatings
from tengen.people.service import Administration, HashParameters, PasswordHasher, ResultsService, Saves, talk_export
from tengen.server.control.answers import Answer, Done, Progress, Refused, error_of, failure_of
from tengen.server.control.calls import Call, HostServices, Json, OnProgress, carry_out
from tengen.server.control.listener import SOCKET_NAME, reachable
from tengen.server.folders import hold_folders
from tengen.server.results import reading_ends
from tengen.server.settings import Settings
from tengen.storage import (
    Database,
    FolderInUse,
    NewerSchema,
    SqlMatchStore,
    SqlPeopleStore,
    SqlResultStore,
    SqlSaveStore,
    SqlTalkStore,
    find_holder,
)

_LONGEST_ANSWER: Final = 256 << 20
"""An export has all games of a player."""
_PATIENCE_S: Final = 10.0
"""A server that starts or stops has the folder for a while without answering."""
_PAUSE_S: Final = 0.1
_ANSWER_S: Final = 600.0

_decoder: Final = msgspec.json.Decoder(Answer)


class CannotAsk(Exception):
    """Accounts cannot be reached; the text says why in one line."""


async def ask(settings: Settings, call: Call, on_progress: OnProgress) -> Json:
    """The answer to a call. Raises PeopleError where it is refused, CannotAsk where nobody can answer."""
    until = asyncio.get_running_loop().time() + _PATIENCE_S
    while True:
        holder = find_holder(settings.data_dir)
        in_use = FolderInUse(settings.data_dir, holder)
        if holder is None:
            try:
                with hold_folders(settings):
                    return await _ask_store(settings, call, on_progress)
            except FolderInUse as error:  # since then, or by another folder's server that has this database
                in_use = error
        if in_use.holder is not None and in_use.holder.program:  # a client, which answers nobody
            raise CannotAsk(str(in_use))
        with suppress(FileNotFoundError, ConnectionRefusedError):
            return await _ask_server(settings, call, on_progress)
        if asyncio.get_running_loop().time() > until:
            raise CannotAsk(f"{in_use}, and it does not answer at {settings.data_dir / SOCKET_NAME}") from None
        await asyncio.sleep(_PAUSE_S)


async def _ask_store(settings: Settings, call: Call, on_progress: OnProgress) -> Json:
    try:
        database = await Database.open(settings.database)
    except (ValueError, SQLAlchemyError, StoreError) as error:
        raise CannotAsk(str(error).partition("\n")[0]) from error
    except NewerSchema as error:
        raise CannotAsk("the database was written by a newer version of this program") from error
    hasher = PasswordHasher(HashParameters(settings.password_memory_kib, settings.password_passes))
    try:
        return await carry_out(call, _services(database, hasher), on_progress)
    except StoreError as error:
        raise CannotAsk(failure_of(error).reason) from error
    finally:
        await asyncio.to_thread(hasher.close)
        await database.close()


def _services(database: Database, hasher: PasswordHasher) -> HostServices:
    people, now = SqlPeopleStore(database), SystemTime().wall_ms
    results = ResultsService(SqlResultStore(database), people, LevelRatings.of_package(), now)
    saves = Saves(SqlSaveStore(database), people, now)
    exporters = [results.export, saves.export, talk_export(SqlTalkStore(database), people)]
    administration = Administration(people, hasher, now, exporters=exporters)
    return HostServices(administration, results, reading_ends(SqlMatchStore(database).load))


async def _ask_server(settings: Settings, call: Call, on_progress: OnProgress) -> Json:
    """Send the call to the server that has the folder. Raises OSErrors of a socket that nobody answers at."""
    with reachable(settings.data_dir / SOCKET_NAME) as address:
        reader, writer = await asyncio.open_unix_connection(address, limit=_LONGEST_ANSWER)
    try:
        writer.write(msgspec.json.encode(call) + b"\n")
        async with asyncio.timeout(_ANSWER_S):
            while True:
                answer = _decoder.decode(await reader.readline())
                if isinstance(answer, Progress):
                    on_progress(answer.done, answer.total)
                elif isinstance(answer, Done):
                    return answer.result
                elif isinstance(answer, Refused):
                    raise error_of(answer)
                else:
                    raise CannotAsk(answer.reason)
    except (msgspec.MsgspecError, ValueError, TimeoutError, ConnectionResetError, BrokenPipeError) as error:
        raise CannotAsk("the running server ended the conversation; look what it has done") from error
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
