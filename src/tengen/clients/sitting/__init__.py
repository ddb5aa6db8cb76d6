"""What full-screen clients share: people and the data folder, the start form, tables, replay, files, preferences.

No window, no terminal, no event loop of its own; names no game. `local_people` and `saved_games` need all of `people`
and are imported when somebody is to play; `record_files` is for every client that has files of games,
and `clocks` for forms of time controls.
"""

from tengen.clients.sitting.clocks import ClockChoice
from tengen.clients.sitting.files import FileEntry, GameFiles, Noted, Opened
from tengen.clients.sitting.folder import FolderHold, Hold, LocalFolder, PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts, Owners
from tengen.clients.sitting.people import Beginning, People, PersonHere, SaveEntry
from tengen.clients.sitting.possible import COMMAND_KEYS, Can, Command
from tengen.clients.sitting.preferences import Preferences, WindowPlace, read_preferences, write_preferences
from tengen.clients.sitting.replay import STEP_MS, Replay
from tengen.clients.sitting.rules_form import OptionField, Picked
from tengen.clients.sitting.said import HasWords, Question, Said
from tengen.clients.sitting.start import SeatChoice, StartForm, Who
from tengen.clients.sitting.table import Hover, Table
from tengen.clients.sitting.table_words import MoveLine, PlayerLine, player_name, program_name
from tengen.clients.sitting.tables import Tables

__all__ = [
    "COMMAND_KEYS",
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
    "MoveLine",
    "Noted",
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
    "clocks",
    "local_people",
    "player_name",
    "program_name",
    "read_preferences",
    "record_files",
    "saved_games",
    "write_preferences",
]
