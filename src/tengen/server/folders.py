"""The folders of a server, for one program alone: the data folder, and that of the database, which may be elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tengen.server.settings import Settings
from tengen.storage import FolderLock, hold


@contextmanager
def hold_folders(settings: Settings) -> Iterator[Sequence[FolderLock]]:
    """Have the folders of these settings while this lasts. Raises FolderInUse, having changed nothing."""
    with hold(settings.prepare_data_dir(), settings.database_file) as locks:
        yield locks
