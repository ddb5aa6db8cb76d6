"""Where things are kept for good: SQL rows, migrations, and the stores that the layers below ask for."""

from tengen.storage.database import Database
from tengen.storage.guests import Account, NewSession, Sessions
from tengen.storage.lock import LOCK_NAME, FolderInUse, FolderLock, Holder, find_holder
from tengen.storage.matches import SqlMatchStore
from tengen.storage.migrate import NewerSchema
from tengen.storage.people import SqlPeopleStore

__all__ = [
    "LOCK_NAME",
    "Account",
    "Database",
    "FolderInUse",
    "FolderLock",
    "Holder",
    "NewSession",
    "NewerSchema",
    "Sessions",
    "SqlMatchStore",
    "SqlPeopleStore",
    "find_holder",
]
