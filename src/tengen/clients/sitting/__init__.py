"""What full-screen clients share: people and the data folder, the start form, tables, replay, files, preferences.

No window, no terminal, no event loop of its own; names no game. Each module is imported by whoever needs it: a console
has some of them, and starts without the others.
"""

__all__ = [
    "clock_words",
    "clocks",
    "files",
    "folder",
    "folder_accounts",
    "hints",
    "local_people",
    "local_time",
    "ownership",
    "pace",
    "people",
    "possible",
    "preferences",
    "record_files",
    "record_view",
    "replay",
    "review",
    "rules_form",
    "said",
    "saved_games",
    "saved_list",
    "start",
    "table",
    "table_words",
    "tables",
    "walk",
]
