"""Where things are kept for good: SQL rows, migrations, and the stores that the layers below ask for."""

from tengen.storage.challenges import CHALLENGE_TABLES, ChallengeRow, SqlChallengeStore
from tengen.storage.database import Database
from tengen.storage.ended_games import ended_game, game_terms
from tengen.storage.folder import DataFolder, hold
from tengen.storage.guests import Guests
from tengen.storage.lock import LOCK_NAME, FolderInUse, FolderLock, Holder, find_holder
from tengen.storage.matches import SqlMatchStore
from tengen.storage.migrate import NewerSchema
from tengen.storage.people import SqlPeopleStore
from tengen.storage.results import RESULT_TABLES, SqlResultStore
from tengen.storage.saves import SqlSaveStore
from tengen.storage.seat_names import misnamed_accounts
from tengen.storage.secret import read_secret
from tengen.storage.talk import SqlTalkStore

__all__ = [
    "CHALLENGE_TABLES",
    "LOCK_NAME",
    "RESULT_TABLES",
    "ChallengeRow",
    "DataFolder",
    "Database",
    "FolderInUse",
    "FolderLock",
    "Guests",
    "Holder",
    "NewerSchema",
    "SqlChallengeStore",
    "SqlMatchStore",
    "SqlPeopleStore",
    "SqlResultStore",
    "SqlSaveStore",
    "SqlTalkStore",
    "ended_game",
    "find_holder",
    "game_terms",
    "hold",
    "misnamed_accounts",
    "read_secret",
]
