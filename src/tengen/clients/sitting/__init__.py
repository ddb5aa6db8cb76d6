"""What full-screen clients share: people and the data folder, the start form, tables, replay, files, preferences.

No window, no terminal, no event loop of its own; names no game. `local_people` and `saved_games` need all of `people`
and are imported when somebody is to play.
"""

from tengen.clients.sitting.files import FileEntry, GameFiles, Opened
from tengen.clients.sitting.folder import FolderHold, Hold, LocalFolder, PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts, Owners
from tengen.clients.sitting.people import Beginning, People, PersonHere, SaveEntry
from tengen.clients.sitting.preferences import Preferences, WindowPlace, read_preferences, write_preferences
from tengen.clients.sitting.replay import STEP_MS, Replay
from tengen.clients.sitting.said import HasWords, Question, Said
from tengen.clients.sitting.start import ClockChoice, OptionField, Picked, SeatChoice, StartForm, Who
from tengen.clients.sitting.table import Can, Command, Hover, PlayerLine, Table
from tengen.clients.sitting.tables import Tables

__all__ = [
    "STEP_MS",
    "Beginning",
    "Can",
    "ClockChoice",
    "Command",
    "FileEntry",
    "FolderAccounts",
    "FolderHold",
    "GameFiles",
    "HasWords",
    "Hold",
    "Hover",
    "LocalFolder",
    "Opened",
    "OptionField",
    "Owners",
    "People",
    "PeopleTrouble",
    "PersonHere",
    "Picked",
    "PlayerLine",
    "Preferences",
    "Question",
    "Replay",
    "Said",
    "SaveEntry",
    "SeatChoice",
    "StartForm",
    "Table",
    "Tables",
    "Who",
    "WindowPlace",
    "local_people",
    "read_preferences",
    "saved_games",
    "write_preferences",
]
