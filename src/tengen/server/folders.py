"""The folders of a server, for one program alone: the data folder, and that of the database, which may be elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tengen.server.settings import Settings
from tengen.storage import LOCK_NAME, FolderLock


@contextmanager
def hold_folders(settings: Settings) -> Iterator[Sequence[FolderLock]]:
    """Have the folders of these settings while this lasts. Raises FolderInUse, having changed nothing."""
    places = [(settings.prepare_data_dir(), LOCK_NAME)]
    database = settings.database_file
    if database is not None and database.parent.is_dir():
        places.append((database.parent, f"{database.name}.lock"))
    with ExitStack() as held:
        locks = []
        for folder, name in places:
            locks.append(FolderLock.take(folder, name))
            held.callback(locks[-1].release)
        yield locks
