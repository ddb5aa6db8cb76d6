"""Games between players to find out who is stronger: schedule, referee, statistics, a folder of results.

No seats and no people: players of the command line against each other, in processes of their own.
"""

from tengen.arena.command import hold_arena
from tengen.arena.folder import Folder
from tengen.arena.gallery import Gallery, Glance, Onlooker, Seen, is_name
from tengen.arena.openings import find_openings, usual_openings
from tengen.arena.pace import Pace, clock_pace, time_pace
from tengen.arena.plan import Plan, check_players, check_text, read_games, read_rules, read_sprt
from tengen.arena.readings import ArenaStatus

__all__ = [
    "ArenaStatus",
    "Folder",
    "Gallery",
    "Glance",
    "Onlooker",
    "Pace",
    "Plan",
    "Seen",
    "check_players",
    "check_text",
    "clock_pace",
    "find_openings",
    "hold_arena",
    "is_name",
    "read_games",
    "read_rules",
    "read_sprt",
    "time_pace",
    "usual_openings",
]
